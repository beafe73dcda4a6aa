import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { provideBinaries, programPath } from '../../src/database/embedded/binaries.js';
import { describeDataFolder, placeCluster } from '../../src/database/embedded/data-folder.js';
import { programEnvironment } from '../../src/database/embedded/program.js';
import { query as ask, type University } from '../support/university.js';

/** A second PostgreSQL that follows the first one and confirms each of its commits. */
export interface Standby {
  /** The address of whichever of the two is in charge, as a load balancer gives it. */
  readonly way: string;
  /** Its own address, and its process. */
  readonly address: string;
  readonly pid: number;
  /** Kills the first one, and puts this one in charge. */
  takeOver(): Promise<void>;
  /** Asks the second one. */
  query<R>(sql: string): Promise<R[]>;
}

/** Starts a standby from a base backup of the university's database. */
export async function startStandby(university: University, undo: AsyncDisposableStack): Promise<Standby> {
  const primary = new URL(university.env.DATABASE_URL);
  const { folder, port } = await copyOfPrimary(university, undo);
  const data = describeDataFolder(university.env.DATA_DIR);
  const { account, clusterDir } = placeCluster(data);
  // A standby may not have fewer than the first one.
  const [{ max_connections: most }] = await university.query<{ max_connections: string }>(
    'show max_connections',
  );
  const args = ['-D', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'];
  const child = spawn(
    programPath(provideBinaries(data, account), 'postgres'),
    [
      ...args,
      '-c',
      'unix_socket_directories=',
      '-c',
      `max_connections=${most}`,
      '-c',
      'log_min_messages=fatal',
    ],
    { ...account, cwd: folder, env: programEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  undo.defer(async () => {
    child.kill('SIGQUIT');
    await ended;
  });
  const address = new URL(primary.href);
  address.port = String(port);
  const query = <R>(sql: string): Promise<R[]> => ask(address.href, sql);
  const follows = "select from pg_stat_replication where state = 'streaming'";
  while ((await university.query(follows)).length === 0) {
    if (child.exitCode !== null) throw new Error('The standby has ended.');
    await sleep(200);
  }
  await university.query("alter system set synchronous_standby_names = '*'");
  await university.query('select pg_reload_conf()');
  const way = await openWay(Number(primary.port), undo);
  const through = new URL(primary.href);
  through.port = String(way.port);
  return {
    way: through.href,
    address: address.href,
    pid: child.pid!,
    query,
    async takeOver() {
      const [pid] = readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      way.lead(port);
      await query('select pg_promote()');
    },
  };
}

/** The files of the primary while it works on, made those of a standby. */
async function copyOfPrimary(
  { env }: University,
  undo: AsyncDisposableStack,
): Promise<{ folder: string; port: number }> {
  const { clusterDir, account } = placeCluster(describeDataFolder(env.DATA_DIR));
  const parent = mkdtempSync(path.join(tmpdir(), 'class-scheduling-standby-'));
  undo.defer(() => rmSync(parent, { recursive: true }));
  const folder = path.join(parent, 'cluster');
  // A base backup ends on the connection that began it.
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  cpSync(clusterDir, folder, { recursive: true });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  // PostgreSQL does not start on a folder that others may read.
  chmodSync(folder, 0o700);
  rmSync(path.join(folder, 'postmaster.pid'), { force: true });
  writeFileSync(path.join(folder, 'backup_label'), rows[0].labelfile);
  writeFileSync(path.join(folder, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(env.DATABASE_URL);
  writeFileSync(
    path.join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  if (account)
    for (const each of [
      '.',
      'cluster',
      ...readdirSync(folder, { recursive: true }).map((name) => `cluster/${String(name)}`),
    ])
      chownSync(path.join(parent, each), account.uid, account.gid);
  const free = net.createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port: own } = free.address() as AddressInfo;
  free.close();
  return { folder, port: own };
}

/** An address that leads to a port of this machine, and later to another one. */
async function openWay(
  first: number,
  undo: AsyncDisposableStack,
): Promise<{ port: number; lead(port: number): void }> {
  let target = first;
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const there = net.connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, there],
      [there, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = (): void => open.forEach((socket) => socket.destroy());
  undo.defer(() => {
    server.close();
    cut();
  });
  return {
    port: (server.address() as AddressInfo).port,
    lead(port) {
      target = port;
      cut();
    },
  };
}
