import type { Image } from '../image/image.js';
import type { Random } from '../random.js';
import type { Place } from './courses.js';
import { indexIn } from './options.js';
import type { Price } from './price.js';
import { Shifts } from './shifts.js';
import type { State } from './state.js';

/** Meetings that may make way for one. */
const RIVALS_MAX = 6;
/** Rooms that are drawn for a meeting that cannot have its own. */
const ROOMS_DRAWN = 3;

/**
 * Exchanges a meeting with all that are in its way, such as a lecture with the classes of several groups:
 * they are shifted as far as it goes, back to where it was. Only while nothing clashes, and so that nothing
 * does.
 */
export class Interchange {
  /** Who was moved last. */
  readonly moved: number[] = [];
  readonly #image: Image;
  readonly #shifts: Shifts;
  /** The number of the attempt in which a meeting was last in question. */
  readonly #asked: Int32Array;
  #attempt = 0;
  /** Where rivals go, in step with them. */
  readonly #times: number[] = [];
  readonly #rooms: number[] = [];
  /** Where those moved came from. */
  readonly #from: (readonly [t: number, r: number, k: number])[] = [];

  constructor(
    private readonly state: State,
    private readonly price: Price,
    private readonly random: Random,
  ) {
    this.#image = state.image;
    this.#shifts = new Shifts(state.image);
    this.#asked = new Int32Array(state.image.meetings);
  }

  /** Moves m there and everybody in its way to where it was, if that costs at most so much more. */
  run(m: number, { t, r, k }: Place, limit: number): boolean {
    const { state, price } = this;
    if (t === state.time[m] || !this.#gather(m, t, r, k)) return false;
    const t0 = state.time[m];
    let least = price.least(m, t, r, k);
    for (let i = 1; i < this.moved.length; i++) {
      const o = this.moved[i];
      const u = this.#shifts.shifted(state.time[o], t, t0);
      if (u < 0 || !state.options.isTimeOffered(o, u) || !this.#arePeopleOpen(o, u)) return false;
      const s = this.#roomFor(o, u, m);
      if (s === -2) return false;
      this.#times[i] = u;
      this.#rooms[i] = s;
      least += price.least(o, u, s, state.teacher[o]);
    }
    return least <= limit && this.#carryOut(t, r, limit);
  }

  /** Collects who is in the way, after m; false where it is too many, or nobody could make way. */
  #gather(m: number, t: number, r: number, k: number): boolean {
    const { resourceStart, resource, firstTeacher, firstRoom } = this.#image;
    this.moved.length = 0;
    this.#attempt++;
    this.#ask(m);
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      if (!this.#gatherUsers(resource[i], t)) return false;
    if (k >= 0 && !this.#gatherUsers(firstTeacher + k, t)) return false;
    return r < 0 || this.#gatherUsers(firstRoom + r, t);
  }

  #ask(m: number): void {
    this.#asked[m] = this.#attempt;
    this.moved.push(m);
  }

  #gatherUsers(x: number, t: number): boolean {
    const found = this.state.occupancy.nextUser(x, t, this.#asked, this.#attempt);
    if (found === -1) return true;
    if (found === -2 || this.moved.length > RIVALS_MAX) return false;
    this.#ask(found);
    return this.#gatherUsers(x, t);
  }

  #arePeopleOpen(o: number, u: number): boolean {
    const { resourceStart, resource, firstTeacher } = this.#image;
    for (let i = resourceStart[o], end = resourceStart[o + 1]; i < end; i++)
      if (!this.#isOpen(resource[i], u)) return false;
    const l = this.state.teacher[o];
    return l < 0 || this.#isOpen(firstTeacher + l, u);
  }

  /** Whether nobody but those who move uses x then. */
  #isOpen(x: number, u: number): boolean {
    return this.state.occupancy.nextUser(x, u, this.#asked, this.#attempt) === -1;
  }

  /** Its own room, that of m, or any; -2 where none of these is open. */
  #roomFor(o: number, u: number, m: number): number {
    const { state } = this;
    const { roomStart, room, firstRoom } = this.#image;
    const own = state.room[o];
    if (own < 0 || this.#isOpen(firstRoom + own, u)) return own;
    const left = state.room[m];
    if (left >= 0 && indexIn(room, roomStart[o], roomStart[o + 1], left) >= 0) return left;
    for (let draw = 0; draw < ROOMS_DRAWN; draw++) {
      const any = state.options.drawRoom(o, this.random);
      if (this.#isOpen(firstRoom + any, u)) return any;
    }
    return -2;
  }

  #carryOut(t: number, r: number, limit: number): boolean {
    const { state, moved } = this;
    const { soft } = state;
    const from = this.#from;
    for (const [i, o] of moved.entries()) from[i] = [state.time[o], state.room[o], state.teacher[o]];
    for (const o of moved) state.remove(o);
    this.#times[0] = t;
    this.#rooms[0] = r;
    let placed = 0;
    while (placed < moved.length && state.hard === 0) {
      state.insert(moved[placed], this.#times[placed], this.#rooms[placed], from[placed][2]);
      placed++;
    }
    if (state.hard === 0 && state.soft - soft <= limit) return true;
    for (let i = 0; i < placed; i++) state.remove(moved[i]);
    for (const [i, o] of moved.entries()) state.insert(o, ...from[i]);
    return false;
  }
}
