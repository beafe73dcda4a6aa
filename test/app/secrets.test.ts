import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { tokenSecret } from '../../src/app/secrets.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'class-scheduling-secrets-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('makes a secret once, which only its owner may read', () => {
  const dataDir = path.join(folder, 'data');
  const secret = tokenSecret(dataDir);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(48);
  expect(tokenSecret(dataDir)).toBe(secret);
  expect(statSync(path.join(dataDir, 'token-secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['token-secret']);
});

test('keeps a secret that was put there', () => {
  writeFileSync(path.join(folder, 'token-secret'), 'given by the administrator of the machine\n');
  expect(tokenSecret(folder)).toBe('given by the administrator of the machine');
});

test('several processes that start at the same moment agree on one', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const program = `
    await import(${JSON.stringify(`file://${root}/scripts/swc-hook.mjs`)});
    const { tokenSecret } = await import(${JSON.stringify(`file://${root}/src/app/secrets.ts`)});
    while (Date.now() < Number(process.argv[1])) {}
    process.stdout.write(tokenSecret(process.argv[2]));`;
  const start = Date.now() + 3_000;
  const run = (): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, String(start), folder], {
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  const secrets = (await Promise.all(Array.from({ length: 4 }, run))).map(({ stdout }) => stdout);
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toBe(readFileSync(path.join(folder, 'token-secret'), 'utf8').trim());
  expect(readdirSync(folder)).toEqual(['token-secret']);
});
