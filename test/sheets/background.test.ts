import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { transformFile } from '@swc/core';
import { buildingSheet, campusSheet } from '../../src/sheets/places.js';
import { LIMITS } from '../../src/workbook/limits.js';
import { type SheetContent, readSheet, writeTemplate } from '../../src/sheets/workbooks.js';
import { type Turns, turnsOf } from '../support/turns.js';
import { usageOf } from '../support/usage.js';
import { CAMPUS_HEADINGS, rawWorkbook, rowXml, sheetXml, workbook } from '../workbook/support/workbook.js';

/** A workbook with as many campuses as may be imported at once. */
function largestWorkbook(): Buffer {
  const rows = Array.from({ length: LIMITS.rows }, (_, index) =>
    rowXml(index + 2, [`校区${index}`, `C${index}`, '描述', index % 2, `东路${index}号`, 39.9, 116.4]),
  );
  return rawWorkbook(sheetXml(rowXml(1, CAMPUS_HEADINGS) + rows.join('')));
}

const small = workbook([CAMPUS_HEADINGS, ['东校区', 'EAST', '', 1, '东路1号']]);

test(
  'requirement 6 (its reading): 20,000 rows are read while the event loop stays responsive and memory ' +
    'is bounded',
  async () => {
    const file = largestWorkbook();
    let content: SheetContent | undefined;
    const idle = await usageOf(() => readSheet(campusSheet, small));
    let turns: Turns | undefined;
    const usage = await usageOf(async () => {
      turns = await turnsOf(async () => (content = await readSheet(campusSheet, file)));
    });
    expect(content).toMatchObject({ rowCount: LIMITS.rows, badRowCount: 0 });
    expect(content?.rows).toHaveLength(LIMITS.rows);
    expect(usage.bytes - idle.bytes).toBeLessThan(200 * 1024 * 1024);
    expect(turns?.p99).toBeLessThan(50);
  },
);

test('a file that is bad throughout is described up to a limit and counted to the end', async () => {
  const bad =
    rowXml(1, CAMPUS_HEADINGS) +
    Array.from({ length: LIMITS.rows }, (_, index) => rowXml(index + 2, [null, null, 'x'])).join('');
  const content = await readSheet(campusSheet, rawWorkbook(sheetXml(bad)));
  expect(content).toMatchObject({
    rowCount: LIMITS.rows,
    badRowCount: LIMITS.rows,
    errorCount: 3 * LIMITS.rows,
    rows: [],
  });
  expect(content.errors).toHaveLength(Math.min(LIMITS.errors, 3 * LIMITS.rows));
});

test('reading ends at once when it is cancelled', async () => {
  const cancel = new AbortController();
  const onProgress = () => cancel.abort(new Error('cancelled by a person'));
  await expect(
    readSheet(campusSheet, largestWorkbook(), { signal: cancel.signal, onProgress }),
  ).rejects.toThrow('cancelled by a person');
  await expect(readSheet(campusSheet, small, { signal: cancel.signal })).rejects.toThrow(
    'cancelled by a person',
  );
});

test('reading is stopped when it takes too long', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  try {
    const reading = readSheet(campusSheet, largestWorkbook());
    const refusal = expect(reading).rejects.toMatchObject({ code: 'TIME_EXCEEDED', params: { seconds: 30 } });
    await jest.advanceTimersByTimeAsync(LIMITS.readMs);
    await refusal;
  } finally {
    jest.useRealTimers();
  }
});

test('a few uploads are read at a time, more wait, and too many are refused', async () => {
  const count = LIMITS.workers + LIMITS.waiting;
  const cancel = new AbortController();
  const readings = Array.from({ length: count }, () =>
    readSheet(campusSheet, small, { signal: cancel.signal }),
  );
  const settled = Promise.allSettled(readings);
  await expect(readSheet(campusSheet, small)).rejects.toMatchObject({ code: 'BUSY' });

  cancel.abort(new Error('enough'));
  expect((await settled).map(({ status }) => status)).toEqual(Array(count).fill('rejected'));
  expect(await readSheet(campusSheet, small)).toMatchObject({ rowCount: 1 });
});

test('more than the worker can hold ends the worker, not the server', async () => {
  const campuses = Array.from({ length: 600_000 }, (_, index) => `校区${index}`);
  await expect(writeTemplate(buildingSheet, { campuses })).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
});

test('the built server finds its worker', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workbook-'));
  try {
    for (const room of ['src/sheets', 'src/workbook', 'src/schema']) await build(room, join(folder, room));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'sheet.json'), JSON.stringify(campusSheet));
    await writeFile(join(folder, 'upload.xlsx'), small);
    await writeFile(join(folder, 'run.js'), RUN_BUILT);
    const { stdout } = await promisify(execFile)(process.execPath, ['run.js'], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ rowCount: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

const RUN_BUILT = `
import { readFile } from 'node:fs/promises';
import { readSheet } from './src/sheets/workbooks.js';
const sheet = JSON.parse(await readFile('sheet.json', 'utf8'));
console.log(JSON.stringify(await readSheet(sheet, await readFile('upload.xlsx'))));
`;

/** Compiles a folder of sources as the build does: file by file, .ts to .js. */
async function build(from: string, to: string): Promise<void> {
  for (const name of await readdir(from, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const { code } = await transformFile(join(from, name));
    const target = join(to, name.replace(/\.ts$/, '.js'));
    await mkdir(join(target, '..'), { recursive: true });
    await writeFile(target, code);
  }
}
