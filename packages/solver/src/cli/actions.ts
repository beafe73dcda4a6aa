import { access, constants, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import '../competitions/index.js';
import { SolveBar } from './solve-bar.js';
import { findConflicts } from '../conflicts/conflicts.js';
import { verifyEnrolments } from '../enrolments.js';
import { explainUnplaced } from '../explain.js';
import { formatOf } from '../formats/formats.js';
import { readProblemFile, readText } from '../host/files.js';
import type { Limit, Placement, Problem, Score, Sentence } from '../model.js';
import { floorsOf } from '../floors/floors.js';
import { improvablePercent } from '../gain.js';
import { Alternatives, type TimeAlternative } from '../alternatives.js';
import { precheckWithin } from '../conflicts/precheck.js';
import { leastDisturbing, movesBetween } from '../reschedule.js';
import { viewOf as requireKnown } from '../rules/view.js';
import { timeWords } from '../rules/words.js';
import { solveWithStudents } from '../solve.js';
import { Suggester, type Suggestion, type SuggestOptions } from '../suggest.js';
import { CLOCKS, type ClockKind } from '../host/clock.js';
import { solveInThreads } from '../host/threads.js';
import { verify } from '../verify.js';

/** Options of `cli solve`. */
interface SolveCommandOptions {
  /** Time until the result, by the clock: reading and all preparation included. */
  readonly seconds?: number;
  /** The same in processor time of all threads. */
  readonly cpuSeconds?: number;
  readonly moves?: number;
  readonly threads?: number;
  readonly walks?: number;
  readonly seed?: number;
  readonly out?: string;
  /** A solution to change as little as possible. */
  readonly keep?: string;
  /** No progress bar. */
  readonly json?: boolean;
}

const SECONDS = 60;
/** What ends a run early, with the best so far; a second one ends the process. */
const ENDING = ['SIGINT', 'SIGTERM'] as const;
/** The check before the search takes at most this share of the run, and at most as many seconds. */
const PRECHECK = { share: 0.1, seconds: 0.5 };
/** How many unplaced meetings are explained. */
const CAUSES_SHOWN = 20;

/**
 * Solves a file, writes the solution if requested and prints one line of JSON; an interrupt ends with the
 * best so far. For an incomplete solution it prints the causes, and the exit code is 1. Long, because it is
 * one line of answer, put together in order.
 */
export async function solveCommand(file: string, options: SolveCommandOptions): Promise<void> {
  const clock: ClockKind = options.cpuSeconds === undefined ? 'wall' : 'processor';
  const [begin, wallBegin, cpuBegin] = [CLOCKS[clock](), CLOCKS.wall(), CLOCKS.processor()];
  const limit = limitOf(options);
  const pause = () => {
    if ('seconds' in limit && CLOCKS[clock]() - begin >= limit.seconds)
      throw new Error(`it was not read within ${limit.seconds} seconds`);
  };
  if (options.out) await requireWritable(options.out, file);
  const kept = options.keep ? await readBoth(file, options.keep, pause) : null;
  const { problem: read, options: start } = kept
    ? leastDisturbing(kept.problem, kept.placements)
    : { problem: await readProblemFile(file, pause), options: {} };
  const { seed = 1, threads = 1, walks } = options;
  const withBar = !options.json && process.stderr.isTTY;
  sayImpossibilities(read, limit, CLOCKS[clock]);
  let cancel = () => undefined as void;
  const onInterrupt = () => cancel();
  for (const signal of ENDING) process.once(signal, onInterrupt);
  const bar = withBar ? new SolveBar(read, clock) : null;
  const { problem, solution } = await solveWithStudents(
    read,
    { seed, limit, threads, walks, clock, begin, ...start },
    (part, partOptions) => {
      const run = solveInThreads(part, partOptions, bar?.draw);
      cancel = run.cancel;
      return run.solution;
    },
  ).finally(() => ENDING.forEach((signal) => process.off(signal, onInterrupt)));
  bar?.end();
  const failure = options.out
    ? await writeFile(options.out, formatOf(file).writeSolution(problem, solution.placements)).then(
        () => null,
        (error: unknown) => refusalToWrite(options.out!, error),
      )
    : null;
  const enrolments = verifyEnrolments(problem);
  const isFeasible = solution.isFeasible && enrolments.length === 0;
  const seconds = clock === 'wall' ? solution.seconds : CLOCKS.wall() - wallBegin;
  const cpuSeconds = CLOCKS.processor() - cpuBegin;
  printLine({
    instance: problem.name,
    feasible: isFeasible,
    cost: solution.score.soft,
    components: solution.score.byRule,
    ...(solution.isFeasible && floorReport(problem, solution.score)),
    unplaced: solution.unplaced.length,
    ...(kept && { moved: movesBetween(kept.placements, solution.placements).map(({ meeting }) => meeting) }),
    ...(solution.isFeasible
      ? {}
      : causeReport(problem, solution.placements, causeSeconds(limit, solution.isCancelled))),
    ...(enrolments.length > 0 && { enrolments }),
    moves: solution.moves,
    movesPerSecond: Math.round(solution.moves / Math.max(solution.seconds, 1e-9)),
    seconds: rounded(seconds),
    cpuSeconds: rounded(cpuSeconds),
    seed,
  });
  if (failure) throw failure;
  if (!isFeasible) process.exitCode = 1;
}

/** A tenth of the run, a second at least; a second when it was ended early. */
function causeSeconds(limit: Limit, isCancelled: boolean): number {
  return 'seconds' in limit && !isCancelled ? Math.max(1, limit.seconds / 10) : 1;
}

function limitOf({ seconds, cpuSeconds, moves }: SolveCommandOptions): Limit {
  if ([seconds, cpuSeconds, moves].filter((one) => one !== undefined).length > 1)
    throw new Error('A run is limited by --seconds, --cpu-seconds or --moves, by one of them.');
  return moves === undefined ? { seconds: seconds ?? cpuSeconds ?? SECONDS } : { moves };
}

/** The floor of the cost, in total and by rule, and how much of the cost above it could still be saved. */
function floorReport(problem: Problem, { soft }: Score) {
  const { total, byRule } = floorsOf(problem);
  return { bound: total, floors: byRule, improvablePercent: improvablePercent(soft, total) };
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Says what can be told before the search in a small part of its time, and what was not looked at. */
function sayImpossibilities(problem: Problem, limit: Limit, now: () => number): void {
  const { share, seconds } = PRECHECK;
  const most = 'seconds' in limit ? Math.min(seconds, share * limit.seconds) : seconds;
  const { impossibilities, unseen } = precheckWithin(problem, most, now);
  for (const { sentence } of impossibilities)
    process.stderr.write(`It cannot be completed: ${sentence.en}\n`);
  if (unseen) process.stderr.write(`${unseen.en}\n`);
}

/** Verifies a solution and prints one line of JSON; the exit code is 1 when it is not feasible. */
export async function verifyCommand(problemFile: string, solutionFile: string): Promise<void> {
  const { problem, placements } = await readBoth(problemFile, solutionFile);
  const verification = verify(problem, placements);
  const { score } = verification;
  const enrolments = verifyEnrolments(problem);
  const isFeasible = verification.isFeasible && enrolments.length === 0;
  const violations = verification.violations
    .filter(({ level }) => level === 'hard')
    .map(({ rule, sentence }) => ({ rule: rule as string, ...sentence }))
    .concat(enrolments.map((sentence) => ({ rule: 'enrolment', ...sentence })));
  printLine({
    instance: problem.name,
    feasible: isFeasible,
    hard: score.hard,
    cost: score.soft,
    components: score.byRule,
    ...(verification.isFeasible && floorReport(problem, score)),
    violations: violations,
  });
  if (!isFeasible) process.exitCode = 1;
}

/** Options of `cli explain`. */
interface ExplainCommandOptions {
  /** The meeting to explain; without it, why the timetable is incomplete. */
  readonly meeting?: string;
  readonly json?: boolean;
}

/**
 * Explains every time (in JSON also every room) of a meeting, or what keeps a timetable incomplete; without a
 * solution, what counting reveals about the problem.
 */
export async function explainCommand(
  problemFile: string,
  solutionFile: string | undefined,
  { meeting, json }: ExplainCommandOptions,
): Promise<void> {
  const { problem, placements } =
    solutionFile === undefined
      ? { problem: await readProblemFile(problemFile), placements: [] }
      : await readBoth(problemFile, solutionFile);
  if (meeting === undefined) {
    const report = causeReport(problem, placements);
    if (json) printLine(report);
    else process.stdout.write(causesText(report));
    return;
  }
  requireMeeting(problem, meeting);
  const explainer = new Alternatives(problem, placements);
  const times = explainer.times(meeting);
  if (json)
    printLine({
      meeting,
      times: times.map((each) => ({ ...each, rooms: explainer.rooms(meeting, each.time) })),
    });
  else for (const each of times) process.stdout.write(`${timeLine(each)}\n`);
}

/** `+` free, `=` current, `-` not possible; with the change of cost or the reason. */
function timeLine({ isCurrent, bars, when, place, score, roomsFree, roomsOffered }: TimeAlternative): string {
  const mark = isCurrent ? '=' : bars.length > 0 ? '-' : '+';
  const why = bars.length > 0 ? bars.map(({ sentence }) => sentence.en).join('; ') : changeWords(score);
  const where = place.room === null ? '' : ` in ${place.room} (${roomsFree} of ${roomsOffered} rooms free)`;
  return `${mark} ${when.en}${where}: ${why}`;
}

/** Options of `cli suggest`. */
interface SuggestCommandOptions extends SuggestOptions {
  readonly meeting: string;
  readonly json?: boolean;
}

/** Prints alternative places for a meeting, cheapest first, with the moves and the people affected. */
export async function suggestCommand(
  problemFile: string,
  solutionFile: string,
  { meeting, json, ...options }: SuggestCommandOptions,
): Promise<void> {
  const { problem, placements } = await readBoth(problemFile, solutionFile);
  requireMeeting(problem, meeting);
  const suggestions = new Suggester(problem, placements).suggest(meeting, options);
  if (json) printLine({ meeting, suggestions });
  else if (suggestions.length === 0) process.stdout.write(`${meeting} has no alternative place.\n`);
  else for (const each of suggestions) process.stdout.write(`${suggestionLine(problem, each)}\n`);
}

/** `cost -3; room-fit -3: m1 to Mon periods 1-2, weeks 1-16 in r1; m2 to … (t1, g1)`. */
function suggestionLine({ times }: Problem, { changes, score, teachers, groups }: Suggestion): string {
  const moves = changes.map(({ meeting, time, room }) => {
    const where = room === null ? '' : ` in ${room}`;
    return `${meeting} to ${timeWords(times[time]).en}${where}`;
  });
  return `${changeWords(score)}: ${moves.join('; ')} (${[...teachers, ...groups].join(', ')})`;
}

function changeWords({ soft, byRule }: Score): string {
  const rules = Object.entries(byRule).map(([rule, change]) => `${rule} ${change}`);
  return [`cost ${soft > 0 ? `+${soft}` : soft}`, ...rules].join('; ');
}

function requireMeeting(problem: Problem, meeting: string): void {
  if (problem.meetings.some(({ id }) => id === meeting)) return;
  const some = problem.meetings.slice(0, 3).map(({ id }) => id);
  throw new Error(`There is no meeting ${meeting} in the problem.\nMaybe one of ${some.join(', ')}, …`);
}

/** Why a timetable is incomplete. */
interface CauseReport {
  /** Why meetings are unplaced, one by one. */
  readonly causes: readonly Sentence[];
  /** The conflicting requirements found. */
  readonly conflicts: readonly {
    readonly sentence: Sentence;
    readonly requirements: readonly Sentence[];
    readonly meetings: readonly string[];
    readonly isSmallest: boolean;
  }[];
  /** About all other meetings. */
  readonly rest: Sentence;
}

const COMPLETE: Sentence = { zh: '课表完整。', en: 'The timetable is complete.' };
const REST_FITS: Sentence = {
  zh: '其余的课都能安排。',
  en: 'All other meetings can be placed.\nMaybe solve for longer.',
};

function causeReport(problem: Problem, placements: readonly Placement[], seconds?: number): CauseReport {
  const reasons = placements.length === 0 ? [] : explainUnplaced(problem, placements, CAUSES_SHOWN);
  const found = findConflicts(problem, placements, { now: CLOCKS.processor, seconds });
  const { conflicts, more, rest } = found;
  const isWhole = conflicts.length === 0 && placements.length === problem.meetings.length;
  const restSentence = rest.kind === 'unknown' ? rest.sentence : isWhole ? COMPLETE : REST_FITS;
  const others: Sentence = { zh: `另有${more}个原因未列出。`, en: `Causes not listed: ${more}.` };
  return {
    causes: reasons.map(({ sentence }) => sentence),
    conflicts: conflicts.map(({ sentence, requirements, meetings, isSmallest }) => ({
      sentence,
      requirements: requirements.map((requirement) => requirement.sentence),
      meetings,
      isSmallest,
    })),
    rest:
      more > 0
        ? { zh: `${others.zh}${restSentence.zh}`, en: `${others.en} ${restSentence.en}` }
        : restSentence,
  };
}

/** Numbered causes, each with its requirements; then the unplaced meetings. */
function causesText({ causes, conflicts, rest }: CauseReport): string {
  const numbered = conflicts.map(({ sentence, requirements }, i) => {
    const lines = [...sentence.en.split('\n'), ...requirements.map(({ en }) => `- ${en}`)];
    return `${i + 1}. ${lines.join('\n   ')}`;
  });
  return [...numbered, ...causes.map(({ en }) => en), rest.en].map((text) => `${text}\n`).join('');
}

async function readBoth(
  problemFile: string,
  solutionFile: string,
  pause?: () => void,
): Promise<{ problem: Problem; placements: Placement[] }> {
  const format = formatOf(problemFile);
  const text = await readText(solutionFile);
  const read = await readProblemFile(problemFile, pause);
  try {
    const problem = format.readStudents ? { ...read, students: format.readStudents(text) } : read;
    const placements = format.readSolution(problem, text);
    requireKnown(problem, placements);
    return { problem, placements };
  } catch (error) {
    throw new Error(`${solutionFile} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Checked before a long search, so that it does not end with a file that cannot be written. */
async function requireWritable(file: string, problemFile: string): Promise<void> {
  const folder = path.dirname(file);
  const [place, found] = await Promise.all([folder, file].map((one) => stat(one).catch(() => null)));
  if (!place?.isDirectory()) throw new Error(`There is no folder ${folder} for the solution.`);
  if (found?.isDirectory()) throw new Error(`${file} is a folder; the solution needs a file.`);
  if (path.resolve(file) === path.resolve(problemFile))
    throw new Error(`The solution would take the place of the problem in ${file}.`);
  await access(found ? file : folder, constants.W_OK).catch((error: unknown) => {
    throw refusalToWrite(file, error);
  });
}

function refusalToWrite(file: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(`${file} cannot be written (${code ?? message}).`, { cause: error });
}

function printLine(value: object): void {
  process.stdout.write(JSON.stringify(value) + '\n');
}
