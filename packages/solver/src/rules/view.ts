import { finished, type Pieces } from '../pieces.js';
import {
  furtherOf,
  type Group,
  type Meeting,
  type Placement,
  type Problem,
  type Room,
  type Teacher,
  type TeachingClass,
  type TimeSpan,
} from '../model.js';

/** A placement with everything it refers to. */
export interface Placed {
  readonly meeting: Meeting;
  readonly teachingClass: TeachingClass;
  readonly time: TimeSpan;
  readonly placement: Placement;
  readonly room: Room | null;
  /** The one who was chosen. */
  readonly teacher: Teacher | null;
  readonly furtherTeachers: readonly Teacher[];
  readonly groups: readonly Group[];
}

/** The placements of everybody who has any. */
export interface Timetables {
  readonly byRoom: ReadonlyMap<Room, readonly Placed[]>;
  readonly byTeacher: ReadonlyMap<Teacher, readonly Placed[]>;
  readonly byGroup: ReadonlyMap<Group, readonly Placed[]>;
  readonly byTeachingClass: ReadonlyMap<TeachingClass, readonly Placed[]>;
  /** By the names of the sets that one teacher teaches. */
  readonly byTeacherSet: ReadonlyMap<string, readonly Placed[]>;
}

/** A timetable as the rules see it. */
export interface View extends Timetables {
  readonly problem: Problem;
  readonly placed: readonly Placed[];
  readonly unplaced: readonly Meeting[];
  readonly roomsById: ReadonlyMap<string, Room>;
  /** Where only some meetings are judged: another one that students or relations may tie to them. */
  readonly beside?: (meeting: string) => Placed | undefined;
}

/** Resolves the references of the placements; an unknown id is an error of the caller, not a violation. */
export const viewOf = (problem: Problem, placements: readonly Placement[]): View =>
  finished(viewing(problem, placements));

/** The same in pieces. */
export function* viewing(problem: Problem, placements: readonly Placement[]): Pieces<View> {
  const placed = yield* placing(problem, placements);
  yield;
  const timetables = timetablesOf(placed);
  yield;
  const seen = new Set(placements.map(({ meeting }) => meeting));
  return {
    problem,
    placed,
    unplaced: problem.meetings.filter((meeting) => !seen.has(meeting.id)),
    ...timetables,
    roomsById: byId(problem.rooms),
  };
}

/** Everybody's placements, in their order. */
export function timetablesOf(placed: readonly Placed[]): Timetables {
  return {
    byRoom: collect(placed, (p) => (p.room ? [p.room] : [])),
    byTeacher: collect(placed, (p) => (p.teacher ? [p.teacher, ...p.furtherTeachers] : p.furtherTeachers)),
    byGroup: collect(placed, (p) => p.groups),
    byTeachingClass: collect(placed, (p) => [p.teachingClass]),
    byTeacherSet: collect(placed, ({ meeting: { teacherSet } }) =>
      teacherSet === undefined ? [] : [teacherSet],
    ),
  };
}

/** Resolves the references of the placements. @throws Error when an id is not known */
export const placedIn = (problem: Problem, placements: readonly Placement[]): readonly Placed[] =>
  finished(placing(problem, placements));

/** The same in pieces. */
function* placing(problem: Problem, placements: readonly Placement[]): Pieces<readonly Placed[]> {
  const rooms = byId(problem.rooms);
  const teachers = byId(problem.teachers);
  const groups = byId(problem.groups);
  const classes = byId(problem.teachingClasses);
  const meetings = byId(problem.meetings);
  const seen = new Set<string>();
  const placed: Placed[] = [];
  for (const placement of placements) {
    yield;
    if (seen.has(placement.meeting)) throw new Error(`Meeting ${placement.meeting} is placed twice.`);
    seen.add(placement.meeting);
    const meeting = resolve(meetings, placement.meeting, 'meeting');
    const time = problem.times[placement.time];
    if (!time) throw new Error(`Meeting ${meeting.id} is placed at unknown time ${placement.time}.`);
    placed.push({
      meeting,
      teachingClass: resolve(classes, meeting.teachingClass, 'teaching class'),
      time,
      placement,
      room: placement.room === null ? null : resolve(rooms, placement.room, 'room'),
      teacher: placement.teacher === null ? null : resolve(teachers, placement.teacher, 'teacher'),
      furtherTeachers: furtherOf(meeting).map((id) => resolve(teachers, id, 'teacher')),
      groups: meeting.groups.map((id) => resolve(groups, id, 'group')),
    });
  }
  return placed;
}

/** Whether two spans share a period. */
export function overlaps(a: TimeSpan, b: TimeSpan): boolean {
  const periods = a.start < b.start + b.length && b.start < a.start + a.length;
  return periods && (a.days & b.days) !== 0 && sharesWeek(a, b);
}

/** Whether two spans share a week. */
export function sharesWeek(a: TimeSpan, b: TimeSpan): boolean {
  for (let week = 0; week < a.weeks.length; week++) {
    if (a.weeks[week] === '1' && b.weeks[week] === '1') return true;
  }
  return false;
}

const DAYS_OF = Array.from({ length: 128 }, (_, bits) =>
  [0, 1, 2, 3, 4, 5, 6].filter((day) => (bits >> day) & 1),
);

/** The days of a span, from 0. */
export function daysOf(span: TimeSpan): readonly number[] {
  return DAYS_OF[span.days];
}

/** All unordered pairs of a list. */
export function* pairs<T>(list: readonly T[]): Generator<[T, T]> {
  for (let i = 0; i < list.length; i++) for (let j = i + 1; j < list.length; j++) yield [list[i], list[j]];
}

/** An owner's busy periods on one weekday, in the weeks with the same meetings. */
export interface Day {
  readonly day: number;
  /** From 1. */
  readonly weeks: readonly number[];
  /** Sorted, without duplicates, from 0. */
  readonly periods: readonly number[];
  readonly placed: readonly Placed[];
}

/** Cached, because several rules need the same owner's days. */
const knownDays = new WeakMap<readonly Placed[], readonly Day[]>();

/** The days of an owner's timetable, with equal weeks merged. */
export function daysOfTimetable(placed: readonly Placed[]): readonly Day[] {
  const cached = knownDays.get(placed);
  if (cached) return cached;
  const days: Day[] = [];
  for (let day = 0; day < 7; day++) {
    const ofDay = placed.filter((p) => (p.time.days >> day) & 1);
    if (ofDay.length > 0) days.push(...mergedWeeks(day, ofDay));
  }
  knownDays.set(placed, days);
  return days;
}

/** One weekday over all weeks, with weeks of the same meetings merged. */
function mergedWeeks(day: number, ofDay: readonly Placed[]): Day[] {
  const byMeetings = new Map<string, { weeks: number[]; placed: Placed[] }>();
  for (let week = 0; week < ofDay[0].time.weeks.length; week++) {
    const key = ofDay.map((p) => p.time.weeks[week]).join('');
    const same = byMeetings.get(key);
    if (same) same.weeks.push(week + 1);
    else byMeetings.set(key, { weeks: [week + 1], placed: ofDay.filter((p) => p.time.weeks[week] === '1') });
  }
  return [...byMeetings.values()]
    .filter((entry) => entry.placed.length > 0)
    .map((entry) => ({ day, ...entry, periods: busyPeriods(entry.placed) }));
}

/** Idle periods between the first and the last busy one. */
export function idlePeriods(periods: readonly number[]): number {
  if (periods.length === 0) return 0;
  return periods[periods.length - 1] - periods[0] + 1 - periods.length;
}

function busyPeriods(placed: readonly Placed[]): number[] {
  const busy = new Set<number>();
  for (const { time } of placed) for (let i = 0; i < time.length; i++) busy.add(time.start + i);
  return [...busy].sort((a, b) => a - b);
}

const knownIds = new WeakMap<readonly object[], ReadonlyMap<string, unknown>>();

function byId<T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  const cached = knownIds.get(list) as ReadonlyMap<string, T> | undefined;
  if (cached) return cached;
  const map = new Map(list.map((entity) => [entity.id, entity]));
  knownIds.set(list, map);
  return map;
}

function resolve<T>(map: ReadonlyMap<string, T>, id: string, kind: string): T {
  const entity = map.get(id);
  if (!entity) throw new Error(`There is no ${kind} ${id} in the problem.`);
  return entity;
}

function collect<T>(placed: readonly Placed[], owners: (p: Placed) => readonly T[]): Map<T, Placed[]> {
  const map = new Map<T, Placed[]>();
  for (const p of placed) {
    for (const owner of owners(p)) {
      const list = map.get(owner);
      if (list) list.push(p);
      else map.set(owner, [p]);
    }
  }
  return map;
}
