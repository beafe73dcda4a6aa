import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { findConflict } from '../src/conflicts/conflicts.js';
import { verifyEnrolments } from '../src/enrolments.js';
import { readCtt, readItc2019 } from '../src/competitions/index.js';
import type { Host, Placement, Problem, RuleId, Solution } from '../src/model.js';
import { Alternatives } from '../src/alternatives.js';
import { leastDisturbing, movesBetween } from '../src/reschedule.js';
import { solve, solveWithStudents } from '../src/solve.js';
import { Suggester } from '../src/suggest.js';
import { solveInThreads } from '../src/host/threads.js';
import { INSTANCES, PACKAGE } from './solver/places.js';
import type { SolveThreadData } from './solver/solve-thread.js';
import { campus } from './solver/campus.js';
import { ROWS } from './solver/competition.js';
import type { MadeUpThreadData, MadeUpResult } from './solver/made-up-thread.js';
import { collections } from './solver/collections.js';
import { plotOf, type Point } from './solver/plot.js';
import { REFERENCES, REFERENCES_2019 } from './solver/references.js';
import { cpuSeconds, mean, Table } from './solver/table.js';

const PLOT = path.join(PACKAGE, '../../docs/solver-growth.svg');
const GROWTH_RUNS = 5;
const GROWTH = [125, 250, 500, 1000, 2000, 4000];

/** What the command line chose. */
interface BenchOptions {
  readonly seconds: number;
  readonly seeds: readonly number[];
  readonly threads: number;
  readonly instances: readonly string[];
  readonly folder: string;
}

/**
 * `npm run bench solver -- [--only itc2007,collections,semester,growth,edits,itc2019] [--seconds 60] [--seeds
 * 1,2,3] [--threads 1] [--instances comp01,comp02] [--folder DIR of .ctt files] [--itc2019 DIR of .xml
 * files]`. One thread is measured in CPU-seconds of the whole process, several in seconds of the clock.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: 'itc2007,collections,semester,growth,edits,itc2019' },
      seconds: { type: 'string', default: '60' },
      seeds: { type: 'string', default: '1,2,3' },
      threads: { type: 'string', default: '1' },
      instances: { type: 'string' },
      folder: { type: 'string', default: INSTANCES },
      itc2019: { type: 'string' },
    },
  });
  const known = readdirSync(values.folder).filter((file) => file.endsWith('.ctt'));
  const options: BenchOptions = {
    seconds: Number(values.seconds),
    seeds: values.seeds.split(',').map(Number),
    threads: Number(values.threads),
    instances: values.instances?.split(',') ?? known.map((file) => path.basename(file, '.ctt')).sort(),
    folder: values.folder,
  };
  const parts = values.only.split(',');
  if (parts.includes('itc2007')) await competition2007(options);
  if (parts.includes('collections')) collections(options.folder, options.seconds, options.seeds, host);
  if (parts.includes('semester')) semester(options);
  if (parts.includes('growth')) growth();
  if (parts.includes('edits')) edits();
  if (parts.includes('itc2019')) {
    await competition2019(options, values.itc2019, values.instances?.split(','));
  }
  if (parts.includes('made-up-2019')) await madeUp2019(options, values.instances?.split(','));
}

async function competition2007({ seconds, seeds, threads, instances, folder }: BenchOptions): Promise<void> {
  const unit = threads === 1 ? 'CPU-seconds' : 'seconds';
  const table = new Table(
    `ITC-2007 track 3 (UD2), ${seconds} ${unit}, threads: ${threads}, seeds ${seeds.join(', ')}`,
    [
      'instance',
      'aim',
      'mean',
      'worst',
      'feasible',
      'best known',
      'Müller',
      'Lü-Hao',
      'Abdullah',
      'Bellio',
      'M moves/s',
    ],
  );
  const means: number[] = [];
  for (const name of instances) {
    const problem = readCtt(readFileSync(path.join(folder, `${name}.ctt`), 'utf8'));
    const runs: Solution[] = [];
    for (const seed of seeds) runs.push(await timed(problem, { seed, seconds, threads }));
    const costs = runs.map(({ score }) => score.soft);
    const speed = runs.map((solution) => solution.moves / solution.seconds / 1e6);
    const feasible = `${runs.filter(({ isFeasible }) => isFeasible).length}/${runs.length}`;
    const { aim, bestKnown, muller, luHao, abdullah, bellio } = REFERENCES[name] ?? {};
    const cells = [
      name,
      aim,
      mean(costs),
      Math.max(...costs),
      feasible,
      bestKnown,
      muller,
      luHao,
      abdullah,
      bellio,
      mean(speed),
    ];
    table.row(cells.map((cell) => cell ?? '-'));
    means.push(Number(mean(costs)));
  }
  table.row(['sum', '', means.reduce((a, b) => a + b, 0).toFixed(1), '', '', '', '', '', '', '', '']);
}

function semester({ seconds, seeds }: BenchOptions): void {
  const problem = campus({ classes: 1000, weeks: 20, days: 7, rooms: 300, teachers: 400, groups: 200 });
  const table = new Table(
    `A made-up semester: 1,000 classes, ${problem.meetings.length} meetings, 20 weeks x 7 days x 12 ` +
      `periods, 300 rooms; one thread`,
    ['seed', 'complete after s', 'unplaced', 'cost then', `cost after ${seconds} s`, 'MB'],
  );
  for (const seed of seeds) {
    const first = solve(problem, { seed, limit: { seconds }, stopWhenComplete: true }, host());
    const last = solve(problem, { seed, limit: { seconds } }, host());
    const megabytes = Math.round(process.memoryUsage().rss / 1e6);
    table.row([
      seed,
      first.seconds.toFixed(2),
      first.unplaced.length,
      first.score.soft,
      last.score.soft,
      megabytes,
    ]);
  }
}

/** Prints and draws the table; the least of some runs is the one least disturbed by other processes. */
function growth(): void {
  const title = `time to a complete timetable at equal density, one thread, least of ${GROWTH_RUNS} runs`;
  const table = new Table(`Growth: ${title}`, ['meetings', 'CPU-seconds', 'ms per meeting', 'unplaced']);
  const points: Point[] = [];
  for (const classes of GROWTH) {
    const problem = campus({ classes, weeks: 20, days: 7 });
    const runs = Array.from({ length: GROWTH_RUNS }, () =>
      solve(problem, { seed: 1, limit: { seconds: 120 }, stopWhenComplete: true }, host()),
    );
    const seconds = Number(Math.min(...runs.map((run) => run.seconds)).toFixed(3));
    const { length } = problem.meetings;
    table.row([length, seconds, ((seconds * 1000) / length).toFixed(3), runs[0].unplaced.length]);
    points.push({ x: length, y: seconds });
  }
  writeFileSync(PLOT, plotOf(capital(title), { x: 'meetings', y: 'CPU-seconds' }, points));
  console.log(`\nDrawn in ${path.relative(process.cwd(), PLOT)}.`);
}

const capital = (text: string): string => text[0].toUpperCase() + text.slice(1);

/** Answers to a person who changes a timetable of 2,000 meetings. */
function edits(): void {
  const table = new Table('Edits at 2,000 meetings, one thread', ['what', 'complete after s', 'result']);
  const problem = campus({ classes: 1000, weeks: 20, days: 7, rooms: 300, teachers: 400, groups: 200 });
  const before = solve(problem, { seed: 1, limit: { seconds: 10 } }, host());
  answers(table, problem, before.placements);
  for (const [what, changed, touched] of disruptions(problem, before.placements)) {
    const task = leastDisturbing(changed, before.placements);
    const run = (seconds: number, stopWhenComplete: boolean) =>
      solve(task.problem, { seed: 1, limit: { seconds }, stopWhenComplete, ...task.options }, host());
    const first = run(5, true);
    const last = run(5, false);
    const moved = movesBetween(before.placements, last.placements);
    const known = `${touched} had to move, ${moved.length} moved, feasible: ${last.isFeasible}`;
    table.row([what, first.seconds.toFixed(2), `after 5 s: ${known}`]);
  }
}

/**
 * Questions about single meetings: suggestions, every option, and whether one that was taken out fits again.
 */
function answers(table: Table, problem: Problem, placements: readonly Placement[]): void {
  const suggester = new Suggester(problem, placements);
  const explainer = new Alternatives(problem, placements);
  const asked = problem.meetings.filter((_, i) => i % 40 === 0).map(({ id }) => id);
  const questions: readonly (readonly [string, (id: string) => unknown])[] = [
    ['suggest', (id) => suggester.suggest(id)],
    ['explain every time', (id) => explainer.times(id)],
    [
      'place one again',
      (id) =>
        findConflict(
          problem,
          placements.filter(({ meeting }) => meeting !== id),
          { meeting: id, now: () => performance.now() / 1000 },
        ),
    ],
  ];
  for (const [what, ask] of questions) {
    const waits = asked.map((id) => {
      const begin = performance.now();
      ask(id);
      return performance.now() - begin;
    });
    table.row([what, '-', `mean ${mean(waits)} ms, worst ${Math.max(...waits).toFixed(0)} ms`]);
  }
}

type Disruption = readonly [what: string, problem: Problem, touched: number];

const ALWAYS = [{ weeks: '1'.repeat(20), days: 127, start: 0, length: 12 }];
const FIRST_WEEKS = [{ weeks: '1'.repeat(4) + '0'.repeat(16), days: 3, start: 0, length: 12 }];

/** A room closes, a teacher falls ill on two days of four weeks, a class is added. */
function* disruptions(problem: Problem, placements: readonly Placement[]): Generator<Disruption> {
  const rooms = problem.rooms.map((room) => (room.id === 'r0' ? { ...room, unavailable: ALWAYS } : room));
  yield ['close a room', { ...problem, rooms }, placements.filter(({ room }) => room === 'r0').length];
  const ill = placements.find(({ time }) => (problem.times[time].days & 3) !== 0)?.teacher;
  const teachers = problem.teachers.map((teacher) =>
    teacher.id === ill ? { ...teacher, unavailable: FIRST_WEEKS } : teacher,
  );
  const missed = placements.filter(({ teacher, time }) => {
    const { days, weeks } = problem.times[time];
    return teacher === ill && (days & 3) !== 0 && weeks.slice(0, 4).includes('1');
  });
  yield ['a teacher is ill', { ...problem, teachers }, missed.length];
  const [like] = problem.teachingClasses;
  const added = problem.meetings
    .filter(({ teachingClass }) => teachingClass === like.id)
    .map((meeting) => ({ ...meeting, id: `${meeting.id}-added`, teachingClass: 'added' }));
  yield [
    'add a class',
    {
      ...problem,
      teachingClasses: [...problem.teachingClasses, { ...like, id: 'added', name: 'Added' }],
      meetings: [...problem.meetings, ...added],
    },
    added.length,
  ];
}

async function competition2019(
  { seconds, seeds, threads }: BenchOptions,
  folder: string | undefined,
  only: readonly string[] | undefined,
): Promise<void> {
  if (folder === undefined) {
    console.log('\nITC-2019: not measured. Maybe give the folder of the instances: --itc2019 DIR.');
    return;
  }
  const unit = threads === 1 ? 'CPU-seconds' : 'seconds';
  const table = new Table(`ITC-2019, ${seconds} ${unit}, threads: ${threads}, seeds ${seeds.join(', ')}`, [
    'instance',
    'valid',
    'mean',
    'worst',
    'time',
    'room',
    'relations',
    'students',
    'UniTime',
    'best known',
    'aim',
  ]);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => path.basename(name, '.xml'));
  for (const name of names.filter((one) => only?.includes(one) ?? true).sort()) {
    const problem = readItc2019(readFileSync(path.join(folder, `${name}.xml`), 'utf8'));
    const runs: Awaited<ReturnType<typeof solveWithStudents>>[] = [];
    for (const seed of seeds) {
      const options = { seed, limit: { seconds }, threads };
      const solveOnce = async (part: Problem, runOptions: typeof options) =>
        threads === 1 ? solve(part, runOptions, host()) : solveInThreads(part, runOptions).solution;
      runs.push(await solveWithStudents(problem, options, solveOnce));
    }
    const valid = runs.filter(
      ({ problem: solved, solution }) => solution.isFeasible && verifyEnrolments(solved).length === 0,
    );
    const part = (rule: RuleId) => mean(runs.map(({ solution }) => solution.score.byRule[rule] ?? 0));
    const costs = runs.map(({ solution }) => solution.score.soft);
    const { bestKnown = '-', uniTime = '-', aim = '-' } = REFERENCES_2019[problem.name] ?? {};
    table.row([
      problem.name,
      `${valid.length}/${runs.length}`,
      mean(costs),
      Math.max(...costs),
      part('time-preference'),
      part('room-preference'),
      part('distribution'),
      part('student-conflict'),
      uniTime,
      bestKnown,
      aim,
    ]);
  }
}

/** Made-up instances with the features of published ones, the smallest first, one thread each. */
async function madeUp2019(
  { seconds, seeds }: BenchOptions,
  only: readonly string[] | undefined,
): Promise<void> {
  const table = new Table(`Made-up rows of ITC-2019, ${seconds} CPU-seconds, one thread, first seed`, [
    'like',
    'classes',
    'students',
    'MB of XML',
    'read in s',
    'complete after s',
    'valid',
    'cost',
    'peak MB so far',
  ]);
  const rows = ROWS.filter(({ name }) => only?.includes(name) ?? true);
  for (const row of rows) {
    const workerData: MadeUpThreadData = { row, seed: seeds[0], seconds };
    const worker = new Worker(new URL('./solver/made-up-thread.js', import.meta.url), { workerData });
    const [result] = (await once(worker, 'message')) as [MadeUpResult];
    table.row([
      row.name,
      row.classes,
      result.students,
      result.megabytes.toFixed(1),
      result.readingSeconds.toFixed(1),
      result.completeSeconds?.toFixed(1) ?? '-',
      String(result.isValid),
      result.cost,
      Math.round(process.resourceUsage().maxRSS / 1000),
    ]);
  }
}

interface Timing {
  readonly seed: number;
  readonly seconds: number;
  readonly threads: number;
}

async function timed(problem: Problem, { seed, seconds, threads }: Timing): Promise<Solution> {
  if (threads === 1) return inFreshThread({ problem, seed, seconds });
  return solveInThreads(problem, { seed, limit: { seconds }, threads }).solution;
}

/**
 * Solves in a fresh thread, as the command line and the task do: the runtime compiles the search for the
 * first problem of a thread faster than for all, so that runs one after the other in one thread would measure
 * less.
 */
async function inFreshThread(data: SolveThreadData): Promise<Solution> {
  const worker = new Worker(new URL('./solver/solve-thread.js', import.meta.url), { workerData: data });
  const [solution] = (await once(worker, 'message')) as [Solution];
  return solution;
}

function host(): Host {
  return { seconds: cpuSeconds, cancelled: () => false, report: () => undefined };
}
