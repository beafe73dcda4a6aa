-- What a planner wishes of a run, the timetable that it builds upon and who moved, and why a semester cannot hold.
alter table "scheduling_task"
  add column "options" jsonb null,
  add column "basis_id" uuid null,
  add column "moved_count" int null,
  add column "moves" jsonb null,
  add column "causes" jsonb null;
create index "scheduling_task_basis_index" on "scheduling_task" ("basis_id");
alter table "scheduling_task" add constraint "scheduling_task_basis_id_foreign" foreign key ("basis_id") references "timetable" ("id") on delete set null;
