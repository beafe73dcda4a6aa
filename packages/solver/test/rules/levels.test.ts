import fc from 'fast-check';
import { campus } from '../../bench/solver/campus.js';
import type { Level, Problem } from '../../src/model.js';
import { settingOf } from '../../src/profiles.js';
import { RULES } from '../../src/rules/all.js';
import { referenceOf } from '../reference.js';
import { expectAgreement, shuffled } from '../shuffle.js';
import { tiny } from '../tiny.js';

const LEVELS: readonly Level[] = ['hard', 'soft', 'off'];
const refused = RULES.flatMap(({ id, levels = LEVELS }) =>
  LEVELS.filter((level) => !levels.includes(level)).map((level) => [id, level, levels] as const),
);

/** A semester in which every rule finds something to judge. */
function everything(seed: number, rules: Problem['rules']): Problem {
  const base = campus({ classes: 2 + (seed % 9), seed, weeks: 4, rooms: 4, teachers: 4 });
  const ids = base.meetings.map(({ id }) => id);
  return {
    ...base,
    rules,
    meetings: base.meetings.map((meeting, i) => ({
      ...meeting,
      teachers: i % 3 === 0 ? base.teachers.slice(0, 3).map(({ id }) => id) : meeting.teachers,
      times: meeting.times.map((option, j) => ({ ...option, penalty: (i + j) % 3 })),
      features: i % 4 === 0 ? ['projector'] : [],
      groups: i % 5 === 0 ? [] : meeting.groups,
      ...(i % 3 === 0 && { teacherPenalties: { t1: 2, t2: 1 } }),
      teacherSet: 'set',
    })),
    teachers: base.teachers.map((teacher, k) => ({ ...teacher, weeklyPeriods: 2 + ((seed + k) % 7) })),
    travel: [{ from: 'k0', to: 'k1', periods: 1 }],
    reference: referenceOf(base),
    students: [{ id: 's1', meetings: ids.slice(0, 4) }],
    distributions: [{ type: 'DifferentDays', meetings: ids.slice(0, 3), required: false, penalty: 2 }],
  };
}

/** Rules that can be broken whatever the others say; off, they cannot hide what the rule under test does. */
const switchable = RULES.filter(({ levels = LEVELS }) => levels.includes('off'));
const quiet = Object.fromEntries(switchable.map(({ id }) => [id, { level: 'off' }])) as Problem['rules'];

test.each(RULES)(
  '$id counts alike in the search and in the judgement at every level',
  ({ id, levels = LEVELS }) => {
    const seeds = fc.integer({ min: 1, max: 1e6 });
    fc.assert(
      fc.property(seeds, fc.constantFrom(...levels), fc.boolean(), (seed, level, isAlone) => {
        const own = { [id]: { level, weight: 1 + (seed % 5) } };
        const problem = everything(seed, isAlone ? { ...quiet, ...own } : own);
        // Few meetings placed, so that fewer clash and what remains is due to the rule.
        expectAgreement(problem, shuffled(problem, seed, isAlone ? 4 : 40));
      }),
      { numRuns: 15 },
    );
  },
);

test.each(refused)('%s cannot be %s, and says so', (id, level, levels) => {
  expect(() => settingOf(tiny({ rules: { [id]: { level } } }), id)).toThrow(
    `The rule ${id} can only be ${levels.join(' or ')}, not ${level}.`,
  );
});
