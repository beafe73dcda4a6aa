-- What one timetable holds of a teaching class is found at once, however many timetables hold the class.
drop index "class_assignment_teaching_class_index";
create index "class_assignment_teaching_class_index" on "class_assignment" ("teaching_class_id", "timetable_id");
