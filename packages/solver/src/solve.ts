import type { Host, Placement, Problem, Score, Solution, SolveOptions, Stage } from './model.js';
import { Coordination, type Plan } from './search/coordinate.js';
import { Deadline, Interrupted } from './deadline.js';
import { compile } from './search/image/compile.js';
import type { Image } from './search/image/image.js';
import { Runner } from './search/runner.js';
import { sectioningOf, studentsOf } from './search/students/image.js';
import { assignStudents, withStudents } from './search/students/assign.js';
import { placementsFrom, timetableFrom } from './search/timetable.js';
import { verify } from './verify.js';

/** Walks of a reproducible run; one limited in seconds has as many as threads. */
const WALKS = 4;
const REPORT_SECONDS = 0.25;
/** Maximum share of the time for verifying reported timetables. */
const VERIFYING_SHARE = 0.05;

/** Share of a run limited in seconds after which the first assignment of students ends. */
const STUDENTS_SHARE = 0.25;
/** Time after the end of a run for assigning students anew around the timetable. */
const REFINEMENT_SECONDS = 0.5;

/** Solves in the calling thread. Pure: time, cancellation and progress come from the host. */
export function solve(problem: Problem, options: SolveOptions, host: Host): Solution {
  const plan = planOf(problem, options);
  const run = new Run(problem, options, plan, host);
  run.report();
  try {
    const image = compile(run.problem, run.deadline.pause);
    const runners = Array.from({ length: plan.walks }, (_, walk) =>
      runnerFor(problem, image, { ...options, walk, deadline: run.deadline }),
    );
    const rounds = run.coordination.rounds();
    for (let step = rounds.next(); !step.done;) {
      const reports = step.value.map((command, walk) => (command ? runners[walk].execute(command) : null));
      step = rounds.next(reports);
      run.report();
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
  return run.solution();
}

/** Solves by means of `solveOnce`; returns the problem with its students assigned, and the solution. */
export async function solveWithStudents<Options extends SolveOptions>(
  problem: Problem,
  options: Options,
  solveOnce: (problem: Problem, options: Options) => Promise<Solution>,
): Promise<{ problem: Problem; solution: Solution }> {
  const solution = await solveOnce(problem, options);
  const { students = problem.students } = solution;
  return { problem: { ...problem, students }, solution };
}

/** The number of walks and the limit of a run. */
export function planOf(problem: Problem, options: SolveOptions, threads = 1): Plan {
  return {
    walks: Math.max(1, options.walks ?? ('moves' in options.limit ? WALKS : threads)),
    meetings: problem.meetings.length,
    limit: options.limit,
    stopWhenComplete: options.stopWhenComplete ?? false,
    part: options.part,
  };
}

/** Which walk it is, and when it ends beside its commands. */
interface WalkOptions {
  readonly walk: number;
  readonly deadline?: Deadline;
}

/** The logical walk with the given number. */
export function runnerFor(
  problem: Problem,
  image: Image,
  { seed, start, part, walk, deadline }: Pick<SolveOptions, 'seed' | 'start' | 'part'> & WalkOptions,
): Runner {
  return new Runner(image, {
    seed,
    walk,
    deadline,
    start: start && timetableFrom(problem, start),
    isWarm: part?.isWarm,
    fixed: Uint8Array.from(problem.meetings, ({ lock }) => Number(lock?.time !== undefined)),
  });
}

/** A run from its caller's view: reports and the solution. */
export class Run {
  readonly coordination: Coordination;
  /** The problem with its students assigned. */
  readonly problem: Problem;
  readonly deadline: Deadline;
  #reportNext = 0;
  #reported: Stage | null = null;
  #verifyNext = 0;
  #judged: { timetable: Int32Array; stage: Stage; score: Score; scoredSeconds: number } | null = null;

  constructor(
    problem: Problem,
    private readonly options: SolveOptions,
    plan: Plan,
    private readonly host: Host,
  ) {
    this.deadline = new Deadline(options.limit, host);
    this.coordination = new Coordination(plan, host, this.deadline);
    const { limit } = options;
    const grace = 'seconds' in limit ? -limit.seconds * (1 - STUDENTS_SHARE) : 0;
    this.problem = withStudents(problem, options.start, () => this.deadline.isOver(grace));
  }

  /**
   * Reports progress to the host at intervals and at every new stage: stage, placed and unplaced as they
   * are, the score by rule as it was when there last was time to judge. A new stage is judged at once, but
   * for the last one, whose time is over.
   */
  report(): void {
    const now = this.host.seconds();
    const { stage, moves, fraction, timetable, hard } = this.coordination.status;
    if (now < this.#reportNext && stage === this.#reported) return;
    this.#reportNext = now + REPORT_SECONDS;
    this.#reported = stage;
    const seconds = now - this.deadline.begin;
    const isDue = stage !== 'FINALISATION' && (now >= this.#verifyNext || stage !== this.#judged?.stage);
    let best: readonly Placement[] | undefined;
    if (timetable && timetable !== this.#judged?.timetable && isDue) {
      best = placementsFrom(this.problem, timetable);
      const { score } = verify(this.#withStudentsOf(timetable), best);
      this.#judged = { timetable, stage, score, scoredSeconds: seconds };
      const after = this.host.seconds();
      this.#verifyNext = after + (after - now) / VERIFYING_SHARE;
    }
    const { length: meetings } = this.problem.meetings;
    const placed = timetable ? timetable.subarray(0, meetings).filter((time) => time >= 0).length : 0;
    const { limit } = this.options;
    const secondsTotal = 'seconds' in limit ? limit.seconds : fraction > 0 ? seconds / fraction : seconds;
    this.host.report({
      score: this.#judged?.score ?? { hard: 0, soft: 0, byRule: {} },
      scoredSeconds: this.#judged?.scoredSeconds ?? null,
      placed,
      unplaced: meetings - placed,
      clashes: hard,
      stage,
      moves,
      movesPerSecond: seconds > 0 ? Math.round(moves / seconds) : 0,
      seconds,
      fraction: 'seconds' in limit ? Math.min(1, seconds / Math.max(limit.seconds, 1e-9)) : fraction,
      secondsRemaining: Math.max(0, secondsTotal - seconds),
      best,
    });
  }

  solution(): Solution {
    const { timetable, moves } = this.coordination.status;
    const placements = timetable ? placementsFrom(this.problem, timetable) : [];
    const placed = new Set(placements.map((placement) => placement.meeting));
    const isCancelled = this.host.cancelled();
    const problem = this.#withStudentsOf(timetable, isCancelled ? [] : placements);
    const { isFeasible, score } = verify(problem, placements);
    return {
      placements,
      unplaced: this.problem.meetings.filter(({ id }) => !placed.has(id)).map(({ id }) => id),
      ...(problem.sectioning && { students: problem.students }),
      isFeasible,
      isCancelled,
      score,
      moves,
      seconds: this.host.seconds() - this.deadline.begin,
      seed: this.options.seed,
    };
  }

  /**
   * The problem with its students as the search left them, or reassigned where the kernel does not move them.
   */
  #withStudentsOf(timetable: Int32Array | null, placements: readonly Placement[] = []): Problem {
    const { problem } = this;
    const sections = sectioningOf(problem);
    if (!sections) return problem;
    const choices = timetable?.subarray(3 * problem.meetings.length);
    if (choices && choices.length > 0)
      return { ...problem, students: studentsOf(problem, sections, choices) };
    if (placements.length === 0) return problem;
    const isOver = () => this.deadline.isOver(REFINEMENT_SECONDS);
    return { ...problem, students: assignStudents(problem, placements, problem.students, isOver) };
  }
}
