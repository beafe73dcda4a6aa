import { DomainError } from '../../../schema/errors.js';
import type { RoomWish, TimeWish } from '@class-scheduling/assistant-language';
import type { DateItem } from '../../scheduling/changes/edits.js';
import { addedObstacles, checkedChange, forbidding, type TriedPlace } from './checks.js';
import { calendarOf, type TimeSpan, weekAndDayOf } from './times.js';
import { about, notPlaced, type Goal, type HeldMeeting, type Occurrence } from './held.js';
import type { Planning } from './planning.js';
import { refuse, type MeantMove, type Move, type Of } from './step.js';
import { freeFor, lessonsOf, whoAttends } from './lessons.js';
import { clockIn, datesHeld, lineOf } from './lesson-words.js';
import { isNamed } from './meetings.js';
import { joined, say, type Text } from './words.js';
import { itemFor, placeAt, placeKey } from './rooms.js';

export type Dated = Of<'singleDate'>;

/** Dates of one meeting that one wish changes. */
const datesMax = 18;

/** A move to a date is one of that week alone. */
export const asDated = ({ meeting, to, room, avoid, notAt }: Move): Dated => ({
  ...{ type: 'singleDate', action: 'MOVE', meeting, to },
  ...(room && { room }),
  ...(avoid && { avoid }),
  ...(notAt && { notAt }),
});

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
  if (until !== undefined || (weeks?.length ?? 0) > 1) {
    const all = until ? held.filter((each) => each.date >= date! && each.date <= until) : ahead;
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

/** A lesson that goes elsewhere. */
export interface Going extends Omit<MeantMove, 'intent'> {
  readonly intent: Move | Dated;
  /** The dates that change; without them it is in every week. */
  readonly from?: readonly Occurrence[];
  /** What the lessons before it come to on their dates. */
  readonly before?: readonly DateItem[];
}

/** What is in the way of changes of dates; who only asks for one is told whether all are free by the plan. */
export async function obstaclesThen(
  planning: Planning,
  { meeting, before: dates = [] }: Pick<Going, 'meeting' | 'before'>,
  items: readonly DateItem[],
  goals: readonly Goal[],
): Promise<readonly string[]> {
  const { before, isRequest, language } = planning;
  // Who may not make it is told all the same whether it could be made.
  const checked = isRequest ? null : await checkedChange(planning, before, [...dates, ...items]);
  if (checked && !(checked instanceof DomainError)) return forbidding(checked);
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

/** Whether a time of a date has begun. */
export function isOver({ situation, timeZone }: Planning, date: string, { start }: TimeSpan): boolean {
  if (date !== situation.today) return date < situation.today;
  return situation.periods.starts[start - 1] <= clockIn(timeZone);
}

const notThen = (meeting: HeldMeeting): Text =>
  about(
    meeting,
    '在所说的日期不上课，请说明它上课的日期。',
    ' is not held then. Maybe name a date on which it is.',
  );

/** A place that was tried. */
export interface Tried extends TriedPlace {
  /** By which it is not shown again. */
  readonly key: string;
  /** The changes of dates that bring it there. */
  readonly dates: readonly DateItem[];
  /** Whether nothing is in its way, and it was not shown already. */
  readonly isFree: boolean;
}

/** What is in the way of a lesson at a time, on the dates of some weeks or in every week. */
export async function triedAt(
  planning: Planning,
  going: Going,
  span: TimeSpan,
  weeks: readonly number[] | undefined,
  wish: RoomWish | undefined,
): Promise<Tried> {
  const { meeting, from = [] } = going;
  const found = await placeAt({ ...planning, keepsRooms: false }, meeting, span, wish, weeks);
  const { place } = found;
  const goals = weeks && goalsIn(planning, span, weeks);
  const key = goals ? `${goals[0].date} ${span.start} ${place?.room}` : placeKey(place ?? {});
  if (!place || planning.shown?.includes(key)) return { ...found, goals, key, dates: [], isFree: false };
  const other = place.room !== meeting.room?.id && { room: place.room };
  const dates = (goals ?? []).map((goal, at): DateItem => {
    const to = { date: goal.date, period: span.start, ...other };
    return { meeting: meeting.id, date: from[at].date, to };
  });
  const obstacles = goals
    ? await obstaclesThen(planning, going, dates, goals)
    : await addedObstacles(planning, [itemFor(meeting, place)]);
  return { ...found, goals, key, dates, obstacles, isFree: obstacles.length === 0 };
}

/** A time in some weeks; of holidays none. */
export const goalsIn = (planning: Planning, span: TimeSpan, weeks: readonly number[]): Goal[] =>
  datesHeld({ time: span, weeks }, planning).map((each) => ({ ...each, span }));
