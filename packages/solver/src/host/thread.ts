/**
 * The entry of solver threads: leader of a run, helper that runs some of its walks, verifier, floors or
 * diagnosis.
 */
import { once } from 'node:events';
import os from 'node:os';
import { parentPort, workerData, type Worker } from 'node:worker_threads';
import { diagnose } from '../diagnosis.js';
import { floorsOf } from '../floors/floors.js';
import { judgementOf } from '../judgement.js';
import type { Host } from '../model.js';
import { CLOCKS, momentOf, patientSeconds } from './clock.js';
import { packed, unpacked } from './packed.js';
import { compile } from '../search/image/compile.js';
import type { Round } from '../search/coordinate.js';
import { Interrupted } from '../deadline.js';
import type { Command, Report, Runner } from '../search/runner.js';
import { planOf, Run, runnerFor } from '../solve.js';
import {
  startThread,
  type HelperData,
  type LeaderData,
  type LeaderMessage,
  type ThreadData,
} from './threads.js';

type Commands = readonly (readonly [walk: number, command: Command])[];
type Reports = readonly (readonly [walk: number, report: Report])[];

// Whoever waits for an answer of the same process comes first. Only Linux knows priorities of threads; one
// that is lower already, in a process that gives way, stays so.
const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
if (process.platform === 'linux' && os.getPriority() < PRIORITY_BELOW_NORMAL)
  os.setPriority(PRIORITY_BELOW_NORMAL);

const data = workerData as ThreadData;
const problem = unpacked(data.problem);
// Kernels that only instances of competitions need register themselves.
if (problem.profile !== 'PRODUCT') await import('../competitions/kernels.js');
if (data.role === 'leader') await lead(data);
else if (data.role === 'helper') help(data);
else if (data.role === 'judge') parentPort?.postMessage(judgementOf(problem, data.placements));
else if (data.role === 'floors') parentPort?.postMessage(floorsOf(problem));
else parentPort?.postMessage(diagnose(problem, data.options, () => performance.now() / 1000));

async function lead({ problem: bytes, options: asked, cancelled }: LeaderData): Promise<void> {
  const options = asked.isPatient ? { ...asked, ...momentOf(asked.clock) } : asked;
  const flag = new Int32Array(cancelled);
  const send = (message: LeaderMessage) => parentPort?.postMessage(message);
  const host: Host = {
    seconds: secondsOf(options),
    begin: options.begin,
    cancelled: () => Atomics.load(flag, 0) === 1,
    report: (progress) => send({ progress }),
  };
  const plan = planOf(problem, options, options.threads);
  const threads = Math.min(plan.walks, Math.max(1, options.threads ?? 1));
  const walksOf = (thread: number) =>
    Array.from({ length: plan.walks }, (_, walk) => walk).filter((walk) => walk % threads === thread);
  const run = new Run(problem, options, plan, host);
  const shared = run.problem === problem ? bytes : packed(run.problem);
  const helpers = Array.from({ length: threads - 1 }, (_, i) => {
    const walks = walksOf(i + 1);
    return { walks, worker: startThread({ role: 'helper', problem: shared, options, walks }) };
  });
  let isOver = false;
  for (const { worker } of helpers) {
    const die = (cause: unknown) => isOver || setImmediate(() => Promise.reject(cause));
    worker.on('error', die);
    worker.on('exit', (code) => die(new Error(`A helping solver thread ended with code ${code}.`)));
  }
  run.report();
  try {
    const image = compile(run.problem, run.deadline.pause);
    const { deadline } = run;
    const runners = new Map(
      walksOf(0).map((walk) => [walk, runnerFor(problem, image, { ...options, walk, deadline })]),
    );
    const rounds = run.coordination.rounds();
    for (let step = rounds.next(); !step.done;) {
      const answers = helpers.map(({ walks, worker }) => ask(worker, pick(step.value as Round, walks)));
      const own = execute(runners, pick(step.value, walksOf(0)));
      const reports: (Report | null)[] = Array.from({ length: plan.walks }, () => null);
      for (const [walk, report] of [own, ...(await Promise.all(answers))].flat()) reports[walk] = report;
      step = rounds.next(reports);
      run.report();
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
  isOver = true;
  send({ solution: run.solution() });
  await Promise.all(helpers.map(({ worker }) => worker.terminate()));
}

function secondsOf({ clock = 'wall', isPatient, begin, spent }: LeaderData['options']): () => number {
  const seconds = CLOCKS[clock];
  if (!isPatient) return seconds;
  return () => begin + patientSeconds(seconds() - begin, CLOCKS.processor() - spent);
}

function help({ options, walks }: HelperData): void {
  const image = compile(problem);
  const runners = new Map(walks.map((walk) => [walk, runnerFor(problem, image, { ...options, walk })]));
  parentPort?.on('message', (commands: Commands) => parentPort?.postMessage(execute(runners, commands)));
}

async function ask(worker: Worker, commands: Commands): Promise<Reports> {
  if (commands.length === 0) return [];
  const answer = once(worker, 'message');
  worker.postMessage(commands);
  const [reports] = (await answer) as [Reports];
  return reports;
}

function pick(round: Round, walks: readonly number[]): Commands {
  return walks.flatMap((walk) => {
    const command = round[walk];
    return command ? [[walk, command] as const] : [];
  });
}

function execute(runners: ReadonlyMap<number, Runner>, commands: Commands): Reports {
  return commands.map(([walk, command]) => [walk, (runners.get(walk) as Runner).execute(command)]);
}
