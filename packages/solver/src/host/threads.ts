import { Worker } from 'node:worker_threads';
import type { Diagnosis, DiagnosisOptions } from '../diagnosis.js';
import type { Judgement } from '../judgement.js';
import type { Floors, Placement, Problem, Progress, Solution, SolveOptions } from '../model.js';
import { momentOf, type ClockKind, type Moment } from './clock.js';
import { packedInTurns, type PackedProblem } from './packed.js';

/** Options of a run in threads. */
export interface ThreadedOptions extends SolveOptions {
  /** How many walks run in parallel; does not affect the result of a run limited in moves. Default 1. */
  readonly threads?: number;
  /** What its seconds are; default: those of the clock. */
  readonly clock?: ClockKind;
  /**
   * Whether its seconds pass slower while other processes take the processor, and count only from when its
   * thread has the problem; by the clock only.
   */
  readonly isPatient?: boolean;
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

/** Options of a run that was asked for. */
type BegunOptions = ThreadedOptions & Moment;

/** Start data of the leader thread. */
export interface LeaderData {
  readonly role: 'leader';
  readonly problem: PackedProblem;
  readonly options: BegunOptions;
  /** Set to 1 to cancel. */
  readonly cancelled: SharedArrayBuffer;
}

/** Start data of a helper thread. */
export interface HelperData {
  readonly role: 'helper';
  readonly problem: PackedProblem;
  readonly options: ThreadedOptions;
  readonly walks: readonly number[];
}

/** Start data of a verifying thread. */
interface JudgeData {
  readonly role: 'judge';
  readonly problem: PackedProblem;
  readonly placements: readonly Placement[];
}

/** Start data of a thread that finds the floors of a problem. */
interface FloorsData {
  readonly role: 'floors';
  readonly problem: PackedProblem;
}

/** Start data of a diagnosing thread. */
interface DiagnosisData {
  readonly role: 'diagnosis';
  readonly problem: PackedProblem;
  readonly options: DiagnosisOptions;
}

/** Start data of any thread. */
export type ThreadData = LeaderData | HelperData | JudgeData | FloorsData | DiagnosisData;

/** Messages of the leader thread. */
export type LeaderMessage = { readonly progress: Progress } | { readonly solution: Solution };

/** Solves in separate threads, so that the calling thread stays responsive. */
export const solveInThreads = (
  problem: Problem,
  options: ThreadedOptions,
  onProgress?: (progress: Progress) => void,
): SolveHandle => solvePacked(packedInTurns(problem), options, onProgress);

/** The same of a problem that is packed already, or will be. */
export function solvePacked(
  packed: Promise<PackedProblem>,
  options: ThreadedOptions,
  onProgress?: (progress: Progress) => void,
): SolveHandle {
  const cancelled = new SharedArrayBuffer(4);
  const now = momentOf(options.clock);
  const begun = { ...options, ...now, begin: options.begin ?? now.begin };
  const best = bestOf(onProgress);
  const starting = packed.then((problem) =>
    startThread({ role: 'leader', problem, options: begun, cancelled }),
  );
  const solution = starting.then(
    (worker) =>
      new Promise<Solution>((resolve, reject) => {
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
      }),
  );
  const ended = (worker: Worker): Promise<unknown> => worker.terminate();
  return {
    solution,
    best: best.placements,
    cancel: () => void Atomics.store(new Int32Array(cancelled), 0, 1),
    terminate: async () => void (await starting.then(ended, () => undefined)),
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
export const judgeInThread = async (problem: Problem, placements: readonly Placement[]): Promise<Judgement> =>
  answerOf<Judgement>({ role: 'judge', problem: await packedInTurns(problem), placements });

/** Diagnoses an incomplete timetable in a separate thread; rejects when `signal` is aborted. */
export const diagnoseInThread = async (
  problem: Problem,
  options: DiagnosisOptions,
  signal?: AbortSignal,
): Promise<Diagnosis> =>
  answerOf<Diagnosis>({ role: 'diagnosis', problem: await packedInTurns(problem), options }, signal);

/** Finds in a separate thread what no timetable can avoid; rejects when `signal` is aborted. */
export const floorsInThread = async (problem: Problem, signal?: AbortSignal): Promise<Floors> =>
  answerOf<Floors>({ role: 'floors', problem: await packedInTurns(problem) }, signal);

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
