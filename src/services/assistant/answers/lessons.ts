import type { AskedOfLessons, MeetingRef, TimeWish, Of } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { comparedDays, gapsIn, halvesOff } from './days.js';
import type { Lesson } from '../planner/held.js';
import {
  byValue,
  cardOf,
  clockOf,
  clocksOf,
  countOf,
  coursePart,
  datesOf,
  dayAndTime,
  groupsAtOnce,
  isOver,
  leftOf,
  linesOf,
  oneByOneMax,
  roomPart,
  seatsOf,
  teacherPart,
  type Part,
} from '../planner/lesson-words.js';
import { datesOfSemester, lessonsOf, type Sizes } from '../planner/lessons.js';
import type { Planning } from '../planner/planning.js';
import { namesIn, timeOf } from '../planner/timetables.js';
import { dateNamed, headed, joined, listOf, numberOf, periodsAt, plain, say } from '../planner/words.js';

/** What is told of lessons, by what is asked of them: first the answer itself, then the lessons in full. */

type Shown = Of<'showTimetable'>;

export interface AskedWith extends Pick<Shown, 'ask' | 'pick' | 'claim' | 'isSame' | 'order'> {
  readonly planning: Planning;
  readonly wish: TimeWish;
  /** Whose lessons they are, by name as well. */
  readonly ref: MeetingRef;
  readonly whom: string;
  readonly sizes: Sizes | null;
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
      const [head, ...lines] = comparedDays(lessons, asked, isOfMany(ref));
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
    case 'COURSES': {
      const lines = byValue(lessons, planning, coursePart);
      const heads = [...soOf(lessons, asked, coursePart), coursesIn(lessons, asked)];
      return { heads, lines: lessons.length > oneByOneMax ? [] : lines };
    }
    default:
      return plainly(lessons, asked);
  }
}

/** What is asked of each lesson, with the lessons that have it; of a single one all that is known of it. */
async function plainly(lessons: readonly Lesson[], asked: AskedWith): Promise<Answer> {
  const { planning, ask, wish, ref, sizes, pick } = asked;
  const value = ask && valueOf(ask, sizes);
  const one = lessons.length === 1 && sizes ? lessons[0] : null;
  const said = one && ask !== 'WHEN' && value?.(one, planning);
  const isCounted = ask === 'COUNT' || ask === 'WHETHER' || (pick === 'LEFT' && (!ask || ask === 'WEEKS'));
  const so = value ? soOf(lessons, asked, value) : [];
  const taught = ask === 'WHO' && !one && so.length === 0 ? taughtBy(lessons, planning) : [];
  // A timetable is told as it is.
  const runs = ask || ref.courses ? await coursesRun(lessons, asked) : [];
  const isFirst = ask === 'WEEKS' || (isCounted && pick === 'LEFT');
  const heads = [
    ...so,
    ...(isFirst ? runs : []),
    ...(one && !ref.courses ? extremeOf(one, asked) : []),
    ...(isCounted && !(isFirst && runs.length > 0) ? [countHead(lessons, asked)] : []),
    ...(said && so.length === 0 ? [say(`${said.zh}。`, `${said.en}.`)] : []),
    ...taught,
  ];
  // Of everybody what a date holds is told by its weekday, and of what is counted no more than that.
  const isAhead = pick === 'LEFT' && !isFromNow(wish, planning);
  const isOfDay = isAhead || (wish.date !== undefined && lessons.some(({ on }) => !on));
  const dated = isOfDay ? [headed(timeOf(wish), heads[0] ?? plain('')), ...heads.slice(1)] : heads;
  const isNumber = ask === 'COUNT' && isOfMany(ref) && !ref.courses && lessons.length > manyMax;
  const isOfNames = taught.length > 0 && lessons.length > oneByOneMax;
  if (isNumber || isOfNames) return { heads: dated, lines: [] };
  const lines = one
    ? [cardOf(one, planning, sizes!)]
    : value
      ? byValue(lessons, planning, value)
      : ((ask && datesOf(lessons, planning)) ?? linesOf(lessons, planning));
  const notes = ask === 'WHERE' ? roomsAsUsual(lessons) : ask ? [] : groupsAtOnce(lessons);
  return { heads: dated, lines: [...lines, ...notes, ...(isFirst ? [] : runs)] };
}

/** Whether what is claimed of lessons is so, or a value the same for all, with the values that they have. */
function soOf(lessons: readonly Lesson[], { planning, claim, isSame }: AskedWith, value: Part): Text[] {
  if (!claim && !(isSame && lessons.length > 1)) return [];
  const values = [...new Set(lessons.map((each) => value(each, planning)?.zh ?? '—'))];
  const ids = new Set<unknown>(Object.values(claim ?? {}).flat());
  const isSo = ({ room, teachers }: Lesson): boolean =>
    claim ? [room, room?.building, ...teachers].some((one) => ids.has(one?.id)) : values.length === 1;
  const so = lessons.filter(isSo).length;
  const [zh, en] =
    so === lessons.length ? ['是', 'Yes'] : so === 0 ? ['不是', 'No'] : ['只有一部分是', 'Only in part'];
  const told = listOf(values);
  return [say(`${zh}：${told.zh}。`, `${en}: ${told.en}.`)];
}

/** Lessons of everybody that are told beside their number. */
const manyMax = 12;

/** The first to begin, or the last to end, by the clock. */
function extremeOf(lesson: Lesson, { planning, pick, wish }: AskedWith): Text[] {
  const [[start, end], { time }] = [clockOf(lesson, planning), lesson];
  if (!start || !end || !time || wish.until || (pick !== 'FIRST' && pick !== 'LAST')) return [];
  const { zh, en } = periodsAt(time.start, time.end);
  return pick === 'FIRST'
    ? [say(`最早 ${start} 开始（${zh}）。`, `The first begins at ${start} (${en}).`)]
    : [say(`最晚到 ${end}（${zh}）。`, `The last ends at ${end} (${en}).`)];
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

/** Whether a time begins no later than today, so that its next lesson is the next of all. */
const isFromNow = ({ date }: TimeWish, { situation: { today } }: Planning): boolean =>
  date !== undefined && date <= today;

/** How many there are, or are left. */
function countHead(lessons: readonly Lesson[], { planning, ask, pick, wish }: AskedWith): Text {
  if (isFromNow(wish, planning) && pick === 'LEFT' && new Set(lessons.map(({ on }) => on?.date)).size > 1) {
    const { zh, en } = leftOf(lessons, planning);
    return say(`${zh}。`, `${en}.`);
  }
  const count = countOf(lessons, planning);
  const [zh, en] =
    ask === 'WHETHER' && pick !== 'LEFT'
      ? ['有课，', 'Yes: ']
      : ['', pick === 'LEFT' ? 'Left: ' : 'There are '];
  const told = pick === 'LEFT' ? count.zh.replace('共', '还有') : count.zh;
  const [onZh, onEn] = spreadOf(lessons, planning);
  return say(`${zh}${told}${onZh}。`, `${en}${count.en}${onEn}.`);
}

/** On how many days lessons of dates are; of one day from when to when by the clock. */
function spreadOf(lessons: readonly Lesson[], planning: Planning): readonly [zh: string, en: string] {
  const days = new Set(lessons.flatMap(({ on }) => on?.date ?? [])).size;
  if (days > 1 && days < lessons.length) return [`，在 ${days} 天`, ` on ${days} days`];
  const [start, end] = clocksOf(lessons, planning);
  return days === 1 && start && end ? [`，${start}-${end}`, `, ${start}-${end}`] : ['', ''];
}

/**
 * Of the lessons of each class that are meant in the whole semester: until which week they run, how many are
 * left, and when the next and the last one is.
 */
async function coursesRun(
  lessons: readonly Lesson[],
  { planning, wish, ref, pick }: Pick<AskedWith, 'planning' | 'wish' | 'ref' | 'pick'>,
): Promise<Text[]> {
  // A student has one course of several series, such as with and without another class.
  const classOf = ({ teachingClass: { id, course } }: Lesson): string => (ref.isOwn && course?.id) || id;
  const classes = Map.groupBy(lessons, classOf);
  const isOfAll =
    pick === 'LAST' || pick === 'LEFT'
      ? ref.courses && wish.until === datesOfSemester(planning).until
      : !lessons.some(({ on }) => on) && !wish.weeks;
  const isOne = classes.size === 1 || (ref.courses && classes.size > 0 && classes.size <= runsMax);
  if (!isOfAll || !isOne || planning.timetable.status !== 'PUBLISHED') return [];
  const { at: _, ...named } = ref;
  const held = Map.groupBy(await lessonsOf(planning, named, datesOfSemester(planning)), classOf);
  return [...classes].flatMap(([id, [first]]): Text[] => {
    const all = held.get(id) ?? [];
    const [last, left] = [all.at(-1), all.filter((each) => !isOver(each))];
    if (!last) return [];
    const name = ref.isOwn ? coursePart(first, planning)!.zh : first.teachingClass.name;
    const [date, week] = [dateNamed(last.on!.date), last.weeks[0]];
    if (left.length === 0)
      return [
        say(
          `${name}已上完，最后一次是 ${date.zh}（第 ${week} 周）。`,
          `${name} is over: the last was on ${date.en} (week ${week}).`,
        ),
      ];
    const { zh, en } = leftOf(left, planning);
    const [yet, yetEn] = left.length < all.length ? ['', ''] : ['还没开始，', ' has not begun and'];
    return [
      say(`${name}${yet}上到第 ${week} 周，${zh}。`, `${name}${yetEn} runs until week ${week}: ${en}.`),
    ];
  });
}

/** Classes of which it is told until when they run. */
const runsMax = 6;

/** That rooms of some dates are as always. */
function roomsAsUsual(lessons: readonly Lesson[]): Text[] {
  if (lessons.some(({ on }) => !on)) return [];
  const isChanged = lessons.some(({ changed }) => changed);
  return isChanged
    ? []
    : [say('都是平时的教室，没有临时换过。', 'These are the usual rooms: none was changed.')];
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
