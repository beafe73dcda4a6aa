import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const programs = {
  product: { file: path.join(import.meta.dirname, '../../src/cli.js'), args: ['serve'] },
  postgraphile: { file: path.join(import.meta.dirname, '../servers/postgraphile.js'), args: [] },
};
const statementCounter = path.join(import.meta.dirname, '../servers/statements.js');

/** Settings under which servers are measured: as in production, but answering as fast as one caller can ask. */
const production = {
  NODE_ENV: 'production',
  GRAPHILE_ENV: 'production',
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '1000000000',
  WORKER: 'false',
};

/** A server in a process of its own. */
export interface MeasuredServer {
  readonly url: string;
  /** SQL statements sent so far. */
  statements(): Promise<number>;
}

/** Starts a server and waits until it answers. */
export async function startServer(
  program: keyof typeof programs,
  { env, undo }: { env: Record<string, string>; undo: AsyncDisposableStack },
): Promise<MeasuredServer> {
  const { file, args } = programs[program];
  const child = fork(file, args, {
    env: { ...process.env, ...production, ...env },
    execArgv: ['--import', statementCounter],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  undo.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for await (const line of createInterface(child.stdout!)) {
    const url = / is ready at (http\S+)/.exec(line)?.[1];
    if (!url) continue;
    return {
      url,
      async statements() {
        child.send('statements');
        const [count] = (await once(child, 'message')) as [number];
        return count;
      },
    };
  }
  throw new Error(`The server ${program} ended before it was ready.`);
}
