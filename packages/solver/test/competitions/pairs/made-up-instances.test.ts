import { competition, ROWS, type Row } from '../../../bench/solver/competition.js';
import { verifyEnrolments } from '../../../src/enrolments.js';
import { readItc2019 } from '../../../src/competitions/index.js';
import { COMPETITION_TYPES } from '../../../src/model.js';
import { compile } from '../../../src/search/image/compile.js';
import { pairShapeOf } from '../../../src/competitions/pairs/shape.js';
import { solve, solveWithStudents } from '../../../src/solve.js';
import { verify } from '../../../src/verify.js';

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
const like = (name: string): Row => ROWS.find((row) => row.name === name)!;
/** A row cut down to so many classes, with all else in proportion. */
function small(row: Row, classes: number): Row {
  const part = (number: number) => Math.ceil((number * classes) / row.classes);
  return {
    ...row,
    classes,
    rooms: Math.max(6, part(row.rooms)),
    courses: part(row.courses),
    students: part(row.students),
    distributions: part(row.distributions),
    required: part(row.required),
  };
}

test.each(ROWS.map(({ name }) => name))(
  'like %s: the planted timetable keeps everything required',
  (name) => {
    const { text, planted } = competition(small(like(name), 120), 3);
    const problem = readItc2019(text);
    const placements = planted.map(({ meeting, time, room }) => ({
      meeting,
      time: problem.times.findIndex(
        ({ weeks, days, start, length }) =>
          weeks === time.weeks && days === time.days && start === time.start && length === time.length,
      ),
      room,
      teacher: null,
    }));
    expect(problem.meetings).toHaveLength(120);
    expect(verify(problem, placements)).toMatchObject({ isFeasible: true });
    expect(pairShapeOf(compile(problem))).not.toBeNull();
  },
);

test('the same seed gives the same text, another seed another', () => {
  const row = small(like('bet-fal17'), 60);
  expect(competition(row, 7)).toEqual(competition(row, 7));
  expect(competition(row, 8).text).not.toBe(competition(row, 7).text);
});

test('all 19 types occur, most of them required too', () => {
  const { distributions = [] } = readItc2019(competition(like('bet-fal17')).text);
  const all = new Set(distributions.map(({ type }) => type));
  const required = new Set(distributions.filter((relation) => relation.required).map(({ type }) => type));
  expect([...all].sort()).toEqual([...COMPETITION_TYPES].sort());
  expect(required.size).toBeGreaterThan(15);
});

test.each(['mary-spr17', 'agh-fal17'])(
  'like %s: required sets and pairs are all kept, students included',
  async (name) => {
    const problem = readItc2019(competition(small(like(name), 100), 2).text);
    const options = { seed: 1, limit: { moves: 60_000 }, walks: 1, stopWhenComplete: true };
    const found = await solveWithStudents(problem, options, async (part, chosen) =>
      solve(part, chosen, host),
    );
    expect(verifyEnrolments(found.problem)).toEqual([]);
    expect(verify(found.problem, found.solution.placements).isFeasible).toBe(true);
  },
);
