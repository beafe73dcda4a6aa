import type { Placement, Problem, SolveOptions } from './model.js';

/** A meeting whose placement changed. */
export interface Move {
  readonly meeting: string;
  /** null when it was not placed before. */
  readonly from: Placement | null;
  /** null when it is not placed any more. */
  readonly to: Placement | null;
}

/** Far above every other weight, so that a better timetable is no reason to move anybody. */
const CHANGE_WEIGHT = 1000;

/** What to solve when a timetable must change (a room closes, somebody is ill) with the least disturbance. */
export function leastDisturbing(
  problem: Problem,
  placements: readonly Placement[],
): { readonly problem: Problem; readonly options: Pick<SolveOptions, 'start'> } {
  return {
    problem: {
      ...problem,
      reference: placements,
      rules: { ...problem.rules, 'fewest-changes': { level: 'soft', weight: CHANGE_WEIGHT } },
    },
    options: { start: placements },
  };
}

/** Which meetings differ between two timetables, in the order of the later one. */
export function movesBetween(before: readonly Placement[], after: readonly Placement[]): Move[] {
  const placementBefore = new Map(before.map((placement) => [placement.meeting, placement]));
  const placementAfter = new Map(after.map((placement) => [placement.meeting, placement]));
  const removed = before.filter(({ meeting }) => !placementAfter.has(meeting));
  return [
    ...after.flatMap((to): Move[] => {
      const from = placementBefore.get(to.meeting) ?? null;
      return from && isSame(from, to) ? [] : [{ meeting: to.meeting, from, to }];
    }),
    ...removed.map((from): Move => ({ meeting: from.meeting, from, to: null })),
  ];
}

function isSame(a: Placement, b: Placement): boolean {
  return a.time === b.time && a.room === b.room && a.teacher === b.teacher;
}
