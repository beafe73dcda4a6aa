import { optionsMax, type Intent, type TimeWish } from '@class-scheduling/assistant-language';
import { keepsHardRules } from './checks.js';
import { optionsOf } from './other-places.js';
import type { Text } from '../../../schema/texts.js';
import { noMoment } from './free.js';
import { isNamed, meetingsOf, unplacedOf } from './meetings.js';
import { listed, settled, type Planning } from './planning.js';
import {
  calendarOf,
  fitsWish,
  holiday,
  isAt,
  isHoliday,
  isWelcome,
  startsOf,
  weekAndDayOf,
  withoutDate,
} from './times.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { dayName, firstOf, joined, lined, listOf, plain, say, when } from './words.js';
import { labelOf, seenOf } from './held.js';
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

async function timesForMeeting(planning: Planning, at: number, intent: Of<'findTimes'>): Promise<Step> {
  const { use, situation, timetable } = planning;
  const meeting = await settled(planning, `${at}.meeting`, intent.meeting!);
  const { suggestions } = await use('suggestions', { timetable: timetable.id, meeting: meeting.id, max: 50 });
  const isWanted = ({ items: [{ to }] }: (typeof suggestions)[number]): boolean => {
    if (!to?.classroom) return false;
    const span = { day: to.dayOfWeek, start: to.periodStart, end: to.periodStart + meeting.periods - 1 };
    return (!intent.within || fitsWish(situation, span, intent.within)) && isWelcome(situation, span, intent);
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

async function timesForAll(
  { use, situation, timetable }: Planning,
  { teachers, administrativeClasses, rooms, within = {}, avoid, notAt }: Of<'findTimes'>,
): Promise<Step> {
  const { self, semester } = situation;
  const isNobody = ![teachers, administrativeClasses, rooms].some((ids) => ids?.length);
  if (isNobody && !self.teacher && !self.student)
    throw refuse(
      say(
        '请说明是谁或哪个教室的空闲时间。',
        'Please name the teachers, classes or rooms that shall be free.',
      ),
    );
  const { commonFreeTimes } = await use('commonFreeTimes', {
    timetable: timetable.id,
    of: {
      ...{ teachers, administrativeClasses, classrooms: rooms, weeks: within.weeks },
      ...(isNobody && (self.teacher ? { teachers: [self.teacher] } : { students: [self.student] })),
    },
  });
  const days = within.days?.length ? within.days : semester.schedulingDays;
  const [week, ...others] = within.weeks ?? [];
  const dateOf = (day: number): string | null =>
    week && others.length === 0 ? calendarOf(situation).dateOf({ week, day }) : null;
  const lines = commonFreeTimes.flatMap(({ dayOfWeek: day, periods }): Text[] => {
    const isWanted = (start: number): boolean =>
      isAt(situation, { day, start, end: start }, within) &&
      isWelcome(situation, { day, start, end: start }, { avoid, notAt });
    const date = dateOf(day);
    // What is over is no time any more.
    const isAhead = date === null || date >= situation.today;
    const free = ranges(days.includes(day) && isAhead ? periods.filter(isWanted) : []);
    const { zh, en } = dayName(day);
    const [onZh, onEn] = date ? [`${date}（${zh}）`, `${en} ${date}`] : [zh, en];
    return free ? [say(`${onZh}：第 ${free} 节`, `${onEn}: periods ${free}`)] : [];
  });
  if (lines.length === 0)
    return words(
      say(
        '没有共同的空闲时间，可以减少人或放宽时间再问。',
        'There is no time at which all are free. Maybe ask for fewer of them, or for other days.',
      ),
    );
  return words(lined([say('课表中空闲的时间：', 'Free by the timetable:'), ...lines]));
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
