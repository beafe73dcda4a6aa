import type { MeetingRef, Of, TimeWish } from '@class-scheduling/assistant-language';
import type { DateItem } from '../../scheduling/changes/edits.js';
import { type TimeSpan, calendarOf, fitsWish, holiday, startsOf, weekAndDayOf } from './times.js';
import {
  about,
  inOrder,
  labelOf,
  seenOf,
  spanOf,
  startOf,
  type Goal,
  type HeldMeeting,
  type Occurrence,
} from './held.js';
import { isNamed, meetingsOf } from './meetings.js';
import { elsewhere } from './elsewhere.js';
import { sizedWish } from './rooms.js';
import { goingOn, listed, notYours, offered, settled, type Planning } from './planning.js';
import { reasonIn, refuse, tooMany, UnsettledError, words, type Step } from './step.js';
import { freeIn, whoAttends } from './lessons.js';
import { datesHeld } from './lesson-words.js';
import { daysOf, timesForAll } from './facts.js';
import { namesIn } from './timetables.js';
import { dateNamed, inParts, joined, lined, onDates, plain, say, when, type Text } from './words.js';
import { type Dated, type Going, goalsIn, isOver, occurrences, triedAt, type Tried } from './dates.js';

/** Meetings of one wish, and first periods that are tried. */
export const meetingsMax = 10;
const triesMax = 16;

/** What a wish for dates comes to: those that change, of one meeting or of every one that is meant. */
export async function plannedDates(planning: Planning, at: number, intent: Dated): Promise<Step> {
  const { meeting, at: said = {}, to, action } = intent;
  if (action === 'MAKE_UP' && !intent.at && !meeting.at) return whenMadeUp(planning, intent);
  const wish = { ...meeting.at, ...said };
  const meetings = await meetingsThen(planning, at, meeting, wish);
  const dates: DateItem[] = [];
  const told: Text[] = [];
  const notes: Text[] = [];
  const places: string[] = [];
  for (const each of meetings) {
    const from = ahead(planning, each, occurrences(planning, each, wish, to?.date), to);
    const going = { at, intent, meeting: each, from, before: dates };
    const found = await changedOn(planning, going, meetings.length > 1).catch((error: unknown) => {
      // Of several those are planned that can be, and the others told.
      if (!(error instanceof UnsettledError) || meetings.length === 1) throw error;
      return error;
    });
    const { zh, en } = labelOf(each);
    if (found instanceof UnsettledError) {
      const why = reasonIn(found.step);
      notes.push(say(`没有排进方案：${zh}。${why.zh}`, `Left out: ${en}. ${why.en}`));
      continue;
    }
    from.forEach(({ date }, index) =>
      dates.push({ meeting: each.id, date, ...(found.items[index] ?? found.items[0]) }),
    );
    if (found.key) places.push(found.key);
    const days = from.map(({ date }) => date).join('、');
    told.push(say(`${zh}：${days} → ${found.text.zh}`, `${en}: ${days} → ${found.text.en}`));
    const over = from.filter(({ date }) => isOver(planning, date, each.time!));
    if (over.length > 0) notes.push(alreadyOver(over.map(({ date }) => date)));
  }
  if (dates.length === 0) throw refuse(lined(notes));
  return { kind: 'dates', dates, told, notes, places };
}

/** Of several weeks those in which the day of the week to which it goes is still to come. */
function ahead(
  planning: Planning,
  { periods, time }: HeldMeeting,
  from: readonly Occurrence[],
  { days: [day, ...others] = [], periods: told }: TimeWish = {},
): readonly Occurrence[] {
  if (from.length < 2 || !day || others.length > 0) return from;
  const span = spanOf(day, told ? startOf(told, periods) : time!.start, periods);
  const left = from.filter(({ week }) => {
    const then = calendarOf(planning.situation).dateOf({ week, day });
    return !then || !isOver(planning, then, span);
  });
  return left.length > 0 ? left : from;
}

/** 给2501补一次数据结构: whether those who teach and attend it are free then, and how one is made up. */
async function whenMadeUp(planning: Planning, intent: Of<'singleDate'>): Promise<Step> {
  const { meeting, to: within, avoid, notAt } = intent;
  const [one] = await meetingsOf(planning, meeting);
  if (!one || !isNamed(meeting)) throw refuse(whichIsMissed);
  const step = await timesForAll(planning, {
    ...{ type: 'findTimes', ...(await whoAttends(planning, one)) },
    ...(within && { within: daysOf(planning, within) }),
    ...{ avoid, notAt },
  });
  return step.kind === 'words' ? words(joined([step.text, whichIsMissed], '\n')) : step;
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
  const { situation, may } = planning;
  const said = { ...meeting, at: dayOf(planning, wish) };
  const self = situation.self.teacher!;
  const isOfOthers = meeting.teachers?.includes(self) === false;
  const ofOthers = may === 'REQUEST' && isOfOthers ? [said, { ...meeting, at: undefined }] : [];
  const [theirs] = (await Promise.all(ofOthers.map((ref) => meetingsOf(planning, ref)))).flat();
  const refuseOthers = (one: HeldMeeting | undefined): void => {
    if (may === 'REQUEST' && one && !one.teachers.some(({ id }) => id === self)) throw refuse(notYours(one));
  };
  refuseOthers(theirs);
  const own = may === 'REQUEST' && !isOfOthers ? { ...said, teachers: [self] } : null;
  // Of what a teacher calls so, and names nobody else, the own lessons are meant.
  const isOwn = own !== null && (await meetingsOf(planning, own)).length > 0;
  const ref = isOwn ? own : said;
  const { date: since, until } = wish;
  const isThen = (one: HeldMeeting): boolean =>
    datesHeld(one, planning).some(({ date }) => date >= since! && date <= until!);
  // 12月4号7-8节的课都停: of nobody in particular.
  const isOfAll = since !== undefined && may === 'CHANGE';
  const all = ref.isEvery && (isNamed(ref) || isOfAll) ? await meetingsOf(planning, ref) : [];
  const every = until ? all.filter(isThen) : all;
  if (all.length > every.length && every.length === 0) throw refuse(noneThen);
  every.forEach(refuseOthers);
  if (every.length > meetingsMax)
    throw new UnsettledError(
      listed(planning, [tooMany(every.length, meetingsMax), ofWholeDay], inOrder(every).map(labelOf)),
    );
  if (isOfAll && ref.isEvery && !isNamed(ref) && every.length === 0) throw refuse(noneThen);
  if (every.length === 0) {
    const one = await settled(planning, `${at}.meeting`, ref);
    refuseOthers(one);
    return [one];
  }
  planning.seen.push(...every.map(seenOf));
  return every;
}

type GoingOn = Going & { readonly intent: Dated; readonly from: readonly Occurrence[] };

/** What becomes of each date, or of all alike, in words, and the place, by which it is not shown again. */
async function changedOn(planning: Planning, going: GoingOn, isOfSeveral: boolean) {
  const { intent, meeting, from } = going;
  const { action, teacher, to } = intent;
  if (action === 'CANCEL') return { items: [{ isCancelled: true }], text: say('停课', 'called off') };
  if (action === 'SUBSTITUTE') {
    const name = planning.situation.names.find(({ id }) => id === teacher)?.name ?? '';
    if (teacher === meeting.teacher?.id)
      throw refuse(
        `这节课本来就由${name}上：${labelOf(meeting).zh}。请换一位来代课。`,
        `${name} teaches it already: ${labelOf(meeting).en}. Maybe name somebody else to stand in.`,
      );
    const weeks = from.map(({ week }) => week);
    // Academic affairs are not asked for somebody who teaches then.
    if (planning.isRequest && !(await freeIn(planning, { teachers: [teacher!], weeks }))(meeting.time!))
      throw refuse(
        `${name}那时有课，不能代课，请换一位。`,
        `${name} teaches then. Maybe name somebody else.`,
      );
    return { items: [{ to: { teacher } }], text: say(`${name}代课`, `taught by ${name}`) };
  }
  // 全停，第17周补: nobody chooses for each of several.
  const isOpen = isWithin(intent, from) && !(isOfSeveral && to?.weeks);
  if (!isOpen && Object.keys(to ?? {}).length === 0) refuseOver(planning, going);
  const tried: Tried[] = [];
  const room = await sizedWish(planning, meeting, intent.room);
  for (const goals of isOpen ? [] : goalsOf(planning, meeting, to, from)) {
    const [{ span }] = goals;
    const weeks = goals.map(({ week }) => week);
    const found = await triedAt(planning, going, span, weeks, room);
    const { isFree, dates: items, roomName, key } = found;
    const named = roomName ?? namesIn(planning.situation, { rooms: room?.room ? [room.room] : [] }).at(0);
    const then = onDates(goals, when(span.day, span.start, span.end));
    if (isFree) return { items, text: inParts([then, ...(named ? [plain(named)] : [])]), key };
    tried.push(found);
  }
  const sized = { ...going, intent: { ...intent, ...(room && { room }) } };
  throw new UnsettledError(await elsewhere(planning, sized, tried, isOpen));
}

/** @throws UnsettledError with the next date, where a lesson that keeps its time is over already */
function refuseOver(planning: Planning, going: GoingOn): void {
  const { meeting, intent, from } = going;
  const isHeld = ({ date }: Occurrence): boolean => isOver(planning, date, meeting.time!);
  if (!from.some(isHeld)) return;
  const dates = from.map(({ date }) => date).join('、');
  const over = ` of ${dates} has begun or is over, and nothing was changed.`;
  const head = about(meeting, `（${dates}）已经开始或上完，没有改动。`, over);
  const next = datesHeld(meeting, planning).find((each) => !isHeld(each));
  if (!next) throw refuse(head);
  const question = joined([head, say('要改之后的一次吗？', 'Change the next one?')], say('', ' '));
  const label = dateNamed(next.date);
  const ofNext = { ...intent, meeting: { ...intent.meeting, at: undefined }, at: { date: next.date } };
  const options = [offered(planning, label, goingOn(planning, going, ofNext))];
  throw new UnsettledError({ kind: 'question', question, options });
}

/** 下周补, 第15周下午都行: of several days all the dates within them are offered, and none is chosen. */
function isWithin({ to = {}, room, avoid, notAt }: Dated, from: readonly Occurrence[]): boolean {
  const { date, until, days = [], weeks = [], periods } = to;
  if (from.length > 1 || periods) return false;
  if (Object.keys(to).length === 0) return !room || Boolean(avoid ?? notAt);
  if (date !== undefined) return until !== undefined;
  return days.length > 1 || weeks.length > 1 || (days.length === 0 && weeks.length === 1);
}

/**
 * The times that are tried, each with a goal for every date: on the day that is told, else on its own; at the
 * told time, else at its own and then at all that fit.
 */
function goalsOf(
  planning: Planning,
  { periods, time }: HeldMeeting,
  to: TimeWish = {},
  from: readonly Occurrence[],
): Goal[][] {
  const { situation } = planning;
  const calendar = calendarOf(situation);
  const { date, days, weeks, part } = to;
  const on = date === undefined ? null : calendar.plannedOn(date);
  if (date !== undefined && !on) throw refuse(holiday(date));
  const isWeek = from.length === 1 && weeks?.length === 1;
  const ofWeek = [time!.day, ...situation.semester.schedulingDays.filter((day) => day !== time!.day)];
  const wanted = on ? [on.day] : (days ?? (isWeek ? ofWeek : [time!.day]));
  const goals = wanted.flatMap((day) => {
    const isOwnDay = !on && !isWeek && day === time!.day;
    const spanAt = (start: number): TimeSpan => spanOf(day, start, periods);
    const own = spanAt(time!.start);
    const others = startsOf(situation, periods, [day]).filter(({ start }) => start !== own.start);
    const spans = to.periods
      ? [spanAt(startOf(to.periods, periods))]
      : isOwnDay && !part
        ? [own]
        : [own, ...others].filter((span) => fitsWish(situation, span, part ? { part } : {}));
    return spans.map((span) => {
      const weekFor = ({ week }: Occurrence): number => {
        const told = on?.week ?? (isWeek ? weeks[0] : week);
        const then = on || isWeek || from.length > 1 ? null : calendar.dateOf({ week: told, day });
        // A day that is over this week is that of the next one.
        return then && isOver(planning, then, span) ? told + 1 : told;
      };
      return goalsIn(planning, span, from.map(weekFor));
    });
  });
  const whole = goals.filter((each) => each.length === from.length);
  if (whole.length === 0) throw refuse(notTaught);
  const toCome = whole.filter((each) => each.every(({ date: then, span }) => !isOver(planning, then, span)));
  if (toCome.length === 0) throw refuse(isPast);
  return toCome.slice(0, triesMax);
}

const notTaught = say(
  '所说的那一天按校历不上课，请换个日期。',
  'Nothing is taught on that day by the calendar. Maybe take another date.',
);

const alreadyOver = (dates: readonly string[]): Text =>
  say(
    `请注意：${dates.join('、')} 的课已经上过了，这样改的是记录。`,
    `Mind that ${dates.join(', ')} is over already, so this changes what is on record.`,
  );

const isPast = say(
  '所说的时间已经过去，课表没有改动。请换个日期。',
  'That time is over, and nothing was changed. Maybe take another date.',
);

const ofWholeDay = say(
  '课表没有改动。可以按班级、教师或教学楼分几次停；全校停课请管理员在校历中设置。',
  'Nothing was changed. Maybe name classes, teachers or buildings one after the other; administrators call ' +
    'off a day for all in the calendar.',
);

const noneThen = say('那时没有课，无需改动。', 'Nothing is held then, so nothing has to be changed.');

const whichIsMissed = say(
  '这里不另外加课：补停过的课请说明补的是哪一天的，例如：12月3日的高数补到12月5日。',
  'No lesson is added here. Which date is made up? Such as: make up the calculus of 3 December on the 5th.',
);
