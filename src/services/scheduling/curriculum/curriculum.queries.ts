import type { TeachingClassPart } from '../../../entities/scheduling/teaching-classes.js';
import type { WrittenMeeting } from './meeting-texts.js';
import type { WholeGroup } from './partition.js';
import {
  attendeeCount,
  attendeeName,
  attendeeOrder,
  attendees,
  classSize,
} from '../attendance/attendees.queries.js';
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
  /** A class that attends both as a whole and in part, or with groups of several partitions. */
  readonly mixed: string | null;
}

const enrolled = '(select count(*) from enrolment e where e.teaching_class_id = t.id)::int';

export const attendedClasses = statement<Attended, [ids: Json<readonly string[]>]>(`
  select t.name, t.is_compulsory as "isCompulsory", t.seats, ${enrolled} as enrolled,
    (select count(*) from teaching_class_group g where g.teaching_class_id = t.id)::int as groups,
    (select min(a.name) from ${attendees} where g.teaching_class_id = t.id group by a.id
      having count(distinct p.partition_id) > 1 or count(p.id) not in (0, count(*)) limit 1) as mixed
  from teaching_class t where t.id ${named} order by t.id`);

// Whoever is enrolled needs a seat, also beyond those who were expected.
export const seatEnrolled = command<[ids: Json<readonly string[]>]>(`
  update teaching_class t set student_count = ${enrolled}, version = version + 1
  where t.id ${named} and student_count < ${enrolled}`);

export const partsOfClasses = statement<TeachingClassPart, [ids: Json<readonly string[]>]>(`
  select t.id, t.code, t.name, t.student_count as "studentCount", t.seats,
    ${enrolled} as "enrolledCount",
    array(select ${attendeeName} from ${attendees} where g.teaching_class_id = t.id order by ${attendeeOrder})
      as "administrativeClassNames"
  from jsonb_array_elements_text($1) with ordinality as given(id, place)
    join teaching_class t on t.id = given.id::uuid order by given.place`);

/** An administrative class that attends as a whole, or a group of it. */
export interface Attendee {
  readonly class: string;
  readonly group: string | null;
  readonly name: string;
  readonly studentCount: number;
}

const attendee = `a.id as class, p.id as "group", ${attendeeName} as name,
  ${attendeeCount} as "studentCount"`;

export const attendeesOf = statement<Attendee, [teachingClass: string]>(`
  select ${attendee} from ${attendees} where g.teaching_class_id = $1 order by ${attendeeOrder}`);

export const groupsNamed = statement<Attendee, [groups: Json<readonly string[]>]>(`
  select ${attendee} from class_group p join class_partition k on k.id = p.partition_id
    join administrative_class a on a.id = k.administrative_class_id where p.id ${named}
  order by ${attendeeOrder}`);

/** A group as a cell names it: class, partition and group. */
export interface EveryGroup extends Attendee {
  readonly group: string;
  readonly path: string;
  readonly className: string;
  readonly partition: string;
}

const groupPath = `a.name || '/' || k.name || '/' || p.name`;

export const everyGroup = statement<EveryGroup>(`
  select ${attendee}, ${groupPath} as path, a.name as "className", k.id as partition
  from class_group p join class_partition k on k.id = p.partition_id
    join administrative_class a on a.id = k.administrative_class_id order by ${attendeeOrder}`);

/** Of teaching classes that groups attend: whole classes, and groups, by name. */
export const attendedByGroups = statement<{
  id: string;
  administrativeClasses: string[];
  classGroups: string[];
}>(`
  select g.teaching_class_id as id,
    coalesce(array_agg(a.name order by a.name collate "C") filter (where p.id is null), '{}')
      as "administrativeClasses",
    array_agg(${groupPath} order by (${groupPath}) collate "C") filter (where p.id is not null)
      as "classGroups"
  from ${attendees} left join class_partition k on k.id = p.partition_id
  group by 1 having count(p.id) > 0`);

/** Classes by their ids, in the order in which they are named; those that do not exist as well. */
export const wholeClasses = statement<Attendee, [classes: Json<readonly string[]>]>(`
  select x.id::uuid as class, null as "group", coalesce(a.name, '') as name,
    coalesce(${classSize()}, 0) as "studentCount"
  from jsonb_array_elements_text($1) with ordinality as x (id, place)
    left join administrative_class a on a.id = x.id::uuid order by x.place`);

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
  select coalesce(sum(${classSize()}), 0)::int as count from administrative_class a
  where a.id ${named}`);

/** The size of every administrative class. */
export const everyClassSize = statement<{ id: string; studentCount: number }>(
  `select a.id, ${classSize()} as "studentCount" from administrative_class a`,
);

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

/** Lets a class attend by its groups, in place of as a whole; gives the classes that do by now. */
export const partByGroups = statement<
  { class: string },
  [partitions: Json<readonly string[]>, teachingClass: string]
>(`
  with parted as (
    delete from teaching_class_group g using class_partition p
    where p.id ${named} and g.teaching_class_id = $2 and g.class_group_id is null
      and g.administrative_class_id = p.administrative_class_id returning p.id, g.administrative_class_id)
  insert into teaching_class_group (id, teaching_class_id, administrative_class_id, class_group_id)
  select gen_random_uuid(), $2, k.administrative_class_id, g.id
  from parted k join class_group g on g.partition_id = k.id
  returning administrative_class_id as class`);

/** A class attends once: as a whole, where it does or all groups of a partition do. */
export const dropGroupsOfWhole = command<[teachingClass: string]>(`
  delete from teaching_class_group g using teaching_class_group w
  where g.teaching_class_id = $1 and w.teaching_class_id = $1 and w.class_group_id is null
    and w.administrative_class_id = g.administrative_class_id and g.class_group_id is not null`);

export const uniteGroups = command<[teachingClass: string]>(`
  with whole as (
    select k.administrative_class_id as class, min(k.id::text)::uuid as kept
    from teaching_class_group k join class_group g on g.id = k.class_group_id
    where k.teaching_class_id = $1 group by 1, g.partition_id
    having count(*) = (select count(*) from class_group o where o.partition_id = g.partition_id)),
  united as (
    delete from teaching_class_group k using whole w
    where k.teaching_class_id = $1 and k.administrative_class_id = w.class and k.id <> w.kept)
  update teaching_class_group set class_group_id = null where id in (select kept from whole)`);

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
