import { readFile, writeFile } from 'node:fs/promises';
import { judgeEnrolments } from './enrolments.js';
import { formatOf, readProblemFile } from './formats/files.js';
import type { Limit, Progress } from './model.js';
import { solveWithStudents } from './sections.js';
import { solveInThreads } from './threads.js';
import { verify } from './verify.js';

/** Options of `cli solve`. */
export interface SolveCommandOptions {
  readonly seconds?: number;
  readonly moves?: number;
  readonly threads?: number;
  readonly walks?: number;
  readonly seed?: number;
  readonly out?: string;
  /** No progress bar. */
  readonly json?: boolean;
}

const SECONDS = 60;
const BAR_WIDTH = 30;

/** Solves a file, writes the solution if wanted and prints one line of JSON; an interrupt ends with the best so far. */
export async function solveCommand(file: string, options: SolveCommandOptions): Promise<void> {
  const read = await readProblemFile(file);
  const { moves, seconds = SECONDS, seed = 1, threads = 1, walks } = options;
  const limit: Limit = moves === undefined ? { seconds } : { moves };
  const withBar = !options.json && process.stderr.isTTY;
  let cancel = () => undefined as void;
  const onInterrupt = () => cancel();
  process.once('SIGINT', onInterrupt);
  const { problem, solution } = await solveWithStudents(
    read,
    { seed, limit, threads, walks },
    (part, chosen) => {
      const run = solveInThreads(part, chosen, withBar ? drawBar : undefined);
      cancel = run.cancel;
      return run.solution;
    },
  ).finally(() => process.off('SIGINT', onInterrupt));
  if (withBar) process.stderr.write('\r\x1b[K');
  if (options.out) await writeFile(options.out, formatOf(file).writeSolution(problem, solution.placements));
  printLine({
    instance: problem.name,
    feasible: solution.isFeasible,
    cost: solution.score.soft,
    components: solution.score.byRule,
    unplaced: solution.unplaced.length,
    moves: solution.moves,
    movesPerSecond: Math.round(solution.moves / Math.max(solution.seconds, 1e-9)),
    seconds: Math.round(solution.seconds * 1000) / 1000,
    seed,
  });
}

/** Judges a solution by the rules alone and prints one line of JSON; the exit code is 1 when it is not feasible. */
export async function verifyCommand(problemFile: string, solutionFile: string): Promise<void> {
  const format = formatOf(problemFile);
  const text = await readFile(solutionFile, 'utf8');
  const read = await readProblemFile(problemFile);
  const problem = format.readStudents ? { ...read, students: format.readStudents(text) } : read;
  const judged = verify(problem, format.readSolution(problem, text));
  const { score } = judged;
  const enrolments = judgeEnrolments(problem);
  const isFeasible = judged.isFeasible && enrolments.length === 0;
  const broken = judged.violations
    .filter(({ level }) => level === 'hard')
    .map(({ rule, sentence }) => ({ rule: rule as string, ...sentence }))
    .concat(enrolments.map((sentence) => ({ rule: 'enrolment', ...sentence })));
  printLine({
    instance: problem.name,
    feasible: isFeasible,
    hard: score.hard,
    cost: score.soft,
    components: score.byRule,
    violations: broken,
  });
  if (!isFeasible) process.exitCode = 1;
}

function printLine(value: object): void {
  process.stdout.write(JSON.stringify(value) + '\n');
}

function drawBar({ fraction, stage, score, unplaced, secondsRemaining }: Progress): void {
  const filled = Math.round(fraction * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const state = `${stage.toLowerCase()}  cost ${score.soft}  hard ${score.hard}  unplaced ${unplaced}`;
  process.stderr.write(`\r\x1b[K${bar} ${state}  ${Math.ceil(secondsRemaining)} s left`);
}
