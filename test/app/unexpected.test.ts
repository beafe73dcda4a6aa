import { once } from 'node:events';
import net from 'node:net';
import { SchedulingTask } from '../../src/entities/scheduling/tasks.js';
import { tasks } from '../../src/services/scheduling/runs/tasks.js';
import { startServerProcess } from '../support/server-process.js';
import { importInstance, openTestInstallation, taskWhen } from '../scheduling/support.js';

/** Lets a process throw what nothing catches, when it is told so. */
const trap = (thrown: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${thrown} })`)}`;

test.each([
  ['an exception', `setTimeout(() => { throw new Error('unforeseen') })`],
  ['a promise that nobody awaits', `Promise.reject(new Error('unforeseen'))`],
])('%s outside every request ends the process in order: its task is handed back', async (_, thrown) => {
  const installation = await openTestInstallation();
  const logLines: string[] = [];
  const env = { ...installation.env, NODE_OPTIONS: trap(thrown), LOG_LEVEL: 'error' };
  const { server, url } = await startServerProcess(env, logLines);
  try {
    const { semesterId } = await importInstance(installation.context(), 'comp01');
    const { id } = await tasks.start(installation.context(), { semester: semesterId, timeLimitSeconds: 60 });
    await taskWhen(installation.app, id, ({ searchedSeconds }) => Number(searchedSeconds) > 1, 30);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    // A request that is on its way when it happens, because no new one is taken afterwards.
    const { hostname, port } = new URL(url);
    const asking = net.connect(Number(port), hostname);
    asking.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n');
    await new Promise((resolve) => setTimeout(resolve, 200));

    const exit = once(server, 'exit');
    const answer = once(asking, 'data');
    server.kill('SIGUSR2');
    for (let at = 0; logLines.length === 0 && at < 2_000; at++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    asking.write('\r\n');

    expect(String(await answer)).toMatch(/^HTTP\/1\.1 503 [\s\S]*"process":"failed unexpectedly and ends"/);
    expect(await exit).toEqual([1, null]);
    expect(logLines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'fatal',
        err: { error: expect.objectContaining({ message: 'unforeseen' }) },
      }),
    ]);
    const task = await installation.context().em.findOneOrFail(SchedulingTask, { id });
    expect(task).toMatchObject({ status: 'QUEUED', crashes: 0, heartbeatAt: null });
  } finally {
    server.kill('SIGKILL');
    await installation.stop();
  }
});
