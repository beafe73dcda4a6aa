-- Oldest release beside: 0.1.0
-- What a large timetable is stored with, row by row, and nobody needs: indexes that are the beginning of others,
drop index "class_assignment_timetable_index";
drop index "change_item_change_index";
-- and references to meetings that the timetable holds, so that its class_assignment refers to them.
alter table "conflict_pair" drop constraint "conflict_pair_first_meeting_id_foreign";
alter table "conflict_pair" drop constraint "conflict_pair_second_meeting_id_foreign";
alter table "occupancy" drop constraint "occupancy_meeting_id_foreign";
