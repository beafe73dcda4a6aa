import type { Placement, Problem, RuleId, Score, Violation } from './model.js';
import { settingOf } from './profiles.js';
import { RULES } from './rules/all.js';
import { viewOf, type View } from './rules/view.js';

/** The result of the independent check of a timetable. */
export interface Verification {
  /** Every meeting is placed and no hard rule is broken. */
  readonly isFeasible: boolean;
  readonly score: Score;
  /** Broken rules, hard ones first. */
  readonly violations: readonly Violation[];
}

/**
 * Verifies a timetable by the rules alone, from scratch: no code of the search is involved. Use it before a
 * result is stored or published. @throws Error when a placement refers to an unknown id
 */
export function verify(problem: Problem, placements: readonly Placement[]): Verification {
  return judge(viewOf(problem, placements));
}

/** The same of what the rules are to see. */
export function judge(view: View): Verification {
  const { problem } = view;
  const violations: Violation[] = [];
  for (const rule of RULES) {
    const setting = settingOf(problem, rule.id);
    if (setting.level === 'off') continue;
    for (const { penalty, meetings, sentence, level = setting.level } of rule.judge(view)) {
      violations.push({
        rule: rule.id,
        level,
        penalty: level === 'soft' ? penalty * setting.weight : penalty,
        meetings,
        sentence,
      });
    }
  }
  violations.sort((a, b) => Number(a.level !== 'hard') - Number(b.level !== 'hard'));
  const score = scoreOf(violations);
  return { isFeasible: score.hard === 0, score, violations };
}

function scoreOf(violations: readonly Violation[]): Score {
  const byRule: Partial<Record<RuleId, number>> = {};
  let hard = 0;
  let soft = 0;
  for (const { rule, level, penalty } of violations) {
    byRule[rule] = (byRule[rule] ?? 0) + penalty;
    if (level === 'hard') hard += penalty;
    else soft += penalty;
  }
  return { hard, soft, byRule };
}
