import { v7 as uuidv7 } from 'uuid';
import type {
  Placement,
  Problem,
  Progress,
  Solution,
  SolveHandle,
  solveInThreads,
  ThreadedOptions,
} from '@class-scheduling/solver';
import type { Context } from '../data/context.js';
import { json } from '../data/statements.js';
import {
  beginSearches,
  bestOfSearch,
  endSearches,
  searchStates,
  solutionsOf,
  type SearchState,
  type WantedSearch,
} from '../services/scheduling/runs/searches.queries.js';

/** Topic of the searches of a task, told when one has news. */
export const searchTopic = 'schedulingSearch';
/** Queue of the jobs that say that a search waits. */
export const searchQueue = 'search';

/** Parts of a run, after each of which the worst of its searches goes on from the best timetable. */
const rounds = 5;
/** How often searches are looked at that tell nothing, because their worker may have died. */
const lookMs = 1_000;
/** How far apart seeds lie; `seedMax` is the largest integer of a column. */
const seedSteps = { search: 7_919, round: 104_729 };
const seedMax = 2_147_483_647;

/** A task whose searches any worker carries out. */
interface JointTask {
  readonly id: string;
  readonly searches: number;
}

/** Searches by several workers at the same time, for the worker that holds the task. */
export const searchTogether =
  (ctx: Context, task: JointTask): typeof solveInThreads =>
  (problem, options, onProgress) =>
    new JointSearch(ctx, task, problem, options, onProgress).handle;

/**
 * Several searches of one problem, each by its own chance. What one does in a round depends on nothing but
 * what it is told at its beginning, so that any worker may do it, and another one once more if that died.
 */
class JointSearch {
  readonly handle: SolveHandle;
  #best: { readonly placements: readonly Placement[]; readonly progress: Progress } | null = null;
  #isCancelled = false;
  #wake: () => void = () => undefined;
  /** What the rounds before this one took, each as long as the longest of its searches. */
  #before = { moves: 0, seconds: 0 };

  constructor(
    private readonly ctx: Context,
    private readonly task: JointTask,
    private readonly problem: Problem,
    private readonly options: ThreadedOptions,
    private readonly onProgress: (progress: Progress) => void = () => undefined,
  ) {
    const unlisten = ctx.app.bus.listen(
      searchTopic,
      ({ id }) => (id === task.id || id === '') && this.#wake(),
    );
    const solution = this.#run().finally(async () => {
      unlisten();
      // Whoever still works on one hears by this that it is not wanted any more.
      await endSearches(ctx.em, task.id);
    });
    const cancel = (): void => {
      this.#isCancelled = true;
      this.#wake();
    };
    const terminate = async (): Promise<void> => {
      cancel();
      await solution.catch(() => undefined);
    };
    this.handle = { solution, best: () => this.#best?.placements ?? null, cancel, terminate };
  }

  async #run(): Promise<Solution> {
    let best: Solution | null = null;
    let starts = Array<WantedSearch['start']>(this.task.searches).fill(this.options.start);
    for (let round = 0; round < rounds; round++) {
      await this.#begin(round, starts);
      const found = await this.#ended();
      if (!found) return this.#cancelled();
      this.#before.moves += found.reduce((sum, { moves }) => sum + moves, 0);
      this.#before.seconds += Math.max(...found.map(({ seconds }) => seconds));
      const worst = bestOf(found, (a, b) => isBetter(b, a));
      // A round may end before it came to anything, where the machine has other work.
      const leader: Solution = bestOf([...(best ? [best] : []), ...found], isBetter);
      starts = found.map((each, at) => startAfter(each === worst ? leader : each, starts[at]));
      best = leader;
    }
    return { ...best!, ...this.#before, seed: this.options.seed };
  }

  async #begin(round: number, starts: readonly WantedSearch['start'][]): Promise<void> {
    const { ctx, task, options, problem } = this;
    const { limit, seed, start = [] } = options;
    const part = { from: round / rounds, to: (round + 1) / rounds };
    const isWarm = round === 0 ? undefined : start.length * 2 > problem.meetings.length;
    const searches = starts.map((own, number) => ({
      id: uuidv7(),
      number,
      wanted: {
        seed: (seed + number * seedSteps.search + round * seedSteps.round) % seedMax,
        limit: 'moves' in limit ? { moves: limit.moves / rounds } : { seconds: limit.seconds / rounds },
        start: own,
        part: { ...part, isWarm },
      },
    }));
    await endSearches(ctx.em, task.id);
    await beginSearches(ctx.em, task.id, json(searches));
    for (const { id } of searches) await ctx.app.jobs.send(searchQueue, id);
  }

  /** The solutions of the round, when all of its searches have ended; null when this one is cancelled. */
  async #ended(): Promise<Solution[] | null> {
    const { em, app } = this.ctx;
    for (;;) {
      const news = this.#news();
      if (this.#isCancelled) return null;
      const states = await searchStates(em, this.task.id);
      await this.#tell(states);
      for (const { id, isAbandoned } of states) if (isAbandoned) await app.jobs.send(searchQueue, id);
      if (states.length < this.task.searches || states.some(({ status }) => status === 'FAILED'))
        throw new Error('A search failed, whose worker died again and again.');
      if (states.every(({ status }) => status === 'COMPLETED'))
        return (await solutionsOf(em, this.task.id)).map(({ solution }) => solution);
      await news;
    }
  }

  /** Resolves when there is something to look at. */
  #news(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lookMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Passes on how the best of them fares, as the progress of all. */
  async #tell(states: readonly SearchState[]): Promise<void> {
    const told = states.flatMap(({ id, progress }) => (progress ? [{ id, progress }] : []));
    if (told.length === 0) return;
    const { id, progress } = bestOf(told, (a, b) => isFurther(a.progress, b.progress));
    const sum = (of: (progress: Progress) => number): number =>
      told.reduce((total, each) => total + of(each.progress), 0);
    const isGain = !this.#best || isFurther(progress, this.#best.progress);
    const [row] = isGain ? await bestOfSearch(this.ctx.em, id) : [];
    if (row?.best) this.#best = { placements: row.best, progress };
    const shown = this.#best?.progress ?? progress;
    this.onProgress({
      ...shown,
      stage: progress.stage,
      moves: this.#before.moves + sum(({ moves }) => moves),
      movesPerSecond: sum(({ movesPerSecond }) => movesPerSecond),
      seconds: this.#before.seconds + Math.max(...told.map((each) => each.progress.seconds)),
      best: row?.best ?? undefined,
    });
  }

  #cancelled(): Solution {
    const { problem, options } = this;
    const placements = this.#best?.placements ?? options.start ?? [];
    const placed = new Set(placements.map(({ meeting }) => meeting));
    const unplaced = problem.meetings.flatMap(({ id }) => (placed.has(id) ? [] : [id]));
    const score = this.#best?.progress.score ?? { hard: 0, soft: 0, byRule: {} };
    const isFeasible = unplaced.length === 0 && score.hard === 0;
    const { seed } = options;
    return { placements, unplaced, isFeasible, isCancelled: true, score, ...this.#before, seed };
  }
}

/** Where a search goes on: where it began, if it came to nothing. */
const startAfter = ({ placements }: Solution, before: WantedSearch['start']): WantedSearch['start'] =>
  placements.length > 0 ? placements : before;

/** The best of some, of equal ones the first. */
const bestOf = <T>(all: readonly T[], isAbove: (a: T, b: T) => boolean): T =>
  all.reduce((best, each) => (isAbove(each, best) ? each : best));

type Standing = Pick<Solution, 'score'> & { readonly unplaced: number };

function isAhead(a: Standing, b: Standing): boolean {
  if (a.unplaced !== b.unplaced) return a.unplaced < b.unplaced;
  if (a.score.hard !== b.score.hard) return a.score.hard < b.score.hard;
  return a.score.soft < b.score.soft;
}

const isBetter = (a: Solution, b: Solution): boolean =>
  isAhead({ ...a, unplaced: a.unplaced.length }, { ...b, unplaced: b.unplaced.length });

/** By what was judged last; what was not judged yet is behind. */
function isFurther(a: Progress, b: Progress): boolean {
  if ((a.scoredSeconds === null) !== (b.scoredSeconds === null)) return b.scoredSeconds === null;
  return isAhead(a, b);
}
