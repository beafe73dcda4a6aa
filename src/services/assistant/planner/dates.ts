import { DomainError } from '../../../schema/errors.js';
import type { RoomWish, TimeWish } from '@class-scheduling/assistant-language';
import type { DateItem } from '../../scheduling/changes/edits.js';
import { asDateInput, asForeign, asInput, forbidding, type TriedPlace } from './checks.js';
import { range } from '../../scheduling/semester/periods.js';
import { calendarOf, fitsWish, isWelcome, startsOf, type TimeSpan, weekAndDayOf } from './times.js';
import { about, notPlaced, type HeldMeeting } from './held.js';
import { goingOn, offered, type Planning } from './planning.js';
import { UnsettledError, refuse, type Move, type Of, type Step } from './step.js';
import { freeFor } from './lessons.js';
import { clockIn } from './lesson-words.js';
import { firstLines, lined, listOf, plain, say, when, type Text } from './words.js';
import { placeAt } from './moves.js';
import { otherRooms, roomOptions } from './other-rooms.js';
import type { OfferedOption } from '../event-data.js';

export type Dated = Of<'singleDate'>;

/** Obstacles that an answer tells. */
export const obstaclesTold = 5;
/** Dates of one meeting that one wish changes. */
const datesMax = 18;

/** A move to a date is one of that week alone. */
export const asDated = ({ meeting, to, room, avoid, notAt }: Move): Dated => ({
  ...{ type: 'singleDate', action: 'MOVE', meeting, to },
  ...(room && { room }),
  ...(avoid && { avoid }),
  ...(notAt && { notAt }),
});

export interface Occurrence {
  readonly date: string;
  readonly week: number;
}

/** All dates of a meeting. */
export function heldOn(
  { situation }: Pick<Planning, 'situation'>,
  { time, weeks }: HeldMeeting,
): Occurrence[] {
  const calendar = calendarOf(situation);
  const on = (week: number) => time && calendar.dateOf({ week, day: time.day });
  return weeks.flatMap((week) => [on(week)].flatMap((date) => (date ? [{ date, week }] : [])));
}

/**
 * Which dates of a meeting are meant: the one that is told, those between two or of several weeks, else that
 * in the week of `near`, else the next.
 */
export function occurrences(
  planning: Planning,
  meeting: HeldMeeting,
  { date, until, weeks }: TimeWish,
  near?: string,
): Occurrence[] {
  const [{ situation }, { time }] = [planning, meeting];
  if (!time) throw refuse(notPlaced(meeting));
  const told = date === undefined || until ? null : weekAndDayOf(situation, date);
  if (told?.day === time.day && meeting.weeks.includes(told.week)) return [{ date: date!, week: told.week }];
  const held = heldOn({ situation }, meeting).filter(({ week }) => !weeks?.length || weeks.includes(week));
  const ahead = held.filter((each) => !isOver(planning, each.date, time));
  const between = until ? held.filter((each) => each.date >= date! && each.date <= until) : [];
  const isOfSeveral = until !== undefined || (weeks?.length ?? 0) > 1;
  if (isOfSeveral) {
    const all = until ? between : ahead;
    if (all.length === 0) throw refuse(notThen(meeting));
    return all.slice(0, datesMax);
  }
  const nearWeek = near === undefined ? undefined : calendarOf(situation).plannedOn(near)?.week;
  const found =
    held.find(({ week }) => week === (told?.week ?? nearWeek)) ??
    (weeks?.length === 1 ? held.at(0) : ahead.at(0));
  if (!found) throw refuse(notThen(meeting));
  return [found];
}

/** One meeting of a wish, with the dates of it that change. */
export interface Changing {
  readonly at: number;
  readonly intent: Dated;
  readonly meeting: HeldMeeting;
  readonly from: readonly Occurrence[];
  /** What the meetings before it come to. */
  readonly before: readonly DateItem[];
}

/** What is in the way of changes of dates; who only asks for one is told whether all are free by the plan. */
export async function obstaclesThen(
  planning: Planning,
  { meeting, before: dates }: Changing,
  items: readonly DateItem[],
  goals: readonly Goal[],
): Promise<readonly string[]> {
  const { use, timetable, before, isRequest, language } = planning;
  const asked = {
    timetable: timetable.id,
    items: before.map(asInput),
    dates: [...dates, ...items].map(asDateInput),
  };
  // Who may not make it is told all the same whether it could be made.
  const checked = isRequest ? null : await use('checkChange', asked).catch(asForeign);
  if (checked && !(checked instanceof DomainError)) return forbidding(checked.changeTimetable);
  const isFree = await freeFor(
    planning,
    meeting,
    goals.map(({ week }) => week),
  );
  return isFree(goals[0].span) ? [] : [notFree[language]];
}

const notFree = say('教师或班级那时有课。', 'The teacher or a class has a lesson then.');

/** A date and time to which a meeting goes. */
export interface Goal extends Occurrence {
  readonly span: TimeSpan;
}

/** Whether a time of a date has begun. */
export function isOver({ situation, timeZone }: Planning, date: string, { start }: TimeSpan): boolean {
  if (date !== situation.today) return date < situation.today;
  return situation.periods.starts[start - 1] <= clockIn(timeZone, new Date().toISOString());
}

export const cannotGo = (meeting: HeldMeeting, to: Text): Text =>
  about(
    meeting,
    `不能改到 ${to.zh}，请换个日期或节次。妨碍：`,
    ` cannot go to ${to.en}. Maybe take another date or period. In its way:`,
  );

const notThen = (meeting: HeldMeeting): Text =>
  about(
    meeting,
    '在所说的日期不上课，请说明它上课的日期。',
    ' is not held then. Maybe name a date on which it is.',
  );

/** Other dates and rooms that are offered. */
const offeredMax = 5;

/** Dates to which a meeting can go: those within what is told, else of its week and the next one. */
export async function datesFor(
  planning: Planning,
  at: number,
  meeting: HeldMeeting,
  { meeting: ref = {}, within = {}, avoid, notAt }: Of<'findTimes'>,
): Promise<Step> {
  const from = occurrences(planning, meeting, ref.at ?? {}, undefined).slice(0, 1);
  const intent = asDated({ type: 'move', meeting: ref, to: within, avoid, notAt });
  const changing = { at, intent, meeting, from, before: [] };
  return (await elsewhere(planning, changing, [], true)).step;
}

/** Other rooms then, or other dates and times within what is told, to choose from. */
export async function elsewhere(
  planning: Planning,
  changing: Changing,
  tried: readonly TriedDates[],
  isOpen: boolean,
): Promise<UnsettledError> {
  const { intent, meeting, from } = changing;
  if (intent.room && !hasTime(intent) && tried.length > 0)
    return otherRooms(planning, changing, tried[0].goals);
  const isRoomless = tried.length > 0 && tried.every(({ place }) => !place) && !intent.room?.room;
  const reasons = isRoomless
    ? [noRoomThen]
    : [...new Set(tried.flatMap(({ obstacles }) => obstacles))].map(plain);
  const told = from.map(({ date }) => date).join('、');
  const why =
    isOpen || reasons.length === 0
      ? about(meeting, `（${told}）可以改到：`, ` of ${told} could go to:`)
      : lined([cannotGo(meeting, triedTimes(tried)), ...firstLines(reasons, obstaclesTold)]);
  const question = (options: readonly OfferedOption[], head: Text): UnsettledError =>
    new UnsettledError({ kind: 'question', question: head, options: options.slice(0, offeredMax) });
  const sameTime =
    intent.room && tried.length > 0 ? await roomOptions(planning, changing, tried[0].goals) : [];
  const options = [...sameTime, ...(await otherTimes(planning, changing, isOpen))];
  if (options.length > 0) return question(options, why);
  // What was said of other times may be of what was spoken of before.
  const ever = isOpen && hasTime(intent) ? await otherTimes(planning, anyTime(changing), true) : [];
  if (ever.length > 0) return question(ever, lined([noneThen, why]));
  const head = reasons.length === 0 ? about(meeting, `（${told}）：`, `, ${told}:`) : why;
  return refuse(lined([head, from.length > 1 ? noOtherTime : nowhereElse]));
}

const hasTime = ({ to = {} }: Dated): boolean => Object.keys(to).length > 0;
const anyTime = ({
  intent: { to: _, avoid: _avoid, notAt: _notAt, ...intent },
  ...changing
}: Changing): Changing => ({
  ...changing,
  intent,
});

/** Dates that were tried together, and what is in their way. */
export interface TriedDates extends TriedPlace {
  readonly goals: readonly Goal[];
  /** The place, by which it is not shown again. */
  readonly key: string;
  /** Null where something is in the way, or it was shown already. */
  readonly items: readonly DateItem[] | null;
}

/** The changes of dates that put them to goals, and what is in the way there. */
export async function triedOn(
  planning: Planning,
  changing: Changing,
  goals: readonly Goal[],
  wish: RoomWish | undefined,
): Promise<TriedDates> {
  const { meeting, from } = changing;
  const [{ date, span }] = goals;
  const weeks = goals.map(({ week }) => week);
  const found = await placeAt(planning, meeting, span, wish, weeks);
  const { place } = found;
  const key = `${date} ${span.start} ${place?.room}`;
  if (!place || planning.shown?.includes(key)) return { ...found, goals, key, items: null };
  const other = place.room !== meeting.room?.id && { room: place.room };
  const items = goals.map((goal, at): DateItem => {
    const to = { date: goal.date, period: span.start, ...other };
    return { meeting: meeting.id, date: from[at].date, to };
  });
  const obstacles = await obstaclesThen(planning, changing, items, goals);
  return { ...found, goals, key, obstacles, items: obstacles.length === 0 ? items : null };
}

/** Where it was tried to put dates: the dates, and the time where it was one. */
function triedTimes(tried: readonly TriedDates[]): Text {
  const dates = [...new Set(tried.flatMap(({ goals }) => goals.map(({ date }) => date)))];
  const { zh, en } = listOf(dates, obstaclesTold);
  const [{ span }, ...others] = tried;
  const at = when(span.day, span.start, span.end);
  return others.length > 0 ? say(zh, en) : say(`${zh}${at.zh}`, `${en}, ${at.en}`);
}

/** An option that goes on with a wish of one meeting as it is changed by it. */
export const optionFor = (
  planning: Planning,
  changing: Changing,
  label: Text,
  changed: Pick<Dated, 'at' | 'to' | 'room'>,
): OfferedOption => {
  const { avoid: _, notAt: _notAt, ...intent } = changing.intent;
  const meeting = { ...intent.meeting, isEvery: undefined };
  return offered(planning, label, goingOn(planning, changing, { ...intent, meeting, ...changed }));
};

/** Other dates and times: of a date within what is told, else near it, of several in the same weeks. */
async function otherTimes(planning: Planning, changing: Changing, isOpen: boolean): Promise<OfferedOption[]> {
  const { situation } = planning;
  const { intent, meeting, from } = changing;
  const { to = {} } = intent;
  const [first, ...rest] = from;
  const isWished = (span: TimeSpan): boolean =>
    isWelcome(situation, span, intent) && (!isOpen || fitsWish(situation, span, to));
  const options: OfferedOption[] = [];
  const aimed = rest.length > 0 ? [from.map(({ week }) => week)] : weeksAimedAt(planning, changing, isOpen);
  const free = await Promise.all(aimed.map((weeks) => freeFor(planning, meeting, weeks)));
  const times = daytimeFirst(planning, meeting, to).map((spans) =>
    aimed.flatMap((weeks, at) =>
      spans.flatMap((span) =>
        free[at](span) && isWished(span) ? { goals: goalsIn(planning, span, weeks), weeks } : [],
      ),
    ),
  );
  for (const { goals, weeks } of times.flat()) {
    const [{ date, span } = { date: '', span: null }] = goals;
    if (!span || goals.length < weeks.length || options.length >= offeredMax) continue;
    const isThere = date === first.date && span.start === meeting.time?.start;
    const isOutside = to.until !== undefined && (date < to.date! || date > to.until);
    const isUnwanted = intent.notAt?.some((wish) => wish.date === date);
    if (isThere || isOutside || isUnwanted || isOver(planning, date, span)) continue;
    if (!(await triedOn(planning, changing, goals, intent.room)).items) continue;
    const { zh, en } = when(span.day, span.start, span.end);
    const label = rest.length > 0 ? say(zh, en) : say(`${date} ${zh}`, `${date}, ${en}`);
    const on = rest.length > 0 ? { days: [span.day] } : { date };
    options.push(optionFor(planning, changing, label, { to: { ...on, periods: { start: span.start } } }));
  }
  return options;
}

/** The weeks in which times are looked for, one by one. */
function weeksAimedAt(
  planning: Planning,
  { intent: { to = {} }, from }: Changing,
  isOpen: boolean,
): number[][] {
  const weekOf = (date?: string): number | undefined =>
    date === undefined ? undefined : weekAndDayOf(planning.situation, date)?.week;
  const [first, last] = [weekOf(to.date), weekOf(to.until)];
  const aimed = first ?? to.weeks?.[0] ?? from[0].week;
  const told = first && last ? range(first, last - first + 1) : isOpen ? (to.weeks ?? []) : [];
  const weeks = told.length > 0 ? told : [aimed, aimed + 1];
  return weeks.filter((week) => week <= planning.situation.semester.weeks).map((week) => [week]);
}

/** A time in some weeks; of holidays none. */
export const goalsIn = ({ situation }: Planning, span: TimeSpan, weeks: readonly number[]): Goal[] =>
  weeks.flatMap((week) => {
    const date = calendarOf(situation).dateOf({ week, day: span.day });
    return date === null ? [] : [{ week, span, date }];
  });

/** The times of a week, or of the days that are named: by day, then in the evening and at the weekend. */
function daytimeFirst({ situation }: Planning, { periods }: HeldMeeting, { days }: TimeWish): TimeSpan[][] {
  const [evening] = situation.periods.evening;
  const starts = startsOf(situation, periods, days);
  const isLate = ({ day, end }: TimeSpan): boolean => day > friday || end >= evening;
  return [starts.filter((span) => !isLate(span)), starts.filter(isLate)];
}

const friday = 5;

const noneThen = say(
  '所说的范围内没有可行的时间，其他时间：',
  'There is no such time within what was said; at other times:',
);

const noOtherTime = say(
  '这些周没有其他共同可行的时间，可以只改其中几周，或请人代课。',
  'No other time works in all of these weeks. Maybe change some of them alone, or let somebody else teach.',
);

const noRoomThen = say('那时没有合适的空教室。', 'No room that fits is free then.');

const nowhereElse = say(
  '这一周和下一周没有其他可行的时间，可以请人代课或停课。',
  'No other time of that week or the next one works. Maybe let somebody else teach it, or call it off.',
);
