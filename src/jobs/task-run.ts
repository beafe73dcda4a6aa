import { callerContext, type Context } from '../data/context.js';
import {
  TaskEndedError,
  type Answer,
  type PersonalClaim,
  type TaskRecords,
} from '../data/tasks/task.queries.js';
import { transaction } from '../data/transaction.js';
import { DomainError, errors } from '../schema/errors.js';
import { loggable } from '../schema/loggable.js';
import { logRepeated, outageOf } from '../schema/outages.js';
import type { Text } from '../schema/texts.js';
import { viewerOfUser } from '../services/accounts/viewer.js';
import { crashesMax, Pulse } from './pulse.js';

/** What a kind of personal task differs in. */
interface Kind<P> {
  readonly records: TaskRecords;
  /** Writes the progress; null when another worker has taken the task over. */
  readonly report: (progress: P) => Promise<Answer | null>;
  /** Does the work in the name of the person and stores its result. @throws TaskEndedError */
  readonly work: (
    ctx: Context,
    tools: { signal: AbortSignal; report: (progress: P) => void },
  ) => Promise<void>;
  /** What is worth nothing when the work has not ended well. */
  readonly lost: Readonly<Record<string, number>>;
  readonly tooManyCrashes: (crashes: number) => Text;
}

/** One worker's run of a task of a person, to its end. Aborting `stopping` returns it to the queue. */
export async function runPersonalTask<P extends { readonly best?: unknown }>(
  ctx: Context,
  claim: PersonalClaim,
  kind: Kind<P>,
  stopping: AbortSignal,
): Promise<void> {
  const pulse = new Pulse<P>(ctx, claim, kind);
  if (claim.isCancelled) pulse.interrupt('cancelled');
  await pulse.during(stopping, async () => {
    try {
      pulse.interruption.throwIfAborted();
      if (claim.crashes > crashesMax)
        throw new DomainError('OPERATION_FAILED', kind.tooManyCrashes(claim.crashes));
      const tools = { signal: pulse.interruption, report: (progress: P) => pulse.report(progress) };
      await kind.work(await contextOfOwner(ctx, claim), tools);
    } catch (error) {
      await pulse.stop();
      await end(ctx, claim, kind, { error, interruption: pulse.interruption });
    }
  });
}

/** The work is done with the rights that the person has now. */
async function contextOfOwner(ctx: Context, { id, requestedBy }: PersonalClaim): Promise<Context> {
  const { app, language, requestId } = ctx;
  const viewer = requestedBy && (await viewerOfUser(ctx, requestedBy));
  if (!viewer) throw errors.unauthenticated();
  return callerContext(app, {
    viewer,
    language,
    requestId: `${requestId} ${id}`,
    address: 'local',
    taskId: id,
  });
}

async function end<P>(
  ctx: Context,
  claim: PersonalClaim,
  { records, lost }: Kind<P>,
  { error, interruption: { aborted, reason } }: { error: unknown; interruption: AbortSignal },
): Promise<void> {
  const why: unknown = error instanceof TaskEndedError ? error.reason : aborted ? reason : null;
  if (why === 'lost') return;
  if (why === 'cancelled')
    return void (await transaction(ctx, (em) => records.release(ctx, em, claim, 'CANCELLED', lost)));
  if (why === 'stopping') return void (await records.handBack(ctx, claim, lost));
  const facts = { taskId: claim.id };
  // Its heartbeats end, so that a worker takes it up again when the database is back.
  if (outageOf(error)) return logRepeated(ctx.app, error, 'a task waits for the database', facts);
  if (!(error instanceof DomainError)) ctx.app.log.error({ err: loggable(error), ...facts }, 'a task failed');
  await records.fail(ctx, claim, error instanceof DomainError ? error.text : internal, lost);
}

const internal: Text = {
  zh: '服务器内部错误，请联系管理员查看日志。',
  en: 'Internal error; see the log of the worker for details.',
};
