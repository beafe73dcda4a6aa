import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { DomainError } from './errors.js';
import type { Text } from './texts.js';

/** The limits of one operation. */
export interface BudgetBounds {
  /** Maximum number of objects in its answer. */
  readonly objectsMax: number;
  /** Maximum size of its answer, in bytes. */
  readonly bytesMax: number;
  readonly secondsMax: number;
}

interface BudgetOwner {
  /** Owner of the operation; each owner's objects are queued separately. */
  readonly caller: string;
  /** Aborted when the client has disconnected. */
  readonly callerSignal?: AbortSignal;
  /** Whether a timeout or a disconnect cancels it; writes are never cancelled halfway. */
  readonly isCut: boolean;
  /** See `Budget.position`. */
  readonly position?: number | null;
}

/** Objects that wait for their window. */
interface Held {
  readonly objects: number;
  readonly open: () => void;
}

/**
 * The budget of one operation, charged while it runs, so that it holds whatever the operation looks like. An
 * operation that exhausts its budget is answered with the reason, and no more work is done for it.
 */
export class Budget {
  readonly caller: string;
  /** Rejected with the reason when the budget ends. */
  readonly ended: Promise<never>;
  #controller: AbortController | undefined;
  #reason: DomainError | null = null;
  #rejectEnded!: (reason: DomainError) => void;
  #nothing: Promise<never> | undefined;
  /**
   * Up to where a replica must have replayed the log so that the operation may read from it; null where it
   * reads from the primary.
   */
  position: number | null;
  readonly #deadline: NodeJS.Timeout | undefined;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #isCut: boolean;
  readonly #idle: (() => void)[] = [];
  /** What waits until the window before it is done with, the newest of it last. */
  readonly #held: Held[] = [];
  #objects = 0;
  #waits = 0;
  #reads = 0;
  #entered = 0;
  #windowEnd = windowMax;
  #isGoingOn = false;

  constructor(
    private readonly bounds: BudgetBounds,
    { caller, callerSignal, isCut, position = null }: BudgetOwner,
  ) {
    this.caller = caller;
    this.position = position;
    this.ended = new Promise((_, reject) => (this.#rejectEnded = reject));
    this.ended.catch(() => undefined);
    this.#isCut = isCut;
    if (!isCut) return;
    const { secondsMax } = bounds;
    this.#deadline = setTimeout(() => this.#end(tooLong(secondsMax)), secondsMax * 1_000).unref();
    this.#callerSignal = callerSignal;
    if (callerSignal?.aborted) this.#onDisconnect();
    callerSignal?.addEventListener('abort', this.#onDisconnect);
  }

  /** Aborted with the reason when the budget ends. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    // Made when it is needed: most operations send no statement.
    this.#controller = new AbortController();
    // Every SQL statement of the operation adds a listener.
    setMaxListeners(0, this.#controller.signal);
    if (this.#reason) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /**
   * Never resolves: returned by fields of an ended operation, so that the rest of it is garbage-collected.
   */
  get nothing(): Promise<never> {
    return (this.#nothing ??= new Promise<never>(() => undefined));
  }

  /** Charges objects to the budget; false when it is exhausted. */
  spend(objects: number): boolean {
    this.#objects += objects;
    const { objectsMax } = this.bounds;
    if (this.#objects > objectsMax) this.#end(tooMany(objectsMax));
    return !this.hasEnded;
  }

  get hasEnded(): boolean {
    return this.#reason !== null;
  }

  /**
   * Lets objects in and waits for their turn; undefined if there is nothing to wait for. As many enter as
   * a window holds; the next is opened when everything below this one is read, the deepest first. Otherwise
   * all entries of lists within lists would be under way at once, which takes a kilobyte for each.
   */
  enter(objects: number, take: () => Promise<void> | undefined): Promise<void> | undefined {
    if (this.#entered < this.#windowEnd || !this.#isBusy) return this.#entering(objects, take);
    const isOpen = new Promise<void>((open) => this.#held.push({ objects, open }));
    this.#goOnSoon();
    return isOpen.then(() => this.#waiting(take));
  }

  /** What is loaded for the operation, of which windows wait. */
  async read<V>(load: () => Promise<V>): Promise<V> {
    this.#reads++;
    try {
      return await load();
    } finally {
      this.#reads--;
      this.#goOnSoon();
    }
  }

  /**
   * Does the work once nothing of the operation waits for a turn: what loaders read together is not parted by
   * the turns in which it was asked for.
   */
  whenIdle(work: () => void): void {
    this.#idle.push(AsyncResource.bind(work));
    this.#goOnSoon();
  }

  get #isBusy(): boolean {
    return this.#waits > 0 || this.#reads > 0 || this.#idle.length > 0 || this.#held.length > 0;
  }

  #entering(objects: number, take: () => Promise<void> | undefined): Promise<void> | undefined {
    if (this.#entered >= this.#windowEnd) this.#windowEnd = this.#entered + windowMax;
    this.#entered += objects;
    return this.#waiting(take);
  }

  #waiting(take: () => Promise<void> | undefined): Promise<void> | undefined {
    const turn = take();
    if (!turn) return undefined;
    this.#waits++;
    return turn.then(() => {
      this.#waits--;
      if (this.#waits === 0) this.#goOnSoon();
    });
  }

  /** Once everything that promises have already begun has run; once only, because that begins more. */
  #goOnSoon(): void {
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    void Promise.resolve().then(() => process.nextTick(this.#goOn));
  }

  readonly #goOn = (): void => {
    this.#isGoingOn = false;
    if (this.#waits > 0) return;
    for (const work of this.#idle.splice(0)) work();
    if (this.#reads > 0 || this.#held.length === 0) return;
    this.#windowEnd = this.#entered + windowMax;
    while (this.#held.length > 0 && this.#entered < this.#windowEnd) {
      const { objects, open } = this.#held.pop()!;
      this.#entered += objects;
      open();
    }
    this.#goOnSoon();
  };

  /** Cancels the remaining work of an answered operation, such as fields beside one whose error ended it. */
  close(): void {
    clearTimeout(this.#deadline);
    this.#callerSignal?.removeEventListener('abort', this.#onDisconnect);
    if (this.#isCut) this.#end(answered);
  }

  readonly #onDisconnect = (): void => this.#end(callerLeft());

  #end(reason: DomainError): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#rejectEnded(reason);
    this.#controller?.abort(reason);
  }
}

/** Objects that are let in together. */
const windowMax = 1_000;

const running = new AsyncLocalStorage<Budget>();

/** The budget of the current operation; none for work of the system. */
export const currentBudget = (): Budget | undefined => running.getStore();

/** Runs work of an operation within its budget. */
export const runWithin = <R>(budget: Budget, work: () => R): R => running.run(budget, work);

/** Begins work for all who wait for it, which no budget of one of them ends. */
export const runForAll = <R>(work: () => R): R => running.exit(work);

const overBudget = (limit: string, max: number, { zh, en }: Text): DomainError =>
  new DomainError(
    'GRAPHQL_LIMIT',
    {
      zh: `查询超出限制：${zh}，请缩小查询范围，例如按学期、部门、教师或班级筛选，或分页查询`,
      en:
        `The query is over a limit: ${en}. Maybe ask for less: filter by semester, department, teacher or ` +
        `class, or ask page by page.`,
    },
    { limit, max },
  );

const tooMany = (max: number): DomainError =>
  overBudget('objects', max, {
    zh: `结果最多 ${max} 个对象`,
    en: `its answer would have more than ${max} objects`,
  });

const tooLong = (max: number): DomainError =>
  overBudget('seconds', max, { zh: `执行时间最长 ${max} 秒`, en: `it took longer than ${max} seconds` });

/** The error for an answer that is too large. */
export const tooLarge = (max: number): DomainError =>
  overBudget('bytes', max, {
    zh: `结果最多 ${max} 字节`,
    en: `its answer would have more than ${max} bytes`,
  });

/** Abort reasons that are never shown to anybody. */
const callerLeft = (): DomainError =>
  new DomainError('OPERATION_INVALID', { zh: '调用方已离开', en: 'The caller has left.' });
const answered = new DomainError('OPERATION_INVALID', { zh: '已答复', en: 'It was answered.' });
