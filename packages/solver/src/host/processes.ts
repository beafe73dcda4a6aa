import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Problem, Progress, Solution } from '../model.js';
import { bestOf, type LeaderMessage, type SolveHandle, type ThreadedOptions } from './threads.js';

/** What a searching process is told: first what to solve, then maybe to end soon. */
export type ProcessOrder = { readonly problem: Problem; readonly options: ThreadedOptions } | 'cancel';

/** What a searching process answers. */
export type ProcessAnswer = LeaderMessage | { readonly failure: string };

/**
 * Solves in the threads of another process of the lowest priority: it takes what the machine has left, also
 * for the threads in which V8 compiles and collects garbage, and its memory is its own. It ends with the
 * process that asked.
 */
export function solveInProcess(
  problem: Problem,
  options: ThreadedOptions,
  onProgress?: (progress: Progress) => void,
): SolveHandle {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = fileURLToPath(new URL(isSource ? './process.ts' : './process.js', import.meta.url));
  const child = fork(entry, { serialization: 'advanced', execArgv: isSource ? process.execArgv : [] });
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const terminate = (): Promise<void> => {
    child.kill('SIGKILL');
    return exited;
  };
  const best = bestOf(onProgress);
  const solution = new Promise<Solution>((resolve, reject) => {
    child.on('message', (answer: ProcessAnswer) => {
      if ('failure' in answer) return reject(new Error(answer.failure));
      try {
        best.note(answer);
      } catch (error) {
        reject(error as Error);
        void terminate();
      }
      if ('solution' in answer) resolve(answer.solution);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      reject(new Error(`The solver process ended with ${signal ?? `code ${code}`} before its result.`)),
    );
  });
  const send = (order: ProcessOrder): void => void (child.connected && child.send(order, () => undefined));
  send({ problem, options });
  return { solution, best: best.placements, cancel: () => send('cancel'), terminate };
}
