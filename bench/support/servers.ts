import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const programs = {
  product: { file: path.join(import.meta.dirname, '../../src/cli/main.js'), args: ['serve'] },
  postgraphile: { file: path.join(import.meta.dirname, '../servers/postgraphile.js'), args: [] },
};
/** The flags of `npm start`. */
const heapFlags = ['--max-semi-space-size=16', '--heap-growing-percent=70'];
const preloaded = ['statements.js', 'delays.js', 'clock.js'].flatMap((file) => [
  '--import',
  path.join(import.meta.dirname, '../servers', file),
]);

/**
 * Settings under which servers are measured: as in production, but answering as fast as one caller can ask.
 */
const production = {
  NODE_ENV: 'production',
  GRAPHILE_ENV: 'production',
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '1000000000',
  WORKER: 'false',
};

/** Milliseconds that a server may take to end. */
const endMsMax = 20_000;

/** A server in a process of its own. */
export interface MeasuredServer {
  readonly url: string;
  readonly pid: number;
  /** SQL statements sent so far. */
  statements(): Promise<number>;
  /** How late its event loop was since the last call, and the most memory that it ever held. */
  delays(): Promise<Delays>;
  /** Shifts its clock by so many milliseconds from the true time. */
  shiftClock(milliseconds: number): void;
}

/**
 * Delays of an event loop in milliseconds, beside the turn of 1 ms that is measured, and memory in megabytes.
 */
export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Processor time of the longest turn: what other processes take is not in it. */
  readonly turnLongest: number;
  readonly memoryMax: number;
}

/** Starts a server and waits until it answers. */
export async function startServer(
  program: keyof typeof programs,
  { env, undo }: { env: Record<string, string>; undo: AsyncDisposableStack },
): Promise<MeasuredServer> {
  const { file, args } = programs[program];
  const child = fork(file, args, {
    env: { ...process.env, ...production, ...env },
    execArgv: [...heapFlags, ...preloaded],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  undo.defer(async () => {
    child.kill('SIGTERM');
    // A server that is too busy to hear it must not hold up the rest.
    const overdue = setTimeout(() => child.kill('SIGKILL'), endMsMax);
    await ended;
    clearTimeout(overdue);
  });
  for await (const line of createInterface(child.stdout!)) {
    const url = / is ready at (http\S+)/.exec(line)?.[1];
    if (!url) continue;
    return {
      url,
      pid: child.pid!,
      statements: () => asked<number>(child, 'statements'),
      delays: () => asked<Delays>(child, 'delays'),
      shiftClock: (milliseconds) => void child.send({ milliseconds }),
    };
  }
  throw new Error(`The server ${program} ended before it was ready.`);
}

async function asked<A>(child: ChildProcess, wish: string): Promise<A> {
  child.send(wish);
  const [answer] = (await once(child, 'message')) as [A];
  return answer;
}
