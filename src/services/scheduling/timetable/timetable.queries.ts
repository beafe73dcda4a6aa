import { statement } from '../../../data/statements.js';

export const cttLines = statement<{ line: string }, [timetable: string]>(`
  select t.name || ' ' || r.name || ' ' || (a.day_of_week - 1) || ' ' || (a.period_start - 1) as line
  from class_assignment a join teaching_class t on t.id = a.teaching_class_id join classroom r on r.id
  = a.classroom_id
  where a.timetable_id = $1 and a.day_of_week is not null order by t.code, a.day_of_week, a.period_start`);

export const namesInUse = statement<{ name: string }>(
  'select lower(name) as name from semester union select lower(code) from campus union select ' +
    'lower(code) from department',
);

/**
 * Whether the row `r` of an assignment is in the current timetable of its semester: the published one,
 * otherwise the newest draft. DRAFT sorts before PUBLISHED.
 */
export const isCurrent = `r.timetable_id in (
  select distinct on (t.semester_id) t.id from timetable t
  where t.status in ('DRAFT', 'PUBLISHED') order by t.semester_id, t.status desc, t.revision desc)`;

/** Whether an administrative class attends what the row `r` of an assignment is of. */
export const isCompulsory = `exists (
  select from teaching_class_group g where g.teaching_class_id = r.teaching_class_id)`;

/** Whether students choose what the row `r` is of, instead of attending it with their class. */
export const isChosen = `not ${isCompulsory}`;
