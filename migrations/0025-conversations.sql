-- What people say to the assistant, what it answers event by event, and the checked changes that it proposes.
create table "conversation" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "person_id" uuid not null,
  "title" varchar(64) not null,
  "last_activity_at" timestamptz(3) not null,
  "last_sequence" int not null default 0,
  "message_count" int not null default 0,
  "answer_state" varchar(32) not null default 'NONE',
  "fence" int not null default 0,
  "heartbeat_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "conversation" is 'What a person and the assistant say to each other.';
create index "conversation_person_index" on "conversation" ("person_id");
create index "conversation_created_at_order" on "conversation" using btree ("created_at", "id");
create index "conversation_last_activity_at_order" on "conversation" using btree ("last_activity_at", "id");
create index "conversation_answered" on "conversation" ("heartbeat_at") where "answer_state" <> 'NONE';
create table "change_plan" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "person_id" uuid not null,
  "conversation_id" uuid not null,
  "timetable_id" uuid not null,
  "kind" varchar(32) not null,
  "number" int not null,
  "fingerprint" varchar(64) not null,
  "words" text not null,
  "items" jsonb not null,
  "outcome" jsonb not null,
  "expires_at" timestamptz(3) not null,
  "applied_at" timestamptz(3) null,
  "change_id" uuid null,
  primary key ("id")
);
comment on table "change_plan" is 'A change that was checked and that its person may apply: nothing else than what it shows is applied.';
create index "change_plan_person_index" on "change_plan" ("person_id");
create index "change_plan_conversation_index" on "change_plan" ("conversation_id");
create index "change_plan_timetable_index" on "change_plan" ("timetable_id");
create index "change_plan_change_index" on "change_plan" ("change_id");
create table "assistant_event" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "person_id" uuid not null,
  "conversation_id" uuid not null,
  "sequence" int not null,
  "kind" varchar(32) not null,
  "key" varchar(255) null,
  "data" jsonb not null,
  primary key ("id")
);
comment on table "assistant_event" is 'Something that was said or done in a conversation.';
create index "assistant_event_person_index" on "assistant_event" ("person_id");
create index "assistant_event_conversation_index" on "assistant_event" ("conversation_id");
create unique index "assistant_event_key_unique" on "assistant_event" ("person_id", "key") where "key" is not null;
create unique index "assistant_event_conversation_sequence_unique" on "assistant_event" ("conversation_id", "sequence");
alter table "conversation" add constraint "conversation_person_id_foreign" foreign key ("person_id") references "user" ("id") on update no action on delete cascade;
alter table "change_plan" add constraint "change_plan_person_id_foreign" foreign key ("person_id") references "user" ("id") on update no action on delete cascade;
alter table "change_plan" add constraint "change_plan_conversation_id_foreign" foreign key ("conversation_id") references "conversation" ("id") on update no action on delete cascade;
alter table "change_plan" add constraint "change_plan_timetable_id_foreign" foreign key ("timetable_id") references "timetable" ("id") on update no action on delete cascade;
alter table "change_plan" add constraint "change_plan_change_id_foreign" foreign key ("change_id") references "change" ("id") on update no action on delete set null;
alter table "assistant_event" add constraint "assistant_event_person_id_foreign" foreign key ("person_id") references "user" ("id") on update no action on delete cascade;
alter table "assistant_event" add constraint "assistant_event_conversation_id_foreign" foreign key ("conversation_id") references "conversation" ("id") on update no action on delete cascade;
create trigger "conversation_touch" before update on "conversation" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "assistant_event_touch" before update on "assistant_event" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "change_plan_touch" before update on "change_plan" for each row when (new is distinct from
      old) execute function touch_updated_at();
