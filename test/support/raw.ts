import net from 'node:net';

/** An answer as it came, with all that stood behind its head. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Writes bytes to the server as they are, and reads until it ends the connection. */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  { patienceMs = 10_000 } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes as string, 'latin1'));
    const parts: Buffer[] = [];
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no end of the answer')));
    socket.on('data', (part: Buffer) => parts.push(part));
    // Who goes on sending is cut off, after the answer.
    socket.on('error', (error) => (parts.length > 0 ? finish() : reject(error)));
    socket.on('end', finish);
    function finish(): void {
      socket.end();
      const [head, ...body] = Buffer.concat(parts).toString().split('\r\n\r\n');
      resolve({ status: Number(head.slice(9, 12)), head, body: body.join('\r\n\r\n') });
    }
  });
}

/** The bytes of a request: its first line, headers and body. */
export const requestBytes = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
