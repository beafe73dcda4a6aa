import { readJsonProblem, readJsonSolution, writeJsonSolution } from '../../src/formats/json.js';
import type { Problem } from '../../src/model.js';
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
  [{ times: [at(7, 0)] }, 'times[0].days: Too big: expected number to be <=127 (it is 128)'],
  [{ calendar: { weeks: 2, days: 5, periods: 12 } }, 'times[5]: "days" goes beyond the last of 5 days.'],
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
  [{ meetings: [meeting('m1', { groups: ['g1', 'g1'] })] }, 'Meeting m1: it names g1 twice.'],
  [{ meetings: [meeting('m1', { teachers: ['t1', 't1'] })] }, 'Meeting m1: it names t1 twice.'],
  [
    { meetings: [meeting('m1', { rooms: [{ room: 'r1' }, { room: 'r1', penalty: 1 }] })] },
    'Meeting m1: it names r1 twice.',
  ],
  [
    { meetings: [meeting('m1', { times: [{ time: 0 }, { time: 0, penalty: 1 }] })] },
    'Meeting m1: it names a time twice.',
  ],
  [
    { meetings: [meeting('m1', { teacherPenalties: { t2: 3 } })] },
    'Meeting m1: "teacherPenalties" names t2, who is none of its teachers.',
  ],
  [
    { teachers: [{ id: 't1', name: 'Ada', preferences: [{ day: 7, period: 0, level: 1 }] }] },
    'teachers[0].preferences[0].day: Too big: expected number to be <=6 (it is 7)',
  ],
  [
    {
      sectioning: {
        courses: [
          {
            id: 'x',
            configurations: [[[{ meeting: 'm1', parent: 'm2' }], [{ meeting: 'm2', parent: 'm1' }]]],
          },
        ],
        requests: [],
      },
    },
    'Course x: the parent of m2 closes a circle of parents.',
  ],
  [
    {
      sectioning: {
        courses: [{ id: 'x', configurations: [[[{ meeting: 'm1' }, { meeting: 'm1' }]]] }],
        requests: [],
      },
    },
    'sectioning.courses: it names m1 twice.',
  ],
  [{ rules: { 'room-sise': { level: 'hard' } } }, 'rules: Unrecognized key: "room-sise"'],
  [{ rules: { 'room-fit': { weight: -1 } } }, 'rules.room-fit.weight: Too small'],
  [{ rules: { 'room-conflict': { level: 'soft' } } }, 'The rule room-conflict can only be hard, not soft.'],
])('what does not fit together is refused by name: %j', (more, message) => {
  expect(() => read(more)).toThrow(message);
});

test('a hundred faults are told at once, each with its value, the others are counted', () => {
  const meetings = Array.from({ length: 108 }, (_, i) => meeting(`m${i}`, { size: -1 }));
  expect(() => read({ meetings })).toThrow(/^(meetings\[\d+\]\.size: .* \(it is -1\)\n){100}and 8 more$/);
});

test('faults of different kinds are told together', () => {
  const meetings = [meeting('m1', { teachers: ['nobody'], groups: ['none'] })];
  expect(() => read({ meetings, times: [...tiny().times, at(0, 11)] })).toThrow(
    new Error(
      [
        'times[6] goes beyond the last of 12 periods.',
        'Meeting m1: there is no group none in the problem.',
        'Meeting m1: there is no teacher nobody in the problem.',
      ].join('\n'),
    ),
  );
});

const many = (length: number) => Array.from({ length }, (_, i) => i);

test.each<readonly [object, string]>([
  [
    { calendar: { ...tiny().calendar, periods: 1_000_000 } },
    'calendar.periods: Too big: expected number to be <=1440',
  ],
  [{ calendar: { ...tiny().calendar, weeks: 1e9 } }, 'calendar.weeks: Too big: expected number to be <=60'],
  [
    { meetings: [meeting('m1', { size: 1e12 })] },
    'meetings[0].size: Too big: expected number to be <=1000000',
  ],
  [
    { rules: { 'room-fit': { weight: 1e6 } } },
    'rules.room-fit.weight: Too big: expected number to be <=1000',
  ],
  [
    { meetings: many(41_000).map((i) => meeting(`m${i}`, { times: [] })) },
    'meetings: too many: 41,000; at most 40,000 can be solved',
  ],
  [
    {
      calendar: { weeks: 2, days: 7, periods: 60 },
      times: many(59).map((start) => at(0, start, 1)),
      meetings: [meeting('m1', { times: [{ time: 0 }] })],
    },
    'Too many periods of a day where rules on days apply: 60; at most 20 can be solved.',
  ],
  [
    {
      meetings: many(3000).map((i) => meeting(`m${i}`)),
      distributions: [{ type: 'NotOverlap', meetings: many(3000).map((i) => `m${i}`), required: true }],
    },
    'Too many pairs of meetings of one relation or group: 8,997,000; at most 2,000,000 can be solved.',
  ],
])('what cannot be solved in memory is refused with its bound: %#', (more, message) => {
  expect(() => read(more)).toThrow(message);
});

test('of a million entries that are none, in a list or in one of its entries, a hundred are told', () => {
  const none = many(1_000_000).fill(0);
  const faults = (list: string) =>
    new RegExp(`^(${list}\\[\\d+\\]: Invalid input: .* \\(it is 0\\)\n){100}and 900 more$`);
  expect(() => read({ travel: none })).toThrow(faults('travel'));
  const rooms = [{ ...tiny().rooms[0], unavailable: none }];
  expect(() => read({ rooms })).toThrow(faults('rooms\\[0\\]\\.unavailable'));
});

test('thousands of unknown keys make no message of megabytes', () => {
  const more = Object.fromEntries(many(100_000).map((i) => [`key${i}`, 0]));
  expect(() => read(more)).toThrow(/^The file: Unrecognized keys: "key0".{1,500}$/);
});

test('what is not JSON is said to be none', () => {
  expect(() => readJsonProblem('{"times": [')).toThrow('It is not JSON: ');
  expect(() => readJsonProblem('7')).toThrow('The file: Invalid input: expected object, received number');
});
