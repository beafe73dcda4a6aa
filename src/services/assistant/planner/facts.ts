import { optionsMax, type Intent, type TimeWish } from '@class-scheduling/assistant-language';
import { keepsHardRules } from './checks.js';
import { optionsOf } from './other-places.js';
import type { Text } from '../../../schema/texts.js';
import { momentsOf, noMoment, thenOf, type Moment } from './free.js';
import { isNamed, meetingsOf, unplacedOf } from './meetings.js';
import { listed, settled, type Planning } from './planning.js';
import {
  calendarOf,
  fitsWish,
  holiday,
  isAt,
  isHoliday,
  isWelcome,
  partOf,
  startsOf,
  weekAndDayOf,
  withoutDate,
} from './times.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { dateNamed, dayName, firstOf, joined, lined, listOf, plain, say, when } from './words.js';
import { labelOf, seenOf, type HeldMeeting } from './held.js';
import { lineOf } from './lesson-words.js';
import { lessonsOf, sizesOf } from './lessons.js';
import { datesFor } from './on-date.js';
import type { ToolAnswers } from '../tools.js';
import { refuse, type Step } from './step.js';
import { namesIn, timeOf } from './timetables.js';
import { dayOf, later } from '../../scheduling/semester/weeks.js';

type Of<T extends Intent['type']> = Extract<Intent, { type: T }>;

/** Times that an answer tells of. */
const timesMax = 10;

const words = (text: Text): Step => ({ kind: 'words', text });

/** When everything that is named is free, or where a meeting can go. */
export async function freeTimesIn(planning: Planning, at: number, intent: Of<'findTimes'>): Promise<Step> {
  const within = intent.within && daysOf(planning, intent.within);
  return intent.meeting && isNamed(intent.meeting)
    ? timesForMeeting(planning, at, { ...intent, within })
    : timesForAll(planning, { ...intent, within });
}

/** A wish for dates as one for days of a week. */
function daysOf({ situation }: Planning, { until, ...wish }: TimeWish): TimeWish {
  const { date } = wish;
  if (date === undefined || until === undefined) return withoutDate(situation, wish);
  const dates = Array.from({ length: 7 }, (_, at) => later(date, at)).filter((each) => each <= until);
  const planned = dates.flatMap((each) => calendarOf(situation).plannedOn(each) ?? []);
  const weeks = [...new Set(planned.map(({ week }) => week))];
  return { ...wish, date: undefined, days: planned.map(({ day }) => day), weeks };
}

/** Where a meeting can go: in a week that is told, or of the own ones, on dates; else in every week. */
async function timesForMeeting(planning: Planning, at: number, intent: Of<'findTimes'>): Promise<Step> {
  const { use, situation, timetable, may } = planning;
  const meeting = await settled(planning, `${at}.meeting`, intent.meeting!);
  const { within } = intent;
  if (may === 'LOOK') return timesForAll(planning, { ...intent, ...(await whoAttends(planning, meeting)) });
  if (may === 'REQUEST' || within?.weeks?.length === 1) return datesFor(planning, at, meeting, intent);
  const { suggestions } = await use('suggestions', { timetable: timetable.id, meeting: meeting.id, max: 50 });
  const isWanted = ({ items: [{ to }] }: (typeof suggestions)[number]): boolean => {
    if (!to?.classroom) return false;
    const span = { day: to.dayOfWeek, start: to.periodStart, end: to.periodStart + meeting.periods - 1 };
    return (!within || fitsWish(situation, span, within)) && isWelcome(situation, span, intent);
  };
  // What moves nothing else comes first.
  const wanted = suggestions
    .filter((each) => keepsHardRules(each) && isWanted(each))
    .toSorted((a, b) => a.items.length - b.items.length);
  const move = { at, meeting, intent: { type: 'move' as const, meeting: intent.meeting! } };
  const options = optionsOf(planning, move, wanted).slice(0, optionsMax);
  const name = labelOf(meeting);
  if (options.length === 0)
    return words(
      say(`没有找到${name.zh}可以移到的时间。`, `${name.en} can go nowhere within what you said.`),
    );
  const question = say(
    `${name.zh}可以移到下面的时间，选一个就给出计划：`,
    `${name.en} can go to these times; choose one for a plan:`,
  );
  return { kind: 'question', question, options };
}

type Asked = Pick<Of<'findTimes'>, 'teachers' | 'administrativeClasses' | 'rooms'>;

/** When everything that is named is free; of one time whether it is, and what it has then. */
async function timesForAll(planning: Planning, intent: Of<'findTimes'>): Promise<Step> {
  const { use, situation, timetable } = planning;
  const { teachers, administrativeClasses, rooms, within = {}, avoid, notAt } = intent;
  const { self, semester } = situation;
  const isNobody = ![teachers, administrativeClasses, rooms].some((ids) => ids?.length);
  if (isNobody && !self.teacher && !self.student) throw refuse(ofWhom);
  const asked: Asked = isNobody && self.teacher ? { teachers: [self.teacher] } : intent;
  const of = {
    ...{ teachers: asked.teachers, administrativeClasses, classrooms: rooms },
    ...(isNobody && !self.teacher && { students: [self.student] }),
  };
  const isOneTime = within.days?.length === 1 && (within.periods ?? within.part) !== undefined;
  const [moment] = isOneTime ? momentsOf(planning, within) : [];
  const weeks = moment ? moment.weeks : within.weeks;
  const { commonFreeTimes } = await use('commonFreeTimes', { timetable: timetable.id, of: { ...of, weeks } });
  const named = namesIn(situation, { teachers: asked.teachers, administrativeClasses, rooms }).join('、');
  const who = say(named || '您', named || 'You');
  if (moment) return freeThen(planning, asked, moment, who, commonFreeTimes);
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
    return free.length > 0 ? [{ on, free }] : [];
  });
  if (found.length === 0)
    return words(
      say(
        `${who.zh}没有共同的空闲时间，可以减少人或放宽时间再问。`,
        `${who.en}: there is no time at which all are free. Maybe ask for fewer of them, or for other days.`,
      ),
    );
  const lines = found.map(({ on, free }) =>
    say(`${on.zh}：第 ${ranges(free)} 节`, `${on.en}: periods ${ranges(free)}`),
  );
  const head = say(`${who.zh}有空的时间（按课表）：`, `${who.en}, free by the timetable:`);
  return words(lined([...wholeParts(planning, within, found), head, ...lines]));
}

const ofWhom = say(
  '请说明是谁或哪个教室的空闲时间。',
  'Please name the teachers, classes or rooms that shall be free.',
);

/** Of a part of the day the days on which all of it is free. */
function wholeParts(
  { situation }: Planning,
  { part, periods }: TimeWish,
  found: readonly { readonly on: Text; readonly free: readonly number[] }[],
): Text[] {
  if (!part || periods) return [];
  const [first, last] = partOf(situation, part);
  const whole = found.filter(({ free }) => free.length > last - first).map(({ on }) => on);
  const { zh, en } = listOf(whole);
  return whole.length > 0
    ? [say(`整个时段都空着的：${zh}。`, `Free for all of it: ${en}.`)]
    : [say('没有一天整个时段都空着。', 'On no day is all of it free.')];
}

/** Whether all are free at one time, and what they have then. */
async function freeThen(
  planning: Planning,
  { teachers = [], administrativeClasses = [], rooms = [] }: Asked,
  { span, weeks, date, at }: Moment,
  who: Text,
  times: ToolAnswers['commonFreeTimes']['commonFreeTimes'],
): Promise<Step> {
  const { day, start, end } = span;
  const known = times.find(({ dayOfWeek }) => dayOfWeek === day)?.periods ?? [];
  const free = known.filter((period) => period >= start && period <= end);
  const [all, part] = [free.length > end - start, say(`第${ranges(free)}节`, `periods ${ranges(free)}`)];
  if (all) return words(say(`有空：${who.zh}，${at.zh}没有课。`, `Yes: ${who.en} free on ${at.en}.`));
  const head =
    free.length === 0
      ? say(`没空：${who.zh}，${at.zh}有课。`, `No: ${who.en} not free on ${at.en}.`)
      : say(
          `部分有空：${who.zh}，${at.zh}里只有${part.zh}空着。`,
          `In part: ${who.en}, of ${at.en} only ${part.en} free.`,
        );
  const then = thenOf(span, weeks, date);
  const refs = [
    ...teachers.map((id) => ({ teachers: [id] })),
    ...administrativeClasses.map((id) => ({ administrativeClasses: [id] })),
    ...rooms.map((id) => ({ rooms: [id] })),
  ];
  const own = refs.length === 0 ? [{ isOwn: true }] : refs;
  const lists = await Promise.all(own.map((ref) => lessonsOf(planning, ref, then)));
  const lessons = [...new Map(lists.flat().map((each) => [each.assignment, each])).values()];
  planning.seen.push(...lessons.map(seenOf));
  return words(lined([head, ...lessons.map((each) => lineOf(each, planning))]));
}

/** Who teaches and who attends a meeting. */
async function whoAttends(planning: Planning, meeting: HeldMeeting): Promise<Asked> {
  const sizes = await sizesOf(planning, { teachingClasses: [meeting.teachingClass.id] }, []);
  const classes = (sizes.of(meeting)?.administrativeClasses ?? []).map(({ id }) => id);
  return { ...(meeting.teacher && { teachers: [meeting.teacher.id] }), administrativeClasses: classes };
}

/** Why a meeting cannot be somewhere. */
export async function whyNotThere(planning: Planning, at: number, intent: Of<'whyNot'>): Promise<Step> {
  const { use, situation, timetable } = planning;
  const meeting = await settled(planning, `${at}.meeting`, intent.meeting);
  const wish = intent.at ? withoutDate(situation, intent.at) : {};
  const room = intent.room?.room;
  const spans = wish.periods
    ? (wish.days ?? (meeting.time ? [meeting.time.day] : [])).map((day) => ({
        day,
        start: wish.periods!.start,
        end: wish.periods!.start + meeting.periods - 1,
      }))
    : wish.days?.length || wish.part
      ? startsOf(situation, meeting.periods, wish.days).filter((span) => fitsWish(situation, span, wish))
      : meeting.time
        ? [meeting.time]
        : [];
  if (spans.length === 0) throw refuse(noMoment);
  const name = labelOf(meeting);
  const { shown, more } = firstOf(spans, timesMax);
  const lines = await Promise.all(
    shown.map(async ({ day, start, end }) => {
      const { whyNot } = await use('whyNot', {
        timetable: timetable.id,
        meeting: meeting.id,
        place: { dayOfWeek: day, periodStart: start, ...(room && { classroom: room }) },
      });
      const time = when(day, start, end);
      if (whyNot.length === 0) return say(`${time.zh}：可以。`, `${time.en}: possible.`);
      return joined([time, plain(whyNot.map(({ text }) => text).join(' '))], say('：', ': '));
    }),
  );
  const rest = more > 0 ? [say(`……另有 ${more} 个时间。`, `… and ${more} more times.`)] : [];
  return words(lined([say(`${name.zh}：`, `${name.en}:`), ...lines, ...rest]));
}

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
  const held = isNamed(of) || of.at ? await meetingsOf(use, situation, timetable, of) : null;
  const classes = held && new Set(held.map((each) => each.teachingClass.id));
  const found = conflicts.items.filter(
    ({ firstSeries, secondSeries }) =>
      !classes || [firstSeries, secondSeries].some(({ teachingClass }) => classes.has(teachingClass.id)),
  );
  const texts = new Set(found.flatMap(({ clashes }) => clashes.map(({ text }) => text)));
  const whose = listOf([...namesIn(situation, of), ...(of.at ? [timeOf(of.at)] : [])]);
  const what = kind ? clashing[kind] : say('', '');
  const ofEn = whose.en && ` for ${whose.en}`;
  if (texts.size === 0)
    return words(say(`${whose.zh}没有未解决的${what.zh}冲突。`, `No open conflicts${what.en}${ofEn}.`));
  const head = say(
    `有，${whose.zh}未解决的${what.zh}冲突有 ${found.length} 个：`,
    `Yes, open conflicts${what.en}${ofEn}: ${found.length}.`,
  );
  return listed(planning, [head], [...texts].map(plain));
}

/** In which week of the semester a day or a week lies. */
export function shownWeek({ situation }: Planning, { at }: Of<'showWeek'>): Step {
  const { weeks: count, startDate } = situation.semester;
  const [asked] = at?.weeks ?? [];
  if (asked !== undefined)
    return words(say(`是第 ${asked} 周，本学期共 ${count} 周。`, `It is week ${asked} of ${count}.`));
  const date = at?.date ?? situation.today;
  if (isHoliday(situation, date)) return words(holiday(date));
  const found = weekAndDayOf(situation, date);
  if (!found)
    return words(
      say(
        `${date}不在本学期的 ${count} 周之内，本学期从 ${startDate} 开始。`,
        `${date} is in none of the ${count} weeks of the semester, which begins on ${startDate}.`,
      ),
    );
  const [day, planned] = [dayName(dayOf(date)), dayName(found.day)];
  const isMadeUp = dayOf(date) !== found.day;
  const [ofZh, ofEn] = isMadeUp ? [`补${planned.zh}的课，`, `, for ${planned.en},`] : ['', ''];
  return words(
    say(
      `${date}（${day.zh}）${ofZh}是第 ${found.week} 周，本学期共 ${count} 周。`,
      `${date}, a ${day.en}${ofEn || ','} is in week ${found.week} of ${count}.`,
    ),
  );
}

/** The meetings without a place, of what is named or all, with the reason of each. */
export async function shownUnplaced(planning: Planning, { of = {} }: Of<'showUnplaced'>): Promise<Step> {
  const { use, situation, timetable } = planning;
  if (of.rooms ?? of.buildings) throw refuse(unplacedOfWhat);
  const found = await unplacedOf(use, situation, timetable, of);
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
    return say(parts.join('，'), parts.join(', '));
  });
  const courses = new Set(found.map(({ teachingClass }) => teachingClass.course?.id)).size;
  const [ofZh, ofEn] = whose.length > 0 ? [`${whose.join('，')}`, ` of ${whose.join(', ')}`] : ['', ''];
  const head = say(
    `${ofZh}未排上的课共 ${found.length} 次，${courses} 门课程：`,
    `${found.length} meetings${ofEn} have no place, of ${courses} ${courses === 1 ? 'course' : 'courses'}:`,
  );
  return listed(planning, [head], lines);
}

const unplacedOfWhat = say(
  '未排上的课还没有时间和教室，请说课程、教师、班级、院系或教学班。',
  'What has no place has no time and no room. Maybe name a course, teacher, class or department.',
);
