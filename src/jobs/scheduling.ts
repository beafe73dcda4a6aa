import { setImmediate as nextTurn } from 'node:timers/promises';
import { loggable } from '../schema/loggable.js';
import { TaskStage } from '../schema/enums.js';
import { logRepeated, outageOf } from '../schema/outages.js';
import type { App } from '../data/app.js';
import { systemContext, type Context } from '../data/context.js';
import { piecesInTurns } from '../data/in-turns.js';
import { causesOf } from '../services/scheduling/problem/causes.js';
import { penaltiesOf, softFloorOf } from '../services/scheduling/runs/penalties.js';
import { problemIn, type SemesterProblem } from '../services/scheduling/problem/problem.js';
import { meetingsInScope } from '../services/scheduling/problem/run-meetings.js';
import { placementsOf, placesOf } from '../services/scheduling/problem/solver-places.js';
import {
  accept,
  acceptBest,
  brokenHardRules,
  finishTask,
  type AcceptedTimetable,
  type Judge,
} from '../services/scheduling/runs/accepted-timetable.js';
import { publishedOf } from '../services/scheduling/drafts/drafts.js';
import { ClashingResultError } from '../services/scheduling/runs/department-results.js';
import { keptProblem, withoutFaults } from '../services/scheduling/runs/standing-faults.js';
import { NoTimeError, TooManyCrashesError } from '../services/scheduling/runs/run-failures.js';
import { cancelWith, endUnstored } from '../services/scheduling/runs/kept-results.js';
import type { Place, Snapshot } from '../services/scheduling/problem/snapshot.js';
import { takeSnapshot } from '../services/scheduling/problem/take-snapshot.js';
import {
  claimTask,
  handBack,
  keepBest,
  keepSnapshot,
  reportCauses,
  reportProgress,
  schedulingRecords,
  solveAgain,
  type Claim,
  type TaskProgress,
} from '../services/scheduling/runs/task-records.js';
import { optionsOf } from '../services/scheduling/problem/options.js';
import {
  RecentGain,
  diagnoseInThread,
  floorsInThread,
  solveInProcess,
  solveInThreads,
  type Diagnosis,
  type Floors,
  type Placement,
  type Problem,
  type Progress,
  type Score,
} from '@class-scheduling/solver';
import { isVain, patienceFor } from './patience.js';
import { crashesMax, Pulse } from './pulse.js';
import { searchTogether } from './joint-search.js';

/** The replaceable parts of a run; tests inject failing ones. */
export interface SchedulingParts {
  readonly solve?: typeof solveInThreads;
  readonly judge?: Judge;
  readonly diagnose?: typeof diagnoseInThread;
}

/** Grace period for a cancelled search before its threads are terminated. */
const cancelGraceMs = 1_000;
/** How often a result is solved again that clashes with what others changed meanwhile. */
const roundsMax = 3;
/** How often a search is begun again that came to nothing, because the machine left it no time. */
const vainMax = 5;
/** Shortest search, when a task is resumed shortly before its time limit. */
const searchSecondsMin = 1;
/** About how long after a gain it is reported. */
const reportSeconds = 1;
/** When a search that still breaks hard rules is diagnosed, and how long the diagnosis may take. */
const diagnoseAfterSeconds = 2;
const diagnosisSeconds = 2;
/** Upper bound of the progress while searching; the rest is for verifying and storing the result. */
const fractionMax = 0.99;

/**
 * Runs the scheduling task whose turn it is, if any waits: a job only says that there is work. Aborting
 * `stopping` returns the task to the queue with its best timetable.
 */
export async function runSchedulingTask(
  app: App,
  stopping: AbortSignal,
  parts: SchedulingParts = {},
): Promise<void> {
  const claim = await claimTask(systemContext(app, 'scheduling job'), null);
  if (!claim) return;
  const ctx = systemContext(app, 'scheduling job', claim.id);
  await new SchedulingRun(ctx, claim, parts).execute(stopping);
}

/** One worker's run of one task: problem, search, result. */
class SchedulingRun {
  readonly #pulse: Pulse<TaskProgress>;
  #semester: SemesterProblem | null = null;
  #best: readonly Placement[] = [];
  /** Once it is known, of a run for a department what it places. */
  #own: { readonly meetings: ReadonlySet<string> | null } | null = null;
  #searchedSeconds: number;
  #isSearched = false;
  #diagnosis: Diagnosis | null = null;
  /** The diagnoses, one at a time beside the search; the first finds what is plainly impossible. */
  #diagnosing: Promise<void> = Promise.resolve();
  #isDiagnosed = false;
  /** The floors of the cost, once there is a complete timetable and they are known. */
  #floors: Floors | null = null;
  #bounding: Promise<void> | null = null;
  readonly #gain = new RecentGain();
  /** What the best timetable costs, and when it was found, in seconds of search. */
  #record = { hard: Infinity, soft: Infinity, seconds: 0 };
  /** Searches so far; each has its own chance. */
  #searches = 0;
  /** Those of them that came to nothing. */
  #vain = 0;
  readonly #over = new AbortController();
  /** Ends what is found out beside the search. */
  readonly #end: AbortSignal;

  constructor(
    private readonly ctx: Context,
    private readonly claim: Claim,
    private readonly parts: SchedulingParts,
  ) {
    this.#pulse = new Pulse(ctx, claim, {
      records: schedulingRecords,
      report: (progress) => reportProgress(ctx, claim, progress),
    });
    this.#searchedSeconds = claim.searchedSeconds;
    this.#end = AbortSignal.any([this.#pulse.interruption, this.#over.signal]);
  }

  async execute(stopping: AbortSignal): Promise<void> {
    if (this.claim.isCancelled) this.#pulse.interrupt('cancelled');
    const work = (): Promise<void> => this.#work().catch((error: unknown) => this.#fail(error));
    await this.#pulse.during(stopping, work).finally(() => this.#over.abort());
  }

  async #work(): Promise<void> {
    const { id, crashes, best } = this.claim;
    const { judge } = this.parts;
    const kept = await keptProblem(this.ctx.em, id, judge);
    const semester =
      kept ?? (await withoutFaults(await piecesInTurns(problemIn(await this.#snapshot())), judge));
    this.#semester = semester;
    this.#best = best ? placementsOf(semester.problem, best) : semester.start;
    if (crashes > crashesMax && !this.#interruption) throw new TooManyCrashesError(crashes);
    if (!this.#interruption) this.#queueDiagnosis(semester, []);
    while (!this.#isSearched && !this.#interruption) await this.#search(semester);
    await this.#diagnosing;
    if (!this.#interruption) await this.#complete(semester);
    await this.#pulse.onlyBeat();
    await this.#conclude(semester);
  }

  get #interruption(): unknown {
    return this.#pulse.interruption.aborted ? this.#pulse.interruption.reason : null;
  }

  async #snapshot(): Promise<Snapshot> {
    const { semesterId, basisId: named, departmentId: department } = this.claim;
    const options = optionsOf(this.claim.options);
    const basisId = named ?? (await publishedOf(this.ctx.em, semesterId));
    const start = { basisId, isContinued: basisId !== null, isNamed: named !== null };
    const from = { options, department, ...start, hasStudents: true };
    const snapshot = await takeSnapshot(this.ctx, semesterId, from);
    if (!(await keepSnapshot(this.ctx, this.claim, { snapshot, basisId }))) this.#pulse.interrupt('lost');
    return snapshot;
  }

  /**
   * Searches until the time limit, an interruption or a crash of a solver thread. Few meetings are searched
   * for in stretches, of which the first cools to its end, until nothing was gained for as long as one lasts.
   */
  async #search(semester: SemesterProblem): Promise<void> {
    if (semester.problem.meetings.length === 0) {
      this.#isSearched = true;
      return;
    }
    if (this.#vain > vainMax) throw new NoTimeError(this.#vain);
    const { seed, timeLimitSeconds } = this.claim;
    const searchedBefore = this.#searchedSeconds;
    const left = timeLimitSeconds - searchedBefore;
    const patienceSeconds = patienceFor(semester.problem, timeLimitSeconds);
    const seconds = Math.max(searchSecondsMin, Math.min(left, patienceSeconds));
    const { SOLVER_PROCESS, SOLVER_THREADS } = this.ctx.app.config;
    const { solve: alone = SOLVER_PROCESS ? solveInProcess : solveInThreads } = this.parts;
    const solve = this.claim.searches > 1 ? searchTogether(this.ctx, this.claim) : alone;
    const options = { seed: seed + this.#searches++, limit: { seconds }, start: this.#best };
    let isSettled = false;
    // To copy a large problem for another process takes some hundredths of a second, for a thread as long.
    await nextTurn();
    const how = { threads: SOLVER_THREADS, isPatient: true };
    const handle = solve(semester.problem, { ...options, ...how }, (progress) => {
      this.#searchedSeconds = searchedBefore + progress.seconds;
      this.#report(semester, progress);
      // Where something is left over, the end of a search still places what it can.
      const isComplete = progress.clashes + progress.unplaced === 0;
      isSettled = isComplete && (this.#isAtFloor(progress) || this.#secondsInVain >= patienceSeconds);
      if (isSettled) handle.cancel();
    });
    let graceTimer: NodeJS.Timeout | undefined;
    const end = (): void => {
      handle.cancel();
      graceTimer = setTimeout(() => void handle.terminate(), cancelGraceMs);
    };
    this.#pulse.interruption.addEventListener('abort', end);
    if (this.#interruption) end();
    try {
      const solution = await handle.solution;
      if (isVain(solution)) return this.#countVain();
      this.#best = solution.placements;
      this.#searchedSeconds = searchedBefore + solution.seconds;
      const hasGained = this.#secondsInVain < patienceSeconds - reportSeconds;
      const isCutShort = solution.seconds >= seconds && seconds < left && hasGained;
      this.#isSearched = isSettled || (!solution.isCancelled && !isCutShort);
    } catch (error) {
      this.#best = handle.best() ?? this.#best;
      if (!this.#interruption) await this.#countCrash(error);
    } finally {
      clearTimeout(graceTimer);
      this.#pulse.interruption.removeEventListener('abort', end);
    }
  }

  #report(semester: SemesterProblem, progress: Progress): void {
    const { stage, score, clashes, unplaced, movesPerSecond, best, seconds } = progress;
    const { problem } = semester;
    if (clashes + unplaced === 0) this.#bounding ??= this.#bound(problem);
    const floors = score.hard === 0 && progress.scoredSeconds !== null ? this.#floors : null;
    if (best) this.#noteBest(best, score);
    if (clashes + unplaced > 0 && seconds >= diagnoseAfterSeconds && !this.#isDiagnosed) {
      this.#isDiagnosed = true;
      this.#queueDiagnosis(semester, this.#best);
    }
    this.#pulse.report({
      stage: TaskStage[stage],
      fraction: Math.min(fractionMax, this.#searchedSeconds / this.claim.timeLimitSeconds),
      searchedSeconds: this.#searchedSeconds,
      hardViolations: brokenHardRules(score),
      softCost: score.soft,
      softFloor: softFloorOf(floors, score),
      recentGain: this.#gain.after({ ...progress, seconds: this.#searchedSeconds }),
      ...this.#placedOf(semester, progress),
      penalties: penaltiesOf(problem, score, floors),
      teacherConflicts: score.byRule['teacher-conflict'] ?? 0,
      roomConflicts: score.byRule['room-conflict'] ?? 0,
      classConflicts: score.byRule['group-conflict'] ?? 0,
      movesPerSecond,
      ...(best && { best: placesOf(problem, best) }),
    });
  }

  /** How many meetings have places and how many have none, of those that the run is for. */
  #placedOf(
    { snapshot, impossible }: SemesterProblem,
    { placed, unplaced }: Progress,
  ): Pick<TaskProgress, 'placed' | 'unplaced'> {
    const own = (this.#own ??= { meetings: meetingsInScope(snapshot) }).meetings;
    if (!own) return { placed, unplaced: unplaced + impossible.length };
    const count = this.#best.filter(({ meeting }) => own.has(meeting)).length;
    return { placed: count, unplaced: own.size - count };
  }

  #noteBest(best: readonly Placement[], { hard, soft }: Score): void {
    const known = this.#record;
    this.#best = best;
    if (hard < known.hard || (hard === known.hard && soft < known.soft))
      this.#record = { hard, soft, seconds: this.#searchedSeconds };
  }

  /** For how long nothing was gained. */
  get #secondsInVain(): number {
    return this.#searchedSeconds - this.#record.seconds;
  }

  /** Whether no complete timetable can cost less. */
  #isAtFloor({ score, scoredSeconds }: Progress): boolean {
    if (score.hard > 0 || scoredSeconds === null || !this.#floors) return false;
    return score.soft <= this.#floors.total;
  }

  /** Finds beside the search what no timetable can avoid; nothing is said of it if that fails. */
  async #bound(problem: Problem): Promise<void> {
    try {
      this.#floors = await floorsInThread(problem, this.#end);
    } catch (error) {
      if (this.#end.aborted) return;
      this.ctx.app.log.warn({ err: loggable(error), taskId: this.claim.id }, 'no floors were found');
    }
  }

  /** Finds beside the search why meetings cannot be placed; the search goes on if that fails. */
  #queueDiagnosis(semester: SemesterProblem, placements: readonly Placement[]): void {
    this.#diagnosing = this.#diagnosing
      .then(() => this.#diagnose(semester, placements))
      .catch((error: unknown) => {
        if (this.#end.aborted) return;
        this.ctx.app.log.warn({ err: loggable(error), taskId: this.claim.id }, 'a diagnosis failed');
      });
  }

  async #diagnose(
    { problem, impossible, snapshot }: SemesterProblem,
    placements: readonly Placement[],
  ): Promise<void> {
    // A diagnosis that has also tried the rest goes further than counting, but once is enough.
    const isKnown = this.#diagnosis?.rest && this.#diagnosis.conflicts.length > 0;
    if (isKnown || this.#interruption) return;
    if (!this.#diagnosis && impossible.length > 0)
      await reportCauses(this.ctx, this.claim, causesOf(snapshot, impossible, null));
    const { diagnose = diagnoseInThread } = this.parts;
    const options = { placements, seconds: diagnosisSeconds };
    this.#diagnosis = await diagnose(problem, options, this.#end);
    const causes = causesOf(snapshot, impossible, this.#diagnosis);
    if (causes.length > 0) await reportCauses(this.ctx, this.claim, causes);
  }

  /** Diagnoses an incomplete result, and takes the complete timetable if the diagnosis finds one. */
  async #complete(semester: SemesterProblem): Promise<void> {
    if (this.#best.length === semester.problem.meetings.length) return;
    this.#queueDiagnosis(semester, this.#best);
    await this.#diagnosing;
    const { conflicts = [], rest } = this.#diagnosis ?? {};
    if (conflicts.length === 0 && rest?.kind === 'possible') this.#best = rest.placements;
  }

  /** The machine left a search no time: it is begun again, a limited number of times. */
  #countVain(): void {
    this.ctx.app.log.warn({ taskId: this.claim.id, tries: ++this.#vain }, 'a search was left no time');
  }

  /** A solver thread crashed: resumes from the best so far, a limited number of times. */
  async #countCrash(error: unknown): Promise<void> {
    const { id } = this.claim;
    const crashes = await schedulingRecords.countCrash(this.ctx, this.claim);
    this.ctx.app.log.warn(
      { err: loggable(error), taskId: id, crashes },
      'a solver thread died and is started again',
    );
    if (crashes === null) this.#pulse.interrupt('lost');
    else if (crashes > crashesMax) throw new TooManyCrashesError(crashes);
  }

  async #conclude(semester: SemesterProblem): Promise<void> {
    const { ctx, claim } = this;
    const searchedSeconds = this.#searchedSeconds;
    if (this.#interruption === 'lost') return;
    if (this.#interruption === 'cancelled') {
      const timetable = await acceptBest(semester, this.#found(semester), this.parts.judge, this.#floors);
      await this.#pulse.stop();
      await cancelWith(ctx, claim, { searchedSeconds, timetable, best: this.#places(semester) });
    } else if (this.#isSearched) {
      // Somebody else has taken the task over.
      if (!(await keepBest(ctx, claim, { searchedSeconds, best: this.#places(semester) }))) return;
      await this.#bounding;
      const timetable = await accept(semester, this.#best, this.parts.judge, this.#floors);
      await this.#pulse.stop();
      await this.#finish({ searchedSeconds, timetable });
    } else {
      const best = this.#places(semester);
      await this.#pulse.stop();
      await handBack(ctx, claim, { searchedSeconds, best: best.length > 0 ? best : null });
    }
  }

  /** What the search has found; nothing before it began, when the best is what stands already. */
  #found({ start }: SemesterProblem): readonly Placement[] {
    return this.#best === start ? [] : this.#best;
  }

  /** The same as places. */
  #places(semester: SemesterProblem): Place[] {
    return placesOf(semester.problem, this.#found(semester));
  }

  /** Stores the result; what others changed meanwhile may make it necessary to solve it again. */
  async #finish(end: { searchedSeconds: number; timetable: AcceptedTimetable }): Promise<void> {
    try {
      await finishTask(this.ctx, this.claim, { status: 'COMPLETED', ...end });
    } catch (error) {
      if (!(error instanceof ClashingResultError) || this.claim.rounds >= roundsMax) throw error;
      await solveAgain(this.ctx, this.claim);
    }
  }

  async #fail(error: unknown): Promise<void> {
    const [{ app }, facts] = [this.ctx, { taskId: this.claim.id }];
    // Its heartbeats end, so that a worker takes it up again when the database is back.
    if (outageOf(error)) return logRepeated(app, error, 'a scheduling task waits for the database', facts);
    app.log.error({ err: loggable(error), ...facts }, 'a scheduling task failed');
    await this.#pulse.stop();
    const best = this.#semester && this.#places(this.#semester);
    await endUnstored(this.ctx, this.claim, { status: 'FAILED', error, best });
  }
}
