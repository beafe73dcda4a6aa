import type { Placement, Problem, RuleId, Score, Violation } from './model.js';
import { finished, type Pieces } from './pieces.js';
import { settingOf } from './profiles.js';
import { RULES } from './rules/all.js';
import { viewing, type View } from './rules/view.js';

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
export const verify = (problem: Problem, placements: readonly Placement[]): Verification =>
  finished(verifying(problem, placements));

/** The same in pieces. */
export function* verifying(problem: Problem, placements: readonly Placement[]): Pieces<Verification> {
  return yield* judging(yield* viewing(problem, placements));
}

/** Verifies, rule by rule, what the rules are to see. */
export function* judging(view: View): Pieces<Verification> {
  const { problem } = view;
  const violations: Violation[] = [];
  for (const rule of RULES) {
    const setting = settingOf(problem, rule.id);
    if (setting.level === 'off') continue;
    for (const { penalty, meetings, owner, sentence, level = setting.level } of rule.judge(view)) {
      violations.push({
        rule: rule.id,
        level,
        penalty: level === 'soft' ? penalty * setting.weight : penalty,
        meetings,
        owner,
        sentence,
      });
    }
    yield;
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
