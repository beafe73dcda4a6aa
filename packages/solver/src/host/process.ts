/** The entry of a process that searches for another one, which stays responsive: it comes last everywhere. */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import type { ProcessAnswer, ProcessOrder } from './processes.js';
import { shared } from './packed.js';
import { solvePacked, type SolveHandle } from './threads.js';

const lowest = os.constants.priority.PRIORITY_LOW;

/**
 * Whoever waits for an answer on this machine comes first. On Linux each thread has a priority of its own,
 * and those of V8 are there before this is run; what starts later gets that of the thread that starts it.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return os.setPriority(lowest);
  for (const thread of readdirSync('/proc/self/task')) os.setPriority(Number(thread), lowest);
}

giveWay();

const answer = (message: ProcessAnswer): void => void process.send!(message);

/** The problem of all runs, as it comes in parts. */
const problem: SharedArrayBuffer[] = [];
let run: SolveHandle | null = null;
process.on('message', (order: ProcessOrder) => {
  if (order === 'cancel') return run?.cancel();
  if ('part' in order) return void problem.push(shared(order.part));
  run = solvePacked(Promise.resolve(problem), order.options, (progress) => answer({ progress }));
  run.solution.then(
    (solution) => answer({ solution }),
    (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
// The parent process has ended, or needs no more of this one.
process.on('disconnect', () => process.exit());
