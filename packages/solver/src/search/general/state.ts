import type { Image } from '../image/image.js';
import { Courses } from './courses.js';
import { Days } from './days.js';
import { Occupancy } from './occupancy.js';
import { Options } from './options.js';
import { Relations } from './relations.js';
import { RoomLists } from './room-lists.js';
import { Tally } from './tally.js';
import { Travel } from './travel.js';

/**
 * A timetable during the search: the placements, the counters that the rules need, and the current cost.
 *
 * Every change is a `remove` or an `insert` of one meeting, which touches only the counters of that meeting's
 * resources. So a move of any shape is a sequence of those two, and undoing it is the reverse sequence.
 * Clashes are allowed and counted in `hard`. The counters are there to be read by `Price`, which tells what a
 * move would change before it is made.
 */
export class State {
  readonly time: Int32Array;
  readonly room: Int32Array;
  readonly teacher: Int32Array;
  placed = 0;

  readonly #cost = new Tally();
  readonly occupancy: Occupancy;
  readonly options: Options;
  readonly days: Days;
  readonly courses: Courses;
  readonly travel: Travel;
  readonly relations: Relations | null;
  /** Replaces cells for rooms where times are wide. */
  readonly roomLists: RoomLists | null;

  constructor(readonly image: Image) {
    const { meetings } = image;
    this.time = new Int32Array(meetings).fill(-1);
    this.room = new Int32Array(meetings).fill(-1);
    this.teacher = new Int32Array(meetings).fill(-1);
    this.relations = image.relations && new Relations(image.relations, this.time, this.room);
    this.roomLists = image.isWide ? new RoomLists(image, this.time) : null;
    this.occupancy = new Occupancy(image, image.isWide ? image.firstRoom : image.resources);
    this.options = new Options(image);
    this.days = new Days(image, this.occupancy);
    this.courses = new Courses(image, this);
    this.travel = new Travel(image, this, this.occupancy);
  }

  /** Weighted soft cost. */
  get soft(): number {
    return this.#cost.soft;
  }

  /** Clashing cells plus violations of hard rules on days, classes and travel. */
  get hard(): number {
    return this.#cost.hard;
  }

  isPlaced(m: number): boolean {
    return this.time[m] >= 0;
  }

  /** Places an unplaced meeting. */
  insert(m: number, t: number, r: number, k: number): void {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.image;
    const cost = this.#cost;
    this.time[m] = t;
    this.room[m] = r;
    this.teacher[m] = k;
    this.placed++;
    this.#countPairs(m, t, r, k, 1);
    this.travel.enter(m, t, r, k);
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++) this.#take(resource[i], m, t);
    if (k >= 0) this.#take(firstTeacher + k, m, t);
    if (r >= 0) {
      const lists = this.roomLists;
      cost.hard += lists ? lists.clashes(r, t) : this.occupancy.add(firstRoom + r, m, t);
      lists?.add(m, r);
    }
    this.options.enter(m, t, r, k, cost);
    this.courses.count(m, t, r, k, 1, cost);
  }

  /** Removes a placed meeting. */
  remove(m: number): void {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.image;
    const cost = this.#cost;
    const t = this.time[m];
    const r = this.room[m];
    const k = this.teacher[m];
    this.travel.leave(m, t, r, k);
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++) this.#free(resource[i], m, t);
    if (k >= 0) this.#free(firstTeacher + k, m, t);
    if (r >= 0) {
      const lists = this.roomLists;
      lists?.remove(m, r);
      cost.hard -= lists ? lists.clashes(r, t) : this.occupancy.remove(firstRoom + r, m, t);
    }
    this.#countPairs(m, t, r, k, -1);
    this.options.leave(m, cost);
    this.courses.count(m, t, r, k, -1, cost);
    this.placed--;
    this.time[m] = -1;
    this.room[m] = -1;
    this.teacher[m] = -1;
  }

  /** Moves a placed meeting; where only the room changes, nobody's day is touched. */
  move(m: number, t: number, r: number, k: number): void {
    const r0 = this.room[m];
    if (t !== this.time[m] || k !== this.teacher[m] || r < 0 || r0 < 0 || this.roomLists) {
      this.remove(m);
      this.insert(m, t, r, k);
      return;
    }
    const { firstRoom } = this.image;
    const cost = this.#cost;
    const isFar = this.relations?.concerns(m) === true || !this.travel.areTogether(r0, r);
    if (isFar) this.travel.leave(m, t, r0, k);
    cost.hard -= this.occupancy.remove(firstRoom + r0, m, t);
    if (isFar) this.#countPairs(m, t, r0, k, -1);
    this.options.leave(m, cost);
    this.courses.countRoom(m, r0, -1, cost);
    this.room[m] = r;
    if (isFar) this.#countPairs(m, t, r, k, 1);
    if (isFar) this.travel.enter(m, t, r, k);
    cost.hard += this.occupancy.add(firstRoom + r, m, t);
    this.options.enter(m, t, r, k, cost);
    this.courses.countRoom(m, r, 1, cost);
  }

  #take(x: number, m: number, t: number): void {
    this.#cost.hard += this.occupancy.add(x, m, t);
    this.days.enter(x, t, this.#cost);
  }

  #free(x: number, m: number, t: number): void {
    const isCrowded = this.occupancy.isCrowded(x);
    this.#cost.hard -= this.occupancy.remove(x, m, t);
    this.days.leave(x, t, isCrowded, this.#cost);
  }

  /** Counts travel and relations, which depend on pairs of meetings. */
  #countPairs(m: number, t: number, r: number, k: number, sign: 1 | -1): void {
    const cost = this.#cost;
    if (this.travel.isOn) {
      const pairs = sign * this.travel.pairs(m, t, r, k);
      cost.soft += pairs * this.image.travelSoft;
      cost.hard += pairs * this.image.travelHard;
    }
    if (!this.relations?.concerns(m)) return;
    this.relations.count(m, t, r, sign);
    cost.soft += sign * this.relations.soft;
    cost.hard += sign * this.relations.hard;
  }

  /** Cells in which an unplaced meeting would clash with others or with unavailability. */
  clashes(m: number, t: number, r: number, k: number): number {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.image;
    const occupancy = this.occupancy;
    let sum = 0;
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++) sum += occupancy.usedIn(resource[i], t);
    if (k >= 0) sum += occupancy.usedIn(firstTeacher + k, t);
    if (r >= 0) sum += this.roomLists?.clashes(r, t) ?? occupancy.usedIn(firstRoom + r, t);
    return sum;
  }

  isRoomFree(r: number, t: number): boolean {
    if (this.roomLists) return this.roomLists.clashes(r, t) === 0;
    return this.occupancy.isFree(this.image.firstRoom + r, t);
  }

  isTeacherFree(k: number, t: number): boolean {
    return this.occupancy.isFree(this.image.firstTeacher + k, t);
  }

  /** Whether all groups and the class are free. */
  arePeopleFree(m: number, t: number): boolean {
    const { resourceStart, resource } = this.image;
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++)
      if (!this.occupancy.isFree(resource[i], t)) return false;
    return true;
  }

  /**
   * Adds the meetings that occupy what m needs at (t, r, k); false if unavailability or clashes hide some.
   */
  occupants(m: number, t: number, r: number, k: number, found: Set<number>): boolean {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.image;
    const occupancy = this.occupancy;
    let isComplete = true;
    for (let i = resourceStart[m]; i < resourceStart[m + 1]; i++)
      isComplete = occupancy.users(resource[i], t, found) && isComplete;
    if (k >= 0) isComplete = occupancy.users(firstTeacher + k, t, found) && isComplete;
    if (r >= 0) {
      const isKnown = this.roomLists?.users(r, t, found) ?? occupancy.users(firstRoom + r, t, found);
      isComplete = isKnown && isComplete;
    }
    found.delete(m);
    return isComplete;
  }

  /** The only meeting that uses room r at time t; -1 for none, -2 if there is not exactly one. */
  roomOccupant(r: number, t: number): number {
    return this.roomLists?.onlyUser(r, t) ?? this.occupancy.onlyUser(this.image.firstRoom + r, t);
  }
}
