import { startAnswering } from '../../src/services/assistant/conversation/answering.js';
import { withClient } from '../data/support.js';
import type { TestServer } from '../support/server.js';
import { readAnswer, send, startTalked, talk, type TalkedUniversity } from './talk.js';

let server: TestServer;
let university: TalkedUniversity;
beforeAll(async () => void ({ server, university } = await startTalked()), 120_000);
afterAll(() => server.stop());

/** Attempts until one of those that are stopped has taken the answer, and not the one that is first asked. */
const attemptsMax = 20;
const stoppedOnes = 8;

/** Confirms a plan while its timetable is held, and lets it go when the one that answers is to stop. */
async function confirmedWhileStopping(
  attempt: number,
): Promise<{ wasStopped: boolean; kind: string; said: string }> {
  const answering = Array.from({ length: stoppedOnes }, () => startAnswering(server.runtime.app));
  const { conversation, plan } = await talk(server, `把大学英语所有的课都${attempt % 2 ? '解锁' : '锁定'}`);
  expect(plan).toBeDefined();
  return withClient(server, async (client) => {
    await client.query('begin');
    await client.query('select from timetable where id = $1 for update', [university.timetable]);
    const sent = await send(server, '确认', { conversation });
    const waits = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
    while ((await client.query(waits)).rowCount === 0);
    let isOver = false;
    const stopping = Promise.all(answering.map((one) => one.stop())).then(() => (isOver = true));
    await client.query('select pg_sleep(0.2)');
    const wasStopped = !isOver;
    await client.query('commit');
    await stopping;
    const events = await readAnswer(server, sent);
    return { wasStopped, kind: events.at(-1)!.kind, said: events.map(({ text }) => text ?? '').join('') };
  });
}

test('a confirmed plan that is being applied when the server stops is told as applied', async () => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const { wasStopped, kind, said } = await confirmedWhileStopping(attempt);
    expect([kind, said]).toEqual(['DONE', expect.stringMatching(/^已应用/)]);
    if (wasStopped) return;
  }
  throw new Error('The answers were never taken by the one that stops.');
});
