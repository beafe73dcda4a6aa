import { explainUnplaced, type UnplacedReason } from './explain.js';
import type { Placement, Problem, Score, Violation } from './model.js';
import { verify } from './verify.js';

/** The checks of a timetable before it is stored. */
export interface Judgement {
  readonly score: Score;
  /** Broken hard rules only. */
  readonly broken: readonly Violation[];
  readonly reasons: readonly UnplacedReason[];
}

/** Verifies a timetable and explains its unplaced meetings. */
export function judgementOf(problem: Problem, placements: readonly Placement[]): Judgement {
  const { score, violations } = verify(problem, placements);
  return {
    score,
    broken: violations.filter(({ level }) => level === 'hard'),
    reasons: explainUnplaced(problem, placements),
  };
}
