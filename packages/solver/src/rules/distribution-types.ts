import type { Distribution, DistributionType, Problem, Room, TimeSpan } from '../model.js';
import { daysOf, overlaps, pairs, sharesWeek, type Placed } from './view.js';

/** The extent of a violation (violations when required, cost when penalised), and the meetings involved. */
interface Fault {
  readonly amount: number;
  readonly meetings: readonly Placed[];
}

type Travel = (a: Room, b: Room) => number;
type PairTest = (a: Placed, b: Placed, parameter: number, travel: Travel) => boolean;

const isWithin = (a: number, b: number) => (a & b) === a || (a & b) === b;
const weeksOf = ({ weeks }: TimeSpan) => [...weeks].flatMap((bit, week) => (bit === '1' ? [week] : []));
const endOf = (time: TimeSpan) => time.start + time.length;
const meets = (a: TimeSpan, b: TimeSpan) => (a.days & b.days) !== 0 && sharesWeek(a, b);

/** The test of each pairwise type for two meetings, the first listed before the second. */
const HOLDS: Readonly<Partial<Record<DistributionType, PairTest>>> = {
  SameStart: ({ time: a }, { time: b }) => a.start === b.start,
  SameTime: ({ time: a }, { time: b }) =>
    (a.start <= b.start && endOf(b) <= endOf(a)) || (b.start <= a.start && endOf(a) <= endOf(b)),
  DifferentTime: ({ time: a }, { time: b }) => endOf(a) <= b.start || endOf(b) <= a.start,
  SameDays: ({ time: a }, { time: b }) => isWithin(a.days, b.days),
  DifferentDays: ({ time: a }, { time: b }) => (a.days & b.days) === 0,
  SameWeeks: ({ time: a }, { time: b }) => {
    const [x, y] = [weeksOf(a), weeksOf(b)];
    return x.every((week) => y.includes(week)) || y.every((week) => x.includes(week));
  },
  DifferentWeeks: ({ time: a }, { time: b }) => !sharesWeek(a, b),
  Overlap: ({ time: a }, { time: b }) => overlaps(a, b),
  NotOverlap: ({ time: a }, { time: b }) => !overlaps(a, b),
  SameRoom: (a, b) => a.room?.id === b.room?.id,
  DifferentRoom: (a, b) => a.room?.id !== b.room?.id,
  SameAttendees: (a, b, _, travel) => !isTooClose(a, b, travel),
  Precedence: ({ time: a }, { time: b }) => isBefore(a, b),
  WeekPrecedence: ({ time: a }, { time: b }) => !sharesWeek(a, b) || isEarlierInWeek(a, b),
  WorkDay: ({ time: a }, { time: b }, most) =>
    !meets(a, b) || Math.max(endOf(a), endOf(b)) - Math.min(a.start, b.start) <= most,
  MinGap: ({ time: a }, { time: b }, gap) =>
    !meets(a, b) || endOf(a) + gap <= b.start || endOf(b) + gap <= a.start,
};

/** Whether nobody can attend both: they overlap, or the gap is shorter than the travel time. */
export function isTooClose(a: Placed, b: Placed, travel: Travel): boolean {
  if (!meets(a.time, b.time)) return false;
  const needed = a.room && b.room ? travel(a.room, b.room) : 0;
  return !(endOf(a.time) + needed <= b.time.start || endOf(b.time) + needed <= a.time.start);
}

/** Whether the first meeting of a ends before the first of b begins. */
function isBefore(a: TimeSpan, b: TimeSpan): boolean {
  const [week, other] = [weeksOf(a)[0], weeksOf(b)[0]];
  return week === other ? isEarlierInWeek(a, b) : week < other;
}

function isEarlierInWeek(a: TimeSpan, b: TimeSpan): boolean {
  const [day, otherDay] = [daysOf(a)[0], daysOf(b)[0]];
  return day === otherDay ? endOf(a) <= b.start : day < otherDay;
}

/** Evaluates one relation over its placed members, in the order listed. */
export function distributionFault(
  problem: Problem,
  relation: Distribution,
  members: readonly Placed[],
  travel: Travel,
): Fault {
  const [parameter = 0, second = 0] = relation.parameters ?? [];
  const unit = relation.required ? 1 : (relation.penalty ?? 0);
  const holds = HOLDS[relation.type];
  if (holds) {
    const broken = [...pairs(members)].filter(([a, b]) => !holds(a, b, parameter, travel));
    return { amount: broken.length * unit, meetings: [...new Set(broken.flat())] };
  }
  const excess = excessOf(relation.type, parameter, second, members);
  const isPerWeek = relation.type !== 'MaxDays' && !relation.required;
  const amount = isPerWeek ? Math.floor((excess * unit) / problem.calendar.weeks) : excess * unit;
  return { amount, meetings: amount > 0 ? members : [] };
}

/** The excess of the whole set over the limit: in days, or summed over the days of all weeks. */
function excessOf(type: DistributionType, limit: number, second: number, members: readonly Placed[]): number {
  if (type === 'MaxDays') {
    const days = new Set(members.flatMap((p) => daysOf(p.time)));
    return Math.max(0, days.size - limit);
  }
  let sum = 0;
  for (const ofDay of eachDay(members)) {
    if (type === 'MaxDayLoad')
      sum += Math.max(0, ofDay.reduce((load, { length }) => load + length, 0) - limit);
    if (type === 'MaxBreaks') sum += Math.max(0, blocksOf(ofDay, second).length - 1 - limit);
    if (type === 'MaxBlock') {
      sum += blocksOf(ofDay, second).filter(
        ({ count, start, end }) => count > 1 && end - start > limit,
      ).length;
    }
  }
  return sum;
}

/** The times of the members on every day of every week. */
function* eachDay(members: readonly Placed[]): Generator<TimeSpan[]> {
  const weeks = members[0]?.time.weeks.length ?? 0;
  for (let week = 0; week < weeks; week++) {
    for (let day = 0; day < 7; day++) {
      yield members.map((p) => p.time).filter((time) => time.weeks[week] === '1' && (time.days >> day) & 1);
    }
  }
}

/** Blocks without a gap longer than allowed. */
function blocksOf(
  times: readonly TimeSpan[],
  gapMax: number,
): { start: number; end: number; count: number }[] {
  const blocks: { start: number; end: number; count: number }[] = [];
  for (const time of [...times].sort((a, b) => a.start - b.start)) {
    const last = blocks[blocks.length - 1];
    if (last && time.start <= last.end + gapMax) {
      last.end = Math.max(last.end, endOf(time));
      last.count++;
    } else blocks.push({ start: time.start, end: endOf(time), count: 1 });
  }
  return blocks;
}
