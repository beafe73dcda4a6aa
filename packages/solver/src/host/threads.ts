import { Worker } from 'node:worker_threads';
import type { Diagnosis, DiagnosisOptions } from '../diagnosis.js';
import type { Judgement } from '../judgement.js';
import type { Floors, Placement, Problem, Progress, Solution, SolveOptions } from '../model.js';
import { CLOCKS, type ClockKind } from './clock.js';

/** Options of a run in threads. */
export interface ThreadedOptions extends SolveOptions {
  /** How many walks run in parallel; does not affect the result of a run limited in moves. Default 1. */
  readonly threads?: number;
  /** What its seconds are; default: those of the clock. */
  readonly clock?: ClockKind;
  /** When the run was asked for, by that clock; default: now. The seconds of its limit count from then. */
  readonly begin?: number;
}

/** A run in other threads. */
export interface SolveHandle {
  /** Rejects when a thread crashes; the run may then be restarted. */
  readonly solution: Promise<Solution>;
  /** The best timetable reported so far, or null. */
  best(): readonly Placement[] | null;
  /** Ends the run soon (within a second) with its best timetable. */
  cancel(): void;
  /** Terminates the threads at once, without a result: `solution` rejects. */
  terminate(): Promise<void>;
}

/** Start data of the leader thread. */
export interface LeaderData {
  readonly role: 'leader';
  readonly problem: Problem;
  readonly options: ThreadedOptions;
  /** Set to 1 to cancel. */
  readonly cancelled: SharedArrayBuffer;
}

/** Start data of a helper thread. */
export interface HelperData {
  readonly role: 'helper';
  readonly problem: Problem;
  readonly options: ThreadedOptions;
  readonly walks: readonly number[];
}

/** Start data of a verifying thread. */
interface JudgeData {
  readonly role: 'judge';
  readonly problem: Problem;
  readonly placements: readonly Placement[];
}

/** Start data of a thread that finds the floors of a problem. */
interface FloorsData {
  readonly role: 'floors';
  readonly problem: Problem;
}

/** Start data of a diagnosing thread. */
interface DiagnosisData {
  readonly role: 'diagnosis';
  readonly problem: Problem;
  readonly options: DiagnosisOptions;
}

/** Start data of any thread. */
export type ThreadData = LeaderData | HelperData | JudgeData | FloorsData | DiagnosisData;

/** Messages of the leader thread. */
export type LeaderMessage = { readonly progress: Progress } | { readonly solution: Solution };

/** Solves in separate threads, so that the calling thread stays responsive. */
export function solveInThreads(
  problem: Problem,
  options: ThreadedOptions,
  onProgress?: (progress: Progress) => void,
): SolveHandle {
  const cancelled = new SharedArrayBuffer(4);
  const begin = options.begin ?? CLOCKS[options.clock ?? 'wall']();
  const worker = startThread({ role: 'leader', problem, options: { ...options, begin }, cancelled });
  const best = bestOf(onProgress);
  const solution = new Promise<Solution>((resolve, reject) => {
    worker.on('message', (message: LeaderMessage) => {
      try {
        best.note(message);
      } catch (error) {
        reject(error as Error);
        void worker.terminate();
      }
      if ('solution' in message) resolve(message.solution);
    });
    worker.on('error', (error) => reject(error));
    worker.on('exit', (code) =>
      reject(new Error(`The solver thread ended with code ${code} before its result.`)),
    );
  });
  return {
    solution,
    best: best.placements,
    cancel: () => void Atomics.store(new Int32Array(cancelled), 0, 1),
    terminate: async () => void (await worker.terminate()),
  };
}

/** Remembers the best timetable that a run told of, and passes its progress on. */
export function bestOf(onProgress: (progress: Progress) => void = () => undefined) {
  let best: readonly Placement[] | null = null;
  return {
    placements: () => best,
    note(message: LeaderMessage): void {
      if ('solution' in message) {
        best = message.solution.placements;
        return;
      }
      best = message.progress.best ?? best;
      onProgress(message.progress);
    },
  };
}

/** Verifies a timetable in a separate thread: a large one would block the calling thread for a second. */
export const judgeInThread = (problem: Problem, placements: readonly Placement[]): Promise<Judgement> =>
  answerOf<Judgement>({ role: 'judge', problem, placements });

/** Diagnoses an incomplete timetable in a separate thread; rejects when `signal` is aborted. */
export const diagnoseInThread = (
  problem: Problem,
  options: DiagnosisOptions,
  signal?: AbortSignal,
): Promise<Diagnosis> => answerOf<Diagnosis>({ role: 'diagnosis', problem, options }, signal);

/** Finds in a separate thread what no timetable can avoid; rejects when `signal` is aborted. */
export const floorsInThread = (problem: Problem, signal?: AbortSignal): Promise<Floors> =>
  answerOf<Floors>({ role: 'floors', problem }, signal);

function answerOf<R>(data: JudgeData | FloorsData | DiagnosisData, signal?: AbortSignal): Promise<R> {
  if (signal?.aborted) return Promise.reject(signal.reason as Error);
  const worker = startThread(data);
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end);
  worker.on('exit', () => signal?.removeEventListener('abort', end));
  return new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`The ${data.role} thread ended with code ${code} before its answer.`)),
    );
  });
}

/** Starts a solver thread: JavaScript without the flags of the process, TypeScript with what loads it. */
export function startThread(data: ThreadData): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './thread.ts' : './thread.js', import.meta.url);
  return new Worker(entry, { workerData: data, execArgv: isSource ? undefined : [] });
}
