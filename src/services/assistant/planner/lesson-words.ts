import type { AskedOfLessons, MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { ranges } from '../../scheduling/semester/periods.js';
import { calendarOf, partOf } from './times.js';
import type { Sizes } from './lessons.js';
import type { Lesson } from './held.js';
import type { Planning } from './planning.js';
import { dayName, joined, plain, say, shownRoom, periodsAt, roomName } from './words.js';

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
export type Part = (lesson: Lesson, planning: Planning) => Text | null;

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
export const dayAndTime: Part = (lesson, planning) => {
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
export const teacherPart: Part = ({ teachers }) => {
  const names = teachers.map(({ name }) => name);
  return names.length > 0 ? say(names.join('、'), names.join(' and ')) : null;
};
export const roomPart: Part = ({ room }) => room && plain(roomName(room));
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

const periodsOf = (lessons: readonly Lesson[]): number =>
  lessons.reduce((sum, { periods, weeks }) => sum + periods * weeks.length, 0);

/** How many lessons and periods there are: on dates, or in a week and in the semester. */
export function countOf(lessons: readonly Lesson[]): Text {
  const [times, periods] = [lessons.reduce((sum, { weeks }) => sum + weeks.length, 0), periodsOf(lessons)];
  if (lessons.every(({ on }) => on))
    return say(`共 ${times} 次课，${periods} 节`, `${times} lessons, ${periods} periods`);
  const [aWeek, periodsAWeek] = ofAWeek(lessons);
  return say(
    `每周 ${aWeek} 次课，${periodsAWeek} 节，全学期共 ${times} 次、${periods} 节`,
    `${aWeek} lessons and ${periodsAWeek} periods a week, ${times} and ${periods} in the whole semester`,
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

/** The days with the most periods first, and which have the most and the fewest. */
function fullestDays(lessons: readonly Lesson[], planning: Planning): Text[] {
  const days = [...grouped(lessons, (each) => dayPart(each, planning)!.zh).values()]
    .map((ofDay) => ({ ofDay, name: dayPart(ofDay[0], planning)!, periods: periodsOf(ofDay) }))
    .toSorted((a, b) => b.periods - a.periods);
  const lines = days.map(({ ofDay, name: { zh, en } }) => {
    const [count, periods] = ofAWeek(ofDay);
    return say(`${zh}：${count} 次课，${periods} 节`, `${en}: ${count} lessons, ${periods} periods`);
  });
  const [most, least] = [days.at(0), days.at(-1)];
  if (!most || !least || most.periods === least.periods) return lines;
  const named = (of: number): Text =>
    joined(
      days.filter(({ periods }) => periods === of).map(({ name }) => name),
      say('、', ', '),
    );
  const [full, empty] = [named(most.periods), named(least.periods)];
  const head = say(
    `课最多的是${full.zh}，有课的日子里最少的是${empty.zh}：`,
    `Most lessons: ${full.en}; fewest of the days with any: ${empty.en}.`,
  );
  return [head, ...lines];
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
  /** Whose lessons they are. */
  readonly ref: MeetingRef;
}

const first =
  (value: Part, others?: readonly Part[]) =>
  (lessons: readonly Lesson[], { planning }: AskedWith): Text[] =>
    byValue(lessons, planning, value, others);

const countHead =
  (zh: string, en: string) =>
  (lessons: readonly Lesson[], { planning }: AskedWith): Text[] => {
    const count = countOf(lessons);
    const head = say(`${zh}${count.zh}。`, `${en}${count.en}.`);
    // Of one class the dates alone tell all of many lessons.
    const isOfOne = lessons.every(
      ({ on, teachingClass }) => on && teachingClass.id === lessons[0].teachingClass.id,
    );
    if (!isOfOne || lessons.length <= oneByOneMax) return [head, ...linesOf(lessons, planning)];
    const dates = joined(
      lessons.map((each) => dayPart(each, planning)!),
      say('、', ', '),
    );
    return [head, joined([namePart(lessons[0], planning)!, dates], say('：', ': '))];
  };

const weeksOrDate: Part = (lesson, planning) => {
  const { zh, en } = weeksPart({ ...lesson, on: undefined }, planning)!;
  return lesson.on ? say(`${lesson.on.date}（${zh}）`, `${lesson.on.date} (${en})`) : say(zh, en);
};

/** Until when each class has lessons, and since when. */
function spans(lessons: readonly Lesson[], { situation }: Planning): Text[] {
  const { dateOf } = calendarOf(situation);
  const classes = grouped(lessons, ({ teachingClass }) => teachingClass.id);
  if (classes.size > oneByOneMax || lessons.some(({ on }) => on)) return [];
  return [...classes.values()].flatMap((ofClass): Text[] => {
    const dates = ofClass.flatMap(({ time, weeks }) =>
      weeks.flatMap((week) => {
        const date = time && dateOf({ week, day: time.day });
        return date ? [{ date, week }] : [];
      }),
    );
    const inTime = dates.toSorted((a, b) => a.date.localeCompare(b.date));
    const [from, to] = [inTime.at(0), inTime.at(-1)];
    if (!from || !to) return [];
    const { name } = ofClass[0].teachingClass;
    return [
      say(
        `${name}上到第 ${to.week} 周，最后一次是 ${to.date}，第一次是 ${from.date}（第 ${from.week} 周）。`,
        `${name} runs until week ${to.week}: the last on ${to.date}, ` +
          `the first on ${from.date} (week ${from.week}).`,
      ),
    ];
  });
}

/** What is told of lessons, by what is asked of them. */
export const answers: Readonly<
  Record<AskedOfLessons, (lessons: readonly Lesson[], asked: AskedWith) => readonly Text[]>
> = {
  WHO: first(teacherPart),
  WHERE: first(roomPart),
  WHEN: first(dayAndClock, parts.slice(1)),
  WEEKS: (lessons, { planning }) => [...spans(lessons, planning), ...byValue(lessons, planning, weeksOrDate)],
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
  TOGETHER: (lessons, { sizes, planning, ref }) => {
    const { administrativeClasses: asked = [] } = ref;
    const own = [...asked, planning.situation.self.administrativeClass];
    const classesOf = (each: Lesson) => sizes!.of(each)?.administrativeClasses ?? [];
    const joint = lessons.filter((each) => {
      const ids = classesOf(each).map(({ id }) => id);
      return ids.length > 1 && asked.every((id) => ids.includes(id));
    });
    if (joint.length === 0)
      return [say('没有与其他班一起上的课。', 'None is held together with another class.')];
    const names = new Set(joint.map(({ teachingClass }) => teachingClass.name));
    const others: Part = (each) => {
      const rest = classesOf(each).filter(({ id }) => !own.includes(id));
      return plain(rest.map(({ name }) => name).join('、'));
    };
    const head = say(`一起上的课有 ${names.size} 门：`, `${names.size} courses are held together:`);
    return [head, ...(asked.length > 1 ? linesOf(joint, planning) : byValue(joint, planning, others))];
  },
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
export const hasHead: readonly AskedOfLessons[] = ['COUNT', 'WHETHER', 'TOGETHER', 'TOO_FULL'];

/** What needs numbers of students, or what rooms are like. */
export const needsSizes: readonly AskedOfLessons[] = ['STUDENTS', 'SEATS', 'CLASSES', 'TOGETHER', 'TOO_FULL'];
