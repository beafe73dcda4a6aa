import type { Floors, Problem, RuleId } from '../model.js';
import { settingOf } from '../profiles.js';
import { leastDailyExcess, leastImbalance, leastIsolated, leastWeeklyExcess } from './days.js';
import { Ground } from './ground.js';
import { leastOfRooms, ROOM_RULES } from './rooms.js';
import {
  leastChanges,
  leastMissed,
  leastMissingDays,
  leastPartsTogether,
  leastRooms,
  leastTeachers,
} from './sets.js';
import { leastOfTimes, TIME_RULES } from './times.js';

/** The least that a rule counts, before its weight. */
type Floor = (ground: Ground) => number;

const FLOORS: readonly (readonly [RuleId, Floor])[] = [
  ...TIME_RULES.map((rule) => [rule.rule, (ground: Ground) => leastOfTimes(ground, [[rule, 1]])] as const),
  ...ROOM_RULES.map((rule) => [rule.rule, (ground: Ground) => leastOfRooms(ground, [[rule, 1]])] as const),
  ['teacher-level', leastLevels],
  ['room-stability', leastRooms],
  ['teacher-stability', leastTeachers],
  ['minimum-working-days', leastMissingDays],
  ['isolated-meetings', leastIsolated],
  ['day-balance', leastImbalance],
  ['daily-load', leastDailyExcess],
  ['weekly-load', leastWeeklyExcess],
  ['course-parts-apart', leastPartsTogether],
  ['fewest-changes', leastChanges],
  ['student-conflict', leastMissed],
];

/**
 * The floor of every soft rule and of all together. A floor is never above what a complete timetable costs
 * that breaks no hard rule; where nothing better is known it is 0. 10,000 meetings take some seconds.
 */
export function floorsOf(problem: Problem): Floors {
  const ground = new Ground(problem);
  const weightOf = (rule: RuleId): number => {
    const { level, weight } = settingOf(problem, rule);
    return level === 'soft' ? weight : 0;
  };
  const floors = FLOORS.flatMap(([rule, floor]): (readonly [RuleId, number])[] => {
    const weight = weightOf(rule);
    const cost = weight === 0 ? 0 : weight * whole(floor(ground));
    return cost > 0 ? [[rule, cost]] : [];
  });
  const byRule: Floors['byRule'] = Object.fromEntries(floors);
  const costOf = (rules: readonly { readonly rule: RuleId }[]): number =>
    rules.reduce((sum, { rule }) => sum + (byRule[rule] ?? 0), 0);
  const weighed = <R extends { readonly rule: RuleId }>(rules: readonly R[]) =>
    rules.map((rule) => [rule, weightOf(rule.rule)] as const).filter(([, weight]) => weight > 0);
  const together =
    Math.max(0, whole(leastOfTimes(ground, weighed(TIME_RULES))) - costOf(TIME_RULES)) +
    Math.max(0, whole(leastOfRooms(ground, weighed(ROOM_RULES))) - costOf(ROOM_RULES));
  return { byRule, total: floors.reduce((sum, [, cost]) => sum + cost, 0) + together };
}

/** Costs are whole numbers, so a bound may be rounded up; what rounding errors add may not. */
const whole = (bound: number): number => Math.ceil(bound - 1e-6);

/** The least that `teacher-level` counts. */
function leastLevels({ all }: Ground): number {
  let least = 0;
  for (const { meeting, teachers } of all)
    if (teachers.length > 0)
      least += Math.min(...teachers.map(({ id }) => meeting.teacherPenalties?.[id] ?? 0));
  return least;
}
