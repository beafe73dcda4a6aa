import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Problem } from '@class-scheduling/solver';
import { openTestInstallation, type TestInstallation } from '../support.js';

const project = path.join(import.meta.dirname, '../../..');
const comp01 = path.join(project, 'instances/itc2007-ctt/comp01.ctt');

let installation: TestInstallation;
let folder: string;

beforeAll(async () => {
  installation = await openTestInstallation();
  folder = mkdtempSync(path.join(tmpdir(), 'command-line-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await installation.stop();
});

/** What a command prints; a failing one rejects with its `code` and `stderr`. */
async function command(...words: string[]): Promise<string> {
  const hook = pathToFileURL(path.join(project, 'scripts/swc-hook.mjs')).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', hook, path.join(project, 'src/cli/main.ts'), ...words],
    { env: { PATH: process.env.PATH, ...installation.env } },
  );
  return stdout;
}

test('a semester is imported, exported as a problem, solved and verified without the database', async () => {
  await command('import-ctt', comp01, '--name', 'Autumn');
  const file = path.join(folder, 'autumn.json');
  await command('export-problem', 'Autumn', '--out', file);

  const problem = JSON.parse(readFileSync(file, 'utf8')) as Problem;
  expect(problem).toMatchObject({ name: 'Autumn', profile: 'UD2' });
  expect(problem.meetings).toHaveLength(160);
  const solution = path.join(folder, 'autumn-solution.json');
  const solved = JSON.parse(
    await command('solve', file, '--moves', '100000', '--out', solution, '--json'),
  ) as object;
  expect(solved).toMatchObject({ instance: 'Autumn', feasible: true, unplaced: 0 });
  const verified = JSON.parse(await command('verify', file, solution)) as object;
  expect(verified).toMatchObject({ feasible: true, hard: 0 });
  const [first] = problem.meetings;
  await expect(command('explain', file, solution, '--meeting', first.id)).resolves.toMatch(/^= /m);
});

test('a semester that is not there is named', async () => {
  await expect(command('export-problem', 'Nowhere')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nowhere'),
  });
});
