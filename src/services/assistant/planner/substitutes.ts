import { optionsMax, type TimeWish } from '@class-scheduling/assistant-language';
import type { OfferedOption, Pin } from '../event-data.js';
import { errors } from '../../../schema/errors.js';
import type { ToolAnswers } from '../tools.js';
import { weekAndDayOf, withoutDate } from './times.js';
import { momentsOf, pairsOf, type Moment } from './free.js';
import { inOrder, labelOf, seenOf, type HeldMeeting, type TimeSpan } from './held.js';
import { inDepartments, isNamed, meetingsOf } from './meetings.js';
import { occurrences } from './dates.js';
import { datesHeld } from './lesson-words.js';
import { notYours, offered, pinOf, type Planning } from './planning.js';
import { refuse, words, type Of, type Step } from './step.js';
import { firstOf, headed, lined, listOf, periodsAt, plain, say, type Text } from './words.js';

/** Who could stand in. */

/** Meetings for which others are looked for, teachers that are told of each, and lessons that are told. */
const substitutedMax = 4;
export const teachersMax = 10;

type Candidates = ToolAnswers['freeTeachers']['freeTeachers'];
type Teacher = NonNullable<Candidates[number]['teacher']>;
type Candidate = Teacher & { readonly isFree: boolean };

/** Teachers who are free, or could take over lessons. */
export async function freeTeachersIn(
  planning: Planning,
  intent: Of<'findTeachers'>,
  pin?: Pin,
): Promise<Step> {
  const { situation, may } = planning;
  const { until, ...first } = intent.at;
  const { periods, part, ...day } = withoutDate(situation, first);
  const own = may === 'REQUEST' ? { teachers: [situation.self.teacher!] } : null;
  const { course, meeting = course ? own : null } = intent;
  if (may === 'LOOK' || (own && !meeting)) throw errors.forbidden('freeTeachers');
  const ref = course || meeting ? { ...(course && { courses: [course] }), ...meeting } : null;
  const isAtMoment = intent.isNow || (periods ?? part) !== undefined;
  if (ref && !intent.isNow && (!isAtMoment || course || (meeting && isNamed(meeting)))) {
    const at = { ...ref.at, ...(until ? {} : day), ...(periods && { periods }), ...(part && { part }) };
    const held = inOrder(await meetingsOf(planning, { ...ref, at }));
    const placed = held.filter(({ time, id }) => time && (!pin || pin.meeting === id));
    if (own && placed.length > 0 && !placed.some((each) => isOwn(planning, each)))
      throw refuse(notYours(placed[0]));
    const taught = placed.flatMap((each) => datesOf(planning, each, intent.at));
    if (taught.length > 0) return substitutesFor(planning, taught, intent.departments);
    if (!isAtMoment || own) throw refuse('课表中没有这样的课。', 'The timetable holds no such meeting.');
  }
  const [taught] = ref ? await meetingsOf(planning, { ...ref, at: undefined }) : [];
  if (ref && !taught) throw refuse(notTaught);
  const of = { taught, departments: intent.departments, away: meeting?.teachers };
  const told = momentsOf(planning, intent.at, intent.isNow).map((moment) => freeAt(planning, moment, of));
  const lines = (await Promise.all(told)).flat();
  return words(lined(course && !intent.isNow ? [notThen, ...lines] : lines));
}

const notThen = say(
  '这个时间没有这门课。有资格上这门课的：',
  'The course is not held then. Who may teach it:',
);
const notTaught = say(
  '这门课不在课表中，无法判断谁有授课资格。',
  'The course is not in the timetable, so nobody can be named.',
);

const isOwn = ({ situation }: Planning, { teachers }: HeldMeeting): boolean =>
  teachers.some(({ id }) => id === situation.self.teacher);

/** For which meeting somebody is looked for, of which departments, and who cannot come. */
interface Wanted {
  readonly taught?: HeldMeeting;
  readonly departments?: readonly string[];
  readonly away?: readonly string[];
}

/** Who is free at a time, and where nobody is all the time, in pairs of its periods. */
async function freeAt(
  planning: Planning,
  { span, weeks, at }: Moment,
  { taught, departments, away = [] }: Wanted,
): Promise<Text[]> {
  const { seen, situation } = planning;
  const ask = async (then: TimeSpan): Promise<readonly Teacher[]> => {
    const all = await teachersAt(planning, then, { weeks, meeting: taught?.id });
    const free = all.filter(({ isFree, id }) => isFree && !away.includes(id));
    return inDepartments(situation, departments, free);
  };
  const line = (time: Text, found: readonly Teacher[]): Text => {
    seen.push(...found.map(({ id }) => ({ teachers: [id] })));
    const { zh, en } = listOf(found, 20);
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

/** The teachers at a time, for a meeting where one is told, and whether each is free. */
const teachersAt = async (
  { use, timetable }: Planning,
  { day, start, end }: TimeSpan,
  of: { readonly weeks?: readonly number[]; readonly meeting?: string },
): Promise<Candidate[]> => {
  const then = { timetable: timetable.id, dayOfWeek: day, periodStart: start, periodEnd: end };
  return known((await use('freeTeachers', { ...then, ...of })).freeTeachers);
};

const known = (candidates: Candidates): Candidate[] =>
  candidates.flatMap(({ teacher, isFree }) => (teacher ? { ...teacher, isFree } : []));

/** A meeting for which somebody else is looked for: on a date, else whenever it is held. */
interface Taught {
  readonly meeting: HeldMeeting;
  readonly date: string | null;
}

/** The dates of a meeting that are meant; of several weeks it is all of them at once. */
function datesOf(planning: Planning, meeting: HeldMeeting, wish: TimeWish): Taught[] {
  const { date: since, until } = wish;
  if (until)
    return datesHeld(meeting, planning).flatMap(({ date }) =>
      date >= since! && date <= until ? { meeting, date } : [],
    );
  const { weeks, days } = withoutDate(planning.situation, wish);
  // 周四那节谁能代: the next one, and its date is told.
  const isOfDate = planning.may === 'REQUEST' || weeks?.length === 1 || (days?.length === 1 && !weeks);
  return [{ meeting, date: isOfDate ? occurrences(planning, meeting, wish)[0].date : null }];
}

/** Who else could teach meetings when they are held; of those of a date one may be chosen. */
async function substitutesFor(
  planning: Planning,
  all: readonly Taught[],
  departments: readonly string[] | undefined,
): Promise<Step> {
  const { situation, seen } = planning;
  const byDate = all.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  const { shown, more } = firstOf(byDate, substitutedMax);
  const told = await Promise.all(
    shown.map(async ({ meeting, date }) => {
      const found = inDepartments(situation, departments, await candidatesFor(planning, meeting, date));
      const others = shown.length === 1 ? await colleaguesOf(planning, meeting, date, found) : [];
      const lines = [takers(meeting, date, found), ...(others.length > 0 ? [unqualified(others)] : [])];
      return { meeting, date, found: found.length > 0 ? found : others, lines };
    }),
  );
  seen.push(...told.flatMap(({ found }) => found.map(({ id }) => ({ teachers: [id] }))));
  seen.push(...shown.map(({ meeting }) => seenOf(meeting)));
  const rest = more > 0 ? [say(`……另有 ${more} 次课。`, `… and ${more} more.`)] : [];
  const lines = [...told.flatMap((each) => each.lines), ...rest];
  const options = told.flatMap(({ meeting, date, found }) =>
    found.flatMap(({ id, name }): OfferedOption[] => {
      if (date === null) return [];
      const of = shown.length > 1 ? `${date} ${meeting.teachingClass.name}` : '';
      const label = of ? headed(plain(of), plain(name)) : plain(name);
      return [offered(planning, label, substitution(meeting, date, id))];
    }),
  );
  if (options.length === 0) return words(lined(lines));
  return { kind: 'question', question: lined([...lines, chooseOne]), options: options.slice(0, optionsMax) };
}

const chooseOne = say('选一位，就给出代课方案：', 'Choose one for a plan:');

function substitution(
  { teachingClass, ...meeting }: HeldMeeting,
  date: string,
  teacher: string,
): Pick<Planning, 'intents' | 'pins'> {
  const of = { meeting: { teachingClasses: [teachingClass.id] }, teacher };
  return {
    intents: [{ type: 'singleDate', action: 'SUBSTITUTE', ...of, at: { date } }],
    pins: { '0.meeting': pinOf({ teachingClass, ...meeting }) },
  };
}

function takers(meeting: HeldMeeting, date: string | null, found: readonly { name: string }[]): Text {
  const { zh, en } = labelOf(meeting);
  const [onZh, onEn] = date ? [`${date} `, ` of ${date}`] : ['', ''];
  if (found.length === 0)
    return say(
      `${onZh}${zh}：没有其他能上且有空的教师。`,
      `${en}${onEn}: nobody else may teach it and is free.`,
    );
  const names = listOf(found, teachersMax);
  return say(`${onZh}${zh}可由：${names.zh}。`, `${en}${onEn} could be taught by ${names.en}.`);
}

/** Who may teach a meeting in place of its teacher and is free: on a date, else whenever it is held. */
export async function candidatesFor(
  planning: Planning,
  { id: meeting, teachers: own, time }: HeldMeeting,
  date: string | null,
): Promise<Teacher[]> {
  const { use, timetable } = planning;
  const found = date
    ? known((await use('substitutes', { timetable: timetable.id, meeting, date })).substitutes)
    : await teachersAt(planning, time!, { meeting });
  return found.filter(({ isFree, id }) => isFree && own.every((each) => each.id !== id));
}

/** Colleagues of the department who are free then and not qualified: for who plans to judge. */
async function colleaguesOf(
  planning: Planning,
  { teacher: own, time, weeks }: HeldMeeting,
  date: string | null,
  qualified: readonly { readonly id: string }[],
): Promise<Teacher[]> {
  const { may, situation } = planning;
  if (may !== 'CHANGE' || !own || !time || qualified.length >= substitutedMax) return [];
  const on = date ? weekAndDayOf(situation, date) : null;
  const all = await teachersAt(planning, time, { weeks: on ? [on.week] : weeks });
  const department = all.find(({ id }) => id === own.id)?.department?.id;
  return all.filter(
    (each) =>
      each.isFree &&
      department !== undefined &&
      each.department?.id === department &&
      ![own, ...qualified].some(({ id }) => id === each.id),
  );
}

function unqualified(teachers: readonly { readonly name: string }[]): Text {
  const { zh, en } = listOf(teachers, teachersMax);
  return say(
    `同部门那时有空、但没有这门课授课资格的：${zh}。`,
    `Free then in the same department, without the qualification for it: ${en}.`,
  );
}
