import net from 'node:net';
import { startTestServer, type TestServer } from '../support/server.js';
import { turnsOf } from '../support/turns.js';

/** Paths that no client library sends, written to the socket as they are. */
let server: TestServer;
const printed = jest.fn();
beforeAll(async () => {
  server = await startTestServer();
  jest.spyOn(console, 'log').mockImplementation(printed);
  jest.spyOn(console, 'error').mockImplementation(printed);
});
afterAll(() => server.stop());

interface Answer {
  status: number;
  /** The code of the envelope, or null where the answer has none. */
  code: number | null;
}

/** Sends one request whose target is not changed by anything on its way. */
function send(method: string, target: string, body = ''): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${server.administrator}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1'),
    );
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', reject);
    socket.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const code = /"code":(\d+)/.exec(text)?.[1];
      resolve({ status: Number(text.slice(9, 12)), code: code === undefined ? null : Number(code) });
    });
  });
}

const id = '019aa000-0000-7000-8000-00000000dead';

test.each([
  ['a fixed path', 'GET', '/api/v1/campus/list', 200, 0],
  ['a fixed path, not the route with a parameter in its place', 'GET', '/api/v1/students/page', 200, 0],
  ['a fixed path in another writing, which is the parameter', 'DELETE', '/api/v1/campus/l%69st', 400, 40004],
  ['a parameter that is percent-encoded', 'DELETE', `/api/v1/campus/%30${id.slice(1)}`, 404, 40400],
  ['an encoded slash in a parameter', 'DELETE', '/api/v1/campus/a%2fb', 400, 40004],
  ['an encoded NUL in a parameter', 'DELETE', '/api/v1/campus/%00', 400, 40004],
  ['a broken percent escape in a parameter', 'DELETE', '/api/v1/campus/%zz', 404, 40401],
  ['a broken UTF-8 sequence in a parameter', 'DELETE', '/api/v1/campus/%ff%fe', 404, 40401],
  ['half an escape in a query', 'GET', '/api/v1/campus/list?x=%e', 200, 0],
  ['an empty parameter', 'DELETE', '/api/v1/campus//', 405, 40501],
  ['an empty segment', 'GET', '/api/v1/campus//list', 404, 40401],
  ['two slashes before the route', 'GET', '/api/v1//campus/list', 404, 40401],
  ['two slashes that look like a host', 'GET', '/api/v1//elsewhere/campus/list', 404, 40401],
  ['two slashes before the base path', 'GET', '//api/v1/campus/list', 400, null],
  ['a host before the base path', 'GET', '//elsewhere/api/v1/campus/list', 400, null],
  ['dots that leave the base path', 'GET', '/api/v1/../../graphql', 404, 40401],
  ['dots to something as long as the base path', 'GET', '/api/v1/../../api/v2/campus/list', 404, 40401],
  [
    'dots to what the length of the base path was cut from',
    'GET',
    '/api/v1/../../abcdef/campus/list',
    404,
    40401,
  ],
  ['dots to something shorter than the base path', 'GET', '/api/v1/../abc', 404, 40401],
  ['dots that come back', 'GET', '/api/v1/campus/../campus/list', 404, 40401],
  ['encoded dots that leave the base path', 'GET', '/api/v1/%2e%2e/%2E%2e/healthz', 404, 40401],
  ['an encoded slash in the base path', 'GET', '/api%2fv1/campus/list', 404, null],
  ['backslashes that leave the base path', 'GET', '/api/v1/..\\..\\healthz', 400, null],
  ['an absolute target', 'GET', 'http://elsewhere/api/v1/campus/list', 200, 0],
  ['an absolute target on another path', 'GET', 'http://elsewhere/campus/list', 404, null],
  ['an absolute target with a port', 'GET', 'HTTP://elsewhere:81/api/v1/campus/list', 200, 0],
  ['an absolute target without a path', 'GET', 'http://elsewhere', 200, null],
  ['an absolute target with a name', 'GET', 'http://a@elsewhere/api/v1/campus/list', 400, null],
  ['an absolute target of another scheme', 'GET', 'ftp://elsewhere/api/v1/campus/list', 400, null],
  ['an absolute target that breaks off', 'GET', 'http://[', 400, null],
  ['an absolute target with a port that is none', 'GET', 'http://a:99999/api/v1/campus/list', 400, null],
  ['two slashes alone', 'GET', '//', 400, null],
  ['an asterisk', 'OPTIONS', '*', 400, null],
  ['letters that are not escaped', 'GET', '/api/v1/campus/list?keyword=\u00e4', 400, null],
  ['a target without a slash', 'GET', 'api/v1/campus/list', 400, null],
  ['NUL', 'GET', '/api/v1/campus/\0list', 400, null],
  ['a path of 8,000 characters', 'GET', `/api/v1/${'x'.repeat(8_000)}`, 404, 40401],
  ['a thousand segments', 'GET', `/api/v1${'/x'.repeat(1_000)}`, 404, 40401],
  ['a method that no route has', 'PATCH', '/api/v1/campus/list', 405, 40501],
  ['the webhooks of SOFA', 'POST', '/api/v1/webhook', 404, 40401],
  ['a webhook of SOFA', 'POST', `/api/v1/webhook/${id}`, 404, 40401],
  ['the end of a webhook of SOFA', 'DELETE', '/api/v1/webhook/1%0a2', 404, 40401],
  ['a webhook of SOFA by a detour', 'DELETE', '/api/v1/x/../webhook/1', 404, 40401],
])('%s: %s %s is answered with %d', async (_, method, target, status, code) => {
  expect(await send(method, target)).toEqual({ status, code });
});

test('after all of them the server answers as before, and no library has printed anything', async () => {
  expect(await send('GET', '/healthz')).toEqual({ status: 200, code: null });
  expect(printed).not.toHaveBeenCalled();
});

test('where the explorer is off, no page of SOFA shows the routes', async () => {
  const hidden = await startTestServer({ env: { EXPLORER: 'false' } });
  const pages = ['/docs', '/openapi.json', '/swagger', '/'];
  const answers = await Promise.all(pages.map((page) => fetch(`${hidden.url}/api/v1${page}`)));
  await hidden.stop();
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('thousands of query parameters, which anybody may send, take no long turn', async () => {
  const target = (count: number): string =>
    `/api/v1/campus/list?${Array.from({ length: count }, (_, at) => `${at.toString(36)}=`).join('&')}`;
  expect(await send('GET', target(1_000))).toEqual({ status: 200, code: 0 });
  const thousands = target(3_400);
  expect(await send('GET', thousands)).toEqual({ status: 400, code: 40004 });
  const { longest } = await turnsOf(() => send('GET', thousands));
  expect(longest).toBeLessThan(50);
});
