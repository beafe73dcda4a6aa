import '../../../src/competitions/index.js';
import { verifyEnrolments } from '../../../src/enrolments.js';
import {
  readItc2019,
  readItc2019Solution,
  readItc2019Students,
  writeItc2019Solution,
} from '../../../src/competitions/formats/itc2019.js';
import { writeItc2019 } from '../../../src/competitions/formats/itc2019-writing.js';
import { readXml } from '../../../src/competitions/formats/xml.js';
import type { Problem } from '../../../src/model.js';
import { assignStudents, withStudents } from '../../../src/search/students/assign.js';
import { solve, solveWithStudents } from '../../../src/solve.js';
import { verify } from '../../../src/verify.js';

/**
 * Two courses: A has a lecture and two exercises (one with a parent), B has one class. Rooms 1 and 2 are 4
 * slots apart.
 */
const TEXT = `<?xml version="1.0"?>
<!DOCTYPE problem>
<problem name="toy" nrDays="5" nrWeeks="2" slotsPerDay="288">
  <optimization time="2" room="3" distribution="5" student="7"/>
  <rooms>
    <room id="1" capacity="10"><travel room="2" value="4"/></room>
    <room id="2" capacity="20"><unavailable days="10000" start="100" length="20" weeks="11"/></room>
  </rooms>
  <courses>
    <course id="A"><config id="1">
      <subpart id="1"><class id="1" limit="10"><room id="1" penalty="0"/><room id="2" penalty="1"/><time
      days="10000" start="90" length="10" weeks="11" penalty="0"/></class></subpart>
      <subpart id="2">
        <class id="2" limit="2"><room id="2" penalty="0"/><time days="10000" start="100" length="10"
        weeks="11" penalty="0"/><time days="01000" start="100" length="10" weeks="11" penalty="4"/></class>
        <class id="3" limit="2" parent="1"><room id="1" penalty="0"/><time days="00100" start="90"
        length="10" weeks="10" penalty="1"/></class>
      </subpart>
    </config></course>
    <course id="B"><config id="2"><subpart id="3"><class id="4" limit="9" room="false"><time days="00100"
    start="95" length="10" weeks="11" penalty="0"/></class></subpart></config></course>
  </courses>
  <distributions>
    <distribution type="SameDays" penalty="6"><class id="1"/><class id="2"/></distribution>
    <distribution type="WorkDay(40)" required="true"><class id="1"/><class id="3"/></distribution>
  </distributions>
  <students><student id="s1"><course id="A"/><course id="B"/></student><student id="s2"><course
  id="A"/></student><student id="s3"><course id="A"/></student></students>
</problem>`;

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
const place = (meeting: string, time: number, room: string | null) => ({
  meeting,
  time,
  room,
  teacher: null,
});

test('29: an instance is written as it was read, and the same text again when that is read', () => {
  const problem = readItc2019(TEXT);
  const text = writeItc2019(problem);
  expect(readItc2019(text)).toEqual(problem);
  expect(writeItc2019(readItc2019(text))).toBe(text);
});

test('an instance is read with weights, rooms, travel and relations', () => {
  const problem = readItc2019(TEXT);
  expect(problem.calendar).toEqual({ weeks: 2, days: 5, periods: 288 });
  expect(problem.times[1]).toEqual({ weeks: '11', days: 1, start: 100, length: 10 });
  expect(problem.meetings[3].rooms).toEqual([]);
  expect(problem.travel).toEqual([{ from: '1', to: '2', periods: 4 }]);
  expect(problem.distributions?.[1]).toMatchObject({ type: 'WorkDay', parameters: [40], required: true });
});

test('the cost is the weighted sum of times, rooms, relations and student conflicts', () => {
  const problem = {
    ...readItc2019(TEXT),
    students: [
      { id: 's1', meetings: ['1', '3', '4'] },
      { id: 's2', meetings: ['1', '2'] },
    ],
  };
  const found = verify(problem, [
    place('1', 0, '2'),
    place('2', 2, '2'),
    place('3', 3, '1'),
    place('4', 4, null),
  ]);
  expect(found.isFeasible).toBe(true);
  expect(found.score.byRule).toEqual({
    'time-preference': 2 * (4 + 1),
    'room-preference': 3,
    distribution: 5 * 6,
    'student-conflict': 7,
  });
});

test('unavailability and travel between rooms count', () => {
  const problem = { ...readItc2019(TEXT), students: [{ id: 's2', meetings: ['1', '2'] }] };
  const { byRule } = verify(problem, [
    place('1', 0, '1'),
    place('2', 1, '2'),
    place('3', 3, '1'),
    place('4', 4, null),
  ]).score;
  expect(byRule).toMatchObject({ 'room-availability': 1, 'student-conflict': 7 });
});

test('students are assigned by configuration, subpart, parent and limit, then around the timetable', () => {
  const problem = readItc2019(TEXT);
  const first = assignStudents(problem);
  expect(verifyEnrolments({ ...problem, students: first })).toEqual([]);
  const placements = [place('1', 0, '1'), place('2', 2, '2'), place('3', 3, '1'), place('4', 4, null)];
  const then = assignStudents(problem, placements, first);
  expect([...then[0].meetings].sort()).toEqual(['1', '2', '4']);
  expect(verifyEnrolments({ ...problem, students: then })).toEqual([]);
});

test('students change in a ring where no two of them could exchange', () => {
  const at = (day: number) => ({ weeks: '1', days: 1 << day, start: 0, length: 10 });
  const fixed = (id: string, time: number) => ({
    id,
    teachingClass: id,
    size: 1,
    teachers: [],
    groups: [],
    times: [{ time }],
    rooms: [],
  });
  const alone = (meeting: string) => ({ id: meeting, configurations: [[[{ meeting }]]] });
  const seat = (meeting: string) => ({ meeting, limit: 1 });
  const problem: Problem = {
    ...readItc2019(TEXT),
    times: [at(0), at(1), at(2)],
    meetings: [
      ...['mo', 'tu', 'we'].map((id, day) => fixed(id, day)),
      ...['x-mo', 'x-tu', 'x-we'].map((id, day) => fixed(id, day)),
    ],
    sectioning: {
      courses: [
        { id: 'choice', configurations: [[[seat('mo'), seat('tu'), seat('we')]]] },
        ...['x-mo', 'x-tu', 'x-we'].map(alone),
      ],
      requests: [
        { student: 's1', courses: ['choice', 'x-mo', 'x-tu'] },
        { student: 's2', courses: ['choice', 'x-tu', 'x-we'] },
        { student: 's3', courses: ['choice', 'x-we', 'x-mo'] },
      ],
    },
  };
  const before = [
    { id: 's1', meetings: ['tu', 'x-mo', 'x-tu'] },
    { id: 's2', meetings: ['we', 'x-tu', 'x-we'] },
    { id: 's3', meetings: ['mo', 'x-we', 'x-mo'] },
  ];
  const chosen = assignStudents(problem, [], before).map(({ meetings }) => meetings[0]);
  expect(chosen).toEqual(['we', 'mo', 'tu']);
});

test(
  'where a course is too small for its students, they are solved for, and the class that is too full is ' +
    'named',
  () => {
    const problem = withStudents(readItc2019(TEXT.replaceAll('limit="2"', 'limit="1"')));
    expect(verifyEnrolments(problem).map(({ en }) => en)).toEqual([
      expect.stringMatching(/^Class \d has [23] students, its limit is 1\.$/),
    ]);
    const { placements, students } = solve(problem, { seed: 1, limit: { moves: 2000 }, walks: 1 }, host);
    expect(placements).toHaveLength(problem.meetings.length);
    expect(verifyEnrolments({ ...problem, students })).toHaveLength(1);
  },
);

test('a course that nobody can attend is named', () => {
  const orphans = TEXT.replace('id="1" limit', 'id="1" parent="3" limit').replace(
    '<class id="3" limit="2" parent="1">',
    '<class id="3" limit="2" parent="5">',
  );
  const third = `<subpart id="9"><class id="5" limit="9" parent="2" room="false"><time days="00100"
    start="95" length="10" weeks="11"/></class></subpart></config></course>
    <course id="B">`;
  const text = orphans.replace(/<\/config><\/course>\s*<course id="B">/, third);
  expect(() => readItc2019(text)).toThrow(
    'Line 10, <course id="A">: students request it, but its classes and their parents offer no way.',
  );
});

test.each([
  [['1'], 'Student s3 does not attend course A as required.'],
  [['1', '2', '3'], 'Student s3 does not attend course A as required.'],
  [['1', '3', '4'], 'Student s3 did not request class 4.'],
])('wrong enrolments %j are named', (meetings, sentence) => {
  const problem = readItc2019(TEXT);
  const students = [
    { id: 's1', meetings: ['1', '2', '4'] },
    { id: 's2', meetings: ['1', '2'] },
    { id: 's3', meetings },
  ];
  expect(verifyEnrolments({ ...problem, students }).map(({ en }) => en)).toContain(sentence);
});

test('an instance is solved with its students, and the solution survives writing and reading', async () => {
  const { problem, solution } = await solveWithStudents(
    readItc2019(TEXT),
    { seed: 1, limit: { moves: 4000 } },
    async (part, options) => solve(part, options, host),
  );
  expect(solution.isFeasible).toBe(true);
  expect(solution.score.soft).toBe(2 * 5 + 5 * 6);
  const written = writeItc2019Solution(problem, solution.placements);
  expect(readItc2019Solution(problem, written)).toEqual(solution.placements);
  const students = readItc2019Students(written);
  expect(verifyEnrolments({ ...problem, students })).toEqual([]);
});

test.each([
  [TEXT, '<solution/>', '<solution> is not an ITC-2019 problem.'],
  ['</rooms>', '', 'Line 29: <rooms> is closed by </problem>.'],
  ['capacity="10"', 'capacity=10', 'Line 6 is not well-formed XML or has an endless word: " capacity=10>'],
  [
    'capacity="10"',
    'capacity="10" capacity="11"',
    'Line 6 is not well-formed XML or has an endless word: " capacity="11">',
  ],
  ['<rooms>', '<!-- rooms', 'Line 5 is not well-formed XML'],
  ['name="toy"', 'name="&toy;"', 'Line 3: the entity &toy; is unknown.'],
  ['name="toy"', 'name="&#x110000;"', 'Line 3: the entity &#x110000; is unknown.'],
  ['<rooms>', '<a>'.repeat(40), 'Line 5: <a> is nested more than 32 times.'],
  ['<?xml', 'Dear all,\n<?xml', 'Line 1 is not well-formed XML or has an endless word: "Dear all,'],
  ['</problem>', '</problem> end', 'Line 29 is not well-formed XML or has an endless word: " end".'],
  ['name="toy"', 'name="toy & Sons"', 'Line 3: "&" must be written "&amp;".'],
  ['name="toy"', 'name="toy', 'Line 3 is not well-formed XML'],
  ['name="toy"', 'name="&#0;"', 'Line 3: the entity &#0; is unknown.'],
  ['name="toy"', 'name="&#xD800;"', 'Line 3: the entity &#xD800; is unknown.'],
])('what is not well-formed is refused with its line: %j -> %j', (before, after, message) => {
  expect(() => readItc2019(TEXT.replace(before, after))).toThrow(message);
});

const fault = (before: string, after: string): string => {
  expect(TEXT).toContain(before);
  try {
    readItc2019(TEXT.replace(before, after));
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};
const number = (name: string, most: number, least = 0) =>
  `${name} must be a whole number from ${least} to ${most}.`;
const days = 'must be 5 digits 0 or 1, one for each day, not all 0.';
const parent = 'must be the id of a class of another subpart of its configuration';

test.each([
  ['nrDays="5"', 'nrDays="999"', `Line 3, <problem>: ${number('nrDays="999"', 7, 1)}`],
  ['nrWeeks="2"', '', 'Line 3, <problem>: nrWeeks is missing; it must be a whole number from 1 to 60.'],
  ['slotsPerDay="288"', 'slotsPerDay="1e9"', `Line 3, <problem>: ${number('slotsPerDay="1e9"', 1440, 1)}`],
  ['time="2"', 'time="-2"', `Line 4, <optimization>: ${number('time="-2"', 1000)}`],
  [
    'student="7"',
    'student="1000000000000"',
    `Line 4, <optimization>: ${number('student="1000000000000"', 1000)}`,
  ],
  ['capacity="10"', 'capacity="ten"', `Line 6, <room id="1">: ${number('capacity="ten"', 1_000_000)}`],
  ['value="4"', 'value="-4"', `Line 6, <travel>: ${number('value="-4"', 288)}`],
  [
    'travel room="2"',
    'travel room="9"',
    'Line 6, <travel>: room="9" must be the id of a room of the problem.',
  ],
  ['length="20"', 'length="-5"', `Line 7, <unavailable>: ${number('length="-5"', 288, 1)}`],
  [
    'start="100" length="20"',
    'start="280" length="20"',
    'Line 7, <unavailable>: start="280" and length="20" end after the last of 288 slots.',
  ],
  ['days="10000" start="90"', 'days="1xx" start="90"', `Line 11, <time>: days="1xx" ${days}`],
  ['days="10000" start="90"', 'days="0000000" start="90"', `Line 11, <time>: days="0000000" ${days}`],
  ['days="10000" start="90"', 'days="1000" start="90"', `Line 11, <time>: days="1000" ${days}`],
  ['days="10000" start="90"', 'days="100000" start="90"', `Line 11, <time>: days="100000" ${days}`],
  [
    'weeks="10" penalty="1"',
    'weeks="101" penalty="1"',
    'Line 16, <time>: weeks="101" must be 2 digits 0 or 1, one for each week, not all 0.',
  ],
  ['start="90"', 'start="99999"', `Line 11, <time>: ${number('start="99999"', 287)}`],
  ['start="90" length="10"', 'start="90" length="-5"', `Line 11, <time>: ${number('length="-5"', 288, 1)}`],
  ['penalty="4"', 'penalty="abc"', `Line 15, <time>: ${number('penalty="abc"', 1_000_000)}`],
  [
    'penalty="4"',
    'penalty="1000000000000"',
    `Line 15, <time>: ${number('penalty="1000000000000"', 1_000_000)}`,
  ],
  ['limit="10"', 'limit="abc"', `Line 11, <class id="1">: ${number('limit="abc"', 1_000_000)}`],
  ['limit="10"', 'limit="-4"', `Line 11, <class id="1">: ${number('limit="-4"', 1_000_000)}`],
  ['parent="1"', 'parent="77"', `Line 16, <class id="3">: parent="77" ${parent}; there is no such class.`],
  ['parent="1"', 'parent="3"', `Line 16, <class id="3">: parent="3" ${parent}; it is the class itself.`],
  ['parent="1"', 'parent="2"', `Line 16, <class id="3">: parent="2" ${parent}; it is of the same subpart.`],
  [
    'parent="1"',
    'parent="4"',
    `Line 16, <class id="3">: parent="4" ${parent}; it is of another configuration.`,
  ],
  ['class id="4"', 'class id="3"', 'Line 20, <class id="3">: another one before it has the same id.'],
  ['room="false"', 'room="no"', 'Line 20, <class id="4">: room="no" must be "true" or "false".'],
  [
    'type="SameDays" penalty="6"',
    'type="SameDays"',
    'Line 24, <distribution>: it has neither required="true" nor a penalty.',
  ],
  [
    '<class id="2"/></distribution>',
    '<class id="9"/></distribution>',
    'Line 24, <class id="9">: id="9" must be the id of a class of the problem.',
  ],
  [
    '<class id="2"/></distribution>',
    '<class id="1"/></distribution>',
    'Line 24, <class id="1">: <distribution> names it a second time.',
  ],
  [
    '<course id="B"/></student>',
    '<course id="C"/></student>',
    'Line 27, <course id="C">: id="C" must be the id of a course of the problem.',
  ],
  ['<students>', '<rooms/><students>', 'Line 27, <rooms>: it occurs a second time.'],
  [
    '<class id="1" limit="10">',
    '<class id="1" limit="10" parent="3">',
    'Line 16, <class id="3">: parent="1" closes a circle of parents.',
  ],
  [
    '<room id="2" penalty="1"/>',
    '<room id="1" penalty="1"/>',
    'Line 11, <room id="1">: another one before it differs only in penalty.',
  ],
  [
    'days="01000" start="100"',
    'days="10000" start="100"',
    'Line 15, <time>: another one before it differs only in penalty.',
  ],
  [
    '<travel room="2" value="4"/>',
    '<travel room="2" value="4"/><travel room="2" value="5"/>',
    'Line 6, <travel>: another one before it differs only in value.',
  ],
  ['subpart id="2"', 'subpart id="1"', 'Line 13, <subpart id="1">: another one before it has the same id.'],
  [' room="false"', '', 'Line 20, <class id="4">: it has neither room="false" nor a <room>.'],
  [
    '<class id="2" limit="2">',
    '<class id="2" limit="2" room="false">',
    'Line 14, <class id="2">: it has room="false", and yet a <room>.',
  ],
  [
    '<course id="B">',
    '<course id="B"><class id="5" limit="abc"><time days="1xx"/></class>',
    'Line 20, <class id="5">: it must not stand in <course>.',
  ],
  [
    '<course id="B">',
    '<class id="5"/><course id="B">',
    'Line 20, <class id="5">: it must not stand in <courses>.',
  ],
  ['<students>', '<class id="5"/><students>', 'Line 27, <class id="5">: it must not stand in <problem>.'],
])('an attribute outside of its range is refused by name: %j -> %j', (before, after, message) => {
  expect(fault(before, after)).toContain(message);
});

test.each(['WorkDay', 'WorkDay(1,2)', 'WorkDay(9999)', 'SameDays(3)', 'Sometimes', 'MaxBreaks(2)', ''])(
  'the relation %j is none',
  (type) => {
    expect(fault('WorkDay(40)', type)).toMatch(
      `Line 25, <distribution>: type="${type}" must be one of SameStart, `,
    );
  },
);

test('a class without a time is refused by name', () => {
  const text = TEXT.replace(/<time days="00100"\s+start="95".*?>/s, '');
  expect(() => readItc2019(text)).toThrow('Line 20, <class id="4">: it contains no <time>.');
});

test('an element that the format does not know is not looked at, nor what is in it', () => {
  const text = TEXT.replace('<course id="B">', '<x><class id="5" limit="abc"/></x><course id="B">');
  expect(readItc2019(text).meetings).toHaveLength(4);
});

test('all faults of a file are told at once, at most a hundred of them', () => {
  const text = TEXT.replace('value="4"', 'value="far"').replace('limit="9"', 'limit="nine"');
  expect(() => readItc2019(text)).toThrow(
    new Error(
      `Line 6, <travel>: ${number('value="far"', 288)}\n` +
        `Line 20, <class id="4">: ${number('limit="nine"', 1_000_000)}`,
    ),
  );
  const students = Array.from({ length: 130 }, (_, i) => `<student id="x${i}"><course id="?"/></student>`);
  expect(() => readItc2019(TEXT.replace('<students>', `<students>${students.join('\n')}`))).toThrow(
    /^(Line \d+, <course id="\?">: .*\n){100}and 30 more$/,
  );
});

test('passages of plain text and a type of document with entities of its own are skipped', () => {
  const text = '<!DOCTYPE a [<!ENTITY b "c">]><a><![CDATA[ 1 > 0 <x> ]]><b/></a>';
  expect(readXml(text).children.map(({ name }) => name)).toEqual(['b']);
});

test('comments, entities, quotes of both kinds and ">" within them are read', () => {
  const root = readXml(
    `<?xml version="1.0"?><!-- <not read> --><a x='1 > 0 "so"' y = "&lt;&#65;&#x42;"><b/></a >`,
  );
  expect([...root.attributes]).toEqual([
    ['x', '1 > 0 "so"'],
    ['y', '<AB'],
  ]);
  expect(root.children.map(({ name }) => name)).toEqual(['b']);
});
