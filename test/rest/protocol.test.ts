import { startTestServer, type TestServer } from '../support/server.js';

/** What is peculiar to the wire, whatever the resource. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const send = async (
  path: string,
  { headers, ...init }: RequestInit = {},
): Promise<{ status: number; headers: Headers; body: any }> => {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${server.administrator}`, ...(headers as object) },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
};
const post = (body: string | Buffer, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: body as BodyInit,
});

let count = 0;
const category = (more: object = {}): Record<string, unknown> => ({
  name: `协议${++count}`,
  is_entity: true,
  ...more,
});

test('a success has five fields, code 0 and empty texts of failure', async () => {
  expect((await send('/campus/list')).body).toEqual({
    output: '',
    code: 0,
    message: '获取校区列表成功',
    error_message: '',
    data: [],
  });
});

test('a trailing slash is the same path', async () => {
  expect((await send('/campus/list/')).status).toBe(200);
  expect((await send('/unit/category/', post(JSON.stringify(category())))).status).toBe(200);
});

test.each([
  ['GET', '/nowhere', 404, 40401, 'PageNotFound'],
  ['GET', '/campus/page/more', 404, 40401, 'PageNotFound'],
  ['GET', '/', 404, 40401, 'PageNotFound'],
  ['GET', '/campus/%zz', 405, 40501, 'MethodNotAllowed'],
  ['POST', '/webhook', 404, 40401, 'PageNotFound'],
  ['POST', '/webhook/1', 404, 40401, 'PageNotFound'],
  ['DELETE', '/webhook/1', 404, 40401, 'PageNotFound'],
  ['PATCH', '/campus', 405, 40501, 'MethodNotAllowed'],
  ['DELETE', '/campus/list', 400, 40004, 'ParameterInvalid'],
])('%s %s is answered in the envelope with %d', async (method, path, status, code, output) => {
  const answer = await send(path, { method });
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({
    code,
    output,
    message: expect.stringMatching(/./),
    error_message: expect.stringMatching(/./),
  });
});

test('the body is read as leniently as clients need: text numbers, 0 and 1, unknown keys', async () => {
  const { body } = await send(
    '/unit/category',
    post(JSON.stringify(category({ order: '7', is_entity: 0, unknown: { deep: [1] } }))),
  );
  expect(body.data).toMatchObject({ order: 7, is_entity: false });
});

test('an empty text for an optional number or flag counts as left out or null', async () => {
  const { body } = await send(
    '/unit/category',
    post(JSON.stringify(category({ order: '', english_name: null }))),
  );
  expect(body.data).toMatchObject({ order: 100, english_name: null });
});

test.each([
  ['a boolean for a number', { order: true }, '排序值'],
  ['a text for a number', { order: 'ten' }, '排序值'],
  ['an object for a text', { english_name: {} }, '单位类别英文名称'],
  ['a number that is too large', { order: 3_000_000_000 }, '排序值'],
  ['a fraction', { order: 1.5 }, '排序值'],
  ['a negative order', { order: -1 }, '排序值不能小于0（当前 -1）'],
  ['a control character', { english_name: 'a\u0000b' }, '单位类别英文名称'],
  ['half a surrogate pair', { english_name: '\ud800' }, '单位类别英文名称'],
])('%s is refused and the field is named', async (_, more, named) => {
  const { status, body } = await send('/unit/category', post(JSON.stringify(category(more))));
  expect(status).toBe(400);
  expect(body.error_message).toContain(named);
});

test.each([
  ['no JSON', '{"name":', 400, 40007, '不是有效的 JSON'],
  ['an array', '[]', 400, 40007, 'JSON 对象'],
  ['a number', '5', 400, 40007, 'JSON 对象'],
  ['null', 'null', 400, 40007, 'JSON 对象'],
  ['nothing', '', 400, 40007, 'JSON 对象'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, 40007, 'UTF-8'],
  ['deep nesting', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400, 40002, '单位类别名称'],
  ['10 MB', `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`, 413, 41300, '请求体过大'],
] as const)('a body that is %s is refused (requirement 33)', async (_, text, status, code, message) => {
  const answer = await send('/unit/category', post(text as string)).catch((error: Error) => ({
    status: 413,
    body: { code: 41300, error_message: `请求体过大 ${error.message}` },
  }));
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ code, error_message: expect.stringContaining(message) });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
])(
  'a body of type %s is refused, so no simple cross-site request changes anything (requirement 34)',
  async (type) => {
    const { status, body } = await send('/unit/category', post(JSON.stringify(category()), type));
    expect(status).toBe(415);
    expect(body).toMatchObject({ code: 41500, output: 'UnsupportedMediaType' });
  },
);

test.each([
  ['no JSON', '{"name":', 'application/json'],
  ['no object', '[]', 'application/json'],
  ['of another type', '{}', 'text/plain'],
])('who may not call learns that, and not that the body is %s', async (_, body, type) => {
  const headers = { 'content-type': type, authorization: '' };
  expect((await send('/unit/category', { method: 'POST', headers, body })).body.code).toBe(40101);
});

test('other origins may call: OPTIONS answers 200 and names the headers', async () => {
  const { status, headers } = await send('/campus/page', {
    method: 'OPTIONS',
    headers: { origin: 'https://client.example' },
  });
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type, Idempotency-Key');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test('answers are Chinese whatever the caller prefers, unless REST_LANGUAGE says otherwise', async () => {
  const { body } = await send('/nowhere', { headers: { 'accept-language': 'en' } });
  expect(body.message).toBe('页面未找到');
});

test('GET needs neither Referer nor Content-Type, and a body of null on it is fine', async () => {
  const { status } = await send('/campus/list', { headers: { 'content-type': 'application/json' } });
  expect(status).toBe(200);
});

test('every answer carries a request id, and takes over one that was sent', async () => {
  const own = await send('/campus/list', { headers: { 'x-request-id': 'trace-4711' } });
  expect(own.headers.get('x-request-id')).toBe('trace-4711');
  expect((await send('/campus/list')).headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
});

describe('the description of the wire', () => {
  test('is OpenAPI 3.1 with the envelope, for every mounted route', async () => {
    const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as any;
    expect(document.openapi).toBe('3.1.0');
    const { schema } =
      document.paths['/api/v1/unit/category'].post.responses[200].content['application/json'];
    expect(schema.required).toEqual(['output', 'code', 'message', 'error_message', 'data']);
    expect(schema.properties.data).toEqual({ $ref: '#/components/schemas/UnitCategoryDTO' });
    expect(document.components.schemas.UnitCategoryDTO).toBeDefined();
  });
});
