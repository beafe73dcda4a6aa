-- Whether a person has something to make again in a timetable is asked with every change, however many there
-- are.
create index "change_undone_index" on "change" ("timetable_id", "person_id") where "state" = 'UNDONE';
