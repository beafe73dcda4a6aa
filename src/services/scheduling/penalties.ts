import type { RulePenalty } from '../../entities/scheduling/tasks.js';
import type { Language } from '../../schema/texts.js';
import type { Problem, RuleId, Score } from '../../solver/model.js';
import { settingOf } from '../../solver/profiles.js';
import { RULES } from '../../solver/rules/all.js';

/** A broken rule as the record of a task keeps it. */
export interface Penalty {
  readonly rule: RuleId;
  readonly isHard: boolean;
  readonly penalty: number;
}

/** What the broken rules cost, beside unplaced meetings, which are counted by themselves. */
export const penaltiesOf = (problem: Problem, { byRule }: Score): Penalty[] =>
  RULES.flatMap(({ id: rule }) => {
    const penalty = rule === 'unplaced' ? 0 : (byRule[rule] ?? 0);
    return penalty > 0 ? [{ rule, isHard: settingOf(problem, rule).level === 'hard', penalty }] : [];
  });

const meanings = new Map<string, Record<Language, string>>(RULES.map(({ id, meaning }) => [id, meaning]));

/** The penalties with words; a rule of an earlier release keeps its name only. */
export const explained = (penalties: readonly Penalty[], language: Language): RulePenalty[] =>
  penalties.map((penalty) => ({
    ...penalty,
    meaning: meanings.get(penalty.rule)?.[language] ?? penalty.rule,
  }));
