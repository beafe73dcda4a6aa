import { ImportStage } from '../schema/enums.js';
import type { App } from '../data/app.js';
import { systemContext } from '../data/context.js';
import type { ImportProgress } from '../services/imports/import-plans.js';
import { importServices } from '../services/import-tasks/importable.js';
import {
  claimImport,
  conclude,
  importRecords,
  reportImport,
  type ImportTaskProgress,
} from '../services/import-tasks/import-records.js';
import { runPersonalTask } from './task-run.js';

/** Share of the progress that reading the workbook makes up. */
const readShare = 0.5;

/**
 * Runs an import task if it can be claimed. Aborting `stopping` returns the task to the queue. The rows and
 * the final status are written in one transaction, so an import is stored exactly once or not at all.
 */
export async function runImportTask(app: App, taskId: string, stopping: AbortSignal): Promise<void> {
  const ctx = systemContext(app, 'import job', taskId);
  const claim = await claimImport(ctx, taskId);
  if (!claim) return;
  const { subject, isTolerant, isDryRun, upload } = claim;
  await runPersonalTask<ImportTaskProgress>(
    ctx,
    claim,
    {
      records: importRecords,
      report: (progress) => reportImport(ctx, claim, progress),
      lost: { rowsStored: 0 },
      work: async (owner, { signal, report }) => {
        const settings = { tolerant: isTolerant, dryRun: isDryRun };
        await importServices[subject].attempt(owner, upload, settings, {
          signal,
          progress: (progress) => report(progressOf(progress)),
          conclude: (em, outcome) => conclude(ctx, em, claim, outcome),
        });
      },
      tooManyCrashes: (crashes) => ({
        zh: `导入进程已 ${crashes} 次异常终止或失去数据库连接，任务已放弃，请将工作簿拆分后再导入`,
        en:
          `The import was given up after ${crashes} worker crashes or losses of the database. Maybe split ` +
          'the workbook.',
      }),
    },
    stopping,
  );
}

function progressOf({ rowsRead, rowsStored, totalCount, share }: ImportProgress): ImportTaskProgress {
  const isRead = totalCount !== null;
  return {
    stage: isRead || share ? ImportStage.STORING : ImportStage.READING,
    progress:
      share !== undefined
        ? share
        : isRead
          ? readShare + (1 - readShare) * (rowsStored / Math.max(1, totalCount))
          : 0,
    rowsRead,
    rowsStored,
    totalCount,
  };
}
