-- What followers of a scheduling task see beside its cost: what no timetable can avoid, and what the search gained lately.
alter table "scheduling_task" add column "soft_floor" int null, add column "recent_gain" int null;
