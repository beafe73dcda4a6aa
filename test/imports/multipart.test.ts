import { request } from 'node:http';
import { Campus } from '../../src/entities/places.js';
import { limits } from '../../src/transport/limits.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { uploaded } from './support/upload.js';
import { CAMPUS_HEADINGS, workbook } from '../workbook/support/workbook.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const mutation = 'mutation ($file: Upload!) { importCampuses(file: $file) { successCount } }';
const campus = (name: string): Buffer => workbook([CAMPUS_HEADINGS, [name, name, null, 1, '一号路']]);
const operations = { query: mutation, variables: { file: null } };

/** Sends a form part by part. */
async function sent(
  parts: readonly (readonly [name: string, content: string | Blob])[],
  headers: Record<string, string> = { 'apollo-require-preflight': 'true' },
): Promise<{ status: number; code?: string; message?: string }> {
  const form = new FormData();
  for (const [name, content] of parts) form.append(name, content);
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.administrator}`, 'accept-language': 'en', ...headers },
    body: form,
  });
  const { errors } = (await response.json()) as {
    errors?: { message: string; extensions: { code: string } }[];
  };
  return { status: response.status, code: errors?.[0].extensions.code, message: errors?.[0].message };
}

const file = (name: string): Blob => new Blob([campus(name) as BlobPart]);

test('a workbook comes as a part of a multipart request, or as base64, and both are stored', async () => {
  const multipart = await uploaded(server, mutation, campus('上传校区'), { token: server.administrator });
  expect(multipart).toMatchObject({ status: 200, data: { importCampuses: { successCount: 1 } } });
  const base64 = await server.graphql(mutation, { file: campus('文本校区').toString('base64') });
  expect(base64).toMatchObject({ status: 200, data: { importCampuses: { successCount: 1 } } });
  const names = { $in: ['上传校区', '文本校区'] };
  expect(await server.context().em.count(Campus, { name: names })).toBe(2);
});

test(
  '34: a form without the header that other origins cannot send unasked is refused before it is ' + 'read',
  async () => {
    const parts = [
      ['operations', JSON.stringify(operations)],
      ['map', '{"0":["variables.file"]}'],
      ['0', file('无头校区')],
    ] as const;
    expect(await sent(parts, {})).toEqual({
      status: 415,
      code: 'WRONG_CONTENT_TYPE',
      message: 'A request with files needs the header "apollo-require-preflight: true".',
    });
    expect(await sent(parts)).toMatchObject({ status: 200 });
  },
);

test(
  '33: a file, or a request, that is too large is refused with 413, also when its length is not ' + 'told',
  async () => {
    const large = new Blob([new Uint8Array(limits.fileBytesMax + 1)]);
    const parts = [
      ['operations', JSON.stringify(operations)],
      ['map', '{"0":["variables.file"]}'],
    ] as const;
    expect(await sent([...parts, ['0', large]])).toMatchObject({ status: 413, code: 'TOO_LARGE' });
    expect(await chunkedBytes(limits.uploadBytesMax * 2)).toMatchObject({ status: 413 });
  },
);

test('32: what is no workbook is refused with its reason before a task is made of it', async () => {
  const start = 'mutation ($file: Upload!) { startImport(subject: CAMPUSES, file: $file) { id } }';
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4_096, 1)]);
  const cases = [
    [program, 'FILE_NOT_WORKBOOK'],
    [Buffer.from('name,code'), 'FILE_TEXT'],
    [Buffer.alloc(0), 'FILE_EMPTY'],
  ] as const;
  for (const [bytes, reason] of cases) {
    const { errors } = await uploaded(server, start, bytes, { token: server.administrator });
    expect(errors?.[0].extensions).toMatchObject({ code: 'INVALID_BODY', reason });
  }
  const { data } = await server.graphql('{ importTasks { total } }');
  expect(data.importTasks.total).toBe(0);
});

test('a form that breaks the specification is refused with what is wrong', async () => {
  const body = JSON.stringify(operations);
  const map = '{"0":["variables.file"]}';
  const cases: [parts: [string, string | Blob][], message: string][] = [
    [[['map', map]], 'the part "operations" must be JSON in UTF-8'],
    [[['operations', body]], 'the part "map" must be JSON in UTF-8'],
    [
      [
        ['operations', '3'],
        ['map', map],
      ],
      'the part "operations" must be a JSON object',
    ],
    [
      [
        ['operations', body],
        ['map', map],
      ],
      '"map" names the part "0", which is no file',
    ],
    [
      [
        ['operations', body],
        ['map', '{"0":["query"]}'],
        ['0', file('a')],
      ],
      'a path of "map" must lead to a null below "variables"',
    ],
    [
      [
        ['operations', body],
        ['map', '{"0":["variables.__proto__.x"]}'],
        ['0', file('a')],
      ],
      'a path of "map" must lead to a null below "variables"',
    ],
    [
      [
        ['operations', body],
        ['map', map],
        ...['0', '1', '2', '3', '4'].map((n) => [n, file(n)] as [string, Blob]),
      ],
      'there may be at most 4 files',
    ],
  ];
  for (const [parts, message] of cases) {
    expect(await sent(parts)).toEqual({
      status: 400,
      code: 'INVALID_BODY',
      message: `The body is not valid: ${message}.`,
    });
  }
});

test('a file is nothing but a part or a text, and reaches no other type', async () => {
  const number = await server.graphql(mutation, { file: 5 });
  expect(number).toMatchObject({ status: 400, errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  const asId = await uploaded(server, 'query ($file: ID!) { campus(id: $file) { id } }', campus('x'), {
    token: server.administrator,
  });
  expect(asId.errors?.[0].extensions.code).toBe('BAD_USER_INPUT');
});

/** Sends bytes without saying how many; the server is expected to answer before all were sent. */
function chunkedBytes(bytes: number): Promise<{ status?: number }> {
  return new Promise((resolve, reject) => {
    const call = request(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.administrator}`,
        'apollo-require-preflight': 'true',
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    call.on('response', (response) => {
      resolve({ status: response.statusCode });
      response.resume();
      call.destroy();
    });
    call.on('error', reject);
    const chunk = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < bytes; sent += chunk.length) call.write(chunk);
    call.end();
  });
}
