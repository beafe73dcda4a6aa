-- What each placed meeting occupies in the timetables that still change, in one view: rooms, everybody who
-- teaches, and classes in their lanes. The view that it was made of had rows of classes that nobody read.
create or replace view "occupied_in_lanes" as
  select a.timetable_id, r.resource, a.meeting_id, r.kind,
    case when r.lanes = '{0}' then w.slots else in_lanes(w.slots, r.lanes) end as occurrences
  from class_assignment a
    cross join lateral (
      select occurrences(a.weeks, a.day_of_week, a.period_start, a.period_end) as slots offset 0) w
    cross join lateral (
      select a.classroom_id as resource, 'ROOM' as kind, '{0}'::int[] as lanes
      union all select a.teacher_id, 'TEACHER', '{0}'
      union all select f.teacher_id, 'TEACHER', '{0}' from further_teacher f
        where f.meeting_id = a.meeting_id and f.teacher_id <> a.teacher_id
      union all select l.resource, 'CLASS', l.lanes from attended_lanes(a.teaching_class_id) l) r
  where a.day_of_week is not null;
drop view "occupied";
