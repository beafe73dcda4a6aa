import type { AskedOfLessons, MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { comparedDays, gapsIn, halvesOff } from './days.js';
import type { Lesson } from '../planner/held.js';
import {
  byValue,
  cardOf,
  clockOf,
  countOf,
  coursePart,
  datesOf,
  dayAndTime,
  groupsAtOnce,
  lineOf,
  linesOf,
  roomPart,
  seatsOf,
  teacherPart,
  weeksOrDate,
  type Part,
} from '../planner/lesson-words.js';
import { lessonsOf, sizesOf, type Sizes } from '../planner/lessons.js';
import type { Planning } from '../planner/planning.js';
import { calendarOf } from '../planner/times.js';
import { namesIn, timeOf } from '../planner/timetables.js';
import { joined, listOf, numberOf, plain, say } from '../planner/words.js';

/** What is told of lessons, by what is asked of them: first the answer itself, then the lessons in full. */

export interface AskedWith {
  readonly planning: Planning;
  readonly ask?: AskedOfLessons;
  readonly wish: TimeWish;
  /** Whose lessons they are, by name as well. */
  readonly ref: MeetingRef;
  readonly whom: string;
  readonly sizes: Sizes | null;
  /** Whether only those that are still to come are told. */
  readonly isLeft: boolean;
}

interface Answer {
  readonly heads: readonly Text[];
  readonly lines: readonly Text[];
}

/** What needs numbers of students, classes, or what rooms are like. */
export const needsSizes: readonly (AskedOfLessons | undefined)[] = [
  ...(['STUDENTS', 'SEATS', 'CLASSES', 'TOGETHER', 'TOO_FULL'] as const),
];

/** The answer to what is asked of some lessons. */
export async function answerTo(lessons: readonly Lesson[], asked: AskedWith): Promise<Answer> {
  const { planning, ask, wish, ref, sizes } = asked;
  switch (ask) {
    case 'DAYS': {
      const [head, ...lines] = comparedDays(lessons, planning, wish, isOfMany(ref));
      return { heads: [head], lines };
    }
    case 'OFF':
      return { heads: halvesOff(lessons, planning, wish), lines: [] };
    case 'GAPS':
      return { heads: [], lines: gapsIn(lessons, planning) };
    case 'TOGETHER':
      return together(lessons, asked, sizes!);
    case 'TOO_FULL':
      return tooFull(lessons, planning, sizes!);
    case 'COURSES':
      return { heads: [coursesIn(lessons, asked)], lines: byValue(lessons, planning, coursePart) };
    default:
      return plainly(lessons, asked);
  }
}

/** What is asked of each lesson, with the lessons that have it; of a single one all that is known of it. */
async function plainly(lessons: readonly Lesson[], asked: AskedWith): Promise<Answer> {
  const { planning, ask, wish, sizes, isLeft } = asked;
  const value = ask && valueOf(ask, sizes);
  const one = lessons.length === 1 && sizes ? lessons[0] : null;
  const said = one && ask !== 'WHEN' && value?.(one, planning);
  const isCounted = ask === 'COUNT' || ask === 'WHETHER' || (isLeft && !ask);
  // Of everybody what a date holds is told by its weekday.
  const isOfDay = wish.date !== undefined && lessons.some(({ on }) => !on);
  const heads = [
    ...(isOfDay ? [say(`${timeOf(wish).zh}：`, `${timeOf(wish).en}:`)] : []),
    ...(isCounted ? [await countHead(lessons, asked)] : []),
    ...(ask === 'WHO' && !one ? taughtBy(lessons, planning) : []),
    ...(ask === 'WEEKS' ? spans(lessons, planning) : said ? [say(`${said.zh}。`, `${said.en}.`)] : []),
  ];
  const lines = one
    ? [cardOf(one, planning, sizes!)]
    : value
      ? byValue(lessons, planning, value)
      : ((ask && datesOf(lessons, planning)) ?? linesOf(lessons, planning));
  const notes = ask === 'WHERE' ? await roomsAsUsual(lessons, asked) : ask ? [] : groupsAtOnce(lessons);
  return { heads, lines: [...lines, ...notes] };
}

/** Who teaches which courses, where these are several. */
function taughtBy(lessons: readonly Lesson[], planning: Planning): Text[] {
  const byTeacher = [...Map.groupBy(lessons, (each) => teacherPart(each, planning)?.zh ?? '—')];
  const courses = new Set(lessons.map((each) => coursePart(each, planning)!.zh));
  if (courses.size < 2 || byTeacher.length > coursesMax) return [];
  const each = byTeacher.map(([name, own]) => {
    const { zh, en } = listOf([...new Set(own.map((lesson) => coursePart(lesson, planning)!.zh))]);
    return say(`${name}（${zh}）`, `${name} (${en})`);
  });
  const { zh, en } = joined(each, say('、', ', '));
  return [say(`${zh}。`, `${en}.`)];
}

/** Whether lessons are of nobody who attends or teaches one at a time. */
const isOfMany = ({ teachers, administrativeClasses, teachingClasses, isOwn, rooms }: MeetingRef): boolean =>
  !(teachers ?? administrativeClasses ?? teachingClasses ?? isOwn ?? rooms);

/** What of a lesson is told first. */
function valueOf(ask: AskedOfLessons, sizes: Sizes | null): Part | undefined {
  if (ask === 'WHO') return teacherPart;
  if (ask === 'WHERE') return roomPart;
  if (ask === 'WHEN') return dayAndTime;
  if (ask === 'WEEKS') return weeksOrDate;
  if (ask === 'CLASSES') return attendedBy(sizes!);
  return ask === 'STUDENTS' || ask === 'SEATS' ? seatsOf(sizes!) : undefined;
}

const attendedBy =
  (sizes: Sizes, except: readonly (string | null)[] = []): Part =>
  (lesson) =>
    plain(
      (sizes.of(lesson)?.administrativeClasses ?? [])
        .flatMap(({ id, name }) => (except.includes(id) ? [] : [name]))
        .join('、'),
    );

/** How many there are; of dates beside how many the semester has. */
async function countHead(
  lessons: readonly Lesson[],
  { planning, ask, wish, ref, isLeft }: AskedWith,
): Promise<Text> {
  const count = countOf(lessons, planning);
  const [zh, en] = isLeft
    ? ['还有', 'Still to come: ']
    : ask === 'WHETHER'
      ? ['有课，', 'Yes: ']
      : ['', 'There are '];
  const told = isLeft ? count.zh.replace('共', '') : count.zh;
  const isOfDay = wish.date !== undefined && wish.until === undefined;
  const [onZh, onEn] = spreadOf(lessons, planning);
  if (ask !== 'COUNT' || isOfDay || lessons.some(({ on }) => !on))
    return say(`${zh}${told}${onZh}。`, `${en}${count.en}${onEn}.`);
  const { at: _, ...named } = ref;
  const all = countOf(await lessonsOf(planning, named), planning);
  return say(`${zh}${told}${onZh}；${all.zh}。`, `${en}${count.en}${onEn}; ${all.en}.`);
}

/** On how many days lessons of dates are; of one day from when to when by the clock. */
function spreadOf(lessons: readonly Lesson[], planning: Planning): readonly [zh: string, en: string] {
  const days = new Set(lessons.flatMap(({ on }) => on?.date ?? [])).size;
  if (days > 1 && days < lessons.length) return [`，在 ${days} 天`, ` on ${days} days`];
  const clocks = lessons.map((each) => clockOf(each, planning));
  const start = clocks.map(([from = '']) => from).sort()[0];
  const end = clocks
    .map(([, to = '']) => to)
    .sort()
    .at(-1);
  return days === 1 && start && end ? [`，${start}-${end}`, `, ${start}-${end}`] : ['', ''];
}

/** Until when each class has lessons, and since when. */
function spans(lessons: readonly Lesson[], { situation }: Planning): Text[] {
  const { dateOf } = calendarOf(situation);
  const classes = Map.groupBy(lessons, ({ teachingClass }) => teachingClass.id);
  if (classes.size > spansMax || lessons.some(({ on }) => on)) return [];
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

/** Classes of which it is told until when they run. */
const spansMax = 6;

/** That rooms of some dates are as always, or where it is otherwise held. */
async function roomsAsUsual(lessons: readonly Lesson[], { planning, ref }: AskedWith): Promise<Text[]> {
  if (lessons.some(({ on }) => !on)) return [];
  const changed = new Set(lessons.flatMap((each) => (each.changed ? [each.assignment] : [])));
  if (changed.size === 0)
    return [say('都是平时的教室，没有临时换过。', 'These are the usual rooms: none was changed.')];
  const { at: _, rooms: __, buildings: ___, ...named } = ref;
  const usual = (await lessonsOf(planning, named)).filter(({ assignment }) => changed.has(assignment));
  return usual.map((each) => {
    const { zh, en } = lineOf(each, planning);
    return say(`平时：${zh}`, `As a rule: ${en}`);
  });
}

/** How many courses there are, and which. */
function coursesIn(lessons: readonly Lesson[], { planning, whom }: AskedWith): Text {
  const names = [...new Set(lessons.map((each) => coursePart(each, planning)!.zh))];
  const all = listOf(names, coursesMax);
  return say(
    `${whom}共 ${names.length} 门课：${all.zh}。`,
    `${whom && `${whom}: `}${numberOf(names.length, 'course')}: ${all.en}.`,
  );
}

const coursesMax = 20;

/** Which courses are held together with another class: with all that are named, else with any. */
async function together(lessons: readonly Lesson[], asked: AskedWith, sizes: Sizes): Promise<Answer> {
  const { planning, ref } = asked;
  const { administrativeClasses = [], courses } = ref;
  const { self } = planning.situation;
  const own = administrativeClasses.length > 0 ? administrativeClasses : [self.administrativeClass];
  const joint = lessons.filter((each) => {
    const ids = (sizes.of(each)?.administrativeClasses ?? []).map(({ id }) => id);
    return ids.length > 1 && administrativeClasses.every((id) => ids.includes(id));
  });
  const isOfTwo = administrativeClasses.length > 1;
  const classes = namesIn(planning.situation, { administrativeClasses }).join('、');
  if (joint.length === 0 && isOfTwo && courses) {
    const of = { administrativeClasses };
    const all = await lessonsOf(planning, of);
    const others = await together(all, { ...asked, ref: of }, await sizesOf(planning, of, all));
    return { ...others, heads: [say('这门课不一起上。', 'Not this course.'), ...others.heads] };
  }
  if (joint.length === 0)
    return {
      heads: [
        isOfTwo
          ? say(`${classes}没有一起上的课。`, `${classes} have none together.`)
          : say('没有与其他班一起上的课。', 'None is held together with another class.'),
      ],
      lines: [],
    };
  const names = [...new Set(joint.map((each) => coursePart(each, planning)!.zh))];
  const all = listOf(names, coursesMax);
  const [zh, en] = isOfTwo ? (courses ? ['是，', 'Yes, '] : [classes, `${classes}: `]) : ['', ''];
  const head = say(
    `${zh}一起上的课有 ${names.length} 门：${all.zh}。`,
    `${en}${numberOf(names.length, 'course')} held together: ${all.en}.`,
  );
  return {
    heads: [head],
    lines: isOfTwo ? linesOf(joint, planning) : byValue(joint, planning, attendedBy(sizes, own)),
  };
}

/** The lessons whose rooms have too few seats. */
function tooFull(lessons: readonly Lesson[], planning: Planning, sizes: Sizes): Answer {
  const full = lessons.filter(
    (each) => (sizes.of(each)?.studentCount ?? 0) > (sizes.roomOf(each)?.capacity ?? Infinity),
  );
  const head =
    full.length === 0
      ? say('没有人数超过座位数的课。', 'No lesson has more students than seats.')
      : say(`人数超过座位数的课 ${full.length} 次：`, `${full.length} lessons have too few seats:`);
  return { heads: [head], lines: full.map((each) => cardOf(each, planning, sizes)) };
}
