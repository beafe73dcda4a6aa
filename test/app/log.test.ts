import { symbols, type DestinationStream } from 'pino';
import { createLog } from '../../src/app/log.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('every request leaves a line with its id, and none with its query', async () => {
  const response = await fetch(
    `${server.url}/api/v1/auth/reset-password?token=secret-in-query&new_password=Hidden123`,
    {
      method: 'POST',
      headers: { 'x-request-id': 'trace-0815' },
    },
  );
  await response.text();
  const line = server.logLines
    .map((text) => JSON.parse(text))
    .find(({ requestId }) => requestId === 'trace-0815');
  expect(line).toMatchObject({
    method: 'POST',
    path: '/api/v1/auth/reset-password',
    status: 400,
    ms: expect.any(Number),
  });
  expect(server.logLines.join()).not.toMatch(/secret-in-query|Hidden123/);
});

test('a log that cannot be written, as on a full disk, is no error of the process', () => {
  const log = createLog({ LOG_LEVEL: 'info' });
  const stream = (log as never as Record<symbol, DestinationStream & NodeJS.EventEmitter>)[symbols.streamSym];
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  expect(() => stream.emit('error', full)).not.toThrow();
});
