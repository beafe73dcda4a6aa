import { periodsIn } from '../image/agendas.js';
import type { Image } from '../image/image.js';
import { Relations } from './relations.js';
import { RoomLists, timesOverlap } from './room-lists.js';

/**
 * A timetable during the search: the placements, the counters that the rules need, and the current cost.
 *
 * Every change is a `remove` or an `insert` of one meeting, which touches only the counters of that meeting's
 * resources. So a move of any shape is a sequence of those two, and undoing it is the reverse sequence.
 * Clashes are allowed and counted in `hard`.
 */
export class State {
  readonly time: Int32Array;
  readonly room: Int32Array;
  readonly teacher: Int32Array;
  /** Weighted soft cost. */
  soft = 0;
  /** Clashing cells plus violations of hard rules on days, classes and travel. */
  hard = 0;
  placed = 0;

  /** Meetings (or unavailability) per resource and cell. */
  readonly #used: Int16Array;
  /** Sum of (meeting + 1) per resource and cell: identifies the user where there is exactly one. */
  readonly #users: Int32Array;
  /** Bit sets of busy periods per resource with an agenda and day of an atom. */
  readonly #busy: Int32Array;
  readonly #agendaBase: Int32Array;
  /** Periods of each limited resource in each atom, and where those of a resource begin, or -1. */
  readonly #weekLoad: Int32Array;
  readonly #weekBase: Int32Array;
  readonly #classDay: Int16Array;
  readonly #classDays: Int16Array;
  readonly #classPlaced: Int32Array;
  readonly #countsRooms: boolean;
  readonly #classRooms: Int16Array;
  /** Different teachers of each course for some students. */
  readonly #courseTeachers: Int16Array;
  readonly #coursePartDays: Int16Array;
  readonly #slots: number;
  readonly #relations: Relations | null;
  /** Replaces cells for rooms where times are wide. */
  readonly #roomLists: RoomLists | null;

  constructor(readonly image: Image) {
    const { meetings, resources, cells, days, atoms, classes, groupCourses, partsMax } = image;
    this.time = new Int32Array(meetings).fill(-1);
    this.room = new Int32Array(meetings).fill(-1);
    this.teacher = new Int32Array(meetings).fill(-1);
    this.#relations = image.relations && new Relations(image.relations, this.time, this.room);
    this.#roomLists = image.isWide ? new RoomLists(image, this.time) : null;
    const counted = image.isWide ? image.firstRoom : resources;
    this.#used = new Int16Array(counted * cells);
    this.#users = new Int32Array(counted * cells);
    this.#slots = days * atoms === 0 ? 0 : cells / (days * atoms);
    this.#agendaBase = new Int32Array(resources).fill(-1);
    let agendas = 0;
    for (let x = 0; x < resources; x++)
      if (image.agendaKind[x] >= 0) this.#agendaBase[x] = agendas++ * days * atoms;
    this.#busy = new Int32Array(agendas * days * atoms);
    this.#weekBase = new Int32Array(resources).fill(-1);
    let weeks = 0;
    for (let x = 0; x < resources; x++) if (image.weekMax[x] >= 0) this.#weekBase[x] = weeks++ * atoms;
    this.#weekLoad = new Int32Array(weeks * atoms);
    this.#classDay = new Int16Array(classes * days);
    this.#classDays = new Int16Array(classes);
    this.#classPlaced = new Int32Array(classes);
    this.#countsRooms = image.stabilitySoft + image.stabilityHard > 0;
    this.#classRooms = new Int16Array(classes);
    this.#courseTeachers = new Int16Array(image.coursemateStart.length - 1);
    this.#coursePartDays = new Int16Array(groupCourses * partsMax * days);
    for (let x = 0; x < counted; x++) {
      for (let i = image.blockedStart[x]; i < image.blockedStart[x + 1]; i++) {
        this.#used[x * cells + image.blocked[i]] = 1;
      }
    }
  }

  /** No cost depends on pairs of meetings, as `gainMax` requires. */
  get hasLocalCosts(): boolean {
    return this.#relations === null && this.#roomLists === null && this.image.travelSoft === 0;
  }

  isPlaced(m: number): boolean {
    return this.time[m] >= 0;
  }

  /** Places an unplaced meeting. */
  insert(m: number, t: number, r: number, k: number): void {
    this.time[m] = t;
    this.room[m] = r;
    this.teacher[m] = k;
    this.placed++;
    this.#count(m, t, r, k, 1);
  }

  /** Removes a placed meeting. */
  remove(m: number): void {
    const t = this.time[m];
    const r = this.room[m];
    const k = this.teacher[m];
    this.#count(m, t, r, k, -1);
    this.placed--;
    this.time[m] = -1;
    this.room[m] = -1;
    this.teacher[m] = -1;
  }

  /** Cells in which an unplaced meeting would clash with others or with unavailability. */
  clashes(m: number, t: number, r: number, k: number): number {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.image;
    let sum = 0;
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++) sum += this.#usedIn(resource[i], t);
    if (k >= 0) sum += this.#usedIn(firstTeacher + k, t);
    if (r >= 0) sum += this.#roomLists ? this.#roomLists.clashes(r, t) : this.#usedIn(firstRoom + r, t);
    return sum;
  }

  /**
   * Clashing cells of a placed meeting at another place, excluding its own; -1 where counters cannot tell.
   */
  clashesElsewhere(m: number, t: number, r: number, k: number, without: number): number {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.image;
    const t0 = this.time[m];
    if (t !== t0) {
      if (timesOverlap(this.image, t, t0) || (without >= 0 && this.#shareResource(m, without, k))) return -1;
      let sum = 0;
      for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++) sum += this.#usedIn(resource[i], t);
      if (k >= 0) sum += this.#usedIn(firstTeacher + k, t);
      return r >= 0 && without < 0 ? sum + this.#usedIn(firstRoom + r, t) : sum;
    }
    let sum = 0;
    if (k !== this.teacher[m]) sum += this.#usedIn(firstTeacher + k, t);
    if (r !== this.room[m] && without < 0) sum += this.#usedIn(firstRoom + r, t);
    return sum;
  }

  /** Whether two meetings share people, m being taught by teacher k. */
  #shareResource(m: number, other: number, k: number): boolean {
    const { resourceStart, resource } = this.image;
    if (k >= 0 && this.teacher[other] === k) return true;
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++)
      for (let j = resourceStart[other]; j < resourceStart[other + 1]; j++)
        if (resource[i] === resource[j]) return true;
    return false;
  }

  /** Like `clashes`, without the room. */
  clashesOfPeople(m: number, t: number, k: number): number {
    return this.clashes(m, t, -1, k);
  }

  /**
   * An upper bound of how much the soft cost falls when a placed meeting leaves: the current cost of its
   * options and of the days of its people. Valid while `hasLocalCosts`.
   */
  gainMax(m: number): number {
    const { image } = this;
    const { resourceStart, resource, firstTeacher, firstRoom, coursePartStart } = image;
    const t = this.time[m];
    const r = this.room[m];
    const k = this.teacher[m];
    let sum = this.#optionCost(m, t, r, k) + this.#dislike(m, t, k) * image.dislikeSoft;
    sum += image.changeSoft + image.stabilitySoft;
    sum += image.teachersSoft * (image.courseStart[m + 1] - image.courseStart[m]);
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      sum += this.#agendaCost(resource[i], t);
    if (k >= 0) sum += this.#agendaCost(firstTeacher + k, t) + this.#weekCost(firstTeacher + k);
    if (r >= 0) sum += this.#agendaCost(firstRoom + r, t);
    if (image.daysSoft > 0) sum += image.daysSoft * this.#missingDays(image.classOf[m]);
    return sum + image.apartSoft * image.days * (coursePartStart[m + 1] - coursePartStart[m]);
  }

  /** The current cost of the days of a resource that a time touches. */
  #agendaCost(x: number, t: number): number {
    if (this.#agendaBase[x] < 0) return 0;
    const { partStart, partDay, agendaKind, agendaSoft, atomWeight, days } = this.image;
    const soft = agendaSoft[agendaKind[x]];
    let sum = 0;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++) {
      const cost = soft[this.#busy[this.#agendaBase[x] + partDay[i]]];
      if (cost > 0) sum += cost * atomWeight[(partDay[i] / days) | 0];
    }
    return sum;
  }

  /** The current cost of the weeks of a resource. */
  #weekCost(x: number): number {
    const base = this.#weekBase[x];
    if (base < 0) return 0;
    const { weekMax, weekSoft, atoms, atomWeight } = this.image;
    let above = 0;
    for (let atom = 0; atom < atoms; atom++)
      above += atomWeight[atom] * Math.max(0, this.#weekLoad[base + atom] - weekMax[x]);
    return above * weekSoft;
  }

  isRoomFree(r: number, t: number): boolean {
    if (this.#roomLists) return this.#roomLists.clashes(r, t) === 0;
    return this.#isFree(this.image.firstRoom + r, t);
  }

  isTeacherFree(k: number, t: number): boolean {
    return this.#isFree(this.image.firstTeacher + k, t);
  }

  /** Whether all groups and the class are free. */
  arePeopleFree(m: number, t: number): boolean {
    const { resourceStart, resource } = this.image;
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++)
      if (!this.#isFree(resource[i], t)) return false;
    return true;
  }

  /**
   * Adds the meetings that occupy what m needs at (t, r, k); false if unavailability or clashes hide some.
   */
  occupants(m: number, t: number, r: number, k: number, found: Set<number>): boolean {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.image;
    let isComplete = true;
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++)
      isComplete = this.#usersIn(resource[i], t, found) && isComplete;
    if (k >= 0) isComplete = this.#usersIn(firstTeacher + k, t, found) && isComplete;
    if (r >= 0) {
      const isKnown = this.#roomLists?.users(r, t, found) ?? this.#usersIn(firstRoom + r, t, found);
      isComplete = isKnown && isComplete;
    }
    found.delete(m);
    return isComplete;
  }

  /** The only meeting that uses room r at time t; -1 for none, -2 if there is not exactly one. */
  roomOccupant(r: number, t: number): number {
    if (this.#roomLists) return this.#roomLists.onlyUser(r, t);
    const { cells, cell, cellStart, firstRoom } = this.image;
    const base = (firstRoom + r) * cells;
    let occupant = -1;
    for (let i = cellStart[t]; i < cellStart[t + 1]; i++) {
      const used = this.#used[base + cell[i]];
      if (used === 0) continue;
      const user = used === 1 ? this.#users[base + cell[i]] - 1 : -1;
      if (user < 0 || (occupant >= 0 && occupant !== user)) return -2;
      occupant = user;
    }
    return occupant;
  }

  #usedIn(x: number, t: number): number {
    const { cells, cell, cellStart } = this.image;
    const base = x * cells;
    let sum = 0;
    for (let i = cellStart[t], end = cellStart[t + 1]; i < end; i++) sum += this.#used[base + cell[i]];
    return sum;
  }

  #isFree(x: number, t: number): boolean {
    const { cells, cell, cellStart } = this.image;
    const base = x * cells;
    for (let i = cellStart[t], end = cellStart[t + 1]; i < end; i++)
      if (this.#used[base + cell[i]] > 0) return false;
    return true;
  }

  #usersIn(x: number, t: number, found: Set<number>): boolean {
    const { cells, cell, cellStart } = this.image;
    const base = x * cells;
    let isComplete = true;
    for (let i = cellStart[t]; i < cellStart[t + 1]; i++) {
      const used = this.#used[base + cell[i]];
      if (used === 0) continue;
      const user = used === 1 ? this.#users[base + cell[i]] - 1 : -1;
      if (user >= 0) found.add(user);
      else isComplete = false;
    }
    return isComplete;
  }

  #count(m: number, t: number, r: number, k: number, sign: 1 | -1): void {
    const { resourceStart, resource, firstTeacher } = this.image;
    if (sign > 0) this.#travelConflicts(m, t, r, k, 1);
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      this.#occupy(resource[i], m, t, sign);
    if (k >= 0) this.#occupy(firstTeacher + k, m, t, sign);
    if (r >= 0) this.#occupyRoom(r, m, t, sign);
    if (sign < 0) this.#travelConflicts(m, t, r, k, -1);
    this.#options(m, t, r, k, sign);
    this.#class(m, t, r, sign);
    this.#courses(m, k, sign);
    this.#courseParts(m, t, sign);
    if (!this.#relations) return;
    this.#relations.weigh(m, t, r);
    this.soft += sign * this.#relations.soft;
    this.hard += sign * this.#relations.hard;
  }

  #occupyRoom(r: number, m: number, t: number, sign: 1 | -1): void {
    const lists = this.#roomLists;
    if (!lists) {
      this.#occupy(this.image.firstRoom + r, m, t, sign);
      return;
    }
    if (sign < 0) lists.remove(m, r);
    this.hard += sign * lists.clashes(r, t);
    if (sign > 0) lists.add(m, r);
  }

  #occupy(x: number, m: number, t: number, sign: 1 | -1): void {
    const { cells, cell, cellStart } = this.image;
    const used = this.#used;
    const users = this.#users;
    const base = x * cells;
    const who = (m + 1) * sign;
    let hard = 0;
    const end = cellStart[t + 1];
    if (sign > 0) {
      for (let i = cellStart[t]; i < end; i++) {
        const at = base + cell[i];
        hard += used[at]++;
        users[at] += who;
      }
    } else {
      for (let i = cellStart[t]; i < end; i++) {
        const at = base + cell[i];
        hard -= --used[at];
        users[at] += who;
      }
    }
    this.hard += hard;
    if (this.#agendaBase[x] >= 0) this.#agenda(x, t);
  }

  #agenda(x: number, t: number): void {
    const {
      partStart,
      partDay,
      partMask,
      agendaKind,
      agendaSoft,
      agendaHard,
      atomWeight,
      days,
      atoms,
      cells,
    } = this.image;
    const soft = agendaSoft[agendaKind[x]];
    const hard = agendaHard[agendaKind[x]];
    const slots = this.#slots;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++) {
      const day = partDay[i];
      const atom = (day / days) | 0;
      const first = x * cells + (day - atom * days) * slots * atoms + atom;
      const at = this.#agendaBase[x] + day;
      const before = this.#busy[at];
      let after = before & ~partMask[i];
      for (let rest = partMask[i]; rest !== 0; rest &= rest - 1) {
        const slot = 31 - Math.clz32(rest & -rest);
        if (this.#users[first + slot * atoms] > 0) after |= 1 << slot;
      }
      if (after === before) continue;
      const weeks = atomWeight[atom];
      this.soft += weeks * (soft[after] - soft[before]);
      this.hard += weeks * (hard[after] - hard[before]);
      this.#busy[at] = after;
      if (this.#weekBase[x] < 0) continue;
      const { slotPeriods } = this.image;
      this.#week(x, atom, periodsIn(after, slotPeriods) - periodsIn(before, slotPeriods));
    }
  }

  /** Adds periods to a week of a limited resource. */
  #week(x: number, atom: number, periods: number): void {
    const { weekMax, weekSoft, weekHard, atomWeight } = this.image;
    const at = this.#weekBase[x] + atom;
    const before = Math.max(0, this.#weekLoad[at] - weekMax[x]);
    this.#weekLoad[at] += periods;
    const change = atomWeight[atom] * (Math.max(0, this.#weekLoad[at] - weekMax[x]) - before);
    this.soft += change * weekSoft;
    this.hard += change * weekHard;
  }

  #options(m: number, t: number, r: number, k: number, sign: 1 | -1): void {
    const image = this.image;
    const dislike = this.#dislike(m, t, k);
    this.soft += sign * (this.#optionCost(m, t, r, k) + dislike * image.dislikeSoft);
    this.hard += sign * dislike * image.dislikeHard;
    const before = image.referenceTime[m];
    if (before < 0) return;
    if (t === before && r === image.referenceRoom[m] && k === image.referenceTeacher[m]) return;
    this.soft += sign * image.changeSoft;
    this.hard += sign * image.changeHard;
  }

  #optionCost(m: number, t: number, r: number, k: number): number {
    const { time, timeCost, timeStart, teacher, teacherCost, teacherStart, roomTable, roomKind, rooms } =
      this.image;
    let cost = costIn(time, timeCost, timeStart[m], timeStart[m + 1], t);
    if (k >= 0) cost += costIn(teacher, teacherCost, teacherStart[m], teacherStart[m + 1], k);
    return r < 0 ? cost : cost + roomTable[roomKind[m] * rooms + r];
  }

  /** How much the teacher of m dislikes the time, if the search may choose another teacher. */
  #dislike(m: number, t: number, k: number): number {
    const { dislike, dislikeRow, teacherStart, times } = this.image;
    if (k < 0 || dislikeRow[k] < 0 || teacherStart[m + 1] - teacherStart[m] < 2) return 0;
    return dislike[dislikeRow[k] * times + t];
  }

  #class(m: number, t: number, r: number, sign: 1 | -1): void {
    const image = this.image;
    const c = image.classOf[m];
    if (image.daysSoft + image.daysHard > 0 && image.minimumDays[c] > 0) {
      const before = this.#missingDays(c);
      this.#classPlaced[c] += sign;
      for (let rest = image.timeDays[t]; rest !== 0; rest &= rest - 1) {
        const at = c * image.days + 31 - Math.clz32(rest & -rest);
        const was = this.#classDay[at];
        this.#classDay[at] = was + sign;
        if (sign > 0 ? was === 0 : was === 1) this.#classDays[c] += sign;
      }
      const change = this.#missingDays(c) - before;
      this.soft += change * image.daysSoft;
      this.hard += change * image.daysHard;
    }
    if (r >= 0 && this.#countsRooms && !this.#hasClassmateIn(m, c, r)) {
      const rooms = this.#classRooms[c];
      this.#classRooms[c] = rooms + sign;
      const change = Math.max(0, rooms + sign - 1) - Math.max(0, rooms - 1);
      this.soft += change * image.stabilitySoft;
      this.hard += change * image.stabilityHard;
    }
  }

  /** Counts teacher k of meeting m in its courses, where no other meeting of the course has k. */
  #courses(m: number, k: number, sign: 1 | -1): void {
    const { courseStart, course, teachersSoft, teachersHard } = this.image;
    if (k < 0) return;
    for (let i = courseStart[m], end = courseStart[m + 1]; i < end; i++) {
      if (this.#isTaughtBy(course[i], k, m)) continue;
      const teachers = this.#courseTeachers[course[i]];
      this.#courseTeachers[course[i]] = teachers + sign;
      const change = Math.max(0, teachers + sign - 1) - Math.max(0, teachers - 1);
      this.soft += change * teachersSoft;
      this.hard += change * teachersHard;
    }
  }

  /** Whether a teacher has another meeting of the course than m. */
  #isTaughtBy(course: number, k: number, m: number): boolean {
    const { coursemateStart, coursemate } = this.image;
    for (let i = coursemateStart[course], end = coursemateStart[course + 1]; i < end; i++)
      if (coursemate[i] !== m && this.teacher[coursemate[i]] === k) return true;
    return false;
  }

  /** Classes have few meetings, so a scan is cheaper than counters per class and room. */
  #hasClassmateIn(m: number, c: number, r: number): boolean {
    const { classmateStart, classmate } = this.image;
    for (let i = classmateStart[c]; i < classmateStart[c + 1]; i++)
      if (classmate[i] !== m && this.room[classmate[i]] === r) return true;
    return false;
  }

  #missingDays(c: number): number {
    return this.#classPlaced[c] === 0 ? 0 : Math.max(0, this.image.minimumDays[c] - this.#classDays[c]);
  }

  #courseParts(m: number, t: number, sign: 1 | -1): void {
    const { coursePartStart, coursePart, partsMax, days, timeDays, apartSoft, apartHard } = this.image;
    for (let i = coursePartStart[m]; i < coursePartStart[m + 1]; i++) {
      const unit = (coursePart[i] / partsMax) | 0;
      for (let rest = timeDays[t]; rest !== 0; rest &= rest - 1) {
        const day = 31 - Math.clz32(rest & -rest);
        const before = this.#furtherParts(unit, day);
        this.#coursePartDays[coursePart[i] * days + day] += sign;
        const change = this.#furtherParts(unit, day) - before;
        this.soft += change * apartSoft;
        this.hard += change * apartHard;
      }
    }
  }

  #furtherParts(unit: number, day: number): number {
    const { partsMax, days } = this.image;
    let kinds = 0;
    for (let kind = 0; kind < partsMax; kind++)
      if (this.#coursePartDays[(unit * partsMax + kind) * days + day] > 0) kinds++;
    return Math.max(0, kinds - 1);
  }

  /** Pairs of m with meetings of its groups and teacher that leave too little time for travel. */
  #travelConflicts(m: number, t: number, r: number, k: number, sign: 1 | -1): void {
    const { travelSoft, travelHard, resourceStart, resource, firstTeacher } = this.image;
    if (travelSoft + travelHard === 0 || r < 0) return;
    let pairs = 0;
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++) {
      if (resource[i] < firstTeacher) pairs += this.#travelConflictsOf(resource[i], m, t, r, -1);
    }
    if (k >= 0) pairs += this.#travelConflictsOf(firstTeacher + k, m, t, r, k);
    this.soft += sign * pairs * travelSoft;
    this.hard += sign * pairs * travelHard;
  }

  #travelConflictsOf(x: number, m: number, t: number, r: number, k: number): number {
    const { memberStart, member, travel, rooms, timeDays, timeAtoms, timeStartPeriod, timeLength } =
      this.image;
    const { breaksBefore } = this.image;
    const [start, end] = [timeStartPeriod[t], timeStartPeriod[t] + timeLength[t]];
    let pairs = 0;
    for (let i = memberStart[x]; i < memberStart[x + 1]; i++) {
      const other = member[i];
      const u = this.time[other];
      const s = this.room[other];
      if (other === m || u < 0 || s < 0 || (k >= 0 && this.teacher[other] !== k)) continue;
      if ((timeDays[t] & timeDays[u]) === 0 || (timeAtoms[t] & timeAtoms[u]) === 0) continue;
      const needed = travel[r * rooms + s];
      if (needed === 0) continue;
      const [startOther, endOther] = [timeStartPeriod[u], timeStartPeriod[u] + timeLength[u]];
      const [from, to] = startOther >= end ? [end, startOther] : [endOther, start];
      if (to < from) continue;
      if (to - from + breaksBefore[to] - breaksBefore[from - 1] < needed) pairs++;
    }
    return pairs;
  }
}

/** Cost of an option in a sorted list; 0 when it is not listed. */
function costIn(options: Int32Array, costs: Int32Array, start: number, end: number, option: number): number {
  let low = start;
  let high = end - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (options[middle] === option) return costs[middle];
    if (options[middle] < option) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** Index of an option in a sorted list, or -1. */
export function indexIn(options: Int32Array, start: number, end: number, option: number): number {
  let low = start;
  let high = end - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (options[middle] === option) return middle;
    if (options[middle] < option) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
