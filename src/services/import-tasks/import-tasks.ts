import type { EntityManager } from '@mikro-orm/postgresql';
import { ImportTask } from '../../entities/imports.js';
import type { RowError } from '../../sheets/sheet.js';
import { ImportSubject, TaskStatus } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights, isPermitted, planners, viewerOf } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import type { TaskEvent } from '../../data/tasks/task-events.js';
import type { ImportTemplate } from '../imports/import-plans.js';
import { uploadOf, type ImportFile } from '../imports/uploads.js';
import { transaction } from '../../data/transaction.js';
import { importServices } from './importable.js';
import { importRecords, takeBack } from './import-records.js';
import { cellsOfTask, insertUpload, lockAccount, uploadOfTask } from './import-tasks.queries.js';

declareRights({ startImport: planners, cancelImport: planners, importSubjects: planners });
/** Imports of one person that may wait or run at a time. */
const activeMax = 5;

/** What to import, and how. */
interface ImportRequest {
  readonly subject: ImportSubject;
  readonly file: ImportFile;
  readonly isTolerant: boolean;
  readonly isDryRun: boolean;
}

class ImportTaskService extends CrudService<ImportTask> {
  constructor() {
    super(ImportTask, { plural: 'importTasks', rights: { one: planners, page: planners } });
  }

  /** What the caller may import. */
  subjects(ctx: Context): ImportSubject[] {
    authorize(ctx, 'importSubjects');
    return Object.values(ImportSubject).filter((each) =>
      isPermitted(ctx, importServices[each].operations.run),
    );
  }

  /** Records a task and queues its job in one transaction; also requires the right to import the subject. */
  async start(
    ctx: Context,
    { subject, file, isTolerant, isDryRun }: ImportRequest,
  ): Promise<Row<ImportTask>> {
    authorize(ctx, 'startImport');
    authorize(ctx, importServices[subject].operations.run);
    const requestedBy = viewerOf(ctx).userId;
    const upload = await uploadOf(file);
    const id = await transaction(ctx, async (em) => {
      await refuseTooMany(em, requestedBy);
      const task = em.create(ImportTask, { subject, isTolerant, isDryRun, requestedBy } as never);
      await em.flush();
      await insertUpload(
        em,
        task.id,
        Buffer.from(upload.buffer as ArrayBuffer, upload.byteOffset, upload.byteLength),
      );
      await importRecords.queue(ctx, em, task.id);
      return task.id;
    });
    return this.load(ctx, id);
  }

  /** Ends a waiting task at once; asks the worker of a running one to stop and roll back. */
  async cancel(ctx: Context, id: string): Promise<Row<ImportTask>> {
    authorize(ctx, 'cancelImport');
    await this.load(ctx, id);
    if (!(await takeBack(ctx, id))) await importRecords.requestCancellation(ctx, id);
    ctx.rows.forget(ImportTask);
    return this.load(ctx, id);
  }

  /** Follows a task: one event now and one for every change. */
  follow(ctx: Context, id: string): AsyncIterableIterator<TaskEvent> {
    authorize(ctx, 'importTask');
    return ctx.app.bus.follow(importRecords.topic, id);
  }

  /**
   * The bad cells of a task that the viewer may see, or those of which something is said; empty when they are
   * not known yet or no longer kept.
   */
  async cells(ctx: Context, { id }: Row<ImportTask>, kind: 'failures' | 'notices'): Promise<RowError[]> {
    const [file] = await cellsOfTask(kind)(ctx.em, id);
    return file?.cells ?? [];
  }

  /** The workbook of a task that the viewer may see, with its bad cells marked; null when no longer kept. */
  async marked(ctx: Context, { id, subject }: Row<ImportTask>): Promise<ImportTemplate | null> {
    const [file] = await uploadOfTask(ctx.em, id);
    return file ? importServices[subject].marked(ctx, file.upload, file.failures) : null;
  }
}

export const importTasks = new ImportTaskService();

/** Limits a person's active imports; locking the account serialises concurrent starts. */
async function refuseTooMany(em: EntityManager, requestedBy: string): Promise<void> {
  await lockAccount(em, requestedBy);
  const status = { $in: [TaskStatus.QUEUED, TaskStatus.RUNNING] };
  const active = await em.count(ImportTask, { requestedBy, status });
  if (active < activeMax) return;
  throw new DomainError('TOO_MANY_REQUESTS', {
    zh: `您已有 ${active} 个导入任务在等待或执行，请稍后再试`,
    en: `${active} of your imports wait or run already. Maybe wait for one of them, or cancel it.`,
  });
}
