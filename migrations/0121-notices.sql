-- Oldest release beside: 0.1.0
-- Whom a change of the published timetable concerns learns of it. Changes that were made before tell nobody,
-- nor do those of older releases beside.
alter table "change" add column "public_note" varchar(255) null,
  add column "is_told" boolean not null default true;
create index "change_untold_index" on "change" ("semester_id", "number") where not "is_told";
create table "notice_preference" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "user_id" uuid not null,
  "is_mailed" boolean not null default true,
  "mailed_on" date null,
  primary key ("id")
);
comment on table "notice_preference" is 'How a person is told of changes beside the list of notices.';
alter table "notice_preference" add constraint "notice_preference_user_unique" unique ("user_id");
create table "notice_item" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "change_id" uuid not null,
  "number" int not null,
  "meeting_id" uuid not null,
  "before" jsonb null,
  "after" jsonb null,
  primary key ("id")
);
comment on table "notice_item" is 'What a change of the published timetable does to one meeting for its readers.';
create index "notice_item_change_index" on "notice_item" ("change_id");
create index "notice_item_meeting_index" on "notice_item" ("meeting_id");
create unique index "notice_item_change_number_unique" on "notice_item" ("change_id", "number");
create table "notice" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "user_id" uuid not null,
  "change_id" uuid not null,
  "items" int[] not null,
  "read_at" timestamptz(3) null,
  "mailed_at" timestamptz(3) null,
  primary key ("id")
);
comment on table "notice" is 'That a change of the published timetable concerns the caller.';
create index "notice_user_index" on "notice" ("user_id");
create index "notice_change_index" on "notice" ("change_id");
create unique index "notice_user_change_unique" on "notice" ("user_id", "change_id");
create index "notice_unmailed_index" on "notice" ("created_at") where "mailed_at" is null and "read_at" is null;
alter table "notice_preference" add constraint "notice_preference_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete cascade;
alter table "notice_item" add constraint "notice_item_change_id_foreign" foreign key ("change_id") references "change" ("id") on update no action on delete cascade;
alter table "notice_item" add constraint "notice_item_meeting_id_foreign" foreign key ("meeting_id") references "meeting" ("id") on update no action on delete cascade;
alter table "notice" add constraint "notice_user_id_foreign" foreign key ("user_id") references "user" ("id") on update no action on delete cascade;
alter table "notice" add constraint "notice_change_id_foreign" foreign key ("change_id") references "change" ("id") on update no action on delete cascade;
create trigger "notice_touch" before update on "notice" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "notice_item_touch" before update on "notice_item" for each row when (new is distinct from
      old) execute function touch_updated_at();
create trigger "notice_preference_touch" before update on "notice_preference" for each row when (new is distinct from
      old) execute function touch_updated_at();
select log_changes('notice_preference', '', '');
