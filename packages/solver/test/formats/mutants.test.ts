import { KINDS, runMutants } from '../../bench/solver/mutants.js';

/** `npm run bench mutants` makes 10,000 of each kind and solves more of them, for longer. */
test.each(KINDS)(
  '200 mutants of made-up %s files are refused by name or accepted, and get timetables that pass the check',
  (kind) => {
    const plan = { count: 200, solveEach: 10, limit: { moves: 3000 } };
    const { faults, refused, accepted, solved } = runMutants(kind, plan);
    expect(faults).toEqual([]);
    expect(refused + accepted).toBe(200);
    expect(Math.min(refused, accepted, solved)).toBeGreaterThan(0);
  },
);
