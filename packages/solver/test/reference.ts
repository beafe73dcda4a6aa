import type { Problem } from '../src/model.js';

/** A timetable before, in which the first five meetings stood in one room at their first times. */
export function referenceOf({ meetings }: Problem): NonNullable<Problem['reference']> {
  return meetings.slice(0, 5).map(({ id, times, teachers }) => ({
    meeting: id,
    time: times[0].time,
    room: 'r0',
    teacher: teachers[0],
  }));
}
