import { compile } from '../../src/search/image/compile.js';
import { exp, ln } from '../../src/search/logarithm.js';
import { runnerFor } from '../../src/solve.js';
import { smallFullRow } from '../small-full-row.js';
import { meeting, tiny } from '../tiny.js';

test(
  'a walk that ends its repair at the end of its time goes on when the clock tells an earlier ' + 'fraction',
  () => {
    const crowded = tiny({
      meetings: ['m1', 'm2', 'm3'].map((id) => meeting(id, { times: [{ time: 0 }, { time: 1 }] })),
      distributions: [{ type: 'NotOverlap', meetings: ['m1', 'm2', 'm3'], required: true }],
    });
    const runner = runnerFor(crowded, compile(crowded), { seed: 1, walk: 0 });
    runner.execute({ kind: 'construct', steps: 100 });
    let moves = 0;
    for (const from of [0, 1, 0.5, 1]) {
      ({ moves } = runner.execute({ kind: 'run', trials: 50, from, to: 1 }));
    }
    expect(moves).toBe(300);
  },
);

test('exponential and logarithm end at infinity and zero too', () => {
  expect([exp(Infinity), exp(-Infinity), exp(NaN)]).toEqual([Infinity, 0, NaN]);
  expect([ln(0), ln(Infinity), ln(NaN)]).toEqual([-Infinity, Infinity, NaN]);
});

test.each([1e-9, 0.1, 0.75, 1, 1.5, 2, 1e9])('exponential undoes the logarithm of %d', (x) => {
  expect(ln(x)).toBeCloseTo(Math.log(x), 10);
  expect(exp(ln(x)) / x).toBeCloseTo(1, 10);
});

test.each([1, 2, 3, 4, 5, 6])('a run completes sets that are filled to the brim, seed %i', (seed) => {
  const problem = smallFullRow();
  const runner = runnerFor(problem, compile(problem), { seed, walk: 0 });
  runner.execute({ kind: 'construct', steps: 1000 });
  let hard = Infinity;
  for (let part = 0; part < 45 && hard > 0; part++)
    ({ hard } = runner.execute({ kind: 'run', trials: 4000, from: part / 50, to: (part + 1) / 50 }));
  expect(hard).toBe(0);
});
