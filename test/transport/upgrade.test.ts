import net from 'node:net';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The status line that answers an upgrade of the target, which is written to the socket as it is. */
function statusOf(target: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const head = [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: Upgrade', 'Upgrade: x'];
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    socket.once('data', (part: Buffer) => {
      socket.destroy();
      resolve(part.toString().split('\r\n')[0]);
    });
    socket.once('error', reject);
  });
}

test.each(['//', '///', 'http://[', 'http://a:99999/'])(
  'an upgrade of %s, which is no target, is refused and the server lives',
  async (target) => {
    expect(await statusOf(target)).toBe('HTTP/1.1 400 Bad Request');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  },
);
