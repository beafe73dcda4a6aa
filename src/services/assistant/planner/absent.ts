import {
  optionsMax,
  type Intent,
  type MeetingRef,
  type TimeWish,
} from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import { dayOf, later } from '../../scheduling/semester/weeks.js';
import type { OfferedOption, Pin, Pins } from '../event-data.js';
import type { ToolAnswers } from '../tools.js';
import { calendarOf, weekAndDayOf, withoutDate } from './times.js';
import { momentsOf, pairsOf, type Moment } from './free.js';
import { inOrder, labelOf, seenOf, type HeldMeeting } from './held.js';
import { linesOf } from './lesson-words.js';
import { lessonsOf } from './lessons.js';
import { inDepartments, isNamed, meetingsOf } from './meetings.js';
import { heldOn, meetingsMax, occurrences } from './on-date.js';
import { pinOf, type Planning } from './planning.js';
import { refuse, type Step } from './step.js';
import { namesIn, timeOf } from './timetables.js';
import { dayName, firstLines, firstOf, lined, listOf, periodsAt, say } from './words.js';

/** What can be done where somebody or a room is missing, and who could stand in. */

type Of<T extends Intent['type']> = Extract<Intent, { type: T }>;

/** Meetings for which others are looked for, teachers that are told of each, and lessons that are told. */
const substitutedMax = 4;
const teachersMax = 10;
const lessonsMax = 8;

type Candidates = ToolAnswers['freeTeachers']['freeTeachers'];

/** Teachers who are free, or could take over lessons. */
export async function freeTeachersIn(
  planning: Planning,
  intent: Of<'findTeachers'>,
  pin?: Pin,
): Promise<Step> {
  const { situation, use, timetable, may } = planning;
  const { until, ...first } = intent.at;
  const { periods, part, ...day } = withoutDate(situation, first);
  const own = may === 'REQUEST' ? { teachers: [situation.self.teacher!] } : null;
  const { course, meeting = own } = intent;
  const ref = course || meeting ? { ...(course && { courses: [course] }), ...meeting } : null;
  const isAtMoment = (periods ?? part) !== undefined;
  if (ref && (!isAtMoment || course || (meeting && isNamed(meeting)))) {
    const at = { ...ref.at, ...(until ? {} : day), ...(periods && { periods }), ...(part && { part }) };
    const held = inOrder(await meetingsOf(use, situation, timetable, { ...ref, at }));
    const placed = held.filter(({ time, id }) => time && (!pin || pin.meeting === id));
    const taught = placed.flatMap((each) => datesOf(planning, each, intent.at));
    if (taught.length > 0) return substitutesFor(planning, taught, intent.departments);
    if (!isAtMoment || own) throw refuse(say('课表中没有这样的课。', 'The timetable holds no such meeting.'));
  }
  const [taught] = ref ? await meetingsOf(use, situation, timetable, { ...ref, at: undefined }) : [];
  if (ref && !taught) throw refuse(notTaught);
  const told = momentsOf(planning, intent.at).map((moment) =>
    freeAt(planning, moment, taught, intent.departments),
  );
  const lines = (await Promise.all(told)).flat();
  return { kind: 'words', text: lined(course ? [notThen, ...lines] : lines) };
}

const notThen = say(
  '这个时间没有这门课。有资格上这门课的：',
  'The course is not held then. Who may teach it:',
);
const notTaught = say(
  '这门课不在课表中，无法判断谁有授课资格。',
  'The course is not in the timetable, so nobody can be named.',
);

/** Who is free at a time, and where nobody is all the time, in pairs of its periods. */
async function freeAt(
  { use, timetable, seen, situation }: Planning,
  { span, weeks, at }: Moment,
  taught: HeldMeeting | undefined,
  departments: readonly string[] | undefined,
): Promise<Text[]> {
  const ask = async ({
    day,
    start,
    end,
  }: Moment['span']): Promise<readonly NonNullable<Candidates[number]['teacher']>[]> => {
    const moment = { dayOfWeek: day, periodStart: start, periodEnd: end, weeks };
    const asked = { timetable: timetable.id, ...moment, meeting: taught?.id };
    const all = (await use('freeTeachers', asked)).freeTeachers.flatMap(({ isFree, teacher }) =>
      isFree && teacher ? teacher : [],
    );
    return inDepartments(situation, departments, all);
  };
  const line = (time: Text, found: Awaited<ReturnType<typeof ask>>): Text => {
    seen.push(...found.map(({ id }) => ({ teachers: [id] })));
    const { zh, en } = listOf(
      found.map(({ name }) => name),
      20,
    );
    return say(
      `${time.zh}有空的教师有 ${found.length} 位：${zh}。`,
      `${found.length} teachers are free on ${time.en}: ${en}.`,
    );
  };
  const free = await ask(span);
  if (free.length > 0) return [line(at, free)];
  const parts = pairsOf(span).map(async (pair) => ({ pair, found: await ask(pair) }));
  return [
    say(`${at.zh}没有空闲的教师。`, `No teacher is free on ${at.en}.`),
    ...(await Promise.all(parts)).flatMap(({ pair, found }) =>
      found.length > 0 ? line(periodsAt(pair.start, pair.end), found) : [],
    ),
  ];
}

/** A meeting for which somebody else is looked for: on a date, else whenever it is held. */
interface Taught {
  readonly meeting: HeldMeeting;
  readonly date: string | null;
}

/** The dates of a meeting that are meant; of several weeks it is all of them at once. */
function datesOf(planning: Planning, meeting: HeldMeeting, wish: TimeWish): Taught[] {
  const { date: since, until } = wish;
  if (until)
    return heldOn(planning, meeting).flatMap(({ date }) =>
      date >= since! && date <= until ? { meeting, date } : [],
    );
  const isOfDate = planning.may === 'REQUEST' || withoutDate(planning.situation, wish).weeks?.length === 1;
  return [{ meeting, date: isOfDate ? occurrences(planning, meeting, wish)[0].date : null }];
}

/** Who else could teach meetings when they are held; of those of a date one may be chosen. */
async function substitutesFor(
  planning: Planning,
  all: readonly Taught[],
  departments: readonly string[] | undefined,
): Promise<Step> {
  const { situation, may, language, seen } = planning;
  const { shown, more } = firstOf(
    all.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? '')),
    substitutedMax,
  );
  const told = await Promise.all(
    shown.map(async ({ meeting, date }) => {
      const found = inDepartments(situation, departments, await candidatesFor(planning, meeting, date));
      const others = shown.length === 1 ? await colleaguesOf(planning, meeting, date, found) : [];
      return { meeting, date, found, lines: [takers(meeting, date, found), ...others] };
    }),
  );
  seen.push(...told.flatMap(({ found }) => found.map(({ id }) => ({ teachers: [id] }))));
  seen.push(...shown.map(({ meeting }) => seenOf(meeting)));
  const rest = more > 0 ? [say(`……另有 ${more} 次课。`, `… and ${more} more.`)] : [];
  const lines = [...told.flatMap((each) => each.lines), ...rest];
  const options = told.flatMap(({ meeting, date, found }) =>
    found.flatMap(({ id, name }): OfferedOption[] => {
      if (date === null || may === 'LOOK') return [];
      const of = shown.length > 1 ? `${date} ${meeting.teachingClass.name}` : '';
      const label = of ? say(`${of}：${name}`, `${of}: ${name}`) : say(name, name);
      return [{ label, text: label[language], resume: substitution(meeting, date, id) }];
    }),
  );
  if (options.length === 0) return { kind: 'words', text: lined(lines) };
  return { kind: 'question', question: lined([...lines, chooseOne]), options: options.slice(0, optionsMax) };
}

const chooseOne = say('选一位，就给出代课方案：', 'Choose one for a plan:');

const substitution = (meeting: HeldMeeting, date: string, teacher: string): OfferedOption['resume'] => ({
  intents: [
    {
      type: 'singleDate',
      action: 'SUBSTITUTE',
      meeting: { teachingClasses: [meeting.teachingClass.id] },
      at: { date },
      teacher,
    },
  ],
  pins: { '0.meeting': pinOf(meeting) },
});

function takers(meeting: HeldMeeting, date: string | null, found: readonly { name: string }[]): Text {
  const { zh, en } = labelOf(meeting);
  const [onZh, onEn] = date ? [`${date} `, ` of ${date}`] : ['', ''];
  if (found.length === 0)
    return say(
      `${onZh}${zh}：没有其他能上且有空的教师。`,
      `${en}${onEn}: nobody else may teach it and is free.`,
    );
  const names = listOf(
    found.map(({ name }) => name),
    teachersMax,
  );
  return say(`${onZh}${zh}可由：${names.zh}。`, `${en}${onEn} could be taught by ${names.en}.`);
}

/** Who may teach a meeting in place of its teacher and is free: on a date, else whenever it is held. */
async function candidatesFor(
  { use, timetable }: Planning,
  { id: meeting, teacher: own, time }: HeldMeeting,
  date: string | null,
): Promise<NonNullable<Candidates[number]['teacher']>[]> {
  const of = { timetable: timetable.id, meeting };
  const found = date
    ? (await use('substitutes', { ...of, date })).substitutes
    : (await use('freeTeachers', { ...of, dayOfWeek: time!.day, periodStart: time!.start })).freeTeachers;
  return found.flatMap(({ isFree, teacher }) => (isFree && teacher && teacher.id !== own?.id ? teacher : []));
}

/** Colleagues of the department who are free then and not qualified: for who plans to judge. */
async function colleaguesOf(
  { use, timetable, may, situation }: Planning,
  { teacher: own, time, weeks }: HeldMeeting,
  date: string | null,
  qualified: readonly { readonly id: string }[],
): Promise<Text[]> {
  if (may !== 'CHANGE' || !own || !time || qualified.length >= substitutedMax) return [];
  const on = date ? weekAndDayOf(situation, date) : null;
  const { freeTeachers } = await use('freeTeachers', {
    ...{ timetable: timetable.id, weeks: on ? [on.week] : weeks, dayOfWeek: time.day },
    ...{ periodStart: time.start, periodEnd: time.end },
  });
  const all = freeTeachers.flatMap(({ teacher, isFree }) => (teacher ? { ...teacher, isFree } : []));
  const department = all.find(({ id }) => id === own.id)?.department?.id;
  const alike = all.filter(
    (each) =>
      each.isFree &&
      each.department?.id === department &&
      ![own, ...qualified].some(({ id }) => id === each.id),
  );
  if (department === undefined || alike.length === 0) return [];
  const { zh, en } = listOf(
    alike.map(({ name }) => name),
    teachersMax,
  );
  return [
    say(
      `同部门那时有空、但没有这门课授课资格的：${zh}。`,
      `Free then in the same department, without the qualification for it: ${en}.`,
    ),
  ];
}

/** The lessons that somebody cannot give, or that a room cannot have, and what can be done about them. */
export async function shownAbsent(
  planning: Planning,
  { of: { at, ...of }, at: then }: Of<'absent'>,
): Promise<Step> {
  const { situation, seen, may } = planning;
  const { today } = situation;
  const wish = absenceOf(planning, { ...at, ...then });
  const isOfRoom = (of.rooms ?? of.buildings) !== undefined;
  const ref = may === 'REQUEST' && isOfRoom ? { ...of, teachers: [situation.self.teacher!] } : of;
  const all = await lessonsOf(planning, ref, wish);
  const lessons = all.filter(({ isHeld, on }) => isHeld !== false && (!on || on.date >= today));
  const who = namesIn(situation, of).join('、') || '—';
  const time = timeOf(wish);
  if (lessons.length === 0)
    return {
      kind: 'words',
      text: say(
        `${who}，${time.zh}没有要上的课，不受影响。`,
        `${who}: no lessons ${time.en}, nothing is to be done.`,
      ),
    };
  seen.push(...lessons.map(seenOf));
  const count = lessons.length;
  const head = say(
    `${who}，${time.zh}有 ${count} 次课受影响：`,
    `${count} ${count === 1 ? 'lesson is' : 'lessons are'} concerned (${who}, ${time.en}):`,
  );
  const told = [head, ...firstLines(linesOf(lessons, planning), lessonsMax)];
  const isForOthers = may === 'REQUEST' && !ref.teachers?.includes(situation.self.teacher!);
  if (may === 'LOOK' || isForOthers || lessons.some(({ on }) => !on))
    return { kind: 'words', text: lined(told) };
  return { kind: 'question', ...(await waysOut(planning, ref, wish, lessons, told)) };
}

/** The dates of an absence: without any those of this week, of a plain day the next one. */
function absenceOf({ situation }: Planning, wish: TimeWish): TimeWish {
  const { today } = situation;
  const { days: [day] = [], weeks, date, ...rest } = wish;
  const on =
    weeks?.length === 1 && wish.days?.length === 1
      ? calendarOf(situation).dateOf({ week: weeks[0], day })
      : null;
  if (on) return { ...rest, date: on };
  if (date !== undefined || weeks?.length) return wish;
  if (!day) return { ...rest, date: today, until: later(today, 7 - dayOf(today)) };
  const first = later(today, (day - dayOf(today) + 7) % 7);
  const last = later(first, Math.max(0, wish.days!.at(-1)! - day));
  return { ...rest, date: first, ...(last > first && { until: last, days: wish.days }) };
}

/** What can be done about lessons that cannot be held as they are. */
async function waysOut(
  planning: Planning,
  ref: MeetingRef,
  wish: TimeWish,
  lessons: Awaited<ReturnType<typeof lessonsOf>>,
  told: readonly Text[],
): Promise<{ question: Text; options: OfferedOption[] }> {
  const { use, situation, timetable, language, may } = planning;
  const { periods, part, days } = wish;
  const rest = { ...(periods && { periods }), ...(part && { part }), ...(days && { days }) };
  const [first, last] = [lessons[0].on!.date, lessons.at(-1)!.on!.date];
  // Of more than one plan changes those of the first date come first.
  const isTooMuch = new Set(lessons.map(({ assignment }) => assignment)).size > meetingsMax;
  const at = { ...rest, date: first, ...(last > first && !isTooMuch && { until: last }) };
  const [only, ...others] = lessons;
  const held =
    others.length === 0
      ? await meetingsOf(use, situation, timetable, { teachingClasses: [only.teachingClass.id] })
      : [];
  const meant = held.find(({ assignment }) => assignment === only.assignment);
  const meeting = meant ? { teachingClasses: [meant.teachingClass.id] } : { ...ref, isEvery: true };
  const { buildings = [], rooms = [] } = ref;
  const notIn = [...rooms, ...buildings];
  const dated = { type: 'singleDate', meeting, at } as const;
  const wishes: [Text, Intent][] = [
    ...(notIn.length > 0
      ? ([[otherRooms, { ...dated, action: 'MOVE', room: { notIn } }]] as [Text, Intent][])
      : ([[somebodyElse, { type: 'findTeachers', at, meeting: { ...ref, ...meeting } }]] as [
          Text,
          Intent,
        ][])),
    [callOff, { ...dated, action: 'CANCEL' }],
    ...(meant ? ([[otherTime, { ...dated, action: 'MOVE' }]] as [Text, Intent][]) : []),
  ];
  const pins: Pins = meant ? { '0.meeting': pinOf(meant) } : {};
  const options = wishes.map(([label, intent]) => ({
    label,
    text: label[language],
    resume: { intents: [intent], pins },
  }));
  const names = meant && notIn.length === 0 ? await candidatesFor(planning, meant, first) : [];
  const { zh, en } = listOf(
    names.map(({ name }) => name),
    teachersMax,
  );
  const date = dayName(dayOf(first));
  return {
    question: lined([
      ...told,
      ...(names.length > 0 ? [say(`能代且那时有空的：${zh}。`, `Could stand in: ${en}.`)] : []),
      ...(isTooMuch ? [say(`先处理 ${first}（${date.zh}）的：`, `Those of ${date.en} ${first} first:`)] : []),
      may === 'REQUEST' ? whatToAsk : whatToDo,
    ]),
    options,
  };
}

const otherRooms = say('换其他教室（时间不变）', 'Other rooms at the same times');
const somebodyElse = say('找人代课', 'Find somebody to stand in');
const callOff = say('停课', 'Call off');
const otherTime = say('改到其他时间', 'Move it to another time');
const whatToDo = say('要怎么处理？', 'What shall be done?');
const whatToAsk = say('要申请什么？由教务审批。', 'What shall be requested of academic affairs?');
