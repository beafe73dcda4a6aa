import type { Intent, MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import type { DateItem } from '../../scheduling/changes/edits.js';
import { asDateInput, asInput, isOfStudents, type TriedPlace } from './checks.js';
import { calendarOf, holiday, weekAndDayOf } from './dates.js';
import { labelOf, type HeldMeeting } from './held.js';
import { isNamed, meetingsOf } from './meetings.js';
import { placeAt } from './moves.js';
import { settled, type Planning } from './planning.js';
import { refuse, type Move, type Step } from './step.js';
import { fitsWish, startsOf } from './times.js';
import { firstLines, lined, plain, say, when } from './words.js';
import type { Text } from '../../../schema/texts.js';

type Dated = Intent & { readonly type: 'singleDate' };

/** Meetings of one wish, first periods that are tried, and obstacles that are told. */
const meetingsMax = 10;
const triesMax = 8;
const obstaclesTold = 5;

/** A move to a date is one of that week alone. */
export const asDated = ({ meeting, to, room }: Move): Dated => ({
  type: 'singleDate',
  action: 'MOVE',
  meeting,
  to,
  ...(room && { room }),
});

/** What a wish for a date comes to: the dates that change, of one meeting or of every one that is meant. */
export async function plannedDates(planning: Planning, at: number, intent: Dated): Promise<Step> {
  const { meeting, at: said = {}, to, action } = intent;
  if (action === 'MAKE_UP' && !intent.at && !meeting.at) throw refuse(whichIsMissed);
  if (action === 'MAKE_UP' && !to) throw refuse(whenMadeUp);
  const wish = { ...meeting.at, ...said };
  const meetings = await meetingsThen(planning, at, { ...meeting, at: dayOf(planning, wish) });
  const dates: DateItem[] = [];
  const told: Text[] = [];
  for (const each of meetings) {
    const from = occurrence(planning, each, wish, to?.date);
    const found = await changedOn(planning, each, intent, from, dates);
    dates.push({ meeting: each.id, date: from.date, ...found.item });
    const { zh, en } = labelOf(each);
    told.push(say(`${zh}：${from.date} → ${found.text.zh}`, `${en}: ${from.date} → ${found.text.en}`));
  }
  return { kind: 'dates', dates, told };
}

/** A wish for a date as one for the day of the week that has the meeting, also where that falls out. */
function dayOf({ situation }: Planning, { date, ...wish }: TimeWish): TimeWish {
  const planned = date === undefined ? null : weekAndDayOf(situation, date);
  return planned ? { ...wish, days: [planned.day], weeks: [planned.week] } : wish;
}

async function meetingsThen(planning: Planning, at: number, ref: MeetingRef): Promise<HeldMeeting[]> {
  const { use, situation, timetable } = planning;
  const every = ref.isEvery && isNamed(ref) ? await meetingsOf(use, situation, timetable, ref) : [];
  if (every.length > meetingsMax) throw refuse(tooMany(every.length));
  return every.length > 0 ? every : [await settled(planning, `${at}.meeting`, ref)];
}

interface Occurrence {
  readonly date: string;
  readonly week: number;
}

/** Which date of a meeting is meant: the one that is told, else that in the week of `near`, else the next. */
function occurrence(
  { situation }: Planning,
  meeting: HeldMeeting,
  { date, weeks }: TimeWish,
  near?: string,
): Occurrence {
  if (!meeting.time) throw refuse(unplaced(meeting));
  const { day } = meeting.time;
  const calendar = calendarOf(situation);
  const told = date === undefined ? null : weekAndDayOf(situation, date);
  if (told?.day === day && meeting.weeks.includes(told.week)) return { date: date!, week: told.week };
  const among = weeks?.length ? meeting.weeks.filter((week) => weeks.includes(week)) : meeting.weeks;
  const held = among.flatMap((week): Occurrence[] => {
    const on = calendar.dateOf({ week, day });
    return on === null ? [] : [{ date: on, week }];
  });
  const nearWeek = near === undefined ? undefined : calendar.plannedOn(near)?.week;
  const found =
    held.find(({ week }) => week === (told?.week ?? nearWeek)) ??
    held.find((each) => weeks?.length === 1 || each.date >= situation.today);
  if (!found) throw refuse(notThen(meeting));
  return found;
}

interface Changed {
  readonly item: Omit<DateItem, 'meeting' | 'date'>;
  readonly text: Text;
}

async function changedOn(
  planning: Planning,
  meeting: HeldMeeting,
  intent: Dated,
  from: Occurrence,
  before: readonly DateItem[],
): Promise<Changed> {
  if (intent.action === 'CANCEL') return { item: { isCancelled: true }, text: say('停课', 'called off') };
  const { teacher } = intent;
  if (intent.action === 'SUBSTITUTE' && teacher) {
    const name = planning.situation.names.find(({ id }) => id === teacher)?.name ?? '';
    return { item: { to: { teacher } }, text: say(`${name}代课`, `taught by ${name}`) };
  }
  const { date, week, day } = goalOf(planning, meeting, intent.to, from);
  const tried: TriedPlace[] = [];
  for (const span of spansFor(planning, meeting, intent.to, { day, isSameDate: date === from.date })) {
    const { place, obstacles } = await placeAt(planning, meeting, span, intent.room, [week]);
    const { room } = place ?? {};
    const to = { date, period: span.start, ...(room !== meeting.room?.id && { room }) };
    const all = place
      ? await obstaclesThen(planning, [...before, { ...from, to, meeting: meeting.id }])
      : obstacles;
    const { zh, en } = when(day, span.start, span.end);
    if (place && all.length === 0) return { item: { to }, text: say(`${date} ${zh}`, `${date}, ${en}`) };
    tried.push({ span, place, obstacles: all });
  }
  const reasons = [...new Set(tried.flatMap(({ obstacles }) => obstacles))].map(plain);
  throw refuse(lined([cannotGo(meeting, date), ...firstLines(reasons, obstaclesTold)]));
}

/** What is in the way of changes of dates; who only asks for one hears it from academic affairs. */
async function obstaclesThen(
  { use, timetable, before, isRequest }: Planning,
  dates: readonly DateItem[],
): Promise<readonly string[]> {
  if (isRequest) return [];
  const { changeTimetable } = await use('checkChange', {
    ...{ timetable: timetable.id, items: before.map(asInput), dates: dates.map(asDateInput) },
  });
  const { problems, clashes } = changeTimetable;
  return [...problems, ...clashes.filter((clash) => !isOfStudents(clash)).map(({ text }) => text)];
}

/** The date to which a meeting goes: the one that is told, else the told day in the week of the meeting. */
function goalOf(
  { situation }: Planning,
  meeting: HeldMeeting,
  { date: told, days, weeks }: TimeWish = {},
  from: Occurrence,
) {
  const calendar = calendarOf(situation);
  const planned = { week: weeks?.[0] ?? from.week, day: days?.[0] ?? meeting.time!.day };
  const date = told ?? ((days ?? weeks) ? calendar.dateOf(planned) : from.date);
  const on = date === null ? null : calendar.plannedOn(date);
  if (date === null || !on) throw refuse(date === null ? notTaught : holiday(date));
  return { date, ...on };
}

/** The times of a day that are tried: the one that is told, else the own and then all that fit. */
function spansFor(
  { situation }: Planning,
  { periods, time }: HeldMeeting,
  to: TimeWish = {},
  { day, isSameDate }: { readonly day: number; readonly isSameDate: boolean },
) {
  const spanAt = (start: number) => ({ day, start, end: start + periods - 1 });
  if (to.periods) return [spanAt(to.periods.start)];
  const own = spanAt(time!.start);
  if (isSameDate && !to.part) return [own];
  const others = startsOf(situation, periods, [1]).map(({ start }) => spanAt(start));
  const fitting = [own, ...others.filter(({ start }) => start !== own.start)].filter((span) =>
    fitsWish(situation, span, to.part ? { part: to.part } : {}),
  );
  return fitting.slice(0, triesMax);
}

const cannotGo = (meeting: HeldMeeting, date: string): Text =>
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

const whenMadeUp = say(
  '请说明补到哪一天，例如：补到12月5日第5节。',
  'When is it made up? For example: on 5 December, period 5.',
);

const tooMany = (count: number): Text =>
  say(
    `那天共有 ${count} 次课符合，一次最多调整 ${meetingsMax} 次。请说得更具体，例如加上课程或班级。`,
    `${count} meetings match, and one plan changes at most ${meetingsMax}. Maybe name a course or class.`,
  );
