import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { INSTANCES } from './solver/places.js';
import { FULL_ROWS, ROWS } from './solver/competition.js';
import { COLLECTIONS } from './solver/curricula.js';
import type { FullSize } from './solver/full-semester.js';
import type { FullResult, FullThreadData } from './solver/full-thread.js';
import { Table } from './solver/table.js';

type Source = FullThreadData['source'];

const SEMESTERS: readonly FullSize[] = [
  { name: 'semester 97 %', groups: 80, occupancy: 97, closed: 30 },
  { name: 'semester 100 %', groups: 20, occupancy: 100, closed: 50 },
  { name: 'semester 100 %, few times', groups: 20, occupancy: 100, closed: 75 },
  { name: 'large semester 100 %', groups: 60, occupancy: 100, closed: 60 },
];

/**
 * `npm run bench full -- [--only sets,semesters,curricula,rows,files] [--names a,b] [--seeds 10] [--seconds
 * 30] [--folder DIR of instances]`: how many seeds leave nobody over, and after how many CPU-seconds. Each
 * run has a thread of its own.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: 'sets,semesters,curricula' },
      names: { type: 'string' },
      seeds: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '30' },
      folder: { type: 'string', default: INSTANCES },
    },
  });
  const parts = values.only.split(';').flatMap((part) => part.split(','));
  const names = values.names?.split(';');
  const seconds = Number(values.seconds);
  const table = new Table(
    `Nobody left over: ${seconds} CPU-seconds, one thread, seeds 1 to ${values.seeds}`,
    ['instance', 'meetings', 'complete', 'unplaced by seed', 'median CPU-s', 'most CPU-s'],
  );
  for (const [name, source] of sources(parts, values.folder)) {
    if (names && !names.includes(name)) continue;
    const results: FullResult[] = [];
    for (let seed = 1; seed <= Number(values.seeds); seed++)
      results.push(await inThread(source, seed, seconds));
    const times = results.map((result) => result.seconds).sort((a, b) => a - b);
    table.row([
      name,
      results[0].meetings,
      `${results.filter(({ isFeasible }) => isFeasible).length}/${results.length}`,
      results.map(({ unplaced }) => unplaced).join(' '),
      times[Math.floor(times.length / 2)].toFixed(1),
      times[times.length - 1].toFixed(1),
    ]);
  }
}

function* sources(parts: readonly string[], folder: string): Generator<readonly [string, Source]> {
  if (parts.includes('sets')) for (const row of FULL_ROWS) yield [row.name, { kind: 'row', row }];
  if (parts.includes('semesters'))
    for (const size of SEMESTERS) yield [size.name, { kind: 'semester', size }];
  if (parts.includes('curricula'))
    for (const size of COLLECTIONS) yield [size.name, { kind: 'curricula', size }];
  if (parts.includes('rows')) for (const row of ROWS) yield [row.name, { kind: 'row', row }];
  if (!parts.includes('files')) return;
  for (const file of readdirSync(folder).sort())
    if (/\.(?:ctt|ectt|xml|json)$/.test(file)) yield [file, { kind: 'file', file: path.join(folder, file) }];
}

async function inThread(source: Source, seed: number, seconds: number): Promise<FullResult> {
  const workerData: FullThreadData = { source, seed, seconds };
  const worker = new Worker(new URL('./solver/full-thread.js', import.meta.url), { workerData });
  const [result] = (await once(worker, 'message')) as [FullResult];
  return result;
}
