import { plantedSemester } from '../bench/product/semester.js';
import type { Placement, Problem, RuleId } from '../src/model.js';
import { settingOf } from '../src/profiles.js';
import { RULES } from '../src/rules/all.js';
import { Random } from '../src/search/random.js';
import { sizeFaults } from '../src/sizes.js';
import { verify } from '../src/verify.js';

/** Those that no semester of the product can break, or that compare with an earlier timetable. */
const SILENT: readonly RuleId[] = [
  'unplaced',
  'not-offered',
  'long-break',
  'distribution',
  'wished-distribution',
  'fewest-changes',
  'same-teacher',
];

/** A time, a room and a teacher for every meeting, whatever they clash with. */
function atRandom({ meetings, rooms }: Problem, seed: number): Placement[] {
  const random = new Random(seed);
  const oneOf = <T>(list: readonly T[]): T => list[random.below(list.length)];
  return meetings.map(({ id, times, teachers }) => ({
    meeting: id,
    time: oneOf(times).time,
    room: oneOf(rooms).id,
    teacher: oneOf(teachers),
  }));
}

test.each([60, 120, 500, 2000])('a made-up semester of %i meetings has a timetable', (meetings) => {
  for (const seed of [1, 2, 3]) {
    const { problem, planted } = plantedSemester(meetings, seed);
    expect(problem.meetings).toHaveLength(meetings);
    expect(sizeFaults(problem)).toEqual([]);
    expect(verify(problem, planted)).toMatchObject({ isFeasible: true, score: { hard: 0 } });
  }
});

test('the same size and seed give the same semester, another seed another', () => {
  expect(plantedSemester(120, 7)).toEqual(plantedSemester(120, 7));
  expect(plantedSemester(120, 8)).not.toEqual(plantedSemester(120, 7));
});

test('every rule of the profile that a semester of the product can break is broken somewhere', () => {
  const { problem } = plantedSemester(500, 1);
  const { byRule } = verify(problem, atRandom(problem, 1)).score;
  const isExpected = (rule: RuleId) => settingOf(problem, rule).level !== 'off' && !SILENT.includes(rule);
  const expected = RULES.map(({ id }) => id).filter(isExpected);
  expect(expected.filter((rule) => !byRule[rule])).toEqual([]);
});
