import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesOf, rawBytes } from '../../bench/fuzz/raw-bytes.js';
import { createTestDatabase, firstAdministrator, type TestDatabase } from '../support/database.js';
import { startServerProcess } from '../support/server-process.js';

const seed = 9;
const dataDir = mkdtempSync(path.join(tmpdir(), 'class-scheduling-data-'));
const logLines: string[] = [];
let database: TestDatabase;
let server: ChildProcess;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase('initialised');
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000' };
  ({ server, url } = await startServerProcess({ ...env, WORKER: 'false', LOG_LEVEL: 'warn' }, logLines));
});
afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

test('no bytes end the process, and all are answered with 4xx unless they are valid', async () => {
  const { name: user, password } = firstAdministrator;
  const signIn = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, password }),
  });
  const { data } = (await signIn.json()) as { data: { token: { token: string } } };
  expect(await rawBytes({ url, token: data.token.token, seed, cases: 2_000 })).toEqual({
    tried: 2_000,
    failures: [],
  });
  expect(server.exitCode).toBeNull();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(logLines).toEqual([]);
});

test('the same seed gives the same bytes, another one others', () => {
  const all = (from: number): string[] =>
    Array.from({ length: 100 }, (_, number) => bytesOf(from, number, 'token').toString('latin1'));
  expect(all(seed)).toEqual(all(seed));
  expect(new Set([...all(seed), ...all(seed + 1)]).size).toBeGreaterThan(150);
});
