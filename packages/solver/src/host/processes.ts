import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Problem, Progress, Solution } from '../model.js';
import { packedInTurns } from './packed.js';
import { bestOf, type LeaderMessage, type SolveHandle, type ThreadedOptions } from './threads.js';

/** What a searching process is told: first the problem, in parts, then how to solve it, then maybe to end. */
export type ProcessOrder = { readonly part: Uint8Array } | { readonly options: ThreadedOptions } | 'cancel';

/** What a searching process answers. */
export type ProcessAnswer = LeaderMessage | { readonly failure: string };

/** For how long a process waits for the next part of a search. */
const WAIT_MS = 20_000;
/** Processes that have done a part of a search, by their problem. */
const waiting = new WeakMap<Problem, Searcher>();

/**
 * Solves in the threads of another process of the lowest priority: it takes what the machine has left, also
 * for the threads in which V8 compiles and collects garbage, and its memory is its own. It ends with the
 * process that asked. After a part of a search it waits for the next one of the same problem, because where
 * it gets little, to start takes it longer than a part lasts.
 */
export function solveInProcess(
  problem: Problem,
  options: ThreadedOptions,
  onProgress?: (progress: Progress) => void,
): SolveHandle {
  const kept = waiting.get(problem);
  waiting.delete(problem);
  const searcher = kept?.isAlive ? kept : new Searcher(problem);
  const handle = searcher.solve(options, onProgress);
  const { to } = options.part ?? { to: 1 };
  const wait = (): void => void (to < 1 ? waiting.set(problem, searcher.waits()) : searcher.end());
  handle.solution.then(wait, () => searcher.end());
  return handle;
}

/** A process that searches for one problem, one run after the other. */
class Searcher {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #isTold: Promise<void>;
  #take: (answer: ProcessAnswer) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  #overdue: NodeJS.Timeout | undefined;

  constructor(problem: Problem) {
    const isSource = import.meta.url.endsWith('.ts');
    const entry = fileURLToPath(new URL(isSource ? './process.ts' : './process.js', import.meta.url));
    const execArgv = isSource ? process.execArgv : [];
    this.#child = fork(entry, { serialization: 'advanced', execArgv });
    this.#child.on('message', (answer: ProcessAnswer) => this.#take(answer));
    this.#child.on('error', (error) => this.#fail(error));
    this.#exited = new Promise((resolve) => {
      this.#child.on('exit', (code, signal) => {
        this.#fail(new Error(`The solver process ended with ${signal ?? `code ${code}`} before its result.`));
        resolve();
      });
    });
    this.#isTold = this.#tell(problem);
  }

  get isAlive(): boolean {
    return this.#child.connected;
  }

  solve(options: ThreadedOptions, onProgress?: (progress: Progress) => void): SolveHandle {
    clearTimeout(this.#overdue);
    this.#child.ref();
    this.#child.channel?.ref();
    const best = bestOf(onProgress);
    const terminate = (): Promise<void> => {
      this.#child.kill('SIGKILL');
      return this.#exited;
    };
    const solution = new Promise<Solution>((resolve, reject) => {
      this.#fail = reject;
      this.#take = (answer) => {
        if ('failure' in answer) return reject(new Error(answer.failure));
        try {
          best.note(answer);
        } catch (error) {
          reject(error as Error);
          void terminate();
        }
        if ('solution' in answer) resolve(answer.solution);
      };
      this.#isTold.then(() => this.#send({ options }), reject);
    });
    const cancel = (): void =>
      void this.#isTold.then(
        () => this.#send('cancel'),
        () => undefined,
      );
    return { solution, best: best.placements, cancel, terminate };
  }

  /** Waits a while for the next run, and keeps this process from ending no longer than others do. */
  waits(): this {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#overdue = setTimeout(() => this.end(), WAIT_MS).unref();
    return this;
  }

  end(): void {
    if (this.isAlive) this.#child.disconnect();
  }

  async #tell(problem: Problem): Promise<void> {
    for (const part of await packedInTurns(problem)) this.#send({ part: new Uint8Array(part) });
  }

  #send(order: ProcessOrder): void {
    if (this.isAlive) this.#child.send(order, () => undefined);
  }
}
