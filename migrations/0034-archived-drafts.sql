-- Who archived a timetable, and when: drafts that nobody changes are archived, too, and may be restored.
alter table "timetable" add column "archived_at" timestamptz(3) null, add column "archived_by_id" uuid null;
alter table "timetable" add constraint "timetable_archived_by_id_foreign" foreign key ("archived_by_id") references "user" ("id") on update no action on delete set null;
create index "timetable_archived_by_index" on "timetable" ("archived_by_id");
