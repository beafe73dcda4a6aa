import {
  furtherOf,
  TimeInterner,
  weekPattern,
  type Meeting,
  type Pieces,
  type Placement,
  type Problem,
  type Room,
  type Teacher,
} from '@class-scheduling/solver';
import type { MeetingPlace } from '../changes/states.js';
import type { SemesterProblem } from '../problem/problem.js';
import type { SnapshotMeeting } from '../problem/snapshot.js';
import { withoutSplitSets } from '../problem/staffing.js';

/** A meeting that a timetable holds. */
export interface StandingMeeting {
  readonly meeting: string;
  readonly department: string;
  readonly isLocked: boolean;
  readonly place: MeetingPlace | null;
}

/** Rooms and teachers in use that the semester would offer nobody any more. */
export interface Strays {
  readonly rooms: readonly Room[];
  readonly teachers: readonly Teacher[];
}

/** The solver's problem of a semester, with the places of one of its timetables. */
export interface PlacedProblem {
  readonly problem: Problem;
  readonly placements: readonly Placement[];
}

/**
 * The problem in which every meeting may stay where a timetable has put it, also where no run would put it:
 * such a place is one more that it is offered. A meeting that no run could serve can only stay. What the
 * semester's problem does not know, such as meetings of disabled teaching classes, is left out. In pieces.
 */
export function* placedProblemIn(
  { problem, snapshot, impossible }: SemesterProblem,
  held: readonly StandingMeeting[],
  strays: Strays,
): Pieces<PlacedProblem> {
  const times = new TimeInterner(problem.times);
  const known = new Map(snapshot.meetings.map((meeting) => [meeting.id, meeting]));
  const indexOf = (id: string, { day, period }: MeetingPlace): number | null => {
    const { weeks, periods } = known.get(id)!;
    const pattern = weekPattern(weeks, snapshot.weeks);
    if (!pattern.includes('1')) return null;
    return times.index({ weeks: pattern, days: 1 << (day - 1), start: period - 1, length: periods });
  };
  const placements = new Map<string, Placement>();
  const locked = new Set<string>();
  for (const { meeting, place, isLocked } of held) {
    yield;
    const time = place && known.has(meeting) ? indexOf(meeting, place) : null;
    if (place === null || time === null) continue;
    placements.set(meeting, { meeting, time, room: place.room, teacher: place.teacher });
    if (isLocked) locked.add(meeting);
  }
  const classes = new Map(snapshot.teachingClasses.map((teachingClass) => [teachingClass.id, teachingClass]));
  const stuck = impossible.flatMap(({ meeting: id }): Meeting[] => {
    const placement = placements.get(id);
    return placement
      ? [stuckMeeting(known.get(id)!, classes.get(known.get(id)!.teachingClass)!, placement)]
      : [];
  });
  const meetings: Meeting[] = [];
  for (const meeting of [...problem.meetings, ...stuck]) {
    yield;
    const placement = placements.get(meeting.id);
    meetings.push(placement ? atHome(meeting, placement, locked.has(meeting.id)) : meeting);
  }
  return {
    problem: {
      ...problem,
      times: times.times,
      rooms: [...problem.rooms, ...strays.rooms],
      teachers: [...problem.teachers, ...strays.teachers],
      meetings: withoutSplitSets(meetings, (id) => placements.get(id)?.teacher),
    },
    placements: [...placements.values()],
  };
}

/** A meeting for which the semester has nothing but the place that somebody gave it. */
const stuckMeeting = (
  { id, sequence, teachingClass, furtherTeachers = [] }: SnapshotMeeting,
  { name, size, groups }: { name: string; size: number; groups: readonly string[] },
  { time, room, teacher }: Placement,
): Meeting => ({
  id,
  name: `${name} #${sequence}`,
  teachingClass,
  size,
  groups,
  teachers: [teacher!],
  furtherTeachers: furtherTeachers.filter((each) => each !== teacher),
  times: [{ time }],
  rooms: [{ room: room! }],
});

/** Which parts of a place a meeting is offered. */
const offered = (meeting: Meeting, { time, room, teacher }: Placement) => ({
  isTime: meeting.times.some((option) => option.time === time),
  isRoom: !meeting.rooms || meeting.rooms.some((option) => option.room === room),
  isTeacher: meeting.teachers.includes(teacher!),
});

/** Whether a place is among those that a meeting is offered anyway. */
export function isOffered(meeting: Meeting, placement: Placement): boolean {
  const { isTime, isRoom, isTeacher } = offered(meeting, placement);
  return isTime && isRoom && isTeacher;
}

/** The meeting with its present place among those that it is offered; fixed there if it is locked. */
function atHome(meeting: Meeting, placement: Placement, isLocked: boolean): Meeting {
  const { time, room, teacher } = placement;
  const { isTime, isRoom, isTeacher } = offered(meeting, placement);
  if (isTime && isRoom && isTeacher && !isLocked) return meeting;
  const furtherTeachers = furtherOf(meeting).filter((id) => id !== teacher);
  return {
    ...meeting,
    ...(!isTime && { times: [...meeting.times, { time }] }),
    ...(!isRoom && { rooms: [...meeting.rooms!, { room: room! }] }),
    ...(!isTeacher && { teachers: [...meeting.teachers, teacher!], furtherTeachers }),
    ...(isLocked && { lock: { time, room: room!, teacher: teacher! } }),
  };
}
