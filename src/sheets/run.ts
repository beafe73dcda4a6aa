import { type ChildProcess, fork } from 'node:child_process';
import { WorkbookError } from '../workbook/faults.js';
import { LIMITS } from '../workbook/limits.js';
import type { Report, Task } from './task.js';

/**
 * Runs a task in a process of its own, which has a bounded heap and bounded time and ends when the signal
 * says so. The promise fails with a WorkbookError when the file is at fault and with the signal's reason when
 * it was cancelled.
 *
 * A process and not a thread: V8 promises to end only a thread that runs out of memory, but when the heap
 * grows faster than its limit can be raised, it ends the whole process, which would be the server.
 */
export async function runTask(
  task: Task,
  listen: (report: Report) => void,
  signal?: AbortSignal,
): Promise<void> {
  await gate.enter(signal);
  try {
    await converse(start(), task, listen, signal);
  } finally {
    gate.leave();
  }
}

/**
 * From sources (tests, development) the worker is TypeScript and needs the hook that compiles it. It sees
 * nothing of the server's environment, whose secrets are not for a process that reads strangers' files.
 */
function start(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const hook = new URL('../../scripts/swc-hook.mjs', import.meta.url).href;
  return fork(new URL(isSource ? './worker.ts' : './worker.js', import.meta.url), {
    execArgv: [`--max-old-space-size=${LIMITS.workerHeapMb}`, ...(isSource ? ['--import', hook] : [])],
    env: { TZ: process.env['TZ'], SystemRoot: process.env['SystemRoot'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

async function converse(
  worker: ChildProcess,
  task: Task,
  listen: (report: Report) => void,
  signal?: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(tooSlow()), LIMITS.readMs);
  try {
    worker.send(task);
    await ending(worker, listen, AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]));
  } finally {
    clearTimeout(timer);
    worker.kill('SIGKILL');
  }
}

function ending(worker: ChildProcess, listen: (report: Report) => void, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let complaint = '';
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
    worker.stderr?.on('data', (text: Buffer) => (complaint = (complaint + text).slice(-COMPLAINT_LENGTH)));
    worker.on('error', reject);
    worker.on('close', (code, end) => {
      const died = new Error(`The workbook process ended early with ${end ?? `code ${code}`}: ${complaint}`);
      reject(isOutOfMemory(end, complaint) ? new WorkbookError('TOO_COMPLEX') : died);
    });
    worker.on('message', (report: Report) => {
      if (report.is === 'done') return resolve();
      if (report.is === 'refused') return reject(new WorkbookError(report.code, report.params));
      try {
        listen(report);
        worker.send('next');
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** How much of what a dying worker says is kept for the log, in characters. */
const COMPLAINT_LENGTH = 4_000;

/** V8 says so before it ends a process whose heap is full; a kernel short of memory kills without a word. */
function isOutOfMemory(end: NodeJS.Signals | null, complaint: string): boolean {
  return end === 'SIGKILL' || /out of memory|allocation failed/i.test(complaint);
}

function tooSlow(): WorkbookError {
  return new WorkbookError('TIME_EXCEEDED', { seconds: LIMITS.readMs / 1000 });
}

/** Lets a few tasks run at a time and a few more wait, first come first served. */
class Gate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.running < LIMITS.workers) {
      this.running++;
      return;
    }
    if (this.waiting.length >= LIMITS.waiting) throw new WorkbookError('BUSY');
    await this.turn(signal);
  }

  /** The place of the one that leaves goes to the one that waits longest. */
  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }

  private turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      this.waiting.push(go);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }
}

const gate = new Gate();
