import { parentPort, workerData } from 'node:worker_threads';
import '../../src/competitions/index.js';
import type { Problem } from '../../src/model.js';
import { solve } from '../../src/solve.js';
import { cpuSeconds } from './table.js';

/** What the thread is to solve, by the processor time of the whole process. */
export interface SolveThreadData {
  readonly problem: Problem;
  readonly seed: number;
  readonly seconds: number;
}

const { problem, seed, seconds } = workerData as SolveThreadData;
const host = { seconds: cpuSeconds, cancelled: () => false, report: () => undefined };
parentPort!.postMessage(solve(problem, { seed, limit: { seconds } }, host));
