import { solveInProcess, solveInThreads, type Placement, type Progress } from '@class-scheduling/solver';
import type { App } from '../data/app.js';
import { systemContext, type Context } from '../data/context.js';
import { json } from '../data/statements.js';
import { loggable } from '../schema/loggable.js';
import { logRepeated } from '../schema/outages.js';
import type { SemesterProblem } from '../services/scheduling/problem/problem.js';
import {
  claimSearch,
  leaveSearch,
  tellSearch,
  type ClaimedSearch,
  type EndOfSearch,
} from '../services/scheduling/runs/searches.queries.js';
import { keptProblem } from '../services/scheduling/runs/standing-faults.js';
import type { SchedulingParts } from './scheduling.js';
import { searchQueue, searchTopic } from './joint-search.js';
import { crashesMax } from './pulse.js';

/** How often a search says that it goes on, and what it found. */
const tellMs = 1_000;

/** The problem of the last search of a process: the next one is mostly of the same task. */
const lastProblems = new WeakMap<App, { readonly key: string; readonly problem: Promise<SemesterProblem> }>();

/** Carries out a search that waits, if there is one; aborting `stopping` returns it to the queue. */
export async function runSearch(app: App, stopping: AbortSignal, parts: SchedulingParts): Promise<void> {
  const ctx = systemContext(app, 'search job');
  const [claim] = await claimSearch(ctx.em, app.bus.process);
  if (!claim) return;
  const { task, taskFence, crashes, wanted } = claim;
  if (crashes > crashesMax) return leave(ctx, claim, { status: 'FAILED', crashes });
  const { problem } = await problemOfTask(ctx, `${task} ${taskFence}`, task, parts);
  const { SOLVER_PROCESS, SOLVER_THREADS: threads } = app.config;
  const { solve = SOLVER_PROCESS ? solveInProcess : solveInThreads } = parts;
  let news: { progress: Progress; best: readonly Placement[] | null } | null = null;
  const handle = solve(
    problem,
    { ...wanted, threads, isPatient: true },
    ({ best = news?.best ?? null, ...progress }) => {
      news = { progress, best };
    },
  );
  const end = (): void => {
    handle.cancel();
    void handle.terminate();
  };
  let isUnwanted = false;
  const tell = async (): Promise<void> => {
    const { progress = null, best = null } = news ?? {};
    news = null;
    const told = [progress, best].map((each) => each && JSON.stringify(each)) as [
      string | null,
      string | null,
    ];
    const [row] = await tellSearch(ctx.em, claim.id, claim.fence, ...told);
    isUnwanted = !row;
    if (isUnwanted) end();
  };
  const failed = (error: unknown): void =>
    logRepeated(app, error, 'a search could not tell how it goes on', { taskId: task });
  const timer = setInterval(() => void tell().catch(failed), tellMs);
  stopping.addEventListener('abort', end);
  if (stopping.aborted) end();
  try {
    const solution = await handle.solution;
    if (isUnwanted) return;
    stopping.throwIfAborted();
    await leave(ctx, claim, { status: 'COMPLETED', crashes, solution });
  } catch (error) {
    if (isUnwanted) return;
    if (!stopping.aborted) app.log.warn({ err: loggable(error), taskId: task }, 'a search died');
    await leave(ctx, claim, { status: 'QUEUED', crashes: crashes + Number(!stopping.aborted) });
    await app.jobs.send(searchQueue, claim.id);
  } finally {
    clearInterval(timer);
    stopping.removeEventListener('abort', end);
  }
}

/** Ends the work on a search, and says so to the worker of its task. */
async function leave(ctx: Context, { id, fence, task }: ClaimedSearch, end: EndOfSearch): Promise<void> {
  await leaveSearch(ctx.em, id, fence, json(end));
  await ctx.app.bus.publish(searchTopic, { id: task, sequence: fence });
}

function problemOfTask(
  ctx: Context,
  key: string,
  task: string,
  { judge }: SchedulingParts,
): Promise<SemesterProblem> {
  const last = lastProblems.get(ctx.app);
  if (last?.key === key) return last.problem;
  const problem = keptProblem(ctx.em, task, judge).then((kept) => kept!);
  lastProblems.set(ctx.app, { key, problem });
  problem.catch(() => lastProblems.delete(ctx.app));
  return problem;
}
