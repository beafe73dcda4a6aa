import type { Placement, Problem } from '../../model.js';
import { indexesOf } from '../image/indexes.js';
import { travelPeriodsOf } from '../image/travel-periods.js';

/** Options of a class that are sampled to estimate how likely it clashes with another. */
const OPTIONS_SAMPLED = 10;
/** The cost of a conflict. */
export const CONFLICT = 1000;
/** The cost when two classes share students that had none in common. */
const NEW_PAIR = 3;
const UNKNOWN = 255;

/** Cost of one student in two classes, and the surcharge when nobody else attends both. */
interface PairPrices {
  readonly base: (a: number, b: number) => number;
  readonly firstShared: (a: number, b: number) => number;
}

/** Without placements, the probability of a clash counts; a pair without shared students costs more. */
export function pairPricesOf(problem: Problem, placements: readonly Placement[]): PairPrices {
  if (placements.length > 0) {
    const clash = conflictsOf(problem, placements);
    return { base: (a, b) => (clash(a, b) ? CONFLICT : 0), firstShared: () => NEW_PAIR };
  }
  const likelihood = likelihoodsOf(problem);
  return {
    base: (a, b) => (likelihood(a, b) === 100 ? CONFLICT : likelihood(a, b) / 8),
    firstShared: (a, b) => likelihood(a, b) + NEW_PAIR,
  };
}

/** Whether nobody can attend both meetings at their places; unplaced ones never conflict. */
function conflictsOf(problem: Problem, placements: readonly Placement[]): (a: number, b: number) => boolean {
  const byId = new Map(placements.map((placement) => [placement.meeting, placement]));
  const places = problem.meetings.map(({ id }) => byId.get(id));
  const travelBetween = travelBetweenIn(problem);
  const isTooClose = closenessOf(problem);
  return (a, b) => {
    const [x, y] = [places[a], places[b]];
    return x !== undefined && y !== undefined && isTooClose(x.time, y.time, travelBetween(x.room, y.room));
  };
}

/** The probability that two meetings overlap, in per cent of sampled options; cached for equal options. */
function likelihoodsOf(problem: Problem): (a: number, b: number) => number {
  const travelBetween = travelBetweenIn(problem);
  const isTooClose = closenessOf(problem);
  const kinds: { times: readonly number[]; room: string | null }[] = [];
  const indexes = new Map<string, number>();
  const kindOf = problem.meetings.map(({ times, rooms }) => {
    const step = Math.max(1, Math.floor(times.length / OPTIONS_SAMPLED));
    const sample = times.filter((_, i) => i % step === 0).map(({ time }) => time);
    const room = rooms?.length === 1 ? rooms[0].room : null;
    const key = `${sample.join()} ${room}`;
    const kind = indexes.get(key) ?? kinds.push({ times: sample, room }) - 1;
    indexes.set(key, kind);
    return kind;
  });
  const overlapPercentage = (a: number, b: number): number => {
    const [x, y] = [kinds[a], kinds[b]];
    const travel = travelBetween(x.room, y.room);
    let overlaps = 0;
    for (const s of x.times) for (const t of y.times) if (isTooClose(s, t, travel)) overlaps++;
    return Math.round((100 * overlaps) / Math.max(1, x.times.length * y.times.length));
  };
  const n = kinds.length;
  const likelihoods = new Uint8Array(n * n).fill(UNKNOWN);
  return (a, b) => {
    const at = kindOf[a] * n + kindOf[b];
    if (likelihoods[at] === UNKNOWN) likelihoods[at] = overlapPercentage(kindOf[a], kindOf[b]);
    return likelihoods[at];
  };
}

/** Periods of travel between two rooms; null = no room. */
function travelBetweenIn(problem: Problem): (a: string | null, b: string | null) => number {
  const { length } = problem.rooms;
  const { room } = indexesOf(problem);
  const periods = travelPeriodsOf(problem);
  return (a, b) => (a === null || b === null ? 0 : (periods[room.get(a)! * length + room.get(b)!] ?? 0));
}

/** Whether two times of the problem overlap, or are too close for the travel time. */
function closenessOf({ times }: Problem): (s: number, t: number, travel: number) => boolean {
  const weeks = Int32Array.from(times, (span) =>
    [...span.weeks].reduce((bits, bit, week) => (bit === '1' ? bits | (1 << week) : bits), 0),
  );
  return (s, t, travel) => {
    const [x, y] = [times[s], times[t]];
    if ((x.days & y.days) === 0 || (weeks[s] & weeks[t]) === 0) return false;
    return x.start + x.length + travel > y.start && y.start + y.length + travel > x.start;
  };
}
