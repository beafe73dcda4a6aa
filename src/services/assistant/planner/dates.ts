import { DomainError } from '../../../schema/errors.js';
import type { RoomWish, TimeWish } from '@class-scheduling/assistant-language';
import type { DateItem } from '../../scheduling/changes/edits.js';
import { asDateInput, asForeign, asInput, forbidding, type TriedPlace } from './checks.js';
import { calendarOf, type TimeSpan, weekAndDayOf } from './times.js';
import { about, notPlaced, type HeldMeeting } from './held.js';
import { goingOn, offered, type Planning } from './planning.js';
import { refuse, type Move, type Of } from './step.js';
import { freeFor, lessonsOf, whoAttends } from './lessons.js';
import { clockIn, datesHeld, lineOf } from './lesson-words.js';
import { isNamed } from './meetings.js';
import { joined, say, type Text } from './words.js';
import { placeAt } from './rooms.js';
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
  const held = datesHeld(meeting, planning).filter(({ week }) => !weeks?.length || weeks.includes(week));
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
  /** Whether it is one of several meetings that are meant. */
  readonly isOfSeveral?: boolean;
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
  // What is exchanged with a lesson of others is for them to change.
  if (checked && items.some((item) => item.meeting !== meeting.id)) throw checked;
  const weeks = goals.map(({ week }) => week);
  const isFree = await freeFor(planning, meeting, weeks);
  if (isFree(goals[0].span)) return [];
  const held = await heldThen(planning, meeting, goals[0]);
  return (held.length > 0 ? held : [notFree]).map((one) => one[language]);
}

const notFree = say('教师或班级那时有课。', 'The teacher or a class has a lesson then.');

/** What whoever teaches or attends a meeting has at a time, by which it cannot be held then. */
export async function heldThen(planning: Planning, meeting: HeldMeeting, goal: Goal): Promise<Text[]> {
  const { teachers, administrativeClasses } = await whoAttends(planning, meeting);
  const time = { weeks: [goal.week], days: [goal.span.day], periods: goal.span };
  const refs = [{ teachers }, { administrativeClasses }].filter(isNamed);
  const held = (await Promise.all(refs.map((ref) => lessonsOf(planning, ref, time)))).flat();
  const others = new Map(held.map((one) => [one.assignment, one]));
  others.delete(meeting.assignment);
  return [...others.values()].map((one) => joined([thereIs, lineOf(one, planning)], say('：', ' ')));
}

const thereIs = say('那时有课', 'Then there is');

/** A date and time to which a meeting goes. */
export interface Goal extends Occurrence {
  readonly span: TimeSpan;
}

/** Whether a time of a date has begun. */
export function isOver({ situation, timeZone }: Planning, date: string, { start }: TimeSpan): boolean {
  if (date !== situation.today) return date < situation.today;
  return situation.periods.starts[start - 1] <= clockIn(timeZone);
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
  const found = await placeAt({ ...planning, keepsRooms: false }, meeting, span, wish, weeks);
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

/** An option that goes on with a wish of one meeting as it is changed by it. */
export const optionFor = (
  planning: Planning,
  changing: Changing,
  label: Text,
  changed: Pick<Dated, 'at' | 'to' | 'room'>,
): OfferedOption => {
  const { avoid: _, notAt: _notAt, otherwise: _otherwise, ...intent } = changing.intent;
  const meeting = { ...intent.meeting, isEvery: undefined };
  return offered(planning, label, goingOn(planning, changing, { ...intent, meeting, ...changed }));
};

/** A time in some weeks; of holidays none. */
export const goalsIn = (planning: Planning, span: TimeSpan, weeks: readonly number[]): Goal[] =>
  datesHeld({ time: span, weeks }, planning).map((each) => ({ ...each, span }));
