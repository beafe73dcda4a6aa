import type { EntityManager } from '@mikro-orm/postgresql';
import type { Semester } from '../../../entities/scheduling/semesters.js';
import { RuleProfile } from '../../../schema/enums.js';
import type { Row } from '../../../schema/rows.js';
import { forbiddenSpans } from '../placement/facts.js';
import { runValues, type RunScope } from '../problem/run-scope.js';
import { longestBand, range, startsFor } from '../semester/periods.js';
import { schedulingDaysOf } from '../semester/weeks.js';
import type { GapItem } from './gap-kinds.js';
import { teacherLoads, type Limits } from './readiness.queries.js';

/** Teachers whose fullest week has more than they have room for in it, by name. */
export async function overloadedTeachers(
  em: EntityManager,
  semester: Row<Semester>,
  scope: RunScope,
  longBreaks: readonly number[],
): Promise<GapItem[]> {
  const periods = semester.periodsPerDay;
  const isStandard = semester.ruleProfile === RuleProfile.STANDARD;
  const band = longestBand(periods, longBreaks);
  const starts = startsFor(2, periods, longBreaks);
  const rows = await teacherLoads(em, semester.id, ...runValues(scope), band);
  return rows.flatMap(({ id, name, needs, pairs, weeklyMax, ...limits }) => {
    const isOpen = openIn(limits);
    const open = (lengths: readonly number[], length: number): number =>
      schedulingDaysOf(semester).reduce(
        (sum, day) =>
          sum + lengths.filter((first) => range(first, length).every((period) => isOpen(day, period))).length,
        0,
      );
    const has = Math.min(open(range(1, periods), 1), weeklyMax ?? Infinity);
    const pairsMax = isStandard ? open(starts, 2) : Infinity;
    if (pairs > pairsMax) return [{ id, name, needs: 2 * pairs, has: 2 * pairsMax, what: null }];
    return needs > has ? [{ id, name, needs, has, what: null }] : [];
  });
}

/** Whether a teacher may teach in a period of a day. */
function openIn({
  forbiddenTimes,
  absent,
}: Omit<Limits, 'weeklyMax'>): (day: number, period: number) => boolean {
  const closed = new Set(absent.map(({ day, period }) => `${day}/${period}`));
  for (const { day, first, last } of forbiddenSpans({ forbiddenTimes }))
    for (let period = first; period <= last; period++) closed.add(`${day}/${period}`);
  return (day, period) => !closed.has(`${day}/${period}`);
}
