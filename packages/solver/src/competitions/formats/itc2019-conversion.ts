import {
  COMPETITION_TYPES,
  furtherOf,
  type Distribution,
  type Meeting,
  type Placement,
  type Problem,
  type Room,
  type Sectioning,
  type Travel,
} from '../../model.js';
import { overlaps } from '../../rules/view.js';

/**
 * A problem of a university as one of ITC-2019, which knows no teachers and groups: what one person has is in
 * a set of classes with the same attendees, and nobody is placed while absent. Who teaches is whoever does so
 * in the timetable. Wishes of teachers, the shape of a day and what else only our rules know are left out.
 */
export function asItc2019(problem: Problem, placements: readonly Placement[]): Problem {
  const { name, calendar, times, rooms, distributions = [] } = problem;
  const places = new Map(placements.map((placement) => [placement.meeting, placement]));
  const persons = new Map(
    problem.meetings.map((meeting) => [meeting.id, personsOf(meeting, places.get(meeting.id))]),
  );
  const meetings = meetingsOf(problem, { places, persons });
  const travel = travelOf(problem);
  return {
    name,
    calendar: { weeks: calendar.weeks, days: calendar.days, periods: calendar.periods },
    times,
    rooms: rooms.map(({ unavailable = [], ...room }) => ({
      ...{ id: room.id, name: room.name, capacity: room.capacity, unavailable },
    })),
    ...(travel.length > 0 && { travel }),
    teachers: [],
    groups: [],
    teachingClasses: meetings.map(({ id }) => ({ id, name: id })),
    meetings,
    distributions: [
      ...attendees(persons),
      ...distributions.filter(({ type }) => COMPETITION_TYPES.includes(type)),
    ],
    ...sectioningOf(problem),
    profile: 'ITC2019',
  };
}

/** Teachers and groups of a meeting. */
function personsOf(meeting: Meeting, place: Placement | undefined): string[] {
  const [only, ...others] = meeting.teachers;
  const first = place?.teacher ?? (others.length === 0 ? only : undefined);
  return [...(first ? [first] : []), ...furtherOf(meeting), ...meeting.groups];
}

interface Facts {
  readonly places: ReadonlyMap<string, Placement>;
  readonly persons: ReadonlyMap<string, readonly string[]>;
}

/** Meetings with the times at which nobody is absent, and that of the timetable. */
function meetingsOf(problem: Problem, { places, persons }: Facts): Meeting[] {
  const absences = new Map(
    [...problem.teachers, ...problem.groups].map(({ id, unavailable = [] }) => [id, unavailable]),
  );
  return problem.meetings.map(({ id, size, lock, times, rooms }): Meeting => {
    const absent = persons.get(id)!.flatMap((person) => absences.get(person) ?? []);
    const options = lock?.time === undefined ? times : [{ time: lock.time }];
    const free = options.filter(
      ({ time }) =>
        time === places.get(id)?.time || !absent.some((span) => overlaps(problem.times[time], span)),
    );
    return {
      ...{ id, teachingClass: id, size, teachers: [], groups: [] },
      times: free.length > 0 ? free : options,
      rooms: rooms ?? problem.rooms.map((room) => ({ room: room.id })),
    };
  });
}

/** What one person has: a set of classes with the same attendees for each. */
function attendees(persons: Facts['persons']): Distribution[] {
  const meetings = new Map<string, string[]>();
  for (const [meeting, all] of persons)
    for (const person of all) meetings.set(person, [...(meetings.get(person) ?? []), meeting]);
  return [...meetings.values()]
    .filter(({ length }) => length > 1)
    .map((ids) => ({ type: 'SameAttendees', meetings: ids, required: true }));
}

/** The ways between the rooms of two campuses. */
function travelOf({ rooms, travel = [] }: Problem): Travel[] {
  const placesOf = ({ id, building, campus }: Room): (string | undefined)[] => [id, building, campus];
  return travel.flatMap(({ from, to, periods }) => {
    const at = (place: string): Room[] => rooms.filter((room) => placesOf(room).includes(place));
    return at(from).flatMap((a) => at(to).map((b) => ({ from: a.id, to: b.id, periods })));
  });
}

/** What students attend by choice, as courses that they request: teaching classes with all their meetings. */
function sectioningOf({ meetings, students = [] }: Problem): { sectioning?: Sectioning } {
  if (students.length === 0) return {};
  const byClass = Map.groupBy(meetings, ({ teachingClass }) => teachingClass);
  const classOf = new Map(meetings.map(({ id, teachingClass }) => [id, teachingClass]));
  return {
    sectioning: {
      courses: [...byClass].map(([id, parts]) => ({
        id,
        configurations: [parts.map((part) => [{ meeting: part.id, limit: part.size }])],
      })),
      requests: students.map((student) => ({
        student: student.id,
        courses: [...new Set(student.meetings.map((meeting) => classOf.get(meeting)!))],
      })),
    },
  };
}
