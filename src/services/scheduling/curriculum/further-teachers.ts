import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '@mikro-orm/postgresql';
import type {
  MeetingTeachersInput,
  TeacherInRoleInput,
} from '../../../entities/scheduling/further-teachers.js';
import { ChangeKind, TeachingRole } from '../../../schema/timetables.js';
import { errors, type FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { recordEffects } from '../changes/record.js';
import { settleTimetables } from '../changes/live-timetables.js';
import { gridOf, lockedTimetable } from '../changes/timetable.js';
import { eachOnce } from '../changes/change.js';
import { readSurroundings, type Grid, type WantedPlace } from '../placement/facts.js';
import { judgePlaces, type PlacementFault } from '../placement/judge.js';
import { placementRules } from '../placement/rules.js';
import { termsOf } from './attendance.js';
import {
  publishedTimetable,
  storeFurtherTeachers,
  taughtMeetings,
  teacherNames,
  type TaughtMeeting,
} from './further-teachers.queries.js';

/** What became of further teachers: the meetings that were named, and how many of them changed. */
export interface Retaught {
  readonly meetings: readonly string[];
  readonly changedCount: number;
  readonly warnings: readonly Text[];
}

/** Who is to teach a meeting beside its first teacher. */
interface Wanted {
  readonly meeting: TaughtMeeting;
  readonly teachers: readonly TeacherInRoleInput[];
}

/**
 * Gives meetings of teaching classes, which are locked, further teachers in place of those that they have.
 * Whoever is new is judged as if given by hand in the published timetable, and nobody is anywhere twice.
 * @throws OPERATION_DENIED with the clashes in the published timetable, unless there is a reason
 */
export async function teachFurther(
  ctx: Context,
  em: EntityManager,
  items: readonly MeetingTeachersInput[],
  reason: string | null | undefined,
): Promise<Retaught> {
  const classes = items.map(({ teachingClass }) => teachingClass);
  const meetings = await taughtMeetings(em, json(classes));
  const wanted = wantedOf(items, meetings);
  await refuseImpossible(em, items, wanted);
  const stored = wanted.flatMap(({ meeting: { meeting }, teachers }) =>
    teachers.map((each) => ({ id: uuidv7(), meeting, ...each })),
  );
  await storeFurtherTeachers(em, json(wanted.map(({ meeting }) => meeting.meeting)), json(stored));
  await settleTimetables(em, classes, termsOf(ctx, reason));
  const faults = await judgeNew(ctx, em, wanted, reason);
  const refused = faults.filter(({ isRefusal }) => isRefusal).map(({ text }) => text);
  if (refused.length > 0)
    throw errors.invalidInput(eachOnce(refused, (text) => text).map((text) => ({ field: 'items', text })));
  await tellOfTeachers(ctx, em, wanted.filter(isChanged));
  return {
    meetings: wanted.map(({ meeting }) => meeting.meeting),
    changedCount: wanted.filter(isChanged).length,
    warnings: eachOnce(faults, ({ text }) => text).map(({ text }) => text),
  };
}

const keyOf = ({ teacher, role }: TeacherInRoleInput): string => `${teacher} ${role}`;

const isChanged = ({ meeting: { further }, teachers }: Wanted): boolean =>
  further.map(keyOf).sort().join() !== teachers.map(keyOf).sort().join();

/** Records who teaches meetings of published timetables from now on, for those whom it concerns. */
async function tellOfTeachers(ctx: Context, em: EntityManager, changed: readonly Wanted[]): Promise<void> {
  for (const [semester, own] of Map.groupBy(changed, ({ meeting }) => meeting.semester)) {
    const [published] = await publishedTimetable(em, semester);
    const further = own
      .filter(({ meeting }) => meeting.place)
      .map(({ meeting: { meeting, further: former }, teachers }) => ({
        meeting,
        before: former.map(({ teacher }) => teacher),
        after: teachers.map(({ teacher }) => teacher),
      }));
    if (published && further.length > 0)
      await recordEffects(ctx, em, { ...published, semester }, ChangeKind.TEACHERS, { further });
  }
}

/** Records who else teaches meetings of a teaching class than before, once others were joined to it. */
export async function tellOfJoined(
  ctx: Context,
  em: EntityManager,
  teachingClass: string,
  before: readonly TaughtMeeting[],
): Promise<void> {
  const now = new Map((await taughtMeetings(em, json([teachingClass]))).map((each) => [each.meeting, each]));
  const wanted = before.map((meeting) => ({ meeting, teachers: now.get(meeting.meeting)!.further }));
  await tellOfTeachers(ctx, em, wanted.filter(isChanged));
}

/** The meetings that the items name. @throws INVALID_INPUT for one that no item may name */
function wantedOf(items: readonly MeetingTeachersInput[], meetings: readonly TaughtMeeting[]): Wanted[] {
  const byClass = Map.groupBy(meetings, ({ teachingClass }) => teachingClass);
  const seen = new Set<string>();
  const problems: FieldProblem[] = [];
  const wanted = items.flatMap(({ teachingClass, meetings: named, teachers }, at): Wanted[] => {
    const own = byClass.get(teachingClass) ?? [];
    const strange = named?.filter((id) => !own.some(({ meeting }) => meeting === id)) ?? [];
    const chosen = own.filter(({ meeting }) => !named || named.includes(meeting));
    for (const id of strange) problems.push({ field: `items.${at}.meetings`, text: notOfClass(id) });
    for (const { meeting } of chosen) {
      if (seen.has(meeting)) problems.push({ field: `items.${at}.meetings`, text: namedTwice(meeting) });
      seen.add(meeting);
    }
    return chosen.map((meeting) => ({ meeting, teachers: teachers ?? [] }));
  });
  if (problems.length > 0) throw errors.invalidInput(problems);
  return wanted;
}

/** Refuses teachers who do not exist, are named twice, or teach the meeting first. */
async function refuseImpossible(
  em: EntityManager,
  items: readonly MeetingTeachersInput[],
  wanted: readonly Wanted[],
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ teachers }) => (teachers ?? []).map(({ teacher }) => teacher)))];
  const names = new Map((await teacherNames(em, json(ids))).map(({ id, name }) => [id, name]));
  const problems = items.flatMap(({ teachers }, at): FieldProblem[] => {
    const own = (teachers ?? []).map(({ teacher }) => teacher);
    return [...new Set(own)].flatMap((id) => {
      const text = !names.has(id)
        ? unknown(id)
        : own.indexOf(id) < own.lastIndexOf(id) && twice(names.get(id)!);
      return text ? [{ field: `items.${at}.teachers`, text }] : [];
    });
  });
  for (const { meeting, teachers } of wanted)
    for (const { teacher } of teachers)
      if (teacher === meeting.teacher || teacher === meeting.place?.teacher)
        problems.push({ field: 'items', text: first(names.get(teacher)!, meeting) });
  if (problems.length > 0) throw errors.invalidInput(problems);
}

/** What speaks against those who are new: against all by what they may teach, and by the places there are. */
async function judgeNew(
  ctx: Context,
  em: EntityManager,
  wanted: readonly Wanted[],
  reason: string | null | undefined,
): Promise<PlacementFault[]> {
  const given = wanted.flatMap(({ meeting, teachers }) =>
    teachers
      .filter(({ teacher }) => !meeting.further.some((each) => each.teacher === teacher))
      .map(({ teacher, role }) => ({ meeting, teacher, role })),
  );
  const terms = { act: 'editPublished', reason } as const;
  const faults: PlacementFault[] = [];
  for (const [semester, own] of Map.groupBy(given, ({ meeting }) => meeting.semester)) {
    const [published] = await publishedTimetable(em, semester);
    const grid: Grid = published
      ? gridOf(await lockedTimetable(em, published.id))
      : { ...noGrid, semester, timetable: null };
    const places = own.map(({ meeting, teacher, role }) => ({ role, wanted: placeOf(meeting, teacher) }));
    const all = places.map(({ wanted: place }) => place);
    const around = await readSurroundings(ctx, em, grid, all, { asksHeld: true });
    const judged = async (
      isAsked: (of: (typeof places)[number]) => boolean,
      isRule: (id: string) => boolean,
    ): Promise<void> => {
      const asked = places.filter(isAsked).map(({ wanted: place }) => place);
      const rules = placementRules.filter(({ id }) => isRule(id));
      faults.push(...(await judgePlaces(around, asked, terms, rules)));
    };
    await judged(
      ({ role }) => role !== TeachingRole.ASSISTANT,
      (id) => id === 'qualification',
    );
    await judged(
      ({ wanted: { to } }) => to.day > 0,
      (id) => rulesOfPlaces.includes(id),
    );
  }
  return faults;
}

/** What is asked about somebody who comes to a meeting that has a place. */
const rulesOfPlaces: readonly string[] = [
  'teacher-availability',
  'daily-load',
  'weekly-load',
  'travel-time',
  'teacher-preference',
];

const noGrid = { days: 7, schedulingDays: [], periods: 24, longBreaks: [] };

/** The meeting where it stands, day 0 for nowhere, as if the teacher were alone in it. */
const placeOf = (meeting: TaughtMeeting, teacher: string): WantedPlace => ({
  needs: { ...meeting, teacher: null, furtherTeachers: [], teachingClass: noClass },
  from: null,
  to: meeting.place ? { ...meeting.place, teacher } : { day: 0, period: 0, room: null, teacher },
});

/** Whose administrative classes nobody asks about. */
const noClass = '00000000-0000-0000-0000-000000000000';

const notOfClass = (id: string): Text => ({
  zh: `课次 ${id} 不属于该教学班，请刷新后重试`,
  en: `Meeting ${id} is none of the teaching class. Maybe read it again.`,
});

const namedTwice = (id: string): Text => ({
  zh: `课次 ${id} 出现两次，请合并为一项`,
  en: `Meeting ${id} is named twice. Maybe join the items.`,
});

const unknown = (id: string): Text => ({
  zh: `教师 ${id} 不存在，请另选教师`,
  en: `There is no teacher ${id}. Maybe take another one.`,
});

const twice = (name: string): Text => ({
  zh: `教师“${name}”出现两次，请只保留一种角色`,
  en: `Teacher "${name}" is named twice. Maybe keep one role.`,
});

const first = (name: string, { teachingClassName, sequence }: TaughtMeeting): Text => ({
  zh: `教师“${name}”已是“${teachingClassName}”第 ${sequence} 课次的第一位教师，请另选教师`,
  en:
    `Teacher "${name}" is the first teacher of meeting ${sequence} of "${teachingClassName}". ` +
    'Maybe take another one.',
});
