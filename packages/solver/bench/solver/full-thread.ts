import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import '../../src/competitions/index.js';
import { formatOf } from '../../src/formats/formats.js';
import type { Host, Problem } from '../../src/model.js';
import { solve, solveWithStudents } from '../../src/solve.js';
import { competition, type Row } from './competition.js';
import { curricula, type CurriculaSize } from './curricula.js';
import { fullSemester, type FullSize } from './full-semester.js';
import { cpuSeconds } from './table.js';

/** What a thread is to make up or read, and to complete by the processor time of the whole process. */
export interface FullThreadData {
  readonly source:
    | { readonly kind: 'row'; readonly row: Row }
    | { readonly kind: 'semester'; readonly size: FullSize }
    | { readonly kind: 'curricula'; readonly size: CurriculaSize }
    | { readonly kind: 'file'; readonly file: string };
  /** Of the search; what is made up is the same for every seed. */
  readonly seed: number;
  readonly seconds: number;
}

/** What came of it, counted from the end of reading. */
export interface FullResult {
  readonly meetings: number;
  readonly unplaced: number;
  readonly seconds: number;
  readonly isFeasible: boolean;
}

function problemOf(source: FullThreadData['source']): Problem {
  const read = (name: string, text: string) => formatOf(name).readProblem(text);
  switch (source.kind) {
    case 'row':
      return read('row.xml', competition(source.row).text);
    case 'semester':
      return fullSemester(source.size, 1);
    case 'curricula':
      return read('size.ectt', curricula(source.size));
    case 'file':
      return read(source.file, readFileSync(source.file, 'utf8'));
  }
}

const { source, seed, seconds } = workerData as FullThreadData;
const problem = problemOf(source);
const begin = cpuSeconds();
const host: Host = { seconds: cpuSeconds, cancelled: () => false, report: () => undefined };
const { solution } = await solveWithStudents(
  problem,
  { seed, limit: { seconds }, stopWhenComplete: true },
  async (part, options) => solve(part, options, host),
);
const result: FullResult = {
  meetings: problem.meetings.length,
  unplaced: solution.unplaced.length,
  seconds: cpuSeconds() - begin,
  isFeasible: solution.isFeasible,
};
parentPort!.postMessage(result);
