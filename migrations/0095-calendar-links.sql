-- Addresses at which calendars read one timetable each.
create table "calendar_link" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "user_id" uuid not null,
  "administrative_class_id" uuid null,
  "secret_hash" varchar(64) not null,
  primary key ("id")
);
comment on table "calendar_link" is 'An address at which calendars read one timetable, by the rights of whoever made it, until it is revoked.';
create index "calendar_link_user_index" on "calendar_link" ("user_id");
create index "calendar_link_administrative_class_index" on "calendar_link" ("administrative_class_id");
alter table "calendar_link" add constraint "calendar_link_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete cascade;
alter table "calendar_link" add constraint "calendar_link_administrative_class_id_foreign" foreign key ("administrative_class_id") references "administrative_class" ("id") on update no action on delete cascade;
create trigger "calendar_link_touch" before update on "calendar_link" for each row when (new is distinct from
      old) execute function touch_updated_at();
select log_changes('calendar_link', '', 'secret_hash');
