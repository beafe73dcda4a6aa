import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Answers } from './siege/attacker.js';
import type { Target } from './siege/attacks.js';
import { drill } from './siege/drills.js';
import { guests, institutionSql, type Guest } from './siege/institution.js';
import { askSteadily, visit, visits, type Times, type Visit } from './siege/visitors.js';
import { residentOf } from './support/memory.js';
import { printTable } from './support/print.js';
import { startServer, type Delays } from './support/servers.js';
import { signedIn } from './support/sign-in.js';
import { withUndo } from './support/undo.js';
import { makeUniversity } from './support/university.js';

/** What shall hold: milliseconds in which 99 of 100 calls of `me` are answered, and growth of memory. */
const bounds = { p99Ms: 300, growth: 1.25 };

/** How often an innocent person calls `me`, and how often others ask something; milliseconds. */
const everyMs = { me: 100, visit: 500 };

/** How long people ask before the attacks begin and before anything counts: a server is not attacked cold. */
const warmUpMs = 10_000;

/**
 * `npm run bench siege -- [--minutes 10] [--attacks BCDGKP]`: what people notice of a server while
 * strangers, students and a planner attack it from another process, each with what once brought it down. The
 * attackers have the lowest priority, because their machines would be others; all else shares this one.
 * With `--drills disk,database,clock` nobody attacks: what the server depends on fails.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      attacks: { type: 'string', default: 'BCDGKP' },
      drills: { type: 'string' },
    },
  });
  if (values.drills !== undefined) return drill(values.drills.split(','));
  const milliseconds = Number(values.minutes) * 60_000;
  await withUndo(async (undo) => {
    const university = await makeUniversity(undo);
    for (const sql of institutionSql) await university.query(sql);
    const env = { ...university.env, WORKER: 'true', RATE_LIMIT_PER_MINUTE: '6000' };
    const { url, pid, delays } = await startServer('product', { env, undo });
    const { password } = university.account('demo-student');
    const signed: [string, { authorization: string }][] = [];
    for (const guest of guests)
      signed.push([guest, await signedIn(url, { user: `siege-${guest}`, password })]);
    const callers = Object.fromEntries(signed) as Record<Guest, { authorization: string }>;
    const planner = await signedIn(url, university.account('demo-affairs'));
    const [{ id: semester }] = await university.query<{ id: string }>(
      'select id from semester where is_current',
    );

    const meet = (milliseconds: number): Promise<[string, Times][]> =>
      Promise.all([
        askAsInnocent(url, callers.innocent, milliseconds),
        ...visits.map((each) => askOthers(url, callers.someone, each, milliseconds)),
      ]);
    await meet(warmUpMs);
    await delays();
    const memory = watchMemory(pid, milliseconds);
    const target: Target = {
      url,
      callers: { ...callers, planner },
      semester,
      milliseconds,
      wanted: values.attacks,
    };
    const attacked = attack(target, undo);
    const times = await meet(milliseconds);
    report(values.minutes, { times, answers: await attacked, memory: await memory, delays: await delays() });
  });
}

const askAsInnocent = async (
  url: string,
  headers: object,
  milliseconds: number,
): Promise<[string, Times]> => [
  'me',
  await askSteadily(() => visit(url, headers, { path: '/graphql', query: '{ me { user { id } } }' }), {
    everyMs: everyMs.me,
    milliseconds,
  }),
];

const askOthers = async (
  url: string,
  headers: object,
  wanted: Visit,
  milliseconds: number,
): Promise<[string, Times]> => [
  wanted.name,
  await askSteadily(() => visit(url, headers, wanted), { everyMs: everyMs.visit, milliseconds }),
];

/** Lets another process attack. */
async function attack(target: Target, undo: AsyncDisposableStack): Promise<Answers> {
  const child = fork(path.join(import.meta.dirname, 'siege/attacker.js'));
  const ended = once(child, 'exit');
  undo.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  child.send(target);
  const [answers] = (await Promise.race([once(child, 'message'), ended.then(failed)])) as [Answers];
  return answers;
}

const failed = (): never => {
  throw new Error('The attacking process ended before it told how it was answered.');
};

/** Resident megabytes of a process, in so many moments of equal distance. */
async function watchMemory(pid: number, milliseconds: number): Promise<number[]> {
  const samples: number[] = [];
  const count = 60;
  for (let at = 0; at < count; at++) {
    await sleep(milliseconds / count);
    samples.push(residentOf(pid) ?? Number.NaN);
  }
  return samples;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

interface Found {
  readonly times: readonly [string, Times][];
  readonly answers: Answers;
  readonly memory: readonly number[];
  readonly delays: Delays;
}

function report(minutes: string, { times, answers, memory, delays }: Found): void {
  printTable(
    `What people noticed in ${minutes} minutes; database, server, attackers and people on one machine.`,
    ['call', 'calls', 'p50 ms', 'p99 ms', 'longest ms', 'errors'],
    times.map(([name, each]) => [
      name,
      String(each.count),
      ...[0.5, 0.99, 1].map((share) => each.quantile(share).toFixed(0)),
      each.faults,
    ]),
  );
  printTable(
    'How the attackers were answered.',
    ['attack', 'answers'],
    Object.entries(answers).map(([name, counts]) => [
      name,
      Object.entries(counts)
        .map(([answer, count]) => `${count} × ${answer}`)
        .join(', '),
    ]),
  );
  printTable(
    "How late the server's event loop was, beside its turns of 1 ms, and its longest turn.",
    ['p50 ms', 'p99 ms', 'longest ms', 'longest turn, processor ms'],
    [[delays.p50, delays.p99, delays.longest, delays.turnLongest].map((ms) => ms.toFixed(1))],
  );
  const tenths = Array.from({ length: 10 }, (_, at) => memory.slice(at * 6, at * 6 + 6));
  printTable(
    'Memory of the server in megabytes, medians of each tenth of the time, and the most.',
    [...tenths.map((_, at) => String(at + 1)), 'most'],
    [[...tenths.map((tenth) => median(tenth).toFixed(0)), Math.max(...memory).toFixed(0)]],
  );
  const p99 = times[0][1].quantile(0.99);
  // The beginning does not count: caches and compiled code come with the first requests.
  const growth = median(memory.slice(-12)) / median(memory.slice(12, 24));
  const verdicts = [
    [`errors of me: ${times[0][1].faults}, at most 0`, times[0][1].faults === '0'],
    [`p99 of me: ${p99.toFixed(0)} ms, at most ${bounds.p99Ms}`, p99 <= bounds.p99Ms],
    [`memory, last fifth by second: ${growth.toFixed(2)}, at most ${bounds.growth}`, growth <= bounds.growth],
  ] as const;
  for (const [text, holds] of verdicts) console.log(`${holds ? 'holds' : 'DOES NOT HOLD'}  ${text}`);
  if (!verdicts.every(([, holds]) => holds)) process.exitCode = 1;
}
