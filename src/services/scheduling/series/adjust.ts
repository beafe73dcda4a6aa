import type { EntityManager } from '@mikro-orm/postgresql';
import { ConflictStatus } from '../../../schema/timetables.js';
import type { SeriesChangeInput, SeriesClash } from '../../../entities/scheduling/series-changes.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { rehearse, transaction } from '../../../data/transaction.js';
import { applyTo, forgetTimetables, noReason } from '../changes/change.js';
import type { ItemRequest } from '../changes/items.js';
import type { Act, PlacementTerms } from '../placement/acts.js';
import type { MeetingFacts } from '../changes/states.js';
import { readFacts } from '../changes/states.queries.js';
import { invalid } from '../changes/timetable.js';
import { copyFurtherTeachers } from '../curriculum/further-teachers.queries.js';
import { json } from '../../../data/statements.js';
import { addMeetings } from './create.js';
import { Faults } from './faults.js';
import { seriesClashes } from './series-clashes.js';
import { openSeries } from './open.js';
import {
  groupsOfClass,
  heldMeetings,
  stateOfItself,
  type OpenSeries,
  type SeriesMeeting,
  forgetShown,
  type ShownClashes,
} from './series.queries.js';
import { kindCalled, roomTypeFor } from './course-kinds.js';
import { readCourse, refuseUnknown } from './references.js';
import { inForm, nevertheless } from './repeats.js';
import { lengthenedTooFar } from './series-hours.js';
import { changeTeachingClass } from './teaching-class.js';
import { joinedTimes, wantedTimes, type Time, type WantedTimes } from './wanted-times.js';

/** How a series stood before or after a change. */
export interface Standing {
  readonly room: string | null;
  readonly teacher: string | null;
  readonly times: readonly Time[];
  readonly consecutivePeriods: number;
  readonly priority: number;
}

/** What a change of a series did, or would do. */
export interface Adjustment {
  readonly series: string;
  readonly course: string;
  readonly before: Standing;
  readonly after: Standing;
  readonly clashes: readonly SeriesClash[];
  readonly warnings: readonly Text[];
}

/** How a change of a series deals with what speaks against it. */
export interface AdjustmentTerms {
  readonly act: Act;
  /** Whether the same input once more accepts the clashes with which it was refused. */
  readonly acceptsByRepetition?: boolean;
  readonly isDryRun: boolean;
}

/** Changes a series in the published timetable and its teaching class, all or nothing. */
export const adjustSeries = (
  ctx: Context,
  id: string,
  input: SeriesChangeInput,
  { act, ...terms }: AdjustmentTerms,
): Promise<Adjustment> =>
  inForm(ctx, { series: id, ...input }, terms, (em, shown) =>
    adjust(ctx, em, id, input, { act, shown, isRehearsed: terms.isDryRun }),
  );

/** @param shown what was answered to the same input; undefined where repeating it accepts nothing */
async function adjust(
  ctx: Context,
  em: EntityManager,
  id: string,
  { adjustments, teachingClassChanges, acceptsClashes, reason }: SeriesChangeInput,
  {
    act,
    shown,
    isRehearsed,
  }: { readonly act: Act; readonly shown?: ShownClashes | null; readonly isRehearsed: boolean },
): Promise<Adjustment> {
  if (acceptsClashes && !reason?.trim()) throw noReason();
  const { series, timetable, states } = await openSeries(ctx, em, id);
  const faults = new Faults();
  const { classroom, teacher, times } = adjustments ?? {};
  const [room, person] = [classroom ?? [], teacher ?? []].map((id) => [id].flat());
  await faults.in(() => refuseUnknown(em, 'classroom', room, { zh: '教室', en: 'classroom' }));
  await faults.in(() => refuseUnknown(em, 'teacher', person, { zh: '教师', en: 'teacher' }));
  const held = await heldMeetings(em, timetable.id, id);
  if (held.length === 0) throw withoutPlace();
  const unplaced = [...states].flatMap(([meeting, { place }]) => (place ? [] : [meeting]));
  const waiting = [...(await readFacts(em, unplaced)).values()];
  const before = standingOf(series, held);
  const accepted = acceptsClashes ? reason! : null;
  if (teachingClassChanges)
    await faults.in(() => changeTeachingClass(ctx, em, series, teachingClassChanges, accepted));
  const wanted = times?.length
    ? await faults.in(() => wantedTimes(times, timetable, { act, reason }))
    : undefined;
  // What does not exist cannot be judged further.
  if (faults.hasUnknown) faults.raise();
  const where = { room: classroom ?? before.room!, teacher: teacher ?? before.teacher! };
  const items =
    wanted && !areShown(wanted.times, held)
      ? await itemsFor(em, series, { held, waiting }, wanted.times, where)
      : held.map(({ meeting }): ItemRequest => ({ meeting, series: id, place: where }));
  const request = { timetable: timetable.id, act, items, reason, acceptsClashes, isRehearsed };
  const meetings = new Set([...states.keys(), ...items.map(({ meeting }) => meeting)]);
  const own = { timetable, series: id, meetings };
  const ofForm = wanted ? await warningsOf(em, timetable.id, series, { held, wanted, act, reason }) : [];
  const outcome = await faults.placed(() => applyTo(ctx, em, timetable, request), {
    areTimesWanted: !times?.length || wanted !== undefined,
    onClash: (error) => nevertheless(ctx, em, request, { error, own, ofForm, shown }),
  });
  faults.raise();
  await forgetShown(em, id);
  const stated = await state(em, series, adjustments);
  const told = { status: acceptsClashes ? ConflictStatus.IGNORED : ConflictStatus.OPEN };
  return {
    series: id,
    course: series.course,
    before,
    after: standingOf(stated, await heldMeetings(em, timetable.id, id)),
    clashes: await seriesClashes(ctx, em, outcome!.clashes, own, told),
    warnings: [...ofForm, ...outcome!.warnings],
  };
}

/** Whether times are those that a form shows, of which two meetings in a row are one. */
const areShown = (times: readonly Time[], held: readonly SeriesMeeting[]): boolean =>
  JSON.stringify(joinedTimes(times)) === JSON.stringify(joinedTimes(held));

/** What is told of new times whatever they clash with. */
async function warningsOf(
  em: EntityManager,
  timetable: string,
  series: OpenSeries,
  {
    held,
    wanted,
    ...terms
  }: { held: readonly SeriesMeeting[]; wanted: WantedTimes; act: Act; reason?: string | null },
): Promise<readonly Text[]> {
  const course = (await readCourse(em, series.course))!;
  const groups = await groupsOfClass(em, series.teachingClass);
  const attended = {
    creditHourType: series.creditHourTypeName,
    administrativeClasses: groups.map(({ id }) => id),
    series: series.id,
  };
  const lengths = { before: held, after: wanted.times, terms };
  return [...wanted.warnings, ...(await lengthenedTooFar(em, timetable, course, attended, lengths))];
}

/** Stores what a series states of itself. */
async function state(
  em: EntityManager,
  { id, ...series }: OpenSeries,
  stated: SeriesChangeInput['adjustments'],
): Promise<Pick<OpenSeries, 'consecutivePeriods' | 'priority'>> {
  const consecutivePeriods = stated?.consecutivePeriods ?? series.consecutivePeriods;
  const priority = stated?.priority ?? series.priority;
  await stateOfItself(em, id, consecutivePeriods, priority);
  return { consecutivePeriods, priority };
}

const standingOf = (
  { consecutivePeriods, priority }: Pick<OpenSeries, 'consecutivePeriods' | 'priority'>,
  held: readonly SeriesMeeting[],
): Standing => ({
  room: held[0]?.room ?? null,
  teacher: held[0]?.teacher ?? null,
  times: joinedTimes(held),
  consecutivePeriods,
  priority,
});

const withoutPlace = (): Error =>
  invalid(
    '该排课分配的课次目前都没有位置，请先安排其中一次课，再修改',
    'No meeting of the series has a place now. Maybe place one of them first.',
  );

/** The meetings of a series that have a place, and those that wait for one. */
interface Meetings {
  readonly held: readonly SeriesMeeting[];
  readonly waiting: readonly Pick<MeetingFacts, 'meeting' | 'periods' | 'weeks'>[];
}

/**
 * The items that give a series other times. A meeting keeps its weeks and its length, so it is moved to a
 * time that has both, best where it is already; times that are left get meetings without a place, then new
 * ones, and meetings whose time is gone are retired.
 */
async function itemsFor(
  em: EntityManager,
  { id, teachingClass, course, creditHourType, creditHourTypeName }: OpenSeries,
  { held, waiting }: Meetings,
  times: readonly Time[],
  where: { readonly room: string; readonly teacher: string },
): Promise<ItemRequest[]> {
  const left = [...held];
  const taken = new Map<Time, string>();
  for (const isWanted of [isSameTime, isSameKind])
    for (const time of times) {
      const at = taken.has(time) ? -1 : left.findIndex((meeting) => isWanted(meeting, time));
      if (at >= 0) taken.set(time, left.splice(at, 1)[0].meeting);
    }
  const idle = [...waiting];
  for (const time of times) {
    const at = taken.has(time) ? -1 : idle.findIndex((meeting) => isAsLong(meeting, time));
    if (at >= 0) taken.set(time, idle.splice(at, 1)[0].meeting);
  }
  const added = times.filter((time) => !taken.has(time));
  const kind = kindCalled(creditHourTypeName ?? '');
  const classroomType = added.length > 0 ? roomTypeFor((await readCourse(em, course))!, kind) : null;
  const made = await addMeetings(em, teachingClass, { creditHourType, classroomType }, added);
  // Whoever teaches it with others goes on to, although its clients know of the first teacher alone.
  await copyFurtherTeachers(em, json(made.flatMap((to) => held.map(({ meeting: from }) => ({ from, to })))));
  added.forEach((time, at) => taken.set(time, made[at]));
  return [
    ...left.map(({ meeting }) => ({ meeting, isRetired: true })),
    ...times.map((time) => ({
      meeting: taken.get(time)!,
      series: id,
      place: { day: time.dayOfWeek, period: time.periodStart, ...where },
    })),
  ];
}

const isAsLong = ({ periods, weeks }: Meetings['waiting'][number], time: Time): boolean =>
  time.periodEnd - time.periodStart + 1 === periods && time.weeks.join() === weeks.join();

const isSameKind = (a: Time, b: Time): boolean =>
  a.periodEnd - a.periodStart === b.periodEnd - b.periodStart && a.weeks.join() === b.weeks.join();

const isSameTime = (a: Time, b: Time): boolean =>
  isSameKind(a, b) && a.dayOfWeek === b.dayOfWeek && a.periodStart === b.periodStart;

export interface RetirementTerms extends PlacementTerms {
  readonly isDryRun: boolean;
}

/** Takes all meetings of a series out of the published timetable. */
export async function retireSeries(
  ctx: Context,
  id: string,
  { act, reason, isDryRun: isRehearsed }: RetirementTerms,
): Promise<string> {
  const work = async (em: EntityManager): Promise<string> => {
    const { timetable, states } = await openSeries(ctx, em, id);
    const items = [...states.keys()].map((meeting) => ({ meeting, isRetired: true }));
    await applyTo(ctx, em, timetable, { timetable: timetable.id, act, items, reason, isRehearsed });
    return id;
  };
  if (isRehearsed) return rehearse(ctx, work);
  await transaction(ctx, work);
  forgetTimetables(ctx);
  return id;
}
