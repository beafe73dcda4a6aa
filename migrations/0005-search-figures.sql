-- What followers of a scheduling task see beside its counts: how fast it searches, and what each broken rule costs.
alter table "scheduling_task" add column "penalties" jsonb null, add column "moves_per_second" int null;
