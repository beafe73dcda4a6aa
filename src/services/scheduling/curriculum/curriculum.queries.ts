import type { TeachingClassPart } from '../../../entities/scheduling/teaching-classes.js';
import type { WrittenMeeting } from './meeting-texts.js';
import type { WholeGroup } from './partition.js';
import { type Json, command, statement } from '../../../data/statements.js';

const named = 'in (select jsonb_array_elements_text($1)::uuid)';

export const lockClasses = command<[ids: Json<readonly string[]>]>(
  `select id from teaching_class where id ${named} order by id for no key update`,
);

export interface Attended {
  readonly name: string;
  readonly isCompulsory: boolean;
  readonly seats: number | null;
  readonly groups: number;
  readonly enrolled: number;
}

const enrolled = '(select count(*) from enrolment e where e.teaching_class_id = t.id)::int';

export const attendedClasses = statement<Attended, [ids: Json<readonly string[]>]>(`
  select t.name, t.is_compulsory as "isCompulsory", t.seats, ${enrolled} as enrolled,
    (select count(*) from teaching_class_group g where g.teaching_class_id = t.id)::int as groups
  from teaching_class t where t.id ${named} order by t.id`);

// Whoever is enrolled needs a seat, also beyond those who were expected.
export const seatEnrolled = command<[ids: Json<readonly string[]>]>(`
  update teaching_class t set student_count = ${enrolled}, version = version + 1
  where t.id ${named} and student_count < ${enrolled}`);

export const partsOfClasses = statement<TeachingClassPart, [ids: Json<readonly string[]>]>(`
  select t.id, t.code, t.name, t.student_count as "studentCount", t.seats,
    ${enrolled} as "enrolledCount",
    array(select a.name from teaching_class_group g join administrative_class a
      on a.id = g.administrative_class_id where g.teaching_class_id = t.id order by a.code, a.id)
      as "administrativeClassNames"
  from jsonb_array_elements_text($1) with ordinality as given(id, place)
    join teaching_class t on t.id = given.id::uuid order by given.place`);

export const attendingGroups = statement<WholeGroup, [teachingClass: string]>(`
  select a.id, a.name, a.student_count as "studentCount"
  from teaching_class_group g join administrative_class a on a.id = g.administrative_class_id
  where g.teaching_class_id = $1 order by a.code, a.id`);

export const enrolmentsByGroup = statement<{ id: string }, [teachingClass: string]>(`
  select e.id from enrolment e join student s on s.id = e.student_id
  left join administrative_class a on a.id = s.administrative_class_id
  where e.teaching_class_id = $1 order by a.code, s.code, e.id`);

export const codesLike = statement<{ code: string }, [start: string]>(
  'select lower(btrim(code)) as code from teaching_class where starts_with(lower(btrim(code)), lower($1))',
);

export const headCountOf = statement<{ count: number }, [ids: Json<readonly string[]>]>(`
  select coalesce(sum(student_count), 0)::int as count from administrative_class
  where id ${named}`);

/** Keeps of equal attendees the one in the class that comes first. */
const deleteRepeated = (table: string, attendee: string) =>
  statement<{ id: string }, [classes: Json<readonly string[]>]>(`
  delete from ${table} where id in (
    select x.id from (
      select a.id, row_number() over (partition by a.${attendee} order by given.place) as copy
      from ${table} a join jsonb_array_elements_text($1) with ordinality as given(id, place)
        on given.id::uuid = a.teaching_class_id) x
    where x.copy > 1) returning id`);

export const deleteRepeatedGroups = deleteRepeated('teaching_class_group', 'administrative_class_id');
export const deleteRepeatedEnrolments = deleteRepeated('enrolment', 'student_id');

/** The meetings of all teaching classes, by class and in order. */
export const meetingsToWrite = statement<WrittenMeeting & { readonly teachingClass: string }>(`
  select m.teaching_class_id as "teachingClass", t.code as teacher,
    coalesce((select jsonb_agg(jsonb_build_object('teacher', k.code, 'role', f.role) order by f.id)
      from further_teacher f join teacher k on k.id = f.teacher_id
      where f.meeting_id = m.id), '[]') as further,
    m.periods, m.weeks, h.name as hours,
    r.name as room
  from meeting m left join teacher t on t.id = m.teacher_id
    left join credit_hour_type h on h.id = m.credit_hour_type_id
    left join classroom_type r on r.id = m.classroom_type_id
  where not m.is_replaced order by m.teaching_class_id, m.sequence`);
