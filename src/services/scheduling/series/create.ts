import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { SeriesClash, SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { canonicalId } from '../../../schema/scalars.js';
import type { Context } from '../../../data/context.js';
import { rehearse, transaction } from '../../../data/transaction.js';
import { requireGrant } from '../../organisation/grants.js';
import { applyTo, forgetTimetables, noReason } from '../changes/change.js';
import { ClashError } from '../changes/clashes.js';
import { publishedFor } from '../changes/published.js';
import type { ChangedTimetable } from '../changes/timetable.js';
import { fingerprintOf, hashed, seriesClashes } from './clashes.js';
import { checkHours, readReferences, type References } from './references.js';
import { forgetShown, rememberShown, shownBefore, type ShownClashes } from './repeats.js';
import { wantedTimes, type Time } from './times.js';

/** How a new series deals with clashes. */
export interface CreationTerms {
  /** Whether clashes are accepted, with the reason. */
  readonly acceptsClashes: boolean;
  readonly reason?: string | null;
  /** Whether clashes are an answer instead of a refusal, and the same input once more accepts them. */
  readonly acceptsByRepetition: boolean;
  readonly isDryRun: boolean;
}

const repeatedReason = '冲突已显示，再次提交同样的内容以确认';

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
export type Creation = { readonly series: string | null; readonly clashes: SeriesClash[] };

/** Stores a teaching class and a series of its meetings, placed as published, all or nothing. */
export async function createSeries(
  ctx: Context,
  input: SeriesInput,
  terms: CreationTerms,
): Promise<Creation> {
  if (terms.acceptsClashes && !terms.reason?.trim()) throw noReason();
  const digest = hashed(input);
  const shown = terms.acceptsByRepetition ? await shownBefore(ctx, input.semester, digest) : null;
  const series = shown?.series ?? uuidv4();
  try {
    const work = (em: EntityManager): Promise<void> => place(ctx, em, input, series, { ...terms, shown });
    await (terms.isDryRun ? rehearse(ctx, work) : transaction(ctx, work));
  } catch (error) {
    if (!(error instanceof Shown)) throw error;
    const { clashes, fingerprint } = error;
    if (!terms.isDryRun) await rememberShown(ctx, input.semester, digest, { series, fingerprint });
    return { series: null, clashes };
  }
  forgetTimetables(ctx);
  return { series: terms.isDryRun ? null : series, clashes: [] };
}

async function place(
  ctx: Context,
  em: EntityManager,
  input: SeriesInput,
  series: string,
  {
    acceptsClashes,
    reason,
    isDryRun,
    acceptsByRepetition,
    shown,
  }: CreationTerms & { shown: ShownClashes | null },
): Promise<void> {
  const timetable = await publishedFor(ctx, em, input.semester);
  const references = await readReferences(em, input);
  await requireGrant(ctx, references.department);
  checkHours(input, references);
  const times = wantedTimes(input.times, timetable);
  const teachingClass = await addTeachingClass(em, input, references);
  const meetings = await addMeetings(em, teachingClass, input.creditHourType, times);
  await addSeries(em, series, teachingClass, input, references.campus);
  const items = meetings.map((meeting, at) => {
    const { dayOfWeek: day, periodStart: period } = times[at];
    return { meeting, series, place: { day, period, room: input.classroom, teacher: input.teacher } };
  });
  const request = { timetable: timetable.id, items };
  try {
    await applyTo(ctx, em, timetable, { ...request, reason, acceptsClashes });
  } catch (error) {
    if (!(error instanceof ClashError) || !(acceptsByRepetition || isDryRun)) throw error;
    const made = new Set(meetings);
    const fingerprint = fingerprintOf(error.clashes, made);
    if (isDryRun || !shown?.isRead || shown.fingerprint !== fingerprint)
      throw new Shown(await clashesFor(ctx, em, timetable, error, { series, meetings: made }), fingerprint);
    await applyTo(ctx, em, timetable, { ...request, reason: repeatedReason, acceptsClashes: true });
  }
  await forgetShown(em, series);
}

const clashesFor = (
  ctx: Context,
  em: EntityManager,
  timetable: ChangedTimetable,
  { clashes }: ClashError,
  own: { series: string; meetings: ReadonlySet<string> },
): Promise<SeriesClash[]> => seriesClashes(ctx, em, timetable, clashes, own);

/** A new teaching class; its code is one that nobody else has. */
async function addTeachingClass(
  em: EntityManager,
  { semester, course, teachingClassName, administrativeClasses, studentCount }: SeriesInput,
  { department, headCount }: References,
): Promise<string> {
  const id = uuidv7();
  const classes = [...new Set(administrativeClasses ?? [])];
  const count = studentCount ?? headCount;
  await em.execute(
    `insert into teaching_class (id, code, name, semester_id, course_id, department_id, is_compulsory,
       student_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
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
