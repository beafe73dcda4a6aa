import { preparedStatement, statement } from '../../../data/statements.js';
import type { ConflictKind } from '../../../schema/timetables.js';
import { inGroup } from '../attendance/attendees.queries.js';
import type { Span } from '../semester/periods.js';
import type { StandingMeeting, Strays } from './placed-problem.js';

export const standingMeetings = statement<StandingMeeting, [timetable: string]>(`
  select a.meeting_id as meeting, t.department_id as department, a.is_locked as "isLocked",
    case when a.day_of_week is not null then json_build_object('day', a.day_of_week,
      'period', a.period_start, 'room', a.classroom_id, 'teacher', a.teacher_id) end as place
  from class_assignment a join teaching_class t on t.id = a.teaching_class_id
  where a.timetable_id = $1 order by a.meeting_id`);

export const roomsById = statement<Strays['rooms'][number], [ids: readonly string[]]>(`
  select r.id, r.name, r.capacity, r.type_id as type, b.id as building, b.campus_id as campus
  from classroom r join building b on b.id = r.building_id where r.id = any($1) order by r.id`);

export const teachersById = statement<Strays['teachers'][number], [ids: readonly string[]]>(
  'select id, name from teacher where id = any($1) order by id',
);

export interface Holder {
  readonly meeting: string;
  readonly name: string;
}

/** A room or teacher that could be taken, and who has it then. */
export interface CandidateRow {
  readonly id: string;
  readonly name: string;
  readonly holders: readonly Holder[];
}

/** A moment in a timetable. */
export type MomentValues = [
  timetable: string,
  weeks: readonly number[],
  day: number,
  first: number,
  last: number,
  withoutMeeting: string | null,
];

/**
 * Who occupies things at the time, of the timetable $1, without the meeting $6: read once for all of them, as
 * rows of `busy`.
 */
const busySql = `
  busy as materialized (
    select y.resource,
      json_agg(json_build_object('meeting', m.id, 'name', k.name) order by k.name, m.id) as holders
    from (select occurrences($2::int[], $3::int, $4::int, $5::int) as slots offset 0) w
    join occupancy y on y.timetable_id = $1 and y.occurrences && w.slots
    join meeting m on m.id = y.meeting_id join teaching_class k on k.id = m.teaching_class_id
    where y.meeting_id is distinct from $6::uuid group by y.resource)`;

const holdersSql = (resource: string): string =>
  `coalesce((select busy.holders from busy where busy.resource = ${resource}), '[]')`;

/** The rooms of these ids, all if null, the smallest first. */
export const candidateRooms = preparedStatement<
  CandidateRow,
  [...moment: MomentValues, rooms: readonly string[] | null]
>(`
  with ${busySql}
  select r.id, r.name, ${holdersSql('r.id')} as holders
  from classroom r where $7::uuid[] is null or r.id = any($7)
  order by r.capacity, r.name, r.id`);

/** The named teacher, and who may teach the course, if null something in the semester. */
export const candidateTeachers = statement<
  CandidateRow,
  [...moment: MomentValues, course: string | null, named: string | null, semester: string]
>(`
  with ${busySql}
  select t.id, t.name, ${holdersSql('t.id')} as holders
  from teacher t where t.id = $8::uuid or t.id in (
    select q.teacher_id from teacher_qualification q where q.status = 'APPROVED' and case
      when $7::uuid is not null then q.course_id = $7
      else q.course_id in (select k.course_id from teaching_class k where k.semester_id = $9) end)
  order by t.name, t.id`);

/** What a meeting needs that another one has, in a week of both. */
export interface TakenRow extends Span {
  readonly kind: ConflictKind;
  /** Null where it is about single students. */
  readonly resource: string | null;
  /** Of students how many they are. */
  readonly resourceName: string;
  readonly meeting: string;
  readonly name: string;
  /** The weeks of both. */
  readonly weeks: readonly number[];
  /** The slots that a conflict allows them, as `int4multirange` writes them; null where there is none. */
  readonly known: string | null;
}

/** Of the other meeting `a` and the one that is asked about, `m`. */
const otherSql = `a.meeting_id as meeting, k.name, a.day_of_week as day, a.period_start as first,
    a.period_end as last, array(select unnest(a.weeks) intersect select unnest(m.weeks)) as weeks,
    p.slots::text as known`;
const joinedSql = (resource: string): string => `
  join teaching_class k on k.id = a.teaching_class_id
  left join conflict_pair p on p.timetable_id = $1 and p.resource = ${resource}
    and p.first_meeting_id = least(a.meeting_id, m.id)
    and p.second_meeting_id = greatest(a.meeting_id, m.id)`;

/**
 * When the rooms $3, the teachers $4 and who attends the meeting $2 have something else on the days $5, in
 * the timetable $1. Planning it takes longer than carrying it out.
 */
export const takenAround = preparedStatement<
  TakenRow,
  [
    timetable: string,
    meeting: string,
    rooms: readonly string[],
    teachers: readonly string[],
    days: readonly number[],
  ]
>(`
  with asked as materialized (select * from meeting where id = $2),
  whole as materialized (
    select range_agg(occurrences(m.weeks, day, 1, 24)) as slots from asked m, unnest($5::int[]) day),
  needed as materialized (
    select 'ROOM' as kind, r.id, r.name, slots from classroom r, whole where r.id = any($3)
    union all select 'TEACHER', t.id, t.name, slots from teacher t, whole where t.id = any($4)
    union all select 'CLASS', l.resource, coalesce(c.name, k.name),
        case when l.lanes = '{0}' then slots else in_lanes(slots, l.lanes) end
      from asked m join teaching_class k on k.id = m.teaching_class_id
        cross join lateral attended_lanes(k.id) l
        left join administrative_class c on c.id = l.resource, whole)
  select n.kind, n.id as resource, n.name as "resourceName", ${otherSql}
  from needed n cross join asked m cross join lateral (
      select meeting_id from occupancy where timetable_id = (select $1::uuid) and resource = n.id
        and occurrences && n.slots and meeting_id <> $2 offset 0) o
    cross join lateral (
      select * from class_assignment where timetable_id = (select $1::uuid) and meeting_id = o.meeting_id
        offset 0) a ${joinedSql('n.id')}`);

/** When single students who attend the meeting $2 have something else, one of both being an elective. */
export const studentsElsewhere = preparedStatement<
  TakenRow,
  [timetable: string, meeting: string, days: readonly number[]]
>(`
  with asked as materialized (select * from meeting where id = $2),
  concerned as materialized (
    select s.id, s.administrative_class_id, true as "hasChosen"
    from asked m join enrolment e on e.teaching_class_id = m.teaching_class_id
      join student s on s.id = e.student_id
    union all select s.id, s.administrative_class_id, false
    from asked m join teaching_class_group g on g.teaching_class_id = m.teaching_class_id
      join student s on s.administrative_class_id = g.administrative_class_id and ${inGroup('g', 's.id')}),
  elsewhere as materialized (
    select c.id, e.teaching_class_id from concerned c cross join lateral (
      select teaching_class_id from enrolment where student_id = c.id offset 0) e
    union select c.id, g.teaching_class_id from concerned c cross join lateral (
      select * from teaching_class_group where administrative_class_id = c.administrative_class_id
        offset 0) g
    where c."hasChosen" and ${inGroup('g', 'c.id')})
  select 'OTHER' as kind, null as resource, count(*)::text as "resourceName", ${otherSql}
  from asked m join elsewhere e on e.teaching_class_id <> m.teaching_class_id cross join lateral (
      select * from class_assignment where timetable_id = (select $1::uuid)
        and teaching_class_id = e.teaching_class_id offset 0) a ${joinedSql('e.id')}
  where a.day_of_week = any($3::int[]) and a.weeks && m.weeks
  group by a.meeting_id, k.name, a.day_of_week, a.period_start, a.period_end, a.weeks, m.weeks, p.slots`);
