import { spawnSync } from 'node:child_process';
import { projectRoot } from '../../src/database/project-root.js';
import { startTestServer } from '../support/server.js';

/** Runs the command line as people do, to its end. */
const cli = (args: string[], env: Record<string, string>): { status: number | null; stderr: string } =>
  spawnSync(process.execPath, ['--import', './scripts/swc-hook.mjs', 'src/cli/main.ts', ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: 50_000,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });

test('a busy port is named with its variable, and the process ends', async () => {
  const server = await startTestServer();
  try {
    const { port } = new URL(server.url);
    const { databaseUrl, dataDir } = server.runtime.app;
    const { status, stderr } = cli(['serve'], { PORT: port, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    expect(status).toBe(1);
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use by another program`);
    expect(stderr).toContain('PORT=');
    expect(stderr).not.toMatch(/\n\s+at /);
  } finally {
    await server.stop();
  }
});

test('settings that are wrong are listed all at once, without their secrets', () => {
  const { status, stderr } = cli(['serve'], {
    PORT: 'abc',
    JWT_SECRET: 'too-short-secret',
    TIME_ZONE: 'Mars/Base',
  });
  expect(status).toBe(1);
  for (const name of ['PORT "abc"', 'JWT_SECRET', 'TIME_ZONE "Mars/Base"']) expect(stderr).toContain(name);
  expect(stderr).not.toContain('too-short-secret');
});
