import { Rows } from '../../search/image/rows.js';
import type { Pairs } from './pair-list.js';
import { DEPENDS_ON_ROOMS, type PairShape } from './shape.js';
import type { PairState } from './state.js';

/** Places above which rooms are not tabulated but looked into, without weights: 12 bytes each. */
const PLACES_MAX = 10_000_000;

/** A broken pair: of a list of the shape, or two meetings that clash in a room. */
export interface Conflict {
  readonly m: number;
  readonly other: number;
  /** Index of the list; `CLASH` for a room. */
  readonly list: number;
  /** Entry of the list, as seen from m. */
  readonly entry: number;
}

const CLASH = 3;
const ATTEND = 0;
const OTHER = 2;

/**
 * What required pairs and clashes of rooms would cost at each place of each meeting, kept from move to
 * move, so that all places of a meeting are priced by looking them up. Travel between rooms and relations
 * of rooms alone are asked for each place (`ofRooms`). Each pair has a weight: 1, and what is added while
 * it stays broken, times `fading`.
 */
export class Conflicts {
  fading = 1;
  /** By option of time: the cost, and what is added to it. */
  readonly #times: Int32Array;
  readonly #timesAdded: Float64Array;
  /** The same of a room, by options of time and room of a meeting, from `#placeStart` on. */
  readonly #rooms: Int32Array;
  readonly #roomsAdded: Float64Array;
  readonly #placeStart: Float64Array;
  /** Meetings that may use a room, and the index of the room among theirs. */
  readonly #userStart: Int32Array;
  readonly #user: Int32Array;
  readonly #roomOfUser: Int32Array;
  readonly #lists: readonly { readonly pairs: Pairs; readonly added: Float64Array }[];
  /** By two meetings. */
  readonly #clashAdded = new Map<number, number>();

  constructor(
    private readonly shape: PairShape,
    private readonly state: PairState,
    placesMax = PLACES_MAX,
  ) {
    const { image, attend, apart, other } = shape;
    const { meetings, rooms, roomStart, room, time } = image;
    this.#times = new Int32Array(time.length);
    this.#timesAdded = new Float64Array(time.length);
    this.#placeStart = placeStarts(shape);
    const places = this.#placeStart[meetings];
    this.#rooms = new Int32Array(places <= placesMax ? places : 0);
    this.#roomsAdded = new Float64Array(this.#rooms.length);
    const users: number[][] = Array.from({ length: rooms }, () => []);
    const roomOfUser: number[][] = Array.from({ length: rooms }, () => []);
    for (let m = 0; m < meetings; m++)
      for (let i = roomStart[m]; i < roomStart[m + 1] && !shape.isExcluded[m]; i++) {
        users[room[i]].push(m);
        roomOfUser[room[i]].push(i - roomStart[m]);
      }
    const [userRows, roomRows] = [new Rows(), new Rows()];
    for (const list of users) userRows.add(list);
    for (const list of roomOfUser) roomRows.add(list);
    this.#userStart = userRows.starts();
    this.#user = userRows.all();
    this.#roomOfUser = roomRows.all();
    this.#lists = [attend, apart, other].map((pairs) => ({
      pairs,
      added: new Float64Array(pairs.other.length),
    }));
    this.recount();
  }

  /** Counts all anew, with weights of 1. */
  recount(): void {
    const { image, isExcluded } = this.shape;
    const { time, room } = this.state;
    for (const table of [this.#times, this.#rooms, this.#timesAdded, this.#roomsAdded]) table.fill(0);
    for (const { added } of this.#lists) added.fill(0);
    this.#clashAdded.clear();
    this.fading = 1;
    for (let m = 0; m < image.meetings; m++) {
      if (isExcluded[m]) continue;
      this.#countPairs(m, -1, time[m]);
      this.#countRoom(m, time[m], room[m], 1);
    }
  }

  /** What pairs cost at an option of time. */
  ofTime(at: number): number {
    return this.#times[at] + this.fading * this.#timesAdded[at];
  }

  /** What a room costs at a time, by options of the meeting. */
  ofRoom(m: number, at: number, roomAt: number): number {
    if (roomAt < 0) return 0;
    const { timeStart, roomStart, time, room } = this.shape.image;
    if (this.#rooms.length === 0) return this.state.roomClashes(m, room[roomAt], time[at]);
    const rooms = roomStart[m + 1] - roomStart[m];
    const place = this.#placeStart[m] + (at - timeStart[m]) * rooms + roomAt - roomStart[m];
    return this.#rooms[place] + this.fading * this.#roomsAdded[place];
  }

  /** What travel and relations of rooms cost at a place. */
  ofRooms(m: number, at: number, roomAt: number): number {
    const { slack, travelMax, image, dependsOnRoom } = this.shape;
    const { state } = this;
    const t = image.time[at];
    const r = roomAt < 0 ? -1 : image.room[roomAt];
    let sum = 0;
    const attend = this.#lists[ATTEND];
    for (let i = attend.pairs.start[m]; r >= 0 && travelMax > 0 && i < attend.pairs.start[m + 1]; i++) {
      // Hard pairs come first.
      if (attend.pairs.hard[i] === 0) break;
      const o = attend.pairs.other[i];
      const gap = slack[t * image.times + state.time[o]];
      if (gap > 0 && gap <= travelMax && state.travelTime(r, state.room[o]) >= gap)
        sum += attend.pairs.hard[i] * (1 + this.fading * attend.added[i]);
    }
    const { pairs, added } = this.#lists[OTHER];
    for (let i = pairs.start[m]; dependsOnRoom[m] && i < pairs.start[m + 1]; i++) {
      if (pairs.hard[i] === 0 || !DEPENDS_ON_ROOMS.has(pairs.kind[i])) continue;
      const o = pairs.other[i];
      if (!state.holds(pairs, i, t, r, state.time[o], state.room[o]))
        sum += pairs.hard[i] * (1 + this.fading * added[i]);
    }
    return sum;
  }

  /** Counts the move of m to a place, before the timetable changes. */
  move(m: number, at: number, roomAt: number): void {
    const { time, room } = this.shape.image;
    const from = this.state.time[m];
    const to = time[at];
    if (from !== to) this.#countPairs(m, from, to);
    this.#countRoom(m, from, this.state.room[m], -1);
    this.#countRoom(m, to, roomAt < 0 ? -1 : room[roomAt], 1);
  }

  /** Calls `see` with each broken pair of m. */
  forEach(m: number, see: (conflict: Conflict) => void): void {
    const { slack, travelMax, image } = this.shape;
    const { state } = this;
    const [t, r] = [state.time[m], state.room[m]];
    const row = t * image.times;
    for (let other = r < 0 ? -1 : state.firstIn[r]; other >= 0; other = state.nextIn[other])
      if (other !== m && slack[row + state.time[other]] === 0) see({ m, other, list: CLASH, entry: -1 });
    for (const [list, { pairs }] of this.#lists.entries())
      for (let i = pairs.start[m]; i < pairs.start[m + 1] && pairs.hard[i] > 0; i++) {
        const other = pairs.other[i];
        const gap = list === OTHER ? 0 : slack[row + state.time[other]];
        const isKept =
          list === OTHER
            ? state.holds(pairs, i, t, r, state.time[other], state.room[other])
            : gap > 0 && (list !== ATTEND || gap > travelMax || state.travelTime(r, state.room[other]) < gap);
        if (!isKept) see({ m, other, list, entry: i });
      }
  }

  /** Adds to the weight of a broken pair. */
  raise({ m, other, list, entry }: Conflict, by: number): void {
    if (list === CLASH) {
      const key = this.#key(m, other);
      this.#clashAdded.set(key, (this.#clashAdded.get(key) ?? 0) + by);
      this.#raiseRoom(m, other, by);
      this.#raiseRoom(other, m, by);
      return;
    }
    const { pairs, added } = this.#lists[list];
    const mirror = pairs.mirror[entry];
    added[entry] += by;
    added[mirror] += by;
    if (list === OTHER && DEPENDS_ON_ROOMS.has(pairs.kind[entry])) return;
    this.#raiseTimes(m, other, list, entry, by * pairs.hard[entry]);
    this.#raiseTimes(other, m, list, mirror, by * pairs.hard[entry]);
  }

  /** Adds to the cost of all times of m that break a pair with where another stands. */
  #raiseTimes(m: number, other: number, list: number, entry: number, by: number): void {
    const { timeStart, time } = this.shape.image;
    const u = this.state.time[other];
    for (let at = timeStart[m]; at < timeStart[m + 1]; at++)
      if (this.#isBroken(list, entry, time[at], u)) this.#timesAdded[at] += by;
  }

  #raiseRoom(m: number, other: number, by: number): void {
    if (this.#rooms.length === 0) return;
    const { slack, image } = this.shape;
    const { timeStart, roomStart, time, room, times } = image;
    const rooms = roomStart[m + 1] - roomStart[m];
    const row = this.state.time[other] * times;
    for (let i = 0; i < rooms; i++) {
      if (room[roomStart[m] + i] !== this.state.room[other]) continue;
      let place = this.#placeStart[m] + i;
      for (let at = timeStart[m]; at < timeStart[m + 1]; at++, place += rooms)
        if (slack[row + time[at]] === 0) this.#roomsAdded[place] += by;
    }
  }

  /** Moves what m costs its partners from time t (-1 = nowhere) to u. */
  #countPairs(m: number, t: number, u: number): void {
    const { timeStart, time } = this.shape.image;
    for (const [list, { pairs, added }] of this.#lists.entries())
      for (let i = pairs.start[m]; i < pairs.start[m + 1] && pairs.hard[i] > 0; i++) {
        if (list === OTHER && DEPENDS_ON_ROOMS.has(pairs.kind[i])) continue;
        const o = pairs.other[i];
        for (let at = timeStart[o]; at < timeStart[o + 1]; at++) {
          const was = t >= 0 && this.#isBroken(list, i, t, time[at]);
          const is = this.#isBroken(list, i, u, time[at]);
          if (was === is) continue;
          const change = is ? pairs.hard[i] : -pairs.hard[i];
          this.#times[at] += change;
          this.#timesAdded[at] += change * added[i];
        }
      }
  }

  /** Counts m as it enters (1) or leaves (-1) a room, for all who may use it. */
  #countRoom(m: number, t: number, r: number, sign: 1 | -1): void {
    if (r < 0 || this.#rooms.length === 0) return;
    const { slack, image } = this.shape;
    const { timeStart, roomStart, time, times } = image;
    const row = t * times;
    for (let i = this.#userStart[r]; i < this.#userStart[r + 1]; i++) {
      const o = this.#user[i];
      if (o === m) continue;
      const rooms = roomStart[o + 1] - roomStart[o];
      const added = sign * (this.#clashAdded.get(this.#key(m, o)) ?? 0);
      let place = this.#placeStart[o] + this.#roomOfUser[i];
      for (let at = timeStart[o]; at < timeStart[o + 1]; at++, place += rooms) {
        if (slack[row + time[at]] !== 0) continue;
        this.#rooms[place] += sign;
        this.#roomsAdded[place] += added;
      }
    }
  }

  /** Whether a pair is broken at the times t of the first and u of the other. */
  #isBroken(list: number, entry: number, t: number, u: number): boolean {
    return list === OTHER
      ? !this.state.holds(this.#lists[list].pairs, entry, t, -1, u, -1)
      : this.shape.slack[t * this.shape.image.times + u] === 0;
  }

  #key(a: number, b: number): number {
    return Math.min(a, b) * this.shape.image.meetings + Math.max(a, b);
  }
}

/** Where the places of each meeting, its times by its rooms, begin. */
function placeStarts({ image }: PairShape): Float64Array {
  const { meetings, timeStart, roomStart } = image;
  const starts = new Float64Array(meetings + 1);
  for (let m = 0; m < meetings; m++)
    starts[m + 1] = starts[m] + (timeStart[m + 1] - timeStart[m]) * (roomStart[m + 1] - roomStart[m]);
  return starts;
}
