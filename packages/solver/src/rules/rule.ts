import type { Level, Owner, RuleId, Sentence } from '../model.js';
import type { View } from './view.js';

/** One violation that a rule found. */
export interface Finding {
  readonly penalty: number;
  /** Overrides the rule's level, for rules with hard and soft violations. */
  readonly level?: Level;
  readonly meetings: readonly string[];
  /** Whose timetable breaks it, where it is about one. */
  readonly owner?: Owner;
  readonly sentence: Sentence;
}

/** A requirement on a timetable, in simple code for verification. The search does not use it. */
export interface Rule {
  readonly id: RuleId;
  /** Default in the profile `PRODUCT`. */
  readonly level: Level;
  readonly weight: number;
  /** The levels that a run may set; absent = any. The search supports no others. */
  readonly levels?: readonly Level[];
  /** The rule as one sentence for people. */
  readonly meaning: Sentence;
  judge(view: View): Iterable<Finding>;
}
