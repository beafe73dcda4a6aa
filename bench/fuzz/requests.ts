import { gzipSync } from 'node:zlib';
import type { Random } from '../../src/demo/random.js';

/** What a connection begins with: requests that are nearly right, several behind one another, or noise. */
export function requests(random: Random, token: string): Buffer {
  if (random.chance(0.04)) return noise(random);
  const count = random.chance(0.7) ? 1 : random.whole(2, 5);
  const bytes = Buffer.concat(Array.from({ length: count }, () => request(random, token)));
  if (random.chance(0.12)) flip(bytes, random);
  return random.chance(0.15) ? bytes.subarray(0, random.whole(0, bytes.length)) : bytes;
}

/** Letters and bytes of any kind. */
export const junk = (random: Random, most: number): string =>
  Array.from({ length: random.whole(0, most) }, () => String.fromCharCode(random.whole(0, 255))).join('');

const methods = [
  ...['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'PRI', 'M-SEARCH'],
  ...['get', 'GE T', 'X'.repeat(300), '', 'GET\0', 'QUERY', 'SOURCE', 'PURGE'],
];
const paths = [
  ...[
    '/',
    '/graphql',
    '/graphql/',
    '/graphiql',
    '/healthz',
    '/readyz',
    '/metrics',
    '/assets/',
    '/assets/x.js',
  ],
  ...[
    '/api/v1',
    '/api/v1/',
    '/api/v1/docs',
    '/api/v1/openapi.json',
    '/api/v1/campus/list',
    '/api/v1/campus/x',
  ],
  ...['/api/v1/auth/login', '/api/v1/auth/register', '/api/v1/init', '/api/v1/students/batch-import'],
  ...['/api/v1/students/page?page=1&size=5', '/api/v1/teacher/page?keyword=%', '/api/v1/web/system'],
  ...['//', '///', '/..', '/api/v1/../abc', '/api/v1/%2e%2e/x', '/api/v1/%zz', '/%', '/%00', '/\\', '*', ''],
  ...[
    'http://[',
    'http://a:99999/',
    'http://x/healthz',
    'http://x',
    'ftp://x/',
    'x:1',
    '/ws/ai/response/front',
  ],
];
const versions = [
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/9.9',
  'HTTP/1.',
  'http/1.1',
  'ICE/1.0',
  '',
];
const ends = ['\n', '\r', '\r\r\n', '\n\r\n', ' \r\n', '\r\n ', '\0\r\n'];
const bodies = [
  ...[
    '',
    '{}',
    '[]',
    'null',
    '5',
    '{"query":"{ __typename }"}',
    '{"query":"{ campuses { total } }"}',
    '{"a":',
  ],
  ...['{"query":"subscription { schedulingTask(id: 1) { status } }"}', '{"query":"{","variables":[]}'],
  ...['{"user":"a","password":"b"}', 'user=a&password=b', '['.repeat(5_000), '{"__proto__":{"a":1}}'],
  ...[
    '--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{}\r\n--x--\r\n',
    '--x\r\n\r\n--x',
    '--x--',
  ],
];

function request(random: Random, token: string): Buffer {
  const end = random.chance(0.06) ? random.pick(ends) : '\r\n';
  const body = bodyOf(random);
  const line = [
    random.chance(0.6) ? random.pick(['GET', 'POST']) : random.pick(methods),
    target(random),
    version(random),
  ];
  const headers = [...headersOf(random, token), ...framing(random, body.length)];
  const head = [line.join(random.chance(0.03) ? '\t' : ' '), ...random.shuffled(headers), '', ''].join(end);
  const isChunked = headers.some((header) => /^transfer-encoding:.*chunked/i.test(header));
  return Buffer.concat([Buffer.from(head, 'latin1'), isChunked ? chunks(random, body) : body]);
}

const target = (random: Random): string => {
  const path = random.pick(paths);
  if (random.chance(0.06)) return path + junk(random, 40);
  if (random.chance(0.05)) return `${path}?${'%e4'.repeat(random.whole(0, 3_000))}`;
  if (random.chance(0.05)) return path + '/x'.repeat(random.whole(0, 9_000));
  return random.chance(0.1) ? `${path}?a[]=1&a[]=2&__proto__=x&size=${random.whole(-5, 1_000)}` : path;
};

const version = (random: Random): string => (random.chance(0.85) ? 'HTTP/1.1' : random.pick(versions));

function bodyOf(random: Random): Buffer {
  const text = Buffer.from(random.chance(0.15) ? junk(random, 2_000) : random.pick(bodies), 'latin1');
  if (random.chance(0.9)) return text;
  const packed = gzipSync(text);
  return random.chance(0.5) ? packed : packed.subarray(0, random.whole(0, packed.length));
}

/** What the headers say of the length of a body: mostly the truth. */
function framing(random: Random, length: number): string[] {
  if (random.chance(0.65)) return length > 0 || random.chance(0.5) ? [`Content-Length: ${length}`] : [];
  const lies = [
    '-1',
    '+5',
    '5, 6',
    '5 5',
    '0x10',
    '1e3',
    '',
    ' ',
    '99999999999999999999',
    String(length + 7),
  ];
  const codings = [
    'chunked',
    'Chunked',
    'chunked, chunked',
    'gzip, chunked',
    'identity',
    'chunked;q=1',
    ' chunked',
  ];
  return [
    ...(random.chance(0.5) ? [`Content-Length: ${random.pick(lies)}`] : []),
    ...(random.chance(0.6) ? [`Transfer-Encoding: ${random.pick(codings)}`] : []),
  ];
}

function chunks(random: Random, body: Buffer): Buffer {
  const sizes = [
    body.length.toString(16),
    '0',
    'ffffffffffffffffff',
    '-1',
    'g',
    '',
    body.length.toString(16) + ';x=y',
  ];
  const size = random.chance(0.5) ? sizes[0] : random.pick(sizes);
  const tail = random.pick([
    '\r\n0\r\n\r\n',
    '\r\n0\r\nTrailer: x\r\n\r\n',
    '0\r\n\r\n',
    '\n0\n\n',
    '',
    '\r\n0\r\n\0',
  ]);
  return Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from(tail)]);
}

function headersOf(random: Random, token: string): string[] {
  const host = random.pick([
    'Host: localhost',
    'Host: localhost',
    'Host:',
    'Host: a\r\nHost: b',
    `Host: ${junk(random, 9)}`,
  ]);
  return [random.chance(0.9) ? 'Host: localhost' : host, ...several(random, 6, () => header(random, token))];
}

function header(random: Random, token: string): string {
  const credentials = [`Bearer ${token}`, token, 'Bearer', 'Bearer a.b.c', `Basic ${junk(random, 20)}`];
  const types = ['application/json', 'application/json; charset=x', 'text/plain', 'a/b/c', ''];
  const known = [
    `Authorization: ${random.pick(credentials)}`,
    `Content-Type: ${random.pick(types)}`,
    `Content-Type: multipart/form-data; boundary=${random.pick(['x', '"', '', 'x'.repeat(200)])}`,
    'Apollo-Require-Preflight: true',
    `Content-Encoding: ${random.pick(['gzip', 'deflate', 'br', 'gzip, gzip', 'x', ''])}`,
    `Connection: ${random.pick(['close', 'keep-alive', 'Upgrade', 'upgrade, HTTP2-Settings', 'host', ','])}`,
    `Upgrade: ${random.pick(['h2c', 'websocket', 'websocket, h2c', 'x', ''])}`,
    `Expect: ${random.pick(['100-continue', '200-ok', ''])}`,
    `Accept-Language: ${random.pick(['zh', 'en;q=x', '*;q=0', ','.repeat(900), junk(random, 30)])}`,
    `X-Request-Id: ${random.pick(['a', 'a'.repeat(300), junk(random, 20)])}`,
    `X-Forwarded-For: ${random.pick(['1.2.3.4', ',,,', junk(random, 20)])}`,
    `Origin: ${random.pick(['null', 'http://evil.example', '%%%', 'http://['])}`,
    `Range: bytes=${random.pick(['0-1', '5-1', '-', '0-0,'.repeat(500)])}`,
    `If-Modified-Since: ${random.pick(['x', 'Thu, 01 Jan 2099 00:00:00 GMT'])}`,
    `Cookie: ${'a=b; '.repeat(random.whole(0, 300))}`,
    `Sec-WebSocket-Key: ${random.pick(['x', 'dGhlIHNhbXBsZSBub25jZQ=='])}`,
    `Sec-WebSocket-Version: ${random.pick(['13', '8', '-1', 'x'])}`,
    ' folded: onto the line before',
    'No colon',
    'Space : before the colon',
    ': no name',
    `${junk(random, 12)}: ${junk(random, 40)}`,
    `X-Long: ${'y'.repeat(random.whole(0, 20_000))}`,
  ];
  return random.pick(known);
}

function noise(random: Random): Buffer {
  const beginnings = [
    '',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
    '\r\n\r\n',
    'GET ',
    '\0',
  ];
  return Buffer.from(random.pick(beginnings) + junk(random, 400), 'latin1');
}

function flip(bytes: Buffer, random: Random): void {
  if (bytes.length === 0) return;
  for (const at of several(random, 6, () => random.whole(0, bytes.length - 1)))
    bytes[at] = random.whole(0, 255);
}

const several = <V>(random: Random, most: number, make: () => V): V[] =>
  Array.from({ length: random.whole(0, most) }, make);
