import type { TimeImage } from './grid.js';
import type { RelationImage } from '../relations/image.js';
import type { SectioningImage } from '../students/image.js';

/**
 * The problem as flat arrays, which are all that the search uses.
 *
 * Lists of lists are stored as CSR: the entries of i are `xs[xStart[i]] .. xs[xStart[i + 1] - 1]`. A *cell*
 * is one period of one day in one *week atom* (weeks that no time of the problem distinguishes are one atom).
 * A *resource* can be used by at most one meeting at a time: groups first, then teachers, then teaching
 * classes that nothing else keeps from overlapping, then rooms.
 */
export interface Image extends TimeImage {
  readonly meetings: number;
  readonly rooms: number;
  readonly teachers: number;
  readonly times: number;
  readonly days: number;
  readonly atoms: number;
  readonly cells: number;
  readonly resources: number;
  readonly firstTeacher: number;
  /** Resources below are people. */
  readonly firstClass: number;
  readonly hasFurtherTeachers: boolean;
  readonly firstRoom: number;

  /** Options that no hard rule excludes, sorted by time, room, teacher. */
  readonly timeStart: Int32Array;
  readonly time: Int32Array;
  readonly timeCost: Int32Array;
  /** Meetings with one number have the same times at the same cost; in the order of its first meeting. */
  readonly timeList: Int32Array;
  readonly roomStart: Int32Array;
  readonly room: Int32Array;
  readonly roomCost: Int32Array;
  /** Meetings of one kind have the same rooms at the same cost. */
  readonly roomKind: Int32Array;
  /** Cost of room r to a kind at kind * rooms + r; 0 where it is not offered. */
  readonly roomTable: Int32Array;
  readonly teacherStart: Int32Array;
  readonly teacher: Int32Array;
  readonly teacherCost: Int32Array;
  readonly needsRoom: Uint8Array;
  readonly needsTeacher: Uint8Array;
  /** Groups, further teachers and teaching class of a meeting, as resources. */
  readonly resourceStart: Int32Array;
  readonly resource: Int32Array;
  /** Importance 1..10 of a meeting. */
  readonly priority: Int32Array;

  /** Times cover so many cells that rooms are kept as lists of meetings. */
  readonly isWide: boolean;
  /** 1 at r * times + t when room r is unavailable at time t; filled for wide times only. */
  readonly roomBlocked: Uint8Array;

  /** Cells in which a resource is unavailable. */
  readonly blockedStart: Int32Array;
  readonly blocked: Int32Array;

  /** A teacher's dislike of each time, at row * times + t; the row of a teacher with a choice, or -1. */
  readonly dislikeRow: Int32Array;
  readonly dislike: Int32Array;
  readonly dislikeSoft: number;
  readonly dislikeHard: number;

  /** Cost of a day's bit set of busy periods, by kind of agenda; the kind of each resource, or -1. */
  readonly agendaKind: Int32Array;
  readonly agendaSoft: readonly Int32Array[];
  readonly agendaHard: readonly Int32Array[];

  /** Periods in each slot of a day. */
  readonly slotPeriods: Int32Array;
  /** Maximum number of periods a week of a resource, or -1. */
  readonly weekMax: Int32Array;
  readonly weekSoft: number;
  readonly weekHard: number;

  readonly classes: number;
  readonly classOf: Int32Array;
  /** Meetings of a teaching class. */
  readonly classmateStart: Int32Array;
  readonly classmate: Int32Array;
  readonly minimumDays: Int32Array;
  readonly daysSoft: number;
  readonly daysHard: number;
  readonly stabilitySoft: number;
  readonly stabilityHard: number;

  /**
   * The courses that students should have from one teacher, and the sets of meetings that one teaches, as far
   * as they might have several; what a further teacher of each costs.
   */
  readonly courseStart: Int32Array;
  readonly course: Int32Array;
  readonly coursemateStart: Int32Array;
  readonly coursemate: Int32Array;
  readonly teachersSoft: Int32Array;
  readonly teachersHard: Int32Array;

  /** Parts of one course for one group: a meeting's kinds as `unit * kindsMax + kind`. */
  readonly groupCourses: number;
  readonly partsMax: number;
  readonly coursePartStart: Int32Array;
  readonly coursePart: Int32Array;
  readonly apartSoft: number;
  readonly apartHard: number;

  /** Reference placement of each meeting; time -1 = none. */
  readonly referenceTime: Int32Array;
  readonly referenceRoom: Int32Array;
  readonly referenceTeacher: Int32Array;
  readonly changeSoft: number;
  readonly changeHard: number;

  /** Free periods needed between two rooms (rooms x rooms), empty without travel. */
  readonly travel: Uint8Array;
  /** Long breaks before each period of a day. */
  readonly breaksBefore: Uint8Array;
  readonly travelSoft: number;
  readonly travelHard: number;
  /** Meetings that may use a group or teacher; built only for travel. */
  readonly memberStart: Int32Array;
  readonly member: Int32Array;
  /** The choices of students, when the search assigns them; else null. */
  readonly sectioning: SectioningImage | null;
  /** Distributions and shared students; null when there are none. */
  readonly relations: RelationImage | null;
}

/** Whether a resource is needed by a meeting, whoever is chosen to teach it. */
export function needs({ resourceStart, resource }: Image, m: number, x: number): boolean {
  for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++) if (resource[i] === x) return true;
  return false;
}

/** Whether a person who may attend or teach a meeting does, with the teachers that are chosen. */
export function isThere(image: Image, chosen: Int32Array, x: number, m: number): boolean {
  const { firstTeacher, hasFurtherTeachers } = image;
  if (x < firstTeacher || chosen[m] === x - firstTeacher) return true;
  return hasFurtherTeachers && needs(image, m, x);
}
