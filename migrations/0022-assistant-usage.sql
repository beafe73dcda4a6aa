-- What people use of the language model, whose endpoint is paid by tokens. Held are the tokens that questions
-- may need which are being answered.
create table "assistant_usage" (
  "person_id" uuid not null,
  "day" date not null,
  "calls" int not null default 0,
  "tokens_in" bigint not null default 0,
  "tokens_out" bigint not null default 0,
  "tokens_held" bigint not null default 0,
  primary key ("person_id", "day"),
  constraint "assistant_usage_person_id_foreign" foreign key ("person_id") references "user" ("id") on delete cascade
);
comment on table "assistant_usage" is 'Tokens of the language model that a person used on a day of the institution.';
create index "assistant_usage_day_index" on "assistant_usage" ("day");
