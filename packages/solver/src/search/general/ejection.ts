import type { Image } from '../image/image.js';
import { ACCEPTANCE, ACCEPTANCE_SHIFT } from '../logarithm.js';
import type { Random } from '../random.js';
import { timetableOf } from '../timetable.js';
import { Pushing } from './pushing.js';
import type { State } from './state.js';

/** Rooms of a time that are looked at for the one that fewest others have to leave. */
const ROOMS_TRIED = 40;
/** Trials between two looks at the clock. */
const TRIALS_PER_LOOK = 2048;

/**
 * Completes a timetable without clashes that lacks a few meetings: one that is left over is put anywhere, and
 * whoever is in its way is left over in turn. Annealing on the number of those left over decides whether it
 * may. So where every place is taken, a meeting enters for one that it pushes out, which wanders on until it
 * meets a gap; two who leave for one are seldom accepted, but open what nothing else does. Most trials are
 * turned down before anything changes. Meetings in `fixed` are never pushed out.
 */
export class Ejection {
  readonly #image: Image;
  readonly #unplaced: number[];
  #fewest: number;
  #best: Int32Array;
  #bestSoft: number;
  readonly #pushing: Pushing;
  readonly #found: Int32Array;
  /** What pushing out each meeting costs. */
  readonly #prices: Float64Array;

  constructor(
    private readonly state: State,
    private readonly random: Random,
    fixed: Uint8Array,
  ) {
    this.#image = state.image;
    this.#found = new Int32Array(state.image.resources + 1);
    this.#prices = Float64Array.from(state.image.priority, (priority, m) =>
      fixed[m] ? Infinity : 1 + priority / 100,
    );
    this.#pushing = new Pushing(state, random, fixed);
    this.#unplaced = unplacedIn(state);
    this.#fewest = this.#unplaced.length;
    this.#best = timetableOf(state);
    this.#bestSoft = state.soft;
  }

  /** How many are missing in the fullest timetable so far. */
  get fewest(): number {
    return this.#fewest;
  }

  /** Its soft cost. */
  get soft(): number {
    return this.#bestSoft;
  }

  /** The fullest timetable so far. */
  best(): Int32Array {
    return this.#best;
  }

  /**
   * Makes so many trials at a temperature, in units of a meeting left over, or ends when nobody is or it is
   * over; tells whether nobody is.
   */
  run(trials: number, temperature: number, isOver: () => boolean): boolean {
    for (let i = 0; i < trials && this.#unplaced.length > 0; i++) {
      if (i % TRIALS_PER_LOOK === 0 && isOver()) break;
      const bits = this.random.bits();
      this.#try(
        this.random.below(this.#unplaced.length),
        temperature * ACCEPTANCE[bits >>> ACCEPTANCE_SHIFT],
      );
      if (this.#unplaced.length >= this.#fewest) continue;
      this.#fewest = this.#unplaced.length;
      this.#best = timetableOf(this.state);
      this.#bestSoft = this.state.soft;
    }
    return this.#fewest === 0;
  }

  /** Puts one of the unplaced anywhere, if whoever must leave for it costs at most so much more than it. */
  #try(at: number, allowed: number): void {
    const { random } = this;
    const { timeStart, time, needsRoom, needsTeacher, teacherStart, teacher } = this.#image;
    const unplaced = this.#unplaced;
    const m = unplaced[at];
    const most = this.#prices[m] + allowed;
    const t = time[timeStart[m] + random.below(timeStart[m + 1] - timeStart[m])];
    const teachers = needsTeacher[m] ? teacherStart[m + 1] - teacherStart[m] : 0;
    const k = teachers > 0 ? teacher[teacherStart[m] + random.below(teachers)] : -1;
    if (this.#peoplePrice(m, t, k, most) > most) return;
    const people = this.#pushing.occupants(m, t, -1, k);
    if (!people) return;
    const price = this.#priceOf(people);
    if (price > most) return;
    const r = needsRoom[m] ? this.#roomFor(m, t, people, most - price) : -1;
    if (r === -2) return;
    const pushed = this.#pushing.enter(m, t, r, k);
    if (!pushed) return;
    if (this.#priceOf(pushed.map(([o]) => o)) > most) {
      this.#pushing.leave(m, pushed);
      return;
    }
    unplaced[at] = unplaced[unplaced.length - 1];
    unplaced.pop();
    for (const [o] of pushed) unplaced.push(o);
  }

  /** What those cost who occupy one of m's people by themselves; incomplete above the limit. */
  #peoplePrice(m: number, t: number, k: number, limit: number): number {
    const { resourceStart, resource, firstTeacher } = this.#image;
    const { occupancy } = this.state;
    const found = this.#found;
    let n = 0;
    let price = 0;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i <= end && price <= limit; i++) {
      if (i === end && k < 0) break;
      const user = occupancy.onlyUser(i < end ? resource[i] : firstTeacher + k, t);
      if (user < 0) continue;
      found[n] = user;
      if (found.indexOf(user) < n) continue;
      n++;
      price += this.#prices[user];
    }
    return price;
  }

  /** A room that is free once those who leave anyway have left, or the cheapest to clear; -2 for none. */
  #roomFor(m: number, t: number, leaving: ReadonlySet<number>, allowed: number): number {
    const { roomStart, room } = this.#image;
    const n = roomStart[m + 1] - roomStart[m];
    const offset = this.random.below(n);
    let best = -2;
    let least = allowed;
    for (let i = 0; i < n && i < ROOMS_TRIED; i++) {
      const r = room[roomStart[m] + (offset + i < n ? offset + i : offset + i - n)];
      const user = this.state.roomOccupant(r, t);
      if (user === -1 || leaving.has(user)) return r;
      if (user === -2 || this.#prices[user] > least) continue;
      best = r;
      least = this.#prices[user];
    }
    return best;
  }

  #priceOf(meetings: Iterable<number>): number {
    let price = 0;
    for (const m of meetings) price += this.#prices[m];
    return price;
  }
}

/** Meetings that are not placed though they have options. */
export function unplacedIn(state: State): number[] {
  const { meetings, timeStart, roomStart, teacherStart, needsRoom, needsTeacher } = state.image;
  return Array.from({ length: meetings }, (_, m) => m).filter(
    (m) =>
      !state.isPlaced(m) &&
      timeStart[m + 1] > timeStart[m] &&
      (!needsRoom[m] || roomStart[m + 1] > roomStart[m]) &&
      (!needsTeacher[m] || teacherStart[m + 1] > teacherStart[m]),
  );
}
