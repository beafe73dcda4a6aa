import { campus } from '../../../bench/solver/campus.js';
import { COMPETITION_TYPES, type Distribution, type Problem } from '../../../src/model.js';
import { Random } from '../../../src/search/random.js';

/**
 * A made-up problem of the shape of ITC-2019 with every type of distribution, students, travel and closed
 * rooms.
 */
export function madeUp(seed: number): Problem {
  const base = campus({ classes: 8, seed, rooms: 4, weeks: 2 + (seed % 5) });
  const random = new Random(seed);
  const some = (n: number) =>
    [...new Set(Array.from({ length: n }, () => random.below(base.meetings.length)))].map(
      (m) => base.meetings[m].id,
    );
  const weeks = '1'.repeat(base.calendar.weeks);
  return {
    ...base,
    profile: 'ITC2019',
    teachers: [],
    meetings: base.meetings.map((meeting, m) => ({
      ...meeting,
      teachers: [],
      times: meeting.times.map((option, i) => ({ ...option, penalty: i % 4 })),
      rooms: m % 6 === 5 ? [] : base.rooms.map(({ id }, penalty) => ({ room: id, penalty })),
    })),
    rooms: base.rooms.map((room, r) =>
      r === 0 ? { ...room, unavailable: [{ weeks, days: 3, start: 0, length: 4 }] } : room,
    ),
    travel: [
      { from: 'r0', to: 'r1', periods: 1 },
      { from: 'r2', to: 'r3', periods: 3 },
    ],
    distributions: COMPETITION_TYPES.flatMap((type): Distribution[] =>
      [false, random.below(3) === 0].map((required) => ({
        type,
        parameters: [1 + random.below(5), random.below(3)],
        meetings: some(type.startsWith('Max') ? 12 : 5),
        required,
        penalty: 1 + random.below(7),
      })),
    ),
    students: Array.from({ length: 6 }, (_, i) => ({ id: `s${i}`, meetings: some(4) })),
    rules: { distribution: { weight: 1 + (seed % 4) }, 'student-conflict': { weight: 3 } },
  };
}
