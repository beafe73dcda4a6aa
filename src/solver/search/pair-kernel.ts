import { DISTRIBUTION_TYPES } from '../model.js';
import type { Heat, HeatRange, Kernel } from './kernel.js';
import { PATIENCE, PATIENCE_SHIFT } from './logarithm.js';
import { AFTER, type Pairs, type PairShape } from './pair-shape.js';
import type { Random } from './random.js';
import { holds, setChange } from './relation-kinds.js';

const SAMPLES = 2000;
/** One of so many trials with a tied meeting moves all that is tied. */
const TIE_ODDS = 16;
/** A chain moves so many meetings at most, and each of them may push so many others. */
const CHAIN_MAX = 8;
const PUSHED_MAX = 4;
/** One of so many single moves that fail at a hard rule is tried as a chain. */
const CHAIN_ODDS = 6;
const TIMES_SCANNED = 60;
const PRECEDENCE_KIND = DISTRIBUTION_TYPES.indexOf('Precedence');

/**
 * The annealing walk for problems whose costs are those of options, pairs and sets of meetings (ITC-2019).
 *
 * Every meeting's own share of the cost is kept current, so that a trial is priced before anything changes, and
 * given up as soon as it is dearer than what would be accepted. A move that breaks hard pairs may go on as a chain:
 * the meetings it pushes go to their best places, and push others in turn; the chain is accepted or undone as a whole.
 */
export class PairKernel implements Kernel {
  bestHard = Infinity;
  bestSoft = Infinity;
  hard = 0;
  soft = 0;
  /** `hard` with the weights of pairs that were broken for long. */
  #pressed = 0;
  readonly #time: Int32Array;
  readonly #room: Int32Array;
  /** Indexes of the present options in the image. */
  readonly #timeAt: Int32Array;
  readonly #roomAt: Int32Array;
  /** Costs of a meeting's pairs, room and options. */
  readonly #ownHard: Int32Array;
  readonly #ownPressed: Int32Array;
  readonly #ownSoft: Int32Array;
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #attendPress: Int32Array;
  readonly #apartPress: Int32Array;
  readonly #otherPress: Int32Array;
  #isRaised = false;
  readonly #movable: Int32Array;
  /** Meetings with a hard violation of their own, and the place of each in that list. */
  readonly #faulty: number[] = [];
  readonly #faultyAt: Int32Array;
  readonly #best: Int32Array;
  readonly #dirty: number[] = [];
  readonly #isDirty: Uint8Array;
  #price = 1;
  readonly #chained: number[] = [];
  readonly #chainLog: number[] = [];
  readonly #isChained: Uint8Array;

  constructor(
    private readonly shape: PairShape,
    private readonly random: Random,
    timetable: Int32Array,
  ) {
    const { meetings, rooms } = shape.image;
    const numbers = (fill = 0) => new Int32Array(meetings).fill(fill);
    this.#time = numbers(-1);
    this.#room = numbers(-1);
    this.#timeAt = numbers(-1);
    this.#roomAt = numbers(-1);
    this.#ownHard = numbers();
    this.#ownPressed = numbers();
    this.#ownSoft = numbers();
    this.#first = new Int32Array(rooms).fill(-1);
    this.#next = numbers(-1);
    this.#previous = numbers(-1);
    this.#attendPress = shape.attend.hard.slice();
    this.#apartPress = shape.apart.hard.slice();
    this.#otherPress = shape.other.hard.slice();
    this.#faultyAt = numbers(-1);
    this.#best = new Int32Array(3 * meetings).fill(-1);
    this.#isDirty = new Uint8Array(meetings);
    this.#isChained = new Uint8Array(meetings);
    this.#movable = Int32Array.from(this.#movableMeetings());
    this.adopt(timetable);
  }

  run(trials: number, { temperature, hardWeight }: Heat): void {
    const n = this.#movable.length;
    if (n === 0) return;
    this.#price = hardWeight;
    if (this.bestHard > 0 && this.hard > 0) this.#raise();
    for (let trial = 0; trial < trials; trial++) {
      if (this.bestHard === 0 && this.bestSoft === 0) return;
      const { random } = this;
      const isAimed = this.#faulty.length > 0 && random.below(4) === 0;
      const m = isAimed ? this.#faulty[random.below(this.#faulty.length)] : this.#movable[random.below(n)];
      this.#try(m, temperature * PATIENCE[random.bits() >>> PATIENCE_SHIFT]);
    }
  }

  best(): Int32Array {
    return this.#best.slice();
  }

  present(): Int32Array {
    const { meetings } = this.shape.image;
    const timetable = new Int32Array(3 * meetings).fill(-1);
    timetable.set(this.#time);
    timetable.set(this.#room, meetings);
    return timetable;
  }

  adopt(timetable: Int32Array): void {
    const { image, isOut } = this.shape;
    const { meetings, timeStart, roomStart, needsRoom } = image;
    const lost: number[] = [];
    for (let m = 0; m < meetings; m++) {
      if (isOut[m]) continue;
      const isPlaced = timetable[m] >= 0;
      const at = isPlaced ? image.time.indexOf(timetable[m], timeStart[m]) : -1;
      const isKnown = at >= 0 && at < timeStart[m + 1];
      const r = needsRoom[m] ? image.room.indexOf(timetable[meetings + m], roomStart[m]) : -1;
      const isRoomKnown = !needsRoom[m] || (r >= 0 && r < roomStart[m + 1]);
      if (isKnown && isRoomKnown) this.#put(m, at, r);
      else {
        lost.push(m);
        const anyRoom = roomStart[m] + this.random.below(roomStart[m + 1] - roomStart[m]);
        this.#put(
          m,
          timeStart[m] + this.random.below(timeStart[m + 1] - timeStart[m]),
          needsRoom[m] ? anyRoom : -1,
        );
      }
      this.#touch(m);
    }
    this.#recount();
    this.#price = 1000;
    for (const m of lost) {
      this.#bestPlace(m);
      if (this.#placeTime >= 0) this.#apply(m, this.#placeTime, this.#placeRoom);
    }
    this.#keepBest();
  }

  heatRange(): HeatRange {
    const worsenings: number[] = [];
    for (let i = 0; i < SAMPLES && this.#movable.length > 0; i++) {
      const m = this.#movable[this.random.below(this.#movable.length)];
      if (!this.#target(m)) continue;
      this.#price = 0;
      this.#weigh(m, this.#placeTime, this.#placeRoom, Infinity);
      const worse = this.#soft - this.#ownSoft[m];
      if (worse > 0 && this.#hard <= this.#ownHard[m]) worsenings.push(worse);
    }
    worsenings.sort((a, b) => a - b);
    const at = (share: number) => worsenings[Math.floor(worsenings.length * share)] ?? 1;
    const first = Math.max(at(0.3), 3 * at(0));
    return {
      first,
      last: 0.2 * at(0),
      hardWeight: Math.max(at(0.5), 2 * first),
      violation: 1,
      clashing: { share: 0.5, until: 0.8 },
    };
  }

  #try(m: number, allowed: number): void {
    if (!this.#target(m)) return;
    const { random } = this;
    const t = this.#placeTime;
    const r = this.#placeRoom;
    const { tieStart, tie } = this.shape;
    const ties = tieStart[m + 1] - tieStart[m];
    if (ties > 0 && random.below(TIE_ODDS) === 0) {
      this.#chain(m, t, r, allowed, tie[tieStart[m] + random.below(ties)]);
      return;
    }
    const price = this.#price;
    const sets = this.#setChanges(m, t);
    const spare = allowed + this.#ownSoft[m] + price * this.#ownPressed[m] - sets;
    const isCheap = this.#weigh(m, t, r, spare);
    const isStrict = this.hard === 0;
    if (isCheap && !(isStrict && this.#hard > 0)) {
      this.#apply(m, t, r);
      this.#settle(m);
      return;
    }
    if (this.#hard === 0 || random.below(CHAIN_ODDS) > 0) return;
    this.#chain(m, t, r, allowed, -1);
  }

  /** Moves m, then whom it pushes, and so on; undoes everything unless the whole is accepted. */
  #chain(m: number, t: number, r: number, allowed: number, d: number): void {
    const log = this.#chainLog;
    const chained = this.#chained;
    log.length = 0;
    chained.length = 0;
    this.#tied = 0;
    const isStrict = this.hard === 0;
    const before = this.#cost();
    this.#isChained[m] = 1;
    chained.push(m);
    let isOpen = d >= 0 ? this.#moveTied(m, t, r, d) : this.#culprits(m, t, r);
    if (isOpen && d < 0) this.#move(m, t, r);
    for (let i = d >= 0 ? this.#tied : 1; isOpen && i < chained.length; i++) {
      const next = chained[i];
      this.#bestPlace(next);
      if (this.#placeTime < 0) {
        isOpen = false;
        break;
      }
      const [u, s] = [this.#placeTime, this.#placeRoom];
      isOpen = this.#culprits(next, u, s) || !isStrict;
      if (isOpen) this.#move(next, u, s);
    }
    const isAccepted = isOpen && this.#cost() - before <= allowed && !(isStrict && this.hard > 0);
    if (isAccepted) {
      for (const one of chained) this.#touch(one);
      if (this.hard < this.bestHard || (this.hard === this.bestHard && this.soft < this.bestSoft))
        this.#keepBest();
    } else {
      for (let i = log.length - 3; i >= 0; i -= 3) this.#apply(log[i], log[i + 1], log[i + 2]);
    }
    for (const one of chained) this.#isChained[one] = 0;
  }

  /** How many meetings of the chain moved as one. */
  #tied = 0;

  /** Moves m, and after it the members of relation d to where they keep it with m; false when some cannot. */
  #moveTied(m: number, at: number, roomAt: number, d: number): boolean {
    const { relations } = this.shape;
    const { memberStart, member } = relations;
    const chained = this.#chained;
    this.#move(m, at, roomAt);
    for (let i = memberStart[d]; i < memberStart[d + 1]; i++) {
      const other = member[i];
      if (this.#isChained[other] || this.#isBeside(this.#timeAt[other], this.#roomAt[other], m, d)) continue;
      this.#bestPlace(other, m, d);
      if (this.#placeTime < 0) return false;
      this.#isChained[other] = 1;
      chained.push(other);
      this.#move(other, this.#placeTime, this.#placeRoom);
    }
    this.#tied = chained.length;
    for (let i = 0; i < this.#tied; i++) {
      const one = chained[i];
      if (!this.#culprits(one, this.#timeAt[one], this.#roomAt[one])) return false;
    }
    return true;
  }

  /** Whether a place keeps relation d with where m stands. */
  #isBeside(at: number, roomAt: number, m: number, d: number): boolean {
    const { image, relations } = this.shape;
    const { kind, first } = relations;
    if (at < 0) return true;
    const s = roomAt < 0 ? -1 : image.room[roomAt];
    return holds(relations, kind[d], this.#time[m], this.#room[m], image.time[at], s, first[d]);
  }

  #move(m: number, t: number, r: number): void {
    this.#chainLog.push(m, this.#timeAt[m], this.#roomAt[m]);
    this.#apply(m, t, r);
  }

  #cost(): number {
    return this.#pressed * this.#price + this.soft;
  }

  /** Adds to the chain whom m would break a hard pair with; false when that is too many or one that moved already. */
  #culprits(m: number, at: number, roomAt: number): boolean {
    const { slack, wayMax, roomBlocked, attend, apart, other, image, relations } = this.shape;
    const time = this.#time;
    const room = this.#room;
    const t = image.time[at];
    const r = roomAt < 0 ? -1 : image.room[roomAt];
    const T = image.times;
    const row = t * T;
    const most = Math.min(this.#tied + CHAIN_MAX, this.#chained.length + PUSHED_MAX);
    if (r >= 0) {
      if (roomBlocked[r * T + t]) return false;
      for (let o = this.#first[r]; o >= 0; o = this.#next[o]) {
        if (o !== m && slack[row + time[o]] === 0 && !this.#push(o, most)) return false;
      }
    }
    for (let i = attend.start[m], end = attend.start[m + 1]; i < end; i++) {
      if (attend.hard[i] === 0) continue;
      const o = attend.other[i];
      const gap = slack[row + time[o]];
      if (gap > wayMax) continue;
      if (gap > 0 && this.#way(r, room[o]) < gap) continue;
      if (!this.#push(o, most)) return false;
    }
    for (let i = apart.start[m], end = apart.start[m + 1]; i < end; i++) {
      const o = apart.other[i];
      if (apart.hard[i] > 0 && slack[row + time[o]] === 0 && !this.#push(o, most)) return false;
    }
    for (let i = other.start[m], end = other.start[m + 1]; i < end; i++) {
      const o = other.other[i];
      if (other.hard[i] === 0 || this.#holds(other, i, t, r, time[o], room[o])) continue;
      if (!this.#push(o, most)) return false;
    }
    return relations !== null;
  }

  #push(m: number, most: number): boolean {
    const { timeStart, roomStart } = this.shape.image;
    if (this.#isChained[m]) return false;
    if (this.#chained.length >= most) return false;
    if (timeStart[m + 1] - timeStart[m] < 2 && roomStart[m + 1] - roomStart[m] < 2) return false;
    this.#isChained[m] = 1;
    this.#chained.push(m);
    return true;
  }

  #placeTime = -1;
  #placeRoom = -1;

  /** A random other place, or false. */
  #target(m: number): boolean {
    const { random } = this;
    const { timeStart, roomStart } = this.shape.image;
    const times = timeStart[m + 1] - timeStart[m];
    const r = this.#roomAt[m];
    const rooms = r < 0 ? 0 : roomStart[m + 1] - roomStart[m];
    const kind = random.below(16);
    this.#placeTime = this.#timeAt[m];
    this.#placeRoom = r;
    if (rooms > 1 && (kind < 5 || times < 2)) this.#placeRoom = roomStart[m] + random.below(rooms);
    else if (times > 1) {
      this.#placeTime = timeStart[m] + random.below(times);
      if (rooms > 1 && kind >= 9) this.#placeRoom = this.#cheapestRoom(m, this.#placeTime);
      else if (rooms > 1 && kind >= 7) this.#placeRoom = roomStart[m] + random.below(rooms);
    }
    return this.#placeTime !== this.#timeAt[m] || this.#placeRoom !== r;
  }

  #cheapestRoom(m: number, at: number): number {
    const { image, slack, roomBlocked } = this.shape;
    const { room, roomCost, roomStart, times } = image;
    const begin = roomStart[m];
    const n = roomStart[m + 1] - begin;
    const offset = this.random.below(n);
    const t = image.time[at];
    const row = t * times;
    let best = begin + offset;
    let bestCost = Infinity;
    for (let k = 0; k < n; k++) {
      const i = begin + (offset + k < n ? offset + k : offset + k - n);
      if (roomCost[i] >= bestCost) continue;
      const r = room[i];
      let clashes = roomBlocked[r * times + t];
      for (let o = this.#first[r]; o >= 0; o = this.#next[o])
        if (o !== m && slack[row + this.#time[o]] === 0) clashes++;
      const cost = roomCost[i] + clashes * this.#price;
      if (cost >= bestCost) continue;
      bestCost = cost;
      best = i;
      if (cost === 0) break;
    }
    return best;
  }

  /** The cheapest other place, as `#placeTime` and `#placeRoom`; -1 when there is none. */
  #bestPlace(m: number, leader = -1, d = -1): void {
    const { image, asksRooms } = this.shape;
    const { timeStart, roomStart, roomCost } = image;
    const times = timeStart[m + 1] - timeStart[m];
    const begin = roomStart[m];
    const rooms = this.#roomAt[m] < 0 ? 0 : roomStart[m + 1] - begin;
    const offset = this.random.below(times);
    const roomOffset = rooms > 1 ? this.random.below(rooms) : 0;
    let best = Infinity;
    let bestTime = -1;
    let bestRoom = -1;
    for (let k = 0; k < times && k < TIMES_SCANNED; k++) {
      const at = timeStart[m] + ((offset + k) % times);
      const isPresent = at === this.#timeAt[m];
      if (d >= 0 && !asksRooms[m] && !this.#isBeside(at, -1, leader, d)) continue;
      const sets = this.#setChanges(m, image.time[at]);
      let base = -Infinity;
      if (rooms === 0 || asksRooms[m] === 0) {
        if (!this.#weigh(m, at, -1, best - sets)) continue;
        base = this.#soft + this.#price * this.#weighed + sets;
        if (base >= best) continue;
      }
      if (rooms === 0) {
        if (isPresent) continue;
        best = base;
        bestTime = at;
        continue;
      }
      const isExact = asksRooms[m] === 1 || this.#isNear;
      for (let j = 0; j < rooms; j++) {
        const r = begin + ((roomOffset + j) % rooms);
        if (isPresent && r === this.#roomAt[m]) continue;
        if (d >= 0 && asksRooms[m] && !this.#isBeside(at, r, leader, d)) continue;
        let cost: number;
        if (isExact) {
          if (base + roomCost[r] >= best) continue;
          if (!this.#weigh(m, at, r, best - sets)) continue;
          cost = this.#soft + this.#price * this.#weighed + sets;
        } else {
          cost = base + roomCost[r];
          if (cost >= best) continue;
          cost += this.#price * this.#roomClashes(m, image.room[r], image.time[at]);
        }
        if (cost >= best) continue;
        best = cost;
        bestTime = at;
        bestRoom = r;
      }
    }
    this.#placeTime = bestTime;
    this.#placeRoom = bestRoom;
  }

  #roomClashes(m: number, r: number, t: number): number {
    const { slack, roomBlocked, image } = this.shape;
    const row = t * image.times;
    let clashes = roomBlocked[r * image.times + t];
    for (let o = this.#first[r]; o >= 0; o = this.#next[o])
      if (o !== m && slack[row + this.#time[o]] === 0) clashes++;
    return clashes;
  }

  /** What the last `#weigh` found: violations, the same with weights, soft cost, and whether some room would be too far. */
  #hard = 0;
  #weighed = 0;
  #soft = 0;
  #isNear = false;

  /** The own cost that m would have at a place; false, and unfinished, when it is more than `limit`. */
  #weigh(m: number, at: number, roomAt: number, limit: number): boolean {
    const { slack, wayMax, attend, apart, other, image } = this.shape;
    const time = this.#time;
    const room = this.#room;
    const price = this.#price;
    const t = image.time[at];
    const row = t * image.times;
    let r = -1;
    let soft = image.timeCost[at];
    let hard = 0;
    if (roomAt >= 0) {
      r = image.room[roomAt];
      soft += image.roomCost[roomAt];
      if (soft > limit) {
        this.#hard = 0;
        return false;
      }
      hard = this.#roomClashes(m, r, t);
    }
    let weighed = hard;
    let isNear = false;
    let isCheap = soft + price * weighed <= limit;
    for (let i = attend.start[m], end = attend.start[m + 1]; isCheap && i < end; i++) {
      const o = attend.other[i];
      const gap = slack[row + time[o]];
      if (gap > wayMax) continue;
      if (gap > 0) {
        isNear = true;
        if (this.#way(r, room[o]) < gap) continue;
      }
      hard += attend.hard[i];
      weighed += this.#attendPress[i];
      soft += attend.soft[i];
      isCheap = soft + price * weighed <= limit;
    }
    for (let i = apart.start[m], end = apart.start[m + 1]; isCheap && i < end; i++) {
      if (slack[row + time[apart.other[i]]] !== 0) continue;
      hard += apart.hard[i];
      weighed += this.#apartPress[i];
      soft += apart.soft[i];
      isCheap = soft + price * weighed <= limit;
    }
    for (let i = other.start[m], end = other.start[m + 1]; isCheap && i < end; i++) {
      const o = other.other[i];
      if (this.#holds(other, i, t, r, time[o], room[o])) continue;
      hard += other.hard[i];
      weighed += this.#otherPress[i];
      soft += other.soft[i];
      isCheap = soft + price * weighed <= limit;
    }
    this.#hard = hard;
    this.#weighed = weighed;
    this.#soft = soft;
    this.#isNear = isNear;
    return isCheap;
  }

  #way(r: number, s: number): number {
    const { travel, rooms } = this.shape.relations;
    return r >= 0 && s >= 0 && travel.length > 0 ? travel[r * rooms + s] : 0;
  }

  #holds({ kind, parameter }: Pairs, i: number, t: number, r: number, u: number, s: number): boolean {
    const { relations } = this.shape;
    return kind[i] === AFTER
      ? holds(relations, PRECEDENCE_KIND, u, s, t, r, 0)
      : holds(relations, kind[i], t, r, u, s, parameter[i]);
  }

  /** How relations on whole sets change in cost when m goes to another time. */
  #setChanges(m: number, t: number): number {
    const { setStart, set, relations } = this.shape;
    const t0 = this.#time[m];
    if (setStart[m] === setStart[m + 1] || t === t0) return 0;
    let sum = 0;
    for (let i = setStart[m]; i < setStart[m + 1]; i++) {
      const then = setChange(relations, set[i], m, t, this.#time);
      const now = setChange(relations, set[i], m, t0, this.#time);
      sum += then.soft - now.soft + this.#price * (then.hard - now.hard);
    }
    return sum;
  }

  /** Moves a meeting and keeps all costs current. */
  #apply(m: number, at: number, roomAt: number): void {
    const { image, slack, wayMax, roomBlocked, attend, apart, other, setStart, set, relations } = this.shape;
    const time = this.#time;
    const room = this.#room;
    const T = image.times;
    const t0 = time[m];
    const r0 = room[m];
    const t1 = image.time[at];
    const r1 = roomAt < 0 ? -1 : image.room[roomAt];
    const [row0, row1] = [t0 * T, t1 * T];
    for (let i = attend.start[m], end = attend.start[m + 1]; i < end; i++) {
      const o = attend.other[i];
      const u = time[o];
      const [gap0, gap1] = [slack[row0 + u], slack[row1 + u]];
      if (gap0 > wayMax && gap1 > wayMax) continue;
      const was = gap0 === 0 || (gap0 <= wayMax && this.#way(r0, room[o]) >= gap0);
      const is = gap1 === 0 || (gap1 <= wayMax && this.#way(r1, room[o]) >= gap1);
      if (was !== is) this.#shift(m, o, is ? 1 : -1, attend.hard[i], this.#attendPress[i], attend.soft[i]);
    }
    if (t0 !== t1) {
      for (let i = apart.start[m], end = apart.start[m + 1]; i < end; i++) {
        const o = apart.other[i];
        const was = slack[row0 + time[o]] === 0;
        const is = slack[row1 + time[o]] === 0;
        if (was !== is) this.#shift(m, o, is ? 1 : -1, apart.hard[i], this.#apartPress[i], apart.soft[i]);
      }
    }
    for (let i = other.start[m], end = other.start[m + 1]; i < end; i++) {
      const o = other.other[i];
      const was = this.#holds(other, i, t0, r0, time[o], room[o]);
      const is = this.#holds(other, i, t1, r1, time[o], room[o]);
      if (was !== is) this.#shift(m, o, is ? -1 : 1, other.hard[i], this.#otherPress[i], other.soft[i]);
    }
    if (t0 !== t1) {
      for (let i = setStart[m]; i < setStart[m + 1]; i++) {
        const then = setChange(relations, set[i], m, t1, time);
        const now = setChange(relations, set[i], m, t0, time);
        this.soft += then.soft - now.soft;
        this.hard += then.hard - now.hard;
        this.#pressed += then.hard - now.hard;
      }
    }
    if (r0 >= 0) {
      this.#leave(m, r0);
      for (let o = this.#first[r0]; o >= 0; o = this.#next[o])
        if (slack[row0 + time[o]] === 0) this.#shift(m, o, -1, 1, 1, 0);
      if (roomBlocked[r0 * T + t0]) this.#single(m, -1, 0);
    }
    if (r1 >= 0) {
      for (let o = this.#first[r1]; o >= 0; o = this.#next[o])
        if (slack[row1 + time[o]] === 0) this.#shift(m, o, 1, 1, 1, 0);
      if (roomBlocked[r1 * T + t1]) this.#single(m, 1, 0);
    }
    const at0 = this.#timeAt[m];
    const room0 = this.#roomAt[m];
    this.#single(m, 0, this.#optionCost(at, roomAt) - this.#optionCost(at0, room0));
    this.#put(m, at, roomAt);
    if (r1 >= 0) this.#enter(m, r1);
  }

  #optionCost(at: number, roomAt: number): number {
    const { timeCost, roomCost } = this.shape.image;
    return timeCost[at] + (roomAt < 0 ? 0 : roomCost[roomAt]);
  }

  #put(m: number, at: number, roomAt: number): void {
    this.#timeAt[m] = at;
    this.#roomAt[m] = roomAt;
    this.#time[m] = this.shape.image.time[at];
    this.#room[m] = roomAt < 0 ? -1 : this.shape.image.room[roomAt];
  }

  /** A pair breaks (1) or is mended (-1). */
  #shift(m: number, o: number, sign: number, hard: number, pressed: number, soft: number): void {
    if (soft > 0) {
      const cost = sign * soft;
      this.soft += cost;
      this.#ownSoft[m] += cost;
      this.#ownSoft[o] += cost;
    }
    if (hard === 0) return;
    this.hard += sign * hard;
    this.#pressed += sign * pressed;
    this.#ownHard[m] += sign * hard;
    this.#ownHard[o] += sign * hard;
    this.#ownPressed[m] += sign * pressed;
    this.#ownPressed[o] += sign * pressed;
    this.#mark(m);
    this.#mark(o);
  }

  #single(m: number, hard: number, soft: number): void {
    this.soft += soft;
    this.#ownSoft[m] += soft;
    if (hard === 0) return;
    this.hard += hard;
    this.#pressed += hard;
    this.#ownHard[m] += hard;
    this.#ownPressed[m] += hard;
    this.#mark(m);
  }

  #mark(m: number): void {
    const at = this.#faultyAt[m];
    if (this.#ownHard[m] > 0) {
      if (at >= 0) return;
      this.#faultyAt[m] = this.#faulty.length;
      this.#faulty.push(m);
    } else if (at >= 0) {
      const last = this.#faulty.pop() as number;
      this.#faultyAt[m] = -1;
      if (last === m) return;
      this.#faulty[at] = last;
      this.#faultyAt[last] = at;
    }
  }

  #enter(m: number, r: number): void {
    const head = this.#first[r];
    this.#next[m] = head;
    this.#previous[m] = -1;
    if (head >= 0) this.#previous[head] = m;
    this.#first[r] = m;
  }

  #leave(m: number, r: number): void {
    const next = this.#next[m];
    const previous = this.#previous[m];
    if (previous >= 0) this.#next[previous] = next;
    else this.#first[r] = next;
    if (next >= 0) this.#previous[next] = previous;
  }

  /** All costs from nothing, for where everybody stands. */
  #recount(): void {
    const { image, isOut, setStart, set, relations } = this.shape;
    this.#first.fill(-1);
    this.hard = 0;
    this.soft = 0;
    this.#pressed = 0;
    this.#faulty.length = 0;
    this.#faultyAt.fill(-1);
    this.#price = 0;
    for (let m = 0; m < image.meetings; m++) if (this.#room[m] >= 0) this.#enter(m, this.#room[m]);
    let blocked = 0;
    for (let m = 0; m < image.meetings; m++) {
      if (isOut[m]) continue;
      this.#weigh(m, this.#timeAt[m], this.#roomAt[m], Infinity);
      this.#ownHard[m] = this.#hard;
      this.#ownPressed[m] = this.#weighed;
      this.#ownSoft[m] = this.#soft;
      const options = this.#optionCost(this.#timeAt[m], this.#roomAt[m]);
      const isBlocked =
        this.#room[m] >= 0 ? this.shape.roomBlocked[this.#room[m] * image.times + this.#time[m]] : 0;
      blocked += isBlocked;
      this.soft += options + (this.#soft - options) / 2;
      this.hard += (this.#hard - isBlocked) / 2;
      this.#pressed += (this.#weighed - isBlocked) / 2;
      this.#mark(m);
    }
    this.hard += blocked;
    this.#pressed += blocked;
    const time = this.#time.slice();
    time.fill(-1);
    for (let m = 0; m < image.meetings; m++) {
      if (isOut[m]) continue;
      for (let i = setStart[m]; i < setStart[m + 1]; i++) {
        const { hard, soft } = setChange(relations, set[i], m, this.#time[m], time);
        this.hard += hard;
        this.#pressed += hard;
        this.soft += soft;
      }
      time[m] = this.#time[m];
    }
  }

  /** Pairs that stay broken weigh more and more. */
  #raise(): void {
    const { attend, apart, other, slack, wayMax, image } = this.shape;
    const raise = (pairs: Pairs, press: Int32Array, m: number, i: number) => {
      const o = pairs.other[i];
      if (pairs.hard[i] === 0 || o < m) return;
      press[i]++;
      press[pairs.mirror[i]]++;
      this.#ownPressed[m]++;
      this.#ownPressed[o]++;
      this.#pressed++;
      this.#isRaised = true;
    };
    for (const m of this.#faulty) {
      const t = this.#time[m];
      const r = this.#room[m];
      for (let i = attend.start[m]; i < attend.start[m + 1]; i++) {
        const o = attend.other[i];
        const gap = slack[t * image.times + this.#time[o]];
        if (gap === 0 || (gap <= wayMax && this.#way(r, this.#room[o]) >= gap))
          raise(attend, this.#attendPress, m, i);
      }
      for (let i = apart.start[m]; i < apart.start[m + 1]; i++) {
        if (slack[t * image.times + this.#time[apart.other[i]]] === 0) raise(apart, this.#apartPress, m, i);
      }
      for (let i = other.start[m]; i < other.start[m + 1]; i++) {
        const o = other.other[i];
        if (!this.#holds(other, i, t, r, this.#time[o], this.#room[o])) raise(other, this.#otherPress, m, i);
      }
    }
  }

  #settle(m: number): void {
    this.#touch(m);
    if (this.hard < this.bestHard || (this.hard === this.bestHard && this.soft < this.bestSoft))
      this.#keepBest();
  }

  #touch(m: number): void {
    if (this.#isDirty[m]) return;
    this.#isDirty[m] = 1;
    this.#dirty.push(m);
  }

  #keepBest(): void {
    if (this.hard > this.bestHard || (this.hard === this.bestHard && this.soft >= this.bestSoft)) return;
    const { meetings } = this.shape.image;
    for (const m of this.#dirty) {
      this.#best[m] = this.#time[m];
      this.#best[meetings + m] = this.#room[m];
      this.#isDirty[m] = 0;
    }
    this.#dirty.length = 0;
    this.bestHard = this.hard;
    this.bestSoft = this.soft;
    if (this.hard === 0 && this.#isRaised) this.#forget();
  }

  /** Where nothing is broken, all weights fall back to one. */
  #forget(): void {
    this.#attendPress.set(this.shape.attend.hard);
    this.#apartPress.set(this.shape.apart.hard);
    this.#otherPress.set(this.shape.other.hard);
    this.#isRaised = false;
  }

  #movableMeetings(): number[] {
    const { image, isOut } = this.shape;
    const { timeStart, roomStart, needsRoom } = image;
    return Array.from({ length: image.meetings }, (_, m) => m).filter((m) => {
      const rooms = needsRoom[m] ? roomStart[m + 1] - roomStart[m] : 1;
      return !isOut[m] && (timeStart[m + 1] - timeStart[m] > 1 || rooms > 1);
    });
  }
}
