import type { Beside, MeetingRef, RoomWish, TimeWish } from '@class-scheduling/assistant-language';
import type { RoomFacts } from '../tools.js';
import { range, ranges, shownWeeks } from '../../scheduling/semester/periods.js';
import { dateAt, dayOf, later } from '../../scheduling/semester/weeks.js';
import { type TimeSpan, calendarOf, holiday, isHoliday, partOf, weekAndDayOf, withoutDate } from './times.js';
import { seenOf } from './held.js';
import { clockIn, lineOf } from './lesson-words.js';
import { lessonsOf } from './lessons.js';
import { listed, type Planning } from './planning.js';
import { isFreeAt, limitsOf, roomsAt } from './rooms.js';
import { dateNamed, dayName, headed, inParts, joined, lined, listOf, periodsAt, say } from './words.js';
import { shownRoom, when, whenOn, type Text } from './words.js';
import { refuse, words, type Of, type Step } from './step.js';

/** Answers to which rooms are free at a time. */

/** Rooms that an answer names, of those for so many; and taken ones. */
const roomsMax = 20;
const fittingMax = 60;
const largestMax = 5;
const takenMax = 5;

/** A time that is asked about: of one date, of some weeks, or of every week. */
export interface Moment {
  readonly span: TimeSpan;
  readonly weeks?: readonly number[];
  /** The date, where it is of one. */
  readonly date?: string;
  readonly at: Text;
}

/**
 * The times of a question: first and last period of one or several days, or all. A day of the published
 * timetable is the next one, unless weeks are told.
 * @throws UnsettledError where no day is told, and of what is over
 */
export function momentsOf(planning: Planning, wish: TimeWish, isNow = false): Moment[] {
  const { situation, timetable } = planning;
  if (wish.date !== undefined && isHoliday(situation, wish.date)) throw refuse(holiday(wish.date));
  const told = periodsIn(planning, wish);
  const { weeks, ...time } = withoutDate(situation, dayFor(planning, wish));
  if (!time.days?.length) throw refuse(noMoment);
  const now = isNow && periodsNow(planning);
  // 现在到第8节: from now until then.
  const [start, end] = now ? [now[0], Math.max(now[1], time.periods?.end ?? time.periods?.start ?? 0)] : told;
  return time.days.map((day) => {
    const span = { day, start, end };
    const { today } = situation;
    const next = weekAndDayOf(situation, later(today, (day - dayOf(today) + 7) % 7));
    const isNext = !weeks?.length && timetable.status === 'PUBLISHED' && next?.day === day;
    const then = isNext ? [next.week] : weeks;
    const date = then?.length === 1 ? calendarOf(situation).dateOf({ week: then[0], day }) : null;
    return {
      ...{ span, at: atOf(span, date, then) },
      ...(then?.length && { weeks: then }),
      ...(date && { date }),
    };
  });
}

/** First and last period of a wish: of a day alone all before the evening. */
const periodsIn = ({ situation }: Planning, { periods, part }: TimeWish): readonly [number, number] =>
  periods
    ? [periods.start, periods.end ?? periods.start]
    : part
      ? partOf(situation, part)
      : [1, situation.periods.evening[0] - 1];

/** 下午有没有空教室: of a time without a day that of today, or of tomorrow where it is over. */
export function dayFor(planning: Planning, wish: TimeWish): TimeWish {
  const { situation } = planning;
  const [, end] = periodsIn(planning, wish);
  if (wish.days ?? wish.date ?? wish.weeks ?? (wish.part || wish.periods) === undefined) return wish;
  const isOver = minutesOf(situation.periods.starts[end - 1]) + lessonMinutes <= minutesNow(planning);
  return { date: later(situation.today, isOver ? 1 : 0), ...wish };
}

const atOf = ({ day, start, end }: TimeSpan, date: string | null, weeks: Moment['weeks'] = []): Text =>
  date
    ? whenOn(date, start, end)
    : inParts([when(day, start, end), ...(weeks.length > 0 ? [shownWeeks(weeks)] : [])]);

/** Minutes that a period lasts, and with the break behind it at most. */
const lessonMinutes = 45;
const periodMinutes = 55;

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const minutesNow = ({ timeZone }: Planning): number => minutesOf(clockIn(timeZone));

/** The pair of periods that is held at this moment, or comes next. @throws UnsettledError after the last */
function periodsNow(planning: Planning): [number, number] {
  const now = minutesNow(planning);
  const at = planning.situation.periods.starts.findIndex((start) => now < minutesOf(start) + periodMinutes);
  if (at < 0)
    throw refuse(
      '今天的节次都已经过了，教室都没有课。',
      'The last period of today is over: no room has a lesson now.',
    );
  return [at + 1, at + 1 + ((at + 1) % 2)];
}

const noMoment = say(
  '请说明星期和节次，例如“周五第3-4节”或“周五晚上”。',
  'Please say the day and the periods, such as "Friday periods 3-4" or "Friday evening".',
);

/** The pairs of periods of a longer time. */
export const pairsOf = ({ day, start, end }: TimeSpan): TimeSpan[] =>
  Array.from({ length: end - start < 2 ? 0 : Math.ceil((end - start + 1) / 2) }, (_, at) => ({
    day,
    start: start + 2 * at,
    end: Math.min(start + 2 * at + 1, end),
  }));

/** Rooms that are free, or whether those that are named are. */
export async function freeRoomsIn(planning: Planning, intent: Of<'findRooms'>): Promise<Step> {
  const { at, isNow, beside, room: wish = {} } = intent;
  const times = beside ? await timesBeside(planning, at, beside) : daysWithin(planning, at);
  const moments = times.flatMap((time) => momentsOf(planning, time, isNow));
  const named = wish.room ? [wish.room] : (wish.anyOf ?? []);
  if (named.length > 0) {
    const told = await Promise.all(named.map((room) => aboutRoom(planning, room, moments)));
    return words(lined(told.flat()));
  }
  const days = moments.length > 1 && !at.periods ? await byDay(planning, moments, wish) : null;
  if (days) return days;
  const told = await Promise.all(moments.map((moment) => freeAt(planning, moment, wish)));
  // That there is no such room at all is the same at every time.
  const lines = told.flat().filter(({ zh }, index, all) => all.findIndex((line) => line.zh === zh) === index);
  return words(lined(lines));
}

/**
 * A wish for a week, or for several dates, as one for each of these that is still to come.
 * @throws UnsettledError where none is
 */
function daysWithin({ situation }: Planning, at: TimeWish): TimeWish[] {
  const { date, until, days, weeks = [], ...time } = at;
  const { today, semester } = situation;
  const isWeek = date === undefined && !days?.length && weeks.length > 0;
  if (isWeek && weeks.length > 1) return [{ ...at, days: [...semester.schedulingDays] }];
  if (!isWeek && until === undefined) return [at];
  const since = date ?? dateAt(semester.startDate, { week: weeks[0], day: 1 });
  const dates = Array.from({ length: datesMax }, (_, ahead) => later(since, ahead));
  const last = until ?? later(since, 6);
  const wanted = days?.length ? days : semester.schedulingDays;
  const isTaught = (each: string): boolean =>
    wanted.includes(calendarOf(situation).plannedOn(each)?.day ?? 0);
  const found = dates.filter((each) => each >= today && each <= last && isTaught(each));
  if (found.length === 0) throw refuse(noneAhead);
  return found.map((each) => ({ ...time, date: each }));
}

const datesMax = 14;
const noneAhead = say(
  '那些日子已经过去，或按校历不上课，请换个时间再问。',
  'Those days are over, or nothing is taught on them by the calendar. Maybe ask for others.',
);

/** On which of several days rooms as wished are free, two periods at a time; null where on none. */
async function byDay(planning: Planning, moments: readonly Moment[], wish: RoomWish): Promise<Step | null> {
  const told = moments.map(async (moment) => {
    const slots = pairsOf(moment.span).map(async (span) => {
      const rooms = await fittingAt(planning, wish, span, moment.weeks);
      const free = rooms.filter(({ isFree }) => isFree);
      const at = thenOf({ ...moment, span });
      const seen = free.slice(0, ofSlotMax).map(({ id }) => ({ rooms: [id], at }));
      const names = listOf(free.map(shownRoom), ofSlotMax);
      return free.length > 0 ? [{ seen, text: joined([periodsAt(span.start, span.end), names], ' ') }] : [];
    });
    const { date, weeks = [], span } = moment;
    const on = date
      ? dateNamed(date)
      : inParts([dayName(span.day), ...(weeks[0] ? [shownWeeks(weeks)] : [])]);
    return { on, slots: (await Promise.all(slots)).flat() };
  });
  const days = await Promise.all(told);
  const lines = days
    .filter(({ slots }) => slots.length > 0)
    .map(({ on, slots }) =>
      headed(
        on,
        joined(
          slots.map(({ text }) => text),
          say('；', '; '),
        ),
      ),
    );
  if (lines.length === 0) return null;
  // In the order in which they are told, whichever is found first: the first one is chosen by that.
  planning.seen.push(...days.flatMap(({ slots }) => slots.flatMap(({ seen }) => seen)));
  const none = listOf(days.flatMap(({ on, slots }) => (slots.length > 0 ? [] : on)));
  const { zh, en } = limitsOf(planning, wish);
  const head = say(`空着的教室${zh}，每次两节：`, `Free rooms${en}, two periods at a time:`);
  const others = none.zh ? [say(`没有空着的：${none.zh}。`, `None is free: ${none.en}.`)] : [];
  return listed(planning, [...others, head], lines);
}

/** Rooms that are told of one of many times. */
const ofSlotMax = 3;

/**
 * The two periods before or after each lesson of the caller on a day, with its room; of a time that is told
 * before or after that.
 * @throws UnsettledError where there is no such time
 */
export async function timesBeside(
  planning: Planning,
  at: TimeWish,
  beside: Beside,
  { teachers, administrativeClasses, rooms }: MeetingRef = {},
): Promise<(TimeWish & { readonly room?: string })[]> {
  const { situation } = planning;
  const { periods, part, ...day } = at;
  const [moment] = momentsOf(planning, day);
  const whom = situation.self.teacher ? { teachers: [situation.self.teacher] } : { isOwn: true };
  const then = { ...thenOf(moment), periods: undefined };
  // After our class, of somebody who teaches it; of a class the lessons with it.
  const among = [{ teachers, administrativeClasses, rooms, ...whom }, whom];
  const [theirs, all] = periods
    ? [[], []]
    : await Promise.all(among.map((ref) => lessonsOf(planning, ref, { ...then, part })));
  const held = (theirs.length > 0 ? theirs : all).flatMap(({ time, room }) =>
    time ? { ...time, room: room?.id } : [],
  );
  const spans: readonly { start: number; end: number; room?: string }[] = periods
    ? [{ start: periods.start, end: periods.end ?? periods.start }]
    : held;
  if (spans.length === 0) throw refuse(`${moment.at.zh}您没有课。`, `You have no lesson on ${moment.at.en}.`);
  const times = spans.map(({ start, end, room }) => {
    const [first, last] = beside === 'BEFORE' ? [start - 2, start - 1] : [end + 1, end + 2];
    return { ...then, room, periods: { start: first, end: last } };
  });
  const found = times.filter(
    ({ periods: { start, end } }) => start >= 1 && end <= situation.periods.starts.length,
  );
  if (found.length === 0) throw refuse(noneBeside);
  return found;
}

const noneBeside = say(
  '您的课前后没有别的节次。可以直接说节次，例如“周五第5-6节”。',
  'There is no period there beside your lessons. Maybe name the periods, such as "Friday periods 5-6".',
);

/** The rooms as wished at a time, the nearest or the smallest first, or the largest where asked for. */
const fittingAt = async (planning: Planning, wish: RoomWish, span: TimeSpan, weeks: Moment['weeks']) =>
  (await roomsAt(planning, span, wish, { weeks })).toSorted((a, b) =>
    wish.near ? 0 : wish.size === 'BIGGER' ? b.capacity - a.capacity : a.capacity - b.capacity,
  );

/** The rooms as wished that are free at a time, and of a longer one those that are free for a part of it. */
async function freeAt(planning: Planning, moment: Moment, wish: RoomWish): Promise<Text[]> {
  const { span, weeks, at } = moment;
  const fitting = await fittingAt(planning, wish, span, weeks);
  const limits = limitsOf(planning, wish);
  if (fitting.length === 0)
    return [say(`没有这样的教室${limits.zh}。`, `There is no such room${limits.en}.`)];
  const free = fitting.filter(({ isFree }) => isFree);
  const max = planning.isWhole || wish.capacityMin || wish.capacityMax ? fittingMax : roomsMax;
  const show = (rooms: readonly RoomFacts[]): Text => {
    planning.seen.push(...rooms.map(({ id }) => ({ rooms: [id], at: thenOf(moment) })));
    return listOf(rooms.map(shownRoom), wish.size ? largestMax : max);
  };
  const list = show(free);
  const parts = pairsOf(span).map(async (part): Promise<Text[]> => {
    const rooms = (await fittingAt(planning, wish, part, weeks)).filter(
      ({ id, isFree }) => isFree && !free.some((one) => one.id === id),
    );
    const [{ zh, en }, names] = [periodsAt(part.start, part.end), show(rooms)];
    const told = say(
      `只有${zh}空着的 ${rooms.length} 间：${names.zh}。`,
      `${rooms.length} free only in ${en}: ${names.en}.`,
    );
    return rooms.length > 0 ? [told] : [];
  });
  const partly = (await Promise.all(parts)).flat();
  if (free.length === 0) {
    if (partly.length > 0) {
      const [zh, en] = [`${at.zh}没有一直空着的教室${limits.zh}`, `No room${limits.en} is free all the time`];
      return [say(`${zh}，只有一段时间空着的有：`, `${en} on ${at.en}, only for a part of it:`), ...partly];
    }
    const taken = listOf(fitting.map(shownRoom), takenMax);
    planning.seen.push(...fitting.slice(0, takenMax).map(({ id }) => ({ rooms: [id] })));
    const none = say(
      `${at.zh}没有符合要求${limits.zh}的空教室，都被占用：${taken.zh}。`,
      `No room that fits${limits.en} is free on ${at.en}; taken are ${taken.en}.`,
    );
    return [none];
  }
  const [zh, en] = wish.size === 'BIGGER' ? ['，最大的', ', largest first'] : ['', ''];
  const whole = parts.length > 0 ? say('一直', ' all the time') : say('', '');
  const head = say(
    `${at.zh}${whole.zh}空着的教室${limits.zh}有 ${free.length} 间${zh}：${list.zh}。`,
    `${free.length} ${free.length === 1 ? 'room is' : 'rooms are'} free${whole.en} on ${at.en}` +
      `${limits.en}${en}: ${list.en}.`,
  );
  return [head, ...partly];
}

/** A time as lessons are asked for, and as it is kept of what was shown. */
const thenOf = ({ span: { day, start, end }, weeks, date }: Moment): TimeWish => ({
  ...(date ? { date } : { days: [day], ...(weeks && { weeks: [...weeks] }) }),
  periods: { start, end },
});

/** Whether a room is free at times, and what is held in it then. */
async function aboutRoom(planning: Planning, id: string, moments: readonly Moment[]): Promise<Text[]> {
  const { use, seen } = planning;
  const { classroom } = await use('classroom', { id });
  if (!classroom) return [];
  const told = await Promise.all(
    moments.map(async (moment) => {
      const { span, weeks } = moment;
      const pieces = span.end - span.start < 2 ? [span] : pairsOf(span);
      const isFree = await Promise.all(pieces.map((part) => isFreeAt(planning, classroom, part, { weeks })));
      const free = pieces.flatMap(({ start, end }, at) => (isFree[at] ? range(start, end - start + 1) : []));
      seen.push({ rooms: [id], at: thenOf(moment) });
      const verdict = verdictOf(shownRoom(classroom), moment, free);
      if (isFree.every(Boolean)) return [verdict];
      const lessons = await lessonsThen(planning, [{ rooms: [id] }], moment);
      return [verdict, ...(lessons.length > 0 ? lessons : [hidden])];
    }),
  );
  return told.flat();
}

/** The lessons of whoever is named at a time, each once. */
export async function lessonsThen(
  planning: Planning,
  whom: readonly MeetingRef[],
  moment: Moment,
): Promise<Text[]> {
  const then = thenOf(moment);
  const lists = await Promise.all(whom.map((ref) => lessonsOf(planning, ref, then)));
  const lessons = [...new Map(lists.flat().map((lesson) => [lesson.assignment, lesson])).values()];
  planning.seen.push(...lessons.map(seenOf));
  return lessons.map((each) => lineOf(each, planning));
}

/** That somebody or a room is free at a time, or not, or in which periods of it. */
export function verdictOf(
  who: Text,
  { span, at }: Pick<Moment, 'span'> & { readonly at?: Text },
  free: readonly number[],
): Text {
  const { zh, en } = inParts([who, ...(at ? [at] : [])]);
  if (free.length > span.end - span.start) return say(`有空：${zh}。`, `Free: ${en}.`);
  if (free.length === 0) return say(`没空：${zh}。`, `Not free: ${en}.`);
  return say(`只有第${ranges(free)}节有空：${zh}。`, `Free in periods ${ranges(free)} alone: ${en}.`);
}

const hidden = say('是哪节课，您无权查看。', 'Which lesson it is, is not yours to see.');
