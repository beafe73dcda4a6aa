import type { EntityManager } from '@mikro-orm/postgresql';
import type { Semester } from '../../../entities/scheduling/semesters.js';
import type { Row } from '../../../schema/rows.js';
import { forbiddenSpans } from '../placement/facts.js';
import { runValues, type RunScope } from '../problem/run-scope.js';
import { schedulingDaysOf } from '../semester/weeks.js';
import type { GapItem } from './gap-kinds.js';
import { teacherLoads, type Limits } from './readiness.queries.js';

/** Teachers whose fullest week has more periods than they may teach in it, by name. */
export async function overloadedTeachers(
  em: EntityManager,
  semester: Row<Semester>,
  scope: RunScope,
): Promise<GapItem[]> {
  const rows = await teacherLoads(em, semester.id, ...runValues(scope));
  return rows.flatMap(({ id, name, needs, ...limits }) => {
    const has = openPeriods(semester, limits);
    return needs > has ? [{ id, name, needs, has, what: null }] : [];
  });
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
