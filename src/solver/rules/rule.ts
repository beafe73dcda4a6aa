import type { Level, RuleId, Sentence } from '../model.js';
import type { View } from './view.js';

/** One fault that a rule found. */
export interface Finding {
  readonly penalty: number;
  /** Where a rule has both kinds of fault, this one's own level. */
  readonly level?: Level;
  readonly meetings: readonly string[];
  readonly sentence: Sentence;
}

/** What a good timetable does, written for judging: no speed, no state. The search never sees it. */
export interface Rule {
  readonly id: RuleId;
  /** Default in the profile `PRODUCT`. */
  readonly level: Level;
  readonly weight: number;
  /** What a run may turn it into; absent = anything. The search knows no price for the others. */
  readonly levels?: readonly Level[];
  /** The rule itself, as one sentence for people. */
  readonly meaning: Sentence;
  judge(view: View): Iterable<Finding>;
}
