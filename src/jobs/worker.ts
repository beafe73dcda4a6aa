import { logRepeated } from '../schema/outages.js';
import type { App } from '../data/app.js';
import { systemContext } from '../data/context.js';
import { forgetOldCounts } from '../services/accounts/counters.js';
import { keepAuditPartitions } from '../services/system/audit-partitions.js';
import { forgetOldAnswers } from '../data/idempotency.js';
import { forgetOldUsage } from '../services/assistant/model/usage.js';
import { deleteOldConversations } from '../services/assistant/conversation/conversations.js';
import { deleteOldRequests } from '../services/system/logged-requests.js';
import { deliverDueMails, deliverMail } from '../services/system/mail.js';
import { deleteOldWorkbooks, importRecords } from '../services/import-tasks/import-records.js';
import { drawDue } from '../services/scheduling/enrolment/drawing.js';
import { moveUp, settleUnsettled } from '../services/scheduling/enrolment/moving-up.js';
import { mailDigests } from '../services/scheduling/notices/digests.js';
import { forgetOldNotices, tellOfChanges } from '../services/scheduling/notices/telling.js';
import { schedulingRecords } from '../services/scheduling/runs/task-records.js';
import { deleteOldFiles, exportRecords } from '../services/scheduling/exports/export-records.js';
import { runExport } from './exports.js';
import { runImportTask } from './imports.js';
import { runSearch } from './search-worker.js';
import { searchQueue } from './joint-search.js';
import { runSchedulingTask, type SchedulingParts } from './scheduling.js';

/** Interval of the search for tasks that wait, of which the queue has lost the job. */
const taskSweepMs = 5_000;
/** Interval of the search for tasks whose worker died, because somebody may be watching them. */
const abandonedSweepMs = 1_000;
/** Interval of the look at waiting lists and lotteries: somebody may be watching. */
const enrolmentSweepMs = 1_000;
/** Interval of the look at changes of which nobody has been told: somebody may be watching. */
const noticeSweepMs = 1_000;
/** Interval of the mails that tell of changes. */
const digestSweepMs = 60_000;
/** Interval of the deletion of workbooks and other files that are no longer needed. */
const workbookSweepMs = 10 * 60_000;
/** Interval of the deletion of answers that were kept for idempotency keys. */
const answerSweepMs = 10 * 60_000;
/** Interval of the deletion of counts that have ended. */
const countSweepMs = 10 * 60_000;
/** Interval of the search for failed mails that are due again. */
const mailSweepMs = 15_000;
/** Interval of the look at the partitions of the audit log, which are made months ahead. */
const partitionSweepMs = 24 * 60 * 60_000;

/** Interval of the deletion of logged requests that were kept long enough. */
const requestSweepMs = 10 * 60_000;

/** Interval of the deletion of conversations that were kept long enough. */
const conversationSweepMs = 10 * 60_000;

/** Runs jobs until it is stopped. */
export interface JobWorker {
  /** Takes no new jobs; a running search saves its best timetable and its task returns to the queue. */
  stop(): Promise<void>;
}

/** Starts a worker in this process. Any number of workers may share a database. */
export async function startWorker(app: App, parts: SchedulingParts = {}): Promise<JobWorker> {
  const { jobs } = app;
  // Two semesters at once; tasks of one semester wait for each other, and persons take turns.
  const workOnSemester = (): Promise<() => Promise<void>> =>
    jobs.work('scheduling', (_, stopping) => runSchedulingTask(app, stopping, parts));
  const stops = [
    await workOnSemester(),
    await workOnSemester(),
    await jobs.work(searchQueue, (_, stopping) => runSearch(app, stopping, parts)),
    await jobs.work('import', (id, stopping) => runImportTask(app, id, stopping)),
    await jobs.work('export', (_, stopping) => runExport(app, stopping)),
    await jobs.work('mail', async (id) => void (await deliverMail(app, id))),
    ...[schedulingRecords, importRecords, exportRecords].flatMap((records) => [
      repeat(app, taskSweepMs, () => records.queueForgotten(systemContext(app, 'sweep of forgotten tasks'))),
      repeat(app, abandonedSweepMs, () =>
        records.queueAbandoned(systemContext(app, 'sweep of abandoned tasks')),
      ),
    ]),
    ...[drawDue, moveUp, settleUnsettled].map((sweep) => repeat(app, enrolmentSweepMs, () => sweep(app))),
    repeat(app, noticeSweepMs, () => tellOfChanges(app)),
    repeat(app, digestSweepMs, () => mailDigests(app)),
    repeat(app, partitionSweepMs, () => forgetOldNotices(app)),
    repeat(app, workbookSweepMs, () => deleteOldWorkbooks(systemContext(app, 'sweep of old workbooks'))),
    repeat(app, workbookSweepMs, () => deleteOldFiles(systemContext(app, 'sweep of old exports'))),
    repeat(app, requestSweepMs, () => deleteOldRequests(systemContext(app, 'sweep of old requests'))),
    repeat(app, conversationSweepMs, () =>
      deleteOldConversations(systemContext(app, 'sweep of old conversations')),
    ),
    repeat(app, answerSweepMs, () => forgetOldAnswers(systemContext(app, 'sweep of old answers'))),
    repeat(app, answerSweepMs, () => forgetOldUsage(systemContext(app, 'sweep of old usage'))),
    repeat(app, countSweepMs, () => forgetOldCounts(systemContext(app, 'sweep of old counts'))),
    repeat(app, mailSweepMs, () => deliverDueMails(app)),
    repeat(app, partitionSweepMs, () => keepAuditPartitions(app)),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/**
 * Runs an action at an interval, never two at a time. The returned function ends it and waits for the current
 * run.
 */
function repeat(app: App, everyMs: number, act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let isIdle = true;
  const timer = setInterval(() => {
    if (!isIdle) return;
    isIdle = false;
    running = act()
      .catch((error: unknown) => logRepeated(app, error, 'a sweep failed and is repeated'))
      .finally(() => (isIdle = true));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
