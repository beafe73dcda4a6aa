-- What a run passes over is told when it is asked for, and stays with its task.
alter table "scheduling_task" add column "warnings" jsonb;
