import '../../src/competitions/index.js';
import fc from 'fast-check';
import { campus } from '../../bench/solver/campus.js';
import {
  DISTRIBUTION_TYPES,
  type Distribution,
  type DistributionType,
  type Problem,
  type TimeSpan,
} from '../../src/model.js';
import { compile } from '../../src/search/image/compile.js';
import { Random } from '../../src/search/random.js';
import { solve } from '../../src/solve.js';
import { verify } from '../../src/verify.js';
import { at, meeting, put, tiny } from '../tiny.js';
import { expectAgreement, shuffled } from '../shuffle.js';

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };

type Relation = Pick<Distribution, 'required' | 'penalty'>;

/** What one relation between meetings at these times, in these rooms, adds to the score. */
function scoreOf(
  relation: Relation,
  type: DistributionType,
  times: readonly TimeSpan[],
  parameters?: readonly number[],
  rooms: readonly string[] = [],
): number {
  const ids = times.map((_, i) => `m${i}`);
  const problem: Problem = tiny({
    times: times.map((time) => ({ ...time })),
    meetings: ids.map((id) =>
      meeting(id, { groups: [], teachers: [], times: times.map((_, time) => ({ time })) }),
    ),
    distributions: [{ ...relation, type, parameters, meetings: ids }],
    travel: [{ from: 'r1', to: 'r2', periods: 1 }],
    profile: 'ITC2019',
  });
  const placements = ids.map((id, i) => put(id, i, rooms[i] ?? 'r1', null));
  return verify(problem, placements).score.byRule.distribution ?? 0;
}

type Arguments = Parameters<typeof scoreOf> extends [unknown, ...infer Rest] ? Rest : never;

/** Cost of a penalised relation (penalty 1, weight 1). */
const cost = (...relation: Arguments) => scoreOf({ required: false, penalty: 1 }, ...relation);
/** How often a required relation is broken. */
const violations = (...relation: Arguments) => scoreOf({ required: true }, ...relation);

type Case = readonly [
  text: string,
  type: DistributionType,
  expected: number,
  times: readonly TimeSpan[],
  parameters?: readonly number[],
  rooms?: readonly string[],
];

const two = (day: number) => ({ ...at(0, 0), days: 1 | (1 << day) });

const cases: readonly Case[] = [
  ['equal starts', 'SameStart', 0, [at(0, 2), at(1, 2, 3)]],
  ['different starts', 'SameStart', 1, [at(0, 2), at(1, 3)]],
  ['one within the other', 'SameTime', 0, [at(0, 2, 4), at(1, 3, 2)]],
  ['half across', 'SameTime', 1, [at(0, 2, 4), at(1, 4, 4)]],
  ['one after the other', 'DifferentTime', 0, [at(0, 2), at(1, 4)]],
  ['at the same hours of other days', 'DifferentTime', 1, [at(0, 2), at(1, 3)]],
  ['days within days', 'SameDays', 0, [two(2), at(2, 5)]],
  ['days beside days', 'SameDays', 1, [two(2), at(3, 5)]],
  ['days apart', 'DifferentDays', 0, [two(2), at(3, 5)]],
  ['a common day', 'DifferentDays', 1, [two(2), at(2, 5)]],
  ['weeks within weeks', 'SameWeeks', 0, [at(0, 0, 2, '11'), at(0, 0, 2, '01')]],
  ['weeks beside weeks', 'SameWeeks', 1, [at(0, 0, 2, '10'), at(0, 0, 2, '01')]],
  ['weeks apart', 'DifferentWeeks', 0, [at(0, 0, 2, '10'), at(0, 0, 2, '01')]],
  ['a common week', 'DifferentWeeks', 1, [at(0, 0, 2, '11'), at(0, 0, 2, '01')]],
  ['overlapping', 'Overlap', 0, [at(0, 0), at(0, 1)]],
  ['touching', 'Overlap', 1, [at(0, 0), at(0, 2)]],
  ['touching', 'NotOverlap', 0, [at(0, 0), at(0, 2)]],
  ['overlapping three times', 'NotOverlap', 3, [at(0, 0), at(0, 1), at(0, 0, 4)]],
  ['one room', 'SameRoom', 0, [at(0, 0), at(1, 0)], [], ['r1', 'r1']],
  ['two rooms', 'SameRoom', 1, [at(0, 0), at(1, 0)], [], ['r1', 'r2']],
  ['two rooms', 'DifferentRoom', 0, [at(0, 0), at(1, 0)], [], ['r1', 'r2']],
  ['one room', 'DifferentRoom', 1, [at(0, 0), at(1, 0)], [], ['r1', 'r1']],
  ['enough time to travel', 'SameAttendees', 0, [at(0, 0), at(0, 3)], [], ['r1', 'r2']],
  ['too little time to travel', 'SameAttendees', 1, [at(0, 0), at(0, 2)], [], ['r1', 'r2']],
  ['nowhere to travel', 'SameAttendees', 0, [at(0, 0), at(0, 2)], [], ['r1', 'r1']],
  ['in order', 'Precedence', 0, [at(0, 0), at(0, 2), at(1, 0)]],
  ['first week decides', 'Precedence', 0, [at(4, 6, 2, '10'), at(0, 0, 2, '01')]],
  ['the wrong way round', 'Precedence', 1, [at(1, 0), at(0, 0)]],
  ['a short day', 'WorkDay', 0, [at(0, 0), at(0, 4)], [6]],
  ['a long day', 'WorkDay', 1, [at(0, 0), at(0, 5)], [6]],
  ['a wide gap', 'MinGap', 0, [at(0, 0), at(0, 5)], [3]],
  ['a narrow gap', 'MinGap', 1, [at(0, 0), at(0, 4)], [3]],
  ['later in their common week', 'WeekPrecedence', 0, [at(0, 0, 2, '01'), at(1, 0, 2, '11')]],
  ['no week in common', 'WeekPrecedence', 0, [at(1, 0, 2, '10'), at(0, 0, 2, '01')]],
  ['first in the week', 'WeekPrecedence', 1, [at(1, 0, 2, '11'), at(0, 0, 2, '01')]],
  ['few days', 'MaxDays', 0, [at(0, 0), at(1, 0)], [2]],
  ['two days too many', 'MaxDays', 2, [at(0, 0), at(1, 0), at(2, 0)], [1]],
  ['a light day', 'MaxDayLoad', 0, [at(0, 0), at(0, 4)], [4]],
  ['3 periods above in both of 2 weeks', 'MaxDayLoad', 3, [at(0, 0), at(0, 4, 3)], [2]],
  ['3 above in 1 of 2 weeks, rounded down', 'MaxDayLoad', 1, [at(0, 0, 2, '10'), at(0, 4, 3, '10')], [2]],
  ['gaps that are no breaks', 'MaxBreaks', 0, [at(0, 0), at(0, 3), at(0, 6)], [0, 1]],
  ['a break too many in both weeks', 'MaxBreaks', 1, [at(0, 0), at(0, 3), at(0, 7)], [0, 1]],
  ['a long single meeting is no block', 'MaxBlock', 0, [at(0, 0, 9), at(1, 0)], [4, 0]],
  ['a block too long in both weeks', 'MaxBlock', 1, [at(0, 0), at(0, 2), at(0, 4, 1)], [4, 0]],
];

const rows = cases.map(([text, type, expected, times, parameters, rooms]) => ({
  text,
  type,
  expected,
  times,
  parameters,
  rooms,
}));

test.each(rows)('$type, $text: costs $expected', ({ type, expected, times, parameters, rooms }) => {
  expect(cost(type, times, parameters, rooms)).toBe(expected);
});

test('each of the 20 types has a case that keeps it and one that breaks it', () => {
  const of = (isBroken: boolean) =>
    [...new Set(cases.filter(([, , cost]) => cost > 0 === isBroken).map(([, type]) => type))].sort();
  expect(DISTRIBUTION_TYPES).toHaveLength(20);
  expect(of(false)).toEqual([...DISTRIBUTION_TYPES].sort());
  expect(of(true)).toEqual([...DISTRIBUTION_TYPES].sort());
});

test.each(rows)('$type, $text: required, it forbids what would cost', ({ type, expected, ...row }) => {
  expect(violations(type, row.times, row.parameters, row.rooms) > 0).toBe(expected > 0);
});

test('a required relation makes the timetable unusable', () => {
  const problem = tiny({
    meetings: [
      meeting('m1', { groups: [] }),
      meeting('m2', { teachers: ['t2'], groups: [], teachingClass: 'c2' }),
    ],
    distributions: [{ type: 'SameDays', meetings: ['m1', 'm2'], required: true }],
  });
  const found = verify(problem, [put('m1', 0), put('m2', 3, 'r1', 't2')]);
  expect(found.isFeasible).toBe(false);
  expect(found.violations).toMatchObject([
    {
      rule: 'distribution',
      level: 'hard',
      sentence: { en: 'Algebra, Physics break the relation SameDays (on the same day).' },
    },
  ]);
});

test('a student who cannot attend both is counted once per pair', () => {
  const problem = tiny({
    students: ['s1', 's2'].map((id) => ({ id, meetings: ['m1', 'm2'] })),
    rules: { 'student-conflict': { weight: 1 } },
  });
  const { byRule } = verify(problem, [put('m1', 0), put('m2', 0, 'r2', 't2')]).score;
  expect(byRule['student-conflict']).toBe(2);
});

test('the incremental cost of all types and of students equals the judged one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const base = campus({ classes: 8, seed, rooms: 4, weeks: seed % 7 === 0 ? 40 : 2 + (seed % 9) });
      const random = new Random(seed);
      const some = (n: number) =>
        [...new Set(Array.from({ length: n }, () => random.below(base.meetings.length)))].map(
          (m) => base.meetings[m].id,
        );
      const distributions = DISTRIBUTION_TYPES.flatMap((type): Distribution[] =>
        [false, seed % 5 === 0].map((required) => ({
          type,
          parameters: [1 + random.below(5), random.below(3)],
          meetings: some(type.startsWith('Max') ? 12 : 5),
          required,
          penalty: 1 + random.below(7),
        })),
      );
      const students = Array.from({ length: 6 }, (_, i) => ({ id: `s${i}`, meetings: some(4) }));
      const problem: Problem = {
        ...base,
        distributions,
        students,
        travel: [{ from: 'k0', to: 'k1', periods: 2 }],
        rules: { distribution: { weight: 1 + (seed % 4) }, 'student-conflict': { weight: 3 } },
      };
      expectAgreement(problem, shuffled(problem, seed, 40));
    }),
    { numRuns: 40 },
  );
});

test(
  'a semester of more than 32 weeks has relations, unless its times tell more than 32 of them ' + 'apart',
  () => {
    const weeks = 40;
    const problemOf = (times: readonly TimeSpan[]): Problem =>
      tiny({
        calendar: { weeks, days: 5, periods: 12 },
        times,
        meetings: ['m1', 'm2'].map((id) =>
          meeting(id, { groups: [], teachers: [], times: times.map((_, time) => ({ time })) }),
        ),
        distributions: [{ type: 'DifferentWeeks', meetings: ['m1', 'm2'], required: true }],
        profile: 'ITC2019',
      });
    const patterns = ['10', '01'].map((pattern) => pattern.repeat(weeks / 2));
    const apart = problemOf(patterns.map((pattern) => at(0, 0, 2, pattern)));
    const solution = solve(apart, { seed: 1, limit: { moves: 1000 }, walks: 1 }, host);
    expect(solution.isFeasible).toBe(true);
    const single = Array.from({ length: weeks }, (_, week) =>
      at(0, 0, 2, '0'.repeat(week) + '1' + '0'.repeat(weeks - week - 1)),
    );
    expect(() => compile(problemOf(single))).toThrow('distinguish at most 32 kinds of weeks, not 40.');
  },
);
