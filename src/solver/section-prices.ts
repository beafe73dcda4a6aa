import type { Placement, Problem, TimeSpan } from './model.js';

/** Options of a class that are looked at to guess how likely it clashes with another. */
const OPTIONS_SAMPLED = 10;
/** What a conflict costs. */
export const CONFLICT = 1000;
/** What it costs when two classes share students that had none in common. */
const NEW_PAIR = 3;

/** Cost of two classes of one student: when other students attend both already, and what it is more when none does. */
export interface Prices {
  readonly known: (a: number, b: number) => number;
  readonly fresh: (a: number, b: number) => number;
}

/** Without placements, classes are the dearer the likelier they clash, and the dearer when they share nobody yet. */
export function pricesOf(problem: Problem, placements: readonly Placement[]): Prices {
  const n = problem.meetings.length;
  const known = new Int16Array(n * n).fill(-1);
  const judge = placements.length > 0 ? conflictsOf(problem, placements) : likelihoodsOf(problem);
  const judged = (a: number, b: number): number => {
    const at = a * n + b;
    if (known[at] < 0) known[at] = known[b * n + a] = judge(a, b);
    return known[at];
  };
  if (placements.length > 0) return { known: (a, b) => judged(a, b) * CONFLICT, fresh: () => NEW_PAIR };
  return {
    known: (a, b) => (judged(a, b) === 100 ? CONFLICT : judged(a, b) / 8),
    fresh: (a, b) => judged(a, b) + NEW_PAIR,
  };
}

/** 1 where nobody can attend both meetings where they stand; unplaced ones never conflict. */
function conflictsOf(problem: Problem, placements: readonly Placement[]): (a: number, b: number) => number {
  const byId = new Map(placements.map((placement) => [placement.meeting, placement]));
  const places = problem.meetings.map(({ id }) => byId.get(id));
  const wayBetween = waysOf(problem);
  return (a, b) => {
    const [x, y] = [places[a], places[b]];
    if (!x || !y) return 0;
    return Number(isTooClose(problem.times[x.time], problem.times[y.time], wayBetween(x.room, y.room)));
  };
}

/** Of some options of both meetings, in how many of a hundred cases they overlap. */
function likelihoodsOf(problem: Problem): (a: number, b: number) => number {
  const samples = problem.meetings.map(({ times }) => {
    const step = Math.max(1, Math.floor(times.length / OPTIONS_SAMPLED));
    return times.filter((_, i) => i % step === 0).map(({ time }) => problem.times[time]);
  });
  const wayBetween = waysOf(problem);
  const soleRooms = problem.meetings.map(({ rooms }) => (rooms?.length === 1 ? rooms[0].room : null));
  return (a, b) => {
    let overlaps = 0;
    const way = wayBetween(soleRooms[a], soleRooms[b]);
    for (const s of samples[a]) for (const t of samples[b]) if (isTooClose(s, t, way)) overlaps++;
    return Math.round((100 * overlaps) / Math.max(1, samples[a].length * samples[b].length));
  };
}

/** Periods between two rooms, null being nowhere. */
function waysOf(problem: Problem): (a: string | null, b: string | null) => number {
  const travel = new Map<string, number>();
  for (const { from, to, periods } of problem.travel ?? []) {
    travel.set(`${from}>${to}`, periods);
    travel.set(`${to}>${from}`, periods);
  }
  return (a, b) => (a === b || a === null || b === null ? 0 : (travel.get(`${a}>${b}`) ?? 0));
}

function isTooClose(s: TimeSpan, t: TimeSpan, way: number): boolean {
  if ((s.days & t.days) === 0) return false;
  if (s.start + s.length + way <= t.start || t.start + t.length + way <= s.start) return false;
  for (let week = 0; week < s.weeks.length; week++)
    if (s.weeks[week] === '1' && t.weeks[week] === '1') return true;
  return false;
}
