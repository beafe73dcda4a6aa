// Requirement 38: what the process tells of itself is for administrators, and holds no secrets.
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { SystemValue } from '../../src/entities/system.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount } from '../accounts/people.js';

const secret = 'a secret that nobody may ever see';

let server: TestServer;
beforeAll(async () => {
  process.env.TOP_SECRET = secret;
  server = await startTestServer({ env: { JWT_SECRET: secret } });
});
afterAll(async () => {
  delete process.env.TOP_SECRET;
  await server.stop();
});

const runtimeQuery = `{ runtimeInfo {
  totalMemory usedMemory maxMemory freeMemory systemProperties activeThreadCount threads { name state
  priority isDaemon stackTrace }
} }`;
const systemQuery = `{ systemInfo {
  cpuName cpuCores cpuUsage totalMemory freeMemory heapMemoryInitial heapMemoryUsed heapMemoryMax
  totalDiskSpace freeDiskSpace osName osVersion osArchitecture
} }`;
const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;

interface Thread {
  name: string;
  state: string;
  priority: number;
  isDaemon: boolean;
  stackTrace: string[];
}

/** A worker thread that has reached its work. */
async function startWorker(name: string, code: string): Promise<Worker> {
  const worker = new Worker(`require('node:worker_threads').parentPort.postMessage('ready'); ${code}`, {
    eval: true,
    name,
  });
  await once(worker, 'message');
  return worker;
}

test('shows where every thread is, a busy one too', async () => {
  const busy = await startWorker(
    'busy',
    'function countSheep() { for (;;) Math.random(); } setImmediate(countSheep);',
  );
  const idle = await startWorker('idle', 'setInterval(() => {}, 1000);');
  try {
    const find = (threads: Thread[], name: string): Thread | undefined =>
      threads.find((thread) => thread.name.endsWith(` ${name}`));
    let threads: Thread[] = [];
    // The threads announce themselves a moment before they are where they are wanted.
    while (find(threads, 'busy')?.state !== 'RUNNABLE' || find(threads, 'idle')?.state !== 'WAITING') {
      const { data } = await server.graphql(runtimeQuery);
      threads = data.runtimeInfo.threads;
      expect(data.runtimeInfo.activeThreadCount).toBe(threads.length);
    }
    expect(threads[0]).toMatchObject({ name: 'main', state: 'RUNNABLE', priority: 5, isDaemon: false });
    expect(threads[0].stackTrace.join('\n')).toContain('src/services/system/runtime-info');
    expect(find(threads, 'busy')).toMatchObject({ priority: 5, isDaemon: true });
    expect(find(threads, 'busy')?.stackTrace.join('\n')).toContain('countSheep');
    expect(find(threads, 'idle')).toMatchObject({ priority: 5, isDaemon: true, stackTrace: [] });
  } finally {
    await Promise.all([busy.terminate(), idle.terminate()]);
  }
});

test('measures the memory of the process', async () => {
  const { totalMemory, usedMemory, maxMemory, freeMemory } = (await server.graphql(runtimeQuery)).data
    .runtimeInfo;
  expect(freeMemory).toBe(totalMemory - usedMemory);
  expect(usedMemory).toBeGreaterThan(1_000_000);
  expect(maxMemory).toBeGreaterThan(totalMemory);
  for (const value of [totalMemory, usedMemory, maxMemory, freeMemory])
    expect(Number.isSafeInteger(value)).toBe(true);
});

test('38: tells versions, platform and flags, but no environment, folders or secrets', async () => {
  const answer = JSON.stringify((await server.graphql(runtimeQuery)).data);
  expect(JSON.parse(answer).runtimeInfo.systemProperties).toMatchObject({
    'runtime.name': 'node',
    'runtime.version': process.version,
    'version.v8': process.versions.v8,
    'os.platform': process.platform,
  });
  for (const hidden of [
    secret,
    server.runtime.app.dataDir,
    process.cwd(),
    os.homedir(),
    process.argv[1],
    'postgres',
    os.hostname(),
  ]) {
    // Shorter ones stand in words that mean nothing.
    if (hidden.length > 3) expect(answer).not.toContain(hidden);
  }
});

test('measures the machine in megabytes with two decimals', async () => {
  const { systemInfo: info } = (await server.graphql(systemQuery)).data;
  expect(info).toMatchObject({
    cpuCores: os.availableParallelism(),
    osName: os.type(),
    osVersion: os.release(),
    osArchitecture: os.arch(),
  });
  expect(info.cpuName).not.toBe('');
  expect(info.cpuUsage).toBeGreaterThanOrEqual(0);
  expect(info.cpuUsage).toBeLessThanOrEqual(100);
  expect(info.totalMemory).toBe(Math.round((os.totalmem() / 1024 / 1024) * 100) / 100);
  expect(info.freeMemory).toBeLessThanOrEqual(info.totalMemory);
  expect(info.heapMemoryUsed).toBeLessThanOrEqual(info.heapMemoryMax);
  expect(info.heapMemoryInitial).toBeGreaterThan(0);
  expect(info.freeDiskSpace).toBeLessThanOrEqual(info.totalDiskSpace);
  for (const value of Object.values(info))
    if (typeof value === 'number') expect(value).toBe(Math.round(value * 100) / 100);
});

test('finds the processors busy while they are', async () => {
  const workers = await Promise.all(
    os.cpus().map((_, n) => startWorker(`spin ${n}`, 'for (;;) Math.random();')),
  );
  try {
    // A container may be given fewer processors than the machine shows.
    const share = os.availableParallelism() / os.cpus().length;
    expect((await server.graphql(systemQuery)).data.systemInfo.cpuUsage).toBeGreaterThan(50 * share);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
});

test('38: is for administrators only', async () => {
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'curious');
  const token = await server.signIn(name, password);
  for (const query of [runtimeQuery, systemQuery]) {
    expect(codeOf(await server.graphql(query, {}, token))).toBe('FORBIDDEN');
    expect(codeOf(await server.graphql(query, {}, null))).toBe('UNAUTHENTICATED');
  }
});

test('tells everybody the texts of the site, as they are stored', async () => {
  const query = '{ site { name title subTitle logoUrl icpNumber wechatOfficeAccount launchDate owner } }';
  const { em } = server.context();
  await em.nativeUpdate(SystemValue, { key: 'web_name' }, { value: '东方大学' });
  await em.nativeDelete(SystemValue, { key: 'web_owner' });
  expect((await server.graphql(query, {}, null)).data.site).toEqual({
    name: '东方大学',
    title: '智课方舟-智能排课系统',
    subTitle: '基于AI的智能排课系统，适用于学校等教育场地',
    logoUrl: 'https://xxx.com/logo.png',
    icpNumber: '京ICP备 2020001234号',
    wechatOfficeAccount: 'wechat_official_account',
    launchDate: '2025-01-01',
    owner: null,
  });
});
