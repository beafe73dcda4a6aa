import { ImportStage } from '../schema/enums.js';
import { DomainError, errors } from '../schema/errors.js';
import { loggable } from '../schema/loggable.js';
import { outageOf } from '../schema/outages.js';
import type { Text } from '../schema/texts.js';
import { viewerOfUser } from '../services/accounts/viewer.js';
import type { App } from '../data/app.js';
import { callerContext, systemContext, type Context } from '../data/context.js';
import type { ImportProgress } from '../services/imports/import-plans.js';
import { importServices } from '../services/import-tasks/importable.js';
import {
  claimImport,
  conclude,
  endCancelled,
  ImportEndedError,
  importRecords,
  reportImport,
  type ImportClaim,
  type ImportTaskProgress,
} from '../services/import-tasks/import-records.js';
import { crashesMax, Pulse } from './pulse.js';

/** Share of the progress that reading the workbook makes up. */
const readShare = 0.5;

/** Runs an import task if it can be claimed. Aborting `stopping` returns the task to the queue. */
export async function runImportTask(app: App, taskId: string, stopping: AbortSignal): Promise<void> {
  const ctx = systemContext(app, 'import job', taskId);
  const claim = await claimImport(ctx, taskId);
  if (claim) await new ImportRun(ctx, claim).execute(stopping);
}

/**
 * One worker's run of one task. The rows and the final status are written in one transaction, so an import is
 * stored exactly once or not at all.
 */
class ImportRun {
  readonly #pulse: Pulse<ImportTaskProgress>;

  constructor(
    private readonly ctx: Context,
    private readonly claim: ImportClaim,
  ) {
    this.#pulse = new Pulse(ctx, claim, {
      records: importRecords,
      report: (progress) => reportImport(ctx, claim, progress),
    });
  }

  async execute(stopping: AbortSignal): Promise<void> {
    if (this.claim.isCancelled) this.#pulse.interrupt('cancelled');
    await this.#pulse.during(stopping, async () => {
      try {
        await this.#work();
      } catch (error) {
        await this.#pulse.stop();
        await this.#end(error);
      }
    });
  }

  async #work(): Promise<void> {
    const { ctx, claim } = this;
    const signal = this.#pulse.interruption;
    signal.throwIfAborted();
    if (claim.crashes > crashesMax) throw tooManyCrashes(claim.crashes);
    const { subject, isTolerant, isDryRun, upload } = claim;
    await importServices[subject].attempt(
      await this.#callerContext(),
      upload,
      { tolerant: isTolerant, dryRun: isDryRun },
      {
        signal,
        progress: (progress) => this.#pulse.report(progressOf(progress)),
        conclude: (em, outcome) => conclude(ctx, em, claim, outcome),
      },
    );
  }

  /** The import runs with the rights that the person has now. */
  async #callerContext(): Promise<Context> {
    const { app, language } = this.ctx;
    const { id, requestedBy } = this.claim;
    const viewer = requestedBy && (await viewerOfUser(this.ctx, requestedBy));
    if (!viewer) throw errors.unauthenticated();
    const requestId = `import task ${id}`;
    return callerContext(app, { viewer, language, requestId, address: 'local', taskId: id });
  }

  async #end(error: unknown): Promise<void> {
    const { ctx, claim } = this;
    const { aborted, reason } = this.#pulse.interruption;
    const interruption: unknown = error instanceof ImportEndedError ? error.reason : aborted ? reason : null;
    if (interruption === 'lost') return;
    if (interruption === 'cancelled') await endCancelled(ctx, claim);
    else if (interruption === 'stopping') await importRecords.handBack(ctx, claim, { rowsStored: 0 });
    else {
      const facts = { err: loggable(error), taskId: claim.id };
      // Its heartbeats end, so that a worker takes it up again when the database is back.
      if (outageOf(error)) return ctx.app.log.warn(facts, 'an import task waits for the database');
      if (!(error instanceof DomainError)) ctx.app.log.error(facts, 'an import task failed');
      await importRecords.fail(ctx, claim, reasonFor(error), { rowsStored: 0 });
    }
  }
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

const tooManyCrashes = (crashes: number): DomainError =>
  new DomainError('OPERATION_FAILED', {
    zh: `导入进程已 ${crashes} 次异常终止或失去数据库连接，任务已放弃，请将工作簿拆分后再导入`,
    en:
      `The import was given up after ${crashes} worker crashes or losses of the database. Maybe split the ` +
      'workbook.',
  });

const reasonFor = (error: unknown): Text =>
  error instanceof DomainError
    ? error.text
    : {
        zh: '服务器内部错误，请联系管理员查看日志。',
        en: 'Internal error; see the log of the worker for details.',
      };
