import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/app/config.js';
import { projectRoot, release } from '../../src/database/project-root.js';
import { watchReplica } from '../../src/database/replica-watch.js';
import { startTestServer } from '../support/server.js';

/** Runs the command line as people do, to its end. */
const cli = (
  args: string[],
  env: Record<string, string> = {},
  uid?: number,
): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['--import', './scripts/swc-hook.mjs', 'src/cli/main.ts', ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: 50_000,
    uid,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });

test('a busy port is named with its variable, and the process ends', async () => {
  const server = await startTestServer();
  try {
    const { port } = new URL(server.url);
    const { databaseUrl, dataDir } = server.runtime.app;
    const { status, stderr } = cli(['serve'], { PORT: port, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    expect(status).toBe(1);
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use by another program`);
    expect(stderr).toContain('PORT=');
    expect(stderr).not.toMatch(/\n\s+at /);
  } finally {
    await server.stop();
  }
});

test('settings that are wrong are listed all at once, without their secrets', () => {
  const { status, stderr } = cli(['serve'], {
    PORT: 'abc',
    JWT_SECRET: 'too-short-secret',
    TIME_ZONE: 'Mars/Base',
  });
  expect(status).toBe(1);
  for (const name of ['PORT "abc"', 'JWT_SECRET', 'TIME_ZONE "Mars/Base"']) expect(stderr).toContain(name);
  expect(stderr).not.toContain('too-short-secret');
});

const folder = mkdtempSync(path.join(tmpdir(), 'class-scheduling-startup-'));
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true }));
/** Nobody listens there. */
const away = 'postgresql://op:secret-word@127.0.0.1:1/x';

test('bug: addresses that lead nowhere are refused by name', () => {
  const { status, stderr } = cli(['serve'], {
    RESET_LINK_BASE: 'https://your.host/timetable/reset',
    EMAIL_LINK_BASE: 'mailto:someone@example.edu/',
    MAIL_FROM: 'not a mail',
    CORS_ORIGINS: 'https://portal.example.edu/, https://a.example',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('RESET_LINK_BASE "https://your.host/timetable/reset": must end in /, = or #');
  for (const name of ['EMAIL_LINK_BASE', 'MAIL_FROM "not a mail"', 'CORS_ORIGINS'])
    expect(stderr).toContain(name);
  const usable = {
    RESET_LINK_BASE: 'https://your.host/#/reset?token=',
    MAIL_FROM: '教务处 <timetable@example.edu>',
    CORS_ORIGINS: 'https://a.example, http://localhost:5173, capacitor://localhost',
  };
  expect(readConfig(usable)).toMatchObject(usable);
});

test('bug: a folder for backups of the embedded database is refused beside another one', () => {
  const { status, stderr } = cli(['serve'], { DATABASE_URL: away, BACKUP_DIR: folder });
  expect(status).toBe(1);
  expect(stderr).toContain('BACKUP_DIR: backs up the embedded database alone, but DATABASE_URL names');
});

test('bug: a server tells its release: at the command line, in log, metrics and facts', async () => {
  expect(cli(['--version'])).toMatchObject({ status: 0, stdout: `${release}\n` });
  const server = await startTestServer();
  try {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain(
      `class_scheduling_build_info{version="${release}",service="class-scheduling"} 1`,
    );
    expect(await server.call('{ systemInfo { release } }')).toEqual({ release });
    const { data } = await server.rest('webSystem', { token: server.administrator });
    expect(data).toMatchObject({ release });
  } finally {
    await server.stop();
  }
});

test('bug: a data folder that nobody can write to is told at the start, and later', async () => {
  const server = await startTestServer();
  try {
    const { databaseUrl, dataDir } = server.runtime.app;
    const [file, closed] = [path.join(folder, 'file'), path.join(folder, 'closed')];
    writeFileSync(file, '');
    mkdirSync(closed, { mode: 0o555 });
    const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
    for (const [DATA_DIR, why] of [
      [file, 'EEXIST'],
      [closed, 'EACCES'],
    ]) {
      const { status, stderr } = cli(['serve'], { PORT: '0', DATABASE_URL: databaseUrl, DATA_DIR }, nobody);
      expect(stderr).toContain(
        `DATA_DIR "${DATA_DIR}": is no folder that this account can write to (${why})`,
      );
      expect(status).toBe(1);
    }
    rmSync(dataDir, { recursive: true });
    const answer = await fetch(`${server.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ checks: { disk: 'DATA_DIR cannot be written to (ENOENT)' } });
  } finally {
    await server.stop();
  }
});

test('bug: in production a server warns of links in mails that lead to this machine', async () => {
  const production = { NODE_ENV: 'production', INITIAL_PASSWORDS: 'codes' };
  const warned = async (env: Record<string, string>): Promise<string> => {
    const server = await startTestServer({ env });
    const { logLines } = server;
    await server.stop();
    return logLines.filter((line) => line.includes('"level":40')).join();
  };
  const told = await warned({ ...production, SMTP_URL: 'smtp://mail.example.edu' });
  for (const name of ['RESET_LINK_BASE', 'EMAIL_LINK_BASE', 'MAIL_FROM']) expect(told).toContain(name);
  const addresses = { RESET_LINK_BASE: 'https://a.example/r/', EMAIL_LINK_BASE: 'https://a.example/c/' };
  expect(await warned({ ...production, ...addresses })).not.toContain('means this machine');
});

test('bug: a replica that is away or follows no primary is told of at the start, and later', async () => {
  const server = await startTestServer({ env: { DATABASE_READ_URL: away } });
  try {
    const { databaseUrl } = server.runtime.app;
    expect(server.logLines.join()).toMatch(/ECONNREFUSED.*DATABASE_READ_URL is of no use now/);
    expect(server.logLines.join()).not.toContain('secret-word');
    const told: string[] = [];
    const log = { info: (text: string) => told.push(text), warn: ({ reason }: any) => told.push(reason) };
    const unwatch = await watchReplica(databaseUrl, log, 10);
    await sleep(100);
    unwatch();
    expect(told).toEqual(['it follows no primary']);
  } finally {
    await server.stop();
  }
});

test('bug: what cannot be reached, read or listened on is named', () => {
  expect(cli(['serve'], { DATABASE_URL: away }).stderr).toMatch(
    /DATABASE_URL: no connection to the database \(connect ECONNREFUSED/,
  );
  const unmade = path.join(folder, 'unmade');
  for (const file of ['package.json', 'no-such-file.ctt']) {
    const { status, stderr } = cli(['import-ctt', file], { DATABASE_URL: '', DATA_DIR: unmade });
    expect(status).toBe(1);
    expect(stderr).toMatch(/no-such-file\.ctt: cannot be read|instance/);
  }
  expect(existsSync(unmade)).toBe(false);
  expect(cli(['ask', 'hi', '--url', 'nonsense']).stderr).toContain('--url "nonsense": is no address');
});
