import { FIRST_SET_KIND } from '../../search/relations/image.js';
import { MAX_DAYS, WEEK_DAYS, WholeSets } from '../../search/relations/whole-sets.js';
import { SetDays } from './set-days.js';
import type { PairShape } from './shape.js';

/** Strain of an excess day under MaxDays: of itself, and of each member on it. */
const DAY_STRAIN = 0.5;
const MEMBER_STRAIN = 0.125;

/** The counters of a timetable that sets contribute to, and the times of its meetings. */
interface Totals {
  hard: number;
  soft: number;
  weightedHard: number;
  readonly hardPrice: number;
  readonly time: Int32Array;
}

/**
 * The relations of a timetable on whole sets: their excess day by day, and what it costs. Only the days that
 * a meeting leaves or enters are looked at.
 *
 * The price of a broken set follows its _strain_, which is finer than the number of violations: it falls
 * with every member that leaves a day in excess and every period less above a limit, so that the search
 * sees where a set that no single move can repair gets better.
 */
export class SetCosts {
  readonly #sets: WholeSets;
  readonly #days: SetDays;
  /** The excess of a day at d * WEEK_DAYS + day, except under MaxDays. */
  readonly #day: Int32Array;
  readonly #sum: Int32Array;
  readonly #strain: Float64Array;
  /** Higher for sets that have been broken for long. */
  readonly #weight: Int32Array;
  readonly #members = new Int32Array(WEEK_DAYS);
  /** The result of the last look. */
  #sumAfter = 0;
  #strainAfter = 0;

  constructor(
    private readonly shape: PairShape,
    private readonly totals: Totals,
    /** Called for each member of a required set that breaks (1) or is repaired (-1). */
    private readonly onFault: (m: number, change: 1 | -1) => void,
  ) {
    const { count } = shape.relations;
    this.#sets = new WholeSets(shape.relations, totals.time);
    this.#days = new SetDays(shape.relations, this.#sets, totals.time);
    this.#day = new Int32Array(count * WEEK_DAYS);
    this.#sum = new Int32Array(count);
    this.#strain = new Float64Array(count);
    this.#weight = new Int32Array(count).fill(1);
  }

  /**
   * Change of the cost when m moves to another time; satisfied sets must stay so where nothing is broken.
   * Stops where it surely exceeds the limit; `gainMax` is that of `gainMax(m)`.
   */
  changes(m: number, t: number, gainMax: number, limit: number): number {
    const { setStart, set } = this.shape;
    const { hard, time } = this.totals;
    if (setStart[m] === setStart[m + 1] || t === time[m]) return 0;
    let change = 0;
    let gainLeft = gainMax;
    for (let i = setStart[m], end = setStart[m + 1]; i < end; i++) {
      const d = set[i];
      const before = this.#cost(d, this.#sum[d], this.#strain[d]);
      gainLeft -= before;
      this.#look(d, m, t);
      if (hard === 0 && this.#strainAfter > 0) return Infinity;
      change += this.#cost(d, this.#sumAfter, this.#strainAfter) - before;
      if (change - gainLeft > limit) return change - gainLeft;
    }
    return change;
  }

  /** What the sets of m cost now, which is the most that a move of m can gain in them. */
  gainMax(m: number): number {
    const { setStart, set } = this.shape;
    let sum = 0;
    for (let i = setStart[m]; i < setStart[m + 1]; i++)
      sum += this.#cost(set[i], this.#sum[set[i]], this.#strain[set[i]]);
    return sum;
  }

  /** Counts the move of m to time t, before its time changes. */
  move(m: number, t: number): void {
    const { setStart, set, relations } = this.shape;
    const { kind, days } = relations;
    const [from, to] = [days[this.totals.time[m]], days[t]];
    for (let i = setStart[m]; i < setStart[m + 1]; i++) {
      const d = set[i];
      this.#look(d, m, t);
      for (let rest = kind[d] === MAX_DAYS ? 0 : from | to; rest !== 0; rest &= rest - 1) {
        const day = 31 - Math.clz32(rest & -rest);
        this.#day[d * WEEK_DAYS + day] = this.#dayAfter(d, day, m, t);
      }
      this.#days.move(d, m, t);
      this.#update(d);
    }
  }

  /** Counts all anew, where the totals contain nothing of sets. */
  recount(): void {
    const { count, kind } = this.shape.relations;
    this.#sum.fill(0);
    this.#strain.fill(0);
    this.#day.fill(0);
    this.#days.recount();
    for (let d = 0; d < count; d++) {
      if (kind[d] < FIRST_SET_KIND) continue;
      const isOfDays = kind[d] === MAX_DAYS;
      this.#sumAfter = 0;
      for (let day = 0; day < WEEK_DAYS; day++) {
        const found = isOfDays ? this.#days.sizeOf(d, day) : this.#sets.onDay(d, day);
        if (isOfDays) this.#members[day] = found;
        else this.#day[d * WEEK_DAYS + day] = found;
        this.#sumAfter += isOfDays ? Math.min(1, found) : found;
      }
      this.#strainAfter = isOfDays ? this.#strainOfDays(d) : this.#sets.strain(d, this.#sumAfter);
      this.#update(d);
    }
  }

  /** How far a required set is from being kept; 0 = it is. */
  strainOf(d: number): number {
    return this.#strain[d];
  }

  /** The same with m at another time. */
  strainAfter(d: number, m: number, t: number): number {
    this.#look(d, m, t);
    return this.#strainAfter;
  }

  /** Whether m stands on a day where a set is broken; under MaxDays all days are. */
  isOnBrokenDay(d: number, m: number): boolean {
    const { kind, days } = this.shape.relations;
    if (kind[d] === MAX_DAYS) return true;
    for (let rest = days[this.totals.time[m]]; rest !== 0; rest &= rest - 1)
      if (this.#day[d * WEEK_DAYS + 31 - Math.clz32(rest & -rest)] > 0) return true;
    return false;
  }

  /** Increases the weights of all broken sets; tells whether there are any. */
  raiseWeights(): boolean {
    let isBroken = false;
    for (let d = 0; d < this.#strain.length; d++) isBroken = this.#raiseWeight(d) || isBroken;
    return isBroken;
  }

  resetWeights(): void {
    this.#weight.fill(1);
  }

  #raiseWeight(d: number): boolean {
    if (this.#strain[d] === 0) return false;
    this.#weight[d]++;
    this.totals.weightedHard += this.#strain[d];
    return true;
  }

  #cost(d: number, sum: number, strain: number): number {
    if (sum === 0) return 0;
    return this.#sets.soft(d, sum) + this.totals.hardPrice * strain * this.#weight[d];
  }

  /** Finds the sum and strain of a set with m at time t. */
  #look(d: number, m: number, t: number): void {
    const { kind, days } = this.shape.relations;
    const base = d * WEEK_DAYS;
    const [from, to] = [days[this.totals.time[m]], days[t]];
    if (kind[d] === MAX_DAYS) {
      let used = 0;
      for (let day = 0; day < WEEK_DAYS; day++) {
        const members = this.#days.sizeOf(d, day) - ((from >> day) & 1) + ((to >> day) & 1);
        this.#members[day] = members;
        if (members > 0) used++;
      }
      this.#sumAfter = used;
      this.#strainAfter = this.#strainOfDays(d);
      return;
    }
    let sum = this.#sum[d];
    for (let rest = from | to; rest !== 0; rest &= rest - 1) {
      const day = 31 - Math.clz32(rest & -rest);
      sum += this.#dayAfter(d, day, m, t) - this.#day[base + day];
    }
    this.#sumAfter = sum;
    this.#strainAfter = sum === this.#sum[d] ? this.#strain[d] : this.#sets.strain(d, sum);
  }

  /** The excess of a day that m leaves or enters. */
  #dayAfter(d: number, day: number, m: number, t: number): number {
    return this.#days.excess(d, day, this.#day[d * WEEK_DAYS + day], m, t);
  }

  /** The strain of as many of the least used days as there are too many, by the members of each day. */
  #strainOfDays(d: number): number {
    const { hard, parameter } = this.shape.relations;
    const members = this.#members;
    if (hard[d] === 0) return 0;
    let excess = this.#sumAfter - parameter[d];
    if (excess <= 0) return 0;
    const isCounted = (1 << WEEK_DAYS) - 1;
    let strain = 0;
    for (let left = isCounted; excess > 0; excess--) {
      let least = -1;
      for (let day = 0; day < WEEK_DAYS; day++) {
        if (members[day] === 0 || ((left >> day) & 1) === 0) continue;
        if (least < 0 || members[day] < members[least]) least = day;
      }
      left &= ~(1 << least);
      strain += DAY_STRAIN + MEMBER_STRAIN * members[least];
    }
    return strain;
  }

  /** Takes over what the last look found. */
  #update(d: number): void {
    const { totals } = this;
    const [sum, strain] = [this.#sumAfter, this.#strainAfter];
    const [before, strainBefore] = [this.#sum[d], this.#strain[d]];
    this.#sum[d] = sum;
    this.#strain[d] = strain;
    totals.weightedHard += (strain - strainBefore) * this.#weight[d];
    if (sum === before) return;
    totals.soft += this.#sets.soft(d, sum) - this.#sets.soft(d, before);
    totals.hard += this.#sets.hard(d, sum) - this.#sets.hard(d, before);
    if (strain > 0 === strainBefore > 0) return;
    const { memberStart, member } = this.shape.relations;
    for (let i = memberStart[d]; i < memberStart[d + 1]; i++)
      if (!this.shape.isExcluded[member[i]]) this.onFault(member[i], strain > 0 ? 1 : -1);
  }
}
