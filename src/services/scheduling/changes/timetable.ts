import type { EntityManager } from '@mikro-orm/postgresql';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import type { TimetableStatus } from '../../../schema/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import type { Act } from '../placement/acts.js';
import type { Grid } from '../placement/facts.js';
import { weekCountOf } from '../semester/weeks.js';
import { chosen } from './student-overlaps.js';

/** A timetable as a change meets it, with the grid of its semester. */
export interface ChangedTimetable {
  readonly id: string;
  readonly revision: number;
  readonly status: TimetableStatus;
  readonly semester: string;
  readonly semesterName: string;
  readonly isSemesterEnabled: boolean;
  readonly days: number;
  /** The days on which runs place meetings. */
  readonly schedulingDays: readonly number[];
  readonly periods: number;
  readonly weeks: number;
  /** Whether students chose something of the semester. */
  readonly isChosen: boolean;
  /** Number of the newest change of the semester. */
  readonly number: number;
}

/** The timetable as places are judged in it. */
export const gridOf = (timetable: ChangedTimetable): Grid => ({ ...timetable, timetable: timetable.id });

/** What somebody does who places meetings of it by hand. */
export const actIn = ({ status }: Pick<ChangedTimetable, 'status'>): Act =>
  status === 'PUBLISHED' ? 'editPublished' : 'editDraft';

/**
 * The timetable that is to be changed. Locked, its writers line up behind each other; a reader does not wait.
 * @throws NOT_FOUND when the caller may not see it
 */
export async function openTimetable(
  ctx: Context,
  em: EntityManager,
  id: string,
  { isLocked }: { isLocked: boolean },
): Promise<ChangedTimetable> {
  await readOne(ctx, Timetable, id);
  if (isLocked) await lock(em, id);
  // It was discarded since it was read.
  return (await readTimetable(em, id)) ?? openTimetable(ctx, em, id, { isLocked });
}

/** A timetable that exists, locked: its writers line up behind each other. */
export async function lockedTimetable(em: EntityManager, id: string): Promise<ChangedTimetable> {
  await lock(em, id);
  return (await readTimetable(em, id))!;
}

const lock = (em: EntityManager, id: string): Promise<unknown> =>
  em.execute('select from timetable where id = $1 for update', [id]);

async function readTimetable(em: EntityManager, id: string): Promise<ChangedTimetable | null> {
  const [row] = await em.execute<(ChangedTimetable & { startDate: string; endDate: string })[]>(
    `select t.id, t.revision, t.status, s.id as semester, s.name as "semesterName",
       s.is_enabled as "isSemesterEnabled", s.days_per_week as days, s.scheduling_days as "schedulingDays",
       s.periods_per_day as periods,
       s.start_date::text as "startDate", s.end_date::text as "endDate",
       ${chosen} as "isChosen",
       coalesce((select number from change_counter c where c.semester_id = s.id), 0) as number
     from timetable t join semester s on s.id = t.semester_id where t.id = $1`,
    [id],
  );
  return row ? { ...row, weeks: weekCountOf(row) } : null;
}

/** Throws unless the timetable may change, as the caller believes it to be. */
export function refuseUnchangeable(
  { revision, status, number, semesterName, isSemesterEnabled }: ChangedTimetable,
  {
    expectedNumber,
    expectedStatus,
  }: { expectedNumber?: number | null; expectedStatus?: TimetableStatus | null },
): void {
  if (status === 'ARCHIVED')
    throw invalid(
      `课表第 ${revision} 版已归档，不能修改；可由它新建草稿，归档的草稿可以恢复（restoreDraft）`,
      `Revision ${revision} is archived and does not change. Maybe make a draft from it, or restore an ` +
        'archived draft (restoreDraft).',
    );
  if (!isSemesterEnabled)
    throw invalid(
      `学期“${semesterName}”未启用，课表不能修改，请先启用学期`,
      `The semester "${semesterName}" is disabled, so its timetables do not change. Maybe enable it first.`,
    );
  if (expectedStatus && expectedStatus !== status)
    throw invalid(
      `课表第 ${revision} 版现在的状态是 ${status}，不再是 ${expectedStatus}，请刷新后重试`,
      `Revision ${revision} is ${status} now and no longer ${expectedStatus}. Maybe read it again.`,
    );
  if (typeof expectedNumber === 'number' && expectedNumber !== number)
    throw new DomainError(
      'VERSION_CONFLICT',
      {
        zh: `课表已变更到第 ${number} 号，不再是第 ${expectedNumber} 号，请刷新后重试`,
        en:
          `The semester has change ${number} by now, not ${expectedNumber}. Maybe read it again and ` +
          `repeat.`,
      },
      { number },
    );
}

/** A change that the state of things does not allow. */
export const invalid = (zh: string, en: string, details: object = {}): DomainError =>
  new DomainError('OPERATION_INVALID', { zh, en }, { ...details });
