import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import WebSocket from 'ws';
import { createTestDatabase } from '../support/database.js';
import { startServerProcess } from '../support/server-process.js';

test('15: SIGTERM loses no acknowledged write, closes sockets with 1001 and ends in time', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'class-scheduling-data-'));
  const beforeStartMs = performance.now();
  const { server, url } = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const startMs = performance.now() - beforeStartMs;
  const post = async (address: string, body: object, token = ''): Promise<{ status: number; body: any }> => {
    const response = await fetch(`${url}/api/v1${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const account = {
    username: 'admin',
    password: 'Secret-123-gate',
    email: 'a@example.com',
    phone: '13800000000',
  };
  await post('/init', account);
  const { body } = await post('/auth/login', { user: 'admin', password: 'Secret-123-gate' });
  const { token } = body.data.token as { token: string };

  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
  await once(socket, 'message');
  const closed = once(socket, 'close') as Promise<[number]>;

  const acknowledged: string[] = [];
  let isEnding = false;
  const writer = async (writer: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const name = `写入${writer}-${n}`;
      try {
        const answer = await post('/unit/category', { name, is_entity: true }, token);
        if (answer.status === 200) acknowledged.push(name);
      } catch (error) {
        if (isEnding) return;
        throw error;
      }
    }
  };
  const writers = Array.from({ length: 8 }, (_, at) => writer(at));
  while (acknowledged.length < 50) await new Promise((resolve) => setTimeout(resolve, 20));
  isEnding = true;
  const beforeEndMs = performance.now();
  server.kill('SIGTERM');
  const [code] = (await once(server, 'exit')) as [number];
  // Twenty seconds are promised, and a server starts in two where nothing else goes on.
  expect((performance.now() - beforeEndMs) / startMs).toBeLessThan(10);
  expect(code).toBe(0);
  expect((await closed)[0]).toBe(1001);
  await Promise.all(writers);

  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from unit_category');
  await client.end();
  const stored = new Set(rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  await database.drop();
  rmSync(dataDir, { recursive: true });
});
