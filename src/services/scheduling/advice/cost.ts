import { RULES, settingOf, type RuleId, type Score } from '@class-scheduling/solver';
import type { Context } from '../../../data/context.js';
import type { MeetingPlace, StateChange } from '../changes/states.js';
import { openTimetable } from '../changes/timetable.js';
import { adviserOf, type Adviser } from './adviser.js';
import type { Proposal } from './suggestions.js';

/** What a rule costs before and after a change. */
export interface RuleCost {
  readonly rule: RuleId;
  readonly isHard: boolean;
  readonly before: number;
  readonly after: number;
}

/** The cost of a timetable before and after a change: first all that are hard, then all that are soft. */
export interface ChangeCost {
  readonly hardBefore: number;
  readonly hardAfter: number;
  readonly softBefore: number;
  readonly softAfter: number;
  readonly rules: readonly RuleCost[];
}

/** What a planner decides by hand breaks none of these; meetings without a place are counted elsewhere. */
const decided: readonly RuleId[] = ['unplaced', 'not-offered', 'lock'];

/**
 * The cost of a change, stored or not. Null where it moves a meeting to what the semester's problem does not
 * know, such as a room that serves another semester.
 */
export async function costOf(
  ctx: Context,
  timetable: string,
  changes: readonly StateChange[],
): Promise<ChangeCost | null> {
  const em = ctx.em.fork();
  const adviser = await adviserOf(ctx, em, await openTimetable(ctx, em, timetable, { isLocked: false }));
  return costBy(adviser, changes);
}

/** The cost of a change that nobody has made yet; null where its adviser does not know one of the places. */
export const costOfProposal = async ({
  adviser,
  changes,
  difference,
}: Proposal): Promise<ChangeCost | null> =>
  difference
    ? costFrom(adviser, await adviser.score(), await adviser.scoreAfter(difference))
    : costBy(adviser, changes);

/** What a change that nobody has made yet adds to the cost, without the cost of the whole timetable. */
export async function addedBy({
  adviser,
  changes,
  difference,
}: Proposal): Promise<{ hard: number; soft: number } | null> {
  const added = difference ?? (await adviser.differenceWith(placesAt(changes, 'after')));
  if (!added) return null;
  const { hardAfter: hard, softAfter: soft } = costFrom(adviser, { hard: 0, soft: 0, byRule: {} }, added);
  return { hard, soft };
}

const placesAt = (
  changes: readonly StateChange[],
  side: 'before' | 'after',
): ReadonlyMap<string, MeetingPlace | null> =>
  new Map(changes.map((change) => [change.meeting, change[side]?.place ?? null]));

/** Costs that are kept of one state of a timetable. */
const keptMax = 100;
const kept = new WeakMap<Adviser, Map<string, Promise<ChangeCost | null>>>();

/** A change is tried, shown and made within seconds, and costs the same as long as nothing else changes. */
function costBy(adviser: Adviser, changes: readonly StateChange[]): Promise<ChangeCost | null> {
  const [from, to] = [placesAt(changes, 'before'), placesAt(changes, 'after')];
  const key = JSON.stringify([[...from].sort(), [...to].sort()]);
  const known = kept.get(adviser) ?? new Map<string, Promise<ChangeCost | null>>();
  kept.set(adviser, known);
  const found = known.get(key);
  if (found) return found;
  if (known.size >= keptMax) known.clear();
  const cost = (async () => {
    const before = await adviser.scoreWith(from);
    const after = await adviser.scoreWith(to);
    return before && after && costFrom(adviser, before, after);
  })();
  known.set(key, cost);
  cost.catch(() => known.delete(key));
  return cost;
}

function costFrom(adviser: Adviser, before: Score, after: Score): ChangeCost {
  const sum = (rules: readonly RuleCost[], side: 'before' | 'after') =>
    rules.reduce((total, rule) => total + rule[side], 0);
  const all = rulesOf(adviser, before, after);
  const [hard, soft] = [all.filter(({ isHard }) => isHard), all.filter(({ isHard }) => !isHard)];
  return {
    hardBefore: sum(hard, 'before'),
    hardAfter: sum(hard, 'after'),
    softBefore: sum(soft, 'before'),
    softAfter: sum(soft, 'after'),
    rules: all,
  };
}

const rulesOf = ({ placed: { problem } }: Adviser, before: Score, after: Score): RuleCost[] =>
  RULES.flatMap(({ id: rule }): RuleCost[] => {
    if (decided.includes(rule)) return [];
    const costs = { before: before.byRule[rule] ?? 0, after: after.byRule[rule] ?? 0 };
    if (costs.before === 0 && costs.after === 0) return [];
    return [{ rule, isHard: settingOf(problem, rule).level === 'hard', ...costs }];
  });
