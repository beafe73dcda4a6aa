import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Guest } from './institution.js';

/** What the attacking process is told. */
export interface Target {
  readonly url: string;
  /** Headers with which the guests, and a planner, call. */
  readonly callers: Readonly<Record<Guest | 'planner', { readonly authorization: string }>>;
  readonly semester: string;
  readonly milliseconds: number;
  /** Letters of the attacks that are wanted. */
  readonly wanted: string;
}

/** One attack, which is repeated after a pause; it tells how each of its requests was answered. */
export interface Attack {
  readonly name: string;
  readonly pauseMs: number;
  once(target: Target, count: (answer: string) => void): Promise<void>;
}

/** Milliseconds after which an attacker does not wait any longer. */
const patienceMs = 60_000;

/** Asks over GraphQL, reads the whole answer, and tells its status with the code of its first error. */
async function ask(
  { url }: Target,
  caller: { readonly authorization: string },
  body: object,
  milliseconds = patienceMs,
): Promise<string> {
  return told(
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...caller },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(milliseconds),
    }),
  );
}

async function told(asked: Promise<Response>): Promise<string> {
  try {
    const response = await asked;
    const text = await response.text();
    const [, code = ''] = /"code":"?([A-Z_]+|\d{5})/.exec(text.slice(0, 10_000)) ?? [];
    return `${response.status}${code && ` ${code}`}`;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'left unanswered' : 'no answer';
  }
}

const nested = (levels: number): string =>
  levels === 0 ? 'timetable { id }' : `timetable { assignments { ${nested(levels - 1)} } }`;

const listed = Array.from(
  { length: 20 },
  (_, at) => `a${at}: teacherOptions { id name englishName department { id name code } }`,
);

const longText = '高'.repeat(60_000);

const upload = {
  /** Uploads at the same moment, of so many bytes each. */
  count: 60,
  bytes: 10 * 1024 * 1024,
};
const piece = Buffer.alloc(64 * 1024, 'A');

/** A file on its way: what stands before and behind its bytes. */
interface Parcel {
  readonly path: string;
  readonly type: string;
  readonly head: string;
  readonly tail: string;
}

const parts = [
  '--siege\r\nContent-Disposition: form-data; name="operations"\r\n\r\n',
  JSON.stringify({
    query: 'mutation ($file: Upload!) { startImport(subject: STUDENTS, file: $file) { id } }',
    variables: { file: null },
  }),
  '\r\n--siege\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"0":["variables.file"]}',
  '\r\n--siege\r\nContent-Disposition: form-data; name="0"; filename="a.xlsx"\r\n\r\n',
];
const parcels: readonly Parcel[] = [
  {
    path: '/graphql',
    type: 'multipart/form-data; boundary=siege',
    head: parts.join(''),
    tail: '\r\n--siege--\r\n',
  },
  {
    path: '/api/v1/students/batch-import',
    type: 'application/json',
    head: '{"ignore_error":true,"file":"',
    tail: '"}',
  },
];

/** Sends a file without a token, as fast as the server takes it, until it answers. */
function sendFile({ url }: Target, { path, type, head, tail }: Parcel): Promise<string> {
  return new Promise((resolve) => {
    const request = http.request(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'apollo-require-preflight': 'true',
        'content-length': upload.bytes,
      },
      agent: false,
      timeout: patienceMs,
    });
    let left = upload.bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
    const push = (): void => {
      while (left > 0) {
        const part = piece.subarray(0, left);
        left -= part.length;
        if (!request.write(part)) return void request.once('drain', push);
      }
      request.end(tail);
    };
    request.on('response', (response) => {
      left = 0;
      response.resume().on('error', () => undefined);
      resolve(String(response.statusCode));
      response.once('close', () => request.destroy());
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve('no answer'));
    request.write(head);
    push();
  });
}

const subscribers = { sockets: 60, subscriptions: 20 };

/** Starts a task unless one is running, and gives the one that runs. */
async function runningTask({ url, callers, semester }: Target): Promise<string | null> {
  const ask = async (query: string): Promise<any> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...callers.planner },
      body: JSON.stringify({ query, variables: { semester } }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return ((await response.json()) as { data?: any }).data;
  };
  const started = await ask(`mutation ($semester: ID!) {
    startScheduling(input: { semester: $semester, timeLimitSeconds: 120 }) { id } }`);
  return (started?.startScheduling?.id as string | undefined) ?? null;
}

/** Follows a task by one socket, over and over in one connection, until all of that has ended. */
function follow({ url, callers }: Target, task: string, count: (answer: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const timeLimit = setTimeout(() => socket.terminate(), 2 * patienceMs);
    const send = (message: object): void => socket.send(JSON.stringify(message));
    let open = subscribers.subscriptions;
    socket.on('open', () =>
      send({ type: 'connection_init', payload: { Authorization: callers.planner.authorization } }),
    );
    socket.on('message', (data) => {
      const { type, payload } = JSON.parse(String(data)) as { type: string; payload?: any };
      if (type === 'connection_ack') {
        const query = 'subscription ($id: ID!) { schedulingTask(id: $id) { status progress softCost } }';
        for (let at = 0; at < subscribers.subscriptions; at++)
          send({ type: 'subscribe', id: String(at), payload: { query, variables: { id: task } } });
      } else if (type === 'next') count('event');
      else if (type === 'error') count(`error ${payload?.[0]?.extensions?.code}`);
      if ((type === 'error' || type === 'complete') && --open === 0) socket.close();
    });
    socket.on('error', () => count('no connection'));
    socket.on('close', (code) => {
      clearTimeout(timeLimit);
      if (code !== 1000 && code !== 1005) count(`closed ${code}`);
      resolve();
    });
  });
}

/** Much that one read of a connection brings. */
interface Flood {
  readonly name: string;
  readonly connections: number;
  readonly bytes: string;
}

const request = (line: string, header: string): string =>
  `${line} HTTP/1.1\r\nHost: siege\r\n${header}\r\n\r\n`;
const floods: readonly Flood[] = [
  {
    name: '50 connections with 500 requests in a row',
    connections: 50,
    bytes: request('GET /healthz', 'Accept: */*').repeat(499) + request('GET /healthz', 'Connection: close'),
  },
  {
    name: '1,000 connections with 3,000 chunks of one byte',
    connections: 1_000,
    bytes: request('POST /graphql', 'Transfer-Encoding: chunked') + '1\r\nx\r\n'.repeat(3_000),
  },
];

/** Sends it from another address than people have, where the system has several, and reads the answers. */
function flood({ url }: Target, { bytes }: Flood, count: (answer: string) => void): Promise<void> {
  const { hostname, port } = new URL(url);
  const localAddress = process.platform === 'linux' ? '127.0.0.2' : undefined;
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port), localAddress });
    let text = '';
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (data) => (text += String(data)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const statuses = Array.from(text.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status);
      for (const status of statuses.length > 0 ? statuses : ['no answer']) count(status);
      resolve();
    });
  });
}

/** What strangers, students and one planner send; the letters are those under which the faults are known. */
export const attacks: readonly Attack[] = [
  {
    name: 'B: a timetable inside a timetable, twice',
    pauseMs: 100,
    once: async (target, count) =>
      count(await ask(target, target.callers.nesting, { query: `{ ${nested(2)} }` })),
  },
  {
    name: 'B: three times, and the client leaves',
    pauseMs: 5_000,
    once: async (target, count) =>
      count(await ask(target, target.callers.nesting, { query: `{ ${nested(3)} }` }, 1_000)),
  },
  {
    name: 'C: 20 lists of 20,000 teachers',
    pauseMs: 100,
    once: async (target, count) =>
      count(await ask(target, target.callers.listing, { query: `{ ${listed.join(' ')} }` })),
  },
  ...[
    ['a keyword', 'administrativeClassOptions(keyword: $text) { id }'],
    ['a name', 'teacherOptions(name: $text) { id }'],
    ['a condition', 'courses(filter: { name: { contains: $text } }) { items { id } }'],
  ].map(([what, field]): Attack => ({
    name: `D: ${what} of 60,000 letters`,
    pauseMs: 1_000,
    once: async (target, count) => {
      const query = `query ($text: String!) { ${field} }`;
      count(await ask(target, target.callers.searching, { query, variables: { text: longText } }));
    },
  })),
  {
    name: 'D: a keyword of 12,000 letters over REST',
    pauseMs: 1_000,
    once: async ({ url, callers }, count) => {
      const keyword = 'x'.repeat(12_000);
      const address = `${url}/api/v1/course/page?page=1&size=20&keyword=${keyword}`;
      const signal = AbortSignal.timeout(patienceMs);
      count(await told(fetch(address, { headers: callers.searching, signal })));
    },
  },
  ...parcels.map((parcel): Attack => ({
    name: `G: 60 files of 10 MB without a token to ${parcel.path}`,
    pauseMs: 10_000,
    once: async (target, count) => {
      const sent = Array.from({ length: upload.count }, () => sendFile(target, parcel));
      for (const answer of await Promise.all(sent)) count(answer);
    },
  })),
  ...floods.map((each): Attack => ({
    name: `P: ${each.name}`,
    pauseMs: 1_000,
    once: async (target, count) => {
      await Promise.all(Array.from({ length: each.connections }, () => flood(target, each, count)));
    },
  })),
  {
    name: 'K: 60 sockets with 20 subscriptions each',
    pauseMs: 1_000,
    once: async (target, count) => {
      const task = await runningTask(target);
      if (task === null) {
        count('no task');
        await sleep(5_000);
        return;
      }
      await Promise.all(Array.from({ length: subscribers.sockets }, () => follow(target, task, count)));
    },
  },
];
