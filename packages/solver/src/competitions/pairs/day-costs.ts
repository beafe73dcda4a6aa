import { MAX_DAY_LOAD, MAX_DAYS, WEEK_DAYS } from '../../search/relations/whole-sets.js';
import type { PairShape } from './shape.js';

/** So many periods above the limit of a load weigh as much as the violation itself. */
const LOAD_UNIT = 10;
/** Cost of a day too many under MaxDays: of itself, and of each member that has to leave it. */
const DAY_COST = 0.5;
const MEMBER_COST = 0.25;

/** Times of a meeting with the same days, weeks and length. */
interface DayPattern {
  readonly days: number;
  /** Week atoms, as bits. */
  readonly weeks: number;
  readonly length: number;
  /** Its options in the image. */
  readonly timeAt: readonly number[];
}

/**
 * What required MaxDayLoad and MaxDays cost, which depends on the days and weeks of times alone. What was
 * broken for long has a weight of its own: each _load_ (of a set, on a day, in one kind of weeks) and
 * each set under MaxDays.
 */
export class DayCosts {
  /** By meeting. */
  readonly patterns: readonly (readonly DayPattern[])[];
  /** The pattern of an option of time, as an index within its meeting. */
  readonly patternOf: Int32Array;
  /** The loads of set d begin at `loadStart[d]`, atom by atom for each day; -1 where it has none. */
  readonly loadStart: Int32Array;
  readonly loads: number;
  /** What is added to the weight of 1, before it is multiplied by `fading`. */
  readonly loadWeight: Float64Array;
  readonly setWeight: Float64Array;
  fading = 1;
  readonly #periods: Int32Array;
  readonly #limit: Int32Array;
  /** Members on a day, at d * WEEK_DAYS + day. */
  readonly #size: Int32Array;
  /** Days that a member can not leave, as bits. */
  readonly #heldDays: Int32Array;
  readonly #members = new Int32Array(WEEK_DAYS);
  /** By meeting, its sets that are counted here. */
  readonly #setsOf: readonly Int32Array[];

  constructor(private readonly shape: PairShape) {
    const { image, relations } = shape;
    const { kind, hard, count, atoms, parameter } = relations;
    this.patternOf = new Int32Array(image.time.length);
    const { setStart, set } = shape;
    this.#setsOf = Array.from({ length: image.meetings }, (_, m) =>
      set.subarray(setStart[m], setStart[m + 1]).filter((d) => this.counts(d)),
    );
    this.patterns = Array.from({ length: image.meetings }, (_, m) => this.#patternsOf(m));
    this.loadStart = new Int32Array(count).fill(-1);
    this.#heldDays = new Int32Array(count);
    const limits: number[] = [];
    for (let d = 0; d < count; d++) {
      if (hard[d] === 0) continue;
      if (kind[d] === MAX_DAYS) this.#heldDays[d] = this.#heldBy(d);
      if (kind[d] !== MAX_DAY_LOAD) continue;
      this.loadStart[d] = limits.length;
      for (let c = 0; c < WEEK_DAYS * atoms; c++) limits.push(parameter[d]);
    }
    this.loads = limits.length;
    this.#limit = Int32Array.from(limits);
    this.#periods = new Int32Array(this.loads);
    this.loadWeight = new Float64Array(this.loads);
    this.setWeight = new Float64Array(count);
    this.#size = new Int32Array(count * WEEK_DAYS);
  }

  /** Loads of a set that has any. */
  get loadsOfSet(): number {
    return WEEK_DAYS * this.shape.relations.atoms;
  }

  /** The pattern of an option of time. */
  patternAt(m: number, at: number): DayPattern {
    return this.patterns[m][this.patternOf[at]];
  }

  /** Whether a required set is counted here. */
  counts(d: number): boolean {
    const { kind, hard } = this.shape.relations;
    return hard[d] > 0 && (kind[d] === MAX_DAYS || kind[d] === MAX_DAY_LOAD);
  }

  isLoadBroken(load: number): boolean {
    return this.#periods[load] > this.#limit[load];
  }

  isSetBroken(d: number): boolean {
    return this.#daysCost(d, 0, 0) > 0;
  }

  /** Whether a pattern stands in a load of set d. */
  stands({ days, weeks }: DayPattern, d: number, load: number): boolean {
    const { atoms } = this.shape.relations;
    const at = load - this.loadStart[d];
    return ((days >> Math.floor(at / atoms)) & (weeks >>> (at % atoms)) & 1) === 1;
  }

  /** Counts a pattern that a meeting takes (1) or leaves (-1). */
  put(m: number, { days, weeks, length }: DayPattern, sign: 1 | -1): void {
    const { atoms } = this.shape.relations;
    for (const d of this.#setsOf[m]) {
      for (let rest = days; rest !== 0; rest &= rest - 1) {
        const day = lowest(rest);
        this.#size[d * WEEK_DAYS + day] += sign;
        const load = this.loadStart[d] + day * atoms;
        for (let bits = this.loadStart[d] < 0 ? 0 : weeks; bits !== 0; bits &= bits - 1)
          this.#periods[load + lowest(bits)] += sign * length;
      }
    }
  }

  /** Change of the weighted cost when m leaves one of its patterns for another. */
  change(m: number, from: DayPattern, to: DayPattern): number {
    if (from === to) return 0;
    let sum = 0;
    for (const d of this.#setsOf[m]) {
      if (this.loadStart[d] >= 0) sum += this.#loadChange(d, from, to);
      else if (from.days !== to.days)
        sum += this.weightOf(d) * (this.#daysCost(d, from.days, to.days) - this.#daysCost(d, 0, 0));
    }
    return sum;
  }

  /** The weight of a set that has no loads. */
  weightOf(d: number): number {
    return 1 + this.fading * this.setWeight[d];
  }

  clear(): void {
    this.#periods.fill(0);
    this.#size.fill(0);
    this.loadWeight.fill(0);
    this.setWeight.fill(0);
    this.fading = 1;
  }

  #loadChange(d: number, from: DayPattern, to: DayPattern): number {
    const { atoms } = this.shape.relations;
    let sum = 0;
    for (let rest = from.days | to.days; rest !== 0; rest &= rest - 1) {
      const day = lowest(rest);
      const less = (from.days >> day) & 1 ? from.weeks : 0;
      const more = (to.days >> day) & 1 ? to.weeks : 0;
      for (let bits = less | more; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        const load = this.loadStart[d] + day * atoms + lowest(bit);
        const before = this.#periods[load] - this.#limit[load];
        const after = before + (more & bit ? to.length : 0) - (less & bit ? from.length : 0);
        if (after !== before)
          sum += (1 + this.fading * this.loadWeight[load]) * (excessCost(after) - excessCost(before));
      }
    }
    return sum;
  }

  /** Of as many of the least used days as there are too many, had a member left some days for others. */
  #daysCost(d: number, from: number, to: number): number {
    const members = this.#members;
    let used = 0;
    for (let day = 0; day < WEEK_DAYS; day++) {
      members[day] = this.#size[d * WEEK_DAYS + day] - ((from >> day) & 1) + ((to >> day) & 1);
      if (members[day] > 0) used++;
    }
    let cost = 0;
    for (let extra = used - this.shape.relations.parameter[d]; extra > 0; extra--) {
      let least = -1;
      for (let day = 0; day < WEEK_DAYS; day++) {
        if (members[day] === 0 || (this.#heldDays[d] >> day) & 1) continue;
        if (least < 0 || members[day] < members[least]) least = day;
      }
      if (least < 0) return cost + extra;
      cost += DAY_COST + MEMBER_COST * members[least];
      members[least] = 0;
    }
    return cost;
  }

  #patternsOf(m: number): DayPattern[] {
    const { timeStart, time } = this.shape.image;
    const { days, weeks, start, end } = this.shape.relations;
    const found = new Map<string, { index: number; timeAt: number[] }>();
    const list: DayPattern[] = [];
    for (let at = timeStart[m]; at < timeStart[m + 1]; at++) {
      const t = time[at];
      const length = end[t] - start[t];
      const key = `${days[t]}/${weeks[t]}/${length}`;
      let pattern = found.get(key);
      if (!pattern) {
        pattern = { index: list.length, timeAt: [] };
        found.set(key, pattern);
        list.push({ days: days[t], weeks: weeks[t], length, timeAt: pattern.timeAt });
      }
      pattern.timeAt.push(at);
      this.patternOf[at] = pattern.index;
    }
    return list;
  }

  #heldBy(d: number): number {
    const { memberStart, member } = this.shape.relations;
    let held = 0;
    for (let i = memberStart[d]; i < memberStart[d + 1]; i++) {
      const list = this.patterns[member[i]];
      if (list.length > 0) held |= list.reduce((all, { days }) => all & days, (1 << WEEK_DAYS) - 1);
    }
    return held;
  }
}

const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

const excessCost = (excess: number): number => (excess > 0 ? 1 + excess / LOAD_UNIT : 0);
