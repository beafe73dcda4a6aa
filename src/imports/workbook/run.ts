import { Worker } from 'node:worker_threads';
import { WorkbookError } from './faults.js';
import { LIMITS } from './limits.js';
import type { Report, Task } from './task.js';

/**
 * Runs a task in a thread of its own, which has a bounded heap and bounded time and ends when the signal says so. The
 * promise fails with a WorkbookError when the file is at fault and with the signal's reason when it was cancelled.
 */
export async function runTask(
  task: Task,
  listen: (report: Report) => void,
  signal?: AbortSignal,
): Promise<void> {
  await gate.enter(signal);
  try {
    await converse(start(task), listen, signal);
  } finally {
    gate.leave();
  }
}

/** From sources (tests, development) the worker is TypeScript and needs the hook that compiles it. */
function start(task: Task): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const hook = new URL('../../../scripts/swc-hook.mjs', import.meta.url).href;
  return new Worker(new URL(isSource ? './worker.ts' : './worker.js', import.meta.url), {
    name: `workbook ${task.is}`,
    workerData: task,
    execArgv: isSource ? ['--import', hook] : [],
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.workerHeapMb },
  });
}

async function converse(
  worker: Worker,
  listen: (report: Report) => void,
  signal?: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(tooSlow()), LIMITS.readMs);
  try {
    await ending(worker, listen, AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]));
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function ending(worker: Worker, listen: (report: Report) => void, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
    worker.on('error', (error) => reject(isOutOfMemory(error) ? new WorkbookError('TOO_COMPLEX') : error));
    worker.on('exit', (code) => reject(new Error(`The workbook thread ended early with code ${code}.`)));
    worker.on('message', (report: Report) => {
      if (report.is === 'done') return resolve();
      if (report.is === 'refused') return reject(new WorkbookError(report.code, report.params));
      listen(report);
      worker.postMessage('next');
    });
  });
}

function tooSlow(): WorkbookError {
  return new WorkbookError('TIME_EXCEEDED', { seconds: LIMITS.readMs / 1000 });
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
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
