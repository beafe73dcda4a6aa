import type { Random } from '../../search/random.js';
import { Conflicts, type Conflict } from './conflicts.js';
import { DayCosts } from './day-costs.js';
import { DayPlan } from './day-plan.js';
import type { PairShape } from './shape.js';
import type { PairState } from './state.js';

/**
 * Tabu tenure: for so many steps, and up to as many more by chance, a meeting does not return to a place that
 * it left.
 */
const TABU_STEPS = 3;
const TABU_DRAW = 4;
/**
 * A broken constraint that no move repairs weighs 1 more; after so many such steps all added weights are
 * multiplied by `to`, and those below `least` are dropped.
 */
const FADING = { every: 10, to: 0.975, least: 1e-9 };
/**
 * After so many steps without a gain the search returns to its best timetable; the second time, it plans the
 * days again.
 */
const PATIENCE = 20_000;
const RETURNS_MAX = 2;
/** So many steps of a plan of days take as long as one of this search; a plan that is longer begins anew. */
const PLAN_STEPS = 4;
const PLAN_STEPS_MAX = 200_000;
/** The last of so many plans of days is followed even where it was not better. */
const PLANS_MAX = 4;
/** Costs are equal up to the rounding of sums. */
const EQUAL = 1e-9;

/** A broken constraint: a pair, or a set and of it a load (-1 = none). */
type Broken = Conflict | { readonly set: number; readonly load: number };

/**
 * Repairs a timetable of pairs by local search with constraint weighting. First it decides the days of whole
 * sets (`DayPlan`). Then each step takes one broken constraint and makes the cheapest move of one of its
 * meetings, even if that breaks more; a tabu list keeps meetings from going straight back. A constraint that
 * no move repairs weighs more from then on (Morris, The breakout method, AAAI-93), and added weights decay
 * (Hutter, Tompkins and Hoos, Scaling and probabilistic smoothing, CP 2002).
 */
export class Breakout {
  readonly #conflicts: Conflicts;
  readonly #days: DayCosts;
  #plan: DayPlan | null = null;
  #planned = 0;
  #plans = 0;
  /** By meeting, its required sets under MaxBreaks and MaxBlock. */
  readonly #blocksOf: readonly Int32Array[];
  /** Steps before which a meeting does not take an option. */
  readonly #timeUntil: Int32Array;
  readonly #roomUntil: Int32Array;
  /** Options of the best timetable, how many constraints it breaks, and when it was found. */
  readonly #bestTimeAt: Int32Array;
  readonly #bestRoomAt: Int32Array;
  #bestHard = Infinity;
  #bestStep = 0;
  #returns = 0;
  #steps = 0;
  #stuck = 0;
  /** The best move of a step. */
  #least = Infinity;
  #ties = 0;
  #meeting = -1;
  #timeAt = -1;
  #roomAt = -1;
  /** Change of the cost of days, by pattern of a meeting; NaN = not asked yet. */
  readonly #patternChange: Float64Array;

  constructor(
    private readonly shape: PairShape,
    private readonly state: PairState,
    private readonly random: Random,
    /** Called for each meeting that moves. */
    private readonly onMove: (m: number) => void,
  ) {
    const { time, room } = shape.image;
    this.#conflicts = new Conflicts(shape, state);
    this.#days = new DayCosts(shape);
    const { setStart, set, relations } = shape;
    this.#blocksOf = Array.from({ length: shape.image.meetings }, (_, m) =>
      set
        .subarray(setStart[m], setStart[m + 1])
        .filter((d) => relations.hard[d] > 0 && !this.#days.counts(d)),
    );
    this.#timeUntil = new Int32Array(time.length);
    this.#roomUntil = new Int32Array(room.length);
    this.#bestTimeAt = state.timeAt.slice();
    this.#bestRoomAt = state.roomAt.slice();
    this.#patternChange = new Float64Array(
      this.#days.patterns.reduce((most, list) => Math.max(most, list.length), 0),
    );
    this.#countDays();
    this.#beginPlan(state.timeAt);
  }

  /** Takes steps until nothing is broken. */
  run(steps: number): void {
    for (let step = 0; step < steps && this.state.faulty.length > 0; step++) {
      if (this.#plan) this.#planOn(this.#plan);
      else this.#step();
    }
  }

  #beginPlan(timeAt: Int32Array): void {
    const plan = new DayPlan(this.shape, this.random, timeAt);
    this.#plan = plan.broken > 0 ? plan : null;
    this.#planned = 0;
  }

  #planOn(plan: DayPlan): void {
    plan.run(PLAN_STEPS);
    this.#planned += PLAN_STEPS;
    if (plan.broken > 0 && this.#planned < PLAN_STEPS_MAX) return;
    if (plan.broken > 0 && ++this.#plans % PLANS_MAX !== 0) return this.#beginPlan(this.#anyTimes());
    this.#plan = null;
    this.#follow(plan);
    this.#bestHard = Infinity;
    this.#keepBest();
  }

  /** Moves whoever stands on other days than planned, to the time that costs least there. */
  #follow(plan: DayPlan): void {
    const { state } = this;
    for (let m = 0; m < state.timeAt.length; m++) {
      if (this.shape.isExcluded[m]) continue;
      const times = plan.timesOf(m);
      if (times.includes(state.timeAt[m])) continue;
      const roomAt = state.roomAt[m];
      const cost = (at: number) => this.#conflicts.ofTime(at) + this.#conflicts.ofRoom(m, at, roomAt);
      const costs = times.map(cost);
      this.#move(m, times[costs.indexOf(Math.min(...costs))], roomAt);
    }
  }

  #step(): void {
    const { state, random } = this;
    this.#steps++;
    this.#least = Infinity;
    this.#ties = 0;
    this.#meeting = -1;
    const broken = this.#tryBroken(state.faulty[random.below(state.faulty.length)]);
    const m = this.#meeting;
    if (m >= 0) {
      if (this.#least >= -EQUAL) this.#raise(broken);
      const until = this.#steps + TABU_STEPS + random.below(TABU_DRAW);
      if (this.#timeAt !== state.timeAt[m]) this.#timeUntil[state.timeAt[m]] = until;
      else this.#roomUntil[state.roomAt[m]] = until;
      this.#move(m, this.#timeAt, this.#roomAt);
    }
    this.#keepBest();
    if (this.#steps - this.#bestStep > PATIENCE) this.#return();
  }

  /** Draws a broken constraint of a meeting, and tries all meetings that may repair it. */
  #tryBroken(m: number): Broken | null {
    const { shape, state, random } = this;
    let seen = 0;
    let found: Broken | null = null;
    this.#conflicts.forEach(m, (conflict) => {
      if (random.below(++seen) === 0) found = conflict;
    });
    for (let i = shape.setStart[m]; i < shape.setStart[m + 1]; i++) {
      const set = shape.set[i];
      if (state.sets.strainOf(set) > 0 && random.below(++seen) === 0)
        found = { set, load: this.#anyLoad(set) };
    }
    const broken = found as Broken | null;
    if (broken && 'set' in broken) this.#tryMembers(broken.set, broken.load);
    else this.#try(m);
    if (broken && 'other' in broken) this.#try(broken.other);
    return broken;
  }

  /** A broken load of a set, -1 if it has none. */
  #anyLoad(d: number): number {
    const { loadStart } = this.#days;
    let seen = 0;
    let found = -1;
    for (let c = loadStart[d]; c >= 0 && c < loadStart[d] + this.#days.loadsOfSet; c++)
      if (this.#days.isLoadBroken(c) && this.random.below(++seen) === 0) found = c;
    return found;
  }

  /** Tries the members of a set that stand where it is broken. */
  #tryMembers(d: number, load: number): void {
    const { relations, isExcluded } = this.shape;
    const { memberStart, member } = relations;
    for (let i = memberStart[d]; i < memberStart[d + 1]; i++) {
      const m = member[i];
      if (isExcluded[m]) continue;
      const isThere =
        load >= 0
          ? this.#days.stands(this.#days.patternAt(m, this.state.timeAt[m]), d, load)
          : this.state.sets.isOnBrokenDay(d, m);
      if (isThere) this.#try(m);
    }
  }

  /** Keeps the cheapest other place of a meeting that is not tabu; of equals a random one. */
  #try(m: number): void {
    const { timeStart, roomStart, time, room, times } = this.shape.image;
    const { state, random } = this;
    const rooms = state.roomAt[m] < 0 ? 1 : roomStart[m + 1] - roomStart[m];
    const current = state.timeAt[m];
    const own =
      this.#conflicts.ofTime(current) +
      this.#conflicts.ofRoom(m, current, state.roomAt[m]) +
      this.#conflicts.ofRooms(m, current, state.roomAt[m]);
    const gainMax = this.#costOfBlocks(m);
    this.#patternChange.fill(NaN);
    for (let at = timeStart[m]; at < timeStart[m + 1]; at++) {
      const isHere = at === current;
      if (!isHere && this.#timeUntil[at] > this.#steps) continue;
      const base = this.#conflicts.ofTime(at) - own + this.#changeOfDays(m, at);
      if (base - gainMax > this.#least + EQUAL) continue;
      let blocks = NaN;
      const offset = random.below(rooms);
      for (let k = 0; k < rooms; k++) {
        const roomAt = state.roomAt[m] < 0 ? -1 : roomStart[m] + ((offset + k) % rooms);
        if (isHere && (roomAt === state.roomAt[m] || this.#roomUntil[roomAt] > this.#steps)) continue;
        if (roomAt >= 0 && this.shape.roomBlocked[room[roomAt] * times + time[at]]) continue;
        let cost = base + this.#conflicts.ofRoom(m, at, roomAt);
        if (cost - gainMax > this.#least + EQUAL) continue;
        cost += this.#conflicts.ofRooms(m, at, roomAt);
        if (cost - gainMax > this.#least + EQUAL) continue;
        if (Number.isNaN(blocks)) blocks = this.#changeOfBlocks(m, time[at]);
        cost += blocks;
        if (cost > this.#least + EQUAL) continue;
        if (cost < this.#least - EQUAL) this.#ties = 0;
        this.#least = Math.min(this.#least, cost);
        if (random.below(++this.#ties) > 0) continue;
        this.#meeting = m;
        this.#timeAt = at;
        this.#roomAt = roomAt;
      }
    }
  }

  #changeOfDays(m: number, at: number): number {
    const { patterns, patternOf } = this.#days;
    const p = patternOf[at];
    if (Number.isNaN(this.#patternChange[p]))
      this.#patternChange[p] = this.#days.change(
        m,
        this.#days.patternAt(m, this.state.timeAt[m]),
        patterns[m][p],
      );
    return this.#patternChange[p];
  }

  /** What MaxBreaks and MaxBlock cost now in the sets of m, the most that a move of it can gain there. */
  #costOfBlocks(m: number): number {
    let sum = 0;
    for (const d of this.#blocksOf[m]) sum += this.#days.weightOf(d) * this.state.sets.strainOf(d);
    return sum;
  }

  #changeOfBlocks(m: number, t: number): number {
    const { sets, time } = this.state;
    if (t === time[m]) return 0;
    let sum = 0;
    for (const d of this.#blocksOf[m])
      sum += this.#days.weightOf(d) * (sets.strainAfter(d, m, t) - sets.strainOf(d));
    return sum;
  }

  #raise(broken: Broken | null): void {
    if (!broken) return;
    if ('other' in broken) this.#conflicts.raise(broken, 1 / this.#conflicts.fading);
    else if (broken.load >= 0) this.#days.loadWeight[broken.load] += 1 / this.#days.fading;
    else this.#days.setWeight[broken.set] += 1 / this.#days.fading;
    if (++this.#stuck % FADING.every !== 0) return;
    this.#conflicts.fading *= FADING.to;
    this.#days.fading *= FADING.to;
    if (this.#days.fading < FADING.least) this.#forget();
  }

  #move(m: number, at: number, roomAt: number): void {
    this.#conflicts.move(m, at, roomAt);
    this.#days.put(m, this.#days.patternAt(m, this.state.timeAt[m]), -1);
    this.#days.put(m, this.#days.patternAt(m, at), 1);
    this.state.apply(m, at, roomAt);
    this.onMove(m);
  }

  #keepBest(): void {
    const { hard, timeAt, roomAt } = this.state;
    if (hard >= this.#bestHard) return;
    this.#bestHard = hard;
    this.#bestStep = this.#steps;
    this.#returns = 0;
    this.#bestTimeAt.set(timeAt);
    this.#bestRoomAt.set(roomAt);
  }

  /** Returns to the best timetable; after too many returns without a gain, plans other days. */
  #return(): void {
    const { state } = this;
    for (let m = 0; m < this.#bestTimeAt.length; m++) {
      if (state.timeAt[m] === this.#bestTimeAt[m] && state.roomAt[m] === this.#bestRoomAt[m]) continue;
      state.apply(m, this.#bestTimeAt[m], this.#bestRoomAt[m]);
      this.onMove(m);
    }
    this.#bestStep = this.#steps;
    this.#forget();
    if (++this.#returns % RETURNS_MAX === 0) this.#beginPlan(this.#anyTimes());
  }

  #forget(): void {
    this.#conflicts.recount();
    this.#countDays();
  }

  #countDays(): void {
    const { state, shape } = this;
    this.#days.clear();
    for (let m = 0; m < state.timeAt.length; m++)
      if (!shape.isExcluded[m]) this.#days.put(m, this.#days.patternAt(m, state.timeAt[m]), 1);
  }

  #anyTimes(): Int32Array {
    const { timeStart } = this.shape.image;
    return this.state.timeAt.map((at, m) =>
      at < 0 ? at : timeStart[m] + this.random.below(timeStart[m + 1] - timeStart[m]),
    );
  }
}
