import type { EnrolledStudent } from '../../../entities/scheduling/enrolments.js';
import { type Json, command, statement } from '../../../data/statements.js';

const named = 'in (select jsonb_array_elements_text($1)::uuid)';

/** Before the classes that they enrol in, as everybody locks who writes enrolments. */
export const lockStudents = command<[ids: Json<readonly string[]>]>(
  `select from student where id ${named} order by id for no key update`,
);

/** Of all departments, because an elective is open to all. */
export const studentCodes = statement<{ code: string; id: string }>(
  'select code, id from student where not is_graduated order by code',
);

interface Seats {
  readonly id: string;
  readonly name: string;
  readonly seats: number | null;
  readonly enrolled: readonly string[];
}

export const seatsOfClasses = statement<Seats, [ids: Json<readonly string[]>]>(`
  select t.id, t.name, t.seats,
    array(select e.student_id::text from enrolment e where e.teaching_class_id = t.id) as enrolled
  from teaching_class t where t.id ${named}`);

export const enrolledStudents = statement<EnrolledStudent, [ids: Json<readonly string[]>]>(`
  select s.id, s.code, s.name, a.name as "administrativeClassName"
  from student s left join administrative_class a on a.id = s.administrative_class_id
  where s.id ${named}`);

export const enrolledCounts = statement<{ id: string; count: number }, [ids: Json<readonly string[]>]>(`
  select teaching_class_id as id, count(*)::int as count from enrolment
  where teaching_class_id ${named} group by teaching_class_id`);
