import { DISTRIBUTION_TYPES } from '../model.js';
import type { RelationImage } from './relations.js';

/** Kinds are indexes in `DISTRIBUTION_TYPES`; those from this one on are judged over their whole set. */
export const FIRST_SET_KIND = DISTRIBUTION_TYPES.indexOf('MaxDays');
/** The kind of pairs that the same people attend. */
export const SAME_ATTENDEES = DISTRIBUTION_TYPES.indexOf('SameAttendees');

type Times = Pick<RelationImage, 'start' | 'end' | 'days' | 'weeks'>;
type Ways = Times & Pick<RelationImage, 'travel' | 'rooms'>;

/** Whether a meeting at time t in room r, listed before one at time u in room s, keeps a relation with it. */
export function holds(
  image: Ways,
  kind: number,
  t: number,
  r: number,
  u: number,
  s: number,
  parameter: number,
): boolean {
  const { start, end, days, weeks } = image;
  switch (kind) {
    case 0:
      return start[t] === start[u];
    case 1:
      return (start[t] <= start[u] && end[u] <= end[t]) || (start[u] <= start[t] && end[t] <= end[u]);
    case 2:
      return end[t] <= start[u] || end[u] <= start[t];
    case 3:
      return isNested(days[t], days[u]);
    case 4:
      return (days[t] & days[u]) === 0;
    case 5:
      return isNested(weeks[t], weeks[u]);
    case 6:
      return (weeks[t] & weeks[u]) === 0;
    case 7:
      return overlaps(image, t, u);
    case 8:
      return !overlaps(image, t, u);
    case 9:
      return r === s;
    case 10:
      return r !== s;
    case 11:
      return !isTooClose(image, t, r, u, s);
    case 12:
      return isBefore(image, t, u);
    case 13:
      return !meets(image, t, u) || Math.max(end[t], end[u]) - Math.min(start[t], start[u]) <= parameter;
    default:
      return !meets(image, t, u) || end[t] + parameter <= start[u] || end[u] + parameter <= start[t];
  }
}

/** Whether nobody can attend both. */
export function isTooClose(image: Ways, t: number, r: number, u: number, s: number): boolean {
  const { start, end, travel, rooms } = image;
  if (!meets(image, t, u)) return false;
  const way = r >= 0 && s >= 0 && travel.length > 0 ? travel[r * rooms + s] : 0;
  return end[t] + way > start[u] && end[u] + way > start[t];
}

/** What meeting m adds to a relation on a whole set when it stands at time t beside the other members. */
export function setChange(
  image: RelationImage,
  d: number,
  m: number,
  t: number,
  time: Int32Array,
): { hard: number; soft: number } {
  const times = timesBeside(image, d, m, time);
  return costBetween(image, d, excessOf(image, d, times), excessOf(image, d, [...times, t]));
}

/** How the cost of a relation on a whole set changes when meeting m goes from one time to another. */
export function setMove(
  image: RelationImage,
  d: number,
  m: number,
  from: number,
  to: number,
  time: Int32Array,
): { hard: number; soft: number } {
  const times = timesBeside(image, d, m, time);
  return costBetween(image, d, excessOf(image, d, [...times, from]), excessOf(image, d, [...times, to]));
}

function timesBeside(
  { memberStart, member }: RelationImage,
  d: number,
  m: number,
  time: Int32Array,
): number[] {
  const times: number[] = [];
  for (let i = memberStart[d]; i < memberStart[d + 1]; i++) {
    if (member[i] !== m && time[member[i]] >= 0) times.push(time[member[i]]);
  }
  return times;
}

function costBetween(image: RelationImage, d: number, before: number, after: number) {
  return {
    hard: image.hard[d] * (after - before),
    soft: setCost(image, d, after) - setCost(image, d, before),
  };
}

/** The format divides the penalty of all weeks by their number and drops the rest, before the weight. */
function setCost({ soft, weight, kind, weekCount }: RelationImage, d: number, excess: number): number {
  if (kind[d] === FIRST_SET_KIND) return excess * soft[d];
  return weight === 0 ? 0 : Math.floor((excess * (soft[d] / weight)) / weekCount) * weight;
}

/** How far the times lie above the limit: days, or the sum over the days of all weeks. */
function excessOf(image: RelationImage, d: number, times: readonly number[]): number {
  const { kind, first, days, weeks, weekCount } = image;
  if (kind[d] === FIRST_SET_KIND) {
    return Math.max(0, bitCount(times.reduce((bits, t) => bits | days[t], 0)) - first[d]);
  }
  let sum = 0;
  let ofWeek = 0;
  for (let week = 0; week < weekCount; week++) {
    const isAsBefore =
      week > 0 && times.every((t) => ((weeks[t] >>> week) & 1) === ((weeks[t] >>> (week - 1)) & 1));
    if (!isAsBefore) {
      ofWeek = excessOfWeek(
        image,
        d,
        times.filter((t) => (weeks[t] >>> week) & 1),
      );
    }
    sum += ofWeek;
  }
  return sum;
}

/** The same over the days of one week. */
function excessOfWeek(image: RelationImage, d: number, times: readonly number[]): number {
  const { kind, first, days, start, end } = image;
  let sum = 0;
  for (let day = 0; day < 7; day++) {
    const ofDay = times.filter((t) => (days[t] >> day) & 1);
    if (ofDay.length === 0) continue;
    if (kind[d] === FIRST_SET_KIND + 1) {
      sum += Math.max(0, ofDay.reduce((load, t) => load + end[t] - start[t], 0) - first[d]);
    } else
      sum += excessOfBlocks(
        image,
        d,
        ofDay.sort((a, b) => start[a] - start[b]),
      );
  }
  return sum;
}

/** Breaks above the limit on one day, or blocks of several meetings that last longer than it. */
function excessOfBlocks(image: RelationImage, d: number, times: readonly number[]): number {
  const { kind, first, second, start, end } = image;
  let blocks = 0;
  let tooLong = 0;
  for (let i = 0; i < times.length;) {
    const from = start[times[i]];
    let to = end[times[i]];
    const firstOfBlock = i++;
    while (i < times.length && start[times[i]] <= to + second[d]) to = Math.max(to, end[times[i++]]);
    blocks++;
    if (i - firstOfBlock > 1 && to - from > first[d]) tooLong++;
  }
  return kind[d] === FIRST_SET_KIND + 2 ? Math.max(0, blocks - 1 - first[d]) : tooLong;
}

function meets({ days, weeks }: Times, t: number, u: number): boolean {
  return (days[t] & days[u]) !== 0 && (weeks[t] & weeks[u]) !== 0;
}

function overlaps(image: Times, t: number, u: number): boolean {
  const { start, end } = image;
  return start[t] < end[u] && start[u] < end[t] && meets(image, t, u);
}

function isBefore({ start, end, days, weeks }: Times, t: number, u: number): boolean {
  const [week, other] = [lowest(weeks[t]), lowest(weeks[u])];
  if (week !== other) return week < other;
  const [day, otherDay] = [lowest(days[t]), lowest(days[u])];
  return day !== otherDay ? day < otherDay : end[t] <= start[u];
}

function isNested(a: number, b: number): boolean {
  const common = a & b;
  return common === a || common === b;
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
