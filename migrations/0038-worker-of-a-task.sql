-- By its number the database tells whether the process that works on a task is still there.
alter table "scheduling_task" add column "worker" int null;
alter table "import_task" add column "worker" int null;
