import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { DomainError } from './errors.js';
import type { Text } from './texts.js';

/** How much one operation may cost. */
export interface BudgetBounds {
  /** Objects of its answer. */
  readonly objectsMax: number;
  /** Bytes of its answer. */
  readonly bytesMax: number;
  readonly secondsMax: number;
}

export interface BudgetOwner {
  /** Whose operation it is: objects of one caller wait behind those of the same caller first. */
  readonly caller: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly left?: AbortSignal;
  /** Whether time and a caller who left end it; what writes is never cut in the middle. */
  readonly isCut: boolean;
}

/**
 * What one operation may still cost, counted while it runs, so that it holds whatever the operation looks
 * like. An operation whose budget ended is answered with the reason, and nothing more is done for it.
 */
export class Budget {
  readonly caller: string;
  /** Aborted with the reason when the budget ends. */
  readonly signal: AbortSignal;
  /** Rejected with the reason when the budget ends. */
  readonly ended: Promise<never>;
  /** What a field waits for whose operation has ended: it never comes, so whatever waits is forgotten. */
  readonly nothing = new Promise<never>(() => undefined);
  readonly #controller = new AbortController();
  readonly #deadline: NodeJS.Timeout | undefined;
  readonly #left: AbortSignal | undefined;
  readonly #isCut: boolean;
  #objects = 0;

  constructor(
    private readonly bounds: BudgetBounds,
    { caller, left, isCut }: BudgetOwner,
  ) {
    this.caller = caller;
    this.signal = this.#controller.signal;
    // Each of its statements listens.
    setMaxListeners(0, this.signal);
    this.ended = new Promise((_, reject) =>
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error), { once: true }),
    );
    this.ended.catch(() => undefined);
    this.#isCut = isCut;
    if (!isCut) return;
    const { secondsMax } = bounds;
    this.#deadline = setTimeout(() => this.#end(tooLong(secondsMax)), secondsMax * 1_000).unref();
    this.#left = left;
    if (left?.aborted) this.#onLeft();
    left?.addEventListener('abort', this.#onLeft);
  }

  /** Takes objects out of the budget; false when it has ended. */
  spend(objects: number): boolean {
    this.#objects += objects;
    const { objectsMax } = this.bounds;
    if (this.#objects > objectsMax && !this.signal.aborted) this.#end(tooMany(objectsMax));
    return !this.signal.aborted;
  }

  get hasEnded(): boolean {
    return this.signal.aborted;
  }

  /** Ends what an operation still does that was answered: one field that fails may be the answer for all. */
  close(): void {
    clearTimeout(this.#deadline);
    this.#left?.removeEventListener('abort', this.#onLeft);
    if (this.#isCut) this.#end(answered);
  }

  readonly #onLeft = (): void => this.#end(callerLeft());

  #end(reason: DomainError): void {
    this.#controller.abort(reason);
  }
}

const running = new AsyncLocalStorage<Budget>();

/** The budget of the operation at hand; none for work of the system. */
export const currentBudget = (): Budget | undefined => running.getStore();

/** Does work of an operation. */
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

/** That an answer is longer than one may be. */
export const tooLarge = (max: number): DomainError =>
  overBudget('bytes', max, {
    zh: `结果最多 ${max} 字节`,
    en: `its answer would have more than ${max} bytes`,
  });

/** Reasons that nobody reads. */
const callerLeft = (): DomainError =>
  new DomainError('OPERATION_INVALID', { zh: '调用方已离开', en: 'The caller has left.' });
const answered = new DomainError('OPERATION_INVALID', { zh: '已答复', en: 'It was answered.' });
