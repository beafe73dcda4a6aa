import { boundOf, relaxedCost } from '../bench/product/bound/bound.js';
import { Formulation } from '../bench/product/bound/formulation.js';
import { loadHighs } from '../bench/product/bound/highs.js';
import { partsOf } from '../bench/product/bound/parts.js';
import { knownBoundOf } from '../bench/product/bounds.js';
import { bestKnownOf } from '../bench/product/references.js';
import { plantedSemester } from '../bench/product/semester.js';
import type { Placement, Problem } from '../src/model.js';
import { solve } from '../src/solve.js';
import { verify } from '../src/verify.js';

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };

const solved = (problem: Problem, seed: number): readonly Placement[] =>
  solve(problem, { seed, limit: { moves: 40_000 }, walks: 1 }, host).placements;

/** Other levels and weights than those of the profile. */
const otherRules: Problem['rules'] = {
  'consecutive-periods': { level: 'soft', weight: 3 },
  'daily-load': { level: 'soft', weight: 2 },
  'isolated-meetings': { weight: 7 },
  evening: { level: 'hard' },
  'room-fit': { level: 'off' },
};

test.each([
  [20, 1, {}],
  [45, 2, {}],
  [45, 3, otherRules],
])('no timetable of %i meetings (seed %i) costs less than the bound', async (meetings, seed, rules) => {
  const semester = plantedSemester(meetings, seed);
  const problem = { ...semester.problem, rules };
  const { cost: bound } = await boundOf(problem, 0);
  expect(bound).toBeGreaterThan(0);
  for (const placements of [semester.planted, solved(problem, 1), solved(problem, 2)]) {
    const { isFeasible, score } = verify(problem, placements);
    if (isFeasible) expect(score.soft).toBeGreaterThanOrEqual(bound);
  }
});

test('the program counts what the rules count, but for single students and rooms', async () => {
  const highs = await loadHighs();
  const { problem, planted } = plantedSemester(45, 1);
  for (const placements of [planted, solved(problem, 3)]) {
    const formulation = new Formulation(problem);
    formulation.decide(placements);
    const { isFeasible, score } = verify(problem, placements);
    expect(isFeasible).toBe(true);
    const counted = relaxedCost(highs, formulation.program);
    expect(counted).toBeLessThanOrEqual(score.soft);
    const { 'student-conflict': missed = 0, 'room-stability': rooms = 0 } = score.byRule;
    expect(counted).toBeGreaterThanOrEqual(score.soft - missed - rooms);
  }
});

test.each([60, 120])(
  'the best timetables that are kept of %i meetings are valid and above the bound',
  (meetings) => {
    for (const seed of [1, 2, 3]) {
      const semester = plantedSemester(meetings, seed);
      const bound = knownBoundOf(meetings, seed, semester);
      const best = bestKnownOf(meetings, seed, semester);
      expect(best).toBeGreaterThanOrEqual(bound);
      expect(best).toBeLessThan(verify(semester.problem, semester.planted).score.soft);
    }
  },
);

test('the parts of a semester have each meeting once, and no group in two of them', () => {
  const { problem } = plantedSemester(500, 1);
  const parts = partsOf(problem);
  expect(
    parts
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(problem.meetings.map(({ id }) => id).sort());
  const groups = parts.flatMap((part) => [...new Set(part.flatMap((meeting) => meeting.groups))]);
  expect(new Set(groups).size).toBe(groups.length);
});
