import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';
import { problemsBySchema } from '../support/contract.js';

/** A frame of the assistant's channel. */
export interface Frame {
  readonly output: string;
  readonly success: boolean;
  readonly type: string;
  readonly error_message?: string;
  readonly data: Record<string, any>;
}

/** A client of the assistant's channel. No frame passes that breaks the contract. */
export class FrameClient {
  readonly #frames: Frame[] = [];
  readonly #waiting: ((frame: Frame) => void)[] = [];
  /** How the connection was closed. */
  readonly closed: Promise<{ code: number; reason: string }>;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      const waiting = this.#waiting.shift();
      if (waiting) waiting(frame);
      else this.#frames.push(frame);
    });
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
    );
  }

  /** Opens a connection. @throws with the HTTP status when the upgrade is refused. */
  static async open(url: string, options?: ClientOptions): Promise<FrameClient> {
    const socket = new WebSocket(url, options);
    const client = new FrameClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** Opens a connection and takes the frame that welcomes it. */
  static async welcomed(url: string, options?: ClientOptions): Promise<FrameClient> {
    const client = await FrameClient.open(url, options);
    const { type } = await client.next();
    if (type !== 'connected') throw new Error(`${type} instead of connected`);
    return client;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next frame that was not taken yet. */
  async next(): Promise<Frame> {
    const known = this.#frames.shift();
    const frame = known ?? (await new Promise<Frame>((resolve) => this.#waiting.push(resolve)));
    const problems = problemsBySchema('AiWsFrame', frame);
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${JSON.stringify(frame)}`);
    return frame;
  }

  /** Sends a message and gives the frames until one that ends an answer. */
  async ask(message: unknown): Promise<Frame[]> {
    this.send(message);
    const frames: Frame[] = [];
    for (;;) {
      const frame = await this.next();
      frames.push(frame);
      if (frame.type === 'error' || /^(message_end|workflow_finished)$/.test(frame.data.type)) return frames;
    }
  }

  async end(): Promise<void> {
    this.socket.close(1000);
    await this.closed;
  }
}

/** Asks for a WebSocket and sends bytes of one's own behind the handshake; gives all that is answered. */
export function upgraded(
  { hostname, port, pathname, search }: URL,
  ...bytes: readonly Buffer[]
): Promise<string> {
  const head = [
    `GET ${pathname}${search} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ];
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      for (const part of bytes) socket.write(part);
    });
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server need not read what comes after it has closed.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}
