import type { Calendar, Problem, Room, TimeSpan, Travel } from '../model.js';

/** Periods by origin and destination. */
type TravelTimes = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Cached, because a large campus has some hundred thousand entries and many timetables are verified. */
const cache = new WeakMap<readonly Travel[], TravelTimes>();

/** Free periods needed from room to room; rooms override buildings, buildings override campuses. */
export function travelBetween({ travel = [] }: Problem): (a: Room, b: Room) => number {
  const ways = cache.get(travel) ?? travelTimesOf(travel);
  cache.set(travel, ways);
  const way = (from: string | undefined, to: string | undefined) =>
    from === undefined || to === undefined ? undefined : ways.get(from)?.get(to);
  return (a, b) => {
    if (a.id === b.id || ways.size === 0) return 0;
    return way(a.id, b.id) ?? way(a.building, b.building) ?? way(a.campus, b.campus) ?? 0;
  };
}

/**
 * Free periods on the way between two meetings of one day, of which a long break counts as one; negative when
 * they overlap.
 */
export function periodsBetween({ longBreaks = [] }: Calendar, a: TimeSpan, b: TimeSpan): number {
  const [first, second] = a.start <= b.start ? [a, b] : [b, a];
  const end = first.start + first.length;
  const breaks = longBreaks.filter((after) => end - 1 <= after && after < second.start);
  return second.start - end + (second.start < end ? 0 : breaks.length);
}

function travelTimesOf(travel: readonly Travel[]): TravelTimes {
  const ways = new Map<string, Map<string, number>>();
  const put = (from: string, to: string, periods: number) => {
    const ofFrom = ways.get(from) ?? new Map<string, number>();
    ways.set(from, ofFrom.set(to, periods));
  };
  for (const { from, to, periods } of travel) {
    put(from, to, periods);
    put(to, from, periods);
  }
  return ways;
}
