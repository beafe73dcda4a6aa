import { furtherOf, PENALTY_MAX, type Meeting, type Problem, type TimeSpan } from '../../model.js';
import { spansOverlap } from './grid.js';
import { find, PIECE, type Indexes } from './indexes.js';
import { FORBIDDEN, priceOf, type Cost } from './prices.js';
import { dislikesOf, teachersOf, weeksIn } from './teacher-options.js';

/** Default priority of a teaching class. */
export const ORDINARY_PRIORITY = 5;

/**
 * Options that satisfy the hard rules on times, with the cost of the soft ones. Long, because all rules are
 * priced in one pass over the options. In pieces.
 */
export function* timeOptions(problem: Problem, index: Indexes) {
  const start = [0];
  const time: number[] = [];
  const timeCost: number[] = [];
  const lists = new Map<string, number>();
  const timeList = new Int32Array(problem.meetings.length);
  const calendarCosts = new Map<number, readonly Cost[]>();
  const timesAt = new Map<readonly TimeSpan[], Uint8Array>();
  const preference = priceOf(problem, 'time-preference');
  const groupAvailability = priceOf(problem, 'group-availability');
  const teacherAvailability = priceOf(problem, 'teacher-availability');
  const important = priceOf(problem, 'course-priority');
  const liking = priceOf(problem, 'teacher-preference');
  const blockedBy = (unavailable: readonly TimeSpan[]): Uint8Array => {
    let flags = timesAt.get(unavailable);
    if (!flags) {
      flags = Uint8Array.from(problem.times, (span) =>
        Number(unavailable.some((u) => spansOverlap(u, span))),
      );
      timesAt.set(unavailable, flags);
    }
    return flags;
  };
  const dislikes = new Map<number, Int32Array>();
  for (const [m, meeting] of problem.meetings.entries()) {
    if (m % PIECE === PIECE - 1) yield;
    const lockedTime = meeting.lock?.time;
    const options = new Map<number, Cost>();
    const blocked: Uint8Array[] = [];
    if (groupAvailability.hard) {
      for (const id of meeting.groups) {
        const unavailable = problem.groups[find(index.group, id, 'group')].unavailable;
        if (unavailable?.length) blocked.push(blockedBy(unavailable));
      }
    }
    const candidates = teachersOf(problem, meeting);
    const certain = [...(candidates.length === 1 ? candidates : []), ...furtherOf(meeting)];
    const disliked: Int32Array[] = [];
    for (const id of certain) {
      const k = find(index.teacher, id, 'teacher');
      const { unavailable, preferences } = problem.teachers[k];
      if (teacherAvailability.hard && unavailable?.length) blocked.push(blockedBy(unavailable));
      if (liking.soft + liking.hard === 0 || !preferences?.length) continue;
      const dislike = dislikes.get(k) ?? dislikesOf(problem, k);
      dislikes.set(k, dislike);
      disliked.push(dislike);
    }
    const teachingClass =
      problem.teachingClasses[find(index.teachingClass, meeting.teachingClass, 'teaching class')];
    const importance = Math.max(0, (teachingClass.priority ?? ORDINARY_PRIORITY) - ORDINARY_PRIORITY);
    const classes = classesOf(meeting);
    const commonCost =
      calendarCosts.get(classes) ?? problem.times.map((span) => calendarCost(problem, span, classes));
    calendarCosts.set(classes, commonCost);
    const offered =
      lockedTime === undefined
        ? meeting.times
        : [{ time: lockedTime, penalty: penaltyOf(meeting, lockedTime) }];
    for (const { time: t, penalty = 0 } of offered) {
      const isLocked = lockedTime === t;
      let cost = commonCost[t];
      if (cost === FORBIDDEN && !isLocked) continue;
      if (!isLocked && blocked.some((flags) => flags[t])) continue;
      if (cost === FORBIDDEN) cost = 0;
      const band = bandOf(problem, problem.times[t]);
      const unwanted = [
        [preference, penalty],
        [important, importance * band],
        [liking, disliked.reduce((sum, dislike) => sum + dislike[t], 0)],
      ] as const;
      if (!isLocked && unwanted.some(([price, amount]) => price.hard * amount > 0)) continue;
      for (const [price, amount] of unwanted) cost += price.soft * amount;
      options.set(t, cost);
    }
    for (const t of [...options.keys()].sort((a, b) => a - b)) {
      time.push(t);
      timeCost.push(options.get(t) ?? 0);
    }
    const key = `${time.slice(start[m]).join()} ${timeCost.slice(start[m]).join()}`;
    timeList[m] = lists.get(key) ?? lists.size;
    lists.set(key, timeList[m]);
    start.push(time.length);
  }
  return {
    timeStart: Int32Array.from(start),
    time: Int32Array.from(time),
    timeCost: Int32Array.from(timeCost),
    timeList,
  };
}

function penaltyOf(meeting: Meeting, time: number): number {
  return meeting.times.find((option) => option.time === time)?.penalty ?? 0;
}

/** Classes of 40 students, at most six. */
function classesOf({ size }: Meeting): number {
  return size < 60 ? 1 : Math.min(6, Math.floor((size + 20) / 40));
}

/** The cost of a time by the calendar rules, for so many classes: evening, weekend, long breaks. */
function calendarCost(problem: Problem, span: TimeSpan, classes: number): Cost {
  const { eveningStart, weekendStart, longBreaks = [] } = problem.calendar;
  const end = span.start + span.length;
  const people = classes * weeksIn(span);
  const evenings = eveningStart === undefined ? 0 : overlap(span, eveningStart);
  const late = eveningStart === undefined ? 0 : overlap(span, eveningStart + 2);
  const isBeforeWeekend = weekendStart !== undefined && (span.days >>> (weekendStart - 1)) & 1;
  const eveningDays = bitCount(span.days) + (isBeforeWeekend ? 1 : 0);
  const weekendDays = weekendStart === undefined ? 0 : bitCount(span.days >>> weekendStart);
  const crossings = longBreaks.filter((after) => span.start <= after && after < end - 1).length;
  let cost = 0;
  for (const [rule, amount] of [
    ['evening', Math.min(PENALTY_MAX, (evenings + late) * eveningDays * people)],
    ['weekend', Math.min(PENALTY_MAX, weekendDays * span.length * people)],
    ['long-break', crossings],
  ] as const) {
    const price = priceOf(problem, rule);
    if (price.hard * amount > 0) return FORBIDDEN;
    cost += price.soft * amount;
  }
  return cost;
}

/** Periods of a span from one on. */
function overlap({ start, length }: TimeSpan, from: number): number {
  return Math.max(0, start + length - Math.max(from, start));
}

function bandOf(problem: Problem, span: TimeSpan): number {
  return (problem.calendar.longBreaks ?? []).filter((after) => span.start > after).length;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
