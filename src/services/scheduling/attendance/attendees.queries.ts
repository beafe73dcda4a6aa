/**
 * Who attends a teaching class, for the statements that ask: a row `g` of `teaching_class_group` is an
 * administrative class, or the group of it that `class_group_id` names.
 */

/** Whether the student `s` attends what the row `g` is of. */
export const attends = (g: string, s: string): string => `(
  ${g}.administrative_class_id = ${s}.administrative_class_id and ${inGroup(g, `${s}.id`)})`;

/** Whether a student of the class is in the group that attends, where only a group does. */
export const inGroup = (g: string, student: string): string => `(${g}.class_group_id is null or exists (
  select from class_group_member i
  where i.class_group_id = ${g}.class_group_id and i.student_id = ${student}))`;

/** The rows `g` with what they name: the class `a`, and its group `p`, if one alone attends. */
export const attendees = `teaching_class_group g
  join administrative_class a on a.id = g.administrative_class_id
  left join class_group p on p.id = g.class_group_id`;

/** The lanes of an attendee. */
export const lanes = 'unnest(coalesce(p.lanes, a.lanes)) as lane';

/** What tells the students of a lane from others: their class, where it is not parted. */
export const laneKey = `case when a.lanes = '{0}' then a.id::text else a.id || '#' || lane end`;

/** The groups of a lane of the class `a`, by id. */
export const laneGroups = `array(
  select i.id::text from class_partition k join class_group i on i.partition_id = k.id
  where k.administrative_class_id = a.id and lane = any(i.lanes) order by 1)`;

/** The groups of the student `s`, by id. */
export const studentGroups = `array(
  select i.class_group_id::text from class_group_member i where i.student_id = s.id order by 1)`;

/** The name of an attendee. */
export const attendeeName = `a.name || coalesce('（' || p.name || '）', '')`;

/** The students of the class `a`: as many as are expected, or as are in it and study, if these are more. */
export const classSize = (a = 'a'): string => `greatest(${a}.student_count, (
  select count(*) from student s where s.administrative_class_id = ${a}.id and not s.is_graduated))::int`;

/** The number of students that are expected of it. */
export const attendeeCount = `coalesce(p.student_count, ${classSize()})`;

/** The order in which attendees are told. */
export const attendeeOrder = 'a.code, a.id, p."order", p.id';
