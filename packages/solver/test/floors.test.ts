import fc from 'fast-check';
import { campus } from '../bench/solver/campus.js';
import { leastExcess } from '../src/floors/days.js';
import { floorsOf } from '../src/floors/floors.js';
import { leastCost } from '../src/floors/transport.js';
import type { Meeting, Problem, RuleId } from '../src/model.js';
import { RULES } from '../src/rules/all.js';
import { Random } from '../src/search/random.js';
import { solve } from '../src/solve.js';
import { verify } from '../src/verify.js';
import { at, meeting, put, tiny } from './tiny.js';

const host = { seconds: () => 0, cancelled: () => false, report: () => undefined };
const solved = (problem: Problem, moves: number) =>
  solve(problem, { seed: 1, limit: { moves }, walks: 1 }, host);
const seeds = fc.integer({ min: 1, max: 1e6 });

/** A semester in which every soft rule finds something to judge, and some levels are other than usual. */
function everything(seed: number): Problem {
  const base = campus({ classes: 3 + (seed % 6), seed, weeks: 4, rooms: 5, teachers: 5, groups: 3 });
  const random = new Random(seed);
  const some = <T>(value: T): T | undefined => (random.below(4) === 0 ? value : undefined);
  const lock = ({ times }: Meeting) => ({ time: times[random.below(times.length)].time });
  const softly = ['long-break', 'room-capacity', 'room-type', 'room-features', 'travel-time', 'weekly-load'];
  return {
    ...base,
    rules: Object.fromEntries(
      [...softly, 'daily-load', 'consecutive-periods'].flatMap((rule) =>
        random.below(3) > 0 ? [[rule, { level: 'soft', weight: 1 + random.below(9) }]] : [],
      ),
    ),
    rooms: base.rooms.map((room, i) => ({
      ...room,
      ...(i % 2 === 0 && { unavailable: [{ weeks: '0110', days: 1 + (seed % 31), start: 2, length: 6 }] }),
    })),
    groups: base.groups.map((group) => ({ ...group, dailyPeriods: 2 + random.below(3) })),
    teachers: base.teachers.map((teacher) => ({ ...teacher, weeklyPeriods: 4 + random.below(9) })),
    meetings: base.meetings.map((each, i) => ({
      ...each,
      size: 10 + random.below(150),
      times: each.times.slice(random.below(8)).map((option) => ({ ...option, penalty: random.below(3) })),
      features: i % 4 === 0 ? ['projector'] : [],
      ...(i % 3 === 0 && { teacherPenalties: { t1: 2, t2: 1 } }),
      ...some({ lock: lock(each) }),
    })),
    reference: base.meetings.map(({ id, times, teachers }) => ({
      meeting: id,
      time: times[random.below(times.length)].time,
      room: 'r0',
      teacher: teachers[0],
    })),
    students: [{ id: 's1', meetings: base.meetings.slice(0, 6).map(({ id }) => id) }],
  };
}

test('no complete timetable that keeps the hard rules costs less than a floor, of one rule or of all', () => {
  let compared = 0;
  let positive = 0;
  fc.assert(
    fc.property(seeds, fc.constantFrom(500, 20_000), (seed, moves) => {
      const problem = everything(seed);
      const { isFeasible, score } = solved(problem, moves);
      if (!isFeasible) return;
      const { byRule, total } = floorsOf(problem);
      for (const [rule, floor] of Object.entries(byRule) as [RuleId, number][]) {
        if ((score.byRule[rule] ?? 0) < floor) throw new Error(`${rule}: ${score.byRule[rule]} < ${floor}`);
        positive++;
      }
      expect(total).toBeGreaterThanOrEqual(Object.values(byRule).reduce((sum, floor) => sum + floor, 0));
      expect(score.soft).toBeGreaterThanOrEqual(total);
      compared++;
    }),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(10);
  expect(positive).toBeGreaterThan(50);
});

const switchable = RULES.filter(({ levels }) => !levels || levels.includes('off'));

/** The problem with one soft rule alone, which the search then has to itself. */
const only = (rule: RuleId, problem: Problem): Problem => ({
  ...problem,
  rules: {
    ...Object.fromEntries(switchable.flatMap(({ id, levels }) => (levels ? [] : [[id, { level: 'off' }]]))),
    [rule]: { level: 'soft', weight: 1 },
  },
});

test('a search that minds one rule alone does not get below its floor', () => {
  let reached = 0;
  const soft = RULES.filter(({ levels }) => !levels || levels.includes('soft'));
  fc.assert(
    fc.property(seeds, fc.constantFrom(...soft.map(({ id }) => id)), (seed, rule) => {
      const problem = only(rule, everything(seed));
      const { isFeasible, score } = solved(problem, 3_000);
      if (!isFeasible) return;
      const { total } = floorsOf(problem);
      expect(score.soft).toBeGreaterThanOrEqual(total);
      if (total > 0 && score.soft === total) reached++;
    }),
    { numRuns: 150 },
  );
  expect(reached).toBeGreaterThan(10);
});

const own = (id: string, more: Partial<Meeting> = {}) => meeting(id, { teachingClass: `c${id}`, ...more });
const classes = (ids: readonly string[], more: object = {}) =>
  ids.map((id) => ({ id: `c${id}`, name: id, ...more }));
const four = ['a', 'b', 'c', 'd'];
const anyTeacher = { teachers: [] };

/** Problems of which one rule cannot be kept, and what that costs at least with weight 1. */
const cases: readonly (readonly [text: string, RuleId, Partial<Problem>, floor: number])[] = [
  [
    'a group has more meetings than its day has places',
    'evening',
    { times: [at(0, 0), at(0, 2), at(0, 4), at(0, 8)], meetings: four.map((id) => own(id, anyTeacher)) },
    4,
  ],
  [
    'a teacher has more meetings than the week has places',
    'weekend',
    {
      times: [at(0, 0), at(0, 2), at(0, 4), at(5, 0)],
      meetings: four.map((id) => own(id, { groups: [] })),
    },
    4,
  ],
  [
    'the only room that suits is taken all day',
    'evening',
    {
      times: [at(0, 0), at(0, 2), at(0, 4), at(0, 8)],
      meetings: four.map((id) => own(id, { ...anyTeacher, groups: [], rooms: [{ room: 'r1' }] })),
    },
    4,
  ],
  ['no time is short enough', 'long-break', { times: [at(0, 2, 4), at(1, 6, 4)], meetings: [own('a')] }, 1],
  [
    'an important class has only the afternoon',
    'course-priority',
    { times: [at(0, 4)], meetings: [own('a')], teachingClasses: classes(['a'], { priority: 9 }) },
    4,
  ],
  [
    'the better time is for one of two',
    'time-preference',
    {
      times: [at(0, 0), at(0, 2)],
      meetings: ['a', 'b'].map((id) => own(id, { times: [{ time: 0 }, { time: 1, penalty: 3 }] })),
    },
    3,
  ],
  [
    'a teacher likes no time that is offered',
    'teacher-preference',
    {
      times: [at(0, 0)],
      teachers: [{ id: 't1', name: 'Ada', preferences: [{ day: 0, period: 0, level: 1 }] }],
      meetings: [own('a')],
    },
    4,
  ],
  [
    'a teacher has more in some weeks than there are liked times',
    'teacher-preference',
    {
      times: [at(0, 0, 2, '10'), at(0, 2, 2, '10'), at(0, 0, 2, '01'), at(0, 2, 2, '01')],
      teachers: [
        { id: 't1', name: 'Ada', preferences: [0, 1].map((period) => ({ day: 0, period, level: 4 })) },
      ],
      meetings: four.map((id, i) =>
        own(id, { groups: [], times: i < 2 ? [{ time: 0 }, { time: 1 }] : [{ time: 2 }, { time: 3 }] }),
      ),
    },
    4,
  ],
  ['the rooms are too large', 'room-fit', { meetings: [own('a', { size: 20 })] }, 2],
  [
    'the room that fits is free for one of two',
    'room-fit',
    {
      times: [at(0, 0)],
      rooms: [50, 200].map((capacity, i) => ({ id: `r${i}`, name: `r${i}`, capacity })),
      meetings: ['a', 'b'].map((id) => own(id, { ...anyTeacher, groups: [], times: [{ time: 0 }] })),
    },
    3,
  ],
  [
    'theory and laboratory need different rooms',
    'room-stability',
    { meetings: ['r1', 'r2'].map((room) => meeting(room, { rooms: [{ room }] })) },
    1,
  ],
  [
    'the parts of a course have different teachers',
    'teacher-stability',
    {
      teachingClasses: classes(['a', 'b'], { course: 'x' }),
      meetings: [own('a'), own('b', { teachers: ['t2'] })],
    },
    1,
  ],
  [
    'only the second best teach',
    'teacher-level',
    { meetings: [own('a', { teachers: ['t1', 't2'], teacherPenalties: { t1: 3, t2: 2 } })] },
    2,
  ],
  [
    'one meeting cannot be on three days',
    'minimum-working-days',
    { meetings: [own('a')], teachingClasses: classes(['a'], { minimumDays: 3 }) },
    2,
  ],
  [
    'a group has a single period in the second week',
    'isolated-meetings',
    { times: [at(0, 0, 1, '01')], meetings: [own('a', { times: [{ time: 0 }] })] },
    1,
  ],
  [
    'six periods of a group do not divide by four days',
    'day-balance',
    {
      calendar: { weeks: 2, days: 2, periods: 12 },
      times: [at(0, 0), at(0, 2), at(0, 4), at(1, 0), at(1, 2), at(1, 4)],
      meetings: ['a', 'b', 'c'].map((id) => own(id)),
    },
    2,
  ],
  [
    'a teacher has more periods than a day may have',
    'daily-load',
    {
      teachers: [{ id: 't1', name: 'Ada', dailyPeriods: 2 }],
      times: [at(0, 0), at(0, 2), at(1, 0)],
      meetings: ['a', 'b', 'c'].map((id) => own(id, { groups: [] })),
    },
    4,
  ],
  [
    'a teacher has more periods than a week may have',
    'weekly-load',
    {
      teachers: [{ id: 't1', name: 'Ada', weeklyPeriods: 3 }],
      meetings: ['a', 'b'].map((id) => own(id, { groups: [] })),
    },
    2,
  ],
  [
    'theory and practice have one day',
    'course-parts-apart',
    {
      times: [at(0, 0), at(0, 2)],
      teachingClasses: ['THEORY', 'PRACTICE'].map((kind, i) => ({
        id: `c${i}`,
        name: kind,
        course: 'x',
        kind,
      })),
      meetings: ['c0', 'c1'].map((teachingClass) => meeting(teachingClass, { teachingClass })),
    },
    1,
  ],
  [
    'a meeting cannot stay in its room',
    'fewest-changes',
    { reference: [put('a', 0, 'r2')], meetings: [own('a', { rooms: [{ room: 'r1' }] })] },
    1,
  ],
  [
    'a student attends two meetings whose time is given',
    'student-conflict',
    {
      meetings: [
        own('a', { times: [{ time: 0 }] }),
        own('b', { times: [{ time: 0 }], teachers: ['t2'], groups: ['g2'] }),
      ],
      students: [{ id: 's1', meetings: ['a', 'b'] }],
    },
    1,
  ],
];

test.each(cases)('the floor is reached where %s (%s)', (_, rule, more, floor) => {
  const base = tiny({ teachingClasses: [...classes(four), { id: 'c1', name: 'one' }], ...more });
  const times = base.times.map((__, time) => ({ time }));
  const offered = (meeting: Meeting) =>
    meeting.times.some(({ time }) => time >= times.length) ? times : meeting.times;
  const problem = only(rule, {
    ...base,
    meetings: base.meetings.map((each) => ({ ...each, times: offered(each) })),
  });
  expect(floorsOf(problem)).toEqual({ byRule: { [rule]: floor }, total: floor });
  const { isFeasible, placements } = solved(problem, 5_000);
  expect(isFeasible).toBe(true);
  expect(verify(problem, placements).score.soft).toBe(floor);
});

test('what hinders each other has a floor together where each by itself has none', () => {
  const problem = tiny({
    times: [at(0, 0), at(0, 2), at(0, 8), at(5, 0)],
    teachingClasses: classes(four),
    meetings: ['a', 'b', 'c'].map((id) => own(id, { times: [0, 1, 2, 3].map((time) => ({ time })) })),
  });
  const { byRule, total } = floorsOf(problem);
  expect([byRule.evening, byRule.weekend]).toEqual([undefined, undefined]);
  expect(total).toBeGreaterThanOrEqual(16);
  expect(solved(problem, 5_000).score.soft).toBeGreaterThanOrEqual(total);
});

test('the least excess of days is what trying all ways finds', () => {
  const tried = (lengths: readonly number[], loads: readonly number[], limit: number): number => {
    const [length, ...rest] = lengths;
    if (length === undefined) return loads.reduce((sum, load) => sum + Math.max(0, load - limit), 0);
    return Math.min(
      ...loads.map((_, day) =>
        tried(
          rest,
          loads.map((load, other) => (other === day ? load + length : load)),
          limit,
        ),
      ),
    );
  };
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 7 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 6 }),
      (lengths, days, limit) => {
        const least = tried(lengths, new Array<number>(days).fill(0), limit);
        expect(leastExcess(lengths, days, limit)).toBe(least);
      },
    ),
    { numRuns: 200 },
  );
});

test('the least cost of a flow is what trying all ways finds, and less where the work runs out', () => {
  type Row = readonly number[];
  const tried = (units: readonly Row[], spare: readonly number[]): number => {
    const [costs, ...rest] = units;
    if (!costs) return 0;
    return Math.min(
      ...costs.map((cost, sink) =>
        spare[sink] === 0
          ? Infinity
          : cost +
            tried(
              rest,
              spare.map((left, other) => (other === sink ? left - 1 : left)),
            ),
      ),
    );
  };
  const cost = fc.constantFrom(0, 0, 1, 2, 5, Infinity);
  const demand = fc.record({
    units: fc.integer({ min: 1, max: 2 }),
    costs: fc.array(cost, { minLength: 4, maxLength: 4 }),
  });
  const capacities = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(demand, { maxLength: 4 }), capacities, fc.nat(60), (demands, capacity, edges) => {
      const least = tried(
        demands.flatMap(({ units, costs }) => new Array<Row>(units).fill(costs)),
        capacity,
      );
      const given = demands.map(({ units, costs }) => ({ units, costs: Float64Array.from(costs) }));
      const found = leastCost(given, capacity, { edges: 1e9 });
      if (least < Infinity) expect(found).toBe(least);
      expect(leastCost(given, capacity, { edges })).toBeLessThanOrEqual(least);
    }),
    { numRuns: 300 },
  );
});
