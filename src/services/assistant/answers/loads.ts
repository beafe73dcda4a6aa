import type { MeetingRef, Named, NamedKind, TimeWish, Of } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { range } from '../../scheduling/semester/periods.js';
import type { NamedRecord } from '../tools.js';
import { withoutDate } from '../planner/times.js';
import { isNamed, meetingsOf, membersOf } from '../planner/meetings.js';
import type { HeldMeeting, Lesson } from '../planner/held.js';
import { countOf, coursePart, datesHeld, linesOf, sumOf } from '../planner/lesson-words.js';
import { lessonsOf, sizesOf } from '../planner/lessons.js';
import { listed, type Planning } from '../planner/planning.js';
import { roomsWith } from '../planner/rooms.js';
import { refuse, words, type Step } from '../planner/step.js';
import { eachOf, nameOf } from '../planner/timetables.js';
import { dayName, headed, joined, lined, listOf, numberOf, plain, say } from '../planner/words.js';

/** How much is taught by and to whom, and how much rooms are used. */

type Asked = Of<'showLoad'>;
type By = NonNullable<Asked['by']>;

/** Somebody or something with the lessons that it has, in periods that are taken only once. */
interface Load {
  readonly name: string;
  readonly ref: MeetingRef;
  /** The name of the department. */
  readonly of?: string;
  /** Periods of the week in which most are held. */
  readonly week: number;
  readonly total: number;
}

/** The periods that lessons take by the calendar, in the fullest of some weeks and in all of them. */
function periodsIn(planning: Planning, lessons: readonly Lesson[], weeks: number[] = []) {
  const taken = lessons.flatMap((lesson) => {
    const periods = lesson.time ? range(lesson.time.start, lesson.periods) : [];
    const held = datesHeld(lesson, planning).filter(({ week }) => !weeks.length || weeks.includes(week));
    return held.flatMap(({ week }) => periods.map((period) => `${week} ${lesson.time!.day} ${period}`));
  });
  const once = [...new Set(taken)];
  const sizes = [...Map.groupBy(once, (each) => each.split(' ')[0]).values()].map(({ length }) => length);
  return { week: Math.max(0, ...sizes), total: once.length };
}

/** How much is taught by or to whoever is named, one by one with the most first; else a ranking. */
export async function shownLoad(planning: Planning, asked: Asked): Promise<Step> {
  const { at, departments: _, ...named } = asked.of ?? {};
  const wish = { ...at, ...asked.within };
  if (!isNamed(named)) return ranking(planning, asked, wish);
  const loads = await Promise.all(
    eachOf(named, Object.keys(named).length === 1).map(async (one) => {
      const lessons = await lessonsOf(planning, one, wish);
      const use = named.rooms && sharedOf(planning, wish.weeks, periodsIn(planning, lessons).total);
      const count = countOf(lessons, planning);
      const name = nameOf(planning, one, lessons);
      const told = joined([count, ...(use ? [use] : []), say('。', '.')], '');
      const line = name ? headed(plain(name), told) : told;
      return { name, ref: one, line, lessons, total: sumOf(lessons, planning)[1] };
    }),
  );
  const sorted = loads.toSorted((a, b) => b.total - a.total);
  planning.seen.push(...sorted.map(({ ref }) => ref));
  const [first, second] = sorted;
  const lines = sorted.map(({ line }) => line);
  if (second) return words(lined([whoHasMore(sorted), ...lines]));
  // 带几个班，周几上，算多吗: what it is made of is shown with it, and what others have.
  if (!named.teachers) return listed(planning, lines, []);
  const compared = asked.isCompared ? await amongOthers(planning, asked, named.teachers[0]) : [];
  const made = await madeOf(planning, named, first.lessons);
  return listed(planning, [...compared, ...lines, made], linesOf(first.lessons, planning));
}

/** On which days a teacher has lessons, and of how many classes and courses. */
async function madeOf(planning: Planning, ref: MeetingRef, lessons: readonly Lesson[]): Promise<Text> {
  const sizes = await sizesOf(planning, ref, []);
  const attending = lessons.flatMap(sizes.classesOf);
  const classes = [...new Set(attending.map(({ name }) => name))];
  const courses = new Set(lessons.map((each) => coursePart(each, planning)!.zh)).size;
  const days = listOf([...new Set(lessons.flatMap(({ time }) => time?.day ?? []))].sort().map(dayName));
  const { zh, en } = listOf(classes);
  return say(
    `在${days.zh}上课；${courses} 门课，${classes.length} 个班：${zh}。`,
    `On ${days.en}; ${numberOf(courses, 'course')}, ${classes.length} classes: ${en}.`,
  );
}

function whoHasMore([{ name, total }, second]: readonly Pick<Load, 'name' | 'total'>[]): Text {
  const more = total - second.total;
  if (more === 0) return say('一样多：', 'They have the same:');
  return say(
    `${name}更多，比${second.name}多 ${more} 节。`,
    `${name} has more: ${more} periods above ${second.name}.`,
  );
}

/** The share of all periods of some weeks that so many are. */
function sharedOf({ situation }: Planning, weeks: TimeWish['weeks'], total: number): Text {
  const { semester, periods } = situation;
  const all = (weeks?.length ?? semester.weeks) * semester.schedulingDays.length * periods.starts.length;
  const rate = Math.round((100 * total) / all);
  return say(`，占全部节次的 ${rate}%`, `, ${rate} % of all periods`);
}

const rankedKinds = {
  TEACHER: { kind: 'teacher', field: 'teachers', zh: '位教师', en: 'teachers' },
  CLASS: { kind: 'administrativeClass', field: 'administrativeClasses', zh: '个班级', en: 'classes' },
  ROOM: { kind: 'room', field: 'rooms', zh: '间教室', en: 'rooms' },
} as const satisfies Record<By, { kind: NamedKind; field: keyof MeetingRef; zh: string; en: string }>;

/** The loads of all of a kind, of some departments where these are told. */
async function loadsBy(
  planning: Planning,
  by: By,
  wish: TimeWish,
  departments?: readonly string[],
): Promise<readonly Load[]> {
  const { situation } = planning;
  const at = withoutDate(situation, wish);
  const held = await meetingsOf(planning, { at });
  const sizes = by === 'CLASS' ? await sizesOf(planning, {}, []) : null;
  const ownersOf = (each: HeldMeeting): readonly (NamedRecord | null)[] => {
    if (by === 'TEACHER') return each.teachers;
    return by === 'ROOM' ? [each.room] : sizes!.classesOf(each);
  };
  const lessons = new Map<string | undefined, HeldMeeting[]>();
  for (const each of held)
    for (const owner of new Set(ownersOf(each).map((one) => one?.id)))
      lessons.set(owner, [...(lessons.get(owner) ?? []), each]);
  const { kind, field } = rankedKinds[by];
  return membersOf(situation, kind, departments).map((one) => ({
    name: shownName(planning, one),
    ref: { [field]: [one.id] },
    of: by === 'TEACHER' ? departmentOf(planning, one) : undefined,
    ...periodsIn(planning, lessons.get(one.id) ?? [], at.weeks),
  }));
}

/** Those of one name by their departments. */
function shownName(planning: Planning, one: Named): string {
  const { kind, id, name } = one;
  const isUnique = !planning.situation.names.some(
    (each) => each.kind === kind && each.name === name && each.id !== id,
  );
  const of = departmentOf(planning, one);
  return isUnique || !of ? name : `${name}（${of}）`;
}

const departmentOf = ({ situation }: Planning, { department }: Named): string | undefined =>
  situation.names.find(({ id }) => id === department)?.name;

async function ranking(planning: Planning, asked: Asked, wish: TimeWish): Promise<Step> {
  const { by = 'TEACHER', order, top, over = -1, per, of } = asked;
  const all = await loadsBy(planning, by, wish, of?.departments);
  const rooms =
    by === 'ROOM' && asked.room ? new Set((await roomsWith(planning, asked.room)).map(({ id }) => id)) : null;
  // What is held nowhere is a matter of rooms.
  const some = all.filter(
    ({ total, ref }) => (by === 'ROOM' || total > 0) && (!rooms || rooms.has(ref.rooms![0])),
  );
  if (some.length === 0) throw refuse('课表中没有这样的课。', 'The timetable holds nothing of that.');
  const size = (each: Load): number => (per === 'SEMESTER' ? each.total : each.week);
  const isBefore = (a: Load, b: Load): number =>
    (order === 'LEAST' ? -1 : 1) * (size(b) - size(a) || b.week - a.week || b.total - a.total);
  const sorted = some.toSorted(isBefore);
  const wanted = sorted.filter((each) => size(each) > over);
  const shown = wanted.slice(0, top);
  const last = top === undefined ? undefined : shown.at(-1);
  const alike = last ? wanted.slice(top).filter((each) => size(each) === size(last)) : [];
  planning.seen.push(...shown.map(({ ref }) => ref));
  const isOfSeveral = new Set(some.map((each) => each.of)).size > 1;
  const lines = shown.map((each) => {
    const rank = 1 + wanted.findIndex((one) => size(one) === size(each));
    const share = by === 'ROOM' ? sharedOf(planning, wish.weeks, each.total) : say('', '');
    const count =
      each.week === each.total
        ? say(`${each.total} 节`, `${each.total} periods`)
        : say(
            `每周最多 ${each.week} 节，共 ${each.total} 节`,
            `at most ${each.week} periods a week, ${each.total} in all`,
          );
    const of = isOfSeveral && !each.name.includes('（') ? each.of : null;
    return say(
      `${rank}. ${each.name}${of ? `（${of}）` : ''}：${count.zh}${share.zh}`,
      `${rank}. ${each.name}${of ? ` (${of})` : ''}: ${count.en}${share.en}`,
    );
  });
  if (alike.length > 0) {
    const { zh, en } = listOf(alike, alikeMax);
    lines.push(say(`并列的还有：${zh}。`, `As many: ${en}.`));
  }
  const head = headOf(planning, { ...asked, by, weeks: wish.weeks }, sorted, wanted.length);
  return top === undefined ? listed(planning, [head], lines) : words(lined([head, ...lines]));
}

/** Those with as much as the last of a ranking that are told beside. */
const alikeMax = 3;

/** Who comes first and last of a ranking, and how many there are of those that are asked for. */
function headOf(
  { situation }: Planning,
  { by, over, per, of, weeks }: Asked & { readonly by: By; readonly weeks: TimeWish['weeks'] },
  sorted: readonly Load[],
  count: number,
): Text {
  const { zh, en } = rankedKinds[by];
  const names = situation.names.filter(({ id }) => of?.departments?.includes(id)).map(({ name }) => name);
  const ofEn = names.length > 0 ? ` of ${names.join(', ')}` : '';
  const among = say(
    `${names.length > 0 ? `${names.join('、')}的 ` : ''}${sorted.length} ${zh}中`,
    `of ${sorted.length} ${en}${ofEn}`,
  );
  const isTotal = per === 'SEMESTER';
  const size = (each: Load): number => (isTotal ? each.total : each.week);
  const [perZh, perEn] = isTotal
    ? ['全学期', 'in all']
    : weeks?.length === 1
      ? [`第${weeks[0]}周`, `in week ${weeks[0]}`]
      : ['每周', 'a week'];
  const ends = [sorted[0], sorted.at(-1)!].map((end) => {
    const equal = sorted.filter((each) => size(each) === size(end));
    const alike = listOf(equal, 3);
    const [mostZh, mostEn] = size(end) === Math.max(...sorted.map(size)) ? ['多', 'most'] : ['少', 'least'];
    return say(
      `最${mostZh}的是${alike.zh}（${size(end)} 节）`,
      `${mostEn} ${perEn} has ${alike.en} (${size(end)} periods)`,
    );
  });
  const average = Math.round((10 * sorted.reduce((sum, { week }) => sum + week, 0)) / sorted.length) / 10;
  const spread = say(
    `${perZh}${joined(ends, say('，', '')).zh}，平均${isTotal ? '每周' : perZh} ${average} 节`,
    `${joined(ends, say('', ', ')).en}, ${average} ${isTotal ? 'a week' : perEn} on average`,
  );
  if (over === undefined)
    return say(
      `${among.zh}，${spread.zh}：`,
      `${among.en[0].toUpperCase()}${among.en.slice(1)}, ${spread.en}:`,
    );
  const [closing, closingEn] = count > 0 ? ['：', ':'] : ['。', '.'];
  return say(
    `${among.zh}，${perZh}超过 ${over} 节的有 ${count} ${zh[0]}，${spread.zh}${closing}`,
    `${count} ${among.en} have more than ${over} periods ${perEn}, ${spread.en}${closingEn}`,
  );
}

/** What the teachers of the department of one have, which that one's load is beside. */
async function amongOthers(planning: Planning, { within = {} }: Asked, teacher: string): Promise<Text[]> {
  const { department } = planning.situation.names.find(({ id }) => id === teacher) ?? {};
  const of = { departments: department ? [department] : undefined };
  const all = (await loadsBy(planning, 'TEACHER', within, of.departments)).filter(({ total }) => total > 0);
  const sorted = all.toSorted((a, b) => b.week - a.week);
  const beside = { type: 'showLoad', by: 'TEACHER', of, weeks: within.weeks } as const;
  return all.length > 1 ? [headOf(planning, beside, sorted, all.length)] : [];
}
