import type { EntityManager } from '@mikro-orm/postgresql';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import type { TimetableStatus } from '../../../schema/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import type { Act } from '../placement/acts.js';
import type { Grid } from '../placement/facts.js';
import { weekCountOf } from '../semester/weeks.js';
import { lockTimetable, timetableAndGrid, type TimetableAndGrid } from './changes.queries.js';

/** A timetable as a change meets it, with the grid of its semester. */
export interface ChangedTimetable extends TimetableAndGrid {
  readonly weeks: number;
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
  if (isLocked) await lockTimetable(em, id);
  // It was discarded since it was read.
  return (await readTimetable(em, id)) ?? openTimetable(ctx, em, id, { isLocked });
}

/** A timetable that exists, locked: its writers line up behind each other. */
export async function lockedTimetable(em: EntityManager, id: string): Promise<ChangedTimetable> {
  await lockTimetable(em, id);
  return (await readTimetable(em, id))!;
}

async function readTimetable(em: EntityManager, id: string): Promise<ChangedTimetable | null> {
  const [row] = await timetableAndGrid(em, id);
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
      `课表第 ${revision} 版已归档，不能修改；可由它新建草稿，归档的草稿可以恢复`,
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
