-- Oldest release beside: 0.1.0
-- A teacher is told what was decided on a request for a change of a single date, whether or not anything changed.
alter table "notice" alter column "change_id" drop not null,
  add column "request_id" uuid null;
create index "notice_request_index" on "notice" ("request_id");
create unique index "notice_user_request_unique" on "notice" ("user_id", "request_id");
alter table "notice" add constraint "notice_request_id_foreign" foreign key ("request_id") references "date_request" ("id") on update no action on delete cascade;
alter table "notice" add constraint "notice_cause_check" check (num_nonnulls("change_id", "request_id") = 1);
