import type { EnrolledStudent } from '../../../entities/scheduling/enrolments.js';
import type { TeachingClassPart } from '../../../entities/scheduling/teaching-classes.js';
import type { WrittenMeeting } from './meeting-texts.js';
import type { WholeGroup } from './partition.js';
import { attendeeCount, attendeeName, attendeeOrder, attendees } from '../attendance/attendees.queries.js';
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

export const partsOfClasses = statement<TeachingClassPart, [ids: Json<readonly string[]>]>(`
  select t.id, t.code, t.name, t.student_count as "studentCount", t.seats,
    ${enrolled} as "enrolledCount",
    array(select ${attendeeName} from ${attendees} where g.teaching_class_id = t.id order by ${attendeeOrder})
      as "administrativeClassNames"
  from jsonb_array_elements_text($1) with ordinality as given(id, place)
    join teaching_class t on t.id = given.id::uuid order by given.place`);

/** Whole classes and groups that attend, by the id of that. */
export const attendingGroups = statement<WholeGroup, [teachingClass: string]>(`
  select g.id, ${attendeeName} as name, ${attendeeCount} as "studentCount"
  from ${attendees} where g.teaching_class_id = $1 order by ${attendeeOrder}`);

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
      select a.id, row_number() over (partition by ${attendee} order by given.place) as copy
      from ${table} a join jsonb_array_elements_text($1) with ordinality as given(id, place)
        on given.id::uuid = a.teaching_class_id) x
    where x.copy > 1) returning id`);

export const deleteRepeatedGroups = deleteRepeated(
  'teaching_class_group',
  'a.administrative_class_id, a.class_group_id',
);
export const deleteRepeatedEnrolments = deleteRepeated('enrolment', 'a.student_id');

/** The meetings of all teaching classes, by class and in order. */
export const meetingsToWrite = statement<WrittenMeeting & { readonly teachingClass: string }>(`
  select m.teaching_class_id as "teachingClass", t.code as teacher, m.periods, m.weeks, h.name as hours,
    r.name as room
  from meeting m left join teacher t on t.id = m.teacher_id
    left join credit_hour_type h on h.id = m.credit_hour_type_id
    left join classroom_type r on r.id = m.classroom_type_id
  where not m.is_replaced order by m.teaching_class_id, m.sequence`);
