import type { Placement, Problem, ProfileName, SolveOptions } from './model.js';

/** A meeting whose placement changed. */
interface Move {
  readonly meeting: string;
  /** null when it was not placed before. */
  readonly from: Placement | null;
  /** null when it is no longer placed. */
  readonly to: Placement | null;
}

/** Far above what a move can gain by the other rules: a better timetable does not justify one. */
const CHANGE_WEIGHTS: Readonly<Record<ProfileName, number>> = {
  UD2: 1000,
  ITC2019: 1000,
  PRODUCT: 100_000,
};

/** The problem and options for changing a timetable (a room closes, a teacher is ill) with few moves. */
export function leastDisturbing(
  problem: Problem,
  placements: readonly Placement[],
): { readonly problem: Problem; readonly options: Pick<SolveOptions, 'start'> } {
  return {
    problem: {
      ...problem,
      reference: placements,
      rules: {
        ...problem.rules,
        'fewest-changes': { level: 'soft', weight: CHANGE_WEIGHTS[problem.profile] },
      },
    },
    options: { start: placements },
  };
}

/** The meetings that differ between two timetables, in the order of the later one. */
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
