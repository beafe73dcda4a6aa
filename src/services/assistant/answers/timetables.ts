import type { MeetingRef, TimeWish, Of } from '@class-scheduling/assistant-language';
import { present } from '../../../schema/clock.js';
import type { Text } from '../../../schema/texts.js';
import { dateAt, dayOf, later, plannedDayOf } from '../../scheduling/semester/weeks.js';
import { dayFor, timesBeside } from '../planner/free.js';
import { isAtOnce, seenOf, type Lesson } from '../planner/held.js';
import {
  byValue,
  cardOf,
  clocksOf,
  isOver,
  lineOf,
  linesOf,
  roomPart,
  shortOf,
} from '../planner/lesson-words.js';
import { datesOfSemester, lastDate, lessonsOf, sizesOf } from '../planner/lessons.js';
import { isNamed, membersOf } from '../planner/meetings.js';
import { listed, type Planning } from '../planner/planning.js';
import { hasWished, limitsOf } from '../planner/rooms.js';
import { words, type Step } from '../planner/step.js';
import { holiday, isHoliday, publicHoliday, weekAndDayOf } from '../planner/times.js';
import { isEverySecond, eachOf, nameOf, namesIn, namesMax, timeOf, whose } from '../planner/timetables.js';
import {
  dateNamed,
  headed,
  inOneLine,
  joined,
  lined,
  listOf,
  numberOf,
  plain,
  say,
} from '../planner/words.js';
import { answerTo, isOfMany, needsSizes } from './lessons.js';
import { allMax, classSizes } from './class-sizes.js';

type Asked = Of<'showTimetable'>;

/** Lines of several timetables that are told at once. */
const linesOfAllMax = 12;

/** Lessons of whoever is named, else of the caller, and what is asked of them. */
export async function shownTimetable(planning: Planning, asked: Asked): Promise<Step> {
  const { seen } = planning;
  const meant = wishOf(planning, asked);
  if (asked.beside) return besideOwn(planning, asked, meant);
  const ref = ofClasses(planning, asked, await whose(planning, asked));
  // 下午英语在哪上: of today, where the own one is held then.
  const today = asked.ask === 'WHERE' && ref.isOwn === true ? dayFor(planning, meant) : meant;
  const wish = today !== meant && (await lessonsOf(planning, ref, today)).length > 0 ? today : meant;
  if (asked.ask === 'CLASSES' && asked.also?.includes('OFF')) return idleClasses(planning, ref, wish);
  const sizes = Object.keys(wish).length === 0 && (await classSizes(planning, asked, ref));
  if (sizes) return words(sizes);
  const isOfAll = asked.ask === 'TOGETHER' || asked.isSame || (asked.pick && asked.pick !== 'LEFT');
  const whoever = isOfAll ? [ref] : eachOf(ref);
  // 我院哪些班上这门课: of so many it is told by what is asked, and not of each.
  const each = asked.ask && whoever.length > namesMax ? [ref] : whoever;
  const found = await Promise.all(
    each.map(async (one) => ({ one, lessons: await picked(planning, asked, one, wish) })),
  );
  const all = found.flatMap(({ lessons }) => lessons);
  if (all.length === 0) return nothingThen(planning, asked, ref, wish);
  const clashing = await atTimeOf(planning, asked, all, wish);
  const held = found
    .map(({ one, lessons }) => ({ one, lessons: lessons.filter((each) => !clashing.lessons.has(each)) }))
    .filter(({ lessons }) => lessons.length > 0);
  seen.push(...held.flatMap(({ lessons }) => lessons.map(seenOf)));
  if (held.length === 0) return words(lined(clashing.told));
  if (found.length === 1) {
    const { heads, lines } = await toldOf(planning, asked, ref, { ...held[0], wish });
    return listed(planning, [...clashing.told, ...heads], lines);
  }
  // What several have together is told once.
  const alike = [...Map.groupBy(held, ({ lessons }) => lessons.map(keyOf).join()).values()];
  const told = await Promise.all(
    alike.map(async (group) => {
      const names = group.map(({ one, lessons }) => plain(nameOf(planning, one, lessons)));
      const name = joined(names, say('；', '; '));
      const { heads, lines } = await toldOf(planning, asked, group[0].one, { ...group[0], wish });
      // Of each it is told how many are left, and not when all of them are.
      const isCounted = asked.ask === 'COUNT' && asked.pick === 'LEFT';
      return [say(`${name.zh}：`, `${name.en}:`), ...heads, ...(isCounted ? [] : lines)];
    }),
  );
  const idle = found.flatMap(({ one, lessons }) => (lessons.length === 0 ? one : []));
  const lines = [...clashing.told, ...told.flat(), ...without(planning, idle, ref)];
  return lines.length <= linesOfAllMax ? words(lined(lines)) : listed(planning, [], lines);
}

/** Which lessons are held while others are, and what is told of that: 她哪几节跟我不冲突. */
async function atTimeOf(
  planning: Planning,
  { against }: Asked,
  lessons: readonly Lesson[],
  wish: TimeWish,
): Promise<{ readonly lessons: ReadonlySet<Lesson>; readonly told: readonly Text[] }> {
  if (!against) return { lessons: new Set(), told: [] };
  const others = await lessonsOf(planning, against, { ...wish, ...against.at });
  const clashing = lessons.filter((one) => others.some((other) => isAtOnce(one, other)));
  const all = joined(
    clashing.map((each) => lineOf(each, planning)),
    say('；', '; '),
  );
  const told =
    clashing.length > 0
      ? say(`时间冲突：${all.zh}。`, `At the same time: ${all.en}.`)
      : say('时间都不冲突。', 'None is at the same time.');
  return { lessons: new Set(clashing), told: [told] };
}

/** Which of our classes: those of the departments, and not whoever attends courses of theirs. */
function ofClasses({ situation }: Planning, { ask }: Asked, ref: MeetingRef): MeetingRef {
  const { departments, ...others } = ref;
  if (ask !== 'CLASSES' || !departments || isNamed(others)) return ref;
  const classes = membersOf(situation, 'administrativeClass', departments).map(({ id }) => id);
  return classes.length > 0 ? { ...others, administrativeClasses: classes } : ref;
}

/** Which classes have nothing at a time. */
async function idleClasses(planning: Planning, ref: MeetingRef, wish: TimeWish): Promise<Step> {
  const { administrativeClasses: of } = ref;
  const all = membersOf(planning.situation, 'administrativeClass', undefined);
  const meant = of ? planning.situation.names.filter(({ id }) => of.includes(id)) : all;
  const lessons = await lessonsOf(planning, of ? { administrativeClasses: of } : {}, wish);
  const sizes = await sizesOf(planning, {}, lessons);
  const busy = new Set(lessons.flatMap(sizes.classesOf).map(({ id }) => id));
  const idle = meant.filter(({ id }) => !busy.has(id));
  const [at, { zh, en }] = [timeOf(wish), listOf(idle, allMax)];
  const [none, noneEn] = idle.length > 0 ? [`：${zh}`, `: ${en}`] : ['', ''];
  return words(
    `${at.zh}没课的班有 ${idle.length} 个${none}。`,
    `${numberOf(idle.length, 'class')} without a lesson, ${at.en}${noneEn}.`,
  );
}

const keyOf = ({ assignment, on }: Lesson): string => `${assignment} ${on?.date}`;

/** Which of a few people or classes that are named have no lesson. */
function without({ situation }: Planning, each: readonly MeetingRef[], ref: MeetingRef): Text[] {
  const kinds = (['teachers', 'administrativeClasses'] as const).filter(
    (kind) => (ref[kind]?.length ?? 0) > 1,
  );
  const names = each.flatMap((one) => kinds.flatMap((kind) => namesIn(situation, { [kind]: one[kind] })));
  if (names.length === 0 || names.length >= namesMax) return [];
  return [say(`没有课：${names.join('、')}。`, `No lesson: ${names.join(', ')}.`)];
}

/** When the lessons are that are meant: the next and the present one are looked for from today on. */
function wishOf(planning: Planning, { within = {}, pick, of, ask }: Asked): TimeWish {
  const { today, semester, self } = planning.situation;
  const isPublished = planning.timetable.status === 'PUBLISHED';
  const isOwn =
    !isNamed(of) || of.isOwn === true || (ask === 'WHETHER' && of.teachers?.join() === self.teacher);
  const wish = datedOf(planning, { ...of.at, ...within });
  // Days are compared of one week: of this one, or of the one that is nearest.
  if ((ask === 'DAYS' || ask === 'GAPS') && !wish.date && !wish.weeks?.length && !wish.days?.length) {
    const { week } = plannedDayOf(semester.startDate, today);
    return { ...wish, weeks: [Math.min(Math.max(week, 1), semester.weeks)] };
  }
  if (pick === 'NOW') return { date: today };
  // 还剩几次: from now until the end of the semester.
  const isAnyTime = Object.keys(wish).length === 0 || (of.courses && !wish.date && !wish.weeks);
  if (pick === 'LEFT' && isAnyTime && (isOwn || of.courses || !isOfMany(of)) && isPublished)
    return { ...wish, date: today, until: lastDate(planning) };
  if (pick === 'LAST' && Object.keys(wish).length === 0) return datesOfSemester(planning);
  // 下午有课没, where is my 2 pm class: of a part of the day or hours alone today's.
  const isToday = ask === 'WHETHER' || (isOwn && (!ask || /^(?:WHERE|WHO|WHEN|COURSES)$/.test(ask)));
  const isOfHours = wish.part ?? (isOwn && ask && wish.periods);
  if (isToday && isOfHours && Object.keys(wish).length === 1) return dayFor(planning, wish);
  // 周三有课吗: whoever asks for himself means the coming one, not all Wednesdays of the semester.
  const [day, ...others] = wish.days ?? [];
  const isDay = day && others.length === 0 && !wish.date && !wish.weeks;
  const isPicked = pick === 'FIRST' || pick === 'LAST';
  if (isDay && (isOwn || isPicked) && isPublished) {
    const date = later(today, (day - dayOf(today) + 7) % 7);
    if (weekAndDayOf(planning.situation, date)) return { ...wish, days: undefined, date };
  }
  return wish;
}

/** A day of a week by its date, where lessons are asked for as they are held. */
function datedOf({ situation, timetable }: Planning, wish: TimeWish): TimeWish {
  const { days = [], weeks = [], ...rest } = wish;
  const isOfOne = days.length === 1 && weeks.length === 1 && !wish.date && timetable.status === 'PUBLISHED';
  if (!isOfOne) return wish;
  return { ...rest, date: dateAt(situation.semester.startDate, { week: weeks[0], day: days[0] }) };
}

/** The lessons that are meant: of each day the first or last one, those of now, or those still to come. */
async function picked(
  planning: Planning,
  { pick, room, of, besides, isOnlyThen }: Asked,
  ref: MeetingRef,
  wish: TimeWish,
): Promise<readonly Lesson[]> {
  const { at: _, ...named } = ref;
  const left = besides ? await lessonsOf(planning, besides, wish) : [];
  const without = new Set(left.map(({ assignment }) => assignment));
  const found = (await lessonsOf(planning, named, wish)).filter(
    ({ assignment, weeks }) =>
      !without.has(assignment) &&
      (!isOnlyThen ||
        (wish.weeks ? weeks.every((week) => wish.weeks!.includes(week)) : isEverySecond(weeks))),
  );
  const all = pick === 'LEFT' ? found.filter((each) => !isOver(each)) : found;
  const sizes = room && all.length > 0 ? await sizesOf(planning, ref, all) : null;
  const isIn = (each: Lesson): boolean => {
    const facts = sizes?.roomOf(each);
    return !sizes || (facts !== null && facts !== undefined && hasWished(facts, room, null));
  };
  const lessons = all.filter(isIn);
  if (pick === 'NOW') return lessons.filter(isNow);
  if (!pick || pick === 'LEFT' || lessons.length === 0) return lessons;
  if (pick === 'LAST' && !of.at && wish.until === lastDate(planning)) return lessons.slice(-1);
  const days = new Map<string | number, Lesson>();
  for (const each of pick === 'LAST' ? lessons : lessons.toReversed()) days.set(dayKey(each), each);
  return lessons.filter((each) => days.get(dayKey(each)) === each);
}

const dayKey = ({ on, time }: Lesson): string | number => on?.date ?? time?.day ?? 0;

const isNow = (lesson: Lesson): boolean =>
  Boolean(lesson.on?.start && new Date(lesson.on.start) <= present.now() && !isOver(lesson));

async function toldOf(
  planning: Planning,
  asked: Asked,
  ref: MeetingRef,
  { lessons, wish }: { readonly lessons: readonly Lesson[]; readonly wish: TimeWish },
) {
  const one = lessons.length === 1 ? { teachingClasses: [lessons[0].teachingClass.id] } : null;
  const isOfSizes = [asked.ask, ...(asked.also ?? [])].some((each) => needsSizes.includes(each));
  const sizes = one || isOfSizes ? await sizesOf(planning, one ?? ref, lessons) : null;
  const { courses: _, ...whoever } = ref;
  const named = asked.ask === 'COURSES' && isNamed(whoever) ? whoever : ref;
  const whom = namesIn(planning.situation, named).join('、');
  const { heads, lines } = await answerTo(lessons, { ...asked, planning, wish, ref, whom, sizes });
  if (!asked.ask && lessons.length > 1) heads.unshift(...(await onComing(planning, ref, wish, lessons)));
  if (!wish.until) heads.push(...publicHoliday(planning.situation, wish.date));
  return { heads, lines };
}

/** What is held on the coming day of a weekday of which not all lessons are held in every week. */
async function onComing(
  planning: Planning,
  ref: MeetingRef,
  { days: [day, ...others] = [], ...rest }: TimeWish,
  lessons: readonly Lesson[],
): Promise<Text[]> {
  const { situation, timetable } = planning;
  if (!day || others.length > 0 || rest.date || rest.weeks || timetable.status !== 'PUBLISHED') return [];
  const date = later(situation.today, (day - dayOf(situation.today) + 7) % 7);
  const week = weekAndDayOf(situation, date)?.week;
  if (!week || lessons.every(({ weeks, on }) => on ?? weeks.includes(week))) return [];
  const held = await lessonsOf(planning, ref, { ...rest, date });
  const told =
    held.length > 0 ? inOneLine(held.map((each) => shortOf(each, planning))) : say('没有课', 'nothing');
  const { zh, en } = dateNamed(date);
  return [headed(say(`${zh}，第 ${week} 周`, `${en}, week ${week}`), told)];
}

/** Who is in my room after me: what whoever is named, else the own room, has right beside the own lessons. */
async function besideOwn(planning: Planning, { of, beside = [] }: Asked, wish: TimeWish): Promise<Step> {
  const { self } = planning.situation;
  const { at: _, isOwn: __, teachers: named = [], ...others } = of;
  const teachers = named.filter((id) => id !== self.teacher);
  const whom = { ...others, ...(teachers.length > 0 && { teachers }) };
  const lines = beside.map(async (side) => {
    const times = await timesBeside(planning, wish, side, whom);
    const [zh, en] = side === 'BEFORE' ? ['之前', 'Before'] : ['之后', 'After'];
    const found = times.map(async ({ room, ...time }) => {
      const held = await lessonsOf(planning, isNamed(whom) ? whom : { rooms: room ? [room] : [] }, time);
      planning.seen.push(...held.map(seenOf));
      const none = say(`没有课，${timeOf(time).zh}`, `nothing, ${timeOf(time).en}`);
      return headed(
        say(zh, en),
        held.length > 0 ? inOneLine(held.map((each) => lineOf(each, planning))) : none,
      );
    });
    return Promise.all(found);
  });
  return listed(planning, [], (await Promise.all(lines)).flat());
}

/** That nothing is held, and what else there is of the day or of the time after it. */
async function nothingThen(planning: Planning, asked: Asked, ref: MeetingRef, wish: TimeWish): Promise<Step> {
  const { situation } = planning;
  const { pick, of, besides, room } = asked;
  if (room?.features && !ref.rooms) {
    // 周三的程设是在机房吗: where it is else.
    const elsewhere = await picked(planning, { ...asked, room: undefined }, ref, wish);
    const { zh, en } = limitsOf(planning, room);
    const head = say(`都不在这样的教室${zh}，而是：`, `None is in such a room${en}, but:`);
    planning.seen.push(...elsewhere.map(seenOf));
    if (elsewhere.length > 0) return listed(planning, [head], byValue(elsewhere, planning, roomPart));
  }
  if (wish.date && !wish.until && isHoliday(situation, wish.date)) return words(holiday(wish.date));
  const whom = namesIn(situation, ref).join('，');
  const time = timeOf(wish);
  const isLeft = pick === 'LEFT' ? ['要上的', 'more '] : ['', ''];
  const [which, whichEn] = besides ? ['别的', 'other '] : room ? ['在这样的教室上的', 'such '] : isLeft;
  const none =
    pick === 'NOW'
      ? say(`${whom}现在没有课。`, `${whom || (asked.isOfEverybody ? 'Everybody' : 'You')}: no lesson now.`)
      : say(
          `${[whom, time.zh].filter(Boolean).join('，')}没有${which}课。`,
          `No ${whichEn}lessons: ${[whom, time.en].filter(Boolean).join(', ') || 'then'}.`,
        );
  const { at: _, ...named } = ref;
  const isEnd = pick === 'LEFT' && wish.until === lastDate(planning);
  const general = await inGeneral(planning, asked, named, isEnd ? [] : [none]);
  if (general) return general;
  const { periods, part, ...wholeDay } = wish;
  // 明天第一节课, 高数周三: of a period or a course without any, whatever else that day has is told.
  const { courses, ...people } = named;
  const { teacher, student } = situation.self;
  const self = teacher ? { teachers: [teacher] } : student ? { isOwn: true } : {};
  const whoever = isNamed(people) ? people : courses ? self : named;
  const isOfDay = !wish.until && (wish.date ?? wish.days?.length);
  const isOfPart = periods ?? part ?? courses;
  const others =
    (isOfPart && isOfDay && isNamed(whoever)) || (pick === 'NOW' && !asked.isOfEverybody)
      ? await lessonsOf(planning, whoever, wholeDay)
      : [];
  planning.seen.push(...others.map(seenOf));
  const clocks = clocksOf(others, planning).join('-');
  const thatDay = say(`当天的课（${clocks}）：`, `On that day (${clocks}):`);
  const isAhead = wish.date && !of.at && !besides && (courses ?? others.length === 0);
  const [next] = isAhead ? await nextOf(planning, named, { after: wish.until ?? wish.date }) : [];
  const heads = [none, ...(next ? [say(`之后最近的一次：${next.zh}`, `The next one: ${next.en}`)] : [])];
  return others.length > 0
    ? listed(planning, [...heads, thatDay], linesOf(others, planning))
    : words(lined(heads));
}

/** What is so of lessons that are named, at any time: who teaches it tonight, how many are left today. */
async function inGeneral(planning: Planning, asked: Asked, ref: MeetingRef, none: readonly Text[]) {
  const { ask = 'OFF', besides, room } = asked;
  const isTaught = ref.teachers && (ref.administrativeClasses ?? ask === 'CLASSES');
  const isOfLessons = !besides && !room && (ref.courses ?? ref.teachingClasses ?? isTaught);
  if (!/^(?:WHO|WEEKS|CLASSES|STUDENTS|SEATS|COURSES|COUNT)$/.test(ask) || !isOfLessons) return null;
  const lessons = await lessonsOf(planning, ref);
  if (lessons.length === 0) return null;
  planning.seen.push(...lessons.map(seenOf));
  const general: Asked = { ...asked, pick: undefined, ask: ask === 'COUNT' ? 'WEEKS' : ask };
  const { heads, lines } = await toldOf(planning, general, ref, { lessons, wish: {} });
  return listed(planning, ask === 'COUNT' ? [...none, ...heads] : [...heads, ...none], lines);
}

/** Days from today within which the next lesson is looked for. */
const daysAhead = 61;

/** The first lessons that begin after now, or after a date. */
async function nextOf(
  planning: Planning,
  ref: MeetingRef,
  { after, count = 1, days }: { after?: string; count?: number; days?: TimeWish['days'] },
): Promise<Text[]> {
  const date = after ? later(after, 1) : planning.situation.today;
  const lessons = await lessonsOf(planning, ref, { date, until: later(date, daysAhead), days });
  const isAhead = ({ on }: Lesson): boolean =>
    Boolean(on && (!on.start || new Date(on.start) > present.now()));
  const next = lessons.filter(isAhead).slice(0, count);
  planning.seen.push(...next.slice(0, 1).map(seenOf));
  const ids = [...new Set(next.map(({ teachingClass }) => teachingClass.id))];
  const sizes = await sizesOf(planning, { teachingClasses: ids }, next);
  return next.map((each) => cardOf(each, planning, sizes));
}

/** The next lesson on a real date, and the one after it, of whoever is named, else of the caller. */
export async function shownNext(planning: Planning, { of = {} }: Of<'showNext'>): Promise<Step> {
  const { at, ...ref } = await whose(planning, { of });
  const [next, after] = await nextOf(planning, ref, { count: 2, days: at?.days });
  if (!next)
    return words(`接下来 ${daysAhead} 天没有课。`, `Nothing is held within the next ${daysAhead} days.`);
  return words(
    lined([
      say(`下一节课：${next.zh}。`, `Next: ${next.en}.`),
      ...(after ? [say(`再下一节课：${after.zh}。`, `The one after: ${after.en}.`)] : []),
    ]),
  );
}
