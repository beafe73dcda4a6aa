import type { TimeWish } from '@class-scheduling/assistant-language';
import { range } from '../../scheduling/semester/periods.js';
import type { OfferedOption } from '../event-data.js';
import type { TriedPlace } from './checks.js';
import { heldThen, isOver, goalsIn, triedAt, type Going, type Tried } from './dates.js';
import { about, labelOf, type Goal, type HeldMeeting, type TimeSpan } from './held.js';
import { freeFor } from './lessons.js';
import { goingOn, offered, type Planning } from './planning.js';
import { freeRoomsAt, roomsAt, roomsInstead } from './rooms.js';
import { words, type Step } from './step.js';
import { fitsWish, isWelcome, partOf, startsOf, weekAndDayOf } from './times.js';
import {
  dateNamed,
  firstLines,
  headed,
  inParts,
  joined,
  lined,
  listOf,
  marked,
  onDates,
  plain,
  say,
  shownRoom,
  when,
  type Text,
} from './words.js';

/** Where else a lesson could be, on single dates or in every week. */

/** Places that are offered; and times that are looked at for them, and for what was wished. */
const offeredMax = 6;
const triesMax = 40;
const wishedMax = 8;
/** Times and obstacles that are told. */
const timesTold = 3;
export const obstaclesTold = 5;
/** Rooms that are offered, those that are free on some dates, and those that are told of a date. */
const roomsOffered = 3;
const partlyMax = 2;
const roomsTold = 4;

/** Which times are looked for: until so many are free; near what was said, or within it alone. */
interface Sought {
  readonly to: TimeWish | undefined;
  readonly isWithin?: boolean;
  readonly max: number;
  /** Whether it is also told what is in the way of those that are not free. */
  readonly includesTaken?: true;
}

/** The times to which a lesson can go, the nearest to what was said first, and what is in the way there. */
export async function triedTimes(
  planning: Planning,
  going: Going,
  { to = {}, isWithin = false, max, includesTaken }: Sought,
): Promise<Tried[]> {
  const { situation, before } = planning;
  const { intent, meeting, from } = going;
  const on = to.date && !to.until ? weekAndDayOf(situation, to.date) : null;
  const wish = on ? { ...to, days: [on.day] } : to;
  const days = [...new Set([...situation.semester.schedulingDays, ...(wish.days ?? [])])];
  const spans = startsOf(situation, meeting.periods, days).filter(
    (span) => isWelcome(situation, span, intent) && (!isWithin || fitsWish(situation, span, wish)),
  );
  const aimed = from ? weeksAimedAt(planning, from, to, isWithin) : [undefined];
  const times = aimed.map(async (weeks) => {
    // What the wishes before it leave is free.
    const isFree =
      from || before.length === 0 ? await freeFor(planning, meeting, weeks ?? meeting.weeks) : () => true;
    const open = spans.filter((span) => isOpen(planning, going, to, span, weeks));
    return open.map((span) => ({ span, weeks, isFree: isFree(span) }));
  });
  const sorted = (await Promise.all(times))
    .flat()
    .filter(({ isFree }) => isFree || includesTaken)
    .map((each) => ({ ...each, far: nearnessOf(planning, each.span, wish) }))
    .toSorted((a, b) => Number(b.isFree) - Number(a.isFree) || a.far - b.far);
  const found: Tried[] = [];
  for (const { span, weeks } of sorted.slice(0, includesTaken ? wishedMax : triesMax)) {
    if (found.filter(({ isFree }) => isFree).length >= max) break;
    const one = await triedAt(planning, going, span, weeks, intent.room);
    // Who may not make it is not told whether its room is free by the check.
    const isRoomless = one.isTaken && (planning.isRequest || !from);
    if (includesTaken || (one.isFree && !isRoomless)) found.push(one);
  }
  return found;
}

/** The weeks in which times of dates are looked for: one by one, of several dates those of all. */
function weeksAimedAt(
  { situation }: Planning,
  [first, ...rest]: readonly Goal[] | NonNullable<Going['from']>,
  { date, until, weeks: told }: TimeWish,
  isWithin: boolean,
): number[][] {
  if (rest.length > 0) return [[first, ...rest].map(({ week }) => week)];
  const weekOf = (on: string | undefined): number | undefined =>
    on === undefined ? undefined : weekAndDayOf(situation, on)?.week;
  const [since, last] = [weekOf(date), weekOf(until)];
  const aimed = since ?? told?.[0] ?? first.week;
  const within = since && last ? range(since, last - since + 1) : isWithin ? (told ?? []) : [];
  const weeks = within.length > 0 ? within : [aimed, aimed + 1];
  return weeks.filter((week) => week <= situation.semester.weeks).map((week) => [week]);
}

/** Whether a lesson may go to a time: one to come, within the dates that were said, where it is not now. */
function isOpen(
  planning: Planning,
  { intent, meeting }: Going,
  to: TimeWish,
  span: TimeSpan,
  weeks: readonly number[] | undefined,
): boolean {
  const { shown = [] } = planning;
  const isSame = isNow(meeting, span);
  if (!weeks) return !isSame && !shown.some((key) => key.startsWith(`${span.day} ${span.start} `));
  const goals = goalsIn(planning, span, weeks);
  if (goals.length < weeks.length) return false;
  const [{ date }] = goals;
  if (to.until !== undefined && (date < to.date! || date > to.until)) return false;
  if (intent.notAt?.some((wish) => wish.date === date)) return false;
  // It is held then in the other weeks, too.
  const isHeld = isSame && weeks.some((week) => meeting.weeks.includes(week));
  return !isHeld && !isOver(planning, date, span);
}

/** Whether a time is the one that a meeting has in its week. */
export const isNow = ({ time }: HeldMeeting, { day, start }: TimeSpan): boolean =>
  time?.day === day && time.start === start;

/** How near a time is to what was said: then, on that day, in that part of the day, or neither. */
function nearnessOf({ situation }: Planning, span: TimeSpan, to: TimeWish): number {
  if (fitsWish(situation, span, to) && (to.days ?? to.part ?? to.periods)) return 0;
  const isLate = span.day > friday || span.start >= situation.periods.evening[0];
  const { part, periods } = to;
  const isInPart = (['MORNING', 'AFTERNOON', 'EVENING'] as const).some((each) => {
    const [first, last] = partOf(situation, each);
    const holds = (period: number): boolean => period >= first && period <= last;
    return (part ? part === each : periods !== undefined && holds(periods.start)) && holds(span.start);
  });
  return (to.days?.includes(span.day) ? 1 : isInPart ? 2 : 3) + (isLate ? 2 : 0);
}

const friday = 5;

/**
 * Says what is in the way of a lesson where it was tried, and offers other rooms then and other times.
 * @param isWithin whether only what lies within what was said is wanted, and nothing was tried
 */
export async function elsewhere(
  planning: Planning,
  going: Going,
  tried: readonly TriedPlace[],
  isWithin = false,
): Promise<Step> {
  const { intent, from } = going;
  const [first, ...others] = tried;
  const hasTime = Object.keys(intent.to ?? {}).length > 0;
  const isOfRoom = first?.goals && intent.room && !hasTime;
  const some = isOfRoom && first.goals.length > 1 ? await roomsOnSome(planning, going, first.goals) : null;
  const why = [...(await whyNot(planning, going, tried)), ...(some?.told ?? [])];
  const isOne = first && others.length === 0;
  const to = isOne ? { ...intent.to, days: [first.span.day], periods: first.span } : intent.to;
  const rooms = first && intent.room ? await roomOptions(planning, going, first.span, first.goals) : [];
  const max = offeredMax - rooms.length;
  const near = isOfRoom ? [] : await timeOptions(planning, going, { to, isWithin, max });
  const options = [...(some?.options ?? []), ...rooms, ...near];
  if (options.length > 0) {
    const head = tried.length > 0 ? [...why, instead] : why;
    return { kind: 'question', question: lined(head), options };
  }
  // What was said of other times may be of what was spoken of before.
  const ever = isWithin && hasTime ? await timeOptions(planning, going, { to, max: offeredMax }) : [];
  if (ever.length > 0) return { kind: 'question', question: lined([noneThen, ...why]), options: ever };
  const head = tried.length > 0 ? why : [labelOf(going.meeting)];
  return words(lined([...head, isOfRoom ? noOtherRoom : from && from.length > 1 ? noOtherTime : nowhere]));
}

async function timeOptions(planning: Planning, going: Going, sought: Sought): Promise<OfferedOption[]> {
  const found = await triedTimes(planning, going, sought);
  return found.map((each) => timeOption(planning, going, each));
}

/** A time that may be chosen: on dates it goes there as it was wished, else to the room that is told. */
function timeOption(
  planning: Planning,
  going: Going,
  { span, goals: [goal] = [], place, roomName = '' }: Tried,
): OfferedOption {
  const time = when(span.day, span.start, span.end);
  const [first, ...rest] = going.from ?? [];
  const periods = { start: span.start };
  const to = { days: [span.day], periods };
  const { names } = planning.situation;
  const room = plain(roomName || (names.find(({ id }) => id === place?.room)?.name ?? ''));
  if (!first) return optionFor(planning, going, inParts([time, room]), { to, room: { room: place!.room! } });
  if (rest.length > 0) return optionFor(planning, going, time, { to });
  // The date that was told, and not that of the week to which it goes.
  const changed = { at: { date: first.date }, to: { date: goal.date, periods } };
  const on = onDates([goal], time);
  // In which room as it is wished.
  return optionFor(planning, going, going.intent.room ? inParts([on, room]) : on, changed);
}

/** An option that goes on with a wish of one lesson as it is changed by it. */
function optionFor(
  planning: Planning,
  going: Going,
  label: Text,
  changed: { readonly at?: TimeWish; readonly to?: TimeWish; readonly room?: { readonly room: string } },
): OfferedOption {
  const { avoid: _, notAt: _notAt, otherwise: _otherwise, ...intent } = going.intent;
  const meeting = { ...intent.meeting, isEvery: undefined };
  const once = intent.type === 'move' ? { by: undefined, isWhatIf: undefined } : {};
  return offered(planning, label, goingOn(planning, going, { ...intent, meeting, ...once, ...changed }));
}

/** What is in the way of a lesson where it was tried; nothing was where it can go is asked. */
export async function whyNot(
  planning: Planning,
  { meeting, intent, from }: Going,
  tried: readonly TriedPlace[],
): Promise<Text[]> {
  const told = from ? `（${from.map(({ date }) => date).join('、')}）` : '';
  const toldEn = from ? ` of ${from.map(({ date }) => date).join(', ')}` : '';
  if (tried.length === 0) return [about(meeting, `${told}可以改到：`, `${toldEn} could go to:`)];
  const roomless = tried.filter(({ place }) => !place);
  const { zh, en } = timesOf(tried);
  const isThere = ({ span, goals }: TriedPlace): boolean =>
    isNow(meeting, span) && (!goals || goals.every(({ date }, at) => date === from?.[at]?.date));
  const isOfRooms = intent.room !== undefined && tried.every(isThere);
  const head = isOfRooms
    ? about(meeting, `${told}不能这样换教室：`, `${toldEn} cannot change its room like that:`)
    : about(meeting, `${told}不能改到${zh}：`, `${toldEn} cannot go to ${en}:`);
  const goal = roomless.length === tried.length ? tried[0].goals?.[0] : undefined;
  const taken = isOfRooms ? await takenThen(planning, { meeting, intent }, tried[0]) : [];
  const texts = [
    ...(goal ? await heldThen(planning, meeting, goal) : []),
    ...(roomless.length > 0 && taken.length === 0 ? [noRoomThen(timesOf(roomless))] : []),
    ...(taken.length > 0 ? taken : tried.flatMap(({ obstacles }) => obstacles.map(plain))),
  ];
  const different = [...new Map(texts.map((text) => [text.zh, text])).values()];
  return [head, ...firstLines(different.map(marked), obstaclesTold)];
}

/** Why rooms as wished are not free: who is there, their seats or their kind; nothing where one is. */
async function takenThen(
  planning: Planning,
  { meeting, intent }: Pick<Going, 'meeting' | 'intent'>,
  { span, goals }: TriedPlace,
): Promise<Text[]> {
  const weeks = goals?.map(({ week }) => week);
  const looked = await roomsAt(planning, span, intent.room, { meeting, weeks });
  const others = looked.filter(({ id }) => id !== meeting.room?.id);
  if (others.some(({ isFree }) => isFree)) return [];
  if (others.length > obstaclesTold) {
    const isFit = ({ objections: all }: (typeof others)[number]): boolean =>
      all.every(({ kind }) => kind === 'CLASH');
    const fit = listOf(others.filter(isFit).map(shownRoom), roomsTold);
    return [
      fit.zh
        ? say(`合适的教室那时都有课：${fit.zh}。`, `Those that fit are taken then: ${fit.en}.`)
        : noneFits,
    ];
  }
  const why = others.map(
    ({ objections }) => objections.find(({ kind }) => kind === 'CLASH') ?? objections[0],
  );
  const { zh, en } = listOf(others.flatMap((room, at) => (why[at] ? [] : shownRoom(room))));
  return [
    ...why.flatMap((one) => (one ? plain(one.text) : [])),
    ...(zh ? [say(`那时不空，或坐不下：${zh}`, `Taken then, or too small: ${en}`)] : []),
  ];
}

/** The times that were tried, the first of many. */
function timesOf(tried: readonly TriedPlace[]): Text {
  const times = tried.map(({ span: { day, start, end }, goals = [] }) => {
    const time = when(day, start, end);
    return goals.length === 1 ? onDates(goals, time) : time;
  });
  const { zh, en } = joined(times.slice(0, timesTold), say('、', ' or '));
  return tried.length > timesTold ? say(`${zh}等时间`, `${en} and so on`) : say(zh, en);
}

const instead = say('可以改为：', 'It could go here instead:');
const noRoomThen = ({ zh, en }: Text): Text =>
  say(`${zh}没有符合要求的空教室。`, `No room that fits is free on ${en}.`);
const noneThen = say(
  '所说的范围内没有可行的时间，其他时间：',
  'There is no such time within what was said; at other times:',
);
const noneFits = say('没有合适的教室，不论那时空不空。', 'No room would fit, free or not.');
const noOtherRoom = say(
  '没有找到其他合适的教室，可以换个时间再问，或放宽教室的要求。',
  'No other room was found. Maybe ask for another time, or allow other rooms.',
);
const noOtherTime = say(
  '这些周没有其他共同可行的时间，可以只改其中几周，或请人代课。',
  'No other time works in all of these weeks. Maybe change some of them alone, or let somebody else teach.',
);
const nowhere = say(
  '没有找到其他可行的时间，可以放宽时间或教室的要求，或请人代课。',
  'No other time works. Maybe allow other times or rooms, or let somebody else teach.',
);

/** Rooms in which a lesson can be at a time, on dates or in every week. */
async function roomOptions(
  planning: Planning,
  going: Going,
  span: TimeSpan,
  goals: readonly Goal[] | undefined,
): Promise<OfferedOption[]> {
  const { shown = [] } = planning;
  const { intent, meeting } = going;
  const weeks = goals?.map(({ week }) => week);
  const free = await roomsInstead(planning, meeting, span, intent.room!, weeks);
  const [date] = goals?.map((goal) => goal.date) ?? [span.day];
  const fitting = free.filter(({ id }) => !shown.includes(`${date} ${span.start} ${id}`));
  if (fitting.length === 0) return [];
  const first = await triedAt(planning, going, span, weeks, { room: fitting[0].id });
  if (!first.isFree) return [];
  return fitting.slice(0, roomsOffered).map((room) => {
    const label = inParts([when(span.day, span.start, span.end), shownRoom(room)]);
    const to = !goals && { to: { days: [span.day], periods: { start: span.start } } };
    return optionFor(planning, going, label, { ...to, room: { room: room.id } });
  });
}

/** Which rooms as wished are free on which of several dates; null where one is on all of them, or none is. */
async function roomsOnSome(
  planning: Planning,
  going: Going,
  goals: readonly Goal[],
): Promise<{ readonly told: readonly Text[]; readonly options: readonly OfferedOption[] } | null> {
  const { intent, meeting } = going;
  const perDate = goals.map(async (goal) => {
    const sought = { meeting, weeks: [goal.week] };
    const free = await freeRoomsAt(planning, goal.span, intent.room, sought);
    return { goal, free: free.filter(({ id }) => id !== meeting.room?.id) };
  });
  const all = await Promise.all(perDate);
  const told = all.map(({ goal: { date }, free }) => {
    const [{ zh, en }, names] = [dateNamed(date), listOf(free.map(shownRoom), roomsTold)];
    return marked(say(`${zh}空着：${names.zh || '没有'}`, `${en} free: ${names.en || 'none'}`));
  });
  const rooms = new Map(all.flatMap(({ free }) => free).map((room) => [room.id, room]));
  const found = [...rooms.values()].map((room) => ({
    ...{ room, on: all.filter(({ free }) => free.some(({ id }) => id === room.id)) },
  }));
  if (found.length === 0 || found.some(({ on }) => on.length === all.length)) return null;
  const options = found
    .toSorted((a, b) => b.on.length - a.on.length)
    .slice(0, partlyMax)
    .map(({ room, on }) => {
      const at = { weeks: on.map(({ goal }) => goal.week) };
      const label = headed(plain(on.map(({ goal }) => goal.date).join('、')), shownRoom(room));
      return optionFor(planning, going, label, { at, room: { room: room.id } });
    });
  return { told, options };
}
