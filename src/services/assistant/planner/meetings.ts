import {
  type MeetingRef,
  type Named,
  type NamedKind,
  type Situation,
  optionsMax,
} from '@class-scheduling/assistant-language';
import type { Pin } from '../event-data.js';
import type { AssignmentFacts, UnplacedFacts, UseTool } from '../tools.js';
import { isAt, withoutDate } from './times.js';
import { sharesWeek } from '../../scheduling/semester/periods.js';
import { heldRoom, type Asking, type HeldMeeting } from './held.js';
import { refuse } from './step.js';
import { say, type Text } from './words.js';

export type Dimension =
  'teacher' | 'student' | 'administrativeClass' | 'classroom' | 'teachingClass' | 'course' | 'department';

/** The part of a mention that is of each dimension. */
const mentions = {
  teachingClass: 'teachingClasses',
  teacher: 'teachers',
  administrativeClass: 'administrativeClasses',
  course: 'courses',
  classroom: 'rooms',
  department: 'departments',
} as const satisfies Partial<Record<Dimension, keyof MeetingRef>>;

type Mentioned = readonly [Dimension, readonly string[]];

export const dimensionsOf = (ref: MeetingRef, student: string | null = null): Mentioned[] => [
  ...(
    Object.entries(mentions) as [keyof typeof mentions, (typeof mentions)[keyof typeof mentions]][]
  ).flatMap(([name, part]): Mentioned[] => (ref[part]?.length ? [[name, ref[part]]] : [])),
  ...(ref.isOwn && student ? [['student', [student]] as const] : []),
];

/** A mention of what is named alone. */
export const refOf = (named: readonly Mentioned[]): MeetingRef =>
  Object.fromEntries(
    named.map(([name, ids]) => (name === 'student' ? ['isOwn', true] : [mentions[name], [...ids]])),
  );

/** Whether a mention names anything by which meetings can be found. */
export const isNamed = (ref: MeetingRef): boolean =>
  ref.isOwn === true || ref.buildings !== undefined || dimensionsOf(ref).length > 0;

/**
 * The meetings of a timetable of which everything that a mention states is true, by day and period. Without
 * a name it is all that are held then.
 */
export async function meetingsOf(
  { use, situation, timetable: { revision } }: Asking,
  ref: MeetingRef,
): Promise<HeldMeeting[]> {
  const sets = await Promise.all(
    dimensionsOf(ref, situation.self.student).map(([name, ids]) => meetingsOfAny(use, revision, name, ids)),
  );
  const found = sets.length > 0 ? intersection(sets) : await assignments(use, { revision });
  const at = ref.at && withoutDate(situation, ref.at);
  const weeks = at?.weeks;
  return found
    .flatMap((each) => heldMeeting(each) ?? [])
    .filter(({ time }) => !at || (time !== null && isAt(situation, time, at)))
    .filter((each) => !weeks?.length || sharesWeek(each.weeks, weeks))
    .filter(({ room }) => !ref.buildings || ref.buildings.includes(room?.building?.id ?? ''));
}

/** The meetings of any of some records. */
async function meetingsOfAny(
  use: UseTool,
  revision: number,
  name: Dimension,
  ids: readonly string[],
): Promise<readonly AssignmentFacts[]> {
  const read = async (id: string) => assignments(use, { revision, [name]: id });
  return (await Promise.all(ids.map(read))).flat();
}

const assignments = async (use: UseTool, parameters: object): Promise<readonly AssignmentFacts[]> =>
  (await use('assignments', parameters)).timetable?.assignments ?? [];

function intersection(sets: readonly (readonly AssignmentFacts[])[]): readonly AssignmentFacts[] {
  const [first, ...others] = sets;
  const ids = others.map((set) => new Set(set.map(({ meeting }) => meeting?.id)));
  const unique = new Map(first.map((each) => [each.meeting?.id, each]));
  return [...unique.values()].filter(({ meeting }) => ids.every((set) => set.has(meeting?.id)));
}

function heldMeeting(found: AssignmentFacts): HeldMeeting | null {
  const { id, meeting, teachingClass, teacher, teachers, classroom, time, isLocked } = found;
  if (!meeting || !teachingClass) return null;
  return {
    ...{ ...meeting, assignment: id, weeks: time.weeks, isLocked, teachingClass, teacher },
    teachers: teachers.map((each) => each.teacher),
    time: { day: time.dayOfWeek, start: time.periodStart, end: time.periodEnd },
    room: classroom && heldRoom(classroom),
  };
}

/** The meetings without a place that a mention means, and why; rooms and times say nothing of them. */
export async function unplacedOf(
  { use, situation, timetable: { revision } }: Asking,
  { courses, teachers, teachingClasses, administrativeClasses, departments }: MeetingRef,
): Promise<(HeldMeeting & { readonly reason: string })[]> {
  const within = departments && departmentsBelow(situation, departments);
  const { timetable } = await use('unplaced', { revision });
  return (timetable?.unplaced ?? []).flatMap(({ reason, meeting }: UnplacedFacts) => {
    const teachingClass = meeting?.teachingClass;
    if (!meeting || !teachingClass) return [];
    const { teacher } = meeting;
    const isMeant =
      (!courses || courses.includes(teachingClass.course?.id ?? '')) &&
      (!teachers || teachers.includes(teacher?.id ?? '')) &&
      (!teachingClasses || teachingClasses.includes(teachingClass.id)) &&
      (!administrativeClasses ||
        teachingClass.administrativeClasses.some((each) => administrativeClasses.includes(each.id))) &&
      (!within || within.has(teachingClass.department.id));
    const nowhere = { assignment: null, isLocked: false, time: null, room: null };
    const teaching = teacher ? [teacher] : [];
    return isMeant ? [{ ...meeting, ...nowhere, teachingClass, teachers: teaching, reason }] : [];
  });
}

/** Departments, and all below them. */
export function departmentsBelow({ names }: Situation, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set(ids);
  const below = names.filter(({ kind, department }) => kind === 'department' && department);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { id, department } of below) if (found.has(department!)) found.add(id);
  }
  return found;
}

/** The records of a kind that the caller may see, of some departments where these are told. */
export function membersOf(
  situation: Situation,
  kind: NamedKind,
  departments: readonly string[] | undefined,
): readonly Named[] {
  const all = situation.names.filter((each) => each.kind === kind);
  const within = departments && departmentsBelow(situation, departments);
  return all.filter(({ department, isForeign }) =>
    within ? department && within.has(department) : !isForeign,
  );
}

/** Those of some teachers who are of some departments, where these are told. */
export function inDepartments<T extends { readonly id: string }>(
  situation: Situation,
  departments: readonly string[] | undefined,
  teachers: readonly T[],
): readonly T[] {
  const members = new Set(membersOf(situation, 'teacher', departments).map(({ id }) => id));
  return departments ? teachers.filter(({ id }) => members.has(id)) : teachers;
}

/** Which meetings alone may be meant, and what is said where none of those that are told is one. */
export interface Meanable {
  readonly isMeant: (meeting: HeldMeeting) => boolean;
  readonly otherwise: Text;
}

/** The meeting that a mention means, or those of which one is to be chosen. */
export interface Meant {
  readonly meetings: readonly HeldMeeting[];
  readonly question?: Text;
}

/**
 * Which meeting a mention means.
 * @param pin the one that the person chose already
 * @throws UnsettledError where it means none
 */
export async function meantBy(
  asking: Asking,
  ref: MeetingRef,
  pin: Pin | undefined,
  only?: Meanable,
): Promise<Meant> {
  if (pin) {
    const of = { teachingClasses: [pin.teachingClass] };
    const all = [...(await meetingsOf(asking, of)), ...(await unplacedOf(asking, of))];
    const meeting = all.find(({ id }) => id === pin.meeting);
    if (!meeting) throw refuse(gone);
    return { meetings: [meeting] };
  }
  if (!isNamed(ref) && !only) throw refuse(unnamed);
  const find = async (of: MeetingRef, isMeant: Meanable['isMeant'] = () => true) =>
    nearest(asking, of, (await meetingsOf(asking, of)).filter(isMeant));
  const held = await find(ref, only?.isMeant);
  if (only && held.length === 0 && (await find(ref)).length > 0) throw refuse(only.otherwise);
  const isOfClasses = ref.courses ?? ref.teachers ?? ref.teachingClasses ?? ref.administrativeClasses;
  const meetings = held.length === 0 && isOfClasses ? await unplacedOf(asking, ref) : held;
  if (meetings.length === 1) return { meetings };
  if (meetings.length > 1) return { meetings, question: whichOf(meetings.length) };
  const { at, ...anyTime } = ref;
  const near = at ? await find(anyTime) : [];
  if (near.length > 0) return { meetings: near, question: notThen };
  const { rooms, ...anywhere } = anyTime;
  const elsewhere = rooms && isNamed(anywhere) ? await find(anywhere) : [];
  if (elsewhere.length > 0) return { meetings: elsewhere, question: notThere };
  throw refuse(nothingFound);
}

/** Of several meetings those of whoever speaks, and of these those that were shown. */
async function nearest(
  asking: Asking,
  ref: MeetingRef,
  found: readonly HeldMeeting[],
): Promise<readonly HeldMeeting[]> {
  if (found.length < 2) return found;
  const { situation } = asking;
  const { self, seen = [] } = situation;
  const own =
    self.student === null
      ? found.filter(({ teacher }) => !ref.teachers && teacher?.id === self.teacher)
      : await meetingsOf(asking, { ...ref, isOwn: true });
  const all = own.length > 0 ? own : found;
  const shown = all.filter(({ teachingClass, time }) =>
    seen.some(
      ({ teachingClasses, at }) =>
        teachingClasses?.includes(teachingClass.id) &&
        (!at || (time !== null && isAt(situation, time, withoutDate(situation, at)))),
    ),
  );
  return shown.length > 0 ? shown : all;
}

const whichOf = (count: number): Text =>
  count > optionsMax
    ? say(
        `有 ${count} 次课符合，请选择其中一次，或说得更具体（教师、班级、星期、节次）。`,
        `${count} meetings match. Which one? Choose, or name teacher, class, day or period.`,
      )
    : say(`有 ${count} 次课符合，您指的是哪一次？`, `${count} meetings match. Which one do you mean?`);

const notThen = say(
  '该时间没有这样的课。您指的是下面的某一次吗？',
  'There is none then. Do you mean one of these?',
);
const notThere = say(
  '该教室没有这样的课。您指的是下面的某一次吗？',
  'There is none in that room. One of these?',
);
const nothingFound = say(
  '您可以查看的课表中没有找到符合的课。请检查课程、教师或班级的名称；其他学院的课由该学院的教务调整。',
  'The timetable that is yours to see has no such meeting. Maybe check the names of course, teacher or ' +
    'class; lessons of another college are changed by its own academic affairs.',
);
const unnamed = say(
  '请说明是哪门课、哪位教师或哪个班级的课。',
  'Please name the course, the teacher or the class of the meeting.',
);
const gone = say('所选的课已不在课表中。', 'The meeting that was chosen is no longer in the timetable.');
