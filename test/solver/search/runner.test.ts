import { compile } from '../../../src/solver/search/image/compile.js';
import { exp, ln } from '../../../src/solver/search/logarithm.js';
import { runnerFor } from '../../../src/solver/solve.js';
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

test('a second repair mends more than half of what the first one leaves broken', () => {
  const problem = smallFullRow();
  const image = compile(problem);
  let [first, second] = [0, 0];
  for (let seed = 1; seed <= 12; seed++) {
    const runner = runnerFor(problem, image, { seed, walk: 0 });
    const run = (from: number, to: number) => runner.execute({ kind: 'run', trials: 400, from, to }).hard;
    runner.execute({ kind: 'construct', steps: 1000 });
    for (let part = 0; part < 20; part++) first += run(part / 50, (part + 1) / 50) * Number(part === 19);
    for (let part = 20; part < 37; part++) second += run(part / 50, (part + 1) / 50) * Number(part === 36);
  }
  expect(first).toBeGreaterThan(0);
  expect(second).toBeLessThan(first / 2);
});
