import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';

interface Message {
  type: string;
  id?: string;
  payload?: any;
}

/** A client that speaks the protocol word by word, so that tests can also break it. */
export class SocketClient {
  readonly #messages: Message[] = [];
  readonly #waiting: ((message: Message) => void)[] = [];
  /** How the connection was closed. */
  readonly closed: Promise<{ code: number; reason: string }>;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      const waiting = this.#waiting.shift();
      if (waiting) waiting(message);
      else this.#messages.push(message);
    });
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
    );
  }

  /** Opens a connection. @throws with the HTTP status when the upgrade is refused. */
  static async open(
    url: string,
    { protocol = 'graphql-transport-ws', ...options }: ClientOptions & { protocol?: string } = {},
  ): Promise<SocketClient> {
    const socket = new WebSocket(url, protocol, options);
    const client = new SocketClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** Opens a connection and says who it is. */
  static async signedIn(url: string, token: string | null, options?: ClientOptions): Promise<SocketClient> {
    const client = await SocketClient.open(url, options);
    client.send({
      type: 'connection_init',
      payload: { 'Accept-Language': 'en', ...(token && { Authorization: `Bearer ${token}` }) },
    });
    const { type } = await client.next();
    if (type !== 'connection_ack') throw new Error(`${type} instead of connection_ack`);
    return client;
  }

  send(message: Message): void {
    this.socket.send(JSON.stringify(message));
  }

  subscribe(id: string, query: string, variables?: object): void {
    this.send({ type: 'subscribe', id, payload: { query, variables } });
  }

  /** The next message that was not taken yet. */
  next(): Promise<Message> {
    const message = this.#messages.shift();
    return message ? Promise.resolve(message) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Runs one operation and gives the first message about it. */
  ask(query: string, variables?: object): Promise<Message> {
    this.subscribe(`ask ${Math.random()}`, query, variables);
    return this.next();
  }

  /** Runs one operation to its end and gives the answer. */
  async answer(query: string): Promise<Message> {
    const answer = await this.ask(query);
    if (answer.type === 'next') await this.next();
    return answer;
  }

  async end(): Promise<void> {
    this.socket.close(1000);
    await this.closed;
  }
}

/** A promise of a second has room for so many round trips of 20 ms. */
export const roundTripsOfASecond = 50;

/**
 * How many round trips of somebody else, of 20 ms at least, are answered before something happens: a clock
 * that goes slower on a busy machine, as everything else does.
 */
export async function roundTripsUntil(
  happened: Promise<unknown>,
  roundTrip: () => Promise<unknown>,
): Promise<number> {
  let isOver = false;
  void happened.then(() => (isOver = true));
  let count = 0;
  for (; !isOver; count++) await Promise.all([roundTrip(), pause(20)]);
  return count;
}
