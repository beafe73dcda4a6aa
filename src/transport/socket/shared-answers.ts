import { setMaxListeners } from 'node:events';
import type { DocumentNode } from 'graphql';

/** An answer to an event. */
export interface EventAnswer<A> {
  readonly answer: A;
  /** Whether it ends the subscription. */
  readonly isLast: boolean;
}

/** What a subscription asks of each event. */
interface Question {
  readonly document: DocumentNode;
  /** Everything else that belongs to the question, as text. */
  readonly rest: string;
}

/** Work whose result several subscriptions wait for. */
interface Work<A> {
  readonly controller: AbortController;
  readonly answer: Promise<EventAnswer<A>>;
  waiting: number;
}

/** Answers to events, worked out once for all subscriptions that ask the same in the same context. */
export class SharedAnswers<A> {
  readonly #works = new WeakMap<object, Map<DocumentNode, Map<string, Work<A>>>>();

  /**
   * The answer to a question. The work is aborted when all who wait for it have left; `signal` tells when
   * this one has.
   */
  answerFor(
    context: object,
    { document, rest }: Question,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<EventAnswer<A>>,
  ): Promise<EventAnswer<A>> {
    const ofContext = this.#works.get(context) ?? new Map<DocumentNode, Map<string, Work<A>>>();
    this.#works.set(context, ofContext);
    const ofDocument = ofContext.get(document) ?? new Map<string, Work<A>>();
    ofContext.set(document, ofDocument);
    let work = ofDocument.get(rest);
    if (!work || work.controller.signal.aborted) {
      work = started(start);
      ofDocument.set(rest, work);
    }
    return waitedFor(work, signal);
  }
}

function started<A>(start: (signal: AbortSignal) => Promise<EventAnswer<A>>): Work<A> {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return { controller, answer: start(controller.signal), waiting: 0 };
}

function waitedFor<A>(work: Work<A>, signal: AbortSignal): Promise<EventAnswer<A>> {
  const leave = (): void => {
    if (--work.waiting === 0) work.controller.abort();
  };
  work.waiting++;
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  return work.answer.finally(() => signal.removeEventListener('abort', leave));
}
