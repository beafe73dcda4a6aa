import { DISTRIBUTION_TYPES } from '../../model.js';
import type { RelationImage } from './image.js';

export const MAX_DAYS = DISTRIBUTION_TYPES.indexOf('MaxDays');
export const MAX_DAY_LOAD = DISTRIBUTION_TYPES.indexOf('MaxDayLoad');
export const MAX_BREAKS = DISTRIBUTION_TYPES.indexOf('MaxBreaks');
/** Days of a week, as bits of a time's days. */
export const WEEK_DAYS = 7;
/** So many periods above a required limit of load weigh as much as a clash. */
const LOAD_UNIT = 12;
/** Strains are multiples of a fraction that binary numbers hold exactly. */
const FRACTIONS = 16;

/**
 * Evaluates relations over whole sets (MaxDays, MaxDayLoad, MaxBreaks, MaxBlock) per day of the week, over
 * all weeks of that day: a meeting that moves only affects the days of its two times.
 */
export class WholeSets {
  readonly #start: Int32Array;
  readonly #end: Int32Array;
  readonly #weeks: Int32Array;

  constructor(
    private readonly image: RelationImage,
    private readonly time: Int32Array,
  ) {
    const { memberStart, count } = image;
    let most = 0;
    for (let d = 0; d < count; d++) most = Math.max(most, memberStart[d + 1] - memberStart[d]);
    this.#start = new Int32Array(most);
    this.#end = new Int32Array(most);
    this.#weeks = new Int32Array(most);
  }

  /**
   * The contribution of one day to the excess of relation d when meeting m is at time t (-1 = nowhere) and
   * all others stay: 1 for a day in use under MaxDays, otherwise the amount above the limit, over all weeks.
   */
  onDay(d: number, day: number, m = -1, t = -1): number {
    const { kind, parameter, memberStart, member, days, start, end, weeks } = this.image;
    const [starts, ends, inWeeks, time] = [this.#start, this.#end, this.#weeks, this.time];
    const ofKind = kind[d];
    let n = 0;
    for (let i = memberStart[d], last = memberStart[d + 1]; i < last; i++) {
      const u = member[i] === m ? t : time[member[i]];
      if (u < 0 || ((days[u] >> day) & 1) === 0) continue;
      if (ofKind === MAX_DAYS) return 1;
      const from = start[u];
      let at = n++;
      // Loads add up in any order.
      for (; ofKind !== MAX_DAY_LOAD && at > 0 && starts[at - 1] > from; at--) {
        starts[at] = starts[at - 1];
        ends[at] = ends[at - 1];
        inWeeks[at] = inWeeks[at - 1];
      }
      starts[at] = from;
      ends[at] = end[u];
      inWeeks[at] = weeks[u];
    }
    if (ofKind === MAX_DAY_LOAD) return this.#overload(n, parameter[d]);
    return this.#ofListed(d, n);
  }

  /**
   * `onDay` under MaxBreaks and MaxBlock from the members of the day, listed by their starts, with m at
   * time t (-1 = not on the day).
   */
  ofSorted(d: number, members: Int32Array, from: number, to: number, m: number, t: number): number {
    let n = 0;
    let isWaiting = t >= 0;
    for (let i = from; i < to; i++) {
      if (members[i] === m) continue;
      const u = this.time[members[i]];
      if (isWaiting && this.image.start[t] <= this.image.start[u]) {
        this.#list(n++, t);
        isWaiting = false;
      }
      this.#list(n++, u);
    }
    if (isWaiting) this.#list(n++, t);
    return this.#ofListed(d, n);
  }

  #list(at: number, t: number): void {
    this.#start[at] = this.image.start[t];
    this.#end[at] = this.image.end[t];
    this.#weeks[at] = this.image.weeks[t];
  }

  #ofListed(d: number, n: number): number {
    const { kind, parameter } = this.image;
    return n < 2 || (kind[d] === MAX_BREAKS && n - 1 <= parameter[d]) ? 0 : this.#blocks(d, n);
  }

  /** Periods above the limit, over all weeks. */
  #overload(n: number, limit: number): number {
    const [starts, ends, inWeeks] = [this.#start, this.#end, this.#weeks];
    let most = 0;
    for (let i = 0; i < n; i++) most += ends[i] - starts[i];
    if (most <= limit) return 0;
    let sum = 0;
    for (let left = this.#atomsOf(n); left !== 0;) {
      const atom = 31 - Math.clz32(left & -left);
      const alike = this.#likeAtoms(n, atom, left);
      left &= ~alike;
      let load = -limit;
      for (let i = 0; i < n; i++) if ((inWeeks[i] >>> atom) & 1) load += ends[i] - starts[i];
      if (load > 0) sum += load * this.#weeksIn(alike);
    }
    return sum;
  }

  /** Breaks above the limit, or blocks of several meetings that are longer than it, over all weeks. */
  #blocks(d: number, n: number): number {
    const atoms = this.#atomsOf(n);
    const together = this.#excessOf(d, n, atoms);
    // Blocks of one week are parts of those of all weeks together.
    if (together === 0 && this.image.kind[d] !== MAX_BREAKS) return 0;
    if (this.#isAlike(n, atoms)) return together === 0 ? 0 : together * this.#weeksIn(atoms);
    let sum = 0;
    for (let left = atoms; left !== 0;) {
      const atom = 31 - Math.clz32(left & -left);
      const alike = this.#likeAtoms(n, atom, left);
      left &= ~alike;
      const excess = this.#excessOf(d, n, 1 << atom);
      if (excess > 0) sum += excess * this.#weeksIn(alike);
    }
    return sum;
  }

  /** The same in one week in which those of the first n take place that have any of some atoms. */
  #excessOf(d: number, n: number, atoms: number): number {
    const { kind, parameter, secondParameter } = this.image;
    const [starts, ends, inWeeks] = [this.#start, this.#end, this.#weeks];
    const [limit, gapMax] = [parameter[d], secondParameter[d]];
    let [blocks, tooLong, meetings, from, to] = [0, 0, 0, 0, 0];
    for (let i = 0; i < n; i++) {
      if ((inWeeks[i] & atoms) === 0) continue;
      if (meetings > 0 && starts[i] <= to + gapMax) {
        meetings++;
        if (ends[i] > to) to = ends[i];
        continue;
      }
      if (meetings > 1 && to - from > limit) tooLong++;
      blocks++;
      meetings = 1;
      from = starts[i];
      to = ends[i];
    }
    if (meetings > 1 && to - from > limit) tooLong++;
    return kind[d] === MAX_BREAKS ? Math.max(0, blocks - 1 - limit) : tooLong;
  }

  /** Whether the first n listed meetings all take place in the same weeks. */
  #isAlike(n: number, atoms: number): boolean {
    for (let i = 0; i < n; i++) if (this.#weeks[i] !== atoms) return false;
    return true;
  }

  /** The week atoms, as bits, in which any of the first n listed meetings takes place. */
  #atomsOf(n: number): number {
    let atoms = 0;
    for (let i = 0; i < n; i++) atoms |= this.#weeks[i];
    return atoms;
  }

  /** Week atoms, among some, in which the same of the first n listed meetings take place as in one atom. */
  #likeAtoms(n: number, atom: number, among: number): number {
    const weeks = this.#weeks;
    for (let i = 0; i < n; i++) among &= (weeks[i] >>> atom) & 1 ? weeks[i] : ~weeks[i];
    return among;
  }

  #weeksIn(atoms: number): number {
    const { atomWeight } = this.image;
    let weeks = 0;
    for (let rest = atoms; rest !== 0; rest &= rest - 1) weeks += atomWeight[31 - Math.clz32(rest & -rest)];
    return weeks;
  }

  /**
   * Soft cost of a relation whose days add up to `sum`; ITC-2019 rounds the weekly mean down before
   * weighting.
   */
  soft(d: number, sum: number): number {
    const { soft, weight, weekCount, isAveraged } = this.image;
    const excess = this.#excess(d, sum);
    if (soft[d] === 0 || excess === 0) return 0;
    if (!isAveraged[d]) return excess * soft[d];
    return Math.floor((excess * (soft[d] / weight)) / weekCount) * weight;
  }

  /** Number of clashes that a broken required relation equals: an excess in all weeks counts once. */
  hard(d: number, sum: number): number {
    if (this.image.hard[d] === 0) return 0;
    return Math.ceil(this.#excess(d, sum) / this.#unit(d));
  }

  /** Like `hard`, in fractions, at least half a clash; except under MaxDays, where days are whole. */
  strain(d: number, sum: number): number {
    const excess = this.#excess(d, sum);
    if (this.image.hard[d] === 0 || excess === 0) return 0;
    return 0.5 + Math.ceil((FRACTIONS * excess) / this.#unit(d)) / FRACTIONS;
  }

  /** The excess that equals a clash. */
  #unit(d: number): number {
    const { kind, weekCount } = this.image;
    return kind[d] === MAX_DAYS ? 1 : kind[d] === MAX_DAY_LOAD ? LOAD_UNIT * weekCount : weekCount;
  }

  #excess(d: number, sum: number): number {
    const { kind, parameter } = this.image;
    return kind[d] === MAX_DAYS ? Math.max(0, sum - parameter[d]) : sum;
  }
}
