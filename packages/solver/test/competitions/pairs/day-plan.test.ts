import type { Problem } from '../../../src/model.js';
import { compile } from '../../../src/search/image/compile.js';
import { DayPlan } from '../../../src/competitions/pairs/day-plan.js';
import { pairShapeOf } from '../../../src/competitions/pairs/shape.js';
import { Random } from '../../../src/search/random.js';
import { smallFullRow } from '../../small-full-row.js';

function planOf(
  problem: Problem,
  seed: number,
): { plan: DayPlan; timesOf: (id: string) => readonly number[] } {
  const shape = pairShapeOf(compile(problem))!;
  const { timeStart, time, meetings } = shape.image;
  const random = new Random(seed);
  const anywhere = Int32Array.from(
    { length: meetings },
    (_, m) => timeStart[m] + random.below(timeStart[m + 1] - timeStart[m]),
  );
  const plan = new DayPlan(shape, random, anywhere);
  const index = new Map(problem.meetings.map(({ id }, m) => [id, m]));
  return { plan, timesOf: (id) => plan.timesOf(index.get(id)!).map((at) => time[at]) };
}

test.each([1, 2, 3, 4, 5])('a plan keeps all loads and days that are required, seed %i', (seed) => {
  const problem = smallFullRow();
  const { plan, timesOf } = planOf(problem, seed);
  expect(plan.broken).toBeGreaterThan(20);
  plan.run(20_000);
  expect(plan.broken).toBe(0);
  const required = problem.distributions!.filter((one) => one.required);
  let checked = 0;
  for (const { type, parameters, meetings } of required) {
    if (type !== 'MaxDays' && type !== 'MaxDayLoad') continue;
    checked++;
    // All times of a pattern have the same days, weeks and length.
    const spans = meetings.map((id) => problem.times[timesOf(id)[0]]);
    const days = spans
      .reduce((all, span) => all | span.days, 0)
      .toString(2)
      .replaceAll('0', '').length;
    if (type === 'MaxDays') expect(days).toBeLessThanOrEqual(parameters![0]);
    for (let week = 0; type === 'MaxDayLoad' && week < problem.calendar.weeks; week++)
      for (let day = 0; day < problem.calendar.days; day++) {
        const there = spans.filter((span) => span.weeks[week] === '1' && (span.days >> day) & 1);
        expect(there.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(parameters![0]);
      }
  }
  expect(checked).toBeGreaterThan(5);
});

test('the times of a pattern are of the meeting, and alike in days, weeks and length', () => {
  const problem = smallFullRow();
  const { timesOf } = planOf(problem, 1);
  for (const { id, times } of problem.meetings) {
    const own = timesOf(id);
    expect(own.length).toBeGreaterThan(0);
    expect(times.map(({ time }) => time)).toEqual(expect.arrayContaining([...own]));
    const shapes = own.map((t) => problem.times[t]).map((one) => `${one.days} ${one.weeks} ${one.length}`);
    expect(new Set(shapes).size).toBe(1);
  }
});

test('a planner without sets of days has nothing to do', () => {
  const problem = smallFullRow();
  const distributions = problem.distributions!.filter(({ type }) => !type.startsWith('Max'));
  expect(planOf({ ...problem, distributions }, 1).plan.broken).toBe(0);
});

test('a set that a member holds on its days is planned on others', () => {
  const problem = smallFullRow();
  const fixed = problem.meetings.find(({ times }) => times.length > 3)!;
  const [only] = fixed.times;
  const meetings = problem.meetings.map((one) => (one === fixed ? { ...one, times: [only] } : one));
  const free = meetings.filter(({ id, times }) => {
    const days = times.map(({ time }) => problem.times[time].days);
    return id !== fixed.id && days.some((one) => one === problem.times[only.time].days);
  });
  expect(free.length).toBeGreaterThan(3);
  const ids = [fixed.id, ...free.slice(0, 4).map(({ id }) => id)];
  const days = problem.times[only.time].days.toString(2).replaceAll('0', '').length;
  const distributions = [{ type: 'MaxDays' as const, parameters: [days], meetings: ids, required: true }];
  const { plan, timesOf } = planOf({ ...problem, meetings, distributions }, 1);
  plan.run(5000);
  expect(plan.broken).toBe(0);
  for (const id of ids) expect(problem.times[timesOf(id)[0]].days).toBe(problem.times[only.time].days);
});
