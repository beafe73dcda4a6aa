-- Runs for one department, which change the published timetable, and tasks that wait for their turn.
alter table "scheduling_task"
  add column "department_id" uuid null,
  add column "teacher_conflicts" integer null,
  add column "room_conflicts" integer null,
  add column "class_conflicts" integer null,
  add column "rounds" integer not null default 0;
alter table "scheduling_task" add constraint "scheduling_task_department_id_foreign" foreign key ("department_id") references "department" ("id") on update no action on delete cascade;
create index "scheduling_task_department_index" on "scheduling_task" ("department_id");
drop index "scheduling_task_active_unique";
create unique index "scheduling_task_running_unique" on "scheduling_task" ("semester_id") where "status" = 'RUNNING';
