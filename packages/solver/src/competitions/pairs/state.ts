/** Long, because a trial prices rooms, pairs, sets and students in one pass over the same arrays. */
import { Enrolment } from '../../search/students/enrolment.js';
import { AFTER, PRECEDENCE, type Pairs } from './pair-list.js';
import type { PairShape } from './shape.js';
import { holds } from '../../search/relations/kinds.js';
import { Sharing } from '../../search/students/sharing.js';
import { SetCosts } from './set-costs.js';

/**
 * The timetable of a problem of pairs, and its cost.
 *
 * Every meeting's own share of the cost is kept up to date. `weigh` prices a place before anything changes,
 * and stops as soon as the place exceeds the limit; `apply` moves a meeting and touches only its own pairs.
 */
export class PairState {
  hard = 0;
  soft = 0;
  /** `hard`, with higher weights for pairs that have been broken for long. */
  weightedHard = 0;
  readonly time: Int32Array;
  readonly room: Int32Array;
  /** Indexes of the current options in the image. */
  readonly timeAt: Int32Array;
  readonly roomAt: Int32Array;
  /** Costs of a meeting's pairs, room and options. */
  readonly ownHard: Int32Array;
  readonly ownWeightedHard: Int32Array;
  readonly ownSoft: Int32Array;
  /** Meetings in each room, as linked lists. */
  readonly firstIn: Int32Array;
  readonly nextIn: Int32Array;
  readonly #previous: Int32Array;
  /** Current weights of the hard pairs. */
  readonly #attendWeight: Int32Array;
  readonly #apartWeight: Int32Array;
  readonly #otherWeight: Int32Array;
  areWeightsRaised = false;
  /** Meetings with a hard violation of their own, and the position of each in that list. */
  readonly faulty: number[] = [];
  readonly #faultyAt: Int32Array;
  readonly sets: SetCosts;
  /** Broken required sets of a meeting. */
  readonly #setFaults: Int32Array;
  /** Soft cost equivalent to one weighted violation. */
  hardPrice = 1;
  /**
   * The result of the last `weigh`: violations, their weighted number, soft cost, and whether rooms mattered.
   */
  foundHard = 0;
  foundWeightedHard = 0;
  foundSoft = 0;
  isTravelRelevant = false;
  /** The enrolments, when the search moves students. */
  readonly enrolment: Enrolment | null;
  /** Students shared by meetings, and the cost of one student conflict; empty when students do not move. */
  readonly #sharing: Sharing;
  studentPrice: number;

  constructor(private readonly shape: PairShape) {
    const { meetings, rooms } = shape.image;
    const numbers = (fill = 0) => new Int32Array(meetings).fill(fill);
    this.time = numbers(-1);
    this.room = numbers(-1);
    this.timeAt = numbers(-1);
    this.roomAt = numbers(-1);
    this.ownHard = numbers();
    this.ownWeightedHard = numbers();
    this.ownSoft = numbers();
    this.firstIn = new Int32Array(rooms).fill(-1);
    this.nextIn = numbers(-1);
    this.#previous = numbers(-1);
    this.#attendWeight = shape.attend.hard.slice();
    this.#apartWeight = shape.apart.hard.slice();
    this.#otherWeight = shape.other.hard.slice();
    this.#faultyAt = numbers(-1);
    this.sets = new SetCosts(shape, this, (m, change) => {
      this.#setFaults[m] += change;
      this.#updateFaulty(m);
    });
    this.#setFaults = numbers();
    const { sectioning } = shape.image;
    this.#sharing = new Sharing(meetings);
    this.studentPrice = sectioning?.price ?? 0;
    this.enrolment = sectioning && new Enrolment(sectioning, this);
    this.enrolment?.adopt(sectioning!.initialChoice);
  }

  /** The cost of one student attending both meetings. */
  pairCost(a: number, b: number): number {
    if (this.shape.isExcluded[a] || this.shape.isExcluded[b]) return 0;
    return this.#conflict(this.time[a], this.room[a], b) ? this.studentPrice : 0;
  }

  /** Counts one student more or less who attends both. */
  countShared(a: number, b: number, change: 1 | -1): void {
    if (this.shape.isExcluded[a] || this.shape.isExcluded[b]) return;
    this.#sharing.add(a, b, change);
    if (this.#conflict(this.time[a], this.room[a], b))
      this.#changePair(a, b, change, 0, 0, this.studentPrice);
  }

  /** Whether nobody can attend both a meeting at time t in room r and another at its current place. */
  #conflict(t: number, r: number, other: number): boolean {
    const { slack, travelMax, image } = this.shape;
    const gap = slack[t * image.times + this.time[other]];
    return gap === 0 || (gap <= travelMax && this.travelTime(r, this.room[other]) >= gap);
  }

  /** The result of the last `weigh` as one number. */
  get foundCost(): number {
    return this.foundSoft + this.hardPrice * this.foundWeightedHard;
  }

  /**
   * Computes the own cost of m at a place; false, and incomplete, when it exceeds `limit`. Long, because
   * it is the innermost loop of the search, which leaves at the first pair that is too dear.
   */
  weigh(m: number, at: number, roomAt: number, limit: number): boolean {
    const { slack, travelMax, attend, apart, other, image } = this.shape;
    const time = this.time;
    const room = this.room;
    const price = this.hardPrice;
    const t = image.time[at];
    const row = t * image.times;
    let r = -1;
    let soft = image.timeCost[at];
    let hard = 0;
    if (roomAt >= 0) {
      r = image.room[roomAt];
      soft += image.roomCost[roomAt];
      if (soft > limit) {
        this.foundHard = 0;
        return false;
      }
      hard = this.roomClashes(m, r, t);
    }
    let weightedHard = hard;
    let isNear = false;
    let isCheap = soft + price * weightedHard <= limit;
    for (let i = attend.start[m], end = attend.start[m + 1]; isCheap && i < end; i++) {
      const o = attend.other[i];
      const gap = slack[row + time[o]];
      if (gap > travelMax) continue;
      if (gap > 0) {
        isNear = true;
        if (this.travelTime(r, room[o]) < gap) continue;
      }
      hard += attend.hard[i];
      weightedHard += this.#attendWeight[i];
      soft += attend.soft[i];
      isCheap = soft + price * weightedHard <= limit;
    }
    const sharing = this.#sharing.other[m];
    const shared = this.#sharing.count[m];
    for (let i = 0, end = this.#sharing.size[m]; isCheap && i < end; i++) {
      const gap = slack[row + time[sharing[i]]];
      if (gap > travelMax) continue;
      if (gap > 0) {
        isNear = true;
        if (this.travelTime(r, room[sharing[i]]) < gap) continue;
      }
      soft += shared[i] * this.studentPrice;
      isCheap = soft + price * weightedHard <= limit;
    }
    for (let i = apart.start[m], end = apart.start[m + 1]; isCheap && i < end; i++) {
      if (slack[row + time[apart.other[i]]] !== 0) continue;
      hard += apart.hard[i];
      weightedHard += this.#apartWeight[i];
      soft += apart.soft[i];
      isCheap = soft + price * weightedHard <= limit;
    }
    for (let i = other.start[m], end = other.start[m + 1]; isCheap && i < end; i++) {
      const o = other.other[i];
      if (this.holds(other, i, t, r, time[o], room[o])) continue;
      hard += other.hard[i];
      weightedHard += this.#otherWeight[i];
      soft += other.soft[i];
      isCheap = soft + price * weightedHard <= limit;
    }
    this.foundHard = hard;
    this.foundWeightedHard = weightedHard;
    this.foundSoft = soft;
    this.isTravelRelevant = isNear;
    return isCheap;
  }

  /** Whether a place would be cheap enough without student conflicts, and those are few. */
  isSeparable(m: number, at: number, roomAt: number, limit: number, studentsMax: number): boolean {
    const price = this.studentPrice;
    this.studentPrice = 0;
    const isCheap = this.weigh(m, at, roomAt, limit);
    this.studentPrice = price;
    return isCheap && this.weigh(m, at, roomAt, this.foundCost + studentsMax * price);
  }

  /** The meetings whose students cannot attend m. */
  studentConflictsOf(m: number): number[] {
    const { other, size } = this.#sharing;
    return [...other[m].subarray(0, size[m])].filter((o) => this.#conflict(this.time[m], this.room[m], o));
  }

  /**
   * Pairs of meetings with student conflicts, as a flat list, among `looks` pairs scanned from a meeting on.
   */
  studentConflicts(from: number, looks: number): number[] {
    const { other, size } = this.#sharing;
    const n = this.time.length;
    const found: number[] = [];
    for (let k = 0, left = looks; k < n && left > 0; k++) {
      const m = (from + k) % n;
      left -= size[m];
      for (let i = 0; i < size[m]; i++) {
        const o = other[m][i];
        if (o > m && this.#conflict(this.time[m], this.room[m], o)) found.push(m, o);
      }
    }
    return found;
  }

  roomClashes(m: number, r: number, t: number): number {
    const { slack, roomBlocked, image } = this.shape;
    const row = t * image.times;
    let clashes = roomBlocked[r * image.times + t];
    for (let o = this.firstIn[r]; o >= 0; o = this.nextIn[o])
      if (o !== m && slack[row + this.time[o]] === 0) clashes++;
    return clashes;
  }

  travelTime(r: number, s: number): number {
    const { travel, rooms } = this.shape.relations;
    return r >= 0 && s >= 0 && travel.length > 0 ? travel[r * rooms + s] : 0;
  }

  holds({ kind, parameter }: Pairs, i: number, t: number, r: number, u: number, s: number): boolean {
    const { relations } = this.shape;
    return kind[i] === AFTER
      ? holds(relations, PRECEDENCE, u, s, t, r, 0)
      : holds(relations, kind[i], t, r, u, s, parameter[i]);
  }

  /** Whether a place keeps relation d with the current place of m. */
  keepsRelation(at: number, roomAt: number, m: number, d: number): boolean {
    const { image, relations } = this.shape;
    const { kind, parameter } = relations;
    if (at < 0) return true;
    const s = roomAt < 0 ? -1 : image.room[roomAt];
    return holds(relations, kind[d], this.time[m], this.room[m], image.time[at], s, parameter[d]);
  }

  /** Moves a meeting and updates all costs. */
  apply(m: number, at: number, roomAt: number): void {
    const { time, room } = this.shape.image;
    const t = time[at];
    const r = roomAt < 0 ? -1 : room[roomAt];
    this.#updateAttend(m, t, r);
    this.#updateShared(m, t, r);
    this.#updateOther(m, t, r);
    if (t !== this.time[m]) {
      this.#updateApart(m, t);
      this.sets.move(m, t);
    }
    if (this.room[m] >= 0) this.#leaveRoom(m);
    const before = this.#optionCost(this.timeAt[m], this.roomAt[m]);
    this.#changeSingle(m, 0, this.#optionCost(at, roomAt) - before);
    this.put(m, at, roomAt);
    if (r >= 0) this.#enterRoom(m);
  }

  /** Updates the pairs attended by the same people when m moves to time t and room r. */
  #updateAttend(m: number, t: number, r: number): void {
    const { image, slack, travelMax, attend } = this.shape;
    const row0 = this.time[m] * image.times;
    const row1 = t * image.times;
    for (let i = attend.start[m], end = attend.start[m + 1]; i < end; i++) {
      const o = attend.other[i];
      const u = this.time[o];
      const gap0 = slack[row0 + u];
      const gap1 = slack[row1 + u];
      if (gap0 > travelMax && gap1 > travelMax) continue;
      const was = gap0 === 0 || (gap0 <= travelMax && this.travelTime(this.room[m], this.room[o]) >= gap0);
      const is = gap1 === 0 || (gap1 <= travelMax && this.travelTime(r, this.room[o]) >= gap1);
      if (was !== is)
        this.#changePair(m, o, is ? 1 : -1, attend.hard[i], this.#attendWeight[i], attend.soft[i]);
    }
  }

  /** The same for pairs that share students. */
  #updateShared(m: number, t: number, r: number): void {
    const { other, count, size } = this.#sharing;
    for (let i = 0; i < size[m]; i++) {
      const o = other[m][i];
      const was = this.#conflict(this.time[m], this.room[m], o);
      const is = this.#conflict(t, r, o);
      if (was !== is) this.#changePair(m, o, is ? 1 : -1, 0, 0, count[m][i] * this.studentPrice);
    }
  }

  #updateApart(m: number, t: number): void {
    const { image, slack, apart } = this.shape;
    const row0 = this.time[m] * image.times;
    const row1 = t * image.times;
    for (let i = apart.start[m], end = apart.start[m + 1]; i < end; i++) {
      const o = apart.other[i];
      const was = slack[row0 + this.time[o]] === 0;
      const is = slack[row1 + this.time[o]] === 0;
      if (was !== is) this.#changePair(m, o, is ? 1 : -1, apart.hard[i], this.#apartWeight[i], apart.soft[i]);
    }
  }

  #updateOther(m: number, t: number, r: number): void {
    const { other } = this.shape;
    const { time, room } = this;
    for (let i = other.start[m], end = other.start[m + 1]; i < end; i++) {
      const o = other.other[i];
      const was = this.holds(other, i, time[m], room[m], time[o], room[o]);
      const is = this.holds(other, i, t, r, time[o], room[o]);
      if (was !== is) this.#changePair(m, o, is ? -1 : 1, other.hard[i], this.#otherWeight[i], other.soft[i]);
    }
  }

  #leaveRoom(m: number): void {
    this.#leave(m, this.room[m]);
    this.#changeRoom(m, -1);
  }

  #enterRoom(m: number): void {
    this.#changeRoom(m, 1);
    this.#enter(m, this.room[m]);
  }

  /** Counts the clashes of m in its room, while it is not in the room's list. */
  #changeRoom(m: number, sign: 1 | -1): void {
    const { image, slack, roomBlocked } = this.shape;
    const t = this.time[m];
    const r = this.room[m];
    const row = t * image.times;
    for (let o = this.firstIn[r]; o >= 0; o = this.nextIn[o])
      if (slack[row + this.time[o]] === 0) this.#changePair(m, o, sign, 1, 1, 0);
    if (roomBlocked[r * image.times + t]) this.#changeSingle(m, sign, 0);
  }

  put(m: number, at: number, roomAt: number): void {
    this.timeAt[m] = at;
    this.roomAt[m] = roomAt;
    this.time[m] = this.shape.image.time[at];
    this.room[m] = roomAt < 0 ? -1 : this.shape.image.room[roomAt];
  }

  /** Recomputes all costs of the current timetable. */
  recount(): void {
    const { image, isExcluded } = this.shape;
    this.firstIn.fill(-1);
    this.hard = 0;
    this.soft = 0;
    this.weightedHard = 0;
    this.faulty.length = 0;
    this.#faultyAt.fill(-1);
    this.hardPrice = 0;
    for (let m = 0; m < image.meetings; m++) if (this.room[m] >= 0) this.#enter(m, this.room[m]);
    let blocked = 0;
    for (let m = 0; m < image.meetings; m++) {
      if (isExcluded[m]) continue;
      this.weigh(m, this.timeAt[m], this.roomAt[m], Infinity);
      this.ownHard[m] = this.foundHard;
      this.ownWeightedHard[m] = this.foundWeightedHard;
      this.ownSoft[m] = this.foundSoft;
      const options = this.#optionCost(this.timeAt[m], this.roomAt[m]);
      const isBlocked =
        this.room[m] >= 0 ? this.shape.roomBlocked[this.room[m] * image.times + this.time[m]] : 0;
      blocked += isBlocked;
      this.soft += options + (this.foundSoft - options) / 2;
      this.hard += (this.foundHard - isBlocked) / 2;
      this.weightedHard += (this.foundWeightedHard - isBlocked) / 2;
      this.#updateFaulty(m);
    }
    this.hard += blocked;
    this.weightedHard += blocked;
    this.#setFaults.fill(0);
    this.sets.recount();
  }

  /** Increases the weights of pairs and sets that stay broken. */
  raiseWeights(): void {
    if (this.sets.raiseWeights()) this.areWeightsRaised = true;
    for (const m of this.faulty) this.#raisePairWeights(m);
  }

  /** Of m with those after it. */
  #raisePairWeights(m: number): void {
    const { attend, apart, other, slack, travelMax, image } = this.shape;
    const t = this.time[m];
    const r = this.room[m];
    const row = t * image.times;
    const raise = (pairs: Pairs, press: Int32Array, i: number) => {
      const o = pairs.other[i];
      if (pairs.hard[i] === 0 || o < m) return;
      press[i]++;
      press[pairs.mirror[i]]++;
      this.ownWeightedHard[m]++;
      this.ownWeightedHard[o]++;
      this.weightedHard++;
      this.areWeightsRaised = true;
    };
    for (let i = attend.start[m]; i < attend.start[m + 1]; i++) {
      const o = attend.other[i];
      const gap = slack[row + this.time[o]];
      if (gap === 0 || (gap <= travelMax && this.travelTime(r, this.room[o]) >= gap))
        raise(attend, this.#attendWeight, i);
    }
    for (let i = apart.start[m]; i < apart.start[m + 1]; i++)
      if (slack[row + this.time[apart.other[i]]] === 0) raise(apart, this.#apartWeight, i);
    for (let i = other.start[m]; i < other.start[m + 1]; i++) {
      const o = other.other[i];
      if (!this.holds(other, i, t, r, this.time[o], this.room[o])) raise(other, this.#otherWeight, i);
    }
  }

  /** Resets all weights when nothing is broken. */
  resetWeights(): void {
    this.sets.resetWeights();
    this.#attendWeight.set(this.shape.attend.hard);
    this.#apartWeight.set(this.shape.apart.hard);
    this.#otherWeight.set(this.shape.other.hard);
    this.areWeightsRaised = false;
  }

  #optionCost(at: number, roomAt: number): number {
    const { timeCost, roomCost } = this.shape.image;
    return timeCost[at] + (roomAt < 0 ? 0 : roomCost[roomAt]);
  }

  /** Updates the cost of a pair that breaks (1) or is repaired (-1). */
  #changePair(m: number, o: number, sign: number, hard: number, pressed: number, soft: number): void {
    if (soft > 0) {
      const cost = sign * soft;
      this.soft += cost;
      this.ownSoft[m] += cost;
      this.ownSoft[o] += cost;
    }
    if (hard === 0) return;
    this.hard += sign * hard;
    this.weightedHard += sign * pressed;
    this.ownHard[m] += sign * hard;
    this.ownHard[o] += sign * hard;
    this.ownWeightedHard[m] += sign * pressed;
    this.ownWeightedHard[o] += sign * pressed;
    this.#updateFaulty(m);
    this.#updateFaulty(o);
  }

  #changeSingle(m: number, hard: number, soft: number): void {
    this.soft += soft;
    this.ownSoft[m] += soft;
    if (hard === 0) return;
    this.hard += hard;
    this.weightedHard += hard;
    this.ownHard[m] += hard;
    this.ownWeightedHard[m] += hard;
    this.#updateFaulty(m);
  }

  #updateFaulty(m: number): void {
    const at = this.#faultyAt[m];
    if (this.ownHard[m] > 0 || this.#setFaults[m] > 0) {
      if (at >= 0) return;
      this.#faultyAt[m] = this.faulty.length;
      this.faulty.push(m);
    } else if (at >= 0) {
      const last = this.faulty.pop() as number;
      this.#faultyAt[m] = -1;
      if (last === m) return;
      this.faulty[at] = last;
      this.#faultyAt[last] = at;
    }
  }

  #enter(m: number, r: number): void {
    const head = this.firstIn[r];
    this.nextIn[m] = head;
    this.#previous[m] = -1;
    if (head >= 0) this.#previous[head] = m;
    this.firstIn[r] = m;
  }

  #leave(m: number, r: number): void {
    const next = this.nextIn[m];
    const previous = this.#previous[m];
    if (previous >= 0) this.nextIn[previous] = next;
    else this.firstIn[r] = next;
    if (next >= 0) this.#previous[next] = previous;
  }
}
