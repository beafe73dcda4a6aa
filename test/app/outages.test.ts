import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { breakable, type BreakableDatabase } from '../support/breakable-database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { SocketClient } from '../transport/socket-client.js';

let database: TestDatabase;
let way: BreakableDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase('initialised');
  way = await breakable(database.url);
  server = await startTestServer({ env: { DATABASE_URL: way.url } });
});
afterAll(async () => {
  await server.stop();
  await way.cut();
  await database.drop();
});

const bearer = () => ({ authorization: `Bearer ${server.administrator}` });
const askRest = () => fetch(`${server.url}/api/v1/campus/list`, { headers: bearer() });
const ready = async (): Promise<{ status: number; checks: Record<string, string> }> => {
  const response = await fetch(`${server.url}/readyz`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, checks };
};
/** Asks again until the condition holds, which it is expected to do within the seconds. */
async function within(seconds: number, holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + seconds * 1000;
  while (!(await holds()) && performance.now() < endMs)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await holds()).toBe(true);
}

test('/readyz tells of every part that requests depend on', async () => {
  const parts = ['process', 'database', 'migrations', 'initialisation', 'disk', 'queue', 'eventLoop'];
  expect(await ready()).toMatchObject({
    status: 200,
    checks: Object.fromEntries(parts.map((part) => [part, 'ok'])),
  });
});

describe('12: the database goes away under traffic and comes back', () => {
  test('every interface says 503 with Retry-After meanwhile, and /readyz why', async () => {
    const socket = await SocketClient.signedIn(
      `${server.url.replace('http', 'ws')}/graphql`,
      server.administrator,
    );
    await way.cut();
    try {
      const rest = await askRest();
      expect([rest.status, Number(rest.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
      expect(await rest.json()).toMatchObject({ code: 50300, output: 'NotReady', data: null });

      for (const token of [server.administrator, null]) {
        const query = token
          ? '{ campuses { total } }'
          : 'mutation { signIn(user: "a", password: "b") { token { token } } }';
        const answer = await fetch(`${server.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(token && bearer()) },
          body: JSON.stringify({ query }),
        });
        expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
        expect(await answer.json()).toMatchObject({
          errors: [{ extensions: { code: 'NOT_READY', retrySeconds: expect.any(Number) } }],
        });
      }
      expect(await socket.ask('{ campuses { total } }')).toMatchObject({
        payload: [{ extensions: { code: 'NOT_READY' } }],
      });
      expect(await ready()).toMatchObject({
        status: 503,
        checks: {
          process: 'ok',
          database: expect.stringMatching(/^unreachable \(ECONN/),
          queue: expect.stringMatching(/^unreachable/),
          disk: 'ok',
        },
      });
    } finally {
      await way.restore();
    }
    await within(5, async () => (await askRest()).status === 200 && (await ready()).status === 200);
    await socket.end();
  });

  test('a request leaves one line in the log, and the process goes on', async () => {
    const asked = 200;
    server.logLines.length = 0;
    await way.cut();
    try {
      const ask = (at: number) => (at % 2 ? askRest() : server.graphql('{ campuses { total } }'));
      const answers = await Promise.all(Array.from({ length: asked }, (_, at) => ask(at)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    } finally {
      await way.restore();
    }
    const lines = server.logLines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(lines.filter(({ msg }) => msg === 'answered')).toHaveLength(asked);
    // Those of the connections that tell by themselves that they were lost.
    expect(lines.length).toBeLessThan(asked + 20);
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    await within(5, async () => (await askRest()).status === 200);
  });
});

test('bug: a worker tells in one line that the database is away and in one that it is back', async () => {
  const working = await startTestServer({ env: { DATABASE_URL: way.url, WORKER: 'true' } });
  const { logLines } = working;
  const lines = () =>
    logLines
      .map((line) => JSON.parse(line) as { level: number; msg: string; err?: object })
      .filter(({ msg }) => msg !== 'answered');
  try {
    await way.cut();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await way.restore();
    await within(10, async () => lines().some(({ msg }) => msg === 'the connection to the database is back'));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  } finally {
    await working.stop();
  }
  const told = lines().filter(({ level }) => level >= 40);
  expect(told.filter(({ msg }) => /connection to the database/.test(msg)).map(({ msg }) => msg)).toEqual([
    'the connection to the database was lost: what needs it waits, or is refused, until it is back',
    'the connection to the database is back',
  ]);
  // Those of what was asked when it went away.
  expect(told.length).toBeLessThan(10);
  expect(told.filter(({ err }) => err)).toEqual([]);
  const repeated = lines().filter(({ level, err }) => level === 20 && err);
  expect(repeated.length).toBeGreaterThan(10);
  expect(JSON.stringify(repeated)).not.toMatch(/"name":"(object|undefined)"|"message":""/);
}, 30_000);

test('a full disk of the database is 503 too, and a mistake of the server stays 500', async () => {
  const { em } = server.context();
  const failWith = (code: string) =>
    em.execute(`create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '${code}', message = 'could not extend file'; end $$`);
  await failWith('53100');
  await em.execute('create trigger fail before insert on campus for each row execute function fail()');
  const create = 'mutation ($i: CampusInput!) { createCampus(input: $i) { id } }';
  const i = { name: 'Full', code: 'F1', description: '满', isEnabled: true, address: '一号路' };
  const full = await server.graphql(create, { i });
  expect([full.status, full.errors?.[0].extensions.code]).toEqual([503, 'NOT_READY']);
  await failWith('22012');
  const wrong = await server.graphql(create, { i });
  expect([wrong.status, wrong.errors?.[0].extensions.code]).toEqual([200, 'INTERNAL']);
});

describe('/readyz is 503 and says why', () => {
  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      'the disk is nearly full',
      { DISK_FREE_MEGABYTES_MIN: '1000000000' },
      'disk',
      /^\d+ MB are free, 1000000000 are/,
    ],
    [
      'the event loop was held up',
      { EVENT_LOOP_DELAY_MS_MAX: '300' },
      'eventLoop',
      /^was held up for \d+ ms$/,
    ],
  ])('where %s', async (_, env, part, reason) => {
    const ill = await startTestServer({ env });
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const endMs = performance.now() + 400; performance.now() < endMs;);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const response = await fetch(`${ill.url}/readyz`);
    const body = (await response.json()) as { checks: Record<string, string> };
    await ill.stop();
    expect([response.status, body.checks[part]]).toEqual([503, expect.stringMatching(reason)]);
  });
});
