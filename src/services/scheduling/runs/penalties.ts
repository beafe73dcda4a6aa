import type { RulePenalty } from '../../../entities/scheduling/tasks.js';
import type { Language } from '../../../schema/texts.js';
import {
  RULES,
  settingOf,
  type Floors,
  type Problem,
  type RuleId,
  type Score,
} from '@class-scheduling/solver';

/** A broken rule as stored with a task. */
export interface Penalty {
  readonly rule: RuleId;
  readonly isHard: boolean;
  readonly penalty: number;
  /** Part of it that no complete timetable can avoid; absent where that is not known. */
  readonly floor?: number;
}

/**
 * The penalties of the broken rules, except unplaced meetings, which are counted separately.
 * @param floors of a complete timetable, where they are known
 */
export const penaltiesOf = (problem: Problem, { byRule }: Score, floors: Floors | null = null): Penalty[] =>
  RULES.flatMap(({ id: rule }) => {
    const penalty = rule === 'unplaced' ? 0 : (byRule[rule] ?? 0);
    if (penalty === 0) return [];
    const isHard = settingOf(problem, rule).level === 'hard';
    const floor = Math.min(penalty, floors?.byRule[rule] ?? 0);
    return [{ rule, isHard, penalty, ...(floors && !isHard && { floor }) }];
  });

/** What no complete timetable costs less than; null where what is known tells nothing of the cost. */
export const softFloorOf = (floors: Floors | null, { soft }: Score): number | null =>
  floors && (floors.total > 0 || soft === 0) ? Math.min(floors.total, soft) : null;

const meanings = new Map<string, Record<Language, string>>(RULES.map(({ id, meaning }) => [id, meaning]));

/** What a rule requires; of one that this release does not know, its id. */
export const meaningOf = (rule: string, language: Language): string => meanings.get(rule)?.[language] ?? rule;

/** The penalties with their meanings. */
export const explained = (penalties: readonly Penalty[], language: Language): RulePenalty[] =>
  penalties.map(({ floor = null, ...penalty }) => ({
    ...penalty,
    meaning: meaningOf(penalty.rule, language),
    floor,
    aboveFloor: floor === null ? null : penalty.penalty - floor,
  }));
