import fc from 'fast-check';
import { campus } from '../../../../bench/solver/campus.js';
import { DISTRIBUTION_TYPES, type Distribution, type Problem } from '../../../../src/solver/model.js';
import { compile } from '../../../../src/solver/search/image/compile.js';
import { PairKernel } from '../../../../src/solver/search/pairs/kernel.js';
import { pairShapeOf } from '../../../../src/solver/search/pairs/shape.js';
import { Random } from '../../../../src/solver/search/random.js';
import { insertAll } from '../../../../src/solver/search/timetable.js';
import { State } from '../../../../src/solver/search/general/state.js';
import { solveInThreads } from '../../../../src/solver/host/threads.js';
import { smallFullRow } from '../../small-full-row.js';

/**
 * A made-up problem of the shape of ITC-2019 with every type of distribution, students, travel and closed
 * rooms.
 */
function madeUp(seed: number): Problem {
  const base = campus({ classes: 8, seed, rooms: 4, weeks: 2 + (seed % 5) });
  const random = new Random(seed);
  const some = (n: number) =>
    [...new Set(Array.from({ length: n }, () => random.below(base.meetings.length)))].map(
      (m) => base.meetings[m].id,
    );
  const weeks = '1'.repeat(base.calendar.weeks);
  return {
    ...base,
    profile: 'ITC2019',
    teachers: [],
    meetings: base.meetings.map((meeting, m) => ({
      ...meeting,
      teachers: [],
      times: meeting.times.map((option, i) => ({ ...option, penalty: i % 4 })),
      rooms: m % 6 === 5 ? [] : base.rooms.map(({ id }, penalty) => ({ room: id, penalty })),
    })),
    rooms: base.rooms.map((room, r) =>
      r === 0 ? { ...room, unavailable: [{ weeks, days: 3, start: 0, length: 4 }] } : room,
    ),
    travel: [
      { from: 'r0', to: 'r1', periods: 1 },
      { from: 'r2', to: 'r3', periods: 3 },
    ],
    distributions: DISTRIBUTION_TYPES.flatMap((type): Distribution[] =>
      [false, random.below(3) === 0].map((required) => ({
        type,
        parameters: [1 + random.below(5), random.below(3)],
        meetings: some(type.startsWith('Max') ? 12 : 5),
        required,
        penalty: 1 + random.below(7),
      })),
    ),
    students: Array.from({ length: 6 }, (_, i) => ({ id: `s${i}`, meetings: some(4) })),
    rules: { distribution: { weight: 1 + (seed % 4) }, 'student-conflict': { weight: 3 } },
  };
}

function expectAgreement(kernel: PairKernel, problem: Problem): void {
  const image = compile(problem);
  const [present, best] = [kernel.present(), kernel.best()].map((timetable) => {
    const state = new State(image);
    insertAll(state, timetable);
    return state;
  });
  expect([kernel.soft, kernel.hard === 0]).toEqual([present.soft, present.hard === 0]);
  expect([kernel.bestSoft, kernel.bestHard === 0]).toEqual([best.soft, best.hard === 0]);
}

test('after any moves and chains the counters agree with the general state', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const problem = madeUp(seed);
      const image = compile(problem);
      const shape = pairShapeOf(image)!;
      const nowhere = new Int32Array(3 * image.meetings).fill(-1);
      const kernel = new PairKernel(shape, new Random(seed), nowhere);
      expectAgreement(kernel, problem);
      for (const hardWeight of [1, 30, 1000]) {
        for (const temperature of [100, 20, 3]) {
          kernel.run(100, { temperature, hardWeight });
          expectAgreement(kernel, problem);
        }
      }
      kernel.adopt(kernel.best());
      expectAgreement(kernel, problem);
    }),
    { numRuns: 6 },
  );
});

test('the counters stay right where whole sets list a meeting twice', () => {
  for (const seed of [1, 2, 3]) {
    const base = madeUp(seed);
    const distributions = base.distributions!.map((one) =>
      one.type.startsWith('Max') ? { ...one, meetings: [...one.meetings, one.meetings[0]] } : one,
    );
    const image = compile({ ...base, distributions });
    const shape = pairShapeOf(image)!;
    const nothing = new Int32Array(3 * image.meetings).fill(-1);
    const kernel = new PairKernel(shape, new Random(seed), nothing);
    kernel.run(3000, { temperature: 20, hardWeight: 10 });
    const anew = new PairKernel(shape, new Random(seed), kernel.present());
    expect([kernel.hard, kernel.soft]).toEqual([anew.hard, anew.soft]);
  }
});

test('a walk without violations never breaks a required set again', () => {
  const base = madeUp(4);
  const distributions = ['MaxDays', 'MaxDayLoad', 'MaxBreaks', 'MaxBlock'].map((type, i): Distribution => {
    const meetings = base.meetings.slice(3 * i, 3 * i + 5).map(({ id }) => id);
    return {
      type: type as Distribution['type'],
      parameters: [[3], [4], [1, 1], [4, 1]][i],
      meetings,
      required: true,
    };
  });
  const problem = { ...base, distributions };
  const image = compile(problem);
  const nowhere = new Int32Array(3 * image.meetings).fill(-1);
  const kernel = new PairKernel(pairShapeOf(image)!, new Random(1), nowhere);
  for (let i = 0; i < 50 && kernel.bestHard > 0; i++) kernel.run(200, { temperature: 3, hardWeight: 1000 });
  kernel.adopt(kernel.best());
  for (let i = 0; i < 100; i++) {
    kernel.run(20, { temperature: 100, hardWeight: 1 });
    expect(kernel.hard).toBe(0);
  }
  expectAgreement(kernel, problem);
});

test('annealing and ejection in turn mend sets that are filled to the brim', () => {
  const problem = smallFullRow();
  const image = compile(problem);
  const nowhere = new Int32Array(3 * image.meetings).fill(-1);
  const kernel = new PairKernel(pairShapeOf(image)!, new Random(1), nowhere);
  for (let i = 0; i < 60 && kernel.hard > 0; i++) {
    kernel.repair(100, 1000);
    kernel.run(2000, { temperature: 1000 / (4 + i), hardWeight: 1000 });
    const state = new State(image);
    insertAll(state, kernel.present().subarray(0, 3 * image.meetings));
    expect(kernel.hard === 0).toBe(state.hard === 0);
  }
  expect(kernel.bestHard).toBe(0);
});

test('the same seed and moves give the same placements on one thread and on two', async () => {
  const options = { seed: 5, limit: { moves: 4000 } };
  const [one, two] = await Promise.all(
    [1, 2].map((threads) => solveInThreads(madeUp(7), { ...options, threads }).solution),
  );
  expect(one.placements.length).toBeGreaterThan(0);
  expect(two.placements).toEqual(one.placements);
});

test('problems with teachers to choose or rules on days are left to the general walk', () => {
  const problem = campus({ classes: 6 });
  const relations = {
    distributions: [
      {
        type: 'SameRoom' as const,
        meetings: problem.meetings.slice(0, 2).map(({ id }) => id),
        required: true,
      },
    ],
  };
  expect(pairShapeOf(compile({ ...problem, ...relations }))).toBeNull();
  expect(pairShapeOf(compile({ ...madeUp(1), rules: { 'day-balance': { level: 'soft' } } }))).toBeNull();
});
