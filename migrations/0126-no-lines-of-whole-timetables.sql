-- Oldest release beside: 0.1.0
-- What a new timetable begins with is told by its first change, meeting by meeting: the log would tell the
-- same once more in 15,000 lines, and whoever keeps records in memory would look for them.
drop trigger "class_assignment_log_created" on "class_assignment";
create trigger "class_assignment_log_created" after insert on "class_assignment"
  referencing new table as new_rows for each statement
  when (coalesce(current_setting('class_scheduling.begins', true), '') = '')
  execute function class_assignment_log('teaching_class_id>teaching_class.department_id', '');
drop trigger "conflict_log_created" on "conflict";
create trigger "conflict_log_created" after insert on "conflict"
  referencing new table as new_rows for each statement
  when (coalesce(current_setting('class_scheduling.begins', true), '') = '')
  execute function conflict_log('first_series_id>series.teaching_class_id>teaching_class.department_id', '');
