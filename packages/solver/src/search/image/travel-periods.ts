import type { Problem, Room, Travel } from '../../model.js';

const PERIODS_MAX = 65_535;

/** Cached, because a large campus has some hundred thousand entries, and students and relations need them. */
const known = new WeakMap<readonly Travel[], { rooms: readonly Room[]; periods: Uint16Array }>();

/**
 * Free periods needed between rooms, at from * rooms + to; an entry for rooms overrides one for buildings,
 * that one for campuses. Empty where nobody has to travel.
 */
export function travelPeriodsOf({ rooms, travel = [] }: Pick<Problem, 'rooms' | 'travel'>): Uint16Array {
  if (travel.length === 0) return new Uint16Array(0);
  const cached = known.get(travel);
  if (cached?.rooms === rooms) return cached.periods;
  const periods = periodsBetween(rooms, travel);
  known.set(travel, { rooms, periods });
  return periods;
}

function periodsBetween(rooms: readonly Room[], travel: readonly Travel[]): Uint16Array {
  const matrix = new Uint16Array(rooms.length ** 2);
  const between = new Map<string | undefined, Map<string | undefined, number>>();
  for (const { from, to, periods } of travel) {
    for (const [x, y] of [
      [from, to],
      [to, from],
    ]) {
      const others = between.get(x);
      if (others) others.set(y, periods);
      else between.set(x, new Map([[y, periods]]));
    }
  }
  for (const [a, x] of rooms.entries()) {
    const [fromRoom, fromBuilding, fromCampus] = [x.id, x.building, x.campus].map((id) => between.get(id));
    if (!fromRoom && !fromBuilding && !fromCampus) continue;
    for (const [b, y] of rooms.entries()) {
      if (a === b) continue;
      const periods = fromRoom?.get(y.id) ?? fromBuilding?.get(y.building) ?? fromCampus?.get(y.campus) ?? 0;
      matrix[a * rooms.length + b] = Math.min(PERIODS_MAX, periods);
    }
  }
  return matrix;
}
