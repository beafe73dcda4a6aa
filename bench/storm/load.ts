import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Fleet } from './fleet.js';

/** How long a caller waits for a server before it asks another one, as a proxy does. */
const patienceMs = 4_000;
/** Between two changes of a caller. */
const restMs = 20;
const searchSeconds = 2;

/** What callers did, and what they were told. */
export interface Told {
  /** Codes of the campuses that were acknowledged. */
  readonly campuses: string[];
  /** Identifiers of the tasks that were started, and of those whose end was told. */
  readonly started: string[];
  readonly ended: string[];
  /** Attempts that died with their connection, and were made again elsewhere. */
  died: number;
  /** Answers that were neither what was asked for nor the end of a connection. */
  readonly faults: string[];
}

interface Caller {
  readonly fleet: Fleet;
  readonly token: string;
  readonly told: Told;
  /** When nothing new is begun. */
  readonly untilMs: number;
}

const anyOf = (urls: readonly string[]): string | undefined => urls[Math.floor(Math.random() * urls.length)];

/** Asks servers until one answers: the same key each time, so that it is done once. */
async function ask<D>({ fleet, token, told }: Caller, query: string, variables: object): Promise<D | null> {
  const key = randomUUID();
  for (;;) {
    const url = anyOf(fleet.urls);
    try {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: D; errors?: { message: string }[] };
      if (response.status === 200 && !errors) return data;
      told.faults.push(`${response.status} ${errors?.[0].message}`);
      return null;
    } catch {
      told.died++;
      await sleep(50);
    }
  }
}

/** Creates campuses, one after the other. */
export async function write(caller: Caller): Promise<void> {
  const create = 'mutation ($input: CampusInput!) { createCampus(input: $input) { code } }';
  while (performance.now() < caller.untilMs) {
    const code = randomUUID().slice(0, 20);
    const input = { name: code, code, address: 'storm', description: 'A', isEnabled: true };
    if (await ask(caller, create, { input })) caller.told.campuses.push(code);
    await sleep(restMs);
  }
}

/** Schedules a semester again and again, and follows each run to its end. */
export async function schedule(caller: Caller, semester: string): Promise<void> {
  const start = 'mutation ($input: StartSchedulingInput!) { startScheduling(input: $input) { id } }';
  while (performance.now() < caller.untilMs) {
    const input = { semester, timeLimitSeconds: searchSeconds, searches: 2 };
    const data = await ask<{ startScheduling: { id: string } }>(caller, start, { input });
    if (!data) return;
    const { id } = data.startScheduling;
    caller.told.started.push(id);
    while (!(await follow(caller, id))) caller.told.died++;
    caller.told.ended.push(id);
  }
}

/** Follows a task at one server. True when that told its end, false when the connection died before. */
function follow({ fleet, token }: Caller, id: string): Promise<boolean> {
  const url = anyOf(fleet.urls);
  if (!url) return sleep(50, false);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const send = (message: object): void => socket.send(JSON.stringify(message));
  return new Promise((resolve) => {
    let isTold = false;
    // The server pings every 12 seconds at least; one that hangs says nothing.
    let silence = setTimeout(() => socket.terminate(), patienceMs);
    const heard = (ms: number): void => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.terminate(), ms);
    };
    socket.on('open', () => send({ type: 'connection_init', payload: { token } }));
    socket.on('message', (text: Buffer) => {
      heard(2 * patienceMs);
      const { type, payload } = JSON.parse(String(text)) as { type: string; payload?: any };
      const query = `subscription { schedulingTask(id: "${id}") { status } }`;
      if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: { query } });
      if (type === 'next') isTold = ['COMPLETED', 'FAILED'].includes(payload.data.schedulingTask.status);
      if (type === 'complete') socket.terminate();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(silence);
      resolve(isTold);
    });
  });
}
