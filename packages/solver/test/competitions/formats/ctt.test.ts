import { readFileSync } from 'node:fs';
import { readCtt, readCttSolution, writeCttSolution } from '../../../src/competitions/formats/ctt.js';
import { verify } from '../../../src/verify.js';

const TEXT = `Name: Toy
Courses: 3
Rooms: 2
Days: 2
Periods_per_day: 3
Curricula: 2
Constraints: 2

COURSES:
Algebra Ada 2 2 30
Physics Bob 2 1 42
Logic   Ada 1 1 10

ROOMS:
A 32
B 50

CURRICULA:
q1 2 Algebra Physics
q2 1 Logic

UNAVAILABILITY_CONSTRAINTS:
Physics 0 0
Logic 1 2

END.
`;

const judged = (lines: readonly string[]) => {
  const problem = readCtt(TEXT);
  return verify(problem, readCttSolution(problem, lines.join('\n'))).score;
};
const good = ['Algebra A 0 0', 'Algebra A 1 0', 'Physics B 0 1', 'Physics B 1 1', 'Logic A 0 2'];
const replaced = (line: number, text: string) => good.map((old, i) => (i === line ? text : old));

test('an instance becomes classes, groups and one meeting per lecture', () => {
  const problem = readCtt(TEXT);
  expect(problem.meetings.map(({ id }) => id)).toEqual([
    'Algebra#1',
    'Algebra#2',
    'Physics#1',
    'Physics#2',
    'Logic#1',
  ]);
  expect(problem.meetings[2]).toMatchObject({ size: 42, teachers: ['Bob'], groups: ['q1'] });
  expect(problem.meetings[2].times.map(({ time }) => time)).toEqual([1, 2, 3, 4, 5]);
  expect(problem.calendar).toEqual({ weeks: 1, days: 2, periods: 3 });
});

test.each([
  [
    'a timetable without fault but a lone Logic',
    good,
    { hard: 0, soft: 2, byRule: { 'isolated-meetings': 2 } },
  ],
  [
    'a room too small by 10',
    replaced(2, 'Physics A 0 1'),
    { hard: 0, soft: 13, byRule: { 'room-capacity': 10, 'isolated-meetings': 2, 'room-stability': 1 } },
  ],
  [
    'both lectures on one day and a gap',
    replaced(1, 'Algebra A 0 2'),
    {
      hard: 1,
      soft: 9,
      byRule: {
        'room-conflict': 1,
        'teacher-conflict': 1,
        'minimum-working-days': 5,
        'isolated-meetings': 4,
      },
    },
  ],
  [
    'two rooms at once',
    replaced(4, 'Logic B 0 1'),
    { hard: 1, soft: 2, byRule: { 'room-conflict': 1, 'isolated-meetings': 2 } },
  ],
  [
    'a teacher at two places',
    replaced(4, 'Logic B 0 0'),
    { hard: 1, soft: 2, byRule: { 'teacher-conflict': 1, 'isolated-meetings': 2 } },
  ],
  [
    'a closed period',
    replaced(2, 'Physics B 0 0'),
    { hard: 2, soft: 4, byRule: { 'not-offered': 1, 'group-conflict': 1, 'isolated-meetings': 4 } },
  ],
  ['a lecture missing', good.slice(0, 4), { hard: 1, soft: 0, byRule: { unplaced: 1 } }],
])('UD2 judges %s', (_, lines, score) => {
  const found = judged(lines);
  expect(found.byRule).toEqual(score.byRule);
  expect(found.soft).toBe(score.soft);
});

test('a solution survives writing and reading', () => {
  const problem = readCtt(TEXT);
  const placements = readCttSolution(problem, good.join('\n'));
  expect(writeCttSolution(problem, placements)).toBe(good.join('\n') + '\n');
});

const amount = 'must be a whole number from 0 to 1000000.';

test.each([
  ['Courses: 3', 'Courses: 4', 'Line 2: The header says Courses: 4, but there are 3.'],
  ['Courses: 3', 'Courses: many', 'Line 2: "Courses: many" must be a whole number below 1000000000.'],
  ['Courses: 3', 'Coarses: 3', 'The header lacks "Courses"; it must count the rows of COURSES.'],
  ['Days: 2', 'Days: two', 'Line 4: "Days: two" must be a whole number from 1 to 7.'],
  ['Days: 2', 'Days:', 'Line 4: "Days: " must be a whole number from 1 to 7.'],
  ['Days: 2', 'Days: 0', 'Line 4: "Days: 0" must be a whole number from 1 to 7.'],
  ['Days: 2', 'Days: 8', 'Line 4: "Days: 8" must be a whole number from 1 to 7.'],
  ['Days: 2', '', 'The header lacks "Days"; it must be a whole number from 1 to 7.'],
  ['Days: 2', 'Days: 2\nDays: 2', 'Line 5: Days occurs a second time.'],
  [
    'Periods_per_day: 3',
    'Periods_per_day: 1000000',
    'Line 5: "Periods_per_day: 1000000" must be a whole number from 1 to 20.',
  ],
  ['Ada 2 2', 'Ada 999999 2', 'Line 10: lectures of Algebra "999999" must be a whole number from 0 to 1000.'],
  ['Ada 2 2', 'Ada 2 -2', `Line 10: working days of Algebra "-2" ${amount}`],
  ['2 2 30', '2 2', `Line 10: students of Algebra is missing; it ${amount}`],
  ['2 2 30', '2 2 3000000000', `Line 10: students of Algebra "3000000000" ${amount}`],
  ['A 32', 'A 3e2', `Line 15: capacity of A "3e2" ${amount}`],
  ['Constraints: 2', 'Constraints: 3', 'Line 7: The header says Constraints: 3, but there are 2.'],
  ['2 2 30', '2 2 30 2', 'Line 10: double lectures of Algebra "2" must be a whole number from 0 to 1.'],
  ['2 2 30', '2 2 30 1 7', 'Line 10: "7" is one word too many; a row has 6 at most.'],
  ['A 32', 'A 32 north', `Line 15: building of A "north" ${amount}`],
  ['A 32', 'A 32 1 9', 'Line 15: "9" is one word too many; a row has 3 at most.'],
  ['B 50', 'A 50', 'Line 16: There are two rows for the room A.'],
  ['Physics Bob', 'Algebra Bob', 'Line 11: There are two rows for the course Algebra.'],
  ['q2 1 Logic', 'q2 2 Logic', 'Line 20: Curriculum q2 says 2 courses, but there are 1.'],
  ['q2 1 Logic', 'q2 1 Magic', 'Line 20: Curriculum q2 names the course Magic, which is not listed.'],
  ['Logic 1 2', 'Magic 1 2', 'Line 24: Unavailability "Magic 1 2": there is no course Magic.'],
  ['Logic 1 2', 'Logic 1 3', 'Line 24: Unavailability "Logic 1 3": day must be 0 to 1 and period 0 to 2.'],
  ['ROOMS:', 'COURSES:', 'Line 14: the section COURSES occurs a second time.'],
  [
    TEXT,
    'hello world',
    'Line 1 is not understood: "hello world".\nMaybe the file is not an ITC-2007 instance.',
  ],
])('a file with a fault is refused by name: %j -> %j', (before, after, message) => {
  expect(TEXT).toContain(before);
  expect(() => readCtt(TEXT.replace(before, after))).toThrow(message);
});

test('all faults are told at once, at most a hundred of them', () => {
  const two = TEXT.replace('Days: 2', 'Days: 9').replace('B 50', 'B many');
  expect(() => readCtt(two)).toThrow(
    new Error(
      'Line 4: "Days: 9" must be a whole number from 1 to 7.\n' +
        'Line 16: capacity of B "many" must be a whole number from 0 to 1000000.',
    ),
  );
  const many = TEXT.replace('Physics 0 0', Array.from({ length: 150 }, () => 'Physics 0 9').join('\n'));
  expect(() => readCtt(many)).toThrow(/^(Line \d+: .*\n){100}and 51 more$/);
});

test('sizes that no memory holds are refused before anything is made of them', () => {
  const courses = Array.from({ length: 50 }, (_, i) => `c${i} t${i} 900 1 10`);
  const text = TEXT.replace('Courses: 3', 'Courses: 53').replace('ROOMS:', `${courses.join('\n')}\nROOMS:`);
  expect(() => readCtt(text)).toThrow(
    'All courses have 45005 lectures together; at most 40000 can be solved.',
  );
  const rooms = Array.from({ length: 9000 }, (_, i) => `r${i} 30`);
  const wide = TEXT.replace('Rooms: 2', 'Rooms: 9002')
    .replace('B 50', `B 50\n${rooms.join('\n')}`)
    .replace('Bob 2 1', 'Bob 1000 1')
    .replace('Ada 2 2', 'Ada 1000 2')
    .replace('Ada 1 1', 'Ada 1000 1');
  expect(() => readCtt(wide)).toThrow(
    'Too many possible rooms of all meetings together: 27,006,000; at most 10,000,000 can be solved.',
  );
});

test('the extended format with its sites, room constraints and other line ends is read alike', () => {
  const extended = TEXT.replace('Constraints: 2', 'Min_Max_Daily_Lectures: 2 6\nUnavailabilityConstraints: 2')
    .replace('2 2 30', '2 2 30 1')
    .replace('A 32', 'A 32 7')
    .replace('END.', 'ROOM_CONSTRAINTS:\nAlgebra B\n\nEND.');
  expect(readCtt(`\uFEFF${extended.replaceAll('\n', '\r\n')}`)).toEqual(readCtt(TEXT));
});

test('a course without lectures needs no place and no class', () => {
  const problem = readCtt(TEXT.replace('Logic   Ada 1 1 10', 'Logic   Ada 0 1 10'));
  expect(problem.teachingClasses.map(({ id }) => id)).toEqual(['Algebra', 'Physics']);
  expect(verify(problem, readCttSolution(problem, good.slice(0, 4).join('\n'))).isFeasible).toBe(true);
});

test.each([
  ['Geo', 'it must be: course room day period.'],
  ['SceCosC A 9 0', 'day must be 0 to 1 and period 0 to'],
  ['SceCosC A 0 x', 'day must be 0 to 1 and period 0 to'],
  ['SceCosC nowhere 0 0', 'there is no room nowhere.'],
  ['Nobody A 0 0', 'there is no lecture 1 of Nobody.'],
])('a wrong line of a solution is refused by name: %s', (line, why) => {
  const problem = readCtt(TEXT);
  const named = line
    .replace('SceCosC', problem.teachingClasses[0].id)
    .replace(' A ', ` ${problem.rooms[0].id} `);
  expect(() => readCttSolution(problem, named)).toThrow(`Solution line "${named}": ${why}`);
});

test.each([
  ['comp01', 160, 6, 14],
  ['comp07', 434, 20, 77],
])('%s is read in full', (name, lectures, rooms, curricula) => {
  const problem = readCtt(readFileSync(`instances/itc2007-ctt/${name}.ctt`, 'utf8'));
  expect([problem.meetings.length, problem.rooms.length, problem.groups.length]).toEqual([
    lectures,
    rooms,
    curricula,
  ]);
});
