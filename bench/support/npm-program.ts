import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeDataFolder } from '../../src/database/embedded/data-folder.js';
import { isOwned } from '../../src/database/embedded/owner-lock.js';

const lookEveryMs = 20;
const waitSecondsMax = 180;

/** A command of the project, started through npm as a person does. */
export interface NpmProgram {
  readonly url: string;
  /** Seconds from the start until the address answers with success. */
  answers(path: string): Promise<number>;
  /** Seconds from the start until a line begins with the text. */
  says(text: string): Promise<number>;
  /** Ends it and waits until its database has ended too. */
  stop(): Promise<void>;
}

/** Starts a command of the project in a folder on a free port. */
export async function startNpm(
  args: readonly string[],
  { project, dataDir }: { project: string; dataDir: string },
): Promise<NpmProgram> {
  const port = await freePort();
  const { DATABASE_URL: _, ...environment } = process.env;
  const begin = performance.now();
  const child = spawn('npm', args, {
    cwd: project,
    env: { ...environment, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => lines.push(line));
  }

  /** Looks again and again; seconds from the start until it held. */
  async function until(holds: () => boolean | Promise<boolean>): Promise<number> {
    while (!(await holds())) {
      const seconds = secondsSince(begin);
      if (child.exitCode !== null || seconds > waitSecondsMax) {
        throw new Error(`npm ${args.join(' ')} did not get there in ${seconds} s:\n${lines.join('\n')}`);
      }
      await sleep(lookEveryMs);
    }
    return secondsSince(begin);
  }

  const url = `http://127.0.0.1:${port}`;
  const isAnswered = (path: string): Promise<boolean> =>
    fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    url,
    answers: (path) => until(() => isAnswered(path)),
    says: (text) => until(() => lines.some((line) => line.startsWith(text))),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      while (isOwned(describeDataFolder(dataDir))) await sleep(lookEveryMs);
    },
  };
}

function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1000;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
