import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/build-web.mjs';

let outDir: string;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'class-scheduling-web-'));
  expect(await buildWeb({ outDir })).toEqual({ built: true });
});

afterAll(() => rm(outDir, { recursive: true, force: true }));

test('the same sources are built once', async () => {
  expect(await buildWeb({ outDir })).toEqual({ built: false });
});

test('a build that was interrupted is built again, and leaves nothing of an older one', async () => {
  await rm(join(outDir, 'stamp'));
  await writeFile(join(outDir, 'assets/old-12345678.js'), 'old');
  expect(await buildWeb({ outDir })).toEqual({ built: true });
  expect(await readdir(join(outDir, 'assets'))).not.toContain('old-12345678.js');
});

test('editor, worker and font files are all there, each with its compressed twin', async () => {
  const files = await readdir(join(outDir, 'assets'));
  const kinds = files.map((file) => file.replace(/-[A-Z0-9]{8}/, ''));
  const plain = [
    'codicon.ttf',
    'docs.css',
    'docs.js',
    'editor.worker.js',
    'graphiql.css',
    'graphiql.js',
    'graphql.worker.js',
    'json.worker.js',
    'main.css',
    'main.js',
  ];
  expect(kinds).toEqual(expect.arrayContaining([...plain, 'start-page.js', 'board-page.js']));
  expect(files.filter((file) => !file.endsWith('.gz') && !files.includes(`${file}.gz`))).toEqual([]);
});

test('the pages name the files by their hash', async () => {
  const html = await readFile(join(outDir, 'graphiql.html'), 'utf8');
  expect(html).toMatch(/<script type="module" src="\/assets\/graphiql-[A-Z0-9]{8}\.js"><\/script>/);
  expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/graphiql-[A-Z0-9]{8}\.css" \/>/);
});
