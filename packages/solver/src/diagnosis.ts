import { findConflicts, type Causes } from './conflicts/conflicts.js';
import type { Placement, Problem } from './model.js';
import { verify } from './verify.js';

/** Why a timetable is incomplete, as far as known. */
export interface Diagnosis extends Pick<Causes, 'conflicts' | 'more'> {
  /** The answer for all other meetings; null when only counting was used. */
  readonly rest: Causes['rest'] | null;
}

/** The input of a diagnosis besides the problem. */
export interface DiagnosisOptions {
  /** The best timetable so far; without one, only counting is used. */
  readonly placements: readonly Placement[];
  /** Time limit. */
  readonly seconds: number;
}

/** Finds out why a timetable is incomplete. `now` returns seconds since any fixed moment. */
export function diagnose(
  problem: Problem,
  { placements, seconds }: DiagnosisOptions,
  now: () => number,
): Diagnosis {
  const { conflicts, more, rest } = findConflicts(problem, withoutViolations(problem, placements), {
    seconds,
    now,
  });
  return { conflicts, more, rest: placements.length > 0 ? rest : null };
}

/**
 * The placements without one meeting of each violation of a hard rule, which a search in repair still has.
 */
function withoutViolations(problem: Problem, placements: readonly Placement[]): readonly Placement[] {
  const dropped = new Set<string>();
  for (const { level, meetings } of verify(problem, placements).violations) {
    const last = meetings.at(-1);
    if (level === 'hard' && last !== undefined && !meetings.some((id) => dropped.has(id))) dropped.add(last);
  }
  return placements.filter(({ meeting }) => !dropped.has(meeting));
}
