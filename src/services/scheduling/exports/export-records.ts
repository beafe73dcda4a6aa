import type { Context } from '../../../data/context.js';
import { TaskEndedError, TaskRecords, type Holder } from '../../../data/tasks/task.queries.js';
import { transaction } from '../../../data/transaction.js';
import type { TimetableFileFormat } from '../../../schema/timetables.js';
import { deleteOldExports, exportClaimColumns, insertFile } from './exports.queries.js';
import type { TimetableFile, TimetableFileInput } from './files.js';

/** The worker's access to the records of exports. */
export const exportRecords = new TaskRecords({
  table: 'timetable_export',
  noun: { zh: '课表导出', en: 'timetable export' },
  topic: 'timetableExport',
  job: 'export',
});

/** A task that this worker holds. */
export interface ExportClaim extends Holder {
  readonly format: TimetableFileFormat;
  readonly input: TimetableFileInput;
  readonly requestedBy: string | null;
  readonly crashes: number;
  readonly isCancelled: boolean;
}

/** Claims a task that waits or whose worker crashed. Null when there is none to claim. */
export const claimExport = (ctx: Context, id: string): Promise<ExportClaim | null> =>
  exportRecords.claim<ExportClaim>(ctx, id, { columns: exportClaimColumns });

/** Ends a task with its file. @throws TaskEndedError */
export function concludeExport(
  ctx: Context,
  holder: Holder,
  { name, type, content }: TimetableFile,
): Promise<void> {
  return transaction(ctx, async (em) => {
    const answer = await exportRecords.lock(em, holder);
    if (!answer || answer.isCancelled) throw new TaskEndedError(answer ? 'cancelled' : 'lost');
    await insertFile(em, holder.id, name, type, content);
    const path = `/timetables/exports/${holder.id}.${name.slice(name.indexOf('.') + 1)}`;
    await exportRecords.release(ctx, em, holder, 'COMPLETED', { progress: 1, path });
  });
}

/** Deletes the files of tasks that ended a day ago. */
export async function deleteOldFiles(ctx: Context): Promise<void> {
  await deleteOldExports(ctx.em);
}
