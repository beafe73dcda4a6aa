import { campus } from '../bench/solver/campus.js';
import { competition, ROWS } from '../bench/solver/competition.js';
import { curricula, COLLECTIONS } from '../bench/solver/curricula.js';
import { readCtt, readItc2019 } from '../src/competitions/index.js';
import type { Host, Problem, Progress } from '../src/model.js';
import { solve } from '../src/solve.js';
import { verify } from '../src/verify.js';

const row = {
  ...ROWS[5],
  classes: 60,
  rooms: 10,
  courses: 25,
  students: 300,
  distributions: 40,
  required: 30,
};
const PROBLEMS: Readonly<Record<string, Problem>> = {
  semester: campus({ classes: 40 }),
  curricula: readCtt(curricula({ ...COLLECTIONS[1], courses: 30 })),
  'classes with students': readItc2019(competition(row, 4).text),
};
/** How often the clock is asked before time is up: in every stage, from the first moment. */
const MOMENTS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 60];

const afterwards = { seconds: 1, stopped: 1000 };

/** A clock that stands still, and jumps beyond the end of the run when it was asked so many times. */
function jumping(asked: number): Host & { readonly asks: () => number } {
  let asks = 0;
  return {
    asks: () => asks,
    seconds: () => (++asks > asked ? afterwards.stopped : 0),
    cancelled: () => false,
    report: () => undefined,
  };
}

test.each(Object.keys(PROBLEMS))(
  'a run of a %s that ends at any moment has a timetable without clashes, and says what is missing',
  (name) => {
    const problem = PROBLEMS[name];
    const counts = MOMENTS.map((asked) => {
      const host = jumping(asked);
      const solution = solve(problem, { seed: 1, limit: { seconds: afterwards.seconds } }, host);
      const { violations } = verify({ ...problem, students: solution.students }, solution.placements);
      const hard = violations.filter(({ level }) => level === 'hard').map(({ rule }) => rule);
      expect(hard.filter((rule) => rule !== 'unplaced')).toEqual([]);
      expect(solution.placements.length + solution.unplaced.length).toBe(problem.meetings.length);
      return solution.placements.length;
    });
    expect(counts[0]).toBe(0);
    expect(counts[counts.length - 1]).toBeGreaterThan(0);
  },
);

test('a run that is cancelled before it begins assigns nobody at length and places nothing', () => {
  const problem = PROBLEMS['classes with students'];
  const host = { seconds: () => 0, cancelled: () => true, report: () => undefined };
  const { placements, isCancelled, students } = solve(problem, { seed: 1, limit: { moves: 1e9 } }, host);
  expect([placements.length, isCancelled]).toEqual([0, true]);
  expect(students).toHaveLength(300);
});

test('stage, placed and unplaced are exact at every report, and an older score says how old it is', () => {
  const seen: Progress[] = [];
  let now = 0;
  const host = {
    seconds: () => (now += 0.05),
    cancelled: () => false,
    report: (progress: Progress) => void seen.push(progress),
  };
  const problem = PROBLEMS.semester;
  const { unplaced: left } = solve(problem, { seed: 1, limit: { seconds: 30 } }, host);
  const { length } = problem.meetings;
  const construction = seen.filter(({ stage }) => stage === 'CONSTRUCTION');
  const optimisation = seen.filter(({ stage }) => stage === 'OPTIMISATION');
  expect(seen[0]).toMatchObject({ placed: 0, unplaced: length, scoredSeconds: null });
  expect([construction.length, optimisation.length].every((count) => count > 0)).toBe(true);
  expect(seen.every(({ placed, unplaced }) => placed + unplaced === length)).toBe(true);
  expect(optimisation.map(({ unplaced, clashes }) => unplaced + clashes)).toEqual(optimisation.map(() => 0));
  expect(optimisation.every(({ score }) => score.hard === 0)).toBe(true);
  expect(optimisation.some(({ seconds, scoredSeconds }) => scoredSeconds! < seconds)).toBe(true);
  expect(seen.at(-1)).toMatchObject({ stage: 'FINALISATION', unplaced: left.length });
});

test('every stage is reported once it begins, however little time has passed', () => {
  const seen: Progress[] = [];
  const report = (progress: Progress) => void seen.push(progress);
  const host = { seconds: () => 0, cancelled: () => false, report };
  solve(PROBLEMS.semester, { seed: 1, limit: { moves: 5000 } }, host);
  expect(seen.map(({ stage }) => stage)).toEqual(['CONSTRUCTION', 'OPTIMISATION', 'FINALISATION']);
});
