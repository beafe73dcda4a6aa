import type { Problem, ProfileName, RuleId, RuleSetting } from './model.js';
import { RULES } from './rules/all.js';

type Settings = Readonly<Partial<Record<RuleId, RuleSetting>>>;

const hard: RuleSetting = { level: 'hard', weight: 1 };
const soft = (weight: number): RuleSetting => ({ level: 'soft', weight });

const CLASHES: Settings = {
  unplaced: hard,
  'not-offered': hard,
  lock: hard,
  'room-conflict': hard,
  'teacher-conflict': hard,
  'group-conflict': hard,
  'teaching-class-conflict': hard,
  'room-availability': hard,
  'teacher-availability': hard,
  'group-availability': hard,
};

/** ITC-2007 track 3: capacity, working days, compactness and room stability are soft. */
const UD2: Settings = {
  ...CLASHES,
  'room-capacity': soft(1),
  'minimum-working-days': soft(5),
  'isolated-meetings': soft(2),
  'room-stability': soft(1),
};

/** ITC-2019: the reader sets the weights of the file. */
const ITC2019: Settings = {
  unplaced: hard,
  'not-offered': hard,
  'room-conflict': hard,
  'room-availability': hard,
  'time-preference': soft(1),
  'room-preference': soft(1),
  distribution: hard,
  'student-conflict': soft(1),
};

const PRODUCT: Settings = Object.fromEntries(
  RULES.map(({ id, level, weight }) => [id, { level, weight }] as const),
);

const PROFILES: Readonly<Record<ProfileName, Settings>> = { UD2, ITC2019, PRODUCT };
const OFF: RuleSetting = { level: 'off', weight: 0 };
const LEVELS = new Map(RULES.map(({ id, levels }) => [id, levels]));

/**
 * Level and weight of one rule for one problem: the profile's, overridden by the problem's own `rules`.
 * @throws Error when the rule does not support the requested level, such as a soft clash
 */
export function settingOf(problem: Pick<Problem, 'profile' | 'rules'>, rule: RuleId): RuleSetting {
  const base = PROFILES[problem.profile][rule] ?? OFF;
  const { level = base.level, weight = Math.max(1, base.weight) } = problem.rules?.[rule] ?? {};
  const levels = LEVELS.get(rule);
  if (level !== base.level && levels && !levels.includes(level))
    throw new Error(`The rule ${rule} can only be ${levels.join(' or ')}, not ${level}.`);
  return { level, weight };
}
