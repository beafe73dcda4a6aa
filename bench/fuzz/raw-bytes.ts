import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../src/demo/random.js';
import { conversation } from './frames.js';
import { requests } from './requests.js';

/** Connections at once. */
const parallel = 50;
/** How long a connection may say nothing until its next bytes are not waited for. */
const quietMs = 60;
/** How long a server may take to end a connection that its client has ended. */
const endMsMax = 10_000;
/** Failures that are kept. */
const failuresMax = 20;

export interface RawBytesOptions {
  readonly url: string;
  /** Of somebody whose requests may be valid. */
  readonly token: string;
  readonly seed: number;
  /** How many connections, or for how long. */
  readonly cases?: number;
  readonly minutes?: number;
}

export interface RawBytesResult {
  readonly tried: number;
  /** What went wrong: the number of the case, which with the seed gives the same bytes again. */
  readonly failures: readonly { readonly number: number; readonly problem: string; readonly bytes: string }[];
}

/** The bytes of one case. */
export function bytesOf(seed: number, number: number, token: string): Buffer {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  return random.chance(0.3) ? conversation(random, token) : requests(random, token);
}

/**
 * Sends bytes that are nearly requests and frames, each case over a connection of its own. Every status must
 * be that of a client's fault, of a success, where the bytes were valid by chance, or of a step on the way
 * (100 and 101); and when the client ends the connection the server must do so too.
 */
export async function rawBytes({
  url,
  token,
  seed,
  cases = Infinity,
  minutes = Infinity,
}: RawBytesOptions): Promise<RawBytesResult> {
  const failures: { number: number; problem: string; bytes: string }[] = [];
  const endMs = performance.now() + minutes * 60_000;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < cases && performance.now() < endMs && failures.length < failuresMax) {
      const number = next++;
      const bytes = bytesOf(seed, number, token);
      const problem = problemOf(await exchange(url, bytes, number));
      if (problem !== null) failures.push({ number, problem, bytes: bytes.toString('latin1').slice(0, 500) });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return { tried: next, failures };
}

/** What the server answered, and whether it ended the connection. */
interface Exchange {
  readonly answer: string;
  readonly fault: string | null;
}

async function exchange(url: string, bytes: Buffer, number: number): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const parts: Buffer[] = [];
  let heardMs = performance.now();
  let fault: string | null = null;
  const socket = net.connect(Number(port), hostname);
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
  socket.on('data', (part: Buffer) => {
    heardMs = performance.now();
    parts.push(part);
  });
  // A refused request is cut off while it is sent; only a server that takes no connection is at fault.
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED') fault = 'the server takes no connections';
  });
  for (const part of pieces(bytes, number)) {
    socket.write(part);
    await Promise.race([closed, sleep(2)]);
  }
  let isClosed = false;
  while (!isClosed && performance.now() - heardMs < quietMs)
    isClosed = await Promise.race([closed, sleep(20, false)]);
  socket.end();
  if (!isClosed && !(await Promise.race([closed, sleep(endMsMax, false, { ref: false })]))) {
    socket.destroy();
    fault = 'the server did not end the connection';
  }
  return { answer: Buffer.concat(parts).toString('latin1'), fault };
}

/** Some of the cases come in two pieces or byte by byte at their beginning. */
function pieces(bytes: Buffer, number: number): Buffer[] {
  if (number % 5 !== 0) return [bytes];
  const cut = number % bytes.length || 1;
  return [bytes.subarray(0, 1), bytes.subarray(1, cut), bytes.subarray(cut)];
}

function problemOf({ answer, fault }: Exchange): string | null {
  if (fault !== null) return fault;
  if (answer === '') return null;
  if (!answer.startsWith('HTTP/1.1 ')) return `the answer begins with ${JSON.stringify(answer.slice(0, 40))}`;
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const wrong = statuses.filter((status) => !isHonest(status));
  return wrong.length === 0 ? null : `answered with ${wrong.join(', ')}`;
}

/** A step on the way, a success (304 too: nothing has changed), or the fault of the client. */
const isHonest = (status: number): boolean =>
  status <= 101 || (status >= 200 && status < 300) || status === 304 || (status >= 400 && status < 500);
