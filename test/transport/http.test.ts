import http from 'node:http';
import { projectRoot } from '../../src/database/project-root.js';
import { limits } from '../../src/transport/limits.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: any;
}

/** Sends a request as it is, also one that `fetch` would not send. */
function send({
  method = 'POST',
  path = '/graphql',
  headers = {},
  body,
}: {
  method?: string;
  path?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Buffer;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${server.url}${path}`,
      {
        method,
        headers: { authorization: `Bearer ${server.administrator}`, 'accept-language': 'en', ...headers },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: text.startsWith('{') ? JSON.parse(text) : text,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const create = JSON.stringify({
  query:
    'mutation { createCampus(input: { name: "Evil", code: "E1", description: "", isEnabled: true, address: ' +
    '"" }) { id } }',
});
const codeOf = ({ body }: Answer): string => body.errors?.[0].extensions.code;

describe('34: a page of another origin cannot send a request unasked', () => {
  test.each([
    ['text/plain', { 'content-type': 'text/plain' }, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['no content type', {}, 415],
    ['several content types', { 'content-type': 'text/plain, application/json' }, 415],
    ['message/http', { 'content-type': 'message/http' }, 415],
    [
      'a header that Apollo would accept instead',
      { 'content-type': 'text/plain', 'apollo-require-preflight': 'true' },
      415,
    ],
  ])('%s is refused', async (_, headers, status) => {
    const answer = await send({ headers, body: create });
    expect([answer.status, codeOf(answer)]).toEqual([status, 'WRONG_CONTENT_TYPE']);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is refused', async (method) => {
    const answer = await send({
      method,
      path: `/graphql?query=${encodeURIComponent('{ __typename }')}`,
      headers: method === 'GET' ? { 'content-type': 'message/external-body' } : {},
    });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a mutation in the address is not run', async () => {
    await send({ method: 'GET', path: `/graphql?query=${encodeURIComponent(JSON.parse(create).query)}` });
    const { data } = await server.graphql('{ campuses { total } }');
    expect(data.campuses.total).toBe(0);
  });
});

describe('33: bodies', () => {
  test('one over the limit is 413, whatever it holds', async () => {
    const answer = await send({
      headers: json,
      body: JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(limits.bodyBytesMax) } }),
    });
    expect([answer.status, codeOf(answer)]).toEqual([413, 'TOO_LARGE']);
    const lying = await send({
      headers: { ...json, 'content-length': String(10 * limits.bodyBytesMax) },
      body: Buffer.alloc(10 * limits.bodyBytesMax, ' '),
    });
    expect([lying.status, codeOf(lying)]).toEqual([413, 'TOO_LARGE']);
  });

  test.each<[string, string | Buffer, number, string]>([
    ['nothing', '', 400, 'INVALID_BODY'],
    ['null', 'null', 400, 'INVALID_BODY'],
    ['a number', '5', 400, 'INVALID_BODY'],
    ['broken JSON', '{"query": "{ __typename }"', 400, 'INVALID_BODY'],
    [
      'JSON that is not UTF-8',
      Buffer.from('{"query": "{ campuses(keyword: \\"\xff\xfe\\") { total } }"}', 'latin1'),
      400,
      'INVALID_BODY',
    ],
    ['deep JSON', '['.repeat(200_000), 400, 'INVALID_BODY'],
    ['no query', '{}', 400, 'INVALID_BODY'],
    ['an empty query', '{"query": " "}', 400, 'INVALID_BODY'],
    ['a query that is no text', '{"query": {"kind": "Document"}}', 400, 'INVALID_BODY'],
    ['variables as text', '{"query": "{ __typename }", "variables": "{}"}', 400, 'INVALID_BODY'],
    ['variables as a list', '{"query": "{ __typename }", "variables": []}', 400, 'INVALID_BODY'],
    ['a name that is no text', '{"query": "{ __typename }", "operationName": 5}', 400, 'INVALID_BODY'],
    [
      'a stored query',
      '{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "00"}}}',
      400,
      'INVALID_BODY',
    ],
    ['no GraphQL', '{"query": "select 1"}', 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{"query": "{ nonsense }"}', 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'two operations without a name',
      '{"query": "query A { __typename } query B { __typename }"}',
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a missing operation',
      '{"query": "query A { __typename }", "operationName": "C"}',
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a missing variable',
      '{"query": "query ($id: ID!) { campus(id: $id) { name } }"}',
      400,
      'BAD_USER_INPUT',
    ],
    [
      'a subscription',
      '{"query": "subscription { schedulingTask(id: \\"019aa000-0000-7000-8000-00000000dead\\") { status } ' +
        '}"}',
      400,
      'OPERATION_INVALID',
    ],
  ])('%s', async (_, body, status, code) => {
    const answer = await send({ headers: json, body });
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(answer.body.errors[0].extensions.requestId).toBe(answer.headers['x-request-id']);
  });

  test('an unknown encoding is 415, a compressed body is read', async () => {
    const { gzipSync } = await import('node:zlib');
    const unknown = await send({ headers: { ...json, 'content-encoding': 'unknown' }, body: create });
    expect([unknown.status, codeOf(unknown)]).toEqual([415, 'WRONG_CONTENT_TYPE']);
    const compressed = await send({
      headers: { ...json, 'content-encoding': 'gzip' },
      body: gzipSync('{"query": "{ __typename }"}'),
    });
    expect(compressed.body).toEqual({ data: { __typename: 'Query' } });
    const bomb = await send({
      headers: { ...json, 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(50 * limits.bodyBytesMax, ' ')),
    });
    expect(bomb.status).toBe(413);
  });

  test.each(['application/json', 'multipart/form-data; boundary=x'])(
    'a body of type %s whose compression is broken is 400, and no error of the server',
    async (type) => {
      const { gzipSync } = await import('node:zlib');
      const whole = gzipSync('{"query": "{ __typename }"}');
      const headers = {
        'content-type': type,
        'content-encoding': 'gzip',
        'apollo-require-preflight': 'true',
      };
      server.logLines.length = 0;
      for (const body of ['no gzip', whole.subarray(0, 20), Buffer.concat([whole.subarray(0, 20), whole])]) {
        const answer = await send({ headers, body });
        expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_BODY']);
      }
      expect(server.logLines.filter((line) => /"level":"(error|fatal)"|"level":[56]0/.test(line))).toEqual(
        [],
      );
    },
  );
});

describe('the status of an answer', () => {
  test('an executed operation is 200, whatever its fields answered', async () => {
    const { status, data, errors } = await server.graphql(
      '{ campus(id: "019aa000-0000-7000-8000-00000000dead") { name } }',
    );
    expect([status, data, errors?.[0].extensions.code]).toEqual([200, null, 'NOT_FOUND']);
  });

  test('36: 401 when all of it needs a sign-in, and for every token that is not valid', async () => {
    const anonymous = await server.graphql('{ campuses { total } }', {}, null);
    expect([anonymous.status, anonymous.errors?.[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    const forged = await server.graphql('{ __typename }', {}, `${server.administrator.slice(0, -4)}AAAA`);
    expect([forged.status, forged.errors?.[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(forged.data).toBeUndefined();
  });

  test('messages follow Accept-Language, codes do not', async () => {
    const ask = (language: string) =>
      send({
        headers: { ...json, 'accept-language': language },
        body: '{"query": "{ campus(id: \\"019aa000-0000-7000-8000-00000000dead\\") { name } }"}',
      });
    const [zh, en] = await Promise.all([ask('zh-CN'), ask('en')]);
    expect(zh.body.errors[0].message).toMatch(/不存在/);
    expect(en.body.errors[0].message).toMatch(/^There is no campus/);
    expect(codeOf(zh)).toBe(codeOf(en));
    expect(zh.headers['vary']).toMatch(/Accept-Language/i);
  });
});

describe('37: answers and logs keep secrets', () => {
  const secret = 'Hunter2-is-my-password';

  test.each([
    [
      'a variable of a wrong type',
      'mutation ($p: String!) { signIn(user: "first-admin", password: $p) { token { token } } }',
      { p: [secret] },
    ],
    ['a literal of a wrong type', `{ campuses(page: "${secret}") { total } }`, {}],
    ['a literal enum', `{ campuses(page: ${secret.replaceAll('-', '_')}) { total } }`, {}],
    ['a text in a wrong place', `{ "${secret}" }`, {}],
    [
      'an input with another fault',
      'mutation ($i: CampusInput!) { createCampus(input: $i) { id } }',
      { i: { name: 5, code: secret, description: { a: secret } } },
    ],
    [
      'a wrong password',
      'mutation ($p: String!) { signIn(user: "first-admin", password: $p) { token { token } } }',
      { p: secret },
    ],
  ])('%s', async (_, query, variables) => {
    const { errors } = await server.graphql(query, variables);
    expect(errors?.length).toBeGreaterThan(0);
    expect(JSON.stringify(errors)).not.toMatch(/Hunter2/);
    expect(server.logLines.join('\n')).not.toMatch(/Hunter2/);
  });

  test(
    'what was not expected is masked, and the log knows it by the request id without its ' + 'SQL',
    async () => {
      const { em } = server.context();
      await em.execute('alter table campus rename to campus_away');
      const { status, data, errors } = await server.graphql(`{ campuses(keyword: "${secret}") { total } }`);
      await em.execute('alter table campus_away rename to campus');
      expect([status, data, errors?.[0].extensions.code]).toEqual([200, null, 'INTERNAL']);
      expect(JSON.stringify(errors)).not.toMatch(/select|campus_away|relation|42P01|src\//);
      const line = server.logLines.find((text) => text.includes(errors![0].extensions.requestId as string))!;
      expect(JSON.parse(line)).toMatchObject({
        path: ['campuses'],
        error: { code: '42P01', frames: expect.any(Array) },
      });
      expect(line).not.toMatch(/select|Hunter2|file:/);
      expect(line).not.toContain(projectRoot);
    },
  );

  test('every fault of variables is named with its place', async () => {
    const { status, errors } = await server.graphql(
      'mutation ($i: CampusInput!) { createCampus(input: $i) { id } }',
      { i: { name: 5, town: 'x' } },
    );
    expect(status).toBe(400);
    expect(errors?.[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    const fields = errors?.[0].extensions.problems.map(({ field }: { field: string }) => field);
    expect(fields).toContain('i.name');
  });
});

test('a body that cannot be read is refused wholly in the language of the caller', async () => {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'zh' },
    body: '{',
  });
  const { errors } = (await response.json()) as { errors: { message: string }[] };
  expect(errors[0].message).toBe('请求体不合法：不是有效的 UTF-8 JSON');
});
