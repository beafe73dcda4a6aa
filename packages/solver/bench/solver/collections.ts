import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readCtt } from '../../src/competitions/index.js';
import type { Host, Problem } from '../../src/model.js';
import { solve } from '../../src/solve.js';
import { COLLECTIONS, curricula, withOtherCurricula } from './curricula.js';
import { cpuSeconds, mean, Table } from './table.js';

/**
 * Made-up instances like those of other collections, and the competition's with other curricula: how soon
 * they are feasible, and what they cost in the end.
 */
export function collections(
  folder: string,
  seconds: number,
  seeds: readonly number[],
  host: () => Host,
): void {
  const table = new Table(
    `Curricula of other collections, ${seconds} CPU-seconds, seeds ${seeds.join(', ')}`,
    [
      'instance',
      'courses',
      'lectures',
      'curricula',
      'feasible',
      'read and feasible after s',
      'mean cost',
      'M moves/s',
    ],
  );
  for (const [name, textOf] of instances(folder)) {
    const runs = seeds.map((seed) => {
      const begin = cpuSeconds();
      const problem = readCtt(textOf(seed));
      const first = solve(problem, { seed, limit: { seconds }, stopWhenComplete: true }, host());
      const afterSeconds = cpuSeconds() - begin;
      return { problem, first, afterSeconds, last: solve(problem, { seed, limit: { seconds } }, host()) };
    });
    const average = (number: (problem: Problem) => number) =>
      Math.round(Number(mean(runs.map(({ problem }) => number(problem)))));
    table.row([
      name,
      average(({ teachingClasses }) => teachingClasses.length),
      average(({ meetings }) => meetings.length),
      average(({ groups }) => groups.length),
      `${runs.filter(({ first, last }) => first.isFeasible && last.isFeasible).length}/${runs.length}`,
      mean(runs.map(({ afterSeconds }) => afterSeconds)),
      mean(runs.map(({ last }) => last.score.soft)),
      mean(runs.map(({ last }) => last.moves / last.seconds / 1e6)),
    ]);
  }
}

function* instances(folder: string): Generator<readonly [name: string, textOf: (seed: number) => string]> {
  for (const size of COLLECTIONS) yield [size.name, (seed) => curricula({ ...size, seed })];
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.ctt')) continue;
    const text = readFileSync(path.join(folder, file), 'utf8');
    yield [`${path.basename(file, '.ctt')}, mixed`, (seed) => withOtherCurricula(text, seed)];
  }
}
