import type { AskedOfLessons, MeetingRef, TimeWish, Of } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { allMax } from './class-sizes.js';
import { comparedDays } from './days.js';
import type { Lesson } from '../planner/held.js';
import {
  byValue,
  cardOf,
  clockOf,
  countOf,
  coursePart,
  dayAndTime,
  groupsAtOnce,
  isOver,
  leftOf,
  linesOf,
  namePart,
  oneByOneMax,
  roomPart,
  seatsOf,
  teacherPart,
  type Part,
} from '../planner/lesson-words.js';
import { datesOfSemester, lessonsOf, type Sizes } from '../planner/lessons.js';
import { meetingsOf } from '../planner/meetings.js';
import type { Planning } from '../planner/planning.js';
import { othersThen, timeOf } from '../planner/timetables.js';
import {
  dateNamed,
  headed,
  joined,
  listOf,
  numberOf,
  periodsAt,
  plain,
  roomName,
  say,
} from '../planner/words.js';

/** What is told of lessons, by what is asked of them: first the answer itself, then the lessons in full. */

type Shown = Of<'showTimetable'>;

interface AskedWith extends Pick<Shown, 'ask' | 'also' | 'pick' | 'claim' | 'isSame' | 'order'> {
  readonly planning: Planning;
  readonly wish: TimeWish;
  /** Whose lessons they are, by name as well. */
  readonly ref: MeetingRef;
  readonly whom: string;
  readonly sizes: Sizes | null;
}

interface Answer {
  readonly heads: Text[];
  readonly lines: readonly Text[];
}

/** What needs numbers of students, classes, or what rooms are like. */
export const needsSizes: readonly (AskedOfLessons | undefined)[] = [
  ...(['STUDENTS', 'SEATS', 'CLASSES', 'TOGETHER', 'TOO_FULL'] as const),
];

/** The answer to what is asked of some lessons: what is asked first, then whatever else. */
export async function answerTo(lessons: readonly Lesson[], asked: AskedWith): Promise<Answer> {
  const { planning, ask, also = [], sizes } = asked;
  const { heads, lines } = await firstOf(lessons, asked);
  const others = also.flatMap((each) => {
    const value = ask === 'TOGETHER' ? undefined : valueOf(each, sizes);
    if (!value) return [];
    const all = lessons.length > 1 ? allOf(each, lessons, asked) : [];
    return all.length > 0 && each !== 'WHO' && each !== 'STUDENTS' ? all : valuesIn(lessons, planning, value);
  });
  const known = new Set(heads.map(({ zh }) => zh));
  return { heads: [...heads, ...others.filter(({ zh }) => !known.has(zh))], lines };
}

async function firstOf(lessons: readonly Lesson[], asked: AskedWith): Promise<Answer> {
  const { planning, ask, ref, sizes } = asked;
  switch (ask) {
    case 'DAYS': {
      const [head, ...lines] = comparedDays(lessons, asked, isOfMany(ref));
      const count = asked.also?.includes('COUNT') ? [countHead(lessons, asked)] : [];
      return { heads: [...count, head], lines };
    }
    case 'GAPS':
      return { heads: [], lines: linesOf(lessons, planning) };
    case 'TOGETHER':
      return together(lessons, asked, sizes!);
    case 'TOO_FULL':
      return tooFull(lessons, planning, sizes!);
    case 'COURSES': {
      const lines = byValue(lessons, planning, coursePart);
      const others = lessons.length === 1 ? await othersThen(lessons[0], planning, ref) : [];
      const heads = [...soOf(lessons, asked, coursePart), coursesIn(lessons, asked), ...others];
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
  const isCounted = ask === 'COUNT' || ask === 'WHETHER' || pick === 'LEFT';
  // Whether a room that is named has seats enough is told of the rooms that lessons are in.
  const isOfSeats = ask === 'STUDENTS' || ask === 'SEATS';
  const so = value && !isOfSeats ? soOf(lessons, asked, value) : [];
  const isOfAll = ask && !one && (so.length === 0 || (ref.courses ?? []).length > 1);
  const each = isOfAll && ask === 'WHO' ? valuesIn(lessons, planning, teacherPart) : [];
  const taught = isOfAll && each.length === 0 ? allOf(ask, lessons, asked) : each;
  // A timetable is told as it is.
  const runs = ask || ref.courses ? await coursesRun(lessons, asked) : [];
  const isOfRest = ask === 'WEEKS' || pick === 'LEFT';
  const isFirst = isOfRest || ask === 'WHETHER';
  const others = one && !one.on && !wish.weeks ? await othersThen(one, planning, ref) : [];
  const heads = [
    ...(isOfSeats ? [] : others),
    ...so,
    ...(isOfRest ? runs : []),
    ...(one && !ref.courses ? extremeOf(one, asked) : []),
    ...(isCounted && !(isOfRest && runs.length > 0) ? [countHead(lessons, asked)] : []),
    ...(isFirst && !isOfRest ? runs : []),
    ...(said && so.length === 0 ? [say(`${said.zh}。`, `${said.en}.`)] : []),
    ...taught,
    ...(isOfSeats ? others : []),
  ];
  // Of everybody what a date holds is told by its weekday, and of what is counted no more than that.
  const isAhead = pick === 'LEFT' && !isFromNow(wish, planning);
  const isOfDay = isAhead || (wish.date !== undefined && lessons.some(({ on }) => !on));
  const time = timeOf(wish);
  const dated = isOfDay && time.zh ? [headed(time, heads[0] ?? plain('')), ...heads.slice(1)] : heads;
  const isNumbers = isOfMany(ref) && !ref.courses;
  const isNumber = ask === 'COUNT' && isNumbers && lessons.length > manyMax;
  const isOfNames = (isNumbers ? taught : each).length > 0 && lessons.length > oneByOneMax;
  if (isNumber || isOfNames) return { heads: dated, lines: [] };
  const lines = one
    ? [cardOf(one, planning, sizes!)]
    : value
      ? byValue(lessons, planning, value)
      : linesOf(lessons, planning);
  const notes = ask ? [] : groupsAtOnce(lessons);
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

/** A value of some lessons; where it is not the same for all, of which course or class it is. */
function valuesIn(lessons: readonly Lesson[], planning: Planning, value: Part): Text[] {
  const values = [...Map.groupBy(lessons, (each) => value(each, planning)?.zh).values()];
  const of = [coursePart, namePart].find(
    (part) => part !== value && new Set(lessons.map((each) => part(each, planning)!.zh)).size > 1,
  );
  const each = values.flatMap((own) => {
    const told = value(own[0], planning);
    const names = new Set(of ? own.map((lesson) => of(lesson, planning)!.zh) : []);
    return told ? (values.length > 1 && of ? headed(listOf([...names]), told) : told) : [];
  });
  if (each.length === 0 || each.length > valuesMax) return [];
  const { zh, en } = joined(each, say('；', '; '));
  return [say(`${zh}。`, `${en}.`)];
}

const valuesMax = 8;

/** What of lessons is listed and counted, and how it is called. */
const counted: Partial<Record<AskedOfLessons, readonly [zh: string, en: string]>> = {
  WHO: ['位教师', 'teacher'],
  CLASSES: ['个班', 'class'],
  WHERE: ['间教室', 'room'],
};

/** What lessons have of what is asked, each once, and how many that are; none where it is one. */
function allOf(ask: AskedOfLessons, lessons: readonly Lesson[], { sizes, ref }: AskedWith): Text[] {
  if (ask === 'STUDENTS') {
    const once = new Map(lessons.map((each) => [each.teachingClass.id, sizes?.of(each)?.studentCount ?? 0]));
    const count = [...once.values()].reduce((sum, one) => sum + one, 0);
    return once.size > 1 ? [say(`共 ${count} 名学生。`, `${numberOf(count, 'student')} in all.`)] : [];
  }
  const { administrativeClasses: meant = [] } = ref;
  const all = lessons.flatMap((each) => {
    if (ask === 'WHO') return each.teachers;
    if (ask === 'WHERE') return each.room ? { name: roomName(each.room) } : [];
    const classes = sizes?.classesOf(each) ?? [];
    // Of several classes that are meant, and of no others that attend with them.
    return meant.length < 2 ? classes : classes.filter(({ id }) => meant.includes(id));
  });
  const names = [...new Set(all.map(({ name }) => name))];
  const [zh, en] = counted[ask] ?? [];
  if (!zh || !en || names.length < 2) return [];
  const list = listOf(names, allMax);
  return [say(`${names.length} ${zh}：${list.zh}。`, `${numberOf(names.length, en)}: ${list.en}.`)];
}

/** Whether lessons are of nobody who attends or teaches one at a time. */
export const isOfMany = ({
  teachers,
  administrativeClasses,
  teachingClasses,
  isOwn,
  rooms,
}: MeetingRef): boolean => !(teachers ?? administrativeClasses ?? teachingClasses ?? isOwn ?? rooms);

/** What of a lesson is told first. */
function valueOf(ask: AskedOfLessons, sizes: Sizes | null): Part | undefined {
  if (ask === 'WHO') return teacherPart;
  if (ask === 'WHERE') return roomPart;
  if (ask === 'WHEN') return dayAndTime;
  if (ask === 'CLASSES') return attendedBy(sizes!);
  if (ask === 'COURSES') return coursePart;
  return ask === 'STUDENTS' || ask === 'SEATS' ? seatsOf(sizes!) : undefined;
}

const attendedBy =
  (sizes: Sizes, except: readonly (string | null)[] = []): Part =>
  (lesson) => {
    const others = sizes.classesOf(lesson).filter(({ id }) => !except.includes(id));
    return plain(others.map(({ name }) => name).join('、'));
  };

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
  // Of every week it is told how many there are in all.
  const isLeft = pick === 'LEFT' && (wish.date ?? wish.weeks) !== undefined;
  const [zh, en] =
    ask === 'WHETHER' && pick !== 'LEFT'
      ? ['有课，', 'There are lessons: ']
      : ['', isLeft ? 'Left: ' : 'There are '];
  const told = isLeft ? count.zh.replace('共', '还有') : count.zh;
  return say(`${zh}${told}。`, `${en}${count.en}.`);
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
  const { at: _, ...named } = ref;
  // Of several courses also those that are over.
  const meant = pick === 'LEFT' && ref.courses ? await meetingsOf(planning, named) : lessons;
  const classes = Map.groupBy<string, Lesson>(meant, classOf);
  const isOfAll =
    pick === 'LAST' || pick === 'LEFT'
      ? ref.courses && wish.until === datesOfSemester(planning).until
      : !lessons.some(({ on }) => on) && !wish.weeks;
  const isOne = classes.size === 1 || (ref.courses && classes.size > 0 && classes.size <= runsMax);
  if (!isOfAll || !isOne || planning.timetable.status !== 'PUBLISHED') return [];
  const { administrativeClasses, ...others } = named;
  const teachingClasses = [...new Set(meant.map((each) => each.teachingClass.id))];
  const whom = administrativeClasses ? { ...others, teachingClasses } : others;
  // 英语周四那节最近一次: of those at that time alone.
  const then = { days: wish.days, part: wish.part, periods: wish.periods };
  const dated = await lessonsOf(planning, whom, { ...datesOfSemester(planning), ...then });
  const [held, at] = [Map.groupBy(dated, classOf), timeOf(then)];
  return [...classes].flatMap(([id, [first]]): Text[] => {
    const all = held.get(id) ?? [];
    const [last, left] = [all.at(-1), all.filter((each) => !isOver(each))];
    // Of everybody lessons have no dates.
    if (!last?.on) return [];
    const course = ref.isOwn ? coursePart(first, planning)!.zh : first.teachingClass.name;
    const name = say(`${course}${at.zh && `（${at.zh}）`}`, `${course}${at.en && ` (${at.en})`}`);
    const [date, week] = [dateNamed(last.on.date), last.weeks[0]];
    if (left.length === 0)
      return [
        say(
          `${name.zh}已上完，最后一次是 ${date.zh}（第 ${week} 周）。`,
          `${name.en} is over: the last was on ${date.en} (week ${week}).`,
        ),
      ];
    const { zh, en } = leftOf(left, planning);
    const [yet, yetEn] = left.length < all.length ? ['', ''] : ['还没开始，', ' has not begun'];
    if (pick === 'LEFT')
      return [
        say(`${name.zh}${yet}${zh}，上到第 ${week} 周。`, `${name.en}${yetEn}: ${en}; until week ${week}.`),
      ];
    const runs = `${yetEn && `${yetEn} and`} runs`;
    return [
      say(`${name.zh}${yet}上到第 ${week} 周，${zh}。`, `${name.en}${runs} until week ${week}: ${en}.`),
    ];
  });
}

/** Classes of which it is told until when they run. */
const runsMax = 6;

/** How many courses there are, and which; of those that are held together with how many attend. */
function coursesIn(lessons: readonly Lesson[], { planning, whom }: AskedWith, together?: Sizes): Text {
  const courses = [...Map.groupBy(lessons, (each) => coursePart(each, planning)!.zh)];
  const names = courses.map(([name, [first]]) => {
    const count = together?.of(first)?.studentCount ?? 0;
    return together ? say(`${name}（${count} 人）`, `${name} (${numberOf(count, 'student')})`) : plain(name);
  });
  const all = listOf(names, coursesMax);
  const [zh, en] = together ? ['一起上的', ' held together'] : ['', ''];
  return say(
    `${whom}${zh}共 ${names.length} 门课：${all.zh}。`,
    `${whom && `${whom}: `}${numberOf(names.length, 'course')}${en}: ${all.en}.`,
  );
}

const coursesMax = 20;

/** Which courses are held together, and how many attend them. */
function together(lessons: readonly Lesson[], asked: AskedWith, sizes: Sizes): Answer {
  const { planning, whom } = asked;
  const { administrativeClasses: named = [] } = asked.ref;
  const isOfTwo = named.length > 1;
  const [zh, en] = isOfTwo ? [`${whom}没有一起上的课。`, whom] : ['没有与其他班一起上的课。', 'You'];
  // With all that are named, else with any.
  const joint = lessons.filter((each) => {
    const ids = sizes.classesOf(each).map(({ id }) => id);
    return ids.length > 1 && named.every((id) => ids.includes(id));
  });
  if (joint.length === 0) return { heads: [say(zh, `${en}: none is held together.`)], lines: [] };
  const own = named.length > 0 ? named : [planning.situation.self.administrativeClass];
  const lines = isOfTwo ? linesOf(joint, planning) : byValue(joint, planning, attendedBy(sizes, own));
  return { heads: [coursesIn(joint, asked, sizes)], lines };
}

/** The lessons whose rooms have too few seats. */
function tooFull(lessons: readonly Lesson[], planning: Planning, sizes: Sizes): Answer {
  const full = lessons.filter(
    (each) => (sizes.of(each)?.studentCount ?? 0) > (sizes.roomOf(each)?.capacity ?? Infinity),
  );
  const { length } = full;
  const head = say(`人数超过座位数的课 ${length} 次。`, `${numberOf(length, 'lesson')} with too few seats.`);
  return { heads: [head], lines: full.map((each) => cardOf(each, planning, sizes)) };
}
