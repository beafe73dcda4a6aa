import type { EntityManager } from '@mikro-orm/postgresql';
import { authorize, declareRights, planners, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { readOne } from '../../../data/lists/reading.js';
import type { TaskEvent } from '../../../data/tasks/task-events.js';
import { transaction } from '../../../data/transaction.js';
import { TimetableExport } from '../../../entities/timetable-exports.js';
import { TaskStatus } from '../../../schema/enums.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import type { TimetableFileFormat } from '../../../schema/timetables.js';
import { lockAccount } from '../../import-tasks/import-tasks.queries.js';
import { fileOfExport } from './exports.queries.js';
import { exportRecords } from './export-records.js';
import { authorizeFile, type TimetableFile, type TimetableFileInput } from './files.js';

declareRights({ cancelTimetableExport: planners });

/** Exports of one person that may wait or run at a time. */
const activeMax = 5;

class TimetableExportService extends CrudService<TimetableExport> {
  constructor() {
    super(TimetableExport, { plural: 'timetableExports', rights: { one: planners, page: planners } });
  }

  /** Records a task and queues its job in one transaction. */
  async start(
    ctx: Context,
    format: TimetableFileFormat,
    input: TimetableFileInput,
  ): Promise<Row<TimetableExport>> {
    authorize(ctx, 'startTimetableExport');
    authorizeFile(ctx, format, input);
    const requestedBy = viewerOf(ctx).userId;
    const id = await transaction(ctx, async (em) => {
      await refuseTooMany(em, requestedBy);
      const task = em.create(TimetableExport, { format, input: { ...input }, requestedBy } as never);
      await em.flush();
      await exportRecords.queue(ctx, em, task.id);
      return task.id;
    });
    return this.load(ctx, id);
  }

  /** Ends a waiting task at once; asks the worker of a running one to stop. */
  async cancel(ctx: Context, id: string): Promise<Row<TimetableExport>> {
    authorize(ctx, 'cancelTimetableExport');
    await this.load(ctx, id);
    if (!(await exportRecords.withdraw(ctx, id))) await exportRecords.requestCancellation(ctx, id);
    ctx.rows.forget(TimetableExport);
    return this.load(ctx, id);
  }

  /** Follows a task: one event now and one for every change. */
  follow(ctx: Context, id: string): AsyncIterableIterator<TaskEvent> {
    authorize(ctx, 'timetableExport');
    return ctx.app.bus.follow(exportRecords.topic, id);
  }

  /** The file of a task of the caller's; null when there is none any more. */
  async file(ctx: Context, id: string): Promise<TimetableFile | null> {
    authorize(ctx, 'timetableExport');
    const { format, input } = await readOne(ctx, TimetableExport, id);
    authorizeFile(ctx, format, input as TimetableFileInput);
    const [file] = await fileOfExport(ctx.em, id);
    return file ?? null;
  }
}

/** Files of timetables that are made after the request. */
export const timetableExports = new TimetableExportService();

/** Limits a person's active exports; locking the account serialises concurrent starts. */
async function refuseTooMany(em: EntityManager, requestedBy: string): Promise<void> {
  await lockAccount(em, requestedBy);
  const status = { $in: [TaskStatus.QUEUED, TaskStatus.RUNNING] };
  const active = await em.count(TimetableExport, { requestedBy, status });
  if (active < activeMax) return;
  throw new DomainError('TOO_MANY_REQUESTS', {
    zh: `您已有 ${active} 个导出任务在等待或执行，请稍后再试，或取消其中一个`,
    en: `${active} of your exports wait or run already. Maybe wait for one of them, or cancel it.`,
  });
}
