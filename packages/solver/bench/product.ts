import { appendFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verify } from '../src/verify.js';
import { keepBound, knownBoundOf } from './product/bounds.js';
import { PHASES } from './product/phase-names.js';
import { bestKnownOf, keepReference } from './product/references.js';
import { gapOf, keyOf, measured, phased, rowsOf, type Row } from './product/rows.js';
import { plantedSemester } from './product/semester.js';
import { Table } from './solver/table.js';

const OPTIONS = {
  meetings: { type: 'string', default: '60,120,500,2000,12000' },
  seeds: { type: 'string', default: '1,2,3' },
  'cpu-seconds': { type: 'string', default: '10' },
  json: { type: 'string' },
  against: { type: 'string' },
  rules: { type: 'boolean', default: false },
  phases: { type: 'boolean', default: false },
  bounds: { type: 'string' },
  references: { type: 'string' },
  runs: { type: 'string', default: '1,2,3' },
} as const;

/**
 * `npm run bench product -- [--meetings 60,120] [--seeds 1,2,3] [--cpu-seconds 10] [--json FILE] [--against
 * FILE] [--rules] [--phases] [--bounds 20] [--references 60 [--runs 1,2,3]]`: how good the timetables of
 * made-up semesters of a university are, in CPU-seconds of one thread. `--json` keeps a line for each row,
 * `--against` prints ratios to the rows of a kept file, `--rules` tells the cost by rule. `--phases` instead
 * tells what a run until nothing is left over is made of. `--bounds 20` instead finds bounds anew, 20
 * CPU-seconds for each part in whole numbers, and keeps them; `--references 60` looks for the best timetable,
 * 60 CPU-seconds with each seed of `--runs`, and keeps it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const sizes = numbers(values.meetings);
  const seeds = numbers(values.seeds);
  if (values.bounds !== undefined) {
    for (const size of sizes) for (const seed of seeds) await keepBound(size, seed, Number(values.bounds));
    return;
  }
  if (values.phases) return printPhases(sizes, seeds, Number(values['cpu-seconds']));
  if (values.references !== undefined) {
    const runs = numbers(values.runs);
    for (const size of sizes)
      for (const seed of seeds) keepReference(size, seed, Number(values.references), runs);
    return;
  }
  const before = values.against === undefined ? null : rowsOf(values.against);
  if (values.json !== undefined) writeFileSync(values.json, '');
  const seconds = Number(values['cpu-seconds']);
  const table = new Table(`Semesters of a university under PRODUCT, ${seconds} CPU-seconds, one thread`, [
    'meetings',
    'seed',
    'cost',
    'best known',
    'above it',
    'bound',
    'gap',
    'planted',
    'unplaced',
    'trials/s',
    'complete after s',
    'peak MB',
  ]);
  const rows: Row[] = [];
  for (const meetings of sizes) {
    for (const seed of seeds) {
      const row = await rowOf(meetings, seed, seconds);
      rows.push(row);
      print(table, row);
      if (values.json !== undefined) appendFileSync(values.json, `${JSON.stringify(row)}\n`);
    }
  }
  if (values.rules) printRules(rows);
  if (before) compare(rows, before);
}

async function rowOf(meetings: number, seed: number, cpuSeconds: number): Promise<Row> {
  const semester = plantedSemester(meetings, seed);
  const order = { meetings, seed, cpuSeconds };
  const first = await measured({ ...order, stopWhenComplete: true }, tell);
  const last = await measured({ ...order, stopWhenComplete: false }, tell);
  tell('');
  return {
    meetings,
    seed,
    cpuSeconds,
    cost: last.cost,
    byRule: last.byRule,
    unplaced: last.unplaced,
    bestKnown: bestKnownOf(meetings, seed, semester),
    bound: knownBoundOf(meetings, seed, semester),
    planted: verify(semester.problem, semester.planted).score.soft,
    trialsPerSecond: Math.round(last.moves / last.seconds),
    completeSeconds: first.isFeasible ? first.seconds : null,
    peakMegabytes: last.peakMegabytes,
  };
}

async function printPhases(
  sizes: readonly number[],
  seeds: readonly number[],
  cpuSeconds: number,
): Promise<void> {
  const table = new Table(`CPU-seconds until complete, at most ${cpuSeconds}, one thread`, [
    'meetings',
    'seed',
    ...PHASES,
    'left by construction',
    'unplaced',
    'peak MB',
  ]);
  for (const meetings of sizes) {
    for (const seed of seeds) {
      const order = { meetings, seed, cpuSeconds, stopWhenComplete: true };
      const { seconds, left, unplaced, peakMegabytes } = await phased(order);
      const each = PHASES.map((phase) => seconds[phase].toFixed(2));
      table.row([meetings, seed, ...each, left, unplaced, peakMegabytes]);
    }
  }
}

function print(table: Table, row: Row): void {
  const { meetings, seed, cost, bestKnown, bound, completeSeconds } = row;
  table.row([
    meetings,
    seed,
    cost,
    bestKnown === null ? '-' : bestKnown === bound ? `${bestKnown}, proved` : bestKnown,
    bestKnown === null ? '-' : gapOf(cost, bestKnown),
    bound,
    gapOf(cost, bound),
    row.planted,
    row.unplaced,
    row.trialsPerSecond,
    completeSeconds?.toFixed(2) ?? '-',
    row.peakMegabytes,
  ]);
}

function printRules(rows: readonly Row[]): void {
  const rules = [...new Set(rows.flatMap(({ byRule }) => Object.keys(byRule)))] as (keyof Row['byRule'])[];
  const table = new Table('Cost by rule', ['meetings', 'seed', ...rules]);
  for (const { meetings, seed, byRule } of rows)
    table.row([meetings, seed, ...rules.map((rule) => byRule[rule] ?? 0)]);
}

function compare(rows: readonly Row[], before: ReadonlyMap<string, Row>): void {
  const table = new Table('This run, as a multiple of the earlier one', [
    'meetings',
    'seed',
    'cost',
    'trials/s',
    'complete after s',
    'peak MB',
  ]);
  for (const row of rows) {
    const old = before.get(keyOf(row));
    if (!old) continue;
    const ratio = (value: (of: Row) => number | null) =>
      ((value(row) ?? NaN) / (value(old) ?? NaN)).toFixed(3);
    table.row([
      row.meetings,
      row.seed,
      ratio(({ cost }) => cost),
      ratio(({ trialsPerSecond }) => trialsPerSecond),
      ratio(({ completeSeconds }) => completeSeconds),
      ratio(({ peakMegabytes }) => peakMegabytes),
    ]);
  }
}

const numbers = (list: string): number[] => list.split(',').map(Number);

/** Shows how far a run is, where somebody looks. */
function tell(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(60)}`);
}
