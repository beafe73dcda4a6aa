import type { Group, Problem, RuleId } from '../../model.js';
import { priceOf } from './prices.js';
import type { Grid } from './grid.js';
import type { Pieces } from '../../pieces.js';
import type { Image } from './image.js';
import { weeksIn } from './teacher-options.js';

/** Maximum number of periods of a day; a table has 2 to that power entries. */
export const SLOTS_MAX = 20;

/** How many tables there can be at most, with as many slots a day; 0 where no rule on days applies. */
export function agendaTablesMax(problem: Problem, slots: number): number {
  const isOn = (rule: RuleId) => {
    const { soft, hard } = priceOf(problem, rule);
    return soft + hard > 0;
  };
  const loads = (owners: readonly { readonly dailyPeriods?: number }[], isAnyOn: boolean) => {
    const limits = isOn('daily-load') ? new Set(owners.map(({ dailyPeriods }) => dailyPeriods)) : new Set();
    return owners.length === 0 ? 0 : Math.max(Number(isAnyOn), isAnyOn ? limits.size : limits.size - 1);
  };
  const isBalanced = isOn('day-balance');
  const ofGroups = loads(problem.groups, isBalanced || GROUP_RULES.some((rule) => isOn(rule)));
  const shares = isBalanced ? Math.min(problem.groups.length, slots) : 1;
  return ofGroups * shares + loads(problem.teachers, isOn('teacher-compactness'));
}

const GROUP_RULES: readonly RuleId[] = ['isolated-meetings', 'group-compactness', 'consecutive-periods'];

/** Penalty of a day, given the bit set of busy periods. */
type DayPenalty = (mask: number) => number;

/**
 * Rules on days become tables from the bit set of busy periods to a cost, one table per kind of owner. In
 * pieces.
 */
export function* agendasOf(
  problem: Problem,
  resources: number,
  firstTeacher: number,
  grid: Grid,
): Pieces<Pick<Image, 'agendaKind' | 'agendaSoft' | 'agendaHard'>> {
  const agendaKind = new Int32Array(resources).fill(-1);
  const agendaSoft: Int32Array[] = [];
  const agendaHard: Int32Array[] = [];
  const kinds = new Map<string, number>();
  const tableOf = (rules: readonly (readonly [RuleId, number, DayPenalty])[]): number => {
    const priced = rules
      .map(([rule, parameter, penalty]) => ({ rule, parameter, penalty, ...priceOf(problem, rule) }))
      .filter(({ soft, hard, parameter }) => soft + hard > 0 && parameter >= 0);
    if (priced.length === 0) return -1;
    const key = priced.map(({ rule, parameter }) => `${rule} ${parameter}`).join('/');
    const cached = kinds.get(key);
    if (cached !== undefined) return cached;
    if (grid.slots > SLOTS_MAX)
      throw new Error(
        `Rules on days need days of at most ${SLOTS_MAX} periods; this problem has ${grid.slots}.`,
      );
    const sum = (price: 'soft' | 'hard') =>
      Int32Array.from({ length: 1 << grid.slots }, (_, mask) =>
        priced.reduce((total, rule) => total + rule[price] * rule.penalty(mask), 0),
      );
    kinds.set(key, agendaSoft.length);
    agendaSoft.push(sum('soft'));
    agendaHard.push(sum('hard'));
    return agendaSoft.length - 1;
  };
  const shares = fairShares(problem);
  yield;
  const periods = (mask: number) => periodsIn(mask, grid.slotPeriods);
  const excess =
    (most = 0): DayPenalty =>
    (mask) =>
      Math.max(0, periods(mask) - most);
  const idle: DayPenalty = (mask) => periods(span(mask)) - periods(mask);
  for (const [i, group] of problem.groups.entries()) {
    const share = shares.get(group) ?? 0;
    agendaKind[i] = tableOf([
      ['isolated-meetings', 0, isolated],
      ['group-compactness', 0, idle],
      ['consecutive-periods', 0, furtherBlocks],
      ['day-balance', share, excess(share)],
      ['daily-load', group.dailyPeriods ?? -1, excess(group.dailyPeriods)],
    ]);
  }
  yield;
  for (const [i, teacher] of problem.teachers.entries()) {
    agendaKind[firstTeacher + i] = tableOf([
      ['teacher-compactness', 0, idle],
      ['daily-load', teacher.dailyPeriods ?? -1, excess(teacher.dailyPeriods)],
      // A week's load is counted from its days, which cost nothing by themselves.
      ['weekly-load', teacher.weeklyPeriods === undefined ? -1 : 0, () => 0],
    ]);
  }
  return { agendaKind, agendaSoft, agendaHard };
}

function isolated(mask: number): number {
  return count(mask & ~(mask << 1) & ~(mask >>> 1));
}

/** From the first to the last busy slot. */
function span(mask: number): number {
  if (mask === 0) return 0;
  const first = mask & -mask;
  return 2 ** (32 - Math.clz32(mask)) - first;
}

function furtherBlocks(mask: number): number {
  return Math.max(0, count(mask & ~(mask << 1)) - 1);
}

function count(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

/** Number of periods in the slots of a bit set. */
export function periodsIn(mask: number, slotPeriods: Int32Array): number {
  let periods = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) periods += slotPeriods[31 - Math.clz32(rest & -rest)];
  return periods;
}

/** A group's periods per teaching day if spread evenly over days and weeks, rounded up; at least 2. */
function fairShares(problem: Problem): Map<Group, number> {
  const { days, weekendStart = days, weeks } = problem.calendar;
  const byId = new Map(problem.groups.map((group) => [group.id, group]));
  const periods = new Map<Group, number>();
  const amounts = problem.times.map((span) => span.length * weeksIn(span));
  for (const meeting of problem.meetings) {
    const first = meeting.lock?.time ?? meeting.times[0]?.time;
    if (first === undefined) continue;
    for (const id of new Set(meeting.groups)) {
      const group = byId.get(id);
      if (group) periods.set(group, (periods.get(group) ?? 0) + amounts[first]);
    }
  }
  const teachingDays = Math.min(days, weekendStart);
  return new Map(
    problem.groups.map((group) => [
      group,
      Math.max(2, Math.ceil((periods.get(group) ?? 0) / (teachingDays * weeks))),
    ]),
  );
}
