import '../../src/competitions/index.js';
import { verifyEnrolments } from '../../src/enrolments.js';
import { formatOf } from '../../src/formats/formats.js';
import type { Host, Problem, RuleId } from '../../src/model.js';
import { Random } from '../../src/search/random.js';
import { solve } from '../../src/solve.js';
import { verify } from '../../src/verify.js';
import { campus } from './campus.js';
import { competition, ROWS } from './competition.js';
import { COLLECTIONS, curricula } from './curricula.js';
import { mutant } from './mutate.js';
import { cpuSeconds } from './table.js';

/** Kinds of files, by their extension. */
export const KINDS = ['.ctt', '.ectt', '.xml', '.json'] as const;

/** What became of the mutants of one kind. */
export interface Outcome {
  readonly refused: number;
  readonly accepted: number;
  readonly solved: number;
  /** Processor time of the slowest reading. */
  readonly worstSeconds: number;
  /** What must not happen, with the number of the mutant: `mutantOf` makes it again. */
  readonly faults: readonly string[];
}

/** How many mutants to make, which accepted ones to solve and for how long. */
export interface MutantsPlan {
  readonly count: number;
  /** Number of the first one; others are other mutants. */
  readonly from?: number;
  readonly solveEach: number;
  readonly limit: { readonly seconds: number } | { readonly moves: number };
}

/** Longest processor time of reading and judging. */
const READING_SECONDS = 1;
/** Rules that a timetable of the search never breaks, complete or not. */
const ALWAYS_KEPT: readonly RuleId[] = ['room-conflict', 'teacher-conflict', 'group-conflict', 'not-offered'];

/** A mutant of the file of a kind; the same number gives the same text. */
export function mutantOf(kind: (typeof KINDS)[number], number: number): string {
  const originals = (known[kind] ??= originalsOf(kind));
  return mutant(originals[number % originals.length], new Random(number * 4 + KINDS.indexOf(kind)));
}

const known: Partial<Record<(typeof KINDS)[number], readonly string[]>> = {};

/** Made-up files, small ones, because faults of small files are those of large ones. */
function originalsOf(kind: (typeof KINDS)[number]): readonly string[] {
  if (kind === '.json')
    return [campus({ classes: 12 }), campus({ classes: 30, weeks: 4, days: 5 })].map((problem) =>
      JSON.stringify(problem, null, 1),
    );
  if (kind === '.xml')
    return [ROWS[0], ROWS[5], ROWS[6]].map((row, i) => competition(smallRow(row, 25 + 5 * i), i + 1).text);
  const texts = [COLLECTIONS[1], COLLECTIONS[3], COLLECTIONS[6]].map((size) =>
    curricula({ ...size, courses: 20, curricula: 12 }),
  );
  return kind === '.ectt' ? texts : texts.map(withoutExtension);
}

/** A row cut down to so many classes. */
function smallRow(row: (typeof ROWS)[number], classes: number): (typeof ROWS)[number] {
  return { ...row, classes, rooms: 6, courses: 12, times: 6, students: 40, distributions: 20, required: 12 };
}

/** The older format: without the columns, header and section of the extended one. */
function withoutExtension(text: string): string {
  return text
    .replace(/^Min_Max_Daily_Lectures.*\n/m, '')
    .replace('UnavailabilityConstraints:', 'Constraints:')
    .replace(/^RoomConstraints.*\n/m, '')
    .replace(/^ROOM_CONSTRAINTS:\n/m, '')
    .replace(/^(c\d+ t\d+ \d+ \d+ \d+) \d$/gm, '$1')
    .replace(/^(R\d+ \d+) \d$/gm, '$1');
}

/** Reads and judges mutants of a kind, and solves every so-and-so-many that is accepted. */
export function runMutants(
  kind: (typeof KINDS)[number],
  { count, from = 0, solveEach, limit }: MutantsPlan,
): Outcome {
  const faults: string[] = [];
  const { readProblem } = formatOf(`mutant${kind}`);
  let [accepted, solved, worstSeconds] = [0, 0, 0];
  for (let number = from; number < from + count; number++) {
    const text = mutantOf(kind, number);
    const begin = cpuSeconds();
    let problem: Problem | null = null;
    try {
      problem = readProblem(text);
    } catch (error) {
      if (!isByName(error)) faults.push(`${kind} ${number} ended with ${String(error)}`);
    }
    const seconds = cpuSeconds() - begin;
    worstSeconds = Math.max(worstSeconds, seconds);
    if (seconds > READING_SECONDS) faults.push(`${kind} ${number} was read for ${seconds.toFixed(1)} s`);
    if (!problem || accepted++ % solveEach > 0) continue;
    solved++;
    const why = faultOfSolving(problem, limit);
    if (why !== null) faults.push(`${kind} ${number} ${why}`);
  }
  return { refused: count - accepted, accepted, solved, worstSeconds, faults };
}

/** A refusal is an error of its own with words, not one of the runtime. */
function isByName(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && error.message.length > 10;
}

/** Solves and checks; null when the timetable keeps what every timetable keeps. */
function faultOfSolving(problem: Problem, limit: MutantsPlan['limit']): string | null {
  const host: Host = { seconds: cpuSeconds, cancelled: () => false, report: () => undefined };
  const begin = cpuSeconds();
  try {
    const solution = solve(problem, { seed: 1, limit, walks: 1 }, host);
    const solvedProblem = { ...problem, students: solution.students ?? problem.students };
    const { score, isFeasible } = verify(solvedProblem, solution.placements);
    verifyEnrolments(solvedProblem);
    const broken = ALWAYS_KEPT.filter((rule) => (score.byRule[rule] ?? 0) > 0);
    const seconds = cpuSeconds() - begin;
    if (broken.length > 0) return `breaks ${broken.join(', ')}`;
    if (isFeasible !== solution.isFeasible || score.soft !== solution.score.soft)
      return 'is judged otherwise';
    if (solution.placements.length + solution.unplaced.length !== problem.meetings.length)
      return 'loses meetings';
    return 'seconds' in limit && seconds > limit.seconds + READING_SECONDS
      ? `was solved for ${seconds.toFixed(1)} s`
      : null;
  } catch (error) {
    return `ended with ${String(error)}`;
  }
}
