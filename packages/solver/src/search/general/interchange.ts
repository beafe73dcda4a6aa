import type { Image } from '../image/image.js';
import type { Random } from '../random.js';
import type { Place } from './courses.js';
import { indexIn } from './lookup.js';
import type { Price } from './price.js';
import { timesOverlap } from './room-lists.js';
import { Shifts } from './shifts.js';
import type { State } from './state.js';

/** Meetings that move in one exchange. */
const MOVED_MAX = 8;
/** Rooms that are drawn for a meeting that cannot have its own. */
const ROOMS_DRAWN = 8;
/** In one of so many attempts whoever has the room makes way, too: such chains are long, most for nothing. */
const ROOMS_ASKED_EVERY = 16;

/** A meeting of an exchange, and where it goes. */
interface Move {
  m: number;
  t: number;
  r: number;
  /** Whether it goes where the first one goes, or the other way. */
  isForth: boolean;
}

/**
 * Exchanges a meeting with all that are in its way, such as a lecture with the classes of several groups:
 * they are shifted as far as it goes, back to where it was, and who is in their way there goes with it, as
 * long as it takes (a Kempe chain). Only while nothing clashes, and so that nothing does.
 */
export class Interchange {
  readonly #image: Image;
  readonly #shifts: Shifts;
  /** The number of the attempt in which a meeting was last in question. */
  readonly #asked: Int32Array;
  #attempt = 0;
  readonly #moves: Move[] = [];
  #count = 0;
  /** The time that the first one goes to, and the one that it leaves. */
  #there = -1;
  #back = -1;
  /** Where those moved came from. */
  readonly #from: Place[] = [];

  constructor(
    private readonly state: State,
    private readonly price: Price,
    private readonly random: Random,
  ) {
    this.#image = state.image;
    this.#shifts = new Shifts(state.image);
    this.#asked = new Int32Array(state.image.meetings);
    for (let i = 0; i < MOVED_MAX; i++) {
      this.#moves.push({ m: -1, t: -1, r: -1, isForth: true });
      this.#from.push({ t: -1, r: -1, k: -1 });
    }
  }

  /** Who was moved last. */
  get moved(): readonly number[] {
    return this.#moves.slice(0, this.#count).map(({ m }) => m);
  }

  /** Moves m there and everybody in its way to where it was, if that costs at most so much more. */
  run(m: number, { t, r }: Place, limit: number): boolean {
    const { state, price } = this;
    const t0 = state.time[m];
    if (t === t0) return false;
    this.#attempt++;
    this.#count = 0;
    this.#there = t;
    this.#back = t0;
    this.#add(m, t, true);
    let least = 0;
    for (let i = 0; i < this.#count; i++) {
      const move = this.#moves[i];
      if (!this.#askPeople(move)) return false;
      move.r = i === 0 && this.#isRoomOpen(i, r) ? r : this.#roomFor(i, m);
      if (move.r === -2 && !this.#askRoom(i)) return false;
      least += price.least(move.m, move.t, move.r, state.teacher[move.m]);
    }
    return least <= limit && this.#isWithin(limit) && this.#carryOut(limit);
  }

  /** Whether one that moves alone, or two that exchange, cost at most so much more; true of all others. */
  #isWithin(limit: number): boolean {
    const { state, price } = this;
    const [{ m, t, r }, { m: other, t: u, r: s }] = this.#moves;
    if (this.#count === 1) return price.isFreeMoveWithin(m, t, r, state.teacher[m], limit);
    if (this.#count > 2 || u !== this.#back || !price.canExchange(m, t, r, other, s)) return true;
    return price.isExchangeWithin(m, t, r, other, s, limit, Infinity);
  }

  #add(m: number, t: number, isForth: boolean): void {
    this.#asked[m] = this.#attempt;
    const move = this.#moves[this.#count++];
    move.m = m;
    move.t = t;
    move.isForth = isForth;
  }

  /** Lets one more move, if it may at the time that it is shifted to. */
  #addShifted(m: number, isForth: boolean): boolean {
    if (this.#count === MOVED_MAX) return false;
    const { time, options } = this.state;
    const [from, to] = isForth ? [this.#back, this.#there] : [this.#there, this.#back];
    const t = this.#shifts.shifted(time[m], from, to);
    if (t < 0 || !options.isTimeOffered(m, t)) return false;
    this.#add(m, t, isForth);
    return true;
  }

  /** Lets those move too who are in the way; false where they are too many, or nobody could make way. */
  #askPeople(move: Move): boolean {
    const { resourceStart, resource, firstTeacher } = this.#image;
    const { m } = move;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      if (!this.#askUsers(resource[i], move)) return false;
    const k = this.state.teacher[m];
    return k < 0 || this.#askUsers(firstTeacher + k, move);
  }

  #askUsers(x: number, { t, isForth }: Move): boolean {
    for (;;) {
      const user = this.state.occupancy.nextUser(x, t, this.#asked, this.#attempt);
      if (user === -1) return true;
      if (user === -2 || !this.#addShifted(user, !isForth)) return false;
    }
  }

  /** Now and then, lets those move too who have the room of one of them, which then keeps it. */
  #askRoom(at: number): boolean {
    const move = this.#moves[at];
    const own = this.state.room[move.m];
    if (this.#attempt % ROOMS_ASKED_EVERY !== 0) return false;
    if (!this.#askUsers(this.#image.firstRoom + own, move) || !this.#isRoomOpen(at, own)) return false;
    move.r = own;
    return true;
  }

  /** Its own room, that of the first one, or any; -2 where none of these is open. */
  #roomFor(at: number, first: number): number {
    const { state } = this;
    const { roomStart, room } = this.#image;
    const { m } = this.#moves[at];
    const own = state.room[m];
    if (own < 0 || this.#isRoomOpen(at, own)) return own;
    const left = state.room[first];
    if (left >= 0 && indexIn(room, roomStart[m], roomStart[m + 1], left) >= 0 && this.#isRoomOpen(at, left))
      return left;
    for (let draw = 0; draw < ROOMS_DRAWN; draw++) {
      const any = state.options.drawRoom(m, this.random);
      if (this.#isRoomOpen(at, any)) return any;
    }
    return -2;
  }

  /** Whether nobody stays in a room, and nobody who moved before comes to it. */
  #isRoomOpen(at: number, r: number): boolean {
    if (r < 0) return true;
    const { occupancy } = this.state;
    const { t } = this.#moves[at];
    if (occupancy.nextUser(this.#image.firstRoom + r, t, this.#asked, this.#attempt) !== -1) return false;
    for (let i = 0; i < at; i++)
      if (this.#moves[i].r === r && timesOverlap(this.#image, this.#moves[i].t, t)) return false;
    return true;
  }

  #carryOut(limit: number): boolean {
    const { state } = this;
    const { soft } = state;
    const moves = this.#moves;
    const count = this.#count;
    for (let i = 0; i < count; i++) {
      const { m } = moves[i];
      const from = this.#from[i];
      from.t = state.time[m];
      from.r = state.room[m];
      from.k = state.teacher[m];
      state.remove(m);
    }
    let placed = 0;
    for (; placed < count && state.hard === 0; placed++) {
      const { m, t, r } = moves[placed];
      state.insert(m, t, r, this.#from[placed].k);
    }
    if (state.hard === 0 && state.soft - soft <= limit) return true;
    while (placed > 0) state.remove(moves[--placed].m);
    for (let i = 0; i < count; i++) {
      const { t, r, k } = this.#from[i];
      state.insert(moves[i].m, t, r, k);
    }
    return false;
  }
}
