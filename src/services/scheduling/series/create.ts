import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { SeriesClash, SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { ConflictStatus } from '../../../schema/timetables.js';
import { canonicalId } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { json } from '../../../data/statements.js';
import { requireGrant } from '../../organisation/grants.js';
import { applyTo, noReason } from '../changes/change.js';
import { publishedFor } from '../drafts/published.js';
import type { PlacementTerms } from '../placement/acts.js';
import { seriesClashes } from './series-clashes.js';
import { Faults } from './faults.js';
import { kindCalled, roomTypeFor } from './course-kinds.js';
import { heldTooLong, settledHours } from './series-hours.js';
import { readReferences } from './references.js';
import { ClashesShown, inForm, nevertheless, sendAgain } from './repeats.js';
import {
  forgetShown,
  type ShownClashes,
  insertMeetings,
  insertSeries,
  insertTeachingClass,
  seriesNamed,
} from './series.queries.js';
import { letAttend } from './teaching-class.js';
import { wantedTimes, type Time } from './wanted-times.js';

/** How a new series deals with what speaks against it. */
export interface CreationTerms extends PlacementTerms {
  /** Whether clashes are accepted, with the reason. */
  readonly acceptsClashes: boolean;
  /** Whether clashes are an answer instead of a refusal, and the same input once more accepts them. */
  readonly acceptsByRepetition: boolean;
  readonly isDryRun: boolean;
}

/** The series that was stored, or the clashes that keep it from being stored. */
export interface Creation {
  readonly series: string | null;
  readonly clashes: SeriesClash[];
  readonly warnings: readonly Text[];
}

/** Stores a teaching class and a series of its meetings, placed as published, all or nothing. */
export async function createSeries(
  ctx: Context,
  input: SeriesInput,
  terms: CreationTerms,
): Promise<Creation> {
  if (terms.acceptsClashes && !terms.reason?.trim()) throw noReason();
  try {
    const { series, warnings } = await inForm(ctx, input, terms, (em, shown) =>
      place(ctx, em, input, { ...terms, shown }),
    );
    return { series: terms.isDryRun ? null : series, clashes: [], warnings };
  } catch (error) {
    if (!(error instanceof ClashesShown)) throw error;
    const { clashes, own, warnings } = error;
    const hint = terms.acceptsByRepetition ? sendAgain(warnings) : undefined;
    const told = { status: ConflictStatus.OPEN, hint };
    return {
      series: null,
      clashes: await seriesClashes(ctx, ctx.em.fork(), clashes, own, told),
      warnings,
    };
  }
}

/** The terms, and what was answered to the same input; undefined where repeating it accepts nothing. */
type ShownTerms = CreationTerms & { readonly shown: ShownClashes | null | undefined };

/** Held nowhere, so that teacher and room are judged although the times are not as they should be. */
const anyTime: Time = { dayOfWeek: 1, periodStart: 1, periodEnd: 1, weeks: [1] };

/** Stores everything and answers what speaks against it without forbidding it. */
async function place(
  ctx: Context,
  em: EntityManager,
  input: SeriesInput,
  { shown, ...terms }: ShownTerms,
): Promise<{ readonly series: string; readonly warnings: readonly Text[] }> {
  const series = shown?.series ?? uuidv4();
  const timetable = await publishedFor(ctx, em, input.semester);
  // A form that is sent twice, as by a double click, finds that the first time has stored the series.
  if (shown && (await seriesNamed(em, series)).length > 0) return { series, warnings: [] };
  const faults = new Faults();
  const { course, creditHourType, headCount, campus } = await readReferences(em, input, faults);
  if (course) await requireGrant(ctx, course.department);
  const settled =
    course && creditHourType !== undefined
      ? await faults.in(() => settledHours(em, timetable.id, input, { course, creditHourType }, terms))
      : undefined;
  const wanted = await faults.in(() => wantedTimes(input.times, timetable, terms));
  // What does not exist cannot be judged further.
  if (faults.hasUnknown) faults.raise();
  const times = wanted?.times ?? [anyTime];
  const { department } = course!;
  const teachingClass = await addTeachingClass(em, input, { department, headCount: headCount! });
  const classroomType = roomTypeFor(course!, kindCalled(creditHourType!));
  const kind = { creditHourType: input.creditHourType, classroomType };
  const meetings = await addMeetings(em, teachingClass, kind, times);
  await addSeries(em, series, teachingClass, { ...input, ...settled?.hours }, campus!);
  const items = meetings.map((meeting, at) => {
    const { dayOfWeek: day, periodStart: period } = times[at];
    return { meeting, series, place: { day, period, room: input.classroom, teacher: input.teacher } };
  });
  const { act, reason, acceptsClashes, isDryRun: isRehearsed } = terms;
  const request = { timetable: timetable.id, act, items, reason, acceptsClashes, isRehearsed };
  const own = { timetable, series, meetings: new Set(meetings) };
  const ofForm = [
    ...(wanted?.warnings ?? []),
    ...(settled ? [...settled.warnings, ...heldTooLong(settled.left, times)] : []),
  ];
  const outcome = await faults.placed(() => applyTo(ctx, em, timetable, request), {
    areTimesWanted: wanted !== undefined,
    onClash: (error) => {
      if (isRehearsed) throw new ClashesShown(error, own, ofForm);
      return nevertheless(ctx, em, request, { error, own, ofForm, shown });
    },
  });
  faults.raise();
  await forgetShown(em, series);
  return { series, warnings: [...ofForm, ...outcome!.warnings] };
}

/** A new teaching class; its code is one that nobody else has. */
async function addTeachingClass(
  em: EntityManager,
  { semester, course, teachingClassName, administrativeClasses, studentCount }: SeriesInput,
  { department, headCount }: { readonly department: string; readonly headCount: number },
): Promise<string> {
  const id = uuidv7();
  const classes = [...new Set(administrativeClasses ?? [])];
  const count = studentCount ?? headCount;
  await insertTeachingClass(
    em,
    id,
    uuidv4().replaceAll('-', ''),
    teachingClassName,
    semester,
    course,
    department,
    classes.length > 0,
    count,
  );
  await letAttend(em, id, classes);
  return id;
}

/** Adds a meeting of the teaching class for each time, numbered after those that it has. */
export async function addMeetings(
  em: EntityManager,
  teachingClass: string,
  kind: { readonly creditHourType: string | null; readonly classroomType: string | null },
  times: readonly Time[],
): Promise<string[]> {
  const rows = times.map(({ periodStart, periodEnd, weeks }, at) => ({
    id: uuidv7(),
    at: at + 1,
    periods: periodEnd - periodStart + 1,
    weeks,
  }));
  await insertMeetings(em, teachingClass, kind.creditHourType, kind.classroomType, json(rows));
  return rows.map(({ id }) => id);
}

/** Clients send the department's identifier, which is longer with dashes than they read it back. */
const ownershipOf = (text: string): string => canonicalId(text)?.replaceAll('-', '') ?? text;

const addSeries = (
  em: EntityManager,
  series: string,
  teachingClass: string,
  input: SeriesInput,
  campus: string,
): Promise<unknown> =>
  insertSeries(
    em,
    series,
    teachingClass,
    input.creditHourType,
    input.teachingHours,
    input.scheduledHours,
    input.totalHours,
    input.priority,
    ownershipOf(input.courseOwnership),
    campus,
    input.consecutivePeriods,
  );
