import { RULES, settingOf, type RuleId, type RuleSetting } from '@class-scheduling/solver';
import { Semester } from '../../../entities/scheduling/semesters.js';
import {
  SchedulingConstraintsInput,
  SchedulingTimePreferencesInput,
  type SchedulingSwitch,
  type SchedulingWishes,
} from '../../../entities/scheduling/options.js';
import { RuleLevel, RuleProfile } from '../../../schema/enums.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { inputFieldsOf } from '../../../data/inputs.js';
import { readOne } from '../../../data/lists/reading.js';
import { SWITCHES, WEIGHED } from '../problem/options.js';
import { meaningOf } from './penalties.js';

declareRights({ schedulingWishes: planners });

/** Where the switches stand in the options of a run. */
const groups = {
  constraints: SchedulingConstraintsInput,
  timePreferences: SchedulingTimePreferencesInput,
};

/** What may be wished of a run in a semester, in the language of the caller, and what holds by default. */
export async function schedulingWishes(ctx: Context, semester: string): Promise<SchedulingWishes> {
  authorize(ctx, 'schedulingWishes');
  const { ruleProfile } = await readOne(ctx, Semester, semester);
  const profile = ruleProfile === RuleProfile.STANDARD ? 'PRODUCT' : 'UD2';
  const settingBy = (rule: RuleId): RuleSetting => settingOf({ profile }, rule);
  const switches = Object.entries(groups).flatMap(([group, input]) =>
    (inputFieldsOf(input) ?? []).flatMap(({ name, label }): SchedulingSwitch[] => {
      const found = SWITCHES.find(({ option }) => option === name);
      if (!found) return [];
      const { rule, on } = found;
      const isOn = settingBy(rule).level === on.level;
      return [{ group, name, label: label[ctx.language], meaning: meaningOf(rule, ctx.language), isOn }];
    }),
  );
  const rules = RULES.filter(({ id }) => WEIGHED.includes(id)).map(({ id: rule, meaning }) => {
    const { level, weight } = settingBy(rule);
    return { rule, meaning: meaning[ctx.language], level: level.toUpperCase() as RuleLevel, weight };
  });
  return { switches, rules };
}
