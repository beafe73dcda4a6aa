-- Oldest release beside: 0.1.0
-- What a large timetable is stored with, row by row, and nobody needs. An index of which another one is the beginning:
drop index "class_assignment_timetable_index";
drop index "change_item_change_index";
-- A timetable holds the meetings of which its conflicts and its occupancy tell, and class_assignment refers to each of them.
alter table "conflict_pair" drop constraint "conflict_pair_first_meeting_id_foreign";
alter table "conflict_pair" drop constraint "conflict_pair_second_meeting_id_foreign";
alter table "occupancy" drop constraint "occupancy_meeting_id_foreign";
