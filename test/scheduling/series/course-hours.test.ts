import {
  taughtTogether,
  type AttendingClass,
} from '../../../src/services/scheduling/curriculum/plans/groups.js';
import {
  shared,
  type WeekBudget,
  type WeeklyMeeting,
} from '../../../src/services/scheduling/curriculum/plans/week-budgets.js';
import { periodsOf } from '../../../src/services/scheduling/curriculum/plans/plan.js';

const odd = [1, 3, 5, 7, 9, 11, 13, 15];
const even = odd.map((week) => week + 1);
const all = [...odd, ...even].sort((a, b) => a - b);
const budget = (weekHours: number, more: Partial<WeekBudget> = {}): WeekBudget => ({
  weekHours,
  isOddWeek: true,
  startWeek: 1,
  endWeek: 16,
  ...more,
});
const pair = (weeks: readonly number[]) => ({ periods: 2, weeks });

/** Numbers that look like chance and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

describe('hours of a course', () => {
  test('are pairs at the same times of every week until they are complete', () => {
    expect(shared([64], budget(4))).toEqual([[pair(all), pair(all)]]);
    expect(shared([48], budget(4))).toEqual([[pair(all.slice(0, 12)), pair(all.slice(0, 12))]]);
    expect(shared([50], budget(4))).toEqual([[pair(all.slice(0, 13)), pair(all.slice(0, 12))]]);
  });

  test('alternate steadily where their number is odd (weakness 6)', () => {
    expect(shared([48], budget(3))).toEqual([[pair(all), pair(odd)]]);
    expect(shared([48], budget(3, { isOddWeek: false }))).toEqual([[pair(all), pair(even)]]);
    expect(shared([16], budget(1))).toEqual([[pair(odd)]]);
  });

  test('of several kinds share one budget in proportion (weakness 6)', () => {
    expect(shared([32, 32], budget(4))).toEqual([[pair(all)], [pair(all)]]);
    const [theory, laboratory] = shared([48, 16], budget(4));
    expect(theory[0]).toEqual(pair(all));
    expect(periodsOf([theory[1]])).toBe(16);
    expect([...theory[1].weeks, ...laboratory[0].weeks].sort((a, b) => a - b)).toEqual(all);
    expect([odd, even]).toContainEqual(laboratory[0].weeks);
  });

  test('of no common measure share it all the same, and each kind completes', () => {
    const [theory, laboratory] = shared([40, 24], budget(4));
    expect([periodsOf(theory), periodsOf(laboratory)]).toEqual([40, 24]);
    expect(theory[1].weeks.length).toBe(4);
    expect([...theory[1].weeks, ...laboratory[0].weeks].sort((a, b) => a - b)).toEqual(all);
  });

  test('end with a single period where they are an odd number', () => {
    expect(shared([33], budget(4))).toEqual([
      [pair(all.slice(0, 8)), pair(all.slice(0, 8)), { periods: 1, weeks: [9] }],
    ]);
    const [theory, laboratory] = shared([33, 31], budget(4));
    expect([theory.at(-1), laboratory.at(-1)]).toEqual([
      { periods: 1, weeks: [16] },
      { periods: 1, weeks: [16] },
    ]);
    // Seven even weeks of 15 leave one period over, which goes to a week that has fewer.
    expect(shared([45], budget(3, { isOddWeek: false, endWeek: 15 }))[0].at(-1)).toEqual({
      periods: 1,
      weeks: [1],
    });
  });

  test('add up, stay in their weeks and inside the budget of each, whatever they are', () => {
    for (const { hours, budget: given } of samples(400)) {
      const found = shared(hours, given);
      expect(found.map(periodsOf)).toEqual(hours);
      const { weekHours, isOddWeek, startWeek, endWeek } = given;
      const wrong = [...loadsOf(found.flat())].filter(([week, periods]) => {
        const isMore = weekHours % 2 === 1 && (week % 2 === 1) === isOddWeek;
        return week < startWeek || week > endWeek || periods > (isMore ? weekHours + 1 : weekHours);
      });
      expect(wrong).toEqual([]);
    }
  });

  test('of no kind are ever many pairs ahead of their share or behind it', () => {
    for (const { hours, budget: given } of samples(400)) {
      const found = shared(hours, given);
      const wanted = hours.map((count) => Math.floor(count / 2));
      const total = Math.max(1, sum(wanted));
      const until = (week: number): number[] =>
        found.map((meetings) =>
          sum(meetings.filter(isPair).map(({ weeks }) => weeks.filter((each) => each <= week).length)),
        );
      for (let week = given.startWeek; week <= given.endWeek; week++) {
        const had = until(week);
        const off = had.map((count, part) => Math.abs(count - (sum(had) * wanted[part]) / total));
        expect(Math.max(...off)).toBeLessThan(hours.length);
      }
    }
  });
});

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
const isPair = ({ periods }: WeeklyMeeting): boolean => periods === 2;

/** Periods of each week. */
function loadsOf(meetings: readonly WeeklyMeeting[]): Map<number, number> {
  const loads = new Map<number, number>();
  for (const { periods, weeks } of meetings)
    for (const week of new Set(weeks)) loads.set(week, (loads.get(week) ?? 0) + periods);
  return loads;
}

/** Hours of up to four kinds that fit into a budget. */
function* samples(count: number): Generator<{ hours: number[]; budget: WeekBudget }> {
  const random = numbers(7);
  const below = (limit: number): number => random.next().value % limit;
  for (let at = 0; at < count; at++) {
    const startWeek = 1 + below(10);
    const endWeek = startWeek + below(22);
    const weekHours = 1 + below(12);
    const parts = 1 + below(4);
    const hours: number[] = [];
    for (let left = (endWeek - startWeek + 1) * weekHours; hours.length < parts; left -= hours.at(-1)!)
      hours.push(below(left + 1));
    yield { hours, budget: { weekHours, isOddWeek: below(2) === 1, startWeek, endWeek } };
  }
}

describe('who is taught together', () => {
  const group = (at: number, studentCount: number, more: Partial<AttendingClass> = {}): AttendingClass => ({
    ...{ id: `g${at}`, name: `G${at}`, code: String(at).padStart(3, '0'), major: 'm', campuses: [] },
    studentCount,
    ...more,
  });
  const sizes = (groups: readonly (readonly AttendingClass[])[]): number[][] =>
    groups.map((each) => each.map(({ studentCount }) => studentCount));

  test('no class is dropped, however small, and no group is larger than it may be (weaknesses 3, 8)', () => {
    const random = numbers(11);
    const below = (count: number): number => random.next().value % count;
    for (let trial = 0; trial < 300; trial++) {
      const studentsMax = 20 + below(160);
      const classes = Array.from({ length: 1 + below(20) }, (_, at) =>
        group(at, below(70), {
          major: `m${below(3)}`,
          campuses: [[], ['east'], ['west'], ['east', 'west']][below(4)],
        }),
      );
      const groups = taughtTogether(classes, studentsMax);
      expect(groups.flat().map(({ id }) => id)).toHaveLength(classes.length);
      expect(new Set(groups.flat())).toEqual(new Set(classes));
      for (const each of groups) {
        const size = sum(each.map(({ studentCount }) => studentCount));
        expect(each.length === 1 || size <= studentsMax).toBe(true);
        const bound = each.filter(({ campuses }) => campuses.length > 0).map(({ campuses }) => campuses);
        const isTogether = (campus: string): boolean => bound.every((campuses) => campuses.includes(campus));
        expect(bound.length === 0 || ['east', 'west'].some(isTogether)).toBe(true);
      }
    }
  });

  test('a class of 25 stands alone where nobody can join it', () => {
    expect(sizes(taughtTogether([group(1, 25)], 80))).toEqual([[25]]);
    expect(sizes(taughtTogether([group(1, 90), group(2, 25)], 80))).toEqual([[90], [25]]);
  });

  test('180 students in six classes are three groups of a usual room, as even as can be', () => {
    const classes = Array.from({ length: 6 }, (_, at) => group(at, 30));
    expect(sizes(taughtTogether(classes, 80))).toEqual([
      [30, 30],
      [30, 30],
      [30, 30],
    ]);
    expect(
      sizes(
        taughtTogether(
          [30, 30, 30, 30].map((count, at) => group(at, count)),
          100,
        ),
      ),
    ).toEqual([
      [30, 30],
      [30, 30],
    ]);
  });

  test('majors stay beside each other, unless another order needs fewer groups', () => {
    const majors = ['a', 'b', 'a', 'b'].map((major, at) => group(at, 40, { major }));
    expect(taughtTogether(majors, 80).map((each) => each.map(({ major }) => major))).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ]);
    const uneven = [50, 50, 30, 30].map((count, at) => group(at, count));
    expect(sizes(taughtTogether(uneven, 80))).toEqual([
      [50, 30],
      [50, 30],
    ]);
  });

  test('classes without a campus in common are not taught together', () => {
    const classes = ['east', 'west', 'east'].map((campus, at) => group(at, 20, { campuses: [campus] }));
    expect(taughtTogether(classes, 80).map((each) => each.map(({ campuses }) => campuses[0]))).toEqual([
      ['east', 'east'],
      ['west'],
    ]);
  });
});
