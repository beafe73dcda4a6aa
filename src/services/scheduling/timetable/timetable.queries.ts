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
