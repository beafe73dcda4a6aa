import type { RulePenalty } from '../../entities/scheduling/tasks.js';
import type { Language } from '../../schema/texts.js';
import type { Problem, RuleId, Score } from '../../solver/model.js';
import { settingOf } from '../../solver/profiles.js';
import { RULES } from '../../solver/rules/all.js';

/** A broken rule as stored with a task. */
export interface Penalty {
  readonly rule: RuleId;
  readonly isHard: boolean;
  readonly penalty: number;
}

/** The penalties of the broken rules, except unplaced meetings, which are counted separately. */
export const penaltiesOf = (problem: Problem, { byRule }: Score): Penalty[] =>
  RULES.flatMap(({ id: rule }) => {
    const penalty = rule === 'unplaced' ? 0 : (byRule[rule] ?? 0);
    return penalty > 0 ? [{ rule, isHard: settingOf(problem, rule).level === 'hard', penalty }] : [];
  });

const meanings = new Map<string, Record<Language, string>>(RULES.map(({ id, meaning }) => [id, meaning]));

/** What a rule requires; of one that this release does not know, its id. */
export const meaningOf = (rule: string, language: Language): string => meanings.get(rule)?.[language] ?? rule;

/** The penalties with their meanings. */
export const explained = (penalties: readonly Penalty[], language: Language): RulePenalty[] =>
  penalties.map((penalty) => ({
    ...penalty,
    meaning: meaningOf(penalty.rule, language),
  }));
