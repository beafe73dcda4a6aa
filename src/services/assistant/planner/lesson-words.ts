import type { AskedOfLessons, TimeWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { datesIn, type Sizes } from './lessons.js';
import type { Lesson } from './held.js';
import type { Planning } from './planning.js';
import { partOf } from './times.js';
import { dayName, joined, plain, say, shownRoom, periodsAt } from './words.js';

/** Lessons that are told one by one; more are told by day. */
const oneByOneMax = 6;

export const clockIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(new Date(instant));

const kinds: Readonly<Record<NonNullable<Lesson['changed']>, Text>> = {
  CANCELLED: say('停课', 'called off'),
  MADE_UP: say('补课', 'made up'),
  MOVED: say('临时调课', 'moved for once'),
  OTHER_ROOM: say('临时换教室', 'in another room for once'),
  SUBSTITUTED: say('代课', 'taught by a substitute'),
};

/** What a part of a lesson is told by. */
type Part = (lesson: Lesson, planning: Planning) => Text | null;

/** The day, or the date where one is asked about. */
const dayPart: Part = ({ time, on }) => {
  if (!time) return say('未安排', 'without a place');
  const { zh, en } = dayName(time.day);
  return on ? say(`${on.date}（${zh}）`, `${en} ${on.date}`) : say(zh, en);
};
/** The periods, with the clock of a date. */
const timePart: Part = ({ time, on }, { timeZone }) => {
  if (!time) return null;
  const clock = on?.start && on.end ? `${clockIn(timeZone, on.start)}-${clockIn(timeZone, on.end)}` : '';
  const { zh, en } = periodsAt(time.start, time.end);
  return clock ? say(`${zh}（${clock}）`, `${en} (${clock})`) : say(zh, en);
};
const dayAndTime: Part = (lesson, planning) => {
  const [day, time] = [dayPart(lesson, planning)!, timePart(lesson, planning)];
  return time ? say(`${day.zh}${time.zh}`, `${day.en}${lesson.on ? ',' : ''} ${time.en}`) : day;
};
/** The same, in a week with the clock at which it begins. */
const dayAndClock: Part = (lesson, planning) => {
  const { zh, en } = dayAndTime(lesson, planning)!;
  const start = !lesson.on && lesson.time && planning.situation.periods.starts.at(lesson.time.start - 1);
  return start ? say(`${zh}（${start} 开始）`, `${en} (from ${start})`) : say(zh, en);
};
const namePart: Part = ({ teachingClass }) => plain(teachingClass.name);
const teacherPart: Part = ({ teacherNames }) =>
  teacherNames.length > 0 ? say(teacherNames.join('、'), teacherNames.join(' and ')) : null;
const roomPart: Part = ({ room }) => {
  if (!room) return null;
  const isNamedAlike = room.building && !room.name.startsWith(room.building.name);
  return plain(isNamedAlike ? `${room.building!.name} ${room.name}` : room.name);
};
const weeksPart: Part = ({ weeks, on }) =>
  on ? null : say(`第${ranges(weeks)}周`, `weeks ${ranges(weeks)}`);
const changedPart: Part = ({ changed, isHeld }) => {
  if (!changed) return null;
  const { zh, en } = kinds[changed];
  return isHeld === false && changed !== 'CANCELLED'
    ? say(`${zh}，此时不上`, `${en}, not held then`)
    : say(zh, en);
};

const parts = [dayAndTime, namePart, teacherPart, roomPart, weeksPart, changedPart];

const told = (lesson: Lesson, planning: Planning, by: readonly Part[]): Text =>
  joined(
    by.flatMap((part) => part(lesson, planning) ?? []),
    say('，', ', '),
  );

/** A lesson in full. */
export const lineOf = (lesson: Lesson, planning: Planning): Text => told(lesson, planning, parts);

/** Lessons in full: of many a line for each day. */
export function linesOf(lessons: readonly Lesson[], planning: Planning): Text[] {
  if (lessons.length <= oneByOneMax) return lessons.map((each) => lineOf(each, planning));
  return [...grouped(lessons, (each) => dayPart(each, planning)!.zh).values()].map((ofDay) =>
    joined(
      [
        dayPart(ofDay[0], planning)!,
        joined(
          ofDay.map((each) => told(each, planning, [timePart, ...parts.slice(1)])),
          say('；', '; '),
        ),
      ],
      say('：', ': '),
    ),
  );
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

/** What is asked first: each value of it, with the lessons that have it. */
function byValue(
  lessons: readonly Lesson[],
  planning: Planning,
  value: Part,
  others: readonly Part[] = [dayAndTime, namePart, changedPart],
): Text[] {
  const groups = grouped(lessons, (each) => value(each, planning)?.zh ?? '—');
  if (groups.size > oneByOneMax) return linesOf(lessons, planning);
  return [...groups.values()].map((group) => {
    const lines = group.map((each) => told(each, planning, others));
    return joined([value(group[0], planning) ?? plain('—'), joined(lines, say('；', '; '))], say('：', ': '));
  });
}

export const periodsOf = (lessons: readonly Lesson[]): number =>
  lessons.reduce((sum, { periods, weeks }) => sum + periods * weeks.length, 0);

/** The periods of the week in which most are held. */
function inFullestWeek(lessons: readonly Lesson[]): number {
  const byWeek = new Map<number, number>();
  for (const { periods, weeks } of lessons)
    for (const week of weeks) byWeek.set(week, (byWeek.get(week) ?? 0) + periods);
  return Math.max(0, ...byWeek.values());
}

/** How many lessons and periods there are: on dates, or in the week and the semester. */
export function countOf(lessons: readonly Lesson[], planning: Planning, wish: TimeWish = {}): Text {
  const [count, periods] = [lessons.length, periodsOf(lessons)];
  if (datesIn(planning, wish) && lessons.every(({ on }) => on))
    return say(`共 ${count} 次课，${periods} 节`, `${count} lessons, ${periods} periods`);
  const ofWeek = inFullestWeek(lessons);
  return say(
    `每周最多 ${ofWeek} 节，${count} 次课，全学期共 ${periods} 节`,
    `at most ${ofWeek} periods a week in ${count} meetings, ${periods} in the whole semester`,
  );
}

/** How much of the time rooms are used. */
export function useOf(lessons: readonly Lesson[], { situation }: Planning, weeks: number): Text {
  const { semester, periods } = situation;
  const all = weeks * semester.schedulingDays.length * periods.starts.length;
  const rate = Math.round((100 * periodsOf(lessons)) / all);
  return say(`，占全部节次的 ${rate}%`, `, ${rate} % of all periods`);
}

/** Halves of days on which nothing is held. */
function halvesOff(lessons: readonly Lesson[], { situation }: Planning, wish: TimeWish): Text[] {
  const names = { MORNING: say('上午', 'morning'), AFTERNOON: say('下午', 'afternoon') };
  const days = wish.days?.length ? wish.days : situation.semester.schedulingDays;
  const halves = (['MORNING', 'AFTERNOON'] as const).filter((half) => !wish.part || wish.part === half);
  return days.flatMap((day) =>
    halves.flatMap((half) => {
      const [first, last] = partOf(situation, half);
      const isTaken = lessons.some(
        ({ time }) => time?.day === day && time.start <= last && time.end >= first,
      );
      return isTaken ? [] : joined([dayName(day), names[half]], say('', ' '));
    }),
  );
}

function fullestDays(lessons: readonly Lesson[], planning: Planning): Text[] {
  const days = [...grouped(lessons, (each) => dayPart(each, planning)!.zh).values()];
  return days
    .toSorted((a, b) => periodsOf(b) / b[0].weeks.length - periodsOf(a) / a[0].weeks.length)
    .map((ofDay) => {
      const periods = ofDay.reduce((sum, each) => sum + each.periods, 0);
      const { zh, en } = dayPart(ofDay[0], planning)!;
      return say(
        `${zh}：${ofDay.length} 次课，${periods} 节`,
        `${en}: ${ofDay.length} lessons, ${periods} periods`,
      );
    });
}

/** How many attend a lesson, and whether its room, or another one, seats them. */
function seatsFor(lesson: Lesson, sizes: Sizes, planning: Planning): Text {
  const [count, room] = [sizes.of(lesson)?.studentCount, sizes.roomOf(lesson)];
  const name = told(lesson, planning, [namePart, dayAndTime]);
  const students = count === undefined ? say('', '') : say(`${count} 名学生`, `${count} students`);
  if (!room) return joined([name, students], say('：', ': '));
  const shown = shownRoom(room);
  const verdict =
    count === undefined
      ? say('', '')
      : room.capacity >= count
        ? say('，坐得下', ', enough')
        : say(`，差 ${count - room.capacity} 座`, `, ${count - room.capacity} seats too few`);
  return say(
    `${name.zh}：${[students.zh, shown.zh].filter(Boolean).join('，')}${verdict.zh}`,
    `${name.en}: ${[students.en, shown.en].filter(Boolean).join(', ')}${verdict.en}`,
  );
}

interface AskedWith {
  readonly planning: Planning;
  readonly wish: TimeWish;
  readonly sizes: Sizes | null;
}

const first =
  (value: Part, others?: readonly Part[]) =>
  (lessons: readonly Lesson[], { planning }: AskedWith): Text[] =>
    byValue(lessons, planning, value, others);

const countHead =
  (zh: string, en: string) =>
  (lessons: readonly Lesson[], { planning, wish }: AskedWith): Text[] => {
    const count = countOf(lessons, planning, wish);
    return [say(`${zh}${count.zh}。`, `${en}${count.en}.`), ...linesOf(lessons, planning)];
  };

/** What is told of lessons, by what is asked of them. */
export const answers: Readonly<
  Record<AskedOfLessons, (lessons: readonly Lesson[], asked: AskedWith) => readonly Text[]>
> = {
  WHO: first(teacherPart),
  WHERE: first(roomPart),
  WHEN: first(dayAndClock, parts.slice(1)),
  WEEKS: first((lesson, planning) => {
    const { zh, en } = weeksPart({ ...lesson, on: undefined }, planning)!;
    return lesson.on ? say(`${lesson.on.date}（${zh}）`, `${lesson.on.date} (${en})`) : say(zh, en);
  }),
  COUNT: countHead('', 'There are '),
  WHETHER: countHead('有课，', 'Yes: '),
  FULLEST: (lessons, { planning }) => fullestDays(lessons, planning),
  OFF: (lessons, { planning, wish }) => {
    const off = halvesOff(lessons, planning, wish);
    if (off.length === 0) return [say('没有整个半天没课的时候。', 'No half of a day is without lessons.')];
    const { zh, en } = joined(off, say('、', ', '));
    return [say(`整个没课的半天：${zh}。`, `Without any lesson: ${en}.`)];
  },
  STUDENTS: (lessons, { planning, sizes }) => lessons.map((each) => seatsFor(each, sizes!, planning)),
  SEATS: (lessons, { sizes }) => {
    const rooms = lessons.flatMap((each) => sizes!.roomOf(each) ?? []);
    return [...new Map(rooms.map((room) => [room.id, room])).values()].map(shownRoom);
  },
  CLASSES: (lessons, { sizes, planning }) =>
    byValue(lessons, planning, (each) => {
      const names = (sizes!.of(each)?.administrativeClasses ?? []).map(({ name }) => name);
      return plain(names.join('、'));
    }),
  TOO_FULL: (lessons, { planning, sizes }) => {
    const full = lessons.filter(
      (each) => (sizes!.of(each)?.studentCount ?? 0) > (sizes!.roomOf(each)?.capacity ?? Infinity),
    );
    if (full.length === 0)
      return [say('没有人数超过座位数的课。', 'No lesson has more students than seats.')];
    const head = say(`人数超过座位数的课 ${full.length} 次：`, `${full.length} lessons have too few seats:`);
    return [head, ...full.map((each) => seatsFor(each, sizes!, planning))];
  },
};

/** What is told with a head. */
export const hasHead: readonly AskedOfLessons[] = ['COUNT', 'WHETHER', 'TOO_FULL'];

/** What needs numbers of students, or what rooms are like. */
export const needsSizes: readonly AskedOfLessons[] = ['STUDENTS', 'SEATS', 'CLASSES', 'TOO_FULL'];
