import fc from 'fast-check';
import { campus } from '../../../bench/solver/campus.js';
import type { Distribution, Problem } from '../../../src/model.js';
import { compile } from '../../../src/search/image/compile.js';
import { PairKernel } from '../../../src/competitions/pairs/kernel.js';
import { pairShapeOf } from '../../../src/competitions/pairs/shape.js';
import { Random } from '../../../src/search/random.js';
import { insertAll } from '../../../src/search/timetable.js';
import { State } from '../../../src/search/general/state.js';
import { solveInThreads } from '../../../src/host/threads.js';
import { smallFullRow } from '../../small-full-row.js';
import { madeUp } from './made-up.js';

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

/** A kernel on a small full row where everything stands anywhere. */
function kernelOf(problem: Problem, seed: number): PairKernel {
  const image = compile(problem);
  const nowhere = new Int32Array(3 * image.meetings).fill(-1);
  return new PairKernel(pairShapeOf(image)!, new Random(seed), nowhere);
}

test.each([1, 2, 3])('mending completes sets that are filled to the brim, seed %i', (seed) => {
  const problem = smallFullRow();
  const kernel = kernelOf(problem, seed);
  expect(kernel.hard).toBeGreaterThan(5);
  for (let i = 0; i < 60 && kernel.hard > 0; i++) {
    kernel.repairByWeights(500);
    expectAgreement(kernel, problem);
  }
  expect(kernel.bestHard).toBe(0);
});

test('annealing and mending in turn count alike', () => {
  fc.assert(
    fc.property(fc.nat(1000), (seed) => {
      const problem = madeUp(seed);
      const kernel = kernelOf(problem, seed);
      for (let i = 0; i < 4; i++) {
        kernel.repairByWeights(40);
        expectAgreement(kernel, problem);
        kernel.run(100, { temperature: 20, hardWeight: 10 });
        expectAgreement(kernel, problem);
      }
    }),
    { numRuns: 20 },
  );
});

test('mending is repeatable', () => {
  const [one, other] = [7, 7].map((seed) => {
    const kernel = kernelOf(smallFullRow(), seed);
    kernel.repairByWeights(1000);
    return kernel.present();
  });
  expect(one).toEqual(other);
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
