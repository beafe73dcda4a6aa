import type { EntityManager } from '@mikro-orm/postgresql';
import type { Semester } from '../../../entities/scheduling/semesters.js';
import type { Row } from '../../../schema/rows.js';
import { forbiddenSpans } from '../placement/facts.js';
import { isOfRun, runValues, type RunScope } from '../problem/run-scope.js';
import { schedulingDaysOf } from '../semester/weeks.js';
import type { GapItem } from './gap-kinds.js';

/** Teachers whose fullest week has more periods than they may teach in it, by name. */
export async function overloadedTeachers(
  em: EntityManager,
  semester: Row<Semester>,
  scope: RunScope,
): Promise<GapItem[]> {
  const rows = await em.execute<TeacherLoad[]>(loadsSql, [semester.id, ...runValues(scope)]);
  return rows.flatMap(({ id, name, needs, ...limits }) => {
    const has = openPeriods(semester, limits);
    return needs > has ? [{ id, name, needs, has, what: null }] : [];
  });
}

interface TeacherLoad extends Limits {
  readonly id: string;
  readonly name: string;
  readonly needs: number;
}

interface Limits {
  readonly weeklyMax: number | null;
  readonly forbiddenTimes: string | null;
  readonly absent: readonly { readonly day: number; readonly period: number }[];
}

/** Periods of a week in which somebody may teach: on scheduling days, no more than the limit. */
function openPeriods(semester: Row<Semester>, { weeklyMax, forbiddenTimes, absent }: Limits): number {
  const closed = new Set(absent.map(({ day, period }) => `${day}/${period}`));
  for (const { day, first, last } of forbiddenSpans({ forbiddenTimes }))
    for (let period = first; period <= last; period++) closed.add(`${day}/${period}`);
  let open = 0;
  for (const day of schedulingDaysOf(semester))
    for (let period = 1; period <= semester.periodsPerDay; period++)
      if (!closed.has(`${day}/${period}`)) open++;
  return Math.min(open, weeklyMax ?? Infinity);
}

/** Teachers of whom one statement reads; far above what a university has. */
const teachersMax = 20_000;

/** What teachers hold in their fullest week: what names them, and courses that nobody else may teach. */
const loadsSql = `
  with alone as (
    select course_id as course, min(teacher_id::text)::uuid as teacher from teacher_qualification
    where status = 'APPROVED' group by course_id having count(distinct teacher_id) = 1),
  loads as (
    select coalesce(m.teacher_id, alone.teacher) as teacher, w as week, sum(m.periods)::int as periods,
      bool_or(${isOfRun}) as "isOurs"
    from meeting m join teaching_class t on t.id = m.teaching_class_id
      left join alone on alone.course = t.course_id, unnest(m.weeks) w
    where t.semester_id = $1 and t.is_enabled and not m.is_replaced
    group by 1, 2)
  select p.id, p.name, p.weekly_periods_max as "weeklyMax", p.forbidden_times as "forbiddenTimes",
    l.periods as needs, coalesce((select json_agg(json_build_object('day', u.day_of_week, 'period', u.period))
      from unavailability u where u.semester_id = $1 and u.teacher_id = p.id), '[]') as absent
  from (select teacher, max(periods) as periods from loads group by 1 having bool_or("isOurs")) l
    join teacher p on p.id = l.teacher
  order by p.name, p.id limit ${teachersMax}`;
