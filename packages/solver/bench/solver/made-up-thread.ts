import { parentPort, workerData } from 'node:worker_threads';
import { verifyEnrolments } from '../../src/enrolments.js';
import { readItc2019 } from '../../src/competitions/index.js';
import type { Host } from '../../src/model.js';
import { solve, solveWithStudents } from '../../src/solve.js';
import { competition, type Row } from './competition.js';
import { cpuSeconds } from './table.js';

/** What the thread is to make up, read and solve, by the processor time of the whole process. */
export interface MadeUpThreadData {
  readonly row: Row;
  readonly seed: number;
  readonly seconds: number;
}

/** What came of it. */
export interface MadeUpResult {
  readonly megabytes: number;
  readonly students: number;
  readonly readingSeconds: number;
  /** Null when it never was complete. */
  readonly completeSeconds: number | null;
  readonly isValid: boolean;
  readonly cost: number;
}

const { row, seed, seconds } = workerData as MadeUpThreadData;
const { text } = competition(row, seed);
const begin = cpuSeconds();
const problem = readItc2019(text);
const read = cpuSeconds();
let completeSeconds: number | null = null;
const host: Host = {
  seconds: cpuSeconds,
  cancelled: () => false,
  report: ({ stage }) => {
    if (stage === 'OPTIMISATION') completeSeconds ??= cpuSeconds() - read;
  },
};
const { problem: solved, solution } = await solveWithStudents(
  problem,
  { seed, limit: { seconds } },
  async (part, options) => solve(part, options, host),
);
const result: MadeUpResult = {
  megabytes: text.length / 1e6,
  students: problem.sectioning?.requests.length ?? 0,
  readingSeconds: read - begin,
  completeSeconds,
  isValid: solution.isFeasible && verifyEnrolments(solved).length === 0,
  cost: solution.score.soft,
};
parentPort!.postMessage(result);
