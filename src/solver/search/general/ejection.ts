import type { Image } from '../image/image.js';
import type { Random } from '../random.js';
import { timetableOf } from '../timetable.js';
import { Pushing } from './pushing.js';
import type { State } from './state.js';

/** Rooms of a time that are looked at for the one whose users are pushed out most cheaply. */
const ROOMS_TRIED = 40;
/** Teachers of a time that are looked at. */
const TEACHERS_TRIED = 4;
/** Places that are tried in earnest where rules beyond occupation forbid the cheapest. */
const PLACES_TRIED = 6;
/** Steps, and a draw of as many more, for which a meeting does not return to where it was pushed out. */
const TABU_STEPS = 4;
/** How many of those who are left over are compared in a step. */
const LEFT_OVER_TRIED = 50;
/** How much dearer each time makes it to push out the same meeting. */
const PUSH_PRICE = 0.1;
/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 16;

interface Place {
  t: number;
  r: number;
  k: number;
  price: number;
}

/**
 * Completes a timetable without clashes that lacks a few meetings (Müller's iterative forward search): an
 * unplaced meeting takes the place from which it pushes out those who let themselves be pushed most cheaply,
 * and these are unplaced in turn. Statistics of who pushed whom make what repeats dearer, and nobody returns
 * to where it was pushed out for some steps. Meetings in `fixed` are never pushed out.
 */
export class Ejection {
  readonly #image: Image;
  readonly #unplaced: number[];
  /** How often one meeting pushed out another, by pusher * meetings + pushed. */
  readonly #pushes = new Map<number, number>();
  /** The step until which a time, or a room where a meeting has but one time, is tabu, by option. */
  readonly #timeTabu: Int32Array;
  readonly #roomTabu: Int32Array;
  #step = 0;
  #fewest: number;
  #best: Int32Array;
  #bestSoft: number;
  readonly #pushing: Pushing;
  readonly #places: Place[] = [];
  /** The cheapest place of a step, and its price. */
  #cheapest: Place = { t: -1, r: -1, k: -1, price: Infinity };
  #least = Infinity;

  constructor(
    private readonly state: State,
    private readonly random: Random,
    fixed: Uint8Array,
  ) {
    this.#image = state.image;
    this.#timeTabu = new Int32Array(this.#image.time.length);
    this.#roomTabu = new Int32Array(this.#image.room.length);
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

  /** Carries out so many steps, or ends when nobody is left over or it is over; tells whether nobody is. */
  run(steps: number, isOver: () => boolean): boolean {
    for (let i = 0; i < steps && this.#unplaced.length > 0; i++) {
      if (i % STEPS_PER_LOOK === 0 && isOver()) break;
      this.#place();
      if (this.#unplaced.length >= this.#fewest) continue;
      this.#fewest = this.#unplaced.length;
      this.#best = timetableOf(this.state);
      this.#bestSoft = this.state.soft;
    }
    return this.#fewest === 0;
  }

  /** Places the one that is placed most cheaply of some who are left over, whoever must leave for it. */
  #place(): void {
    this.#step++;
    const unplaced = this.#unplaced;
    this.#least = Infinity;
    let chosen = -1;
    const offset = this.random.below(unplaced.length);
    for (let i = 0; i < unplaced.length && i < LEFT_OVER_TRIED && this.#least > 0; i++) {
      const at = (offset + i) % unplaced.length;
      if (this.#findPlace(unplaced[at])) chosen = at;
    }
    if (chosen < 0) return;
    const m = unplaced[chosen];
    const { t, r, k } = this.#cheapest;
    const pushed = this.#pushing.enter(m, t, r, k);
    if (!pushed) return;
    unplaced[chosen] = unplaced[unplaced.length - 1];
    unplaced.pop();
    const { meetings } = this.#image;
    for (const [o, u, s] of pushed) {
      unplaced.push(o);
      this.#forbid(o, u, s);
      const pair = m * meetings + o;
      this.#pushes.set(pair, (this.#pushes.get(pair) ?? 0) + 1);
    }
  }

  /** Whether m has a cheaper place than the cheapest so far, which it replaces. */
  #findPlace(m: number): boolean {
    this.#collectPlaces(m);
    const before = this.#least;
    for (const place of this.#places) {
      if (place.price >= this.#least) break;
      const pushed = this.#pushing.enter(m, place.t, place.r, place.k);
      if (!pushed) continue;
      const price = this.#priceOf(
        m,
        pushed.map(([o]) => o),
      );
      this.#pushing.leave(m, pushed);
      if (price >= this.#least) continue;
      this.#least = price;
      this.#cheapest = place;
    }
    return this.#least < before;
  }

  /** The cheapest places of m by those who occupy them, cheapest first. */
  #collectPlaces(m: number): void {
    const { timeStart, time, needsTeacher, teacherStart, teacher } = this.#image;
    const { random } = this;
    this.#places.length = 0;
    const n = timeStart[m + 1] - timeStart[m];
    const isTimed = n > 1;
    const offset = random.below(n);
    for (let i = 0; i < n; i++) {
      const option = timeStart[m] + ((offset + i) % n);
      if (isTimed && this.#timeTabu[option] > this.#step) continue;
      const t = time[option];
      const people = this.#occupantsPrice(m, t, -1, -1);
      if (people >= this.#worstPrice()) continue;
      if (!needsTeacher[m]) {
        this.#offerRooms(m, t, -1, people, isTimed);
        continue;
      }
      const teachers = teacherStart[m + 1] - teacherStart[m];
      const first = random.below(teachers);
      for (let j = 0; j < teachers && j < TEACHERS_TRIED; j++) {
        const k = teacher[teacherStart[m] + ((first + j) % teachers)];
        const price = this.#occupantsPrice(m, t, -1, k);
        if (price < this.#worstPrice()) this.#offerRooms(m, t, k, price, isTimed);
      }
    }
  }

  /** Offers the cheapest of some rooms. */
  #offerRooms(m: number, t: number, k: number, price: number, isTimed: boolean): void {
    const { needsRoom, roomStart, room } = this.#image;
    if (!needsRoom[m]) {
      this.#offer(t, -1, k, price);
      return;
    }
    const n = roomStart[m + 1] - roomStart[m];
    const offset = this.random.below(n);
    let least = this.#worstPrice();
    let best = -1;
    for (let i = 0; i < n && i < ROOMS_TRIED && least > price; i++) {
      const option = roomStart[m] + ((offset + i) % n);
      if (!isTimed && this.#roomTabu[option] > this.#step) continue;
      const found = this.#occupantsPrice(m, t, room[option], k);
      if (found >= least) continue;
      least = found;
      best = room[option];
    }
    if (best >= 0) this.#offer(t, best, k, least);
  }

  #worstPrice(): number {
    const places = this.#places;
    return places.length < PLACES_TRIED ? Infinity : places[places.length - 1].price;
  }

  #offer(t: number, r: number, k: number, price: number): void {
    const places = this.#places;
    if (price >= this.#worstPrice()) return;
    if (places.length === PLACES_TRIED) places.pop();
    let at = places.length;
    while (at > 0 && places[at - 1].price > price) at--;
    places.splice(at, 0, { t, r, k, price });
  }

  /** What it costs to push out all who occupy a place; Infinity where it is closed. */
  #occupantsPrice(m: number, t: number, r: number, k: number): number {
    const occupants = this.#pushing.occupants(m, t, r, k);
    return occupants ? this.#priceOf(m, occupants) : Infinity;
  }

  #priceOf(m: number, pushed: Iterable<number>): number {
    const { meetings, priority } = this.#image;
    let price = 0;
    for (const o of pushed)
      price += 1 + PUSH_PRICE * (this.#pushes.get(m * meetings + o) ?? 0) + priority[o] / 100;
    return price;
  }

  /** Keeps a meeting from returning to the time it left, or to the room where it has no other time. */
  #forbid(m: number, t: number, r: number): void {
    const { timeStart, time, roomStart, room } = this.#image;
    const until = this.#step + TABU_STEPS + this.random.below(TABU_STEPS);
    if (timeStart[m + 1] - timeStart[m] > 1) this.#timeTabu[time.indexOf(t, timeStart[m])] = until;
    else if (r >= 0) this.#roomTabu[room.indexOf(r, roomStart[m])] = until;
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
