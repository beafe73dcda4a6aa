import type { Context } from '../../../data/context.js';
import { TaskEndedError, TaskRecords, type PersonalClaim } from '../../../data/tasks/task.queries.js';
import { transaction } from '../../../data/transaction.js';
import { fileExtensions, type TimetableFileFormat } from '../../../schema/timetables.js';
import { deleteOldExports, exportClaimColumns, insertFile } from './exports.queries.js';
import { type TimetableFile, type TimetableFileInput } from './files.js';

/** The worker's access to the records of exports. */
export const exportRecords = new TaskRecords({
  table: 'timetable_export',
  noun: { zh: '课表导出', en: 'timetable export' },
  topic: 'timetableExport',
  job: 'export',
});

/** A task that this worker holds. */
export interface ExportClaim extends PersonalClaim {
  readonly format: TimetableFileFormat;
  readonly input: TimetableFileInput;
}

/** Claims the task whose turn it is: persons take turns. Null when there is none to claim. */
export const claimExport = (ctx: Context): Promise<ExportClaim | null> =>
  exportRecords.claim<ExportClaim>(ctx, null, { columns: exportClaimColumns });

/** Ends a task with its file. @throws TaskEndedError */
export function concludeExport(
  ctx: Context,
  { id, fence, format }: ExportClaim,
  { name, type, content }: TimetableFile,
  pagesRead: number,
): Promise<void> {
  return transaction(ctx, async (em) => {
    const answer = await exportRecords.lock(em, { id, fence });
    if (!answer || answer.isCancelled) throw new TaskEndedError(answer ? 'cancelled' : 'lost');
    await insertFile(em, id, name, type, content);
    const path = `/timetables/exports/${id}.${fileExtensions[format]}`;
    await exportRecords.release(ctx, em, { id, fence }, 'COMPLETED', { progress: 1, pagesRead, path });
  });
}

/** Deletes the files of tasks that ended a day ago. */
export async function deleteOldFiles(ctx: Context): Promise<void> {
  await deleteOldExports(ctx.em);
}
