import type { Intent, MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import type { DateItem } from '../../scheduling/changes/edits.js';
import { asDateInput, asInput, isOfStudents, type TriedPlace } from './checks.js';
import { type TimeSpan, calendarOf, fitsWish, holiday, startsOf, weekAndDayOf } from './times.js';
import { labelOf, type HeldMeeting } from './held.js';
import { isNamed, meetingsOf } from './meetings.js';
import { placeAt, sizedWish } from './moves.js';
import { similarTo } from './rooms.js';
import { pinOf, settled, type Planning } from './planning.js';
import { refuse, UnsettledError, type Move, type Step } from './step.js';
import type { OfferedOption } from '../event-data.js';
import { freeFor, freeIn } from './free.js';
import { clockIn } from './lesson-words.js';
import { firstLines, lined, plain, say, when } from './words.js';
import type { Text } from '../../../schema/texts.js';

export type Dated = Intent & { readonly type: 'singleDate' };

/** Meetings of one wish, first periods that are tried, and obstacles that are told. */
export const meetingsMax = 10;
const triesMax = 16;
export const obstaclesTold = 5;
/** Dates of one meeting that one wish changes, and other ones that are offered. */
const datesMax = 18;
const offeredMax = 5;

/** A move to a date is one of that week alone. */
export const asDated = ({ meeting, to, room }: Move): Dated => ({
  type: 'singleDate',
  action: 'MOVE',
  meeting,
  to,
  ...(room && { room }),
});

/** What a wish for dates comes to: those that change, of one meeting or of every one that is meant. */
export async function plannedDates(planning: Planning, at: number, intent: Dated): Promise<Step> {
  const { meeting, at: said = {}, to, action } = intent;
  if (action === 'MAKE_UP' && !intent.at && !meeting.at) throw refuse(whichIsMissed);
  const wish = { ...meeting.at, ...said };
  const meetings = await meetingsThen(planning, at, meeting, wish);
  const dates: DateItem[] = [];
  const told: Text[] = [];
  const left: Text[] = [];
  const places: string[] = [];
  for (const each of meetings) {
    const from = occurrences(planning, each, wish, to?.date);
    const changing = { at, intent, meeting: each, from, before: dates };
    const found = await changedOn(planning, changing).catch((error: unknown) => {
      // Of several those are planned that can be, and the others told.
      if (!(error instanceof UnsettledError) || meetings.length === 1) throw error;
      return error;
    });
    const { zh, en } = labelOf(each);
    if (found instanceof UnsettledError) {
      left.push(say(`没有排进方案：${zh}，那时没有合适的地方。`, `Left out, with no place then: ${en}.`));
      continue;
    }
    from.forEach(({ date }, index) =>
      dates.push({ meeting: each.id, date, ...(found.items[index] ?? found.items[0]) }),
    );
    if (found.key) places.push(found.key);
    const days = from.map(({ date }) => date).join('、');
    told.push(say(`${zh}：${days} → ${found.text.zh}`, `${en}: ${days} → ${found.text.en}`));
  }
  if (dates.length === 0) throw refuse(lined(left));
  return { kind: 'dates', dates, told, left, places };
}

/** A wish for a date as one for the day of the week that has the meeting, also where that falls out. */
function dayOf({ situation }: Planning, { date, until, ...wish }: TimeWish): TimeWish {
  const planned = date === undefined || until ? null : weekAndDayOf(situation, date);
  return planned ? { ...wish, days: [planned.day], weeks: [planned.week] } : wish;
}

async function meetingsThen(
  planning: Planning,
  at: number,
  meeting: MeetingRef,
  wish: TimeWish,
): Promise<readonly HeldMeeting[]> {
  const { use, situation, timetable } = planning;
  const ref = { ...meeting, at: dayOf(planning, wish) };
  const { date: since, until } = wish;
  const isThen = (one: HeldMeeting): boolean =>
    heldOn(planning, one).some(({ date }) => date >= since! && date <= until!);
  const all = ref.isEvery && isNamed(ref) ? await meetingsOf(use, situation, timetable, ref) : [];
  const every = until && all.some(isThen) ? all.filter(isThen) : all;
  if (every.length > meetingsMax) throw refuse(tooMany(every.length));
  return every.length > 0 ? every : [await settled(planning, `${at}.meeting`, ref)];
}

interface Occurrence {
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
  { situation }: Planning,
  meeting: HeldMeeting,
  { date, until, weeks }: TimeWish,
  near?: string,
): Occurrence[] {
  if (!meeting.time) throw refuse(unplaced(meeting));
  const told = date === undefined || until ? null : weekAndDayOf(situation, date);
  if (told?.day === meeting.time.day && meeting.weeks.includes(told.week))
    return [{ date: date!, week: told.week }];
  const held = heldOn({ situation }, meeting).filter(({ week }) => !weeks?.length || weeks.includes(week));
  const ahead = held.filter((each) => each.date >= situation.today);
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
    held.find((each) => weeks?.length === 1 || each.date >= situation.today);
  if (!found) throw refuse(notThen(meeting));
  return [found];
}

/** One meeting of a wish, with the dates of it that change. */
interface Changing {
  readonly at: number;
  readonly intent: Dated;
  readonly meeting: HeldMeeting;
  readonly from: readonly Occurrence[];
  /** What the meetings before it come to. */
  readonly before: readonly DateItem[];
}

interface Changed {
  /** For each date, or the same for all. */
  readonly items: readonly Omit<DateItem, 'meeting' | 'date'>[];
  readonly text: Text;
  /** The place, by which it is not shown again. */
  readonly key?: string;
}

async function changedOn(planning: Planning, changing: Changing): Promise<Changed> {
  const { intent, meeting, from } = changing;
  const { action, teacher, to } = intent;
  if (action === 'CANCEL') return { items: [{ isCancelled: true }], text: say('停课', 'called off') };
  if (action === 'SUBSTITUTE') {
    const name = planning.situation.names.find(({ id }) => id === teacher)?.name ?? '';
    const weeks = from.map(({ week }) => week);
    // Academic affairs are not asked for somebody who teaches then.
    if (planning.isRequest && !(await freeIn(planning, { teachers: [teacher], weeks }))(meeting.time!))
      throw refuse(
        say(`${name}那时有课，不能代课，请换一位。`, `${name} teaches then. Maybe name somebody else.`),
      );
    return { items: [{ to: { teacher } }], text: say(`${name}代课`, `taught by ${name}`) };
  }
  // 下周补: of a week alone all its dates are offered.
  const isAnywhere =
    !intent.room && Object.keys(to ?? {}).every((key) => key === 'weeks' && from.length === 1);
  const tried: TriedPlace[] = [];
  const room = isAnywhere ? undefined : await sizedWish(planning, meeting, intent.room);
  for (const goals of isAnywhere ? [] : goalsOf(planning, meeting, to, from)) {
    const [{ date, span }] = goals;
    const weeks = goals.map(({ week }) => week);
    const { place, obstacles, roomName } = await placeAt(planning, meeting, span, room, weeks);
    const key = `${date} ${span.start} ${place?.room}`;
    if (!place || planning.shown?.includes(key)) {
      tried.push({ span, place, obstacles });
      continue;
    }
    const other = place.room !== meeting.room?.id && { room: place.room };
    const items = goals.map((goal) => ({ to: { date: goal.date, period: span.start, ...other } }));
    const dated = items.map((item, index) => ({ ...item, meeting: meeting.id, date: from[index].date }));
    const all = await obstaclesThen(planning, changing, dated, goals);
    const { zh, en } = when(span.day, span.start, span.end);
    const dates = goals.map((goal) => goal.date).join('、');
    const at = roomName ? `，${roomName}` : '';
    if (all.length === 0) return { items, text: say(`${dates} ${zh}${at}`, `${dates}, ${en}${at}`), key };
    tried.push({ span, place, obstacles: all });
  }
  if (room?.orSimilar)
    return changedOn(planning, { ...changing, intent: { ...intent, room: await similarTo(planning, room) } });
  throw await elsewhere(planning, changing, tried, isAnywhere);
}

/** What is in the way of changes of dates; who only asks for one is told whether all are free by the plan. */
export async function obstaclesThen(
  planning: Planning,
  { meeting, before: dates }: Changing,
  items: readonly DateItem[],
  goals: readonly Goal[],
): Promise<readonly string[]> {
  const { use, timetable, before, isRequest, language } = planning;
  if (isRequest) {
    const weeks = goals.map(({ week }) => week);
    const isFree = await freeFor(planning, meeting, weeks);
    return isFree(goals[0].span) ? [] : [notFree[language]];
  }
  const { changeTimetable } = await use('checkChange', {
    timetable: timetable.id,
    items: before.map(asInput),
    dates: [...dates, ...items].map(asDateInput),
  });
  const { problems, clashes } = changeTimetable;
  return [...problems, ...clashes.filter((clash) => !isOfStudents(clash)).map(({ text }) => text)];
}

const notFree = say('教师或班级那时有课。', 'The teacher or a class has a lesson then.');

/** A date and time to which a meeting goes. */
interface Goal extends Occurrence {
  readonly span: TimeSpan;
}

/**
 * The times that are tried, each with a goal for every date: on the day that is told, else on its own; at the
 * told time, else at its own and then at all that fit.
 */
function goalsOf(
  { situation }: Planning,
  { periods, time }: HeldMeeting,
  to: TimeWish = {},
  from: readonly Occurrence[],
): Goal[][] {
  const calendar = calendarOf(situation);
  const { date, days, weeks, part } = to;
  const on = date === undefined ? null : calendar.plannedOn(date);
  if (date !== undefined && !on) throw refuse(holiday(date));
  const isWeek = from.length === 1 && weeks?.length === 1;
  const wanted = on ? [on.day] : (days ?? (isWeek ? situation.semester.schedulingDays : [time!.day]));
  const goals = wanted.flatMap((day) => {
    const isOwnDay = !on && !isWeek && day === time!.day;
    const spanAt = (start: number): TimeSpan => ({ day, start, end: start + periods - 1 });
    const own = spanAt(time!.start);
    const others = startsOf(situation, periods, [day]).filter(({ start }) => start !== own.start);
    const spans = to.periods
      ? [spanAt(to.periods.start)]
      : isOwnDay && !part
        ? [own]
        : [own, ...others].filter((span) => fitsWish(situation, span, part ? { part } : {}));
    return spans.map((span): Goal[] =>
      from.flatMap((each) => {
        const week = on?.week ?? (isWeek ? weeks[0] : each.week);
        const then = date ?? calendar.dateOf({ week, day });
        return then === null ? [] : [{ date: then, week, span }];
      }),
    );
  });
  const whole = goals.filter((each) => each.length === from.length);
  if (whole.length === 0) throw refuse(notTaught);
  return whole.slice(0, triesMax);
}

/** Dates to which a meeting can go: those of a week that is told, else of its week and the next one. */
export async function datesFor(
  planning: Planning,
  at: number,
  meeting: HeldMeeting,
  { meeting: ref = {}, within = {} }: Intent & { readonly type: 'findTimes' },
): Promise<Step> {
  const { weeks: _, ...wish } = within;
  const intent = asDated({ type: 'move', meeting: ref, to: within });
  const from = occurrences(planning, meeting, ref.at ?? {}, undefined).slice(0, 1);
  return (await elsewhere(planning, { at, intent, meeting, from, before: [] }, [], true, wish)).step;
}

/** Other dates and times for a meeting in its week and the next one, to choose from. */
async function elsewhere(
  planning: Planning,
  { at, intent, meeting, from }: Changing,
  tried: readonly TriedPlace[],
  isAnywhere: boolean,
  wish: TimeWish = {},
): Promise<UnsettledError> {
  const { situation, language, intents, pins, shown = [] } = planning;
  const calendar = calendarOf(situation);
  const isRoomless = tried.length > 0 && tried.every(({ place }) => !place) && !intent.room?.room;
  const reasons = isRoomless
    ? [noRoomThen]
    : [...new Set(tried.flatMap(({ obstacles }) => obstacles))].map(plain);
  const name = labelOf(meeting);
  const told = from.map(({ date }) => date).join('、');
  const why =
    isAnywhere || reasons.length === 0
      ? say(`${name.zh}（${told}）可以改到：`, `${name.en} of ${told} could go to:`)
      : lined([cannotGo(meeting, intent.to?.date ?? told), ...firstLines(reasons, obstaclesTold)]);
  const [first] = from;
  const aimed = (intent.to?.date && calendar.plannedOn(intent.to.date)?.week) || intent.to?.weeks?.[0];
  const near = aimed ?? first.week;
  const weeks = from.length > 1 ? [] : aimed && isAnywhere ? [aimed] : [near, near + 1];
  const options: OfferedOption[] = [];
  for (const week of weeks.filter((each) => each <= situation.semester.weeks)) {
    const isFree = await freeFor(planning, meeting, [week]);
    const isWished = (span: TimeSpan): boolean => isFree(span) && fitsWish(situation, span, wish);
    for (const span of daytimeFirst(planning, meeting).filter(isWished)) {
      const date = calendar.dateOf({ week, day: span.day });
      if (date === null || date === first.date || options.length >= offeredMax) continue;
      if (isOver(planning, date, span)) continue;
      const { place } = await placeAt(planning, meeting, span, intent.room, [week]);
      if (!place?.room || shown.includes(`${date} ${span.start} ${place.room}`)) continue;
      const { zh, en } = when(span.day, span.start, span.end);
      const label = say(`${date} ${zh}`, `${date}, ${en}`);
      const chosen: Dated = { ...intent, to: { date, periods: { start: span.start } } };
      const resume = {
        intents: intents.map((each, index) => (index === at ? chosen : each)),
        pins: { ...pins, [`${at}.meeting`]: pinOf(meeting) },
      };
      options.push({ label, text: label[language], resume });
    }
  }
  if (options.length === 0) return refuse(lined([why, nowhereElse]));
  return new UnsettledError({ kind: 'question', question: why, options });
}

/** The times of a week, evenings last. */
function daytimeFirst({ situation }: Planning, { periods }: HeldMeeting): TimeSpan[] {
  const [evening] = situation.periods.evening;
  const starts = startsOf(situation, periods);
  return [...starts.filter(({ end }) => end < evening), ...starts.filter(({ end }) => end >= evening)];
}

/** Whether a time of a date has begun. */
function isOver({ situation, timeZone }: Planning, date: string, { start }: TimeSpan): boolean {
  if (date !== situation.today) return date < situation.today;
  return situation.periods.starts[start - 1] <= clockIn(timeZone, new Date().toISOString());
}

const noRoomThen = say('那时没有合适的空教室。', 'No room that fits is free then.');

const nowhereElse = say(
  '这一周和下一周没有其他可行的时间，可以请人代课或停课。',
  'No other time of that week or the next one works. Maybe let somebody else teach it, or call it off.',
);

export const cannotGo = (meeting: HeldMeeting, date: string): Text =>
  say(
    `${labelOf(meeting).zh}不能改到 ${date}，请换个日期或节次。妨碍：`,
    `${labelOf(meeting).en} cannot go to ${date}. Maybe take another date or period. In its way:`,
  );

const unplaced = (meeting: HeldMeeting): Text =>
  say(`${labelOf(meeting).zh}，请先安排位置。`, `${labelOf(meeting).en}. Maybe place it first.`);

const notThen = (meeting: HeldMeeting): Text =>
  say(
    `${labelOf(meeting).zh}在所说的日期不上课，请说明它上课的日期。`,
    `${labelOf(meeting).en} is not held then. Maybe name a date on which it is.`,
  );

const notTaught = say(
  '所说的那一天按校历不上课，请换个日期。',
  'Nothing is taught on that day by the calendar. Maybe take another date.',
);

const whichIsMissed = say(
  '请说明补的是哪一天的课，例如：12月3日的高数补到12月5日。',
  'Which date is made up? For example: make up the calculus of 3 December on 5 December.',
);

const tooMany = (count: number): Text =>
  say(
    `那天共有 ${count} 次课符合，一次最多调整 ${meetingsMax} 次。请说得更具体，例如加上课程或班级。`,
    `${count} meetings match, and one plan changes at most ${meetingsMax}. Maybe name a course or class.`,
  );
