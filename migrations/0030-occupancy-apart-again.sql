-- As it was before 0029: with the number first, PostgreSQL 18.4 missed rows that it had stored when it looked
-- for those of a timetable in this index (19 of 21), so that what overlaps could not be relied on.
alter table "occupancy" drop constraint "occupancy_apart";
alter table "occupancy" add constraint "occupancy_apart" exclude using gist (
  "timetable_id" with =, "resource" with =, "guarded" with &&) deferrable initially deferred;
