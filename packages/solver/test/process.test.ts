import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { patientSeconds } from '../src/host/clock.js';
import { packed, unpacked } from '../src/host/packed.js';
import { solveInProcess } from '../src/host/processes.js';
import { solveInThreads } from '../src/host/threads.js';
import { campus } from '../bench/solver/campus.js';
import { tiny } from './tiny.js';

const problem = campus({ classes: 12, seed: 5 });
const endless = { seed: 1, limit: { seconds: 600 } };

/** Fields of a thread in /proc from its state on, the third one. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
const read = (file: string): string[] => fieldsOf(readFileSync(file, 'utf8'));

/** Processes that search for another one, whoever that is if not said. */
function searchersOf(parent: number | undefined): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const isIts = parent === undefined || Number(read(`/proc/${pid}/stat`)[1]) === parent;
        return pid > 0 && isIts && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('host/process.ts');
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
}

const onLinux = process.platform === 'linux' ? test : test.skip;

test('a packed problem is the same one, and lists that meetings share are shared', () => {
  const meetings = [problem.meetings[1].id, 'of another semester'];
  const students = ['s', 't'].map((id) => ({ id, meetings }));
  const unlike = {
    ...problem,
    meetings: [...problem.meetings, { ...problem.meetings[0], rooms: [] }],
    students,
  };
  const found = unpacked(packed(unlike));
  expect(found).toEqual(unlike);
  expect(found.meetings.at(-1)!.times).toBe(found.meetings[0].times);
  expect(found.students![0].meetings).toBe(found.students![1].meetings);
  expect(unpacked(packed(tiny()))).toEqual(tiny());
});

test('a process finds what threads find, and tells of its progress', async () => {
  const options = { seed: 7, limit: { moves: 20_000 } };
  const stages = new Set<string>();
  const run = solveInProcess(problem, options, ({ stage }) => stages.add(stage));
  const [one, other] = await Promise.all([run.solution, solveInThreads(problem, options).solution]);
  expect(one.placements).toEqual(other.placements);
  expect(run.best()).toEqual(one.placements);
  expect([...stages]).toEqual(['CONSTRUCTION', 'OPTIMISATION', 'FINALISATION']);
});

test('a cancelled one ends soon with its best timetable', async () => {
  const run = solveInProcess(problem, endless, ({ best }) => best && run.cancel());
  const { isCancelled, placements } = await run.solution;
  expect(isCancelled).toBe(true);
  expect(placements.length).toBe(problem.meetings.length);
});

test('one that is ended, that fails, or whose progress nobody can take, is told', async () => {
  const ended = solveInProcess(problem, endless);
  await Promise.all([ended.terminate(), expect(ended.solution).rejects.toThrow('ended with SIGKILL')]);
  const broken = { ...tiny(), meetings: undefined as never };
  await expect(solveInProcess(broken, endless).solution).rejects.toThrow(/meetings|undefined/);
  const refusing = solveInProcess(problem, endless, () => {
    throw new Error('the database is away');
  });
  await expect(refusing.solution).rejects.toThrow('the database is away');
});

onLinux('its seconds pass slower while others take the processor (found in /proc)', async () => {
  expect([0, 1, 5].map((processor) => patientSeconds(10, processor))).toEqual([2.5, 4, 10]);
  let isStopped = false;
  const run = solveInProcess(problem, { seed: 1, limit: { seconds: 1 }, isPatient: true }, () => {
    if (isStopped) return;
    isStopped = true;
    for (const pid of searchersOf(process.pid)) {
      process.kill(pid, 'SIGSTOP');
      setTimeout(() => process.kill(pid, 'SIGCONT'), 1_500);
    }
  });
  const { seconds, unplaced } = await run.solution;
  expect(unplaced).toEqual([]);
  expect(seconds).toBeLessThan(1.5);
});

onLinux('every thread of it gives way (threads have priorities on Linux only)', async () => {
  const run = solveInProcess(problem, endless);
  const found = new Promise<number[]>((resolve) => {
    const look = (): void => {
      const pids = searchersOf(process.pid);
      if (run.best()) resolve(pids);
      else setTimeout(look, 20);
    };
    look();
  });
  const [pid] = await found;
  const nice = readdirSync(`/proc/${pid}/task`).map((thread) => read(`/proc/${pid}/task/${thread}/stat`)[16]);
  expect(nice.length).toBeGreaterThan(4);
  expect(new Set(nice)).toEqual(new Set(['19']));
  run.cancel();
  await run.solution;
});

onLinux('it lives through the parts of a search (found in /proc)', async () => {
  const before = searchersOf(process.pid);
  const pids = async (part: { from: number; to: number }, pieces = problem): Promise<number[]> => {
    let pids: number[] = [];
    const note = (): void => void (pids = searchersOf(process.pid).filter((pid) => !before.includes(pid)));
    await solveInProcess(pieces, { seed: 1, limit: { moves: 4_000 }, part }, note).solution;
    return pids;
  };
  const [first] = await pids({ from: 0, to: 0.5 });
  expect(await pids({ from: 0, to: 0.5 }, { ...problem })).toHaveLength(2);
  expect(await pids({ from: 0.5, to: 1 })).toContain(first);
  while (searchersOf(process.pid).includes(first)) await sleep(20);
});

onLinux('it ends with the process that asked (found in /proc)', async () => {
  const script = path.join(import.meta.dirname, 'searching.ts');
  const asking: ChildProcess = fork(script, { execArgv: process.execArgv });
  await once(asking, 'message');
  const [pid] = searchersOf(asking.pid);
  expect(pid).toBeGreaterThan(0);
  asking.kill('SIGKILL');
  for (const until = Date.now() + 10_000; searchersOf(undefined).includes(pid) && Date.now() < until;)
    await sleep(20);
  expect(searchersOf(undefined)).not.toContain(pid);
});
