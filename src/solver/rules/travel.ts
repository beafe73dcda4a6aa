import type { Problem, Room } from '../model.js';

/** Free periods needed from one room to another; the most specific entry counts: rooms, then buildings, then campuses. */
export function travelBetween({ travel = [] }: Problem): (a: Room, b: Room) => number {
  const periods = new Map<string, number>();
  for (const entry of travel) {
    periods.set(`${entry.from}>${entry.to}`, entry.periods);
    periods.set(`${entry.to}>${entry.from}`, entry.periods);
  }
  return (a, b) => {
    if (a.id === b.id || periods.size === 0) return 0;
    return (
      periods.get(`${a.id}>${b.id}`) ??
      periods.get(`${a.building}>${b.building}`) ??
      periods.get(`${a.campus}>${b.campus}`) ??
      0
    );
  };
}
