-- What keeps occupied slots apart is found by one number of timetable and thing first. The index tells apart
-- identifiers by their first 53 bits only, which those of many have in common: it read a third of itself for
-- each row, and more with every draft.
alter table "occupancy" drop constraint "occupancy_apart";
alter table "occupancy" add constraint "occupancy_apart" exclude using gist (
  uuid_hash_extended("resource", uuid_hash_extended("timetable_id", 0)) with =,
  "timetable_id" with =, "resource" with =, "guarded" with &&) deferrable initially deferred;
