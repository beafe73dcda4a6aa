import type { Image } from '../image/image.js';
import type { Random } from '../random.js';
import { Entry } from './entry.js';
import { Loads } from './loads.js';
import type { State } from './state.js';

/** Evictions after which construction gives up on completeness: in all, and since it last became fuller. */
const EVICTIONS = { least: 1000, perMeeting: 30, perMeetingInVain: 2 };

/** Greatest number of teachers that are tried for a meeting at each of its times. */
const TEACHERS_MAX = 4;
const NO_TEACHER = [-1];

interface Place {
  t: number;
  r: number;
  k: number;
}

/** Positions in a list of rooms, and the ends of the runs of equal cost. */
interface RoomOrder {
  readonly order: Int32Array;
  readonly ends: readonly number[];
}

/**
 * Places what is unplaced without clashes: hardest meetings first, each at its cheapest free place, with
 * teachers whose hours nobody else needs more. Where there is none, it evicts the meetings whose eviction has
 * cost least so far (conflict statistics), which queue again. `fixed` meetings are never evicted. Returns
 * what could not be placed.
 */
export class Construction {
  readonly #weight: Float64Array;
  readonly #queue: number[];
  readonly #image: Image;
  readonly #entry: Entry;
  readonly #loads: Loads;
  /** By kind of rooms. */
  readonly #orders: RoomOrder[] = [];
  evictions = 0;
  /** The fullest that it has been, and how many evictions that took. */
  #fullest = 0;
  #evictionsThen = 0;

  constructor(
    private readonly state: State,
    private readonly random: Random,
    private readonly fixed: Uint8Array,
  ) {
    const image = state.image;
    this.#image = image;
    this.#entry = new Entry(state);
    this.#loads = new Loads(image, state.teacher);
    this.#weight = new Float64Array(image.meetings).fill(1);
    for (let m = 0; m < image.meetings; m++) this.#weight[m] += image.priority[m] / 10;
    this.#queue = difficultyOrder(image).filter((m) => !state.isPlaced(m));
  }

  /** Places up to `steps` meetings, or until it is over; returns true when nothing more can be done. */
  run(steps: number, unplaced: number[], isOver: () => boolean = () => false): boolean {
    for (let step = 0; step < steps && !isOver(); step++) {
      const m = this.#queue.shift();
      if (m === undefined) return true;
      const place = this.#freePlace(m, true) ?? this.#makePlace(m) ?? this.#freePlaceAtAnyLoad(m);
      if (!place) {
        unplaced.push(m);
        continue;
      }
      this.state.insert(m, place.t, place.r, place.k);
      this.#loads.place(m, place.k);
      if (this.state.placed > this.#fullest) {
        this.#fullest = this.state.placed;
        this.#evictionsThen = this.evictions;
      }
    }
    return this.#queue.length === 0;
  }

  /** The cheapest free place with a teacher whose hours others need more. */
  #freePlaceAtAnyLoad(m: number): Place | null {
    return this.#loads.isChoiceLimited(m) ? this.#freePlace(m, false) : null;
  }

  /** The cheapest free place; `withRoom`, with a teacher whose weeks have room for it. */
  #freePlace(m: number, withRoom: boolean): Place | null {
    const { state } = this;
    const image = this.#image;
    const { timeStart, time } = image;
    const n = timeStart[m + 1] - timeStart[m];
    if (n === 0) return null;
    const offset = this.random.below(n);
    const shared = this.state.courses.sharedTeacher(m);
    let best: Place | null = null;
    let bestCost = Infinity;
    for (let i = 0; i < n; i++) {
      const t = time[timeStart[m] + ((offset + i) % n)];
      if (!state.arePeopleFree(m, t)) continue;
      const teachers = this.#freeTeachers(m, t, { withRoom, shared });
      const r = teachers.length === 0 ? -2 : this.#freeRoom(m, t);
      if (r === -2) continue;
      for (const k of teachers) {
        if (!this.#entry.isBelow(bestCost, m, t, r, k)) continue;
        bestCost = this.#entry.soft;
        best = { t, r, k };
      }
    }
    return best;
  }

  /** Some that are free, beginning anywhere; -1 when none is needed. `shared`: the only one, -1 for any. */
  #freeTeachers(
    m: number,
    t: number,
    { withRoom, shared }: { readonly withRoom: boolean; readonly shared: number },
  ): readonly number[] {
    const { teacherStart, teacher, needsTeacher } = this.#image;
    if (!needsTeacher[m]) return NO_TEACHER;
    const n = teacherStart[m + 1] - teacherStart[m];
    const offset = n > 1 ? this.random.below(n) : 0;
    const free: number[] = [];
    for (let i = 0; i < n && free.length < TEACHERS_MAX; i++) {
      const k = teacher[teacherStart[m] + ((offset + i) % n)];
      if (shared >= 0 && k !== shared) continue;
      if (this.state.isTeacherFree(k, t) && (!withRoom || this.#loads.fits(m, k))) free.push(k);
    }
    return free;
  }

  /** The cheapest free room; -1 when none is needed, -2 when none is free. */
  #freeRoom(m: number, t: number): number {
    const { roomStart, room, needsRoom } = this.#image;
    if (!needsRoom[m]) return -1;
    const { order, ends } = this.#roomOrder(m);
    let begin = 0;
    for (const end of ends) {
      const n = end - begin;
      const offset = this.random.below(n);
      for (let i = 0; i < n; i++) {
        const r = room[roomStart[m] + order[begin + ((offset + i) % n)]];
        if (this.state.isRoomFree(r, t)) return r;
      }
      begin = end;
    }
    return -2;
  }

  /** The rooms of a meeting by cost, with the ends of runs of equal cost, so that not all are tried. */
  #roomOrder(m: number): RoomOrder {
    const { roomStart, roomCost, roomKind } = this.#image;
    const cached = this.#orders[roomKind[m]];
    if (cached) return cached;
    const costs = roomCost.subarray(roomStart[m], roomStart[m + 1]);
    const order = Int32Array.from(costs.keys()).sort((a, b) => costs[a] - costs[b] || a - b);
    const ends = [...order.keys()]
      .map((i) => i + 1)
      .filter((end) => end === order.length || costs[order[end]] > costs[order[end - 1]]);
    return (this.#orders[roomKind[m]] = { order, ends });
  }

  /** Evicts the meetings that are easiest to move; null when no place can be cleared. */
  #makePlace(m: number): Place | null {
    if (this.#isInVain()) return null;
    const { timeStart, time, teacherStart, roomStart, room, needsRoom, needsTeacher } = this.#image;
    const n = timeStart[m + 1] - timeStart[m];
    if (n === 0 || (needsRoom[m] && roomStart[m] === roomStart[m + 1])) return null;
    if (needsTeacher[m] && teacherStart[m] === teacherStart[m + 1]) return null;
    let best: Place | null = null;
    let bestCost = Infinity;
    const found = new Set<number>();
    for (let probe = 0; probe < 4 + 2 * n && probe < 80; probe++) {
      const t = time[timeStart[m] + this.random.below(n)];
      const k = needsTeacher[m] ? this.#anyTeacher(m) : -1;
      let r = -1;
      if (needsRoom[m]) {
        r = this.#freeRoom(m, t);
        if (r === -2) r = room[roomStart[m] + this.random.below(roomStart[m + 1] - roomStart[m])];
      }
      found.clear();
      if (!this.state.occupants(m, t, r, k, found)) continue;
      let cost = 0;
      for (const other of found) cost += this.fixed[other] ? Infinity : this.#weight[other];
      if (cost >= bestCost || this.#breaksHardRule(m, t, r, k, found)) continue;
      bestCost = cost;
      best = { t, r, k };
    }
    if (!best) return null;
    found.clear();
    this.state.occupants(m, best.t, best.r, best.k, found);
    for (const other of found) {
      this.state.remove(other);
      this.#loads.takeOut(other);
      this.#queue.push(other);
      this.#weight[other] += 0.5;
      this.evictions++;
    }
    this.#weight[m] += 1;
    return best;
  }

  /** Whether there were too many evictions, or too many that did not make it fuller. */
  #isInVain(): boolean {
    const { least, perMeeting, perMeetingInVain } = EVICTIONS;
    const { meetings } = this.#image;
    if (this.evictions >= least + perMeeting * meetings) return true;
    return this.evictions - this.#evictionsThen >= least + perMeetingInVain * meetings;
  }

  /** The teacher whom it has to share with others, else any who has room for it, or just any. */
  #anyTeacher(m: number): number {
    const { teacherStart, teacher } = this.#image;
    const n = teacherStart[m + 1] - teacherStart[m];
    const shared = this.state.courses.sharedTeacher(m);
    if (teacher.subarray(teacherStart[m], teacherStart[m + 1]).includes(shared)) return shared;
    const offset = this.random.below(n);
    for (let i = 0; i < n; i++) {
      const k = teacher[teacherStart[m] + ((offset + i) % n)];
      if (this.#loads.fits(m, k)) return k;
    }
    return teacher[teacherStart[m] + offset];
  }

  /** Whether the place would break a hard rule even after the evictions. */
  #breaksHardRule(m: number, t: number, r: number, k: number, leaving: ReadonlySet<number>): boolean {
    const { state } = this;
    const places = [...leaving].map((other) => [
      other,
      state.time[other],
      state.room[other],
      state.teacher[other],
    ]);
    for (const [other] of places) state.remove(other);
    const before = state.hard;
    state.insert(m, t, r, k);
    const isBroken = state.hard > before;
    state.remove(m);
    for (const [other, u, s, l] of places) state.insert(other, u, s, l);
    return isBroken;
  }
}

/** Meetings with few places for their demand first; among equally difficult ones, important ones first. */
function difficultyOrder(image: Image): number[] {
  const ease = new Float64Array(image.meetings);
  for (let m = 0; m < image.meetings; m++) {
    const times = image.timeStart[m + 1] - image.timeStart[m];
    const rooms = image.needsRoom[m] ? image.roomStart[m + 1] - image.roomStart[m] : image.rooms + 1;
    const teachers = image.needsTeacher[m] ? image.teacherStart[m + 1] - image.teacherStart[m] : 4;
    const people = image.resourceStart[m + 1] - image.resourceStart[m];
    const first = image.time[image.timeStart[m]] ?? 0;
    const cells = times === 0 ? 1 : image.cellStart[first + 1] - image.cellStart[first];
    ease[m] =
      (times * Math.min(rooms, 20) * Math.min(teachers, 4)) / ((1 + people) * cells * image.priority[m]);
  }
  return Array.from({ length: image.meetings }, (_, m) => m).sort((a, b) => ease[a] - ease[b] || a - b);
}
