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

export interface BudgetOwner {
  /** Owner of the operation; each owner's objects are queued separately. */
  readonly caller: string;
  /** Aborted when the client has disconnected. */
  readonly callerSignal?: AbortSignal;
  /** Whether a timeout or a disconnect cancels it; writes are never cancelled halfway. */
  readonly isCut: boolean;
}

/**
 * The budget of one operation, charged while it runs, so that it holds whatever the operation looks like. An
 * operation that exhausts its budget is answered with the reason, and no more work is done for it.
 */
export class Budget {
  readonly caller: string;
  /** Aborted with the reason when the budget ends. */
  readonly signal: AbortSignal;
  /** Rejected with the reason when the budget ends. */
  readonly ended: Promise<never>;
  /**
   * Never resolves: returned by fields of an ended operation, so that the rest of it is garbage-collected.
   */
  readonly nothing = new Promise<never>(() => undefined);
  readonly #controller = new AbortController();
  readonly #deadline: NodeJS.Timeout | undefined;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #isCut: boolean;
  readonly #idle: { readonly work: () => void; readonly due: number }[] = [];
  #objects = 0;
  #waits = 0;
  #released = 0;

  constructor(
    private readonly bounds: BudgetBounds,
    { caller, callerSignal, isCut }: BudgetOwner,
  ) {
    this.caller = caller;
    this.signal = this.#controller.signal;
    // Every SQL statement of the operation adds a listener.
    setMaxListeners(0, this.signal);
    this.ended = new Promise((_, reject) =>
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error), { once: true }),
    );
    this.ended.catch(() => undefined);
    this.#isCut = isCut;
    if (!isCut) return;
    const { secondsMax } = bounds;
    this.#deadline = setTimeout(() => this.#end(tooLong(secondsMax)), secondsMax * 1_000).unref();
    this.#callerSignal = callerSignal;
    if (callerSignal?.aborted) this.#onDisconnect();
    callerSignal?.addEventListener('abort', this.#onDisconnect);
  }

  /** Charges objects to the budget; false when it is exhausted. */
  spend(objects: number): boolean {
    this.#objects += objects;
    const { objectsMax } = this.bounds;
    if (this.#objects > objectsMax && !this.signal.aborted) this.#end(tooMany(objectsMax));
    return !this.signal.aborted;
  }

  get hasEnded(): boolean {
    return this.signal.aborted;
  }

  /** The value when the turn has come; never, if the budget is exhausted by then. */
  after<V>(turn: Promise<void>, value: V): Promise<V> {
    this.#waits++;
    return turn.then(() => {
      this.#waits--;
      this.#released++;
      if (this.#waits === 0 || this.#idle[0]?.due === this.#released) afterPromises(this.#beIdle);
      return this.hasEnded ? this.nothing : value;
    });
  }

  /**
   * Does the work once nothing of the operation waits for a turn, or much of it had its turn: what loaders
   * read together is not parted by the turns in which it was asked for, and a long list is not kept whole
   * until everything below it is read.
   */
  whenIdle(work: () => void): void {
    this.#idle.push({ work: AsyncResource.bind(work), due: this.#released + releasedMax });
    afterPromises(this.#beIdle);
  }

  readonly #beIdle = (): void => {
    const later = this.#waits === 0 ? -1 : this.#idle.findIndex(({ due }) => due > this.#released);
    for (const { work } of this.#idle.splice(0, later === -1 ? this.#idle.length : later)) work();
  };

  /** Cancels the remaining work of an answered operation, such as fields beside one whose error ended it. */
  close(): void {
    clearTimeout(this.#deadline);
    this.#callerSignal?.removeEventListener('abort', this.#onDisconnect);
    if (this.#isCut) this.#end(answered);
  }

  readonly #onDisconnect = (): void => this.#end(callerLeft());

  #end(reason: DomainError): void {
    this.#controller.abort(reason);
  }
}

/** How many waits end until the work of loaders is not put off any longer. */
const releasedMax = 1_000;

/** Once everything that promises have already begun has run. */
const afterPromises = (work: () => void): void => void Promise.resolve().then(() => process.nextTick(work));

const running = new AsyncLocalStorage<Budget>();

/** The budget of the current operation; none for work of the system. */
export const currentBudget = (): Budget | undefined => running.getStore();

/** Runs work of an operation within its budget. */
export const runWithin = <R>(budget: Budget, work: () => R): R => running.run(budget, work);

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
