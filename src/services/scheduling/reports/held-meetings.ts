/**
 * What timetables hold, as the rows of a statement: one per timetable and meeting, without a day, room and
 * teacher where the meeting has no place.
 */
export const heldMeetings = `(
  select a.timetable_id, a.meeting_id, a.teaching_class_id, a.series_id, a.teacher_id, a.classroom_id,
    a.day_of_week, a.period_start, a.period_end, m.periods, a.weeks
  from class_assignment a join meeting m on m.id = a.meeting_id)`;

/** The same, but only the meetings that have a place. */
export const placedMeetings = `(select h.* from ${heldMeetings} h where h.day_of_week is not null)`;
