import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { WorkbookError } from '../workbook/faults.js';
import { LIMITS } from '../workbook/limits.js';
import { Gate } from './gate.js';
import type { Report, Task } from './task.js';

/**
 * Runs a task in a child process with limited heap and time; aborting the signal kills it. What `listen`
 * answers a report is sent to the process. Rejects with a
 * WorkbookError when the file is at fault, and with the signal's reason when aborted.
 *
 * A process and not a thread: when the heap of a thread grows faster than its limit can be raised, V8 ends
 * the whole process, which would be the server.
 */
export async function runTask(
  task: Task,
  listen: (report: Report) => unknown,
  signal?: AbortSignal,
): Promise<void> {
  const isPrint = isPrinting(task);
  await (isPrint ? printGate : gate).run(async () => {
    const worker = (isPrint && takeIdle()) || start();
    let isKept = false;
    try {
      await supervise(worker, task, listen, signal);
      isKept = isPrint;
    } finally {
      if (isKept) keep(worker);
      else worker.kill('SIGKILL');
    }
  }, signal);
}

/** Whether a task writes what the server tells, and reads nothing. */
const isPrinting = ({ is }: Task): boolean => is === 'print' || is === 'problem';

/**
 * Processes that have printed and wait for more, since to start one takes longer than to print a page. What
 * they get is the server's own, unlike uploads, for each of which there is a process.
 */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

function takeIdle(): ChildProcess | null {
  for (const [worker, timer] of idle) {
    clearTimeout(timer);
    idle.delete(worker);
    worker.ref();
    worker.channel?.ref();
    if (worker.connected) return worker;
  }
  return null;
}

function keep(worker: ChildProcess): void {
  const end = (): void => {
    idle.delete(worker);
    worker.kill('SIGKILL');
  };
  worker.stderr?.removeAllListeners('data');
  for (const event of ['message', 'close', 'error']) worker.removeAllListeners(event);
  worker.on('close', end).on('error', end);
  idle.set(worker, setTimeout(end, LIMITS.idleMs).unref());
  // The server may end while it waits.
  worker.unref();
  worker.channel?.unref();
  (worker.stderr as Socket).unref();
}

/**
 * From sources (tests, development) the worker is TypeScript and needs the hook that compiles it. It gets no
 * environment of the server, because a process that reads untrusted files must not see its secrets.
 */
function start(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const hook = new URL('../../scripts/swc-hook.mjs', import.meta.url).href;
  return fork(new URL(isSource ? './worker.ts' : './worker.js', import.meta.url), {
    execArgv: [
      `--max-old-space-size=${LIMITS.workerHeapMb}`,
      `--max-semi-space-size=${LIMITS.workerYoungMb}`,
      ...(isSource ? ['--import', hook] : []),
    ],
    env: { TZ: process.env['TZ'], SystemRoot: process.env['SystemRoot'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

async function supervise(
  worker: ChildProcess,
  task: Task,
  listen: (report: Report) => unknown,
  signal?: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const ms = isPrinting(task) ? LIMITS.printMs : LIMITS.readMs;
  const timer = setTimeout(() => stop.abort(tooSlow(ms)), ms);
  try {
    worker.send(task);
    await awaitEnd(worker, listen, AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]));
  } finally {
    clearTimeout(timer);
  }
}

function awaitEnd(
  worker: ChildProcess,
  listen: (report: Report) => unknown,
  stop: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let errors = '';
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
    worker.stderr?.on('data', (text: Buffer) => (errors = (errors + text).slice(-STDERR_LENGTH)));
    worker.on('error', reject);
    worker.on('close', (code, end) => {
      const crash = new Error(`The workbook process ended early with ${end ?? `code ${code}`}: ${errors}`);
      reject(isOutOfMemory(end, errors) ? new WorkbookError('TOO_COMPLEX') : crash);
    });
    worker.on('message', async (report: Report) => {
      if (report.is === 'done') return resolve();
      if (report.is === 'refused') return reject(new WorkbookError(report.code, report.params));
      try {
        const answer = await listen(report);
        if (worker.connected) worker.send((answer as object | undefined) ?? 'next');
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Characters of the worker's standard error that are kept for the log. */
const STDERR_LENGTH = 4_000;

/** V8 reports a full heap before it exits; a kernel short of memory kills the process silently. */
function isOutOfMemory(end: NodeJS.Signals | null, errors: string): boolean {
  return end === 'SIGKILL' || /out of memory|allocation failed/i.test(errors);
}

function tooSlow(ms: number): WorkbookError {
  return new WorkbookError('TIME_EXCEEDED', { seconds: ms / 1000 });
}

const gate = new Gate(LIMITS.workers, LIMITS.waiting);
const printGate = new Gate(LIMITS.printers, LIMITS.printsWaiting);
