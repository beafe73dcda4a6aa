-- Oldest release beside: 0.1.0
-- Files of timetables that are made after the request.
create table "timetable_export" (
  "id" uuid not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "updated_at" timestamptz(3) not null default clock_timestamp(),
  "version" int not null default 1,
  "status" varchar(32) not null default 'QUEUED',
  "progress" numeric(10,4) not null default 0,
  "sequence" int not null default 0,
  "failure_zh" text null,
  "failure_en" text null,
  "started_at" timestamptz(3) null,
  "finished_at" timestamptz(3) null,
  "cancel_requested_at" timestamptz(3) null,
  "heartbeat_at" timestamptz(3) null,
  "worker" int null,
  "fence" int not null default 0,
  "crashes" int not null default 0,
  "format" varchar(32) not null,
  "input" jsonb not null,
  "pages_read" int not null default 0,
  "path" varchar(128) null,
  "requested_by_id" uuid null,
  primary key ("id")
);
comment on table "timetable_export" is 'A file of timetables that is made after the request.';
create index "timetable_export_requested_by_index" on "timetable_export" ("requested_by_id");
create index "timetable_export_created_at_order" on "timetable_export" using btree ("created_at", "id");
create index "timetable_export_finished_at_order" on "timetable_export" using btree ("finished_at", "id");
alter table "timetable_export" add constraint "timetable_export_requested_by_id_foreign" foreign key ("requested_by_id") references "user" ("id") on update no action on delete set null;
create trigger "timetable_export_touch" before update on "timetable_export" for each row when (new is distinct from
      old) execute function touch_updated_at();

-- Large, and of use for a day: beside the tasks, so that they can be listed and forgotten apart.
create table "timetable_export_file" (
  "timetable_export_id" uuid not null,
  "name" text not null,
  "type" text not null,
  "content" bytea not null,
  primary key ("timetable_export_id"),
  constraint "timetable_export_file_timetable_export_id_foreign" foreign key ("timetable_export_id") references "timetable_export" ("id") on delete cascade
);
comment on table "timetable_export_file" is 'The file that an export of timetables made.';
