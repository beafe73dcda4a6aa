import type { TimeWish } from '../intents.js';
import type { Situation } from '../interpreter.js';
import { dayOf, later, weekOf } from './calendar.js';
import { Doubt, OpenDoubt, unlessDoubt } from './doubts.js';
import { fromTo } from '../spot/numbers.js';
import { type Clock, isOn, partOf, type TimePiece } from './times.js';
import type { TimeToken } from './tokens.js';

/** How far from the beginning of a period, in minutes, people still mean it. */
const tolerance = 10;
/** Hours before this one are said of the afternoon, unless something else is said. */
const firstHour = 7 * 60;
const noon = 12 * 60;

/** A time, and what else was said of it. */
export interface SaidTime {
  readonly wish: TimeWish;
  /** One week of the semester was named: what is said is not said of every week. */
  readonly isSingle: boolean;
  readonly isWeekly: boolean;
}

/**
 * What several expressions say together; null where there is none.
 * @param isAsked whether it is only asked of that time: then it is that of the periods held around it
 */
export function timeOf(tokens: readonly TimeToken[], situation: Situation, isAsked = false): SaidTime | null {
  if (tokens.length === 0) return null;
  const pieces = tokens.map(({ piece }) => piece);
  const said = tokens.map((token) => token.said).join(' ');
  const days = [...new Set(pieces.flatMap((piece) => piece.days ?? []))].sort((a, b) => a - b);
  const part = single(tokens, 'part', said);
  const periods = periodsOf(tokens, part, situation, said, isAsked);
  const dates = [...new Set(pieces.flatMap((piece) => piece.date ?? []))].sort();
  // 28号29号: days that follow one another are a span.
  const isSpan = dates.length > 1 && dates.every((each, at) => at === 0 || each === later(dates[at - 1], 1));
  const date = isSpan ? dates[0] : single(tokens, 'date', said);
  const until = isSpan ? dates.at(-1) : pieces.find((piece) => piece.until)?.until;
  const relativeWeek = single(tokens, 'relativeWeek', said);
  const stated = weeksOf(tokens, situation, said);
  if (date !== undefined && days.length > 0 && !isOn(date, days)) throw contradiction(said);
  if (relativeWeek !== undefined && (date !== undefined || stated)) throw contradiction(said);
  const weeks = relativeWeek === undefined ? stated : inSemester([relativeWeek], situation, said);
  const isSingle = date !== undefined || weeks?.length === 1;
  const isWeekly = pieces.some((piece) => piece.isWeekly);
  if (isSingle && isWeekly) throw contradiction(said);
  // 傍晚五点: the clock tells more than the part of the day.
  const isToldByClock = isAsked && part && periods && !isInPart(periods.start, part, situation);
  return {
    wish: {
      ...(date === undefined && days.length > 0 && { days }),
      ...(periods && { periods }),
      ...(part && !isToldByClock && { part }),
      ...(weeks && { weeks }),
      ...(date !== undefined && { date }),
      ...(until !== undefined && { until }),
    },
    isSingle,
    isWeekly,
  };
}

/** The same where nothing else is asked; null too where it contradicts itself. */
export const timeIn = (tokens: readonly TimeToken[], situation: Situation): TimeWish | null =>
  unlessDoubt(() => timeOf(tokens, situation)?.wish ?? null);

/** A single date as week and day, for questions that are asked of weeks. */
export function inWeeks({ date, ...wish }: TimeWish, situation: Situation): TimeWish {
  if (date === undefined) return wish;
  if (wish.until !== undefined) return { ...wish, date };
  // What is taught on such a date is known by whoever has the calendar.
  if (situation.semester.rules?.some((rule) => rule.date === date)) return { ...wish, date };
  return {
    ...wish,
    days: [dayOf(date)],
    weeks: inSemester([weekOf(date, situation)], situation, date),
  };
}

/** What is said of one thing. @throws Doubt where that is not the same each time */
function single<K extends 'part' | 'relativeWeek' | 'date' | 'parity'>(
  tokens: readonly TimeToken[],
  key: K,
  said: string,
): TimePiece[K] {
  const [value, ...others] = new Set(tokens.flatMap(({ piece }) => piece[key] ?? []));
  if (others.length > 0) throw contradiction(said);
  return value as TimePiece[K];
}

function weeksOf(tokens: readonly TimeToken[], situation: Situation, said: string): number[] | undefined {
  const stated = tokens.flatMap(({ piece }) => piece.weeks ?? []);
  const parity = single(tokens, 'parity', said);
  const isEmpty = tokens.some(({ piece }) => piece.weeks?.length === 0);
  if (isEmpty) throw contradiction(said);
  if (stated.length === 0 && parity === undefined) return undefined;
  const weeks = stated.length > 0 ? [...new Set(stated)] : fromTo(1, situation.semester.weeks);
  const chosen = weeks.filter((week) => parity === undefined || week % 2 === parity).sort((a, b) => a - b);
  return inSemester(chosen, situation, said);
}

function inSemester(weeks: number[], { semester }: Situation, said: string): number[] {
  if (weeks.length > 0 && weeks.every((week) => week >= 1 && week <= semester.weeks)) return weeks;
  throw new Doubt({
    zh: `“${said}”不在本学期的第1至${semester.weeks}周之内，请换一个时间。`,
    en: `"${said}" is not in the weeks 1 to ${semester.weeks} of the semester. Which time is meant?`,
  });
}

function periodsOf(
  tokens: readonly TimeToken[],
  part: TimeWish['part'],
  situation: Situation,
  said: string,
  isAsked: boolean,
): TimeWish['periods'] {
  const stated = tokens.flatMap(({ piece: { periods, clock } }) =>
    periods
      ? [isAsked || !periods.end ? withinPart(periods, part, situation) : periods]
      : clock
        ? [atClock(clock, part, situation, isAsked ? null : said)]
        : [],
  );
  if (stated.length === 0) return undefined;
  const count = situation.periods.starts.length;
  const [first, ...others] = [...stated].sort((a, b) => a.start - b.start);
  let end = first.end;
  for (const one of others) {
    // 下午第一节，就是五六节: the same, told whole.
    if (one.start === first.start && (one.end ?? end) === (end ?? one.end)) {
      end ??= one.end;
      continue;
    }
    if (one.start !== (end ?? first.start) + 1) throw contradiction(said);
    end = one.end ?? one.start;
  }
  if (first.start < 1 || (end ?? first.start) > count || ((end ?? first.start) < first.start && !isAsked))
    throw new Doubt({
      zh: `“${said}”不是有效的节次，每天为第1至${count}节。是哪几节？`,
      en: `"${said}" are no periods: a day has 1 to ${count}. Which are meant?`,
    });
  if (part && !isAsked && !isInPart(first.start, part, situation)) throw contradiction(said);
  return end === undefined ? { start: first.start } : { start: first.start, end };
}

/** 下午第一节, and 下午1-2节 where it is asked of: counted from where the part of the day begins. */
function withinPart(told: Span, part: TimeWish['part'], situation: Situation): Span {
  const before = part ? partOf(situation, part)[0] - 1 : 0;
  if (told.start > countedMax || before === 0) return told;
  return { start: told.start + before, ...(told.end && { end: told.end + before }) };
}

/** Periods that nobody takes for those of another part of the day than is told. */
const countedMax = 2;

function isInPart(period: number, part: NonNullable<TimeWish['part']>, situation: Situation): boolean {
  const [first, last] = partOf(situation, part);
  return period >= first && period <= last;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** How long before a period, in minutes, people come for it. */
const early = 60;

/** The periods that are held at a time, else the next one, or those before and after it. */
function around(from: number, to: number, { starts, ends }: Situation['periods']): Around {
  const begins = starts.map(minutesOf);
  const stops = begins.map((begin, at) => (ends?.[at] ? minutesOf(ends[at]) : begin + 45));
  const held = begins.flatMap((begin, at) => (begin < to && stops[at] > from ? [at + 1] : []));
  if (held.length > 0) return { start: held[0], end: held.at(-1)! };
  const next = begins.findIndex((begin) => begin >= from);
  if (next < 0) return { start: starts.length };
  return next === 0 || begins[next] - from <= early
    ? { start: next + 1 }
    : { start: next, end: next + 1, isBreak: true };
}

type Span = NonNullable<TimeWish['periods']>;
type Around = Span & { readonly isBreak?: true };

/** The period that begins when the clock says so. @throws Doubt where none does, if that is not allowed */
function atClock(
  { from, to: told, isSure, isAsked }: Clock,
  part: TimeWish['part'],
  { periods }: Situation,
  said: string | null,
): Span {
  const { starts } = periods;
  // 中午12点到2点
  const to = told !== null && told < from ? told + noon : told;
  const minutes = starts.map(minutesOf);
  const isLate = !isSure && from < noon && (part ? part !== 'MORNING' : from < firstHour);
  const shift = isLate ? noon : 0;
  const at = minutes.findIndex((minute) => Math.abs(minute - (from + shift)) <= tolerance);
  if (at < 0 && said === null) {
    const { isBreak, ...span } = around(from + shift, (to ?? from + 1) + shift, periods);
    // Of a question of lessons it is the break itself, from 5 to 4.
    return isAsked && isBreak ? { start: span.end!, end: span.start } : span;
  }
  if (at < 0)
    throw new Doubt({
      zh: `“${said}”没有课开始，各节开始于 ${starts.join('、')}。是第几节？`,
      en: `No period begins at "${said}": they begin at ${starts.join(', ')}. Which is meant?`,
    });
  if (to === null) return { start: at + 1 };
  const end = minutes.findLastIndex((minute) => minute < to + shift - tolerance);
  return { start: at + 1, end: Math.max(end, at) + 1 };
}

const contradiction = (said: string): Doubt =>
  new OpenDoubt({
    zh: `“${said}”可以有不同的理解，请说明是哪一天、第几节、第几周。`,
    en: `"${said}" may be understood in several ways. Which day, periods and weeks are meant?`,
  });
