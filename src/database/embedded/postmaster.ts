// The postmaster is PostgreSQL's first process: it listens, and every connection is a child of it. It runs in
// its own session, because a Ctrl-C in the terminal must reach this program first, not the database under it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programPath } from './binaries.js';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError } from './error.js';
import { commandLine } from './processes.js';
import { cannotRun, programEnvironment } from './program.js';

const STOP_LIMIT_MS = 60_000;
const POLL_MS = 50;
/** Backends of a killed postmaster may need time to finish; a free port may be taken meanwhile. */
const TRANSIENT_FAILURES = /pre-existing shared memory block|could not create any TCP\/IP sockets/;
const START_LIMIT_MS = 60_000;
/** Characters of PostgreSQL's output at startup that are kept to explain a failure. */
const OUTPUT_LENGTH_MAX = 10_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  // Reads go through the page cache anyway; saves three idle worker processes.
  io_method: 'sync',
  timezone: 'UTC',
  // The server that sent a statement logs its failure; here the log could only leak personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};
const NOT_DURABLE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A running PostgreSQL. */
export interface Postmaster {
  readonly port: number;
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Fast shutdown: connections are closed, committed data is kept. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL on the given port, or a free one, and waits until it accepts connections. */
export async function launchPostmaster(cluster: Cluster, port?: number): Promise<Postmaster> {
  const giveUpAt = Date.now() + START_LIMIT_MS;
  for (;;) {
    const outcome = await attemptLaunch(cluster, port ?? (await findFreePort()));
    if (typeof outcome !== 'string') return outcome;
    if (!TRANSIENT_FAILURES.test(outcome) || Date.now() > giveUpAt) {
      throw new EmbeddedPostgresError(
        `PostgreSQL did not start on ${cluster.clusterDir}:\n${outcome.trim()}`,
      );
    }
    await sleep(POLL_MS);
  }
}

/** Stops a postmaster whose owner has died. Only the owner of the data folder may call it. */
export async function stopOrphan({ clusterDir, log }: Pick<Cluster, 'clusterDir' | 'log'>): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  // The process id now belongs to another program, as after a reboot; the stale file would prevent a start.
  if (!isPostmaster(pid, clusterDir)) return rmSync(pidFile, { force: true });
  log.warn(`Stopping the PostgreSQL process ${pid}, which an earlier run left behind`);
  process.kill(pid, 'SIGINT');
  const giveUpAt = Date.now() + STOP_LIMIT_MS;
  while (isPostmaster(pid, clusterDir)) {
    if (Date.now() > giveUpAt) {
      throw new EmbeddedPostgresError(
        `The PostgreSQL process ${pid}, which an earlier run left behind, does not stop.`,
        'end that process yourself and start again.',
      );
    }
    await sleep(POLL_MS);
  }
}

async function attemptLaunch(cluster: Cluster, port: number): Promise<Postmaster | string> {
  const settings = { ...SETTINGS, ...(cluster.durable ? {} : NOT_DURABLE_SETTINGS), ...cluster.settings };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', cluster.clusterDir, '-p', String(port), ...options];
  const child = spawn(programPath(cluster.binaries, 'postgres'), args, {
    ...cluster.account,
    cwd: cluster.clusterDir,
    env: programEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const failure = await readUntilReady(child, cluster);
  return failure ?? describePostmaster(child, port, ended, cluster);
}

/** Resolves to null once connections are accepted, otherwise to the output before the process ended. */
function readUntilReady(child: ChildProcess, { log }: Cluster): Promise<string | null> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(cannotRun('postgres', cause)));
    child.once('close', () => resolve(output));
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      log.debug(chunk.trimEnd());
      output = (output + chunk).slice(-OUTPUT_LENGTH_MAX);
      if (/ready to accept (?:read-only )?connections/.test(output)) resolve(null);
    });
  });
}

function describePostmaster(
  child: ChildProcess,
  port: number,
  ended: Promise<void>,
  cluster: Cluster,
): Postmaster {
  const requestStop = () => stopFast(child, cluster);
  process.once('exit', requestStop);
  void ended.then(() => process.off('exit', requestStop));
  return {
    port,
    ended,
    async stop() {
      requestStop();
      // An immediate shutdown is safe too: committed data is recovered from the log at the next start.
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(killTimer);
    },
  };
}

function stopFast(child: ChildProcess, { clusterDir, binaries, log }: Cluster): void {
  if (process.platform !== 'win32') child.kill('SIGINT');
  else {
    const { stderr } = spawnSync(programPath(binaries, 'pg_ctl'), [
      'stop',
      '-W',
      '-m',
      'fast',
      '-D',
      clusterDir,
    ]);
    log.debug(String(stderr));
  }
}

function isPostmaster(pid: number, clusterDir: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(`-D ${clusterDir} `);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
