import type { Image } from '../image/image.js';
import type { Tally } from './tally.js';

/** The placements that rules on teaching classes and courses look at. */
interface Placements {
  readonly room: Int32Array;
  readonly teacher: Int32Array;
}

/** Counters of teaching classes and courses: their days, rooms and teachers, and the days of their parts. */
export class Courses {
  readonly #classDay: Int16Array;
  readonly #classDays: Int16Array;
  readonly #classPlaced: Int32Array;
  readonly #countsDays: boolean;
  readonly #countsRooms: boolean;
  readonly #classRooms: Int16Array;
  /** Different teachers of each course for some students, and of each set. */
  readonly #teachers: Int16Array;
  readonly #partDays: Int16Array;

  constructor(
    private readonly image: Image,
    private readonly placements: Placements,
  ) {
    const { classes, days, groupCourses, partsMax } = image;
    this.#classDay = new Int16Array(classes * days);
    this.#classDays = new Int16Array(classes);
    this.#classPlaced = new Int32Array(classes);
    this.#countsDays = image.daysSoft + image.daysHard > 0;
    this.#countsRooms = image.stabilitySoft + image.stabilityHard > 0;
    this.#classRooms = new Int16Array(classes);
    this.#teachers = new Int16Array(image.coursemateStart.length - 1);
    this.#partDays = new Int16Array(groupCourses * partsMax * days);
  }

  /** Counts meeting m, or counts it no longer. */
  count(m: number, t: number, r: number, k: number, sign: 1 | -1, tally: Tally): void {
    const c = this.image.classOf[m];
    if (this.#countsDays && this.image.minimumDays[c] > 0) this.#countDays(c, t, sign, tally);
    if (r >= 0) this.countRoom(m, r, sign, tally);
    if (k >= 0) this.#countTeacher(m, k, sign, tally);
    this.#countParts(m, t, sign, tally);
  }

  #countDays(c: number, t: number, sign: 1 | -1, tally: Tally): void {
    const { days, timeDays, daysSoft, daysHard } = this.image;
    const before = this.#missingDays(c);
    this.#classPlaced[c] += sign;
    for (let rest = timeDays[t]; rest !== 0; rest &= rest - 1) {
      const at = c * days + lowest(rest);
      const was = this.#classDay[at];
      this.#classDay[at] = was + sign;
      if (sign > 0 ? was === 0 : was === 1) this.#classDays[c] += sign;
    }
    const change = this.#missingDays(c) - before;
    tally.soft += change * daysSoft;
    tally.hard += change * daysHard;
  }

  /** Counts room r of meeting m, or counts it no longer. */
  countRoom(m: number, r: number, sign: 1 | -1, tally: Tally): void {
    const { classOf, stabilitySoft, stabilityHard } = this.image;
    const c = classOf[m];
    if (!this.#countsRooms || this.#hasClassmateIn(m, c, r)) return;
    const rooms = this.#classRooms[c];
    this.#classRooms[c] = rooms + sign;
    const change = beyondFirst(rooms + sign) - beyondFirst(rooms);
    tally.soft += change * stabilitySoft;
    tally.hard += change * stabilityHard;
  }

  #countTeacher(m: number, k: number, sign: 1 | -1, tally: Tally): void {
    const { courseStart, course, teachersSoft, teachersHard } = this.image;
    for (let i = courseStart[m], end = courseStart[m + 1]; i < end; i++) {
      if (this.#isTaughtBy(course[i], k, m)) continue;
      const teachers = this.#teachers[course[i]];
      this.#teachers[course[i]] = teachers + sign;
      const change = beyondFirst(teachers + sign) - beyondFirst(teachers);
      tally.soft += change * teachersSoft[course[i]];
      tally.hard += change * teachersHard[course[i]];
    }
  }

  #countParts(m: number, t: number, sign: 1 | -1, tally: Tally): void {
    const { coursePartStart, coursePart, partsMax, days, timeDays, apartSoft, apartHard } = this.image;
    for (let i = coursePartStart[m]; i < coursePartStart[m + 1]; i++) {
      const unit = (coursePart[i] / partsMax) | 0;
      for (let rest = timeDays[t]; rest !== 0; rest &= rest - 1) {
        const day = lowest(rest);
        const before = beyondFirst(this.#partsOn(unit, day));
        this.#partDays[coursePart[i] * days + day] += sign;
        const change = beyondFirst(this.#partsOn(unit, day)) - before;
        tally.soft += change * apartSoft;
        tally.hard += change * apartHard;
      }
    }
  }

  /** Adds what it would change if placed meeting m moved to (t, r, k). */
  price(m: number, t: number, r: number, k: number, from: Readonly<Place>, tally: Tally): void {
    const { classOf, timeDays, minimumDays, courseStart } = this.image;
    const c = classOf[m];
    if (timeDays[t] !== timeDays[from.t]) {
      if (this.#countsDays && minimumDays[c] > 0) this.#priceDays(c, from.t, t, tally);
      this.#priceParts(m, from.t, t, tally);
    }
    if (r !== from.r && this.#countsRooms) this.#priceRoom(m, c, from.r, r, tally);
    if (k !== from.k && courseStart[m] < courseStart[m + 1]) this.#priceTeacher(m, from.k, k, tally);
  }

  #priceDays(c: number, t0: number, t: number, tally: Tally): void {
    const { days, timeDays, minimumDays, daysSoft, daysHard } = this.image;
    const [left, taken] = [timeDays[t0] & ~timeDays[t], timeDays[t] & ~timeDays[t0]];
    let after = this.#classDays[c];
    for (let rest = left; rest !== 0; rest &= rest - 1)
      if (this.#classDay[c * days + lowest(rest)] === 1) after--;
    for (let rest = taken; rest !== 0; rest &= rest - 1)
      if (this.#classDay[c * days + lowest(rest)] === 0) after++;
    const change = Math.max(0, minimumDays[c] - after) - this.#missingDays(c);
    tally.soft += change * daysSoft;
    tally.hard += change * daysHard;
  }

  #priceParts(m: number, t0: number, t: number, tally: Tally): void {
    const { coursePartStart, coursePart, partsMax, days, timeDays, apartSoft, apartHard } = this.image;
    const [left, taken] = [timeDays[t0] & ~timeDays[t], timeDays[t] & ~timeDays[t0]];
    let change = 0;
    for (let i = coursePartStart[m]; i < coursePartStart[m + 1]; i++) {
      const part = coursePart[i];
      const unit = (part / partsMax) | 0;
      for (let rest = left; rest !== 0; rest &= rest - 1) {
        const day = lowest(rest);
        if (this.#partDays[part * days + day] === 1 && this.#partsOn(unit, day) > 1) change--;
      }
      for (let rest = taken; rest !== 0; rest &= rest - 1) {
        const day = lowest(rest);
        if (this.#partDays[part * days + day] === 0 && this.#partsOn(unit, day) > 0) change++;
      }
    }
    tally.soft += change * apartSoft;
    tally.hard += change * apartHard;
  }

  #priceRoom(m: number, c: number, r0: number, r: number, tally: Tally): void {
    const { stabilitySoft, stabilityHard } = this.image;
    const rooms = this.#classRooms[c];
    let after = rooms;
    if (r0 >= 0 && !this.#hasClassmateIn(m, c, r0)) after--;
    if (r >= 0 && !this.#hasClassmateIn(m, c, r)) after++;
    const change = beyondFirst(after) - beyondFirst(rooms);
    tally.soft += change * stabilitySoft;
    tally.hard += change * stabilityHard;
  }

  #priceTeacher(m: number, k0: number, k: number, tally: Tally): void {
    const { courseStart, course, teachersSoft, teachersHard } = this.image;
    for (let i = courseStart[m], end = courseStart[m + 1]; i < end; i++) {
      const teachers = this.#teachers[course[i]];
      let after = teachers;
      if (k0 >= 0 && !this.#isTaughtBy(course[i], k0, m)) after--;
      if (k >= 0 && !this.#isTaughtBy(course[i], k, m)) after++;
      const change = beyondFirst(after) - beyondFirst(teachers);
      tally.soft += change * teachersSoft[course[i]];
      tally.hard += change * teachersHard[course[i]];
    }
  }

  /** The teacher of those meetings that must have the same teacher as m; -1 = m may have any. */
  sharedTeacher(m: number): number {
    const { courseStart, course, teachersHard, coursemateStart, coursemate } = this.image;
    for (let i = courseStart[m], end = courseStart[m + 1]; i < end; i++) {
      if (teachersHard[course[i]] === 0) continue;
      for (let j = coursemateStart[course[i]]; j < coursemateStart[course[i] + 1]; j++)
        if (coursemate[j] !== m && this.placements.teacher[coursemate[j]] >= 0)
          return this.placements.teacher[coursemate[j]];
    }
    return -1;
  }

  /** Days that the placed meetings of a teaching class lack. */
  #missingDays(c: number): number {
    return this.#classPlaced[c] === 0 ? 0 : Math.max(0, this.image.minimumDays[c] - this.#classDays[c]);
  }

  /** Whether two meetings count for the same class or course part. */
  areRelated(m: number, other: number): boolean {
    const { classOf, coursePartStart, coursePart, partsMax } = this.image;
    if (classOf[m] === classOf[other]) return true;
    for (let i = coursePartStart[m], end = coursePartStart[m + 1]; i < end; i++)
      for (let j = coursePartStart[other], last = coursePartStart[other + 1]; j < last; j++)
        if (((coursePart[i] / partsMax) | 0) === ((coursePart[j] / partsMax) | 0)) return true;
    return false;
  }

  /** Whether a teacher has another meeting of the course than m. */
  #isTaughtBy(course: number, k: number, m: number): boolean {
    const { coursemateStart, coursemate } = this.image;
    const { teacher } = this.placements;
    for (let i = coursemateStart[course], end = coursemateStart[course + 1]; i < end; i++)
      if (coursemate[i] !== m && teacher[coursemate[i]] === k) return true;
    return false;
  }

  /** Classes have few meetings, so a scan is cheaper than counters per class and room. */
  #hasClassmateIn(m: number, c: number, r: number): boolean {
    const { classmateStart, classmate } = this.image;
    const { room } = this.placements;
    for (let i = classmateStart[c], end = classmateStart[c + 1]; i < end; i++)
      if (classmate[i] !== m && room[classmate[i]] === r) return true;
    return false;
  }

  #partsOn(unit: number, day: number): number {
    const { partsMax, days } = this.image;
    let kinds = 0;
    for (let kind = 0; kind < partsMax; kind++)
      if (this.#partDays[(unit * partsMax + kind) * days + day] > 0) kinds++;
    return kinds;
  }
}

/** Time, room and teacher of a meeting; -1 = none. */
export interface Place {
  t: number;
  r: number;
  k: number;
}

function beyondFirst(count: number): number {
  return count > 1 ? count - 1 : 0;
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
