import type { MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import { lessonsThen, momentsOf, timesBeside, verdictOf, type Moment } from './free.js';
import { isNamed, meetingsOf, unplacedOf } from './meetings.js';
import { listed, settled, type Planning, notYours } from './planning.js';
import { withoutDate, calendarOf, isAt, isWelcome, partOf } from './times.js';
import { dayName, inARow, inParts, lined, listOf, plain, say, type Text } from './words.js';
import { dateNamed, firstLines } from './words.js';
import { inOrder, seenOf } from './held.js';
import { refuse, words, type Of, type Step } from './step.js';
import { byParity, namesIn, timeOf } from './timetables.js';
import { later } from '../../scheduling/semester/weeks.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { groupsAtOnce, linesOf } from './lesson-words.js';
import { freeTimesOf, lessonsOf, whoAttends, type FreeTimes, type Whom } from './lessons.js';
import { asDated, occurrences } from './dates.js';
import { elsewhere } from './elsewhere.js';

/** When everything that is named is free, or where a meeting can go. */
export async function freeTimesIn(planning: Planning, at: number, intent: Of<'findTimes'>): Promise<Step> {
  const { beside, teachers } = intent;
  const times = beside && intent.within && (await timesBeside(planning, intent.within, beside, { teachers }));
  const told = times ? times.at(beside === 'AFTER' ? -1 : 0) : intent.within;
  const within = told && daysOf(planning, told);
  return intent.meeting && isNamed(intent.meeting) && !isOfSelf(intent.meeting)
    ? timesForMeeting(planning, at, { ...intent, within })
    : timesForAll(planning, { ...intent, within });
}

/** Whether a mention is of the caller, and of no lesson in particular. */
const isOfSelf = ({ isOwn, isEvery: _, ...lesson }: MeetingRef = {}): boolean =>
  isOwn === true && Object.values(lesson).every((told) => told === undefined);

/** Whether those are free at a time whom a lesson needs: who teaches and who attends it, and its room. */
export async function freeForLesson(
  planning: Planning,
  at: number,
  { meeting, at: within, room }: Of<'whyNot'>,
): Promise<Step> {
  // Of who may request it, it is tried as a move before; of others it is who is free then.
  if (planning.may !== 'CHANGE') return freeTimesIn(planning, at, { type: 'findTimes', meeting, within });
  const [first, ...others] = await meetingsOf(planning, meeting);
  const isOfOne = first && others.every(({ teachingClass }) => teachingClass.id === first.teachingClass.id);
  const one = isOfOne ? first : await settled(planning, `${at}.meeting`, meeting);
  const { id } = (room ? { id: room.room } : one.room) ?? {};
  const whom = { ...(await whoAttends(planning, one)), ...(id && { rooms: [id] }) };
  return timesForAll(planning, { type: 'findTimes', ...whom, within: within && daysOf(planning, within) });
}

/** A wish for dates as one for days of a week. */
export function daysOf({ situation }: Planning, { until, ...wish }: TimeWish): TimeWish {
  const { date } = wish;
  if (date === undefined || until === undefined) return withoutDate(situation, wish);
  const dates = Array.from({ length: 7 }, (_, at) => later(date, at)).filter((each) => each <= until);
  const planned = dates.flatMap((each) => calendarOf(situation).plannedOn(each) ?? []);
  const weeks = [...new Set(planned.map(({ week }) => week))];
  return { ...wish, date: undefined, days: planned.map(({ day }) => day), weeks };
}

/** Where a meeting can go: in a week that is told, or of the own ones, on dates; else in every week. */
async function timesForMeeting(planning: Planning, at: number, intent: Of<'findTimes'>): Promise<Step> {
  const { situation, may } = planning;
  const { within } = intent;
  const ownRef = { ...intent.meeting, teachers: [situation.self.teacher!] };
  const own = may === 'REQUEST' ? await meetingsOf(planning, ownRef) : [];
  // On which afternoons are they free: whichever of the lessons is meant, it is of the same people.
  if (own.length > 0 && !ownRef.at)
    return timesForAll(planning, { ...intent, ...(await whoAttends(planning, own[0])) });
  const meeting = await settled(planning, `${at}.meeting`, own.length > 0 ? ownRef : intent.meeting!);
  if (may === 'REQUEST' && own.length === 0) throw refuse(notYours(meeting));
  if (may === 'LOOK') return timesForAll(planning, { ...intent, ...(await whoAttends(planning, meeting)) });
  const { meeting: ref = {}, avoid, notAt } = intent;
  const isOfDate = meeting.time && (ref.at?.date ?? ref.at?.weeks?.length === 1);
  const isOnce = may === 'REQUEST' || isOfDate || within?.weeks?.length === 1;
  const move = { type: 'move', meeting: ref, to: within, avoid, notAt } as const;
  const once = isOnce && {
    ...{ intent: asDated(move), from: occurrences(planning, meeting, ref.at ?? {}).slice(0, 1) },
  };
  return elsewhere(planning, { at, meeting, intent: move, ...once }, [], true);
}

/** When everything that is named is free; of one time whether it is, and what it has then. */
export async function timesForAll(planning: Planning, intent: Of<'findTimes'>): Promise<Step> {
  const { situation, timetable } = planning;
  const { teachers, administrativeClasses, rooms, within = {}, avoid, notAt } = intent;
  const { self, semester } = situation;
  const isNobody = ![teachers, administrativeClasses, rooms].some((ids) => ids?.length);
  if (isNobody && !self.teacher && !self.student) throw refuse(ofWhom);
  const isOwn = isNobody || isOfSelf(intent.meeting);
  const asked: Whom = {
    ...{ teachers, administrativeClasses, rooms },
    ...(isOwn && self.teacher && { teachers: [...new Set([self.teacher, ...(teachers ?? [])])] }),
    ...(isOwn && self.student && { students: [self.student] }),
  };
  const isOneTime = within.days?.length === 1 && (within.periods ?? within.part) !== undefined;
  const [moment] = isOneTime ? momentsOf(planning, within) : [];
  const weeks = moment ? moment.weeks : within.weeks;
  const commonFreeTimes = await freeTimesOf(planning, { ...asked, weeks });
  const { students, ...ref } = asked;
  const names = namesIn(situation, ref).map(plain);
  const who = inARow(students ? [you, ...names] : names);
  const isOfAnyWeek =
    moment && timetable.status === 'PUBLISHED' && !intent.within!.weeks && !intent.within!.date;
  const halves = isOfAnyWeek ? await byParity(planning, isNamed(ref) ? ref : { isOwn: true }, within) : [];
  if (moment) return freeThen(planning, asked, moment, who, { times: commonFreeTimes, halves });
  const days = within.days?.length ? within.days : semester.schedulingDays;
  const [week, ...others] = within.weeks ?? [];
  const found = commonFreeTimes.flatMap(({ dayOfWeek: day, periods }) => {
    const isWanted = (start: number): boolean =>
      isAt(situation, { day, start, end: start }, within) &&
      isWelcome(situation, { day, start, end: start }, { avoid, notAt });
    const date = week && others.length === 0 ? calendarOf(situation).dateOf({ week, day }) : null;
    // What is over is no time any more.
    const isAhead = date === null || date >= situation.today;
    const free = days.includes(day) && isAhead ? periods.filter(isWanted) : [];
    const on = date ? dateNamed(date) : dayName(day);
    return free.length > 0 ? [{ on, free, at: date ? { date } : { days: [day] } }] : [];
  });
  // 那天下午: the only day that is told.
  if (found.length === 1) planning.seen.push({ at: found[0].at });
  if (found.length === 0)
    return words(
      `${who.zh}没有共同的空闲时间，可以减少人或放宽时间再问。`,
      `${who.en}: there is no time at which all are free. Maybe ask for fewer of them, or for other days.`,
    );
  const isOfOne = (teachers ?? administrativeClasses ?? rooms ?? []).length < 2;
  const lines = found.map(({ on, free }) =>
    say(`${on.zh}：第 ${ranges(free)} 节`, `${on.en}: periods ${ranges(free)}`),
  );
  const head = say(`${who.zh}有空的时间（按课表）：`, `${who.en}, free by the timetable:`);
  const whole = wholeParts(planning, { ...within, days: isOfOne ? within.days : undefined }, found);
  // 周二整天有空吗: what is in the way.
  const isOfDay = within.days?.length === 1;
  const held = isOfDay ? await lessonsOf(planning, isNamed(ref) ? ref : { isOwn: true }, within) : [];
  return words(lined([...whole, ...linesOf(held, planning), head, ...lines]));
}

const you = say('您', 'You');
const ofWhom = say(
  '请说明是谁或哪个教室的空闲时间。',
  'Please name the teachers, classes or rooms that shall be free.',
);

/** The days on which all of a part of the day is free, or all of it before the evening. */
function wholeParts(
  { situation }: Planning,
  { part, periods, days }: TimeWish,
  found: readonly { readonly on: Text; readonly free: readonly number[] }[],
): Text[] {
  if (periods) return [];
  const [first, last] = part ? partOf(situation, part) : [1, situation.periods.evening[0] - 1];
  const isWhole = (free: readonly number[]): boolean =>
    free.filter((period) => period >= first && period <= last).length > last - first;
  const whole = found.filter(({ free }) => isWhole(free)).map(({ on }) => on);
  const { zh, en } = listOf(whole);
  const what = part ? say('整个时段', ' for all of it') : say('白天整天', ' all day');
  if (whole.length > 0) return [say(`${what.zh}没课的：${zh}。`, `Free${what.en}: ${en}.`)];
  const isAsked = part !== undefined || (found.length === 1 && days?.length === 1);
  return isAsked ? [say(`没有一天${what.zh}都空着。`, `Not free${what.en}.`)] : [];
}

/** Whether all are free at one time, each of them, and what they have then. */
async function freeThen(
  planning: Planning,
  { students = [], teachers = [], administrativeClasses = [], rooms = [] }: Whom,
  moment: Moment,
  who: Text,
  { times, halves }: { readonly times: FreeTimes; readonly halves: readonly Text[] },
): Promise<Step> {
  const { situation } = planning;
  const { span, weeks } = moment;
  const refs: readonly Omit<Whom, 'weeks'>[] = [
    ...students.map((id) => ({ students: [id] })),
    ...teachers.map((id) => ({ teachers: [id] })),
    ...administrativeClasses.map((id) => ({ administrativeClasses: [id] })),
    ...rooms.map((id) => ({ rooms: [id] })),
  ];
  const free = freePeriods(span, times);
  const single = await Promise.all(
    (refs.length < 2 ? [] : refs).map(async (ref) => ({
      name: ref.students ? you : inARow(namesIn(situation, ref).map(plain)),
      free: freePeriods(span, await freeTimesOf(planning, { ...ref, weeks })),
    })),
  );
  const verdicts =
    refs.length < 2 ? [verdictOf(who, moment, free)] : [commonOf(moment, free), ...eachOf(single, moment)];
  const whom = refs.map(({ students: isOwn, ...ref }) => (isOwn ? { isOwn: true } : ref));
  const held = await lessonsThen(planning, whom, moment);
  const lines = [...halves, ...verdicts, ...firstLines(held, lessonsMax)];
  return words(lined(lines));
}

const freePeriods = ({ day, start, end }: Moment['span'], times: FreeTimes): readonly number[] =>
  (times.find(({ dayOfWeek }) => dayOfWeek === day)?.periods ?? []).filter(
    (period) => period >= start && period <= end,
  );

function commonOf({ span, at }: Moment, free: readonly number[]): Text {
  if (free.length === 0)
    return say(`${at.zh}没有都有空的节次。`, `In no period of ${at.en} are all of them free.`);
  if (free.length > span.end - span.start) return say(`${at.zh}都有空。`, `All are free on ${at.en}.`);
  const [told, toldEn] = [`都有空的节次：${ranges(free)}。`, `in which all are free: ${ranges(free)}.`];
  return say(`${at.zh}${told}`, `Periods of ${at.en} ${toldEn}`);
}

/** Who of several is free, who only in some periods, and who is not. */
const eachOf = (
  all: readonly { readonly name: Text; readonly free: readonly number[] }[],
  { span }: Moment,
): Text[] =>
  [...Map.groupBy(all, ({ free }) => free.join()).values()]
    .toSorted((a, b) => b[0].free.length - a[0].free.length)
    .map((group) => {
      const names = group.map(({ name }) => name);
      return verdictOf(listOf(names, namesMax), { span }, group[0].free);
    });

/** Names of one line, and lessons that are told beside a verdict. */
const namesMax = 20;
const lessonsMax = 8;

/** What is needed twice. */
const clashing = {
  TEACHER: say('教师', ' of teachers'),
  CLASS: say('班级', ' of classes'),
  ROOM: say('教室', ' of rooms'),
};

/** The open conflicts of the timetable, or of what is named. */
export async function shownConflicts(
  planning: Planning,
  { of = {}, kind: asked }: Of<'showConflicts'>,
): Promise<Step> {
  const { use, situation, timetable } = planning;
  const kind = asked ?? (of.rooms || of.buildings ? 'ROOM' : undefined);
  const { conflicts } = await use('conflicts', { timetable: timetable.id, kind });
  const held = isNamed(of) || of.at ? await meetingsOf(planning, of) : null;
  const classes = held && new Set(held.map((each) => each.teachingClass.id));
  const found = conflicts.items.filter(
    ({ firstSeries, secondSeries }) =>
      !classes || [firstSeries, secondSeries].some(({ teachingClass }) => classes.has(teachingClass.id)),
  );
  const texts = new Set(found.flatMap(({ clashes }) => clashes.map(({ text }) => text)));
  const whose = listOf([...namesIn(situation, of), ...(of.at ? [timeOf(of.at)] : [])]);
  const what = kind ? clashing[kind] : say('', '');
  const ofEn = whose.en && ` for ${whose.en}`;
  if (texts.size === 0) {
    const none = say(`${whose.zh}没有未解决的${what.zh}冲突。`, `No open conflicts${what.en}${ofEn}.`);
    const { at, ...whoever } = of;
    const halves =
      at?.days?.length === 1 ? await byParity(planning, { ...whoever, courses: undefined }, at) : [];
    // What looks like one: groups of a class that attend at one time.
    return words(lined([none, ...halves, ...(held && isNamed(of) ? groupsAtOnce(inOrder(held)) : [])]));
  }
  const head = say(
    `有，${whose.zh}未解决的${what.zh}冲突有 ${found.length} 个：`,
    `Yes, open conflicts${what.en}${ofEn}: ${found.length}.`,
  );
  return listed(planning, [head], [...texts].map(plain));
}

/** The meetings without a place, of what is named or all, with the reason of each. */
export async function shownUnplaced(planning: Planning, { of = {} }: Of<'showUnplaced'>): Promise<Step> {
  const { situation } = planning;
  if (of.rooms ?? of.buildings) throw refuse(unplacedOfWhat);
  const found = await unplacedOf(planning, of);
  const whose = namesIn(situation, of);
  if (found.length === 0)
    return words(
      whose.length > 0
        ? say(`没有未排上的课：${whose.join('，')}。`, `Every meeting of ${whose.join(', ')} has a place.`)
        : say('所有的课都已排上。', 'Every meeting has a place.'),
    );
  planning.seen.push(...found.map(seenOf));
  const lines = found.map(({ teachingClass, teacher, reason }) => {
    const parts = [teachingClass.name, ...(teacher ? [teacher.name] : []), ...(reason ? [reason] : [])];
    return inParts(parts.map(plain));
  });
  const [ofZh, ofEn] = whose.length > 0 ? [`${whose.join('，')}`, ` of ${whose.join(', ')}`] : ['', ''];
  const head = say(
    `${ofZh}未排上的课共 ${found.length} 次：`,
    `${found.length} meetings${ofEn} have no place:`,
  );
  return listed(planning, [head], lines);
}

const unplacedOfWhat = say(
  '未排上的课还没有时间和教室，请说课程、教师、班级、院系或教学班。',
  'What has no place has no time and no room. Maybe name a course, teacher, class or department.',
);
