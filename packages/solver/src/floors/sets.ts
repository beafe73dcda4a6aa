import type { Domain } from '../conflicts/domains.js';
import { overlaps } from '../rules/view.js';
import { bitsIn, listsOf, type Ground } from './ground.js';
import { daysOfAll } from './times.js';

/** The least that `room-stability` counts: meetings of a class that have no room in common. */
export function leastRooms(ground: Ground): number {
  let least = 0;
  for (const domains of ground.byTeachingClass.values())
    least += fewest(domains.map(({ rooms }) => rooms ?? [])) - 1;
  return least;
}

/** The least that `teacher-stability` counts: parts of a course that have no teacher in common. */
export function leastTeachers(ground: Ground): number {
  const courses = listsOf(ground.all, ({ meeting }) => {
    const { id, course = `class ${id}` } = ground.classOf(meeting);
    if (meeting.groups.length === 0) return [`/${id}`];
    return [...new Set(meeting.groups)].map((group) => `${group}/${course}`);
  });
  let least = 0;
  for (const domains of courses.values()) least += fewest(domains.map(({ teachers }) => teachers)) - 1;
  return least;
}

/** Not more than must be chosen to have one of each list, at least 1: lists that share nothing. */
function fewest<T>(lists: readonly (readonly T[])[]): number {
  const chosen: ReadonlySet<T>[] = [];
  const distinct = new Set(lists.filter(({ length }) => length > 0));
  for (const list of [...distinct].sort((a, b) => a.length - b.length))
    if (!chosen.some((other) => list.some((one) => other.has(one)))) chosen.push(new Set(list));
  return Math.max(1, chosen.length);
}

/** The least that `minimum-working-days` counts: days that a class cannot reach. */
export function leastMissingDays(ground: Ground): number {
  let least = 0;
  for (const { id, minimumDays = 0 } of ground.problem.teachingClasses) {
    const domains = ground.byTeachingClass.get(id) ?? [];
    if (domains.length === 0) continue;
    const most = domains.reduce((sum, domain) => sum + mostDays(ground, domain), 0);
    least += Math.max(0, minimumDays - Math.min(most, daysOfAll(ground, domains)));
  }
  return least;
}

const mostDays = ({ problem }: Ground, { times }: Domain): number =>
  times.reduce((most, time) => Math.max(most, bitsIn(problem.times[time].days)), 0);

/** The least that `course-parts-apart` counts: more kinds of a course than days. */
export function leastPartsTogether(ground: Ground): number {
  const parts = listsOf(ground.all, ({ meeting }) => {
    const { course, kind } = ground.classOf(meeting);
    if (course === undefined || kind === undefined) return [];
    return [...new Set(meeting.groups)].map((group) => `${group}/${course}`);
  });
  let least = 0;
  for (const domains of parts.values()) {
    const kinds = new Set(domains.map(({ meeting }) => ground.classOf(meeting).kind)).size;
    least += Math.max(0, kinds - daysOfAll(ground, domains));
  }
  return least;
}

/** The least that `fewest-changes` counts: meetings that cannot stay where they were. */
export function leastChanges({ problem, all }: Ground): number {
  const before = new Map((problem.reference ?? []).map((placement) => [placement.meeting, placement]));
  return all.filter(({ meeting, times, rooms, teachers }) => {
    const place = before.get(meeting.id);
    if (!place) return false;
    const isRoom = place.room === null ? !rooms?.length : rooms?.some(({ id }) => id === place.room);
    const isTeacher = teachers.length === 0 || teachers.some(({ id }) => id === place.teacher);
    return !times.includes(place.time) || !isRoom || !isTeacher;
  }).length;
}

/** More pairs of meetings that cannot move are not compared. */
const PAIRS_MAX = 1_000_000;

/** The least that `student-conflict` counts: students of meetings that cannot move and overlap. */
export function leastMissed({ problem, all }: Ground): number {
  const fixed = new Map(all.filter(({ times }) => times.length === 1).map((each) => [each.meeting.id, each]));
  let least = 0;
  let pairs = 0;
  for (const { meetings } of problem.students ?? []) {
    const own = meetings.flatMap((id) => fixed.get(id) ?? []);
    for (const [at, a] of own.entries()) {
      for (const b of own.slice(at + 1)) {
        if (++pairs > PAIRS_MAX) return least;
        if (overlaps(problem.times[a.times[0]], problem.times[b.times[0]])) least++;
      }
    }
  }
  return least;
}
