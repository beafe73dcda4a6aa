import { once } from 'node:events';
import net from 'node:net';
import { requestBytes, sendRaw } from '../support/raw.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { tokenOf } from '../scheduling/people.js';

const uploadBytes = 10 * 1024 * 1024;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { UPLOADS_PER_CALLER_MAX: '2', UPLOADS_MAX: '3', KEEP_ALIVE_SECONDS: '0.5' },
  });
});
afterAll(() => server.stop());

const bearer = (token = server.administrator): string => `Authorization: Bearer ${token}`;
const form = ['Content-Type: multipart/form-data; boundary=x', 'Apollo-Require-Preflight: true'];
const json = ['Content-Type: application/json'];
const [graphql, rest] = ['POST /graphql', 'POST /api/v1/students/batch-import'];
const head = (line: string, headers: readonly string[], bytes = uploadBytes): string =>
  requestBytes(line, [...headers, `Content-Length: ${bytes}`]);

describe('who is refused is answered before the body comes, and the connection ends', () => {
  test.each<[string, string, () => string[], number]>([
    ['no token', graphql, () => form, 401],
    ['a forged token', graphql, () => [...form, bearer('forged')], 401],
    ['a forged token and no file', graphql, () => [...json, bearer('forged')], 401],
    ['a form without the header for it', graphql, () => [form[0], bearer()], 415],
    ['a body over the limit', graphql, () => [...json, bearer()], 413],
    ['a method that is not served', 'PUT /graphql', () => [...json, bearer()], 405],
    ['no token', rest, () => json, 401],
    ['a forged token', rest, () => [...json, bearer('forged')], 401],
    ['a body over the limit', 'POST /api/v1/unit/category', () => [...json, bearer()], 413],
    ['a path that nobody serves', 'POST /nowhere', () => form, 404],
  ])('%s: %s', async (_, line, headers, status) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendRaw(server.url, head(line, headers()))),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
  });

  test('who sends the body all the same reads the answer', async () => {
    const body = Buffer.alloc(uploadBytes, 'x');
    for (const [line, headers] of [
      [graphql, form],
      [rest, json],
    ] as const) {
      const sent = Buffer.concat([Buffer.from(head(line, headers)), body]);
      expect((await sendRaw(server.url, sent)).status).toBe(401);
    }
  });

  test('a caller whose share of requests is used up', async () => {
    const few = await startTestServer({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
    await few.graphql('{ __typename }');
    for (const [line, headers] of [
      [graphql, form],
      [rest, json],
    ] as const) {
      const { status, head: answer } = await sendRaw(
        few.url,
        head(line, [...headers, bearer(few.administrator)]),
      );
      expect([status, answer]).toEqual([429, expect.stringMatching(/Retry-After: \d+/i)]);
    }
    await few.stop();
  });
});

const held: net.Socket[] = [];
/** Begins a request that goes on until it is destroyed. */
async function hold(bytes: string): Promise<net.Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = net.connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  held.push(socket);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return socket;
}
async function letGo(): Promise<void> {
  for (const socket of held.splice(0)) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
}
afterEach(letGo);
const refused = { status: 429, head: expect.stringMatching(/Retry-After: \d+/i) };
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
const chunked = (line: string, bytes: number, headers: string[]): string =>
  requestBytes(line, [...headers, 'Transfer-Encoding: chunked'], chunk(bytes));

test('uploads at once are bounded for one caller and in all, and others are served meanwhile', async () => {
  const begin = (headers: string[]): Promise<net.Socket> => hold(head(graphql, headers, 100_000));
  const ask = (line: string, headers: string[]) => sendRaw(server.url, head(line, headers, 100_000));
  const [third, fourth] = await Promise.all([0, 1].map(() => tokenOf(server, RoleKey.LEADER)));

  await begin([...form, bearer()]);
  await begin([...json, bearer()]);
  const ofCaller = await ask(graphql, [...form, bearer()]);
  expect(ofCaller).toMatchObject({ ...refused, body: expect.stringContaining('"TOO_MANY_REQUESTS"') });
  const overRest = await ask(rest, [...json, bearer()]);
  expect(overRest).toMatchObject({ ...refused, body: expect.stringContaining('"code":42900') });

  await begin([...json, bearer(third)]);
  expect(await ask(graphql, [...json, bearer(fourth)])).toMatchObject(refused);
  for (const [line, what] of [
    [graphql, json],
    ['POST /api/v1/unit/category', json],
  ] as const) {
    const streamed = chunked(line, 70_000, [...what, bearer()]);
    expect(await sendRaw(server.url, streamed)).toMatchObject(refused);
  }
  expect((await server.graphql('{ __typename }')).status).toBe(200);

  await letGo();
  const { status, errors } = await server.graphql('query ($x: String) { __typename }', {
    x: 'x'.repeat(100_000),
  });
  expect([status, errors?.[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
});

const sendForm = (body: FormData | string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.administrator}`,
      'accept-language': 'en',
      'apollo-require-preflight': 'true',
      ...headers,
    },
    body,
  });

describe('a form is bounded before it is parsed, however its type is written', () => {
  const dashes = '-'.repeat(26);
  const boundary = `${dashes}form`;
  const part = (name: string, content = '', headers = ''): string =>
    `--${boundary}\r\n${headers}Content-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n` +
    `${content}\r\n`;
  const many = Array.from({ length: 2_000 }, (_, at) => part(String(at))).join('');
  const tooMany = 'there may be at most 4 files';
  const quoted = `boundary="${dashes}\\form"`;

  test.each<[string, string, string, string]>([
    ['as usual', `boundary=${boundary}`, many, tooMany],
    ['behind a parameter that ends alike', `xboundary=zzzz; boundary=${boundary}`, many, tooMany],
    ['behind a text that names another', `a="; boundary=zz"; boundary=${boundary}`, many, tooMany],
    ['with an escaped character', quoted, many, tooMany],
    [
      'with thousands of headers in a part',
      `boundary=${boundary}`,
      part('0', 'x', 'a:\r\n'.repeat(2_000)),
      'the headers of a part are too long',
    ],
  ])('%s', async (_, parameters, parts, message) => {
    const type = { 'content-type': `multipart/form-data; ${parameters}` };
    const response = await sendForm(`${parts}--${boundary}--\r\n`, type);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ message: `The body is not valid: ${message}.`, extensions: { code: 'INVALID_BODY' } }] },
    ]);
  });
});

test('bug: a few bytes of bodies of unknown length kept everybody else from uploading', async () => {
  const token = await tokenOf(server, RoleKey.LEADER);
  for (let at = 0; at < 3; at++) {
    await hold(chunked(graphql, 1, json));
    await hold(chunked(graphql, 1, [...json, bearer(token)]));
    await hold(chunked(graphql, 1, [...json, 'Content-Encoding: gzip', bearer(token)]));
  }
  const { status, errors } = await server.graphql('query ($x: String) { __typename }', {
    x: 'x'.repeat(100_000),
  });
  expect([status, errors?.[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  // More than a little is for those who are signed in, however it comes.
  for (const bytes of [chunked(graphql, 70_000, json), head(graphql, json, 100_000)])
    expect((await sendRaw(server.url, bytes)).status).toBe(401);
});

test('bug: an upload that did not go on kept its place for two minutes', async () => {
  const socket = await hold(chunked(graphql, 70_000, [...json, bearer()]));
  const pace = await hold(head(graphql, [...form, bearer()]));
  const going = setInterval(() => pace.write('x'.repeat(20_000)), 1_000);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toContain('408 Request Timeout');
  expect([pace.closed, pace.bytesRead]).toEqual([false, 0]);
  clearInterval(going);
}, 30_000);

test('the JSON beside files may be no longer than that without any', async () => {
  const form = new FormData();
  form.set(
    'operations',
    JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(1024 ** 2) } }),
  );
  form.set('map', '{}');
  const response = await sendForm(form);
  expect([response.status, await response.json()]).toMatchObject([
    413,
    { errors: [{ message: 'The part "operations" is too large: at most 1 MiB.' }] },
  ]);
});
