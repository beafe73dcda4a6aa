import { gapItemsMax } from '../../../entities/scheduling/readiness.js';
import type { ReadinessKind } from '../../../schema/readiness.js';
import { statement } from '../../../data/statements.js';
import { offeredSql, isOfRun, type RunValues } from '../problem/problem.queries.js';
import { attendees, classSize, lanes } from '../attendance/attendees.queries.js';
import type { GapItem } from './gap-kinds.js';

/** Those that a run has to place although nobody is named for them, by course. */
const withoutTeacher = (state: string): string => `
  select c.id, c.name, count(distinct m.class)::int as needs,
    (select count(*)::int from teacher_qualification q where q.course_id = c.id and q.status = 'PENDING')
      as has, null as what
  from held m join course c on c.id = m.course
  where m."isOurs" and m.teacher is null
    and not exists (select from teacher_qualification q where q.course_id = c.id and q.status = 'APPROVED')
    and ${state} exists (
      select from teacher_qualification q where q.course_id = c.id and q.status = 'PENDING')
  group by c.id, c.name`;

/** Teaching classes that a room of their type is missing to, as far as the largest of it tells. */
const withoutRoom = (condition: string): string => `
  select m.class as id, m.name, m.size as needs, max(s.largest) as has, max(k.name) as what
  from held m left join seats s on s.type is not distinct from m."roomType"
    left join classroom_type k on k.id = m."roomType"
  where m."isOurs" and (select "isStandard" from grid) and ${condition}
  group by m.class, m.name, m.size`;

const teachingClasses = (what: string): string => `
  select t.id, t.name, null::int as needs, null::int as has, null as what from ours t where ${what}`;

/** The semester itself, where a condition holds. */
const semesterWhere = (condition: string): string =>
  `select id, name, null::int as needs, null::int as has, null as what from grid where ${condition}`;

/** What is held of meetings `m` in a week; of meetings that are longer than any band, runs break one. */
const load = `sum(m.periods) as periods, bool_or(m."isOurs") as "isOurs",
  sum(m.periods / 2) filter (where m.periods <= (select band from grid)) as pairs`;

/** Owners of whose `loads` a week has no room, in periods or in pairs of them; `count` of them share it. */
const overloaded = (loads: string, owners: string): string => `
  select distinct on (o.id) o.id, o.name, l.needs::int, l.has::int, null as what
  from ${owners} o join (${loads}) w on w.id = o.id and w."isOurs", grid g,
    lateral (select g."isStandard" and w.pairs > o.count * g.pairs as "isByPairs") p,
    lateral (select case when "isByPairs" then 2 * w.pairs else w.periods end as needs,
      o.count * case when "isByPairs" then 2 * g.pairs else g.slots end as has) l
  where l.needs > l.has order by o.id, l.needs - l.has desc`;

/** Rows of id, name, needs, has and what, by kind; null: it is not found by a query. */
const gapQueries: Readonly<Record<ReadinessKind, string | null>> = {
  SEMESTER_DISABLED: semesterWhere('not "isEnabled"'),
  NO_DAYS: semesterWhere('days = 0'),
  NOTHING_TAUGHT: semesterWhere('not exists (select from ours)'),
  NO_TEACHER: withoutTeacher('not'),
  TEACHER_NOT_APPROVED: withoutTeacher(''),
  NO_MEETINGS: teachingClasses(
    'not exists (select from meeting m where m.teaching_class_id = t.id and not m.is_replaced)',
  ),
  NO_ROOM: withoutRoom('s.largest is null'),
  ROOM_TOO_SMALL: withoutRoom('s.largest < m.size'),
  TOO_LONG: `
      select m.class as id, m.name, max(m.periods) as needs, max(g.periods) as has, null as what
      from held m, grid g where m."isOurs" and m.periods > g.periods group by m.class, m.name`,
  WEEKS_OUTSIDE: `
      select m.class as id, m.name, max(w) as needs, max(g.weeks) as has, null as what
      from held m, grid g, unnest(m.weeks) w where m."isOurs" and w > g.weeks group by m.class, m.name`,
  NO_STUDENTS: teachingClasses('t.student_count = 0'),
  CLASS_OVERLOADED: overloaded(
    `select a.id, lane, w as week, ${load} from held m join ${attendees} on g.teaching_class_id = m.class,
        ${lanes}, unnest(m.weeks) w group by 1, 2, 3`,
    '(select id, name, 1 as count from administrative_class)',
  ),
  ROOMS_OVERLOADED: overloaded(
    `select m."roomType" as id, w as week, ${load} from held m, unnest(m.weeks) w
       where m."roomType" is not null group by 1, 2`,
    '(select k.id, k.name, s.rooms as count from seats s join classroom_type k on k.id = s.type)',
  ),
  TEACHER_OVERLOADED: null,
  STUDENTS_WITHOUT_GROUP: `
      select p.id, a.name, count(s.id)::int as needs, null::int as has, p.name as what
      from class_partition p join administrative_class a on a.id = p.administrative_class_id
        left join student s on s.administrative_class_id = a.id and not s.is_graduated and not exists (
          select from class_group_member i where i.partition_id = p.id and i.student_id = s.id)
      where exists (select from class_group g join teaching_class_group k on k.class_group_id = g.id
        join ours t on t.id = k.teaching_class_id where g.partition_id = p.id)
      group by p.id, a.name
      having count(s.id) > 0`,
  EMPTY_GROUP: `
      select g.id, a.name || '（' || g.name || '）' as name, null::int as needs, null::int as has,
        p.name as what
      from class_group g join class_partition p on p.id = g.partition_id
        join administrative_class a on a.id = p.administrative_class_id
      where exists (select from teaching_class_group k join ours t on t.id = k.teaching_class_id
          where k.class_group_id = g.id)
        and not exists (select from class_group_member i where i.class_group_id = g.id)`,
  LINK_IMPOSSIBLE: `
      select l.first_id as id, t.name, null::int as needs, null::int as has, k.name as what
      from teaching_link l join ours t on t.id = l.first_id
        join teaching_class k on k.id = l.second_id and k.is_enabled
      where l.level = 'HARD' and exists (
        select from meeting a join meeting b on b.teaching_class_id = l.second_id and not b.is_replaced
            and (l.second_hours_id is null or b.credit_hour_type_id = l.second_hours_id)
        where a.teaching_class_id = l.first_id and not a.is_replaced and a.weeks && b.weeks
          and (l.first_hours_id is null or a.credit_hour_type_id = l.first_hours_id)
          and case l.kind when 'SAME_TEACHER' then a.teacher_id <> b.teacher_id
            when 'SAME_ROOM' then a.classroom_type_id <> b.classroom_type_id
            when 'SAME_TIME' then a.teacher_id = b.teacher_id end)`,
  CLASS_WITHOUT_COURSES: `
      select a.id, a.name, ${classSize()} as needs, null::int as has, null as what
      from administrative_class a join grade e on e.id = a.grade_id, grid g
      where a.is_enabled and e.start_date <= g."endDate" and coalesce(e.end_date >= g."startDate", true)
        and (cardinality($2::uuid[]) = 0 or a.department_id = any($2))
        and not exists (select from teaching_class_group k join teaching_class t on t.id = k.teaching_class_id
          where k.administrative_class_id = a.id and t.semester_id = $1 and t.is_enabled)`,
  NO_PERIOD_TIMES: `
      select c.id, c.name, g.periods as needs, coalesce(min(cardinality(b.times)), 0) as has, null as what
      from grid g cross join sites c left join bell_season b on b.campus_id is not distinct from (
        select c.id where exists (select from bell_season o where o.campus_id = c.id))
      group by c.id, c.name, g.periods
      having coalesce(min(cardinality(b.times)), 0) < g.periods`,
  LESSON_MINUTES_DIFFER: `
      select b.id, concat_ws(' ', c.name, b.starts_on) as name, s.lesson_minutes as needs,
        max(p.minutes) as has, null as what
      from bell_schedule s cross join bell_season b left join sites c on c.id = b.campus_id
        cross join lateral (select (extract(epoch from right(t, 5)::time - left(t, 5)::time) / 60)::int
          as minutes from unnest(b.times) t) p
      where p.minutes <> s.lesson_minutes and (b.campus_id is null or c.id is not null)
      group by b.id, c.name, s.lesson_minutes, b.starts_on`,
};

/** What the queries of all kinds read from: the values are those of `gapsIn`. */
const sharedSql = `
  grid as materialized (
    select id, name, campus_id as campus, is_enabled as "isEnabled", start_date as "startDate",
      end_date as "endDate",
      rule_profile = 'STANDARD' as "isStandard", $7::int as weeks, $8::int as days,
      periods_per_day as periods, $8::int * periods_per_day as slots, $8::int * $9::int as pairs,
      $10::int as band
    from semester where id = $1),
  sites as (
    select c.id, c.name from campus c join grid g on c.id = coalesce(g.campus, c.id)
    where c.is_enabled and not exists (select from semester o where o.campus_id = c.id and o.id <> g.id)),
  ours as materialized (
    select t.* from teaching_class t where t.semester_id = $1 and t.is_enabled and ${isOfRun}),
  held as materialized (
    select m.teaching_class_id as class, t.name, t.course_id as course, t.student_count as size, m.periods,
      m.weeks, m.teacher_id as teacher, case when $6 then m.classroom_type_id end as "roomType",
      ${isOfRun} as "isOurs"
    from meeting m join teaching_class t on t.id = m.teaching_class_id
    where t.semester_id = $1 and t.is_enabled and not m.is_replaced),
  seats as materialized (
    select r.type_id as type, max(r.capacity) as largest, count(*)::int as rooms
    from ${offeredSql} where o.offered and (cardinality($5::uuid[]) = 0 or b.id = any($5))
    group by grouping sets ((r.type_id), ()))`;

const gapSql = (kind: ReadinessKind, query: string): string => `
  select '${kind}' as kind, count(*)::int as count,
    coalesce(json_agg(f order by f.place) filter (where f.place <= ${gapItemsMax}), '[]') as items
  from (select q.*, row_number() over (order by q.name, q.id) as place from (${query}) q) f`;

/** What is missing of one kind. */
export interface Gap {
  readonly kind: ReadinessKind;
  readonly count: number;
  readonly items: readonly GapItem[];
}

/** What is missing of some kinds, in one statement. */
export const gapsIn = (kinds: readonly ReadinessKind[]) =>
  statement<
    Gap,
    [
      semester: string,
      ...scope: RunValues,
      buildings: readonly string[],
      isTypeNeeded: boolean,
      weeks: number,
      days: number,
      pairsOfDay: number,
      longestBand: number,
    ]
  >(
    `with ${sharedSql} ${kinds
      .flatMap((kind) => {
        const query = gapQueries[kind];
        return query === null ? [] : [gapSql(kind, query)];
      })
      .join(' union all ')}`,
  );

interface TeacherLoad extends Limits {
  readonly id: string;
  readonly name: string;
  readonly needs: number;
  readonly pairs: number;
}

export interface Limits {
  readonly weeklyMax: number | null;
  readonly forbiddenTimes: string | null;
  readonly absent: readonly { readonly day: number; readonly period: number }[];
}

/** Teachers of whom one statement reads; far above what a university has. */
const teachersMax = 20_000;

/**
 * What teachers hold in their fullest week: what names them, alone or with others, and courses that nobody
 * else may teach.
 */
export const teacherLoads = statement<
  TeacherLoad,
  [semester: string, ...scope: RunValues, longestBand: number]
>(`
  with alone as (
    select course_id as course, min(teacher_id::text)::uuid as teacher from teacher_qualification
    where status = 'APPROVED' group by course_id having count(distinct teacher_id) = 1),
  loads as (
    select by.teacher, w as week, sum(m.periods)::int as periods, bool_or(${isOfRun}) as "isOurs",
      coalesce(sum(m.periods / 2) filter (where m.periods <= $5), 0)::int as pairs
    from meeting m join teaching_class t on t.id = m.teaching_class_id
      left join alone on alone.course = t.course_id
      cross join lateral (select coalesce(m.teacher_id, alone.teacher) as teacher
        union select f.teacher_id from further_teacher f where f.meeting_id = m.id) by, unnest(m.weeks) w
    where t.semester_id = $1 and t.is_enabled and not m.is_replaced
    group by 1, 2)
  select p.id, p.name, p.weekly_periods_max as "weeklyMax", p.forbidden_times as "forbiddenTimes",
    l.periods as needs, l.pairs,
    coalesce((select json_agg(json_build_object('day', u.day_of_week, 'period', u.period))
      from unavailability u where u.semester_id = $1 and u.teacher_id = p.id), '[]') as absent
  from (select teacher, max(periods) as periods, max(pairs) as pairs from loads
    group by 1 having bool_or("isOurs")) l
    join teacher p on p.id = l.teacher
  order by p.name, p.id limit ${teachersMax}`);
