import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServerProcess } from '../support/server-process.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Student } from '../../src/entities/people.js';
import { holding } from './support/holding.js';
import { collegeWithClass, studentWorkbook, type Place } from './support/students.js';
import { uploaded } from './support/upload.js';

const rows = 2_000;
const kills = 20;
/** So many share a server, whose start costs more than an import; each has gone on for another time. */
const importsPerServer = 4;

/** Prepares the database and looks at it; the imports are done by processes that are killed. */
let observer: TestServer;
let place: Place;
let env: Record<string, string>;
beforeAll(async () => {
  observer = await startTestServer();
  place = await collegeWithClass(observer);
  const { databaseUrl, dataDir } = observer.runtime.app;
  env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
});
afterAll(() => observer.stop());

const stored = (prefix: string): Promise<number> =>
  observer.context().em.count(Student, { code: { $like: `${prefix}-%` } });

/** Lines of the audit log that tell of the students. */
async function logged(prefix: string): Promise<number> {
  const [{ count }] = await observer
    .context()
    .em.execute<[{ count: number }]>(
      `select count(*)::int as count from audit_log where table_name = 'student' and after->>'code' like $1`,
      [`${prefix}-%`],
    );
  return count;
}

const mutation = 'mutation ($file: Upload!) { importStudents(file: $file) { successCount } }';
const importInto = (url: string, prefix: string) =>
  uploaded({ url }, mutation, studentWorkbook(place, { count: rows, prefix: `${prefix}-` }), {
    token: observer.administrator,
  });

test(
  `requirement 11: a server that is killed at ${kills} random moments of an import leaves all rows or ` +
    `none`,
  async () => {
    const prefixes = Array.from({ length: kills + importsPerServer }, (_, n) => `K${n}`);
    let next = startServerProcess(env);
    let wholeMs = 0;
    const counts: number[] = [];
    while (counts.length < prefixes.length) {
      const { server, url } = await next;
      const own = prefixes.slice(counts.length, counts.length + importsPerServer);
      if (counts.length + own.length < prefixes.length) next = startServerProcess(env);
      const start = performance.now();
      // The first imports are let through: they tell how long some take at once.
      const isFirst = counts.length === 0;
      const answers = own.map(async (prefix) => {
        await sleep(Math.random() * wholeMs);
        return importInto(url, prefix).catch(() => null);
      });
      if (isFirst) {
        for (const answer of await Promise.all(answers))
          expect(answer).toMatchObject({ data: { importStudents: { successCount: rows } } });
        wholeMs = performance.now() - start;
      } else {
        await sleep(wholeMs);
      }
      server.kill('SIGKILL');
      await once(server, 'exit');
      await Promise.all(answers);
      counts.push(...(await Promise.all(own.map(stored))));
    }
    expect(counts.filter((count) => count !== 0 && count !== rows)).toEqual([]);
    // What was under way when the process died has ended by now, and nothing of it came later.
    const late = await Promise.all(prefixes.map(stored));
    expect(late.filter((count) => count !== 0 && count !== rows)).toEqual([]);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(0);
    expect(await Promise.all(prefixes.map(logged))).toEqual(late);
  },
  300_000,
);

test(
  'requirement 11: an import task whose server is killed among its rows is done once by the next ' + 'one',
  async () => {
    const release = await holding(observer.runtime.app.databaseUrl, `T-${String(rows - 1).padStart(6, '0')}`);
    const { server, url } = await startServerProcess(env);
    const started = await uploaded(
      { url },
      'mutation ($file: Upload!) { startImport(subject: STUDENTS, file: $file) { id } }',
      studentWorkbook(place, { count: rows, prefix: 'T-' }),
      { token: observer.administrator },
    );
    const { id } = started.data.startImport;
    const task = async () =>
      (
        await observer.graphql(
          'query ($id: ID!) { importTask(id: $id) { status rowsStored successCount } }',
          {
            id,
          },
        )
      ).data.importTask as { status: string; rowsStored: number; successCount: number | null };
    while ((await task()).rowsStored === 0) await sleep(50);
    server.kill('SIGKILL');
    await once(server, 'exit');
    await release();
    expect([await stored('T'), await logged('T'), (await task()).status]).toEqual([0, 0, 'RUNNING']);

    const another = await startServerProcess(env);
    while ((await task()).status === 'RUNNING') await sleep(100);
    expect(await task()).toMatchObject({ status: 'COMPLETED', successCount: rows });
    expect([await stored('T'), await logged('T')]).toEqual([rows, rows]);
    another.server.kill('SIGTERM');
    await once(another.server, 'exit');
  },
  120_000,
);
