/** Long, because all moves of one walk share its counters, and calls across objects would cost each trial. */
import type { Enrolment } from '../../search/students/enrolment.js';
import type { Heat, HeatRange, Kernel } from '../../search/kernel.js';
import { ACCEPTANCE, ACCEPTANCE_SHIFT } from '../../search/logarithm.js';
import { Breakout } from './breakout.js';
import { PlaceFinder } from './places.js';
import type { PairShape } from './shape.js';
import { PairState } from './state.js';
import type { Random } from '../../search/random.js';
import { holds } from '../../search/relations/kinds.js';

const SAMPLES = 2000;
/** One in this many trials of a tied meeting moves its partners: with it, or to its current place. */
const TIE_ODDS = 8;
/** Maximum number of meetings in a chain, and of meetings that each of them may push. */
const CHAIN_MAX = 8;
const PUSHED_MAX = 4;
/** One in this many single moves that fail at a hard rule is tried as a chain. */
const CHAIN_ODDS = 6;
/** The same until a timetable without violations was found: single moves repair many, and are cheaper. */
const REPAIR_CHAIN_ODDS = 60;
/** Maximum number of times among which tied meetings look for a common place. */
const TIMES_SCANNED = 60;
/** The first temperature as a multiple of a mild worsening. */
const FIRST_HEAT = 3;
/** One in this many tied moves searches for the place where the tied meetings cost least together. */
const GATHER_ODDS = 8;
/** One in this many trials moves a student, every second one a student with a conflict. */
const STUDENT_ODDS = 4;
/** Pairs of meetings scanned, and seats kept, to find students with conflicts. */
const PAIRS_SCANNED = 20_000;
const CONFLICT_SEATS_MAX = 1000;
/** One in this many moves that only student conflicts make too expensive separates the students, if few. */
const SEPARATION_ODDS = 2;
const SEPARATED_MAX = 6;

/**
 * The annealing walk for problems whose costs are those of options, pairs and sets of meetings (ITC-2019).
 *
 * A trial is priced before anything changes. A timetable without hard violations never gets one again. A move
 * that breaks hard pairs may continue as a chain: the meetings it pushes move to their best places, and push
 * others in turn; the chain is accepted or undone as a whole. Where the search also moves students, those
 * whom a move keeps from attending change classes with it.
 */
export class PairKernel implements Kernel {
  bestHard = Infinity;
  bestSoft = Infinity;
  readonly #state: PairState;
  readonly #movable: Int32Array;
  readonly #best: Int32Array;
  readonly #dirty: number[] = [];
  readonly #isDirty: Uint8Array;
  /** Meetings of the current chain, how many of them moved as one, and their previous places. */
  readonly #chained: number[] = [];
  #tied = 0;
  readonly #chainLog: number[] = [];
  /** Whether rivals are only collected, those of one place, and those of all gathered meetings. */
  #isProbing = false;
  readonly #probedRivals = new Set<number>();
  readonly #gatheredRivals = new Set<number>();
  /** Seats that changed with the chain, and their previous choices. */
  readonly #seatLog: number[] = [];
  /** Seats of students who had a conflict when `run` began. */
  readonly #conflictSeats: number[] = [];
  readonly #isChained: Uint8Array;
  /** A place for a meeting, as indexes of its options. */
  #placeTime = -1;
  #placeRoom = -1;
  readonly #places: PlaceFinder;
  /** While nothing but it changes the timetable. */
  #breakout: Breakout | null = null;

  constructor(
    private readonly shape: PairShape,
    private readonly random: Random,
    timetable: Int32Array,
  ) {
    const { meetings } = shape.image;
    this.#state = new PairState(shape);
    this.#places = new PlaceFinder(shape, this.#state, random);
    this.#best = new Int32Array(3 * meetings + (shape.image.sectioning?.initialChoice.length ?? 0)).fill(-1);
    this.#isDirty = new Uint8Array(meetings);
    this.#isChained = new Uint8Array(meetings);
    this.#movable = Int32Array.from(this.#movableMeetings());
    this.adopt(timetable);
  }

  get hard(): number {
    return this.#state.hard;
  }

  get soft(): number {
    return this.#state.soft;
  }

  run(trials: number, { temperature, hardWeight }: Heat): void {
    const n = this.#movable.length;
    const { enrolment } = this.#state;
    const students = enrolment !== null && enrolment.movable.length > 0 ? enrolment : null;
    if (n === 0 && students === null) return;
    this.#state.hardPrice = hardWeight;
    this.#breakout = null;
    if (this.bestHard > 0 && this.#state.hard > 0) this.#state.raiseWeights();
    if (students !== null) this.#collectConflictSeats(students);
    for (let trial = 0; trial < trials; trial++) {
      if (this.bestHard === 0 && this.bestSoft === 0) return;
      const { random } = this;
      if (students !== null && (n === 0 || random.below(STUDENT_ODDS) === 0)) {
        this.#tryStudent(students, temperature * ACCEPTANCE[random.bits() >>> ACCEPTANCE_SHIFT]);
        continue;
      }
      const isAimed = this.#state.faulty.length > 0 && random.below(4) === 0;
      const m = isAimed
        ? this.#state.faulty[random.below(this.#state.faulty.length)]
        : this.#movable[random.below(n)];
      this.#try(m, temperature * ACCEPTANCE[random.bits() >>> ACCEPTANCE_SHIFT]);
    }
  }

  repairByWeights(steps: number): void {
    this.#breakout ??= new Breakout(this.shape, this.#state, this.random, (m) => {
      this.#touch(m);
      if (this.#state.hard <= this.bestHard) this.#keepBest();
    });
    this.#breakout.run(steps);
  }

  best(): Int32Array {
    return this.#best.slice();
  }

  present(): Int32Array {
    const { meetings } = this.shape.image;
    const timetable = new Int32Array(this.#best.length).fill(-1);
    timetable.set(this.#state.time);
    timetable.set(this.#state.room, meetings);
    if (this.#state.enrolment) timetable.set(this.#state.enrolment.choice, 3 * meetings);
    return timetable;
  }

  adopt(timetable: Int32Array): void {
    const { image, isExcluded } = this.shape;
    const { meetings, timeStart, roomStart, needsRoom } = image;
    this.#breakout = null;
    const displaced: number[] = [];
    for (let m = 0; m < meetings; m++) {
      if (isExcluded[m]) continue;
      const isPlaced = timetable[m] >= 0;
      const at = isPlaced ? image.time.indexOf(timetable[m], timeStart[m]) : -1;
      const isKnown = at >= 0 && at < timeStart[m + 1];
      const r = needsRoom[m] ? image.room.indexOf(timetable[meetings + m], roomStart[m]) : -1;
      const isRoomKnown = !needsRoom[m] || (r >= 0 && r < roomStart[m + 1]);
      if (isKnown && isRoomKnown) this.#state.put(m, at, r);
      else {
        displaced.push(m);
        const anyRoom = roomStart[m] + this.random.below(roomStart[m + 1] - roomStart[m]);
        this.#state.put(
          m,
          timeStart[m] + this.random.below(timeStart[m + 1] - timeStart[m]),
          needsRoom[m] ? anyRoom : -1,
        );
      }
      this.#touch(m);
    }
    if (timetable.length > 3 * meetings) this.#state.enrolment?.adopt(timetable.subarray(3 * meetings));
    this.#state.resetWeights();
    this.#state.recount();
    this.#state.hardPrice = 1000;
    for (const m of displaced) {
      this.#places.find(m);
      if (this.#places.timeAt >= 0) this.#state.apply(m, this.#places.timeAt, this.#places.roomAt);
    }
    this.#keepBest();
  }

  heatRange(): HeatRange {
    const worsenings: number[] = [];
    for (let i = 0; i < SAMPLES && this.#movable.length > 0; i++) {
      const m = this.#movable[this.random.below(this.#movable.length)];
      if (!this.#target(m)) continue;
      this.#state.hardPrice = 0;
      this.#state.weigh(m, this.#placeTime, this.#placeRoom, Infinity);
      const worse = this.#state.foundSoft - this.#state.ownSoft[m];
      if (worse > 0 && this.#state.foundHard <= this.#state.ownHard[m]) worsenings.push(worse);
    }
    worsenings.sort((a, b) => a - b);
    const at = (share: number) => worsenings[Math.floor(worsenings.length * share)] ?? 1;
    const first = FIRST_HEAT * Math.max(at(0.3), 3 * at(0));
    return {
      first,
      last: 0.2 * at(0),
      hardWeight: Math.max(at(0.5), 2 * first),
      violation: 1,
      clashing: { share: 0.5, until: 0.8 },
    };
  }

  #collectConflictSeats(enrolment: Enrolment): void {
    const missing = this.#conflictSeats;
    missing.length = 0;
    const pairs = this.#state.studentConflicts(this.random.below(this.shape.image.meetings), PAIRS_SCANNED);
    for (let i = 0; i < pairs.length && missing.length < CONFLICT_SEATS_MAX; i += 2)
      enrolment.collectSeats(pairs[i], pairs[i + 1], missing);
  }

  #tryStudent(enrolment: Enrolment, allowed: number): void {
    const { random } = this;
    const list =
      this.#conflictSeats.length > 0 && random.below(2) > 0 ? this.#conflictSeats : enrolment.movable;
    const seat = list[random.below(list.length)];
    if (enrolment.tryMove(seat, random, allowed)) this.#keepBest();
  }

  #try(m: number, allowed: number): void {
    const { random } = this;
    const { tieStart, tie } = this.shape;
    const ties = tieStart[m + 1] - tieStart[m];
    const d = ties > 0 && random.below(TIE_ODDS) === 0 ? tie[tieStart[m] + random.below(ties)] : -1;
    if (d >= 0 && random.below(GATHER_ODDS) === 0) {
      this.#gather(m, d, allowed);
      return;
    }
    if (d >= 0 && random.below(2) === 0) {
      this.#chain(m, this.#state.timeAt[m], this.#state.roomAt[m], allowed, d);
      return;
    }
    if (!this.#target(m)) return;
    const t = this.#placeTime;
    const r = this.#placeRoom;
    if (d >= 0) {
      this.#chain(m, t, r, allowed, d);
      return;
    }
    const state = this.#state;
    const spare = allowed + state.ownSoft[m] + state.hardPrice * state.ownWeightedHard[m];
    // Pairs are cheap to price and turn down most places, so whole sets are asked last.
    const gainMax = state.sets.gainMax(m);
    let isCheap = state.weigh(m, t, r, spare + gainMax);
    const most = spare - state.foundCost + SEPARATED_MAX * state.studentPrice;
    const sets = isCheap ? state.sets.changes(m, this.shape.image.time[t], gainMax, most) : 0;
    if (isCheap && sets > most) return;
    isCheap &&= state.foundCost + sets <= spare;
    const isStrict = state.hard === 0;
    if (isCheap && !(isStrict && state.foundHard > 0)) {
      state.apply(m, t, r);
      this.#touch(m);
      this.#keepBest();
      return;
    }
    const isWorthIt =
      state.foundHard > 0
        ? random.below(this.bestHard > 0 ? REPAIR_CHAIN_ODDS : CHAIN_ODDS) === 0
        : state.enrolment !== null &&
          isStrict &&
          random.below(SEPARATION_ODDS) === 0 &&
          state.isSeparable(m, t, r, spare - sets, SEPARATED_MAX);
    if (isWorthIt) this.#chain(m, t, r, allowed, -1);
  }

  /** Moves m and its partners in relation d to where they cost least together, of about half of m's times. */
  #gather(m: number, d: number, allowed: number): void {
    const { timeStart, roomStart } = this.shape.image;
    const { memberStart, member } = this.shape.relations;
    const state = this.#state;
    const times = Math.min(TIMES_SCANNED, timeStart[m + 1] - timeStart[m]);
    const offset = this.random.below(timeStart[m + 1] - timeStart[m]);
    const rooms = state.roomAt[m] < 0 ? 0 : roomStart[m + 1] - roomStart[m];
    let [best, bestRoom, least] = [-1, -1, Infinity];
    for (let k = 0; k < times; k++) {
      if (this.random.below(2) === 0) continue;
      const at = timeStart[m] + ((offset + k) % (timeStart[m + 1] - timeStart[m]));
      const isElsewhere = rooms > 1 && this.random.below(2) === 0;
      const roomAt = isElsewhere ? roomStart[m] + this.random.below(rooms) : state.roomAt[m];
      if (at === state.timeAt[m] && roomAt === state.roomAt[m]) continue;
      this.#gatheredRivals.clear();
      let sum = this.#costAt(m, at, roomAt);
      for (const one of this.#probedRivals) this.#gatheredRivals.add(one);
      for (let i = memberStart[d]; i < memberStart[d + 1] && sum < least; i++) {
        if (member[i] !== m) sum += this.#costBeside(member[i], at, roomAt, d, least - sum);
      }
      if (sum < least) [best, bestRoom, least] = [at, roomAt, sum];
    }
    if (best >= 0) this.#chain(m, best, bestRoom, allowed, d);
  }

  /** The least cost of a meeting in its room that keeps relation d with a place; Infinity above the limit. */
  #costBeside(m: number, at: number, roomAt: number, d: number, limit: number): number {
    const { image, relations } = this.shape;
    const { timeStart, time, room } = image;
    const { kind, parameter } = relations;
    const state = this.#state;
    if (state.timeAt[m] < 0) return 0;
    const r = roomAt < 0 ? -1 : room[roomAt];
    let least = limit;
    let pushed: readonly number[] = [];
    for (let u = timeStart[m]; u < timeStart[m + 1]; u++) {
      if (!holds(relations, kind[d], time[at], r, time[u], state.room[m], parameter[d])) continue;
      const cost = this.#costAt(m, u, state.roomAt[m]);
      if (cost >= least) continue;
      least = cost;
      pushed = [...this.#probedRivals];
    }
    for (const one of pushed) this.#gatheredRivals.add(one);
    return least < limit ? least : Infinity;
  }

  /** The cost of a place, counting each pushed meeting once when gathering; Infinity if one cannot move. */
  #costAt(m: number, at: number, roomAt: number): number {
    const state = this.#state;
    state.weigh(m, at, roomAt, Infinity);
    const { foundSoft, foundHard } = state;
    this.#probedRivals.clear();
    if (foundHard === 0) return foundSoft;
    this.#isProbing = true;
    const isOpen = this.#pushRivals(m, at, roomAt);
    this.#isProbing = false;
    if (!isOpen) return Infinity;
    let pushed = 0;
    for (const one of this.#probedRivals) if (!this.#gatheredRivals.has(one)) pushed++;
    return foundSoft + state.hardPrice * pushed;
  }

  /** Gives students whom the chain keeps from attending another choice, if that may make it acceptable. */
  #separateStudents(excess: number): void {
    const { enrolment, hard, studentPrice } = this.#state;
    if (enrolment === null || hard > 0 || excess <= 0) return;
    if (excess > SEPARATED_MAX * this.#chained.length * studentPrice) return;
    for (const m of this.#chained)
      for (const other of this.#state.studentConflictsOf(m))
        enrolment.separate(m, other, this.random, this.#seatLog);
  }

  /** Moves m, then the meetings it pushes, and so on; undoes everything unless the whole is accepted. */
  #chain(m: number, t: number, r: number, allowed: number, d: number): void {
    const log = this.#chainLog;
    const chained = this.#chained;
    log.length = 0;
    chained.length = 0;
    this.#tied = 0;
    const isStrict = this.#state.hard === 0;
    const before = this.#cost();
    this.#isChained[m] = 1;
    chained.push(m);
    let isOpen = d >= 0 ? this.#moveTied(m, t, r, d) : this.#pushRivals(m, t, r);
    if (isOpen && d < 0) this.#move(m, t, r);
    for (let i = d >= 0 ? this.#tied : 1; isOpen && i < chained.length; i++) {
      const next = chained[i];
      this.#places.find(next);
      const { timeAt: u, roomAt: s } = this.#places;
      if (u < 0) {
        isOpen = false;
        break;
      }
      isOpen = this.#pushRivals(next, u, s) || !isStrict;
      if (isOpen) this.#move(next, u, s);
    }
    this.#seatLog.length = 0;
    if (isOpen) this.#separateStudents(this.#cost() - before - allowed);
    const isAccepted = isOpen && this.#cost() - before <= allowed && !(isStrict && this.#state.hard > 0);
    if (isAccepted) {
      for (const one of chained) this.#touch(one);
      this.#keepBest();
    } else {
      this.#state.enrolment?.undo(this.#seatLog);
      for (let i = log.length - 3; i >= 0; i -= 3) this.#state.apply(log[i], log[i + 1], log[i + 2]);
    }
    for (const one of chained) this.#isChained[one] = 0;
  }
  /** Moves m, then the members of relation d to where they keep it with m; false when some cannot. */
  #moveTied(m: number, at: number, roomAt: number, d: number): boolean {
    const { relations } = this.shape;
    const { memberStart, member } = relations;
    const chained = this.#chained;
    this.#move(m, at, roomAt);
    for (let i = memberStart[d]; i < memberStart[d + 1]; i++) {
      const other = member[i];
      const isAlike = this.#state.keepsRelation(this.#state.timeAt[other], this.#state.roomAt[other], m, d);
      if (isAlike || this.#isChained[other]) continue;
      this.#places.find(other, m, d);
      if (this.#places.timeAt < 0) return false;
      this.#isChained[other] = 1;
      chained.push(other);
      this.#move(other, this.#places.timeAt, this.#places.roomAt);
    }
    this.#tied = chained.length;
    for (let i = 0; i < this.#tied; i++) {
      const one = chained[i];
      if (!this.#pushRivals(one, this.#state.timeAt[one], this.#state.roomAt[one])) return false;
    }
    return true;
  }

  #move(m: number, t: number, r: number): void {
    this.#chainLog.push(m, this.#state.timeAt[m], this.#state.roomAt[m]);
    this.#state.apply(m, t, r);
  }

  #cost(): number {
    return this.#state.weightedHard * this.#state.hardPrice + this.#state.soft;
  }

  /** Adds the rivals of m at a place to the chain; false if there are too many or some have already moved. */
  #pushRivals(m: number, at: number, roomAt: number): boolean {
    const { slack, travelMax, roomBlocked, attend, apart, other, image } = this.shape;
    const { time, room, firstIn, nextIn } = this.#state;
    const t = image.time[at];
    const r = roomAt < 0 ? -1 : image.room[roomAt];
    const row = t * image.times;
    const most = Math.min(this.#tied + CHAIN_MAX, this.#chained.length + PUSHED_MAX);
    if (r >= 0) {
      if (roomBlocked[r * image.times + t]) return false;
      for (let o = firstIn[r]; o >= 0; o = nextIn[o]) {
        if (o !== m && slack[row + time[o]] === 0 && !this.#push(o, most)) return false;
      }
    }
    for (let i = attend.start[m], end = attend.start[m + 1]; i < end; i++) {
      if (attend.hard[i] === 0) continue;
      const o = attend.other[i];
      const gap = slack[row + time[o]];
      if (gap > travelMax) continue;
      if (gap > 0 && this.#state.travelTime(r, room[o]) < gap) continue;
      if (!this.#push(o, most)) return false;
    }
    for (let i = apart.start[m], end = apart.start[m + 1]; i < end; i++) {
      const o = apart.other[i];
      if (apart.hard[i] > 0 && slack[row + time[o]] === 0 && !this.#push(o, most)) return false;
    }
    for (let i = other.start[m], end = other.start[m + 1]; i < end; i++) {
      const o = other.other[i];
      if (other.hard[i] === 0 || this.#state.holds(other, i, t, r, time[o], room[o])) continue;
      if (!this.#push(o, most)) return false;
    }
    return true;
  }

  #push(m: number, most: number): boolean {
    const { timeStart, roomStart } = this.shape.image;
    if (timeStart[m + 1] - timeStart[m] < 2 && roomStart[m + 1] - roomStart[m] < 2) return false;
    if (this.#isProbing) {
      this.#probedRivals.add(m);
      return true;
    }
    if (this.#isChained[m] || this.#chained.length >= most) return false;
    this.#isChained[m] = 1;
    this.#chained.push(m);
    return true;
  }

  /** A random other place, or false. */
  #target(m: number): boolean {
    const { random } = this;
    const { timeStart, roomStart } = this.shape.image;
    const times = timeStart[m + 1] - timeStart[m];
    const r = this.#state.roomAt[m];
    const rooms = r < 0 ? 0 : roomStart[m + 1] - roomStart[m];
    const kind = random.below(16);
    this.#placeTime = this.#state.timeAt[m];
    this.#placeRoom = r;
    if (rooms > 1 && (kind < 5 || times < 2)) this.#placeRoom = roomStart[m] + random.below(rooms);
    else if (times > 1) {
      this.#placeTime = timeStart[m] + random.below(times);
      if (rooms > 1 && kind >= 9) this.#placeRoom = this.#cheapestRoom(m, this.#placeTime);
      else if (rooms > 1 && kind >= 7) this.#placeRoom = roomStart[m] + random.below(rooms);
    }
    return this.#placeTime !== this.#state.timeAt[m] || this.#placeRoom !== r;
  }

  #cheapestRoom(m: number, at: number): number {
    const { room, roomCost, roomStart, time } = this.shape.image;
    const begin = roomStart[m];
    const n = roomStart[m + 1] - begin;
    const offset = this.random.below(n);
    let best = begin + offset;
    let bestCost = Infinity;
    for (let k = 0; k < n; k++) {
      const i = begin + (offset + k < n ? offset + k : offset + k - n);
      if (roomCost[i] >= bestCost) continue;
      const cost = roomCost[i] + this.#state.hardPrice * this.#state.roomClashes(m, room[i], time[at]);
      if (cost >= bestCost) continue;
      bestCost = cost;
      best = i;
      if (cost === 0) break;
    }
    return best;
  }

  #touch(m: number): void {
    if (this.#isDirty[m]) return;
    this.#isDirty[m] = 1;
    this.#dirty.push(m);
  }

  #keepBest(): void {
    const { hard, soft, time, room, areWeightsRaised } = this.#state;
    if (hard > this.bestHard || (hard === this.bestHard && soft >= this.bestSoft)) return;
    const { meetings } = this.shape.image;
    for (const m of this.#dirty) {
      this.#best[m] = time[m];
      this.#best[meetings + m] = room[m];
      this.#isDirty[m] = 0;
    }
    this.#dirty.length = 0;
    const { enrolment } = this.#state;
    if (enrolment) {
      for (const seat of enrolment.changed) this.#best[3 * meetings + seat] = enrolment.choice[seat];
      enrolment.clearChanged();
    }
    this.bestHard = hard;
    this.bestSoft = soft;
    if (hard === 0 && areWeightsRaised) this.#state.resetWeights();
  }

  #movableMeetings(): number[] {
    const { image, isExcluded } = this.shape;
    const { timeStart, roomStart, needsRoom } = image;
    return Array.from({ length: image.meetings }, (_, m) => m).filter((m) => {
      const rooms = needsRoom[m] ? roomStart[m + 1] - roomStart[m] : 1;
      return !isExcluded[m] && (timeStart[m + 1] - timeStart[m] > 1 || rooms > 1);
    });
  }
}
