import { momentIn, present } from '../../../schema/clock.js';
import { sharesWeek, shownWeeks } from '../../scheduling/semester/periods.js';
import { calendarOf } from './times.js';
import type { Sizes } from './lessons.js';
import type { Lesson } from './held.js';
import type { Planning } from './planning.js';
import { clockedPeriods, dateNamed, dayName, headed, inOneLine, inParts, listOf } from './words.js';
import { numberOf, plain, roomName, say, shownRoom, type Text } from './words.js';

/** Lessons that are told one by one; more are told by day. */
export const oneByOneMax = 6;

export const clockIn = (timeZone: string, instant?: string): string => momentIn(timeZone, instant).slice(11);

/** When a lesson begins and ends by the clock, as far as that is told. */
export function clockOf(
  { time, on }: Lesson,
  { situation, timeZone }: Planning,
): readonly (string | undefined)[] {
  if (on?.start && on.end) return [clockIn(timeZone, on.start), clockIn(timeZone, on.end)];
  const { starts, ends = [] } = situation.periods;
  return time ? [starts.at(time.start - 1) || undefined, ends.at(time.end - 1) || undefined] : [];
}

/** When the first of some lessons begins by the clock, and the last one ends. */
export function clocksOf(lessons: readonly Lesson[], planning: Planning): [start: string, end: string] {
  const clocks = lessons.map((each) => clockOf(each, planning));
  const [starts, ends] = [0, 1].map((at) => clocks.map((clock) => clock[at] ?? '').sort());
  return [starts[0], ends.at(-1) ?? ''];
}

/** Whether a lesson of a date has ended. */
export const isOver = ({ on }: Lesson): boolean => Boolean(on?.end && new Date(on.end) < present.now());

const kinds: Readonly<Record<NonNullable<Lesson['changed']>, Text>> = {
  CANCELLED: say('停课', 'called off'),
  MADE_UP: say('补课', 'made up'),
  MOVED: say('临时调课', 'moved for once'),
  OTHER_ROOM: say('临时换教室', 'in another room for once'),
  SUBSTITUTED: say('代课', 'taught by a substitute'),
};

/** What a part of a lesson is told by. */
export type Part = (lesson: Lesson, planning: Planning) => Text | null;

/** The day, or the date where one is asked about. */
export const dayPart: Part = ({ time, on }) => {
  if (!time) return say('未安排', 'without a place');
  return on ? dateNamed(on.date) : dayName(time.day);
};
/** The periods with the clock: that of a date, else that of these days. */
const timePart: Part = (lesson, planning) =>
  lesson.time && clockedPeriods(lesson.time.start, lesson.time.end, clockOf(lesson, planning));
export const dayAndTime: Part = (lesson, planning) => {
  const [day, time] = [dayPart(lesson, planning)!, timePart(lesson, planning)];
  return time ? say(`${day.zh}${time.zh}`, `${day.en}${lesson.on ? ',' : ''} ${time.en}`) : day;
};
export const namePart: Part = ({ teachingClass }) => plain(teachingClass.name);
export const teacherPart: Part = ({ teachers }) => {
  const names = teachers.map(({ name }) => name);
  return names.length > 0 ? say(names.join('、'), names.join(' and ')) : null;
};
export const roomPart: Part = ({ room }) => room && plain(roomName(room));
const weeksPart: Part = ({ weeks, on }) =>
  on ? null : say(`第${shownWeeks(weeks).zh}`, shownWeeks(weeks).en);
const changedPart: Part = ({ changed, isHeld }) => {
  if (!changed) return null;
  const isElsewhere = isHeld === false && changed !== 'CANCELLED';
  return inParts([kinds[changed], ...(isElsewhere ? [say('此时不上', 'not held then')] : [])]);
};

const parts: readonly Part[] = [dayAndTime, namePart, teacherPart, roomPart, weeksPart, changedPart];

export const told = (lesson: Lesson, planning: Planning, by: readonly Part[] = parts): Text =>
  inParts(by.flatMap((part) => part(lesson, planning) ?? []));

/** A lesson in full. */
export const lineOf = (lesson: Lesson, planning: Planning): Text => told(lesson, planning);

/** A lesson of a day that is told already. */
export const shortOf = (lesson: Lesson, planning: Planning): Text =>
  told(lesson, planning, [timePart, namePart, teacherPart, roomPart, changedPart]);

/** A lesson with all that is known of it. */
export const cardOf = (lesson: Lesson, planning: Planning, sizes: Sizes): Text =>
  told(
    lesson,
    planning,
    parts.flatMap((part) =>
      part === namePart ? [namePart, classesOf(sizes)] : part === roomPart ? seatsOf(sizes) : part,
    ),
  );

/** Lessons in full: of many a line for each day. What is over is told, where not all of it is. */
export function linesOf(lessons: readonly Lesson[], planning: Planning): Text[] {
  const isMixed = lessons.some(isOver) && !lessons.every(isOver);
  const overPart: Part = (lesson) => (isMixed && isOver(lesson) ? say('已上过', 'over') : null);
  if (lessons.length <= oneByOneMax) return lessons.map((each) => told(each, planning, [...parts, overPart]));
  return groupsOf(lessons, planning, dayPart, [timePart, ...parts.slice(1), overPart]);
}

/** What is asked first: each value of it, with the lessons that have it. */
export const byValue = (lessons: readonly Lesson[], planning: Planning, value: Part): Text[] => {
  const others = parts.filter((part) => part !== value);
  const groups = groupsOf(lessons, planning, value, others);
  return groups.length > oneByOneMax ? linesOf(lessons, planning) : groups;
};

function groupsOf(
  lessons: readonly Lesson[],
  planning: Planning,
  value: Part,
  others: readonly Part[],
): Text[] {
  const groups = Map.groupBy(lessons, (each) => value(each, planning)?.zh ?? '—');
  return [...groups.values()].map((group) => {
    const lines = group.map((each) => told(each, planning, others));
    return headed(value(group[0], planning) ?? plain('—'), inOneLine(lines));
  });
}

/** The dates on which a lesson is held by the calendar, with their weeks; that of a date has one. */
export const datesHeld = (
  { time, weeks, on }: Pick<Lesson, 'time' | 'weeks' | 'on'>,
  { situation }: Pick<Planning, 'situation'>,
) =>
  weeks.flatMap((week) => {
    const date = on?.date ?? (time && calendarOf(situation).dateOf({ week, day: time.day }));
    return date ? [{ date, week }] : [];
  });

/** How many lessons and periods there are, of those of the week on all dates or until one. */
export function sumOf(lessons: readonly Lesson[], planning: Planning, until = '9999'): [number, number] {
  const counts = lessons.map((each) => datesHeld(each, planning).filter(({ date }) => date <= until).length);
  return [
    counts.reduce((sum, count) => sum + count, 0),
    counts.reduce((sum, count, at) => sum + count * lessons[at].periods, 0),
  ];
}

/** How many lessons and periods there are: on dates, or a week and in the semester, some until today. */
export function countOf(lessons: readonly Lesson[], planning: Planning): Text {
  const [times, periods] = sumOf(lessons, planning);
  const weeks = new Set(lessons.flatMap((each) => each.weeks));
  if (lessons.every(({ on }) => on) || weeks.size === 1)
    return say(
      `共 ${times} 次课，${periods} 节`,
      `${numberOf(times, 'lesson')}, ${numberOf(periods, 'period')}`,
    );
  const [aWeek, periodsAWeek] = ofAWeek(lessons);
  const [over, periodsOver] = sumOf(lessons, planning, planning.situation.today);
  const week = say(
    `每周 ${aWeek} 次课，${periodsAWeek} 节`,
    `${numberOf(aWeek, 'lesson')} and ${numberOf(periodsAWeek, 'period')} a week`,
  );
  return say(
    `${week.zh}，全学期共 ${times} 次、${periods} 节（到今天已上 ${over} 次、${periodsOver} 节）`,
    `${week.en}, ${times} and ${periods} in the whole semester (${over} and ${periodsOver} until today)`,
  );
}

/** What is left of lessons of dates: how many, in how many weeks, and when the next and the last is. */
export function leftOf(lessons: readonly Lesson[], planning: Planning): Text {
  const dates = lessons.flatMap((each) => datesHeld(each, planning));
  const [count, periods] = sumOf(lessons, planning);
  const [days, weeks] = [dates.map(({ date }) => date), dates.map(({ week }) => week)].map(
    (all) => new Set<unknown>(all).size,
  );
  const [next, last] = [lessons[0], lessons.at(-1)!].map((each) =>
    told(each, planning, [dayAndTime, roomPart]),
  );
  if (count === 1)
    return say(`还有 1 次课、${periods} 节：${last.zh}`, `1 lesson left, ${periods} periods: ${last.en}`);
  return say(
    `还有 ${count} 次课、${periods} 节（${days} 天，${weeks} 周），` +
      `下一次 ${next.zh}，最后一次 ${last.zh}`,
    `${numberOf(count, 'lesson')} left, ${numberOf(periods, 'period')} (on ${numberOf(days, 'day')}, ` +
      `in ${numberOf(weeks, 'week')}): the next on ${next.en}; the last on ${last.en}`,
  );
}

/** From how many to how many lessons and periods a week has in which there are any. */
function ofAWeek(lessons: readonly Lesson[]): [lessons: string, periods: string] {
  const ofWeek = (week: number): readonly Lesson[] => lessons.filter(({ weeks }) => weeks.includes(week));
  const weeks = [...new Set(lessons.flatMap((each) => each.weeks))].map(ofWeek);
  // What is less than half of the most is of weeks at the ends of the semester.
  const span = (sizes: readonly number[]): string => {
    const [least, greatest] = [Math.min(...sizes), Math.max(...sizes)];
    return least === greatest || 2 * least < greatest ? `${greatest}` : `${least}-${greatest}`;
  };
  return [
    span(weeks.map(({ length }) => length)),
    span(weeks.map((each) => each.reduce((sum, one) => sum + one.periods, 0))),
  ];
}

/** The classes that attend, where the name does not tell them. */
export const classesOf =
  (sizes: Sizes): Part =>
  (lesson) => {
    const classes = sizes.classesOf(lesson);
    const isTold = classes.every(({ name }) => lesson.teachingClass.name.includes(name));
    return isTold ? null : plain(classes.map(({ name }) => name).join('、'));
  };

/** How many attend, in a room with how many seats, and whether it seats them. */
export const seatsOf =
  (sizes: Sizes): Part =>
  (lesson) => {
    const [count, room] = [sizes.of(lesson)?.studentCount, sizes.roomOf(lesson)];
    const students = count === undefined ? null : say(`${count} 名学生`, `${count} students`);
    if (!room) return students;
    const shown = shownRoom(room);
    if (!students) return shown;
    const less = count! - room.capacity;
    const verdict = less > 0 ? say(`差 ${less} 座`, `${less} seats too few`) : say('坐得下', 'seats enough');
    return inParts([shown, students, verdict]);
  };

/** The course. */
export const coursePart: Part = ({ teachingClass: { course, name } }) => plain(course?.name ?? name);

/** Whether lessons are held at one time. */
const isAtOnce = ({ on, time, weeks }: Lesson, other: Lesson): boolean =>
  other.on?.date === on?.date &&
  other.time?.day === time?.day &&
  other.time!.start <= time!.end &&
  other.time!.end >= time!.start &&
  sharesWeek(other.weeks, weeks);

/** That lessons at one time are of different groups of a class, and no clash. */
export function groupsAtOnce(lessons: readonly Lesson[]): Text[] {
  const groupOf = ({ teachingClass: { name } }: Lesson): string | undefined => /(.)组）?$/.exec(name)?.[1];
  const ofGroups = lessons.filter(groupOf);
  const atOnce = ofGroups.filter((one) =>
    ofGroups.some((other) => groupOf(other) !== groupOf(one) && isAtOnce(one, other)),
  );
  if (atOnce.length === 0) return [];
  const { zh, en } = listOf([...new Set(atOnce.map(({ teachingClass }) => teachingClass.name))]);
  return [
    say(`同时上的课是不同的组，不是冲突：${zh}。`, `At once for different groups, which is no clash: ${en}.`),
  ];
}
