import type { Calendar, Problem, Room, TimeSpan, Travel } from '../model.js';

/** Periods by origin and destination. */
type TravelTimes = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Cached, because a large campus has some hundred thousand entries and many timetables are verified. */
const cache = new WeakMap<readonly Travel[], TravelTimes>();

/** Free periods needed from room to room; rooms override buildings, buildings override campuses. */
export function travelBetween({ travel = [] }: Problem): (a: Room, b: Room) => number {
  const known = cache.get(travel) ?? travelTimesOf(travel);
  cache.set(travel, known);
  const periods = (from: string | undefined, to: string | undefined) =>
    from === undefined || to === undefined ? undefined : known.get(from)?.get(to);
  return (a, b) => {
    if (a.id === b.id || known.size === 0) return 0;
    return periods(a.id, b.id) ?? periods(a.building, b.building) ?? periods(a.campus, b.campus) ?? 0;
  };
}

/**
 * Free periods for travel between two meetings of one day, of which a long break counts as one; negative when
 * they overlap.
 */
export function periodsBetween({ longBreaks = [] }: Calendar, a: TimeSpan, b: TimeSpan): number {
  const [first, second] = a.start <= b.start ? [a, b] : [b, a];
  const end = first.start + first.length;
  const breaks = longBreaks.filter((after) => end - 1 <= after && after < second.start);
  return second.start - end + (second.start < end ? 0 : breaks.length);
}

function travelTimesOf(travel: readonly Travel[]): TravelTimes {
  const times = new Map<string, Map<string, number>>();
  const put = (from: string, to: string, periods: number) => {
    const ofFrom = times.get(from) ?? new Map<string, number>();
    times.set(from, ofFrom.set(to, periods));
  };
  for (const { from, to, periods } of travel) {
    put(from, to, periods);
    put(to, from, periods);
  }
  return times;
}
