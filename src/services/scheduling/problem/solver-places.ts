import { weekNumbers, type Placement, type Problem } from '@class-scheduling/solver';
import type { Place } from './snapshot.js';

/** Places of records as placements of the solver, and back. */

/** The placements in the terms of the records. */
export function placesOf(problem: Problem, placements: readonly Placement[]): Place[] {
  return placements.map(({ meeting, time, room, teacher }) => {
    if (room === null || teacher === null)
      throw new Error(`Meeting ${meeting} was placed without a room or a teacher.`);
    const { days, start } = problem.times[time];
    return { meeting, day: Math.log2(days) + 1, period: start + 1, room, teacher };
  });
}

/** A place with the weeks and the length that were verified. */
export interface PlacedMeeting extends Place {
  readonly length: number;
  readonly weeks: readonly number[];
}

/** The placements as a timetable stores them. */
export function assignmentsOf(problem: Problem, placements: readonly Placement[]): PlacedMeeting[] {
  const times = problem.times.map(({ length, weeks }) => ({ length, weeks: weekNumbers(weeks) }));
  return placesOf(problem, placements).map((place, at) => ({ ...place, ...times[placements[at].time] }));
}

/** The inverse of `placesOf`; places that the problem does not know are left out. */
export function placementsOf(problem: Problem, places: readonly Place[]): Placement[] {
  const meetings = new Map(problem.meetings.map((meeting) => [meeting.id, meeting]));
  return places.flatMap(({ meeting, day, period, room, teacher }): Placement[] => {
    const known = meetings.get(meeting);
    const times = known ? [...known.times.map(({ time }) => time), known.lock?.time] : [];
    const time = times.find((index) => {
      const span = index === undefined ? undefined : problem.times[index];
      return span?.days === dayBit(day) && span.start === period - 1;
    });
    return time === undefined ? [] : [{ meeting, time, room, teacher }];
  });
}

/** A day from 1 as the solver has it. */
export const dayBit = (day: number): number => 1 << (day - 1);

/** The placements that a run may use too. */
export function usable(problem: Problem, placements: readonly Placement[]): Placement[] {
  const meetings = new Map(problem.meetings.map((meeting) => [meeting.id, meeting]));
  return placements.filter(({ meeting, room, teacher }) => {
    const { rooms, teachers } = meetings.get(meeting)!;
    return teachers.includes(teacher as string) && (!rooms || rooms.some((option) => option.room === room));
  });
}
