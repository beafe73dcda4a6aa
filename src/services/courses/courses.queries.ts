import type { TeacherPreference } from '../../entities/courses.js';
import type { Row } from '../../schema/rows.js';
import { type Json, type SeenDepartments, statement } from '../../data/statements.js';

/** Of all teachers, because a pair exists once, whoever sees it. */
export const heldQualifications = statement<{ teacher: string; course: string }>(
  'select teacher_id as teacher, course_id as course from teacher_qualification',
);

/** Deletes what teachers prefer on the first days of a week, or in some periods; gives what is gone. */
export const removedPreferences = statement<
  { id: string },
  [
    teachers: Json<readonly string[]>,
    semester: string,
    lastDay: number,
    periods: Json<readonly { readonly dayOfWeek: number; readonly period: number }[]> | null,
  ]
>(`
  delete from teacher_preference where teacher_id in (select jsonb_array_elements_text($1)::uuid)
    and semester_id = $2 and day_of_week <= $3 and ($4::jsonb is null or (day_of_week, period) in (
      select "dayOfWeek", period from jsonb_to_recordset($4) as p ("dayOfWeek" int, period int)))
  returning id`);

/** What teachers prefer in one semester who prefer nothing in another; of all where no teachers are named. */
export const preferencesToCopy = statement<
  Row<TeacherPreference>,
  [from: string, to: string, teachers: Json<readonly string[]> | null, seen: SeenDepartments]
>(`
  select p.teacher_id as teacher, p.day_of_week as "dayOfWeek", p.period, p.level, p.reason
  from teacher_preference p join teacher t on t.id = p.teacher_id
  where p.semester_id = $1
    and ($3::jsonb is null or t.id in (select jsonb_array_elements_text($3)::uuid))
    and ($4::uuid[] is null or t.department_id = any ($4))
    and not exists (
      select from teacher_preference held where held.teacher_id = t.id and held.semester_id = $2)
  order by t.code, p.day_of_week, p.period, p.id`);
