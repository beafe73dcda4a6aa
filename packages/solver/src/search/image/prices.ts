import type { Problem, RuleId } from '../../model.js';
import { settingOf } from '../../profiles.js';

/** A rule's cost per unit in the search: one of the two is 0. */
export interface Price {
  readonly soft: number;
  readonly hard: number;
}

/** The price of one rule. */
export function priceOf(problem: Problem, rule: RuleId): Price {
  const { level, weight } = settingOf(problem, rule);
  return { soft: level === 'soft' ? weight : 0, hard: level === 'hard' ? 1 : 0 };
}

/** Cost of an option, or `FORBIDDEN`. */
export type Cost = number;
/** The cost of an option that a hard rule excludes. */
export const FORBIDDEN = -1;
