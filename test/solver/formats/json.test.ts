import { readJsonProblem, readJsonSolution, writeJsonSolution } from '../../../src/solver/formats/json.js';
import type { Problem } from '../../../src/solver/model.js';
import { at, meeting, put, tiny } from '../tiny.js';

const read = (more: object) => readJsonProblem(JSON.stringify({ ...tiny(), ...more }));

test('a problem and its solution survive writing and reading', () => {
  const problem: Problem = JSON.parse(JSON.stringify(tiny())) as Problem;
  expect(readJsonProblem(JSON.stringify(problem))).toEqual(problem);
  const placements = [put('m1', 0), put('m2', 1, 'r2', 't2')];
  expect(readJsonSolution(problem, writeJsonSolution(problem, placements))).toEqual(placements);
});

test.each<readonly [object, string]>([
  [{ rooms: null }, 'rooms: Invalid input: expected array, received null'],
  [{ profile: 'NOPE' }, 'profile: Invalid option: expected one of "UD2"|"ITC2019"|"PRODUCT"'],
  [{ calendar: { weeks: 2, days: 0, periods: 8 } }, 'calendar.days: Too small'],
  [
    { times: [at(0, 0, 2, '111')] },
    'times[0]: "weeks" must be 2 characters, one for each week of the calendar.',
  ],
  [{ times: [at(0, 0, 2, '00')] }, 'times[0].weeks: must consist of 0 and 1, one for each week, not all 0'],
  [{ times: [at(0, -1)] }, 'times[0].start: Too small'],
  [{ times: [at(0, 11)] }, 'times[0] goes beyond the last of 12 periods.'],
  [{ times: [at(7, 0)] }, 'times[0]: "days" goes beyond the last of 7 days.'],
  [
    { teachers: [{ id: 't1', name: 'Ada', unavailable: [at(0, 0, 2, '1')] }] },
    'teachers, t1: unavailable[0]: "weeks" must be 2 characters, one for each week of the calendar.',
  ],
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
  [{ meetings: [{ id: 'm1' }] }, 'meetings[0].times: Invalid input: expected array, received undefined'],
  [{ meetings: [{ ...meeting('m1'), sise: 3 }] }, 'meetings[0]: Unrecognized key: "sise"'],
  [{ meetings: [meeting('m1'), meeting('m1')] }, 'Two of "meetings" have the id m1.'],
  [{ rooms: [...tiny().rooms, tiny().rooms[0]] }, 'Two of "rooms" have the id r1.'],
  [
    { distributions: [{ type: 'SameTime', meetings: ['m1', 'm9'], required: true }] },
    'distributions[0]: there is no meeting m9 in the problem.',
  ],
  [
    { distributions: [{ type: 'MaxBreaks', parameters: [1], meetings: ['m1'], required: true }] },
    'distributions[0]: MaxBreaks takes 2 parameters',
  ],
  [{ reference: [put('m1', 0, 'r7')] }, 'The reference of m1: there is no room r7 in the problem.'],
  [
    { travel: [{ from: 'north', to: 'nowhere', periods: 1 }] },
    'travel[0]: there is no room, building or campus nowhere in the problem.',
  ],
  [
    {
      sectioning: {
        courses: [{ id: 'x', configurations: [[[{ meeting: 'm1' }]]] }],
        requests: [{ student: 's', courses: ['y'] }],
      },
    },
    'Student s: there is no course y in the problem.',
  ],
  [{ rules: { 'room-sise': { level: 'hard' } } }, 'rules: Unrecognized key: "room-sise"'],
  [{ rules: { 'room-fit': { weight: -1 } } }, 'rules.room-fit.weight: Too small'],
  [{ rules: { 'room-conflict': { level: 'soft' } } }, 'The rule room-conflict can only be hard, not soft.'],
])('what does not fit together is refused by name: %j', (more, message) => {
  expect(() => read(more)).toThrow(message);
});

test('five faults of shape are told at once, the others are counted', () => {
  const meetings = Array.from({ length: 8 }, (_, i) => meeting(`m${i}`, { size: -1 }));
  expect(() => read({ meetings })).toThrow(/^(meetings\[\d\]\.size: .*\n){5}and 3 more$/);
});

test('what is not JSON is said to be none', () => {
  expect(() => readJsonProblem('{"times": [')).toThrow('It is not JSON: ');
  expect(() => readJsonProblem('7')).toThrow('The file: Invalid input: expected object, received number');
});
