import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { startTestServer, type TestServer } from '../support/server.js';

const servers: TestServer[] = [];
afterEach(async () => {
  while (servers.length > 0) await servers.pop()!.stop();
});
/** Production accepts no predictable initial passwords. */
const production = { NODE_ENV: 'production', INITIAL_PASSWORDS: 'codes' };

async function serverWith(env: Record<string, string>, initialised = true): Promise<TestServer> {
  const server = await startTestServer({ env, initialised });
  servers.push(server);
  return server;
}

test(
  'REST_ENVELOPE=legacy answers what older clients test: "Success", 200, no error_message, no null ' + 'data',
  async () => {
    const server = await serverWith({ REST_ENVELOPE: 'legacy' });
    const list = await server.rest('campusList', { token: server.administrator });
    expect(list).toMatchObject({ output: 'Success', code: 200, message: '获取校区列表成功', data: [] });
    expect(list).not.toHaveProperty('error_message');
    const semester = await server.rest('semesterCreate', {
      token: server.administrator,
      body: { name: '2031-1', code: 'x', start_date: '2031-02-17', end_date: '2031-07-01', is_enabled: true },
    });
    expect(semester).not.toHaveProperty('data');
    const refused = await server.rest('campusPage', {});
    expect(refused).toMatchObject({
      status: 401,
      output: 'Unauthorized',
      code: 40101,
      error_message: expect.stringMatching(/./),
    });
  },
);

test('REST_ENVELOPE=legacy tells the use of processors as a fraction, because clients multiply', async () => {
  const spinning = new Worker('for (;;) Math.random();', { eval: true });
  try {
    for (const [REST_ENVELOPE, most] of [
      ['specified', 100],
      ['legacy', 1],
    ] as const) {
      const server = await serverWith({ REST_ENVELOPE });
      const { data } = await server.rest('webSystem', { token: server.administrator });
      expect(data.cpu_usage).toBeGreaterThan(most / os.cpus().length / 2);
      expect(data.cpu_usage).toBeLessThanOrEqual(most);
    }
  } finally {
    await spinning.terminate();
  }
});

test('REST_LANGUAGE=auto follows Accept-Language, the codes stay', async () => {
  const server = await serverWith({ REST_LANGUAGE: 'auto' });
  const [english, chinese] = await Promise.all(
    ['en-GB,en;q=0.9,zh;q=0.1', 'zh-CN'].map((language) =>
      server.rest('campusPage', { headers: { 'accept-language': language } }),
    ),
  );
  expect(english).toMatchObject({ code: 40101, message: 'Not signed in' });
  expect(chinese).toMatchObject({ code: 40101, message: '未授权' });
});

test('CORS_ORIGINS names who may call from elsewhere', async () => {
  const server = await serverWith({ CORS_ORIGINS: 'https://a.example, https://b.example' });
  const allowed = async (origin: string): Promise<string | null> =>
    (await fetch(`${server.url}/api/v1/init/check`, { headers: { origin } })).headers.get(
      'access-control-allow-origin',
    );
  expect(await allowed('https://b.example')).toBe('https://b.example');
  expect(await allowed('https://evil.example')).toBeNull();
});

test(
  'production hides GraphiQL, documentation pages and introspection unless enabled (requirement ' + '38)',
  async () => {
    const hidden = await serverWith({ ...production });
    for (const path of ['/graphiql', '/api/v1/docs', '/api/v1/openapi.json'])
      expect((await fetch(hidden.url + path)).status).toBe(404);
    const introspection = await hidden.graphql('{ __schema { queryType { name } } }');
    expect(introspection.errors?.[0].message).toMatch(/introspection/i);
    const misspelt = await hidden.graphql('{ campusse { items { id } } }');
    expect(misspelt.errors?.[0].message).not.toMatch(/Did you mean/);

    const shown = await serverWith({ ...production, EXPLORER: 'true' });
    expect((await fetch(`${shown.url}/api/v1/openapi.json`)).status).toBe(200);
    expect((await shown.graphql('{ __schema { queryType { name } } }')).errors).toBeUndefined();
  },
);

test('/metrics answers callers on this machine, or the token', async () => {
  const server = await serverWith({ METRICS_TOKEN: 'a-token-of-some-length' });
  const metrics = await fetch(`${server.url}/metrics`);
  expect(await metrics.text()).toContain('class_scheduling_http_request_seconds');
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect((await fetch(`${server.url}/metrics`, { headers: forwarded })).status).toBe(403);
  const withToken = { ...forwarded, authorization: 'Bearer a-token-of-some-length' };
  expect((await fetch(`${server.url}/metrics`, { headers: withToken })).status).toBe(200);
});

test(
  'before initialisation one clear error stands before everything but initialising, health and ' +
    'documentation',
  async () => {
    const server = await serverWith({}, false);
    expect(await server.rest('campusList', {})).toMatchObject({
      status: 403,
      code: 40301,
      error_message: expect.stringContaining('系统初始化模式'),
    });
    const refused = await server.graphql('{ campusOptions { id } }', {}, null);
    expect(refused.errors?.[0].extensions.code).toBe('NOT_INITIALISED');
    expect(await server.rest('systemInitCheck', {})).toMatchObject({ data: { system_init: true } });
    for (const path of ['/healthz', '/metrics', '/api/v1/openapi.json'])
      expect((await fetch(server.url + path)).status).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
      checks: { initialisation: 'awaited' },
    });
  },
);
