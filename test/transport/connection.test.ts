import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import type { Caller } from '../../src/transport/caller.js';
import { socketBounds } from '../../src/transport/socket/bounds.js';
import { Connection } from '../../src/transport/socket/connection.js';

/** What of a WebSocket a connection listens to. */
class Socket extends EventEmitter {
  readonly OPEN = 1;
  readyState = this.OPEN;
  isPaused = false;
  pause = (): void => void (this.isPaused = true);
  resume = (): void => void (this.isPaused = false);
}

const opened = (handle: (text: string) => void): Socket => {
  const socket = new Socket();
  const connection = new Connection(
    socket as never as WebSocket,
    { address: '10.0.0.1' } as Caller,
    socketBounds,
  );
  connection.onMessage(
    async (text) => handle(text),
    (error) => expect(error).toBeUndefined(),
  );
  return socket;
};

const long = Buffer.alloc(60_000, '[');
const nextTurns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

test('what follows a refused message is not judged, because a thousand such held everybody up', async () => {
  const heard: string[] = [];
  const socket = opened((text) => {
    heard.push(text);
    socket.readyState = 2;
  });
  for (let at = 0; at < 5; at++) socket.emit('message', long);
  await nextTurns();
  expect(heard).toHaveLength(1);
});

test('long messages take turns, in order, and nothing more is read while one waits', async () => {
  const heard: string[] = [];
  const socket = opened((text) => heard.push(text.slice(0, 1)));
  for (const at of '12345') socket.emit('message', Buffer.from(at + String(long)));
  expect([heard.length < 5, socket.isPaused]).toEqual([true, true]);
  await nextTurns();
  expect([heard.join(''), socket.isPaused]).toEqual(['12345', false]);
});
