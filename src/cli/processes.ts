import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Logger } from 'pino';
import type { Config } from '../app/config.js';
import { openDatabase } from '../app/runtime.js';
import { loggable } from '../schema/loggable.js';
import type { Word } from '../app/siblings.js';
import { stopSecondsMax, untilEnd } from './until-end.js';

/** How soon a process that ended is replaced; one that cannot start would be started all the time. */
const replaceMs = 1_000;

/**
 * Runs WEB_PROCESSES processes that answer on one port, on the database of the settings or on the embedded
 * one, which is this process's. One that ends is replaced; where one cannot even start, all end.
 */
export async function serveInProcesses(config: Config, log: Logger): Promise<void> {
  const database = await openDatabase(config, log);
  const metrics = new AggregatorRegistry<never>();
  // Each takes its connections itself: those that were handed to one that died or hangs would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ execArgv: [...process.execArgv, '--enable-source-maps'] });
  const running = new Map<number, Worker>();
  let isStopping = false;

  /** Starts a process; resolves with its address. @throws Error when it ends before it is ready */
  async function start(number: number): Promise<string> {
    const child = cluster.fork({
      DATABASE_URL: database.url,
      // This process archives the log of the embedded database.
      BACKUP_DIR: '',
      // Runs would otherwise compete with each other for the processors of one machine.
      WORKER: String(config.WORKER && number === 0),
    });
    running.set(number, child);
    child.on('error', (error) =>
      log.warn({ err: loggable(error) }, 'a process of the server is hard to reach'),
    );
    const ready = new Promise<string>((resolve, reject) => {
      child.on('message', (word: Word) => {
        if ('ready' in word) resolve(word.ready);
        else if ('asks' in word) void answerMetrics(metrics, child);
      });
      child.once('exit', () =>
        reject(new Error('A process of the server could not start; it has said why.')),
      );
    });
    ready.then(
      () => child.once('exit', (code, signal) => void replace(number, code, signal)),
      () => undefined,
    );
    return ready;
  }

  async function replace(number: number, code: number, signal: string): Promise<void> {
    if (isStopping) return;
    log.error({ code, signal }, 'a process of the server ended and is replaced');
    await sleep(replaceMs);
    if (!isStopping) await start(number).catch(() => replace(number, 1, ''));
  }

  const ended = untilEnd(log);
  try {
    const numbers = Array.from({ length: config.WEB_PROCESSES }, (_, number) => number);
    const ready = Promise.all(numbers.map((number) => start(number)));
    const urls = await Promise.race([ready, ended]);
    if (urls) console.log(`class-scheduling is ready at ${urls[0]}`);
    await ended;
  } finally {
    isStopping = true;
    await Promise.all([...running.values()].map((child) => stop(child)));
    await database.close();
  }
}

async function stop(child: Worker): Promise<void> {
  if (child.isDead()) return;
  const exit = once(child, 'exit');
  const overdue = setTimeout(() => child.process.kill('SIGKILL'), (stopSecondsMax - 1) * 1_000);
  tell(child, { asks: 'stop' });
  await exit;
  clearTimeout(overdue);
}

/** Tells the figures of all processes; where one does not answer, nothing. */
async function answerMetrics(metrics: AggregatorRegistry<never>, asking: Worker): Promise<void> {
  tell(asking, { metrics: await metrics.clusterMetrics().catch(() => null) });
}

const tell = (child: Worker, word: Word): boolean => child.isConnected() && child.send(word);
