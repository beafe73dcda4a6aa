import type { MeetingRef, TimeWish } from '@class-scheduling/assistant-language';
import type { NamedRecord, RoomFacts, SizeFacts, ToolAnswers } from '../tools.js';
import { range } from '../../scheduling/semester/periods.js';
import { dateAt, dayOf, later, plannedDayOf } from '../../scheduling/semester/weeks.js';
import { calendarOf, isAt, withoutDate } from './times.js';
import { heldRoom, inOrder, type HeldMeeting, type Lesson, type TimeSpan } from './held.js';
import { dimensionsOf, meetingsOf, refOf, type Dimension } from './meetings.js';
import type { Planning } from './planning.js';

/** What is held of somebody or something, on dates or in the week, and when nothing is. */

/** Days of one call, and calls for one answer: a semester. */
const daysMax = 62;
const callsMax = 4;
/** Records of one kind whose dates are asked for. */
const ownersMax = 12;

interface Dates {
  readonly from: string;
  readonly to: string;
}

/** The dates of a wish that lie beside each other; null where it is of no dates. */
export function datesIn({ situation }: Planning, { date, until, weeks }: TimeWish): Dates | null {
  if (date !== undefined) return { from: date, to: until ?? date };
  const { startDate } = situation.semester;
  const [first, last] = [weeks?.at(0), weeks?.at(-1)];
  if (first === undefined || last === undefined || last - first !== weeks!.length - 1) return null;
  return { from: dateAt(startDate, { week: first, day: 1 }), to: dateAt(startDate, { week: last, day: 7 }) };
}

/** The last date of the semester, and all of its dates. */
export const lastDate = ({ situation: { semester } }: Planning): string =>
  dateAt(semester.startDate, { week: semester.weeks, day: 7 });
export const datesOfSemester = (planning: Planning) => ({
  date: planning.situation.semester.startDate,
  until: lastDate(planning),
});

/** What is held of what is named, within a wish, in order. */
export async function lessonsOf(
  planning: Planning,
  ref: MeetingRef,
  wish: TimeWish = {},
  includesCancelled?: true,
): Promise<Lesson[]> {
  const { situation, timetable } = planning;
  const dates = timetable.status === 'PUBLISHED' ? datesIn(planning, wish) : null;
  const owners = dates && ownersOf(planning, ref);
  if (owners)
    return inOrder(
      await heldOn(planning, { ...owners, includesCancelled }, { ...ref, at: undefined }, dates, wish),
    );
  const at = withoutDate(situation, wish);
  const held = (await meetingsOf(planning, { ...ref, at })).filter(({ time }) => time);
  if (!dates || at.weeks?.length !== 1) return inOrder(held);
  // Of one week, which is not the same in all: what a holiday takes is not held.
  const { dateOf } = calendarOf(situation);
  const [week] = at.weeks;
  return inOrder(
    held.flatMap((each) => (dateOf({ week, day: each.time!.day }) ? { ...each, weeks: [week] } : [])),
  );
}

interface Owners {
  readonly dimension: Dimension;
  readonly ids: readonly string[];
  /** Whether what is not held then, because a date was changed, is read as well. */
  readonly includesCancelled?: true;
}

/** Whose dates tell a mention best: substitutes and other rooms are those of teachers and rooms. */
const byWhom: readonly Dimension[] = [
  ...(['student', 'teacher', 'classroom', 'administrativeClass', 'teachingClass', 'course'] as const),
];

function ownersOf({ situation }: Planning, ref: MeetingRef): Owners | null {
  const named = new Map(dimensionsOf(ref, situation.self.student));
  const dimension = byWhom.find((each) => named.has(each));
  const ids = dimension && named.get(dimension)!;
  return ids && ids.length <= ownersMax ? { dimension, ids } : null;
}

async function heldOn(
  planning: Planning,
  { dimension, ids, includesCancelled }: Owners,
  ref: MeetingRef,
  { from, to }: Dates,
  { days, part, periods, weeks }: TimeWish,
): Promise<Lesson[]> {
  const { use, situation } = planning;
  const starts = Array.from({ length: callsMax }, (_, at) => later(from, at * daysMax));
  const spans = starts.filter((start) => start <= to);
  const owners = dimension === 'student' ? [{}] : ids.map((id) => ({ [dimension]: id }));
  const read = owners.flatMap((of) =>
    spans.map(async (start) => {
      const end = later(start, daysMax - 1);
      return (await use('datedMeetings', { from: start, to: end < to ? end : to, of, includesCancelled }))
        .datedMeetings;
    }),
  );
  const rest = refOf(dimensionsOf(ref, situation.self.student).filter(([each]) => each !== dimension));
  const isRest = Object.keys(rest).length > 0;
  const among = isRest ? await meetingsOf(planning, rest) : [];
  const wanted = new Set(among.map(({ assignment }) => assignment));
  const lessons = (await Promise.all(read)).flat().map(asLesson);
  return [...new Map(lessons.map((each) => [`${each.assignment} ${each.on.date}`, each])).values()].filter(
    ({ assignment, time, on, room }) =>
      (!isRest || wanted.has(assignment)) &&
      (!ref.buildings || ref.buildings.includes(room?.building?.id ?? '')) &&
      (!days?.length || days.includes(dayOf(on.date))) &&
      (!weeks?.length || weeks.includes(plannedDayOf(situation.semester.startDate, on.date).week)) &&
      isAt(situation, time, { part, periods }),
  );
}

const asLesson = ({ isHeld, held, item }: ToolAnswers['datedMeetings']['datedMeetings'][number]) => ({
  assignment: item.assignmentId,
  periods: item.periodEnd - item.periodStart + 1,
  weeks: [item.week],
  teachingClass: item.teachingClass,
  teachers:
    item.change?.kind === 'SUBSTITUTED' ? [item.teacher] : item.teachers.map(({ teacher }) => teacher),
  time: { day: dayOf(held.date), start: item.periodStart, end: item.periodEnd },
  room: heldRoom(item.classroom),
  on: held,
  changed: item.change?.kind ?? null,
  isHeld,
});

/** How many attend lessons, and what their rooms are like. */
export interface Sizes {
  of(lesson: Lesson): SizeFacts['teachingClass'];
  readonly classesOf: (lesson: Lesson) => readonly NamedRecord[];
  roomOf(lesson: Lesson): RoomFacts | null;
}

/** Rooms that are read one by one. */
const roomsMax = 20;

/** What lessons of a mention are like beside times and names. */
export async function sizesOf(
  { use, situation, timetable: { revision } }: Planning,
  ref: MeetingRef,
  lessons: readonly Lesson[],
): Promise<Sizes> {
  const [dimension, ids] = dimensionsOf(ref, situation.self.student).at(0) ?? [];
  const asked = dimension ? ids!.slice(0, ownersMax).map((id) => ({ [dimension]: id })) : [{}];
  const lists = await Promise.all(asked.map((of) => use('sizes', { revision, ...of })));
  const rows = lists.flatMap(({ timetable }) => timetable?.assignments ?? []);
  const classes = new Map(rows.map(({ id, teachingClass }) => [id, teachingClass]));
  const rooms = new Map(rows.map(({ classroom }) => [classroom?.id, classroom]));
  const missing = [...new Set(lessons.flatMap(({ room }) => room?.id ?? []))].filter((id) => !rooms.has(id));
  for (const id of missing.slice(0, roomsMax)) rooms.set(id, (await use('classroom', { id })).classroom);
  const of = ({ assignment }: Lesson) => classes.get(assignment ?? '') ?? null;
  return {
    of,
    classesOf: (lesson) => of(lesson)?.administrativeClasses ?? [],
    roomOf: ({ room }) => rooms.get(room?.id) ?? null,
  };
}

/** How many attend one meeting, and which classes. */
export const sizeOf = async (planning: Planning, meeting: HeldMeeting): Promise<ReturnType<Sizes['of']>> =>
  (await sizesOf(planning, { teachingClasses: [meeting.teachingClass.id] }, [])).of(meeting);

/** Whether the teacher and the classes of a meeting have nothing at a time in some weeks, but it itself. */
export async function freeFor(planning: Planning, meeting: HeldMeeting, weeks: readonly number[]) {
  const { time } = meeting;
  const isOwn = (day: number, period: number): boolean =>
    time?.day === day && period >= time.start && period <= time.end;
  return freeIn(planning, { ...(await whoAttends(planning, meeting)), weeks }, isOwn);
}

/** Whose free times are asked for, and in which weeks. */
export interface Whom extends Pick<MeetingRef, 'teachers' | 'administrativeClasses' | 'rooms'> {
  readonly students?: readonly string[];
  readonly weeks?: readonly number[];
}

/** Who teaches and who attends a meeting. */
export async function whoAttends(planning: Planning, meeting: HeldMeeting): Promise<Whom> {
  const classes = ((await sizeOf(planning, meeting))?.administrativeClasses ?? []).map(({ id }) => id);
  return { ...(meeting.teacher && { teachers: [meeting.teacher.id] }), administrativeClasses: classes };
}

export type FreeTimes = ToolAnswers['commonFreeTimes']['commonFreeTimes'];

/** The periods at which none of them has anything, by day. */
export const freeTimesOf = async (
  { use, timetable }: Planning,
  { rooms: classrooms, ...of }: Whom,
): Promise<FreeTimes> =>
  (await use('commonFreeTimes', { timetable: timetable.id, of: { ...of, classrooms } })).commonFreeTimes;

/** Whether some have nothing at a time, but what is their own. */
export async function freeIn(
  planning: Planning,
  of: Whom,
  isOwn: (day: number, period: number) => boolean = () => false,
): Promise<(span: TimeSpan) => boolean> {
  const times = await freeTimesOf(planning, of);
  const free = new Map(times.map(({ dayOfWeek, periods }) => [dayOfWeek, periods]));
  return ({ day, start, end }) =>
    range(start, end - start + 1).every((period) => free.get(day)?.includes(period) || isOwn(day, period));
}
