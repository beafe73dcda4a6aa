import type { Distribution, Meeting, Problem, Room, RuleId, TimeSpan } from '../model.js';
import { settingOf } from '../profiles.js';
import { agendasOf } from './agendas.js';
import { Rows, type Image } from './image.js';
import { gridOf, type Grid } from './grid.js';
import { relationsOf } from './relations.js';
import { isProper, sectionsOf, type SectionImage } from './sections.js';

/** A rule's cost per unit in the search: one of the two is 0. */
export interface Price {
  readonly soft: number;
  readonly hard: number;
}

/** What one rule costs. */
export function priceOf(problem: Problem, rule: RuleId): Price {
  const { level, weight } = settingOf(problem, rule);
  return { soft: level === 'soft' ? weight : 0, hard: level === 'hard' ? 1 : 0 };
}

/** Cost of an option, or `FORBIDDEN`. */
type Cost = number;
const FORBIDDEN = -1;
const ORDINARY_PRIORITY = 5;

/** Turns the plain problem into the arrays of the search: every rule becomes domains, costs and counters here. */
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
  return sections && sections.price > 0 && isProper(sections) ? sections : null;
}

interface Indexes {
  readonly room: ReadonlyMap<string, number>;
  readonly teacher: ReadonlyMap<string, number>;
  readonly group: ReadonlyMap<string, number>;
  readonly teachingClass: ReadonlyMap<string, number>;
}

function indexesOf(problem: Problem): Indexes {
  return {
    room: indexById(problem.rooms),
    teacher: indexById(problem.teachers),
    group: indexById(problem.groups),
    teachingClass: indexById(problem.teachingClasses),
  };
}

function indexById(list: readonly { readonly id: string }[]): Map<string, number> {
  return new Map(list.map(({ id }, i) => [id, i]));
}

function find(map: ReadonlyMap<string, number>, id: string, kind: string): number {
  const i = map.get(id);
  if (i === undefined) throw new Error(`There is no ${kind} ${id} in the problem.`);
  return i;
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

/** Options that survive the hard rules on times, with the cost of the soft ones. */
function timeOptions(problem: Problem, index: Indexes) {
  const start = [0];
  const time: number[] = [];
  const timeCost: number[] = [];
  const commonCost = problem.times.map((span) => calendarCost(problem, span));
  const timesAt = new Map<readonly TimeSpan[], Uint8Array>();
  const preference = priceOf(problem, 'time-preference');
  const groupAvailability = priceOf(problem, 'group-availability');
  const teacherAvailability = priceOf(problem, 'teacher-availability');
  const important = priceOf(problem, 'course-priority');
  const liking = priceOf(problem, 'teacher-preference');
  const blockedBy = (unavailable: readonly TimeSpan[]): Uint8Array => {
    let flags = timesAt.get(unavailable);
    if (!flags) {
      flags = Uint8Array.from(problem.times, (span) =>
        Number(unavailable.some((u) => spansOverlap(u, span))),
      );
      timesAt.set(unavailable, flags);
    }
    return flags;
  };
  const dislikes = new Map<number, Int32Array>();
  for (const meeting of problem.meetings) {
    const lockedTime = meeting.lock?.time;
    const options = new Map<number, Cost>();
    const absent: Uint8Array[] = [];
    if (groupAvailability.hard) {
      for (const id of meeting.groups) {
        const unavailable = problem.groups[find(index.group, id, 'group')].unavailable;
        if (unavailable?.length) absent.push(blockedBy(unavailable));
      }
    }
    const candidates = meeting.lock?.teacher ? [meeting.lock.teacher] : meeting.teachers;
    const soleTeacher = candidates.length === 1 ? find(index.teacher, candidates[0], 'teacher') : -1;
    const sole = problem.teachers[soleTeacher];
    if (teacherAvailability.hard && sole?.unavailable?.length) absent.push(blockedBy(sole.unavailable));
    let dislike: Int32Array | undefined;
    if (liking.soft + liking.hard > 0 && sole?.preferences?.length) {
      dislike = dislikes.get(soleTeacher) ?? dislikesOf(problem, soleTeacher);
      dislikes.set(soleTeacher, dislike);
    }
    const teachingClass =
      problem.teachingClasses[find(index.teachingClass, meeting.teachingClass, 'teaching class')];
    const importance = Math.max(0, (teachingClass.priority ?? ORDINARY_PRIORITY) - ORDINARY_PRIORITY);
    const listed =
      lockedTime === undefined
        ? meeting.times
        : [{ time: lockedTime, penalty: penaltyOf(meeting, lockedTime) }];
    for (const { time: t, penalty = 0 } of listed) {
      const isLocked = lockedTime === t;
      let cost = commonCost[t];
      if (cost === FORBIDDEN && !isLocked) continue;
      if (!isLocked && absent.some((flags) => flags[t])) continue;
      if (cost === FORBIDDEN) cost = 0;
      const band = bandOf(problem, problem.times[t]);
      const unwanted = [
        [preference, penalty],
        [important, importance * band],
        [liking, dislike?.[t] ?? 0],
      ] as const;
      if (!isLocked && unwanted.some(([price, amount]) => price.hard * amount > 0)) continue;
      for (const [price, amount] of unwanted) cost += price.soft * amount;
      options.set(t, cost);
    }
    for (const t of [...options.keys()].sort((a, b) => a - b)) {
      time.push(t);
      timeCost.push(options.get(t) ?? 0);
    }
    start.push(time.length);
  }
  return {
    timeStart: Int32Array.from(start),
    time: Int32Array.from(time),
    timeCost: Int32Array.from(timeCost),
  };
}

function penaltyOf(meeting: Meeting, time: number): number {
  return meeting.times.find((option) => option.time === time)?.penalty ?? 0;
}

/** What the grid's own rules say about a time: evening, weekend, long breaks. */
function calendarCost(problem: Problem, span: TimeSpan): Cost {
  const { eveningStart, weekendStart, longBreaks = [] } = problem.calendar;
  const end = span.start + span.length;
  const evenings = eveningStart === undefined ? 0 : Math.max(0, end - Math.max(eveningStart, span.start));
  const weekendDays = weekendStart === undefined ? 0 : bitCount(span.days >>> weekendStart);
  const crossings = longBreaks.filter((after) => span.start <= after && after < end - 1).length;
  let cost = 0;
  for (const [rule, amount] of [
    ['evening', evenings],
    ['weekend', weekendDays * span.length],
    ['long-break', crossings],
  ] as const) {
    const price = priceOf(problem, rule);
    if (price.hard * amount > 0) return FORBIDDEN;
    cost += price.soft * amount;
  }
  return cost;
}

function bandOf(problem: Problem, span: TimeSpan): number {
  return (problem.calendar.longBreaks ?? []).filter((after) => span.start > after).length;
}

/** How much a teacher dislikes each time of the problem. */
function dislikesOf(problem: Problem, teacher: number): Int32Array {
  const preferences = problem.teachers[teacher].preferences ?? [];
  const { days, periods } = problem.calendar;
  const level = new Int32Array(days * periods).fill(3);
  let best = 3;
  for (const preference of [...preferences].reverse()) {
    if (preference.day >= days || preference.period >= periods) continue;
    level[preference.day * periods + preference.period] = preference.level;
  }
  for (const preference of preferences) best = Math.max(best, preference.level);
  return Int32Array.from(problem.times, (span) => {
    let sum = 0;
    for (let day = 0; day < days; day++) {
      if (!((span.days >> day) & 1)) continue;
      for (let p = span.start; p < span.start + span.length; p++) sum += best - level[day * periods + p];
    }
    return sum;
  });
}

function roomOptions(problem: Problem, index: Indexes) {
  const judge = roomJudge(problem);
  const known = new Map<string, RoomList>();
  const everyRoom: Meeting['rooms'] = problem.rooms.map(({ id }) => ({ room: id }));
  const numbers = new Map<Meeting['rooms'], number>();
  const lists = problem.meetings.map((meeting): RoomList => {
    const locked = meeting.lock?.room;
    if (locked !== undefined) return lockedRoom(problem, meeting, find(index.room, locked, 'room'), judge);
    const offered = meeting.rooms ?? everyRoom;
    const number = numbers.get(offered) ?? numbers.size;
    numbers.set(offered, number);
    const { size, roomTypes, features, building } = meeting;
    const key = JSON.stringify([number, size, roomTypes, features, building]);
    let list = known.get(key);
    if (!list) {
      const penalties = offered.map(
        ({ room, penalty = 0 }) => [find(index.room, room, 'room'), penalty] as const,
      );
      list = roomList(problem, meeting, penalties, judge);
      known.set(key, list);
    }
    return list;
  });
  const kinds = new Map([...new Set(lists)].map((list, kind) => [list, kind]));
  const roomKind = Int32Array.from(lists, (list) => kinds.get(list) as number);
  const roomTable = new Int32Array(kinds.size * problem.rooms.length);
  for (const [{ rooms, costs }, kind] of kinds)
    for (const [i, r] of rooms.entries()) roomTable[kind * problem.rooms.length + r] = costs[i];
  const roomStart = new Int32Array(lists.length + 1);
  for (const [m, { rooms }] of lists.entries()) roomStart[m + 1] = roomStart[m] + rooms.length;
  const room = new Int32Array(roomStart[lists.length]);
  const roomCost = new Int32Array(room.length);
  for (const [m, { rooms, costs }] of lists.entries()) {
    room.set(rooms, roomStart[m]);
    roomCost.set(costs, roomStart[m]);
  }
  const needsRoom = Uint8Array.from(problem.meetings, (meeting) =>
    Number(meeting.lock?.room !== undefined || (meeting.rooms ?? problem.rooms).length > 0),
  );
  return { roomStart, room, roomCost, roomKind, roomTable, needsRoom };
}

/** Rooms in ascending order, with what each costs. */
interface RoomList {
  readonly rooms: readonly number[];
  readonly costs: readonly number[];
}

type RoomJudge = (meeting: Meeting, room: Room, penalty: number) => Cost;

function roomList(
  problem: Problem,
  meeting: Meeting,
  penalties: readonly (readonly [room: number, penalty: number])[],
  judge: RoomJudge,
): RoomList {
  const options = penalties
    .map(([r, penalty]) => [r, judge(meeting, problem.rooms[r], penalty)] as const)
    .filter(([, cost]) => cost !== FORBIDDEN)
    .sort((a, b) => a[0] - b[0]);
  return { rooms: options.map(([r]) => r), costs: options.map(([, cost]) => cost) };
}

/** A locked room serves whatever the rules say. */
function lockedRoom(problem: Problem, meeting: Meeting, r: number, judge: RoomJudge): RoomList {
  const penalty = meeting.rooms?.find(({ room }) => room === meeting.lock?.room)?.penalty ?? 0;
  return { rooms: [r], costs: [Math.max(0, judge(meeting, problem.rooms[r], penalty))] };
}

/** The rules on one meeting in one room. */
function roomJudge(problem: Problem): RoomJudge {
  const capacity = priceOf(problem, 'room-capacity');
  const type = priceOf(problem, 'room-type');
  const features = priceOf(problem, 'room-features');
  const preference = priceOf(problem, 'room-preference');
  const fit = priceOf(problem, 'room-fit');
  const featureSets = new Map(problem.rooms.map((room) => [room, new Set(room.features)]));
  return (meeting, room, penalty) => {
    const types = meeting.roomTypes ?? [];
    const has = featureSets.get(room);
    let lacking = 0;
    for (const feature of meeting.features ?? []) if (!has?.has(feature)) lacking++;
    let cost = 0;
    for (const [price, amount] of [
      [capacity, Math.max(0, meeting.size - room.capacity)],
      [type, types.length > 0 && !types.includes(room.type ?? '') ? 1 : 0],
      [features, lacking],
      [preference, penalty],
      [fit, fit.soft + fit.hard > 0 ? roomMisfit(meeting, room) : 0],
    ] as const) {
      if (price.hard * amount > 0) return FORBIDDEN;
      cost += price.soft * amount;
    }
    return cost;
  };
}

/** In tenths, so that no rounding decides. */
function roomMisfit(meeting: Meeting, room: Room): number {
  const foreign = meeting.building !== undefined && meeting.building !== room.building ? 1 : 0;
  if (room.capacity === 0) return foreign;
  const filled = meeting.size / room.capacity;
  if (filled >= 0.7) return foreign;
  if (filled >= 0.5) return foreign + 1;
  return foreign + (filled >= 0.3 ? 2 : 3);
}

function teacherOptions(problem: Problem, index: Indexes) {
  const rows = new Rows();
  const needsTeacher = new Uint8Array(problem.meetings.length);
  for (const [m, meeting] of problem.meetings.entries()) {
    const ids = meeting.lock?.teacher === undefined ? meeting.teachers : [meeting.lock.teacher];
    needsTeacher[m] = Number(ids.length > 0);
    rows.add([...new Set(ids.map((id) => find(index.teacher, id, 'teacher')))].sort((a, b) => a - b));
  }
  return { teacherStart: rows.starts(), teacher: rows.all(), needsTeacher };
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

/** Dislikes of teachers that some meeting may choose among others; a sole teacher's are in the time costs. */
function teacherCosts(problem: Problem, index: Indexes) {
  const dislikeRow = new Int32Array(problem.teachers.length).fill(-1);
  const rows: Int32Array[] = [];
  const { soft, hard } = priceOf(problem, 'teacher-preference');
  const chosen = problem.meetings.filter((meeting) => !meeting.lock?.teacher && meeting.teachers.length > 1);
  for (const id of new Set(soft + hard > 0 ? chosen.flatMap((meeting) => meeting.teachers) : [])) {
    const k = find(index.teacher, id, 'teacher');
    if (!problem.teachers[k].preferences?.length) continue;
    dislikeRow[k] = rows.length;
    rows.push(dislikesOf(problem, k));
  }
  const dislike = new Int32Array(rows.length * problem.times.length);
  for (const [i, row] of rows.entries()) dislike.set(row, i * problem.times.length);
  return { dislikeRow, dislike, dislikeSoft: soft, dislikeHard: hard };
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

/** Whether two spans share a period of a day of a week. */
export function spansOverlap(a: TimeSpan, b: TimeSpan): boolean {
  if ((a.days & b.days) === 0 || a.start >= b.start + b.length || b.start >= a.start + a.length) return false;
  for (let week = 0; week < a.weeks.length; week++) {
    if (a.weeks.charCodeAt(week) === 49 && b.weeks.charCodeAt(week) === 49) return true;
  }
  return false;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
