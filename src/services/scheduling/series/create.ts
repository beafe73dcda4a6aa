import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { SeriesClash, SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { ConflictStatus } from '../../../schema/timetables.js';
import { canonicalId } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { rehearse, transaction } from '../../../data/transaction.js';
import { requireGrant } from '../../organisation/grants.js';
import {
  applyTo,
  forgetTimetables,
  noReason,
  type ChangeOutcome,
  type ChangeRequest,
} from '../changes/change.js';
import type { ClashError } from '../changes/clashes.js';
import { publishedFor } from '../drafts/published.js';
import type { PlacementTerms } from '../placement/acts.js';
import type { ChangedTimetable } from '../changes/timetable.js';
import { fingerprintOf, hashed, seriesClashes } from './series-clashes.js';
import { Faults } from './faults.js';
import { heldTooLong, settledHours } from './series-hours.js';
import { readReferences } from './references.js';
import {
  byRepetition,
  forgetShown,
  isRead,
  rememberShown,
  sendAgain,
  shownBefore,
  type ShownClashes,
} from './repeats.js';
import { wantedTimes, type Time } from './wanted-times.js';

/** How a new series deals with what speaks against it. */
export interface CreationTerms extends PlacementTerms {
  /** Whether clashes are accepted, with the reason. */
  readonly acceptsClashes: boolean;
  /** Whether clashes are an answer instead of a refusal, and the same input once more accepts them. */
  readonly acceptsByRepetition: boolean;
  readonly isDryRun: boolean;
}

/** Nothing is stored, because of clashes that are to be shown. */
class Shown extends Error {
  constructor(
    readonly clashes: SeriesClash[],
    readonly fingerprint: string,
  ) {
    super('Clashes are shown.');
  }
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
  const digest = hashed(input);
  const shown = terms.acceptsByRepetition ? await shownBefore(ctx, digest) : null;
  const series = shown?.series ?? uuidv4();
  try {
    const work = (em: EntityManager): Promise<readonly Text[]> =>
      place(ctx, em, input, series, { ...terms, shown });
    const warnings = await (terms.isDryRun ? rehearse(ctx, work) : transaction(ctx, work));
    forgetTimetables(ctx);
    return { series: terms.isDryRun ? null : series, clashes: [], warnings };
  } catch (error) {
    if (!(error instanceof Shown)) throw error;
    const { clashes, fingerprint } = error;
    if (!terms.isDryRun) await rememberShown(ctx, input.semester, digest, { series, fingerprint });
    return { series: null, clashes, warnings: [] };
  }
}

/** The terms, and what was answered to the same input. */
type ShownTerms = CreationTerms & { readonly shown: ShownClashes | null };

/** Held nowhere, so that teacher and room are judged although the times are not as they should be. */
const anyTime: Time = { dayOfWeek: 1, periodStart: 1, periodEnd: 1, weeks: [1] };

/** Stores everything and answers what speaks against it without forbidding it. */
async function place(
  ctx: Context,
  em: EntityManager,
  input: SeriesInput,
  series: string,
  terms: ShownTerms,
): Promise<readonly Text[]> {
  const timetable = await publishedFor(ctx, em, input.semester);
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
  const meetings = await addMeetings(em, teachingClass, input.creditHourType, times);
  await addSeries(em, series, teachingClass, { ...input, ...settled?.hours }, campus!);
  const items = meetings.map((meeting, at) => {
    const { dayOfWeek: day, periodStart: period } = times[at];
    return { meeting, series, place: { day, period, room: input.classroom, teacher: input.teacher } };
  });
  const { act, reason, acceptsClashes, isDryRun: isRehearsed } = terms;
  const request = { timetable: timetable.id, act, items, reason, acceptsClashes, isRehearsed };
  const own = { request, series, meetings: new Set(meetings), terms };
  const outcome = await faults.placed(
    () => applyTo(ctx, em, timetable, request),
    (error) => acceptShown(ctx, em, timetable, { ...own, error }),
  );
  faults.raise();
  await forgetShown(em, series);
  return [
    ...[...wanted!.warnings, ...settled!.warnings],
    ...[...heldTooLong(settled!, times), ...outcome!.warnings],
  ];
}

/** Carries out a request in spite of its clashes where they were shown to the caller; else shows them. */
async function acceptShown(
  ctx: Context,
  em: EntityManager,
  timetable: ChangedTimetable,
  {
    request,
    terms: { acceptsByRepetition, isDryRun, shown },
    error,
    ...own
  }: {
    readonly request: ChangeRequest;
    readonly series: string;
    readonly meetings: ReadonlySet<string>;
    readonly terms: ShownTerms;
    readonly error: ClashError;
  },
): Promise<ChangeOutcome> {
  if (!(acceptsByRepetition || isDryRun)) throw error;
  const fingerprint = fingerprintOf(error.clashes, own.meetings);
  if (!isDryRun && isRead(shown, fingerprint))
    return applyTo(ctx, em, timetable, { ...request, ...byRepetition(request.reason) });
  const told = { status: ConflictStatus.OPEN, ...(acceptsByRepetition && { hint: sendAgain }) };
  const clashes = await seriesClashes(ctx, em, timetable, error.clashes, own, told);
  throw new Shown(clashes, fingerprint);
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
  await em.execute(
    `insert into teaching_class (id, code, name, semester_id, course_id, department_id, is_compulsory,
       student_count, is_made_with_series)
     values ($1, $2, $3, $4, $5, $6, $7, $8, true)`,
    [
      id,
      uuidv4().replaceAll('-', ''),
      teachingClassName,
      semester,
      course,
      department,
      classes.length > 0,
      count,
    ],
  );
  await em.execute(
    `insert into teaching_class_group (id, teaching_class_id, administrative_class_id)
     select g.id, $1, g."administrativeClass"
     from jsonb_to_recordset($2) as g (id uuid, "administrativeClass" uuid)`,
    [id, JSON.stringify(classes.map((administrativeClass) => ({ id: uuidv7(), administrativeClass })))],
  );
  return id;
}

/** Adds a meeting of the teaching class for each time, numbered after those that it has. */
export async function addMeetings(
  em: EntityManager,
  teachingClass: string,
  creditHourType: string | null,
  times: readonly Time[],
): Promise<string[]> {
  const rows = times.map(({ periodStart, periodEnd, weeks }, at) => ({
    id: uuidv7(),
    at: at + 1,
    periods: periodEnd - periodStart + 1,
    weeks,
  }));
  await em.execute(
    `insert into meeting (id, teaching_class_id, sequence, periods, weeks, credit_hour_type_id)
     select n.id, $1, n.at + coalesce((select max(sequence) from meeting where teaching_class_id = $1), 0),
       n.periods, n.weeks, $2::uuid
     from jsonb_to_recordset($3) as n (id uuid, at int, periods int, weeks int[])`,
    [teachingClass, creditHourType, JSON.stringify(rows)],
  );
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
  em.execute(
    `insert into series (id, teaching_class_id, credit_hour_type_id, teaching_hours, scheduled_hours,
       total_hours, priority, course_ownership, teaching_campus_id, consecutive_periods)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
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
    ],
  );
