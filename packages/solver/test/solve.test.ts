import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainUnplaced } from '../src/explain.js';
import { readCtt } from '../src/competitions/index.js';
import { judgementOf } from '../src/judgement.js';
import type { Host, Problem, Progress, SolveOptions } from '../src/model.js';
import { solve } from '../src/solve.js';
import { floorsInThread, judgeInThread, solveInThreads, type SolveHandle } from '../src/host/threads.js';
import { verify } from '../src/verify.js';
import { campus } from '../bench/solver/campus.js';
import { at, meeting, put, tiny } from './tiny.js';

const never: Host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
const solved = (problem: Problem, options: Partial<SolveOptions> = {}) =>
  solve(problem, { seed: 1, limit: { moves: 20_000 }, ...options }, never);
const ctt = (name: string) => readCtt(readFileSync(`instances/itc2007-ctt/${name}.ctt`, 'utf8'));

test('every made-up semester ends complete and without clash by the independent check', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 4, max: 30 }), (seed, classes) => {
      const problem = campus({ classes, seed, weeks: 4 + (seed % 17) });
      const solution = solved(problem, { seed, walks: 2, limit: { moves: 4000 } });
      expect(solution.unplaced).toEqual([]);
      expect(verify(problem, solution.placements).score.hard).toBe(0);
    }),
    { numRuns: 20 },
  );
});

test.each(['comp01', 'comp02', 'comp03', 'comp04', 'comp05', 'comp06', 'comp07'])(
  '%s is solved without hard violation within a small budget of moves',
  (name) => {
    const problem = ctt(name);
    const solution = solved(problem, { limit: { moves: 1_000_000 }, walks: 1 });
    expect(verify(problem, solution.placements).isFeasible).toBe(true);
  },
);

test('the search improves what construction left', () => {
  const problem = campus({ classes: 20, seed: 4 });
  const constructed = solved(problem, { stopWhenComplete: true });
  const improved = solved(problem, { limit: { moves: 100_000 } });
  expect(constructed.isFeasible && improved.isFeasible).toBe(true);
  expect(improved.score.soft).toBeLessThan(constructed.score.soft * 0.9);
});

test(
  'the same seed and moves give the same bytes on 1, 2 and 3 threads, another seed gives ' + 'others',
  async () => {
    for (const problem of [ctt('comp01'), campus({ classes: 12, seed: 5 })]) {
      const options = { seed: 7, limit: { moves: 60_000 } };
      const results = await Promise.all(
        [1, 2, 3].map((threads) => solveInThreads(problem, { ...options, threads }).solution),
      );
      const [first, ...others] = results.map(({ placements }) => JSON.stringify(placements));
      for (const other of others) expect(other).toBe(first);
      expect(JSON.stringify(solved(problem, options).placements)).toBe(first);
      expect(JSON.stringify(solved(problem, { ...options, seed: 8 }).placements)).not.toBe(first);
    }
  },
);

test('cancelling ends the run with its best timetable', async () => {
  const problem = ctt('comp02');
  const seen: Progress[] = [];
  const run: SolveHandle = solveInThreads(
    problem,
    { seed: 1, limit: { seconds: 600 }, threads: 2 },
    (progress) => {
      seen.push(progress);
      if (progress.stage === 'OPTIMISATION') run.cancel();
    },
  );
  const solution = await run.solution;
  expect(solution.isCancelled).toBe(true);
  expect(verify(problem, solution.placements).isFeasible).toBe(true);
  expect(run.best()).toEqual(solution.placements);
  expect(seen.length).toBeGreaterThan(0);
});

test(
  'progress tells stage, score by rule, what is placed, speed, the best so far and the time that is ' +
    'left',
  async () => {
    const seen: Progress[] = [];
    const problem = ctt('comp01');
    const options = { seed: 1, limit: { seconds: 5 }, clock: 'processor' } as const;
    await solveInThreads(problem, options, (progress) => seen.push(progress)).solution;
    const last = seen[seen.length - 1];
    expect(last.placed).toBe(problem.meetings.length);
    expect(last.unplaced).toBe(0);
    const sum = Object.values(last.score.byRule).reduce((a, b) => a + b, 0);
    expect(sum).toBe(last.score.soft);
    expect(last.moves).toBeGreaterThan(0);
    expect(last.movesPerSecond).toBeGreaterThan(0);
    expect(last.seconds + last.secondsRemaining).toBeGreaterThanOrEqual(5);
    expect(seen.some(({ best }) => best?.length === problem.meetings.length)).toBe(true);
    expect(['OPTIMISATION', 'FINALISATION']).toContain(last.stage);
  },
);

test('a run whose thread dies rejects, and keeps the best that it had told', async () => {
  const run: SolveHandle = solveInThreads(ctt('comp02'), { seed: 1, limit: { seconds: 600 } }, (progress) => {
    if (progress.best) void run.terminate();
  });
  await expect(run.solution).rejects.toThrow('The solver thread ended with code 1 before its result.');
  expect(run.best()?.length).toBeGreaterThan(0);
});

test('a run whose progress cannot be taken rejects, and its thread ends', async () => {
  let reports = 0;
  const run = solveInThreads(ctt('comp02'), { seed: 1, limit: { seconds: 600 } }, () => {
    reports++;
    throw new Error('The disk is full.');
  });
  await expect(run.solution).rejects.toThrow('The disk is full.');
  await sleep(300);
  const before = reports;
  await sleep(600);
  expect(reports).toBe(before);
});

test('nothing is looked for once the caller has given up', async () => {
  const reason = new Error('The task was cancelled.');
  await expect(floorsInThread(tiny(), AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('a thread judges a timetable of 1,000 meetings while the calling thread goes on', async () => {
  const problem = campus({ classes: 500, seed: 2 });
  const { placements } = solved(problem, { stopWhenComplete: true, walks: 1 });
  const missing = placements.slice(3);
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const judgement = await judgeInThread(problem, missing);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(3);
  expect(judgement).toEqual(judgementOf(problem, missing));
  expect([judgement.broken.length, judgement.reasons.length]).toEqual([3, 3]);
});

test('a thread that cannot judge rejects by name', async () => {
  await expect(judgeInThread(tiny(), [put('m9', 0)])).rejects.toThrow(
    'There is no meeting m9 in the problem.',
  );
});

test('a problem that refers to something unknown rejects by name', async () => {
  const problem = tiny({ meetings: [meeting('m1', { teachers: ['nobody'] })] });
  const run = solveInThreads(problem, { seed: 1, limit: { moves: 10 } });
  await expect(run.solution).rejects.toThrow('There is no teacher nobody in the problem.');
});

test('locked times, rooms and teachers stay where they are', () => {
  const base = campus({ classes: 20, seed: 11 });
  const free = solved(base);
  const problem: Problem = {
    ...base,
    meetings: base.meetings.map((m, i) => {
      const was = free.placements.find((p) => p.meeting === m.id);
      if (!was || i % 2 === 1) return m;
      return { ...m, lock: { time: was.time, room: i % 4 === 0 ? (was.room ?? undefined) : undefined } };
    }),
  };
  const solution = solved(problem, { seed: 99 });
  expect(solution.isFeasible).toBe(true);
  expect(verify(problem, solution.placements).score.byRule.lock).toBeUndefined();
});

test('a lock outside the offered options is honoured in time, and reported as not offered', () => {
  const problem = tiny({ meetings: [meeting('m1', { times: [{ time: 0 }], lock: { time: 3 } })] });
  expect(solved(problem).placements).toMatchObject([{ meeting: 'm1', time: 3 }]);
  expect(solved(problem).isFeasible).toBe(true);
});

test(
  'more meetings than a teacher has time for: the most important are placed, the rest is named with its ' +
    'cause',
  () => {
    const problem = tiny({
      times: [at(0, 0), at(1, 0)],
      meetings: ['m1', 'm2', 'm3'].map((id) =>
        meeting(id, { teachingClass: id === 'm3' ? 'c2' : 'c1', times: [{ time: 0 }, { time: 1 }] }),
      ),
      teachingClasses: [
        { id: 'c1', name: 'Algebra', priority: 2 },
        { id: 'c2', name: 'Physics', priority: 9 },
      ],
    });
    const solution = solved(problem);
    expect(solution.placements.map(({ meeting: id }) => id)).toContain('m3');
    expect(solution.unplaced).toHaveLength(1);
    expect(solution.isFeasible).toBe(false);
    const [reason] = explainUnplaced(problem, solution.placements);
    expect(reason.timesFree).toBe(0);
    expect(reason.obstacles.map(({ rule, times }) => [rule, times])).toEqual([
      ['group-conflict', 2],
      ['teacher-conflict', 2],
    ]);
    expect(reason.sentence.en).toBe(
      '2 of the 2 times of Algebra are barred: group CS1 has Physics, Algebra.',
    );
  },
);

test('no room large enough is named as the cause', () => {
  const problem = tiny({ meetings: [meeting('m1', { size: 500 })] });
  const solution = solved(problem);
  expect(solution.unplaced).toEqual(['m1']);
  expect(explainUnplaced(problem, solution.placements)[0].sentence).toEqual({
    zh: '“Algebra”的6个可选时间中有6个不可用：没有足够大的教室。',
    en: '6 of the 6 times of Algebra are barred: no room is large enough.',
  });
});

test('a warm start keeps what still fits, and few meetings move when a room closes', () => {
  const base = campus({ classes: 40, seed: 21 });
  const before = solved(base, { limit: { moves: 100_000 }, walks: 1 });
  const stood = before.placements.filter(({ room }) => room === 'r0').length;
  const problem: Problem = {
    ...base,
    rooms: base.rooms.map((room) =>
      room.id === 'r0'
        ? { ...room, unavailable: [{ weeks: '1'.repeat(16), days: 127, start: 0, length: 12 }] }
        : room,
    ),
    reference: before.placements,
    rules: { 'fewest-changes': { weight: 1000 } },
  };
  const after = solved(problem, { start: before.placements, limit: { moves: 40_000 } });
  expect(after.isFeasible).toBe(true);
  expect((after.score.byRule['fewest-changes'] ?? 0) / 1000).toBeLessThanOrEqual(2 * stood);
});

test('an empty problem is solved at once', () => {
  const solution = solved(tiny({ meetings: [] }));
  expect(solution).toMatchObject({ placements: [], unplaced: [], isFeasible: true });
});

test('a start from a foreign timetable ignores what the problem does not offer', () => {
  const problem = tiny();
  const solution = solved(problem, { start: [put('m1', 0, 'gone'), put('m2', 99), put('m9', 0)] });
  expect(solution.isFeasible).toBe(true);
});
