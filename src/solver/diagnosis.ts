import { findConflict, type Cause } from './conflicts/conflicts.js';
import type { Placement, Problem } from './model.js';
import { precheck, type Impossibility } from './precheck.js';
import { verify } from './verify.js';

/** Why a timetable is not complete, as far as it is known. */
export interface Diagnosis {
  /** What no search can mend. */
  readonly impossible: readonly Impossibility[];
  /** What became of the question; null when there was no reason to ask it. */
  readonly cause: Cause | null;
}

/** What a diagnosis needs beside the problem. */
export interface DiagnosisOptions {
  /** The best timetable so far; before there is one, only what is plainly impossible is looked into. */
  readonly placements: readonly Placement[];
  /** Seconds for the smallest set of requirements that cannot hold together. */
  readonly seconds: number;
}

/** Says what stands in the way of a complete timetable. `now` counts seconds since any fixed moment. */
export function diagnose(
  problem: Problem,
  { placements, seconds }: DiagnosisOptions,
  now: () => number,
): Diagnosis {
  const impossible = precheck(problem);
  const sound = soundOf(problem, placements);
  const isAsked = impossible.length > 0 || (placements.length > 0 && sound.length < problem.meetings.length);
  return { impossible, cause: isAsked ? findConflict(problem, sound, { seconds, now }) : null };
}

/** The placements without one meeting of each hard rule that is broken: a search that repairs still has such. */
function soundOf(problem: Problem, placements: readonly Placement[]): readonly Placement[] {
  const gone = new Set<string>();
  for (const { level, meetings } of verify(problem, placements).violations) {
    const last = meetings.at(-1);
    if (level === 'hard' && last !== undefined && !meetings.some((id) => gone.has(id))) gone.add(last);
  }
  return placements.filter(({ meeting }) => !gone.has(meeting));
}
