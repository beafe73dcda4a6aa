import type { Domain } from '../conflicts/domains.js';
import { fairShares } from '../rules/day-balance.js';
import type { Ground } from './ground.js';
import { daysOfAll } from './times.js';

/**
 * Above so many combinations that fill a day, only the greatest common divisor of the lengths is looked at.
 */
const STATES_MAX = 300;

/** Known answers of `leastExcess`. */
type Known = Map<string, number>;

/** The least that `day-balance` counts. */
export function leastImbalance(ground: Ground): number {
  if (!ground.isHard('group-conflict')) return 0;
  const shares = fairShares(ground.problem);
  const known: Known = new Map();
  let least = 0;
  for (const [group, domains] of ground.byGroup)
    least += excessOfWeeks(ground, domains, shares.get(group) ?? 0, known);
  return least;
}

/** The least that `daily-load` counts where it is soft. */
export function leastDailyExcess(ground: Ground): number {
  const { groups, teachers } = ground.problem;
  const known: Known = new Map();
  let least = 0;
  for (const [owners, lists, rule] of [
    [groups, ground.byGroup, 'group-conflict'],
    [teachers, ground.bySoleTeacher, 'teacher-conflict'],
  ] as const) {
    if (!ground.isHard(rule)) continue;
    for (const { id, dailyPeriods } of owners)
      if (dailyPeriods !== undefined)
        least += excessOfWeeks(ground, lists.get(id) ?? [], dailyPeriods, known);
  }
  return least;
}

/** The least that `weekly-load` counts where it is soft. */
export function leastWeeklyExcess(ground: Ground): number {
  if (!ground.isHard('teacher-conflict')) return 0;
  let least = 0;
  for (const { id, weeklyPeriods } of ground.problem.teachers) {
    if (weeklyPeriods === undefined) continue;
    const weeks = new Array<number>(ground.problem.calendar.weeks).fill(0);
    for (const domain of ground.bySoleTeacher.get(id) ?? []) {
      const { weeks: held, units } = ground.shapeOf(domain);
      for (const week of held) weeks[week] += units;
    }
    for (const periods of weeks) least += Math.max(0, periods - weeklyPeriods);
  }
  return least;
}

/** The least that `isolated-meetings` counts: weeks in which a group has a single period. */
export function leastIsolated(ground: Ground): number {
  if (!ground.isHard('group-conflict')) return 0;
  let least = 0;
  for (const domains of ground.byGroup.values()) {
    const shapes = domains.map((domain) => ground.shapeOf(domain));
    for (let week = 0; week < ground.problem.calendar.weeks; week++) {
      const possible = shapes.filter(({ someWeeks }) => someWeeks.has(week));
      if (possible.length !== 1 || !possible[0].weeks.includes(week)) continue;
      if (isAlwaysSingle(ground, domains[shapes.indexOf(possible[0])])) least++;
    }
  }
  return least;
}

const isAlwaysSingle = ({ problem }: Ground, { times }: Domain): boolean =>
  times.every((time) => problem.times[time].length === 1);

/** Periods above a limit on days, of all weeks, if the meetings of each week are spread as well as can be. */
function excessOfWeeks(ground: Ground, domains: readonly Domain[], limit: number, known: Known): number {
  const days = daysOfAll(ground, domains);
  if (days === 0) return 0;
  const inWeek: number[][] = Array.from({ length: ground.problem.calendar.weeks }, () => []);
  for (const domain of domains) {
    const { weeks, length } = ground.shapeOf(domain);
    for (const week of weeks) inWeek[week].push(length);
  }
  let sum = 0;
  for (const lengths of inWeek) {
    const key = `${days}/${limit}/${lengths.sort((a, b) => a - b).join()}`;
    const excess = known.get(key) ?? leastExcess(lengths, days, limit);
    known.set(key, excess);
    sum += excess;
  }
  return sum;
}

/** The least sum over days of what their lengths together exceed a limit by. */
export function leastExcess(lengths: readonly number[], days: number, limit: number): number {
  const kinds = [...new Set(lengths)].filter((length) => length > 0);
  const counts = kinds.map((kind) => lengths.filter((length) => length === kind).length);
  const states = counts.reduce((product, count) => product * (count + 1), 1);
  if (kinds.length < 2 || states > STATES_MAX) return spreadEvenly(lengths, days, limit);
  const loads = loadsOf(kinds, counts);
  let least = loads.map((load) => Math.max(0, load - limit));
  for (let day = 1; day < days; day++)
    least = loads.map((_, state) => {
      let best = Infinity;
      for (const part of partsOf(state, counts))
        best = Math.min(best, least[state - part] + Math.max(0, loads[part] - limit));
      return best;
    });
  return least[states - 1];
}

/** Units of what divides all lengths, spread evenly: the least where all are alike, never above it. */
function spreadEvenly(lengths: readonly number[], days: number, limit: number): number {
  const unit = lengths.reduce(divisor, 0);
  if (unit === 0) return 0;
  const units = lengths.reduce((sum, length) => sum + length, 0) / unit;
  const each = Math.floor(units / days);
  const fuller = units % days;
  const excess = (count: number): number => Math.max(0, count * unit - limit);
  return fuller * excess(each + 1) + (days - fuller) * excess(each);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** A state is how many of each kind: digits of a number, the first kind the lowest. */
function loadsOf(kinds: readonly number[], counts: readonly number[]): number[] {
  let loads = [0];
  for (const [i, kind] of kinds.entries())
    loads = Array.from({ length: counts[i] + 1 }, (_, count) =>
      loads.map((load) => load + count * kind),
    ).flat();
  return loads;
}

/** The states that have no more of any kind than a state has. */
function partsOf(state: number, counts: readonly number[]): number[] {
  let parts = [0];
  let rest = state;
  let place = 1;
  for (const count of counts) {
    const digit = rest % (count + 1);
    const smaller = parts;
    const at = place;
    parts = Array.from({ length: digit + 1 }, (_, of) => smaller.map((part) => part + of * at)).flat();
    rest = Math.floor(rest / (count + 1));
    place *= count + 1;
  }
  return parts;
}
