import { AssistantEventKind } from '../../../schema/enums.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { loggable } from '../../../schema/loggable.js';
import { logRepeated } from '../../../schema/outages.js';
import type { Text } from '../../../schema/texts.js';
import type { App } from '../../../data/app.js';
import { callerContext, systemContext, type Context } from '../../../data/context.js';
import { callOfUser } from '../../accounts/viewer.js';
import { answerMessage } from './answer.js';
import { AnswerLostError, appendEvents, askedTopic, endDeadAnswers, messageOf } from '../events.js';
import { beat, takeAnswer, waitingForAnswer, type AnswerHolder, type Said } from '../events.queries.js';

/** Answers that one process works on at the same time. */
const answersAtOnce = 100;
/** Greatest time that one answer takes, in milliseconds. */
const answerMs = 60_000;
/** Interval of the signs of life of answers. */
const aliveMs = 4_000;
/** Interval of the search for messages whose event was lost, and for answers whose process is gone. */
const sweepMs = 5_000;

/** Answers messages, until it is stopped: that ends running answers with an error, so that nobody waits. */
export interface Answering {
  stop(): Promise<void>;
}

/** Begins to answer the messages that any process takes; any number of processes may do so. */
export function startAnswering(app: App): Answering {
  const ctx = systemContext(app, 'answers of the assistant');
  const stopping = new AbortController();
  const running = new Map<AnswerHolder, Promise<void>>();

  const take = async (conversation: string): Promise<void> => {
    if (stopping.signal.aborted || running.size >= answersAtOnce) return;
    const [said] = await takeAnswer(ctx.em, conversation);
    if (!said) return;
    const work = answered(app, said, stopping.signal).finally(() => {
      const wasFull = running.size >= answersAtOnce;
      running.delete(said);
      if (wasFull) sweep();
    });
    running.set(said, work);
  };
  const guarded = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => logRepeated(app, error, 'the assistant meets a failure'));
  };
  const search = async (): Promise<void> => {
    await endDeadAnswers(ctx);
    for (const { id } of await waitingForAnswer(ctx.em, answersAtOnce - running.size)) await take(id);
  };
  const sweep = (): void => {
    if (!stopping.signal.aborted) guarded(search());
  };
  const unlisten = app.bus.listen(askedTopic, ({ id }) => (id ? guarded(take(id)) : sweep()));
  const tellAlive = (): void => {
    const holders = [...running.keys()];
    const ids = holders.map(({ conversation }) => conversation);
    const fences = holders.map(({ fence }) => fence);
    if (ids.length > 0) guarded(beat(ctx.em, ids, fences));
  };
  const timers = [setInterval(sweep, sweepMs), setInterval(tellAlive, aliveMs)];
  sweep();
  return {
    async stop() {
      unlisten();
      timers.forEach((timer) => clearInterval(timer));
      stopping.abort(stopped());
      await Promise.all(running.values());
    },
  };
}

/** Answers the newest message of a conversation; the answer ends, whatever happens. */
async function answered(app: App, said: Said, stopping: AbortSignal): Promise<void> {
  const system = systemContext(app, 'answer of the assistant');
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(tooLong()), answerMs);
  try {
    const message = await messageOf(system, said);
    const ctx = await contextOf(system, said);
    const signal = AbortSignal.any([stopping, deadline.signal]);
    signal.throwIfAborted();
    // What is confirmed is made or not, and told as it is: it is one transaction, which statements bound.
    const work = { isBound: false };
    const ended = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => !work.isBound && reject(signal.reason as Error), { once: true }),
    );
    await Promise.race([answerMessage(ctx, said, message, signal, work), ended]);
  } catch (error) {
    if (!(error instanceof AnswerLostError)) await endWith(system, said, error);
  } finally {
    clearTimeout(timer);
  }
}

/** An answer is worked out with the rights that its person has now. */
async function contextOf({ app }: Context, { conversation, person, language }: Said): Promise<Context> {
  const call = await callOfUser(app, person);
  if (!call) throw errors.unauthenticated();
  const { viewer, kept } = call;
  return callerContext(app, {
    ...{ viewer, kept, language },
    ...{ requestId: `answer in ${conversation}`, address: 'local' },
  });
}

async function endWith(ctx: Context, said: Said, error: unknown): Promise<void> {
  const { app } = ctx;
  const isExpected = error instanceof DomainError;
  if (!isExpected)
    app.log.error({ err: loggable(error), conversation: said.conversation }, 'an answer failed unexpectedly');
  const text = isExpected ? error.text : internal;
  const ended = { kind: AssistantEventKind.ERROR, data: { text, language: said.language } } as const;
  await appendEvents(ctx, said, [ended]).catch((fault: unknown) => {
    if (!(fault instanceof AnswerLostError))
      app.log.warn({ err: loggable(fault) }, 'the end of an answer could not be stored');
  });
}

const internal: Text = {
  zh: '服务器内部错误，回答中断。请重新发送，或联系管理员。',
  en: 'Internal error, the answer broke off. Maybe send it again, or tell an administrator.',
};

const stopped = (): DomainError =>
  new DomainError('NOT_READY', {
    zh: '服务器正在重启，回答中断，请稍后重新发送。',
    en: 'The server is being restarted, so the answer broke off. Maybe send it again in a moment.',
  });

const tooLong = (): DomainError =>
  new DomainError('OPERATION_FAILED', {
    zh: `回答超过 ${answerMs / 1_000} 秒，已中断。请把要求说得更具体。`,
    en: `The answer took more than ${answerMs / 1_000} seconds and was given up. Maybe ask for less at once.`,
  });
