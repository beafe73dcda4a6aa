import { furtherOf, type Meeting, type Problem, type RuleId, type TimeSpan } from '../../model.js';
import { settingOf } from '../../profiles.js';
import { agendasOf } from './agendas.js';
import type { Image } from './image.js';
import { Rows } from './rows.js';
import type { Pause } from '../../deadline.js';
import type { Pieces } from '../../pieces.js';
import { gridOf, spansOverlap, type Grid } from './grid.js';
import { find, indexesOf, type Indexes } from './indexes.js';
import { priceOf } from './prices.js';
import { isExclusive, resourcesOf, type Resources } from './resources.js';
import { relationsOf, type RelationPrices } from '../relations/image.js';
import { roomOptions } from './room-options.js';
import { isAssigned, sectioningOf, type SectioningImage } from '../students/image.js';
import { courseTeachers, teacherCosts, teacherOptions, teachersOf } from './teacher-options.js';
import { timeOptions } from './time-options.js';
import { travelPeriodsOf } from './travel-periods.js';

/** Periods of travel are kept in a byte; more count as so many. */
const TRAVEL_MAX = 255;

/**
 * Compiles the problem into the arrays of the search: every rule becomes domains, costs and counters. `pause`
 * may throw.
 */
export function compile(problem: Problem, pause: Pause = () => undefined): Image {
  const pieces = compiling(problem);
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    pause();
  }
}

/** The same in pieces. */
export function* compiling(problem: Problem): Pieces<Image> {
  const index = indexesOf(problem);
  const grid = gridOf(problem);
  yield;
  const resources = resourcesOf(problem, index, grid);
  yield;
  const times = yield* timeOptions(problem, index);
  yield;
  const rooms = yield* roomOptions(problem, index);
  yield;
  const sectioning = assignedSectioning(problem);
  yield;
  const relations = relationsOf(
    problem,
    relationPrices(problem),
    priceOf(problem, 'student-conflict'),
    grid,
    {
      hardUnit: grid.isWide ? 1 : Math.ceil(grid.cellsPerTime),
      isCounted: (d) => isExclusive(problem, grid, d),
    },
  );
  yield;
  const teachers = { ...(yield* teacherOptions(problem, index)), ...(yield* teacherCosts(problem, index)) };
  yield;
  const blocked = { ...blockedCells(problem, grid, resources), ...wideRooms(problem, grid) };
  yield;
  const agendas = yield* agendasOf(problem, resources.count, resources.firstTeacher, grid);
  yield;
  const classes = classRules(problem, index);
  yield;
  const courses = yield* courseTeachers(problem, index);
  yield;
  const parts = courseParts(problem);
  yield;
  return {
    ...sizesOf(problem, grid, resources),
    ...grid.image,
    ...times,
    ...rooms,
    ...teachers,
    ...resources.image,
    ...blocked,
    ...agendas,
    ...weeklyLimits(problem, resources),
    slotPeriods: grid.slotPeriods,
    ...classes,
    ...courses,
    ...parts,
    ...referenceOf(problem, index),
    ...travelOf(problem, index, resources),
    sectioning,
    relations,
  };
}

/** What required relations cost, and those that are only wished. */
function relationPrices(problem: Problem): RelationPrices {
  const of = (rule: RuleId) => ({ ...priceOf(problem, rule), weight: settingOf(problem, rule).weight });
  const required = of('distribution');
  if (problem.profile === 'PRODUCT') return { required, wished: of('wished-distribution') };
  return { required, wished: { ...required, soft: required.soft + required.hard, hard: 0 } };
}

/** The search moves students only if all are assigned and their conflicts have a cost. */
function assignedSectioning(problem: Problem): SectioningImage | null {
  const sections = sectioningOf(problem);
  return sections && sections.price > 0 && isAssigned(sections) ? sections : null;
}

function sizesOf(problem: Problem, grid: Grid, { count, firstTeacher, firstClass, firstRoom }: Resources) {
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
    firstClass,
    hasFurtherTeachers: problem.meetings.some((meeting) => furtherOf(meeting).length > 0),
    firstRoom,
  };
}

/** Unavailability is occupation by no meeting. */
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

function weeklyLimits(problem: Problem, { count, firstTeacher }: Resources) {
  const { soft, hard } = priceOf(problem, 'weekly-load');
  const weekMax = new Int32Array(count).fill(-1);
  for (const [i, { weeklyPeriods }] of problem.teachers.entries())
    if (weeklyPeriods !== undefined && soft + hard > 0) weekMax[firstTeacher + i] = weeklyPeriods;
  return { weekMax, weekSoft: soft, weekHard: hard };
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

/** The courses that a group attends in several parts, and the parts of each meeting. */
function courseParts(problem: Problem) {
  const price = priceOf(problem, 'course-parts-apart');
  const classes = new Map(problem.teachingClasses.map((teachingClass) => [teachingClass.id, teachingClass]));
  const kindsOf = new Map<string, string[]>();
  const partsOf = (meeting: Meeting): readonly (readonly [string, string])[] => {
    const { course, kind } = classes.get(meeting.teachingClass) ?? {};
    if (course === undefined || kind === undefined) return [];
    return meeting.groups.map((group) => [`${group}/${course}`, kind] as const);
  };
  for (const meeting of problem.meetings) {
    for (const [groupCourse, kind] of partsOf(meeting)) {
      const kinds = kindsOf.get(groupCourse) ?? [];
      kindsOf.set(groupCourse, kinds);
      if (!kinds.includes(kind)) kinds.push(kind);
    }
  }
  const isOn = price.soft + price.hard > 0;
  const groupCourses = [...kindsOf].filter(([, kinds]) => isOn && kinds.length > 1);
  const indexes = new Map(groupCourses.map(([groupCourse], i) => [groupCourse, i]));
  const partsMax = Math.max(1, ...groupCourses.map(([, kinds]) => kinds.length));
  const rows = new Rows();
  for (const meeting of problem.meetings) {
    rows.add(
      partsOf(meeting).flatMap(([groupCourse, kind]) => {
        const i = indexes.get(groupCourse);
        return i === undefined ? [] : [i * partsMax + (kindsOf.get(groupCourse) ?? []).indexOf(kind)];
      }),
    );
  }
  return {
    groupCourses: groupCourses.length,
    partsMax,
    coursePartStart: rows.starts(),
    coursePart: rows.all(),
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
  const needed = travelPeriodsOf(isOn ? problem : { rooms: [] });
  const travel = new Uint8Array(needed.map((periods) => Math.min(TRAVEL_MAX, periods)));
  const members: number[][] = Array.from({ length: firstRoom }, () => []);
  if (isOn) {
    for (const [m, meeting] of problem.meetings.entries()) {
      for (const id of new Set(meeting.groups)) members[find(index.group, id, 'group')].push(m);
      for (const id of new Set([...teachersOf(problem, meeting), ...furtherOf(meeting)]))
        members[firstTeacher + find(index.teacher, id, 'teacher')].push(m);
    }
  }
  const rows = new Rows();
  for (const list of members) rows.add(list);
  const { longBreaks = [], periods } = problem.calendar;
  return {
    travel,
    breaksBefore: Uint8Array.from(
      { length: periods + 1 },
      (_, period) => longBreaks.filter((after) => after < period).length,
    ),
    travelSoft: isOn ? price.soft : 0,
    travelHard: isOn ? price.hard : 0,
    memberStart: rows.starts(),
    member: rows.all(),
  };
}
