import type { EntityManager } from '@mikro-orm/postgresql';
import type { ImportStage, ImportSubject } from '../../schema/enums.js';
import type { Context } from '../../data/context.js';
import type { ImportOutcome } from '../imports/import-plans.js';
import {
  TaskEndedError,
  TaskRecords,
  type Answer,
  type Holder,
  type PersonalClaim,
} from '../../data/tasks/task.queries.js';
import { transaction } from '../../data/transaction.js';
import { json } from '../../data/statements.js';
import { deleteOldUploads, importClaimColumns, storeCells } from './import-tasks.queries.js';

/** The worker's access to the records of import tasks. */
export const importRecords = new TaskRecords({
  table: 'import_task',
  noun: { zh: '导入任务', en: 'import task' },
  topic: 'importTask',
  job: 'import',
});

/** A task that this worker holds. */
export interface ImportClaim extends PersonalClaim {
  readonly subject: ImportSubject;
  readonly isTolerant: boolean;
  readonly isDryRun: boolean;
  readonly upload: Buffer;
}

/** The progress of a running import. */
export interface ImportTaskProgress {
  readonly stage: ImportStage;
  readonly progress: number;
  readonly rowsRead: number;
  readonly rowsStored: number;
  readonly totalCount: number | null;
  readonly best?: undefined;
}

/**
 * Claims a task that waits or whose worker crashed; with `isCancelled`, only to end it. Null when there is
 * none to claim.
 */
export const claimImport = (
  ctx: Context,
  id: string,
  { isCancelled }: { isCancelled?: boolean } = {},
): Promise<ImportClaim | null> =>
  importRecords.claim<ImportClaim>(ctx, id, { columns: importClaimColumns, stage: 'READING', isCancelled });

/** Writes the progress, which is also a heartbeat. Null when another worker has taken the task over. */
export const reportImport = (
  ctx: Context,
  holder: Holder,
  progress: ImportTaskProgress,
): Promise<Answer | null> => importRecords.report(ctx, holder, { ...progress });

/** Ends a task with its outcome, in the transaction that stores the rows. @throws TaskEndedError */
export async function conclude(
  ctx: Context,
  em: EntityManager,
  holder: ImportClaim,
  { totalCount, successCount, failedCount, failures, notices, refusal }: ImportOutcome,
): Promise<void> {
  const answer = await importRecords.lock(em, holder);
  if (!answer || answer.isCancelled) throw new TaskEndedError(answer ? 'cancelled' : 'lost');
  await storeCells(em, json(failures), json(notices), holder.id);
  await importRecords.release(ctx, em, holder, refusal ? 'FAILED' : 'COMPLETED', {
    // The last report may have been passed over, because the task ended before its turn.
    rowsRead: totalCount,
    totalCount,
    successCount,
    failedCount,
    ...(refusal
      ? { failureZh: refusal.text.zh, failureEn: refusal.text.en }
      : { progress: 1, stage: 'STORING', rowsStored: holder.isDryRun ? 0 : successCount }),
  });
}

/** Ends a cancelled task. False when another worker has taken it over. */
const endCancelled = (ctx: Context, holder: Holder): Promise<boolean> =>
  transaction(ctx, (em) => importRecords.release(ctx, em, holder, 'CANCELLED', { rowsStored: 0 }));

/** Cancels a task that no worker is running: it waits, or its worker crashed. */
export async function takeBack(ctx: Context, id: string): Promise<boolean> {
  const claim = await claimImport(ctx, id, { isCancelled: true });
  return claim !== null && endCancelled(ctx, claim);
}

/** Deletes the workbooks of tasks that ended a day ago. */
export async function deleteOldWorkbooks(ctx: Context): Promise<void> {
  await deleteOldUploads(ctx.em);
}
