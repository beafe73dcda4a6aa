-- Oldest release beside: 0.1.0
-- The unique index of enrolments begins with the class, so that one of the class alone only cost time.
drop index "enrolment_teaching_class_index";
