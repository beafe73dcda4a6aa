import type { Problem, Solution } from '@class-scheduling/solver';

/** A search in which so long nothing was gained is over: a share of its time limit, and seconds at least. */
const patience = { share: 0.1, secondsMin: 10 };
/** What cooling takes for each meeting, about; where so much time is not patience, nothing is cut short. */
const coolingSeconds = 0.1;

/**
 * How long a search may gain nothing before it is over, in seconds; endless where that is too short for its
 * meetings, because the best timetable of a large search is found while it cools at its end.
 */
export function patienceFor({ meetings }: Problem, timeLimitSeconds: number): number {
  const seconds = Math.max(patience.secondsMin, patience.share * timeLimitSeconds);
  const movable = meetings.filter(({ lock }) => lock?.time === undefined).length;
  return movable * coolingSeconds > seconds ? Infinity : seconds;
}

/** Whether a search ended before it had placed anything, so that even what it began with is not in it. */
export const isVain = ({ isCancelled, moves, placements }: Solution): boolean =>
  !isCancelled && moves === 0 && placements.length === 0;
