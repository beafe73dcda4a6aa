import type { App } from '../data/app.js';
import { systemContext } from '../data/context.js';
import { claimExport, concludeExport, exportRecords } from '../services/scheduling/exports/export-records.js';
import { timetableFile } from '../services/scheduling/exports/files.js';
import { runPersonalTask } from './task-run.js';

/** Share of the progress that is made when all timetables are read. */
const readShare = 0.8;

/** How far an export is. */
interface ExportProgress {
  readonly progress: number;
  readonly pagesRead: number;
  readonly best?: undefined;
}

/** Makes the file of the export whose turn it is. Aborting `stopping` returns the task to the queue. */
export async function runExport(app: App, stopping: AbortSignal): Promise<void> {
  const ctx = systemContext(app, 'export job');
  const claim = await claimExport(ctx);
  if (!claim) return;
  await runPersonalTask<ExportProgress>(
    ctx,
    claim,
    {
      records: exportRecords,
      report: (progress) => exportRecords.report(ctx, claim, { ...progress }),
      lost: { pagesRead: 0 },
      work: async (owner, { signal, report }) => {
        let pagesRead = 0;
        const file = await timetableFile(owner, claim.format, claim.input, {
          isTask: true,
          signal,
          onPage: (number, count) => {
            pagesRead = number;
            report({ pagesRead, progress: readShare * (number / count) });
          },
        });
        await concludeExport(ctx, claim, file, pagesRead);
      },
      tooManyCrashes: (crashes) => ({
        zh: `导出进程已 ${crashes} 次异常终止或失去数据库连接，任务已放弃，请按部门或教学楼分开导出`,
        en:
          `The export was given up after ${crashes} worker crashes or losses of the database. Maybe export ` +
          'departments or buildings apart.',
      }),
    },
    stopping,
  );
}
