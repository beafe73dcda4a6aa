import { readJsonProblem, readJsonSolution, writeJsonSolution } from '../../src/solver/formats/json.js';
import type { Problem } from '../../src/solver/model.js';
import { at, meeting, put, tiny } from './tiny.js';

const read = (more: object) => readJsonProblem(JSON.stringify({ ...tiny(), ...more }));

test('a problem and its solution survive writing and reading', () => {
  const problem: Problem = JSON.parse(JSON.stringify(tiny())) as Problem;
  expect(readJsonProblem(JSON.stringify(problem))).toEqual(problem);
  const placements = [put('m1', 0), put('m2', 1, 'r2', 't2')];
  expect(readJsonSolution(problem, writeJsonSolution(problem, placements))).toEqual(placements);
});

test.each<readonly [object, string]>([
  [{ rooms: null }, '"rooms" must be a list.'],
  [{ profile: 'NOPE' }, '"profile" must be one of UD2, ITC2019, PRODUCT.'],
  [{ calendar: { weeks: 2, days: 0, periods: 8 } }, '"calendar.days" must be a whole number above 0.'],
  [{ times: [at(0, 0, 2, '111')] }, 'Time 0: "weeks" must be 2 characters 0 or 1, not all 0.'],
  [{ times: [at(0, 0, 2, '00')] }, 'Time 0: "weeks" must be 2 characters 0 or 1, not all 0.'],
  [{ times: [at(0, -1)] }, 'Time 0: "days", "start" and "length" must be whole numbers within the calendar.'],
  [{ times: [at(0, 11)] }, 'Time 0 goes beyond the last period.'],
  [
    { meetings: [meeting('m1', { teachers: ['nobody'] })] },
    'Meeting m1: there is no teacher nobody in the problem.',
  ],
  [
    { meetings: [meeting('m1', { groups: ['nobody'] })] },
    'Meeting m1: there is no group nobody in the problem.',
  ],
  [
    { meetings: [meeting('m1', { rooms: [{ room: 'r9' }] })] },
    'Meeting m1: there is no room r9 in the problem.',
  ],
  [{ meetings: [meeting('m1', { times: [{ time: 6 }] })] }, 'Meeting m1: there is no time 6 in the problem.'],
  [
    { meetings: [meeting('m1', { teachingClass: 'c9' })] },
    'Meeting m1: there is no teaching class c9 in the problem.',
  ],
  [{ meetings: [{ id: 'm1' }] }, 'Meeting m1: "times" must be a list.'],
  [{ meetings: [meeting('m1'), meeting('m1')] }, 'Two meetings have the same id.'],
  [
    { distributions: [{ type: 'SameTime', meetings: ['m1', 'm9'], required: true }] },
    'Distribution 0: there is no meeting m9 in the problem.',
  ],
])('what does not fit together is refused by name: %j', (more, message) => {
  expect(() => read(more)).toThrow(message);
});

test('what is not JSON is said to be none', () => {
  expect(() => readJsonProblem('{"times": [')).toThrow('It is not JSON: ');
  expect(() => readJsonProblem('7')).toThrow('It must be a JSON object.');
});
