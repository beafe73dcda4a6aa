import type { Host, Placement, Problem, Progress, Solution, SolveOptions } from './model.js';
import { Coordination, type Plan } from './search/coordinate.js';
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

/** Solves in the calling thread. Pure: time, cancellation and progress come from the host. */
export function solve(problem: Problem, options: SolveOptions, host: Host): Solution {
  const plan = planOf(problem, options);
  const run = new Run(problem, options, plan, host);
  const image = compile(run.problem);
  const runners = Array.from({ length: plan.walks }, (_, walk) => runnerFor(problem, image, options, walk));
  const rounds = run.coordination.rounds();
  for (let step = rounds.next(); !step.done;) {
    const reports = step.value.map((command, walk) => (command ? runners[walk].execute(command) : null));
    step = rounds.next(reports);
    run.report();
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
  };
}

/** The logical walk with the given number. */
export function runnerFor(problem: Problem, image: Image, options: SolveOptions, walk: number): Runner {
  return new Runner(image, {
    seed: options.seed,
    walk,
    start: options.start && timetableFrom(problem, options.start),
    fixed: Uint8Array.from(problem.meetings, ({ lock }) => Number(lock?.time !== undefined)),
  });
}

/** A run from its caller's view: reports and the solution. */
export class Run {
  readonly coordination: Coordination;
  /** The problem with its students assigned. */
  readonly problem: Problem;
  readonly #begin: number;
  #reportNext = 0;
  #verifyNext = 0;
  #verified: { timetable: Int32Array; progress: Pick<Progress, 'score' | 'placed' | 'unplaced'> } | null =
    null;

  constructor(
    problem: Problem,
    private readonly options: SolveOptions,
    plan: Plan,
    private readonly host: Host,
  ) {
    this.coordination = new Coordination(plan, host);
    this.#begin = host.seconds();
    this.problem = withStudents(problem, options.start);
  }

  /** Reports progress to the host at intervals. */
  report(): void {
    const now = this.host.seconds();
    if (now < this.#reportNext) return;
    this.#reportNext = now + REPORT_SECONDS;
    const { stage, moves, fraction, timetable } = this.coordination.status;
    let best: readonly Placement[] | undefined;
    if (timetable && timetable !== this.#verified?.timetable && now >= this.#verifyNext) {
      best = placementsFrom(this.problem, timetable);
      const { score } = verify(this.#withStudentsOf(timetable), best);
      const placed = best.length;
      this.#verified = {
        timetable,
        progress: { score, placed, unplaced: this.problem.meetings.length - placed },
      };
      const after = this.host.seconds();
      this.#verifyNext = after + (after - now) / VERIFYING_SHARE;
    }
    const seconds = now - this.#begin;
    const { limit } = this.options;
    const secondsTotal = 'seconds' in limit ? limit.seconds : fraction > 0 ? seconds / fraction : seconds;
    this.host.report({
      ...(this.#verified?.progress ?? {
        score: { hard: 0, soft: 0, byRule: {} },
        placed: 0,
        unplaced: this.problem.meetings.length,
      }),
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
      seconds: this.host.seconds() - this.#begin,
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
    return { ...problem, students: assignStudents(problem, placements, problem.students) };
  }
}
