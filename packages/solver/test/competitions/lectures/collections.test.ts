import { readFileSync } from 'node:fs';
import {
  COLLECTIONS,
  curricula,
  withOtherCurricula,
  type CurriculaSize,
} from '../../../bench/solver/curricula.js';
import { readCtt } from '../../../src/competitions/index.js';
import { compile } from '../../../src/search/image/compile.js';
import { lectureShapeOf } from '../../../src/competitions/lectures/shape.js';
import { solve } from '../../../src/solve.js';

const sizeOf = (name: string) => COLLECTIONS.find((size) => size.name === name) as CurriculaSize;
const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };

test.each(['full', 'nearly-full', 'many-owners', 'longest-days', 'twenty-periods'])(
  'the made-up instance "%s" is searched by the lecture kernel and gets a timetable without clash',
  (name) => {
    const problem = readCtt(curricula(sizeOf(name)));
    expect(lectureShapeOf(compile(problem))).not.toBeNull();
    const { isFeasible } = solve(problem, { seed: 1, limit: { moves: 200_000 }, walks: 1 }, host);
    expect(isFeasible).toBe(true);
  },
);

test('days too long for tables of busy periods are refused by name', () => {
  const text = curricula({ ...sizeOf('twenty-periods'), periods: 21 });
  expect(() => readCtt(text)).toThrow('"Periods_per_day: 21" must be a whole number from 1 to 20.');
  // What comes from another format is judged again.
  const twenty = readCtt(curricula(sizeOf('twenty-periods')));
  const longer = { ...twenty, calendar: { ...twenty.calendar, periods: 21 } };
  expect(() => compile(longer)).toThrow('at most 20 periods; this problem has 21.');
});

test('a made-up instance depends on its seed alone', () => {
  const size = sizeOf('nearly-full');
  expect(curricula(size)).toBe(curricula({ ...size, seed: 1 }));
  expect(curricula(size)).not.toBe(curricula({ ...size, seed: 2 }));
});

test('other curricula keep the size of an instance', () => {
  const text = readFileSync('instances/itc2007-ctt/comp05.ctt', 'utf8');
  const [before, after] = [readCtt(text), readCtt(withOtherCurricula(text, 1))];
  expect(after.groups).toEqual(before.groups);
  expect(after.meetings.length).toBe(before.meetings.length);
  const attendances = ({ meetings }: typeof before) =>
    meetings.reduce((sum, { groups }) => sum + groups.length, 0);
  expect(attendances(after)).toBe(attendances(before));
  expect(after.meetings).not.toEqual(before.meetings);
});
