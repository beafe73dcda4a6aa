import type { Distribution, Meeting, Problem, RuleId, TimeSpan } from '../../model.js';
import { settingOf } from '../../profiles.js';
import { agendasOf } from './agendas.js';
import { Rows, type Image } from './image.js';
import { gridOf, spansOverlap, type Grid } from './grid.js';
import { find, indexesOf, type Indexes } from './indexes.js';
import { priceOf } from './prices.js';
import { relationsOf } from '../relations/image.js';
import { roomOptions } from './room-options.js';
import { isAssigned, sectionsOf, type SectionImage } from '../students/image.js';
import { teacherCosts, teacherOptions } from './teacher-options.js';
import { ORDINARY_PRIORITY, timeOptions } from './time-options.js';

/**
 * Turns the plain problem into the arrays of the search: every rule becomes domains, costs and counters here.
 */
export function compile(problem: Problem): Image {
  const index = indexesOf(problem);
  const grid = gridOf(problem);
  const resources = resourcesOf(problem, index, grid);
  return {
    ...sizesOf(problem, grid, resources),
    ...grid.image,
    ...timeOptions(problem, index),
    ...roomOptions(problem, index),
    ...teacherOptions(problem, index),
    ...resources.image,
    ...blockedCells(problem, grid, resources),
    ...wideRooms(problem, grid),
    ...teacherCosts(problem, index),
    ...agendasOf(problem, resources.count, resources.firstTeacher, grid),
    ...classRules(problem, index),
    ...partsApart(problem),
    ...referenceOf(problem, index),
    ...travelOf(problem, index, resources),
    sections: assignedSections(problem),
    relations: relationsOf(
      problem,
      { ...priceOf(problem, 'distribution'), weight: settingOf(problem, 'distribution').weight },
      priceOf(problem, 'student-conflict'),
      grid,
      {
        hardUnit: grid.isWide ? 1 : Math.ceil(grid.cellsPerTime),
        isCounted: (d) => isExclusive(problem, grid, d),
      },
    ),
  };
}

/** Students move in the search once all are assigned, and their conflicts cost something. */
function assignedSections(problem: Problem): SectionImage | null {
  const sections = sectionsOf(problem);
  return sections && sections.price > 0 && isAssigned(sections) ? sections : null;
}

interface Resources {
  readonly count: number;
  readonly firstTeacher: number;
  readonly firstRoom: number;
  readonly image: Pick<Image, 'resourceStart' | 'resource' | 'priority'>;
}

function resourcesOf(problem: Problem, index: Indexes, grid: Grid): Resources {
  const isOn = (rule: RuleId) => settingOf(problem, rule).level === 'hard';
  const firstTeacher = problem.groups.length;
  const firstClass = firstTeacher + problem.teachers.length;
  const classResource = new Map<string, number>();
  if (isOn('teaching-class-conflict')) {
    for (const [id, meetings] of meetingsByClass(problem)) {
      if (meetings.length < 2 || sharesResource(meetings)) continue;
      classResource.set(id, firstClass + classResource.size);
    }
  }
  const firstSet = firstClass + classResource.size;
  const sets = new Map<string, number[]>();
  const exclusive = (problem.distributions ?? []).filter((distribution) =>
    isExclusive(problem, grid, distribution),
  );
  for (const [i, { meetings }] of exclusive.entries()) {
    for (const id of meetings) sets.set(id, [...(sets.get(id) ?? []), firstSet + i]);
  }
  const rows = new Rows();
  for (const meeting of problem.meetings) {
    const own = classResource.get(meeting.teachingClass);
    const groups = new Set(
      isOn('group-conflict') ? meeting.groups.map((id) => find(index.group, id, 'group')) : [],
    );
    rows.add([...groups, ...(own === undefined ? [] : [own]), ...(sets.get(meeting.id) ?? [])]);
  }
  const firstRoom = firstSet + exclusive.length;
  const priorities = problem.meetings.map(
    ({ teachingClass }) =>
      problem.teachingClasses[find(index.teachingClass, teachingClass, 'teaching class')].priority ??
      ORDINARY_PRIORITY,
  );
  return {
    count: firstRoom + problem.rooms.length,
    firstTeacher,
    firstRoom,
    image: { resourceStart: rows.starts(), resource: rows.all(), priority: Int32Array.from(priorities) },
  };
}

/** Sets from this size on are cheaper to count in cells than pair by pair. */
const EXCLUSIVE_FROM = 5;

/** A required set of meetings that must not overlap is a resource that one meeting uses at a time. */
function isExclusive(problem: Problem, grid: Grid, { type, required, meetings }: Distribution): boolean {
  if (grid.isWide || !required || meetings.length < EXCLUSIVE_FROM) return false;
  if (settingOf(problem, 'distribution').level !== 'hard') return false;
  return (
    type === 'NotOverlap' || (type === 'SameAttendees' && !problem.travel?.some(({ periods }) => periods > 0))
  );
}

function meetingsByClass(problem: Problem): Map<string, Meeting[]> {
  const map = new Map<string, Meeting[]>();
  for (const meeting of problem.meetings) {
    const list = map.get(meeting.teachingClass);
    if (list) list.push(meeting);
    else map.set(meeting.teachingClass, [meeting]);
  }
  return map;
}

/** A common group or only teacher already keeps the meetings from overlapping. */
function sharesResource([first, ...others]: readonly Meeting[]): boolean {
  const commonGroup = first.groups.some((group) => others.every((meeting) => meeting.groups.includes(group)));
  const soleTeacher = (meeting: Meeting) =>
    meeting.teachers.length === 1 && meeting.teachers[0] === first.teachers[0];
  return commonGroup || [first, ...others].every(soleTeacher);
}

function sizesOf(problem: Problem, grid: Grid, { count, firstTeacher, firstRoom }: Resources) {
  return {
    meetings: problem.meetings.length,
    rooms: problem.rooms.length,
    teachers: problem.teachers.length,
    times: problem.times.length,
    days: problem.calendar.days,
    atoms: grid.atoms,
    cells: grid.cells,
    resources: count,
    firstTeacher,
    firstRoom,
  };
}

/** Unavailability is occupation by nobody. */
function blockedCells(problem: Problem, grid: Grid, { firstTeacher, firstRoom, count }: Resources) {
  const owners: (readonly TimeSpan[] | undefined)[] = Array.from({ length: count });
  const put = (
    rule: RuleId,
    first: number,
    list: readonly { readonly unavailable?: readonly TimeSpan[] }[],
  ) => {
    if (settingOf(problem, rule).level !== 'hard') return;
    for (const [i, { unavailable }] of list.entries()) owners[first + i] = unavailable;
  };
  put('group-availability', 0, problem.groups);
  put('teacher-availability', firstTeacher, problem.teachers);
  put('room-availability', firstRoom, problem.rooms);
  const rows = new Rows();
  for (const spans of owners) rows.add(new Set((spans ?? []).flatMap((span) => grid.cellsOf(span))));
  return { blockedStart: rows.starts(), blocked: rows.all() };
}

function wideRooms(problem: Problem, grid: Grid) {
  const isOn = settingOf(problem, 'room-availability').level === 'hard';
  const { rooms, times } = problem;
  const roomBlocked = new Uint8Array(grid.isWide ? rooms.length * times.length : 0);
  for (const [r, { unavailable = [] }] of rooms.entries()) {
    if (!grid.isWide || !isOn || unavailable.length === 0) continue;
    for (const [t, span] of times.entries()) {
      if (unavailable.some((absence) => spansOverlap(absence, span))) roomBlocked[r * times.length + t] = 1;
    }
  }
  return { isWide: grid.isWide, roomBlocked };
}

function classRules(problem: Problem, index: Indexes) {
  const days = priceOf(problem, 'minimum-working-days');
  const stability = priceOf(problem, 'room-stability');
  const classOf = Int32Array.from(problem.meetings, (m) =>
    find(index.teachingClass, m.teachingClass, 'teaching class'),
  );
  const members: number[][] = problem.teachingClasses.map(() => []);
  for (const [m, c] of classOf.entries()) members[c].push(m);
  const rows = new Rows();
  for (const list of members) rows.add(list);
  return {
    classes: problem.teachingClasses.length,
    classOf,
    classmateStart: rows.starts(),
    classmate: rows.all(),
    minimumDays: Int32Array.from(problem.teachingClasses, (teachingClass) => teachingClass.minimumDays ?? 0),
    daysSoft: days.soft,
    daysHard: days.hard,
    stabilitySoft: stability.soft,
    stabilityHard: stability.hard,
  };
}

function partsApart(problem: Problem) {
  const price = priceOf(problem, 'course-parts-apart');
  const classes = new Map(problem.teachingClasses.map((teachingClass) => [teachingClass.id, teachingClass]));
  const kindsOf = new Map<string, string[]>();
  const partOf = (meeting: Meeting): readonly (readonly [string, string])[] => {
    const { course, kind } = classes.get(meeting.teachingClass) ?? {};
    if (course === undefined || kind === undefined) return [];
    return meeting.groups.map((group) => [`${group}/${course}`, kind] as const);
  };
  for (const meeting of problem.meetings) {
    for (const [unit, kind] of partOf(meeting)) {
      const kinds = kindsOf.get(unit) ?? [];
      kindsOf.set(unit, kinds);
      if (!kinds.includes(kind)) kinds.push(kind);
    }
  }
  const isOn = price.soft + price.hard > 0;
  const units = [...kindsOf].filter(([, kinds]) => isOn && kinds.length > 1);
  const unitIndex = new Map(units.map(([unit], i) => [unit, i]));
  const kindsMax = Math.max(1, ...units.map(([, kinds]) => kinds.length));
  const rows = new Rows();
  for (const meeting of problem.meetings) {
    rows.add(
      partOf(meeting).flatMap(([unit, kind]) => {
        const i = unitIndex.get(unit);
        return i === undefined ? [] : [i * kindsMax + (kindsOf.get(unit) ?? []).indexOf(kind)];
      }),
    );
  }
  return {
    units: units.length,
    kindsMax,
    unitKindStart: rows.starts(),
    unitKind: rows.all(),
    apartSoft: price.soft,
    apartHard: price.hard,
  };
}

function referenceOf(problem: Problem, index: Indexes) {
  const price = priceOf(problem, 'fewest-changes');
  const before = new Map((problem.reference ?? []).map((placement) => [placement.meeting, placement]));
  const pick = (
    value: (placement: { time: number; room: string | null; teacher: string | null }) => number,
  ) =>
    Int32Array.from(problem.meetings, ({ id }) => {
      const placement = before.get(id);
      return placement ? value(placement) : -1;
    });
  return {
    referenceTime: pick((placement) => placement.time),
    referenceRoom: pick(({ room }) => (room === null ? -1 : (index.room.get(room) ?? -2))),
    referenceTeacher: pick(({ teacher }) => (teacher === null ? -1 : (index.teacher.get(teacher) ?? -2))),
    changeSoft: price.soft,
    changeHard: price.hard,
  };
}

function travelOf(problem: Problem, index: Indexes, { firstTeacher, firstRoom }: Resources) {
  const entries = problem.travel ?? [];
  const price = priceOf(problem, 'travel-time');
  const isOn = entries.length > 0 && price.soft + price.hard > 0;
  const travel = new Uint8Array(isOn ? problem.rooms.length ** 2 : 0);
  const members: number[][] = Array.from({ length: firstRoom }, () => []);
  if (isOn) {
    const between = new Map(
      entries.flatMap(({ from, to, periods }) => [
        [`${from}>${to}`, periods] as const,
        [`${to}>${from}`, periods] as const,
      ]),
    );
    for (const [a, from] of problem.rooms.entries()) {
      for (const [b, to] of problem.rooms.entries()) {
        if (a === b) continue;
        travel[a * problem.rooms.length + b] =
          between.get(`${from.id}>${to.id}`) ??
          between.get(`${from.building}>${to.building}`) ??
          between.get(`${from.campus}>${to.campus}`) ??
          0;
      }
    }
    for (const [m, meeting] of problem.meetings.entries()) {
      for (const id of new Set(meeting.groups)) members[find(index.group, id, 'group')].push(m);
      const teachers = meeting.lock?.teacher === undefined ? meeting.teachers : [meeting.lock.teacher];
      for (const id of new Set(teachers)) members[firstTeacher + find(index.teacher, id, 'teacher')].push(m);
    }
  }
  const rows = new Rows();
  for (const list of members) rows.add(list);
  return {
    travel,
    travelSoft: isOn ? price.soft : 0,
    travelHard: isOn ? price.hard : 0,
    memberStart: rows.starts(),
    member: rows.all(),
  };
}
