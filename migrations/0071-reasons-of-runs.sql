-- A run that changes the published timetable says why, as every change of it does.
alter table "scheduling_task" add column "reason" varchar(255);
