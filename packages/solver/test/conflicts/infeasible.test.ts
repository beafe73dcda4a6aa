import fc from 'fast-check';
import { campus } from '../../bench/solver/campus.js';
import { findConflict, findConflicts, type Causes } from '../../src/conflicts/conflicts.js';
import { overloadedSets } from '../../src/conflicts/flow.js';
import type { Distribution, DistributionType, Meeting, Problem, RuleId } from '../../src/model.js';
import { precheck } from '../../src/conflicts/precheck.js';
import { solve } from '../../src/solve.js';
import { verify } from '../../src/verify.js';
import { at, meeting, put, tiny } from '../tiny.js';

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
/** A clock that goes by how often it is asked: the same on every machine. */
function ticking(): { now: () => number } {
  let asked = 0;
  return { now: () => asked++ / 2000 };
}

/** A semester that can be completed; every kind of cause is put into it. */
const base = campus({ classes: 60, weeks: 4, rooms: 24, teachers: 40, groups: 20 });
const everyTime = base.meetings[0].times;
const free: Partial<Meeting> = { times: everyTime, teachers: [], groups: [], roomTypes: [], size: 1 };

const change = (changed: (meeting: Meeting, i: number) => Meeting): Problem => ({
  ...base,
  meetings: base.meetings.map(changed),
});
/** The first meetings, with their needs replaced and alone in their classes. */
const first = (n: number, more: (i: number) => Partial<Meeting>): Problem =>
  change((m, i) => (i < n ? { ...m, ...free, ...more(i) } : m));
const tied = (type: DistributionType, meetings: readonly string[], parameters?: number[]): Distribution => ({
  type,
  meetings,
  required: true,
  parameters,
});
const ids = (n: number) => base.meetings.slice(0, n).map(({ id }) => id);
const related = (problem: Problem, distributions: readonly Distribution[]): Problem => ({
  ...problem,
  distributions,
});
const hard = (...rules: RuleId[]) =>
  Object.fromEntries(rules.map((rule) => [rule, { level: 'hard' as const }]));

type Case = readonly [what: string, problem: Problem, named: readonly string[], meetingsMax: number];

const cases: readonly Case[] = [
  ['a room too small', change((m, i) => (i === 7 ? { ...m, size: 999 } : m)), ['room-capacity'], 1],
  ['no room of the type', change((m, i) => (i === 7 ? { ...m, roomTypes: ['gym'] } : m)), ['room-type'], 1],
  [
    'features that no room has',
    change((m, i) => (i === 7 ? { ...m, features: ['piano'] } : m)),
    ['room-features'],
    1,
  ],
  ['no time offered', change((m, i) => (i === 7 ? { ...m, times: [] } : m)), [], 1],
  [
    'evenings only, which are forbidden',
    {
      ...change((m, i) => ({ ...m, times: m.times.filter((_, t) => t % 6 < 4 === (i !== 7)) })),
      rules: hard('evening'),
    },
    ['evening'],
    1,
  ],
  [
    'a teacher with more hours than the week has',
    first(33, () => ({ teachers: ['t1'] })),
    ['teacher-conflict t1'],
    31,
  ],
  [
    'two teachers with more hours between them than they have',
    first(64, (i) => ({ teachers: i % 3 === 0 ? ['t2'] : ['t1', 't2'] })),
    ['teacher-conflict t1', 'teacher-conflict t2'],
    61,
  ],
  [
    'a group with more hours than the week has',
    first(31, () => ({ groups: ['g1'] })),
    ['group-conflict g1'],
    31,
  ],
  [
    'more laboratory meetings than two laboratories have room for',
    {
      ...first(70, () => ({ roomTypes: ['bench'] })),
      rooms: base.rooms.map((room, i) => (i === 3 || i === 7 ? { ...room, type: 'bench' } : room)),
    },
    ['room-conflict r3', 'room-conflict r7'],
    61,
  ],
  [
    'three rooms in pairs: no pair of them is too little for those who ask for it, all three are for all',
    first(93, (i) => ({ rooms: [0, 1, 2].filter((r) => r !== i % 3).map((r) => ({ room: `r${r}` })) })),
    ['room-conflict r0', 'room-conflict r1', 'room-conflict r2'],
    91,
  ],
  [
    'a lock against a lock on one room',
    first(2, (i) => ({ teachingClass: `c${i}`, lock: { time: everyTime[3].time, room: 'r2' } })),
    ['room-conflict r2', 'lock'],
    2,
  ],
  [
    'a lock against an absence',
    first(1, () => ({ teachers: ['t0'], lock: { time: everyTime[0].time } })),
    ['teacher-availability t0', 'lock'],
    1,
  ],
  [
    'a lock against a rule',
    { ...first(1, () => ({ lock: { time: everyTime[5].time } })), rules: hard('evening') },
    ['evening', 'lock'],
    1,
  ],
  [
    'a circle of precedence',
    related(
      first(3, () => ({})),
      [
        tied('Precedence', ids(2)),
        tied('Precedence', ids(3).slice(1)),
        tied('Precedence', [ids(3)[2], ids(3)[0]]),
      ],
    ),
    ['distribution'],
    3,
  ],
  [
    'a chain of precedence longer than the week',
    related(
      first(32, () => ({ times: everyTime.filter((_, t) => t % 6 === 0) })),
      Array.from({ length: 6 }, (_, i) => tied('Precedence', ids(i + 2).slice(i))),
    ),
    ['distribution'],
    7,
  ],
  [
    'more meetings on different days than there are days',
    related(
      first(6, () => ({})),
      [tied('DifferentDays', ids(6))],
    ),
    ['distribution'],
    6,
  ],
  [
    'meetings at the same time that share none',
    related(
      first(2, (i) => ({ times: everyTime.slice(i, i + 1) })),
      [tied('SameTime', ids(2))],
    ),
    ['distribution'],
    2,
  ],
  [
    'a required pattern of days that none offers',
    related(
      first(2, (i) => ({ times: everyTime.slice(6 * i, 6 * i + 6) })),
      [tied('SameDays', ids(2))],
    ),
    ['distribution'],
    2,
  ],
  [
    'more hours than a required daily load leaves',
    related(
      first(6, () => ({})),
      [tied('MaxDayLoad', ids(6), [2])],
    ),
    ['distribution'],
    6,
  ],
  [
    'a daily load turned hard',
    {
      ...first(6, () => ({ teachers: ['t1'] })),
      teachers: base.teachers.map((teacher) => ({
        ...teacher,
        dailyPeriods: teacher.id === 't1' ? 2 : undefined,
      })),
      groups: base.groups.map((group) => ({ ...group, dailyPeriods: undefined })),
      rules: hard('daily-load'),
    },
    ['daily-load t1'],
    6,
  ],
  [
    'a weekly load of one teacher',
    {
      ...first(6, () => ({ teachers: ['t1'] })),
      teachers: base.teachers.map((teacher) => ({
        ...teacher,
        dailyPeriods: undefined,
        weeklyPeriods: teacher.id === 't1' ? 8 : undefined,
      })),
      groups: base.groups.map((group) => ({ ...group, dailyPeriods: undefined })),
      rules: hard('weekly-load'),
    },
    ['weekly-load t1'],
    6,
  ],
  [
    'working days turned hard, and one class with too few meetings for them',
    {
      ...base,
      teachingClasses: base.teachingClasses.map((each, i) => ({ ...each, minimumDays: i === 7 ? 3 : 1 })),
      rules: hard('minimum-working-days'),
    },
    ['minimum-working-days c7'],
    2,
  ],
];

const namesOf = ({ conflicts }: Causes) =>
  conflicts.map(({ requirements }) => requirements.map(({ rule, subject }) => [rule, subject] as const));
const isNamed = (requirements: readonly (readonly [RuleId, string | null])[], named: string) => {
  const [rule, subject] = named.split(' ');
  return requirements.some(([r, s]) => r === rule && (subject === undefined || s === subject));
};

function solvedWithout(problem: Problem, givenUp: readonly string[]): boolean {
  const isLeft = (id: string) => !givenUp.includes(id);
  const meetings = problem.meetings.filter(({ id }) => isLeft(id));
  const distributions = problem.distributions?.map((each) => ({
    ...each,
    meetings: each.meetings.filter(isLeft),
  }));
  const options = { seed: 1, limit: { moves: 20_000 }, walks: 1, stopWhenComplete: true };
  return solve({ ...problem, meetings, distributions }, options, host).isFeasible;
}

test('the semester itself can be completed', () => {
  expect(precheck(base)).toEqual([]);
  expect(solvedWithout(base, [])).toBe(true);
});

test.each(cases)('%s is named alone, small, and the rest can be solved', (_, problem, named, meetingsMax) => {
  const causes = findConflicts(problem, [], ticking());
  expect(causes.conflicts).toHaveLength(1);
  const [requirements] = namesOf(causes);
  for (const each of named) expect([each, isNamed(requirements, each)]).toEqual([each, true]);
  // Nothing but what was named, and that the meetings take place.
  const rules = new Set(requirements.map(([rule]) => rule));
  for (const each of ['unplaced', ...named]) rules.delete(each.split(' ')[0] as RuleId);
  expect([...rules].filter((rule) => !/^(room-type|room-capacity|not-offered)$/.test(rule))).toEqual([]);
  expect(causes.conflicts[0].meetings.length).toBeLessThanOrEqual(meetingsMax);
  expect(solvedWithout(problem, causes.givenUp)).toBe(true);
});

test('all causes of a semester are named, not only the first', () => {
  const problem: Problem = {
    ...change((m, i) => {
      if (i === 5) return { ...m, size: 999 };
      if (i === 6) return { ...m, ...free, teachers: ['t0'], lock: { time: everyTime[0].time } };
      if (i === 10 || i === 13) return { ...m, ...free, lock: { time: everyTime[3].time, room: 'r2' } };
      return i >= 40 && i < 72 ? { ...m, ...free, groups: ['g1'] } : m;
    }),
    distributions: [tied('Precedence', ['m10-0', 'm11-0']), tied('Precedence', ['m11-0', 'm10-0'])],
  };
  const causes = findConflicts(problem, [], ticking());
  const named = [
    'room-capacity m2-1',
    'teacher-availability t0',
    'room-conflict r2',
    'distribution',
    'group-conflict g1',
  ];
  const found = namesOf(causes);
  expect(found).toHaveLength(named.length);
  for (const each of named) expect([each, found.some((one) => isNamed(one, each))]).toEqual([each, true]);
  expect(solvedWithout(problem, causes.givenUp)).toBe(true);
});

const pair = (more: Partial<Meeting> = {}) => [
  meeting('m1', { teachers: [], ...more }),
  meeting('m2', { teachers: [], ...more }),
];
const single = (start: number, day = 0) => at(day, start, 1);

test.each<readonly [RuleId, string, Partial<Problem>]>([
  ['group-compactness', 'g1', { times: [single(0), single(2)], meetings: pair() }],
  ['isolated-meetings', 'g1', { times: [single(0), single(2)], meetings: pair() }],
  ['consecutive-periods', 'g1', { times: [single(0), single(2)], meetings: pair() }],
  [
    'teacher-compactness',
    't1',
    { times: [single(0), single(2)], meetings: pair({ teachers: ['t1'], groups: [] }) },
  ],
  ['day-balance', 'g1', { times: [at(0, 0, 2), at(0, 2, 2)], meetings: pair() }],
  [
    'room-stability',
    'c1',
    {
      times: [single(0), single(1)],
      meetings: [meeting('m1', { rooms: [{ room: 'r1' }] }), meeting('m2', { rooms: [{ room: 'r2' }] })],
    },
  ],
  [
    'weekly-load',
    't1',
    {
      times: [single(0), single(0, 1)],
      teachers: [{ id: 't1', name: 'Ada', weeklyPeriods: 1 }],
      meetings: pair({ teachers: ['t1'], groups: [] }),
    },
  ],
  [
    'teacher-stability',
    'g1',
    {
      times: [single(0), single(1)],
      meetings: [meeting('m1'), meeting('m2', { teachers: ['t2'] })],
    },
  ],
  [
    'same-teacher',
    'theory',
    {
      times: [single(0), single(1)],
      meetings: [meeting('m1'), meeting('m2', { teachers: ['t2'] })].map((each) => ({
        ...each,
        teacherSet: 'theory',
      })),
    },
  ],
  [
    'course-parts-apart',
    'g1',
    {
      times: [single(0), single(1)],
      meetings: [meeting('m1'), meeting('m2', { teachingClass: 'c2' })],
      teachingClasses: ['THEORY', 'PRACTICE'].map((kind, i) => ({
        id: `c${i + 1}`,
        name: kind,
        course: 'k',
        kind,
      })),
    },
  ],
])('%s turned hard is a requirement like any other', (rule, owner, more) => {
  const problem = tiny({ rules: hard(rule), ...more });
  const meetings = problem.meetings.map((m) => ({ ...m, times: [{ time: 0 }, { time: 1 }] }));
  const cause = findConflict({ ...problem, meetings }, [], ticking());
  if (cause.kind !== 'impossible') throw new Error(`It is ${cause.kind}.`);
  expect(cause.conflict.isSmallest).toBe(true);
  expect(cause.conflict.requirements.map((each) => `${each.rule} ${each.subject}`)).toContain(
    `${rule} ${owner}`,
  );
});

test('students that must not clash are a requirement, too', () => {
  const problem = tiny({
    rules: hard('student-conflict'),
    meetings: ['m1', 'm2'].map((id, i) =>
      meeting(id, { groups: [], teachers: [], teachingClass: `c${i + 1}`, times: [{ time: 0 }] }),
    ),
    students: [{ id: 's', meetings: ['m1', 'm2'] }],
  });
  const cause = findConflict(problem, [put('m1', 0, 'r1', null)], ticking());
  if (cause.kind !== 'impossible') throw new Error(`It is ${cause.kind}.`);
  expect(cause.conflict.requirements.map(({ rule }) => rule)).toEqual([
    'unplaced',
    'unplaced',
    'student-conflict',
  ]);
});

test('a meeting that must not move is barred by what has taken its place', () => {
  const problem = tiny({
    rules: hard('fewest-changes'),
    reference: [put('m1', 0)],
    meetings: [meeting('m1'), meeting('m2', { lock: { time: 0 }, teachers: ['t2'] })],
  });
  const cause = findConflict(problem, [put('m2', 0, 'r2', 't2')], ticking());
  if (cause.kind !== 'impossible') throw new Error(`It is ${cause.kind}.`);
  expect(cause.conflict.requirements.map(({ rule }) => rule)).toContain('fewest-changes');
});

test(
  'meetings of three hours in two days of eight: four of them, though a fifth would be few enough ' + 'hours',
  () => {
    const names = ['c1', 'c2', 'c3', 'c4', 'c5'];
    const problem = tiny({
      times: [0, 1].flatMap((day) => [0, 1, 2, 3, 4, 5].map((start) => at(day, start, 3))),
      teachingClasses: names.map((id) => ({ id, name: id })),
      meetings: names.map((id) =>
        meeting(`m ${id}`, {
          teachers: [],
          teachingClass: id,
          times: Array.from({ length: 12 }, (_, time) => ({ time })),
        }),
      ),
    });
    expect(precheck(problem)).toMatchObject([
      {
        rule: 'group-conflict',
        sentence: {
          en:
            'Group CS1 attends 5 meetings (c1, c2, c3 and 2 others), and their times overlap too much: at ' +
            'most 4 can be placed.\nMaybe offer more times or fewer meetings.',
        },
      },
    ]);
  },
);

test('what counting calls impossible is: nothing that can be solved is accused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 9 }), (seed, times) => {
      const made = campus({ classes: 6, seed, weeks: 4, rooms: 4, teachers: 3, groups: 3 });
      const problem = {
        ...made,
        meetings: made.meetings.map((m) => ({ ...m, times: m.times.slice(0, times) })),
      };
      const options = { seed, limit: { moves: 2000 }, walks: 1, stopWhenComplete: true };
      const { isFeasible, placements } = solve(problem, options, host);
      const found = precheck(problem);
      if (isFeasible) expect(found).toEqual([]);
      // Whatever is named is impossible by itself, too.
      for (const { core } of found.slice(0, 1)) {
        const meetings = problem.meetings.filter(({ id }) => core.includes(id));
        expect(solve({ ...problem, meetings }, options, host).isFeasible).toBe(false);
      }
      const { givenUp, rest } = findConflicts(problem, placements, ticking());
      if (rest.kind !== 'possible') return;
      const meetings = problem.meetings.filter(({ id }) => !givenUp.includes(id));
      expect(verify({ ...problem, meetings }, rest.placements).isFeasible).toBe(true);
    }),
    { numRuns: 10 },
  );
});

test(
  'flows find exactly the sets that want more than they reach (Hall), on small cases tried out in ' + 'full',
  () => {
    const supply = fc.record({
      units: fc.integer({ min: 1, max: 4 }),
      sinks: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
    });
    fc.assert(
      fc.property(
        fc.array(supply, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }),
        (supplies, capacity) => {
          const over = (set: readonly number[]) => {
            const sinks = new Set(set.flatMap((i) => supplies[i].sinks));
            const units = set.reduce((sum, i) => sum + supplies[i].units, 0);
            return units - [...sinks].reduce((sum, sink) => sum + capacity[sink], 0);
          };
          const subsets = Array.from({ length: 2 ** supplies.length }, (_, bits) =>
            [...supplies.keys()].filter((i) => (bits >> i) & 1),
          );
          const found = overloadedSets(supplies, capacity);
          expect(found.length > 0).toBe(subsets.some((set) => over(set) > 0));
          for (const set of found) expect(over(set)).toBeGreaterThan(0);
          // Together they tell all that is missing.
          const missing = found.reduce((sum, set) => sum + over(set), 0);
          expect(missing).toBe(Math.max(0, ...subsets.map(over)));
        },
      ),
      { numRuns: 300 },
    );
  },
);
