import { TimeInterner, type Meeting, type Problem } from '../../src/model.js';
import { Random } from '../../src/search/random.js';

/** Size and tightness of a made-up semester in which a timetable is planted. */
export interface FullSize {
  readonly name: string;
  /** As many groups as teachers and rooms. */
  readonly groups: number;
  /** Percent of the places of all three that meetings take. */
  readonly occupancy: number;
  /** Percent of the other times that are closed to a meeting. */
  readonly closed: number;
}

const DAYS = 5;
const STARTS = [0, 2, 4, 6, 8, 10];
const LAB_ROOMS = 4;

/**
 * A made-up semester filled to its last places: at every time every group meets a teacher in a room, and
 * nobody has any place to spare at an occupancy of 100.
 */
export function fullSemester({ name, groups, occupancy, closed }: FullSize, seed: number): Problem {
  const random = new Random(seed);
  const interner = new TimeInterner();
  const times = Array.from({ length: DAYS }, (_, day) =>
    STARTS.map((start) => interner.index({ weeks: '1'.repeat(16), days: 1 << day, start, length: 2 })),
  ).flat();
  const all = Array.from({ length: groups }, (_, i) => i);
  const meetings: Meeting[] = [];
  for (const time of times) {
    const [teachers, rooms] = [shuffled(all, random), shuffled(all, random)];
    for (const g of all) {
      if (random.below(100) >= occupancy) continue;
      meetings.push({
        id: `m${meetings.length}`,
        teachingClass: `c${g}-${teachers[g]}`,
        size: 30,
        teachers: [`t${teachers[g]}`],
        groups: [`g${g}`],
        times: times
          .filter((other) => other === time || random.below(100) >= closed)
          .map((other) => ({ time: other })),
        roomTypes: [rooms[g] % LAB_ROOMS === 0 ? 'lab' : 'lecture'],
      });
    }
  }
  const classes = [...new Set(meetings.map(({ teachingClass }) => teachingClass))];
  return {
    name,
    calendar: { weeks: 16, days: DAYS, periods: 12, longBreaks: [3, 7], eveningStart: 10, weekendStart: 5 },
    times: interner.times,
    rooms: all.map((r) => ({
      id: `r${r}`,
      name: `Room ${r}`,
      capacity: 40,
      type: r % LAB_ROOMS === 0 ? 'lab' : 'lecture',
    })),
    teachers: all.map((k) => ({ id: `t${k}`, name: `Teacher ${k}` })),
    groups: all.map((g) => ({ id: `g${g}`, name: `Class ${g}`, size: 30 })),
    teachingClasses: classes.map((id) => ({ id, name: `Course ${id}` })),
    meetings,
    profile: 'PRODUCT',
  };
}

function shuffled(list: readonly number[], random: Random): number[] {
  const left = [...list];
  for (let i = left.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [left[i], left[j]] = [left[j], left[i]];
  }
  return left;
}
