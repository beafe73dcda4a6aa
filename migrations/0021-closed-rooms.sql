-- A meeting in a closed room is a conflict of its series with itself, so that it is found, decided and ended
-- as all others are.
alter table "conflict_pair" drop constraint "conflict_pair_order";
alter table "conflict_pair" add constraint "conflict_pair_order" check ("first_meeting_id" <= "second_meeting_id");
comment on table "conflict_pair" is 'Two meetings that overlap in what they occupy, as an open or accepted conflict allows; twice the same one where its room is closed.';
comment on table "conflict" is 'That two series of a timetable need the same thing at the same time; of one with itself, that it needs a room that is closed.';
