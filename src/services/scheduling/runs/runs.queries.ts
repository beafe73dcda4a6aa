import type { Semester } from '../../../entities/scheduling/semesters.js';
import type { Row } from '../../../schema/rows.js';
import type { ScheduledSeries } from '../../../entities/scheduling/department-runs.js';
import { claimRelease, sequenceIncrement } from '../../../data/tasks/task.queries.js';
import { isOfRun, type RunValues } from '../problem/problem.queries.js';
import type { ConflictKind } from '../../../schema/timetables.js';
import { statement } from '../../../data/statements.js';

export const courseTypesOf = statement<{ id: string; type: string }, [classes: readonly string[]]>(`
  select t.id, c.type_id as type from teaching_class t join course c on c.id = t.course_id
  where t.id = any($1)`);

export const replacedMeetings = statement<{ id: string }, [timetable: string, ...scope: RunValues]>(`
  select m.id from class_assignment a join meeting m on m.id = a.meeting_id
    join teaching_class t on t.id = m.teaching_class_id
  where a.timetable_id = $1 and not a.is_locked and ${isOfRun}
    and (m.is_replaced or not t.is_enabled) order by m.id`);

export const requesterOf = statement<Record<'person' | 'department', string | null>, [task: string]>(`
  select u.name as person, d.name as department from scheduling_task t
    left join "user" u on u.id = t.requested_by_id left join department d on d.id = t.department_id
  where t.id = $1`);

export const conflictCounts = statement<
  { kind: ConflictKind; count: number },
  [timetable: string, meetings: readonly string[]]
>(`
  select c.kind, count(distinct c.id)::int as count from conflict c
    join conflict_pair p on p.conflict_id = c.id
  where c.timetable_id = $1 and c.status = 'OPEN'
    and (p.first_meeting_id = any($2) or p.second_meeting_id = any($2)) group by c.kind`);

export const lockKeptResult = statement<object, [task: string]>(
  'select from scheduling_task where id = $1 and is_result_kept for update',
);

export const basisFacts = statement<Record<'isNamed' | 'hasBegun', boolean>, [task: string]>(`
  select coalesce((snapshot->>'isNamed')::boolean, false) as "isNamed", snapshot is not null as "hasBegun"
  from scheduling_task where id = $1`);

export const meetingsExist = statement<{ meetings: boolean }, [semester: string]>(`
  select exists (select from meeting m join teaching_class t on t.id = m.teaching_class_id
  where t.semester_id = $1 and t.is_enabled and not m.is_replaced) as meetings`);

export const waitingCounts = statement<
  { count: number; own: number },
  [semester: string, person: string | null]
>(`
  select count(*)::int as count, (count(*) filter (where requested_by_id = $2))::int as own
  from scheduling_task where semester_id = $1 and status = 'QUEUED'`);

interface CourseRow {
  readonly id: string;
  readonly name: string;
  readonly isOwn: boolean;
  readonly isQualified: boolean;
}

export const coursesToTeach = statement<
  CourseRow,
  [departments: readonly string[], courses: readonly string[]]
>(`
  select c.id, c.name, c.department_id = any($1) as "isOwn", exists (select from teacher_qualification q
    where q.course_id = c.id and q.status = 'APPROVED') as "isQualified"
  from course c where c.id = any($2)`);

/** The tasks of the semester that come before a waiting one, and the seconds that they take at most. */
export const tasksAhead = (waiting: string) =>
  statement<{ count: number; seconds: number }, [semester: string, task: string]>(`
    with waiting as (${waiting})
    select count(*)::int as count,
      ceil(coalesce(sum(greatest(0, time_limit_seconds - searched_seconds)), 0))::int as seconds
    from scheduling_task t left join waiting w on w.id = t.id where t.semester_id = $1 and t.id <> $2
      and (t.status = 'RUNNING' or w.place < (select place from waiting where id = $2))`);

/** The rows `a` of the meetings that a run for a department placed, of the teaching classes `t`. */
const placedSql = `
  from class_assignment a join teaching_class t on t.id = a.teaching_class_id
    left join series s on s.id = a.series_id
  where a.timetable_id = $1 and a.day_of_week is not null and ${isOfRun}`;

const held = 'occurrences(a.weeks, a.day_of_week, a.period_start, a.period_end)';

/** How many rooms, teachers and periods the meetings of a run take, and how much of their time. */
export const resourceUse = statement<
  { kind: string; count: number; slots: number },
  [timetable: string, ...scope: RunValues]
>(`
  with held as (select a.classroom_id, a.teacher_id, ${held} as slots ${placedSql}),
  used as (
    select 'rooms' as kind, range_agg(slots) as slots from held group by classroom_id
    union all select 'teachers', range_agg(slots) from held group by teacher_id
    union all select 'periods', range_agg(slots) from held)
  select u.kind, count(*)::int as count,
    sum((select sum(upper(r) - lower(r)) from unnest(u.slots) r))::int as slots
  from used u where u.slots is not null group by 1`);

type SeriesRow = Pick<ScheduledSeries, 'seriesId' | 'teachingClassId' | 'studentCount' | 'priority'> &
  Readonly<Record<'course' | 'teacher' | 'classroom' | 'slots', string>>;

/** What stands in the timetable of the meetings that a run for a department placed, by series. */
export const seriesPlaced = (rowsMax: number) =>
  statement<SeriesRow, [timetable: string, ...scope: RunValues]>(`
    select a.series_id as "seriesId", t.id as "teachingClassId", t.student_count as "studentCount",
      coalesce(s.priority, 5) as priority, t.course_id as course, a.teacher_id as teacher,
      a.classroom_id as classroom, range_agg(${held})::text as slots ${placedSql}
    group by 1, 2, 3, 4, 5, 6, 7 order by t.code, 1 limit ${rowsMax}`);

/** The figures of the result, lists as JSON; null keeps what was reported last, but for the moves. */
export type EndFigures = readonly [
  hardViolations: number | null,
  softCost: number | null,
  placed: number | null,
  unplaced: number | null,
  penalties: string | null,
  moveCount: number | null,
  moves: string | null,
];

/** Open conflicts of teachers, rooms and classes. */
export type EndConflicts = readonly [teacher: number | null, room: number | null, class_: number | null];

/** Ends a task, which is locked, with what is known of its timetable. */
export const endTask = statement<
  { sequence: number },
  [
    task: string,
    status: 'COMPLETED' | 'CANCELLED',
    isComplete: boolean,
    searchedSeconds: number,
    timetable: string | null,
    ...figures: EndFigures,
    ...conflicts: EndConflicts,
    softFloor: number | null,
  ]
>(`
  update scheduling_task set status = $2, stage = 'FINALISATION',
    progress = case when $3 then 1 else progress end,
    searched_seconds = $4, timetable_id = $5,
    hard_violations = coalesce($6, hard_violations), soft_cost = coalesce($7, soft_cost),
    placed_count = coalesce($8, placed_count), unplaced_count = coalesce($9, unplaced_count),
    penalties = coalesce($10, penalties), moved_count = $11, moves = $12, best = null,
    teacher_conflicts = $13, room_conflicts = $14, class_conflicts = $15,
    soft_floor = case when $7 is null then soft_floor else $16 end, recent_gain = null,
    is_result_kept = false, failure_zh = null, failure_en = null,
    finished_at = clock_timestamp(), ${claimRelease}, ${sequenceIncrement}
  where id = $1 returning sequence`);

/** What the claim of a scheduling task has beside what every claim has. */
export const claimColumns = `semester_id as "semesterId", time_limit_seconds as "timeLimitSeconds", seed,
  searches, options, basis_id as "basisId", department_id as "departmentId", rounds,
  requested_by_id as "requestedById", reason,
  searched_seconds::float8 as "searchedSeconds", best`;

/**
 * What a task keeps of the problem that it solves, by names, lists in parts: to read it whole would hold up
 * all others for long. No row where the task has not begun.
 */
export const snapshotParts = statement<{ name: string; first: number; value: unknown }, [task: string]>(`
  select m.key as name, p.first, case jsonb_typeof(m.value) when 'array'
    then jsonb_path_query_array(m.value, '$[$a to $b]', jsonb_build_object('a', p.first, 'b', p.first + 999))
    else m.value end as value
  from scheduling_task t cross join lateral jsonb_each(t.snapshot) m
    cross join lateral generate_series(0, case jsonb_typeof(m.value) when 'array'
      then greatest(0, jsonb_array_length(m.value) - 1) else 0 end, 1000) p(first)
  where t.id = $1 order by m.key, p.first`);

export const keptResult = <R>() =>
  statement<R, [task: string]>(
    `select id, status, ${claimColumns} from scheduling_task where id = $1 and is_result_kept`,
  );

/** By a teacher of any department, whose qualification the caller need not see. */
export const isTaught = `exists (
  select from teacher_qualification q where q.course_id = r.id and q.status = 'APPROVED')`;

/** The days of the grid and those that runs place on, as they were when the task began to search. */
export const daysOfSnapshot = statement<
  Pick<Row<Semester>, 'daysPerWeek' | 'schedulingDays'>,
  [task: string]
>(`
  select snapshot -> 'days' as "daysPerWeek", snapshot -> 'schedulingDays' as "schedulingDays"
  from scheduling_task where id = $1 and snapshot -> 'schedulingDays' is not null`);
