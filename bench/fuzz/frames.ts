import type { Random } from '../../src/demo/random.js';
import { junk } from './requests.js';

/** Bytes of a WebSocket: an upgrade that is mostly right, and frames behind it that are mostly not. */
export function conversation(random: Random, token: string): Buffer {
  const frames = Array.from({ length: random.whole(0, 8) }, () => frame(random, token));
  return Buffer.concat([upgrade(random, token), ...frames]);
}

function upgrade(random: Random, token: string): Buffer {
  const path = random.chance(0.9)
    ? '/graphql'
    : random.pick(['/', '/graphql/', '/ws/ai/response/front', '//']);
  const query = random.pick(['', '', `?token=${token}`, '?token=x', `?${'token=&'.repeat(50)}`]);
  const key = random.chance(0.9) ? 'dGhlIHNhbXBsZSBub25jZQ==' : random.pick(['', 'x', 'y'.repeat(200)]);
  const protocol = random.pick([
    'graphql-transport-ws',
    'graphql-transport-ws',
    'graphql-ws',
    ',',
    '"',
    'x, y',
  ]);
  const lines = [
    `${random.chance(0.95) ? 'GET' : 'POST'} ${path}${query} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Version: ${random.chance(0.95) ? 13 : 8}`,
    `Sec-WebSocket-Key: ${key}`,
    ...(random.chance(0.9) ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
    ...(random.chance(0.2)
      ? [`Sec-WebSocket-Extensions: ${random.pick(['permessage-deflate', ';', 'x; y="'])}`]
      : []),
    ...(random.chance(0.1)
      ? [`Origin: ${random.pick(['null', 'http://localhost', 'http://evil.example', '%'])}`]
      : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** A frame of the protocol; its length, mask and reserved bits may lie. */
function frame(random: Random, token: string): Buffer {
  const payload = Buffer.from(random.chance(0.75) ? message(random, token) : junk(random, 300), 'latin1');
  const opcode = random.chance(0.8) ? 1 : random.pick([0, 2, 3, 8, 9, 10, 11, 15]);
  const first = (random.chance(0.9) ? 0x80 : 0) | (random.chance(0.05) ? 0x40 : 0) | opcode;
  const isMasked = random.chance(0.95);
  const mask = Buffer.from([1, 2, 3, 4]);
  if (isMasked) payload.forEach((byte, at) => (payload[at] = byte ^ mask[at % 4]));
  return Buffer.concat([
    Buffer.from([first]),
    length(random, payload.length, isMasked),
    ...(isMasked ? [mask] : []),
    payload,
  ]);
}

function length(random: Random, real: number, isMasked: boolean): Buffer {
  const told = random.chance(0.93) ? real : random.pick([0, real + 1, 65_535, 65_536, 2 ** 31, 2 ** 53]);
  const mask = isMasked ? 0x80 : 0;
  if (told < 126) return Buffer.from([mask | told]);
  if (told < 65_536) return Buffer.from([mask | 126, told >> 8, told & 0xff]);
  const long = Buffer.alloc(9);
  long[0] = mask | 127;
  long.writeBigUInt64BE(BigInt(told), 1);
  return long;
}

function message(random: Random, token: string): string {
  const id = random.pick(['1', '1', '2', '', 'x'.repeat(500)]);
  const queries = [
    ...[
      '{ __typename }',
      'subscription { schedulingTask(id: "1") { status } }',
      '{',
      '',
      '{ campuses { total } }',
    ],
    ...[
      'subscription { schedulingTask(id: "019aa000-0000-7000-8000-00000000dead") { status } }',
      '{ a '.repeat(99),
    ],
  ];
  const payload = random.pick([
    { query: random.pick(queries) },
    { query: 5 },
    {},
    null,
    [],
    { query: '{', variables: 1 },
  ]);
  const values = [
    {
      type: 'connection_init',
      payload: random.pick([{}, { token }, { Authorization: 5 }, null, { token: 'x' }]),
    },
    { type: 'connection_init', payload: { token } },
    { type: 'subscribe', id, payload },
    { type: 'subscribe', id, payload: { query: random.pick(queries) } },
    {
      type: random.pick(['ping', 'pong', 'complete', 'next', 'error', 'connection_ack', '__proto__', '']),
      id,
      payload,
    },
    random.pick([null, 5, [], {}, 'x', { type: 5 }, { type: {} }]),
  ];
  const text = JSON.stringify(random.pick(values));
  return random.chance(0.05) ? text.slice(0, random.whole(0, text.length)) : text;
}
