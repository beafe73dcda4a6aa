import type { Image } from '../../search/image/image.js';

/** A problem of the shape that `lectures/kernel.ts` can search: see `lectureShapeOf`. */
export interface LectureShape {
  readonly lectures: number;
  readonly courses: number;
  readonly rooms: number;
  readonly days: number;
  readonly periodsPerDay: number;
  /** Period of a time, and time of a period. */
  readonly periodOfTime: Int32Array;
  readonly timeOfPeriod: Int32Array;
  readonly courseOf: Int32Array;
  readonly teacherOf: Int32Array;
  /** Cost of course c in room r at c * rooms + r. */
  readonly roomCost: Int32Array;
  /** Periods open to a course. */
  readonly openStart: Int32Array;
  readonly open: Int32Array;
  /** Owners of agendas that attend a course: groups, and teachers where they have one. */
  readonly ownerStart: Int32Array;
  readonly owner: Int32Array;
  /** Where the table of each owner begins in `table`. */
  readonly tableOf: Int32Array;
  readonly table: Int32Array;
  /** 1 at a * courses + b when two different courses, or two lectures of one, must not share a period. */
  readonly conflict: Uint8Array;
  readonly minimumDays: Int32Array;
  readonly daysWeight: number;
  readonly stabilityWeight: number;
}

/** The kernel stores the numbers of lectures, periods, rooms and owners in 16 bits, including the sign. */
const COUNT_MAX = 0x7fff;

/**
 * Recognises problems of one week whose meetings last one period, may use any room, and differ only by
 * course: the shape of ITC-2007. Rules on rooms, days of groups and teachers, working days and room stability
 * are allowed if soft. Null for all other problems.
 */
export function lectureShapeOf(image: Image): LectureShape | null {
  const { meetings, times, days, atoms, cells, rooms, classes } = image;
  const periodsPerDay = cells / Math.max(1, days * atoms);
  const isOneWeek = atoms === 1 && cells === times && cells > 0;
  const isSmall = Math.max(meetings, cells, image.resources) <= COUNT_MAX;
  if (!isOneWeek || !isSmall || meetings === 0 || rooms === 0 || !hasOnlyKnownRules(image)) return null;
  const periodOfTime = new Int32Array(times);
  const timeOfPeriod = new Int32Array(cells).fill(-1);
  for (let t = 0; t < times; t++) {
    if (image.cellStart[t + 1] - image.cellStart[t] !== 1) return null;
    periodOfTime[t] = image.cell[image.cellStart[t]];
    timeOfPeriod[periodOfTime[t]] = t;
  }
  if (timeOfPeriod.includes(-1)) return null;
  const firstOf = new Int32Array(classes).fill(-1);
  for (let m = 0; m < meetings; m++) {
    const c = image.classOf[m];
    if (firstOf[c] < 0) firstOf[c] = m;
    if (!isFree(image, m) || !isAlike(image, firstOf[c], m)) return null;
  }
  const courses = Array.from({ length: classes }, (_, c) => c).filter((c) => firstOf[c] >= 0);
  if (courses.length !== classes) return null;
  return {
    lectures: meetings,
    courses: classes,
    rooms,
    days,
    periodsPerDay,
    periodOfTime,
    timeOfPeriod,
    courseOf: image.classOf,
    teacherOf: Int32Array.from({ length: meetings }, (_, m) => soleTeacher(image, m)),
    roomCost: Int32Array.from(
      courses.flatMap((c) => [...rowOf(image.roomCost, image.roomStart, firstOf[c])]),
    ),
    ...openPeriods(image, firstOf, periodOfTime),
    ...owners(image, firstOf),
    conflict: conflicts(image, firstOf),
    minimumDays: image.minimumDays,
    daysWeight: image.daysSoft,
    stabilityWeight: image.stabilitySoft,
  };
}

function hasOnlyKnownRules(image: Image): boolean {
  const isReferenced = image.changeSoft + image.changeHard > 0 && image.referenceTime.some((t) => t >= 0);
  const hasHardDays = image.agendaHard.some((table) => table.some((cost) => cost > 0));
  const hasBlockedRooms = image.blockedStart[image.resources] > image.blockedStart[image.firstRoom];
  const others =
    Number(image.relations !== null) +
    image.groupCourses +
    image.course.length +
    Number(image.weekMax.some((most) => most >= 0)) +
    image.travelSoft +
    image.travelHard +
    image.daysHard +
    image.stabilityHard;
  return (
    others === 0 &&
    !isReferenced &&
    !hasHardDays &&
    !hasBlockedRooms &&
    image.timeCost.every((cost) => cost === 0) &&
    image.teacherCost.every((cost) => cost === 0)
  );
}

/** Whether it has any room, at most one teacher, and some time. */
function isFree({ roomStart, timeStart, teacherStart, rooms, needsRoom }: Image, m: number): boolean {
  const hasAnyRoom = needsRoom[m] === 1 && roomStart[m + 1] - roomStart[m] === rooms;
  return hasAnyRoom && timeStart[m + 1] > timeStart[m] && teacherStart[m + 1] - teacherStart[m] <= 1;
}

function isAlike(image: Image, a: number, b: number): boolean {
  const isSame = (values: Int32Array, start: Int32Array) => {
    const [x, y] = [rowOf(values, start, a), rowOf(values, start, b)];
    return x.length === y.length && x.every((value, i) => value === y[i]);
  };
  return (
    a === b ||
    (isSame(image.time, image.timeStart) &&
      isSame(image.roomCost, image.roomStart) &&
      isSame(image.teacher, image.teacherStart) &&
      isSame(image.resource, image.resourceStart))
  );
}

function rowOf(values: Int32Array, start: Int32Array, i: number): Int32Array {
  return values.subarray(start[i], start[i + 1]);
}

function soleTeacher(image: Image, m: number): number {
  return rowOf(image.teacher, image.teacherStart, m)[0] ?? -1;
}

function openPeriods(image: Image, firstOf: Int32Array, periodOfTime: Int32Array) {
  const openStart = new Int32Array(firstOf.length + 1);
  const open: number[] = [];
  for (const [c, m] of firstOf.entries()) {
    for (const t of rowOf(image.time, image.timeStart, m)) open.push(periodOfTime[t]);
    openStart[c + 1] = open.length;
  }
  return { openStart, open: Int32Array.from(open) };
}

function owners(image: Image, firstOf: Int32Array) {
  const number = new Map<number, number>();
  const tableOf: number[] = [];
  const size = image.agendaSoft[0]?.length ?? 0;
  const ownerStart = new Int32Array(firstOf.length + 1);
  const owner: number[] = [];
  for (const [c, m] of firstOf.entries()) {
    const k = soleTeacher(image, m);
    const resources = [
      ...rowOf(image.resource, image.resourceStart, m),
      ...(k < 0 ? [] : [image.firstTeacher + k]),
    ];
    for (const x of resources) {
      if (image.agendaKind[x] < 0) continue;
      if (!number.has(x)) tableOf.push(image.agendaKind[x] * size);
      const q = number.get(x) ?? number.size;
      number.set(x, q);
      owner.push(q);
    }
    ownerStart[c + 1] = owner.length;
  }
  const table = new Int32Array(size * image.agendaSoft.length);
  for (const [kind, costs] of image.agendaSoft.entries()) table.set(costs, kind * size);
  return { ownerStart, owner: Int32Array.from(owner), tableOf: Int32Array.from(tableOf), table };
}

function conflicts(image: Image, firstOf: Int32Array): Uint8Array {
  const courses = firstOf.length;
  const conflict = new Uint8Array(courses * courses);
  const coursesOf = new Map<number, number[]>();
  for (const [c, m] of firstOf.entries()) {
    const k = soleTeacher(image, m);
    const own = rowOf(image.resource, image.resourceStart, m);
    for (const x of k < 0 ? own : [...own, image.firstTeacher + k]) {
      const sharing = coursesOf.get(x) ?? [];
      sharing.push(c);
      coursesOf.set(x, sharing);
      for (const other of sharing) conflict[c * courses + other] = conflict[other * courses + c] = 1;
    }
  }
  return conflict;
}
