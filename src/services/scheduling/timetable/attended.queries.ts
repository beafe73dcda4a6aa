import { attends } from '../attendance/attendees.queries.js';

/**
 * The places in a timetable of what a student attends, with the administrative class or by choice: the one
 * part of a statement that says so.
 * @param student expression of the id of the student
 * @param timetable expression of the id of the timetable
 */
export const attendedBy = (student: string, timetable: string): string => `(
  select own_p.teaching_class_id, own_p.meeting_id, own_p.day_of_week, own_p.period_start, own_p.period_end,
    own_p.weeks
  from (${attendedClassesOf(student)}) own_c cross join lateral (
    select * from class_assignment own_a
    where own_a.teaching_class_id = own_c.teaching_class_id and own_a.timetable_id = ${timetable}
      and own_a.day_of_week is not null offset 0) own_p)`;

/** The teaching classes of all semesters that a student attends or attended. */
export const attendedClassesOf = (student: string): string => `
  select own_e.teaching_class_id from enrolment own_e where own_e.student_id = ${student}
  union
  select own_g.teaching_class_id from student own_s
    join teaching_class_group own_g on ${attends('own_g', 'own_s')} where own_s.id = ${student}`;

/** Whether two places of one timetable, by the names of their rows, need somebody at the same time. */
export const overlaps = (a: string, b: string): string => `(
  ${a}.day_of_week = ${b}.day_of_week and ${a}.period_start <= ${b}.period_end
  and ${a}.period_end >= ${b}.period_start and ${a}.weeks && ${b}.weeks)`;
