import type { Random } from '../../search/random.js';
import { FIRST_SET_KIND } from '../../search/relations/image.js';
import { holds } from '../../search/relations/kinds.js';
import { WEEK_DAYS } from '../../search/relations/whole-sets.js';
import { DayCosts } from './day-costs.js';
import { DEPENDS_ON_ROOMS, type PairShape } from './shape.js';

/** Steps, and a draw of as many more, for which a meeting does not return to a pattern. */
const TABU_STEPS = 3;
const TABU_DRAW = 4;
/** Broken constraints gain this weight where no move repairs any; after so many such steps it decays. */
const RAISE = 0.2;
const FADING = { every: 50, to: 0.98 };
/** Costs are equal up to the rounding of sums. */
const EQUAL = 1e-9;

/** Two meetings in a required relation that not all of their patterns can keep. */
interface PatternPair {
  readonly a: number;
  readonly b: number;
  /** 1 at (pattern of a) * (patterns of b) + (pattern of b) where some of their times keep it. */
  readonly fits: Uint8Array;
  /** Added to its weight of 1, before fading. */
  weight: number;
}

/**
 * Decides the days and weeks of meetings before anything else, because loads and days of whole sets depend on
 * nothing else, and no walk over places repairs sets that are filled to the last slot. It is a local search
 * with constraint weighting (Morris, The breakout method, AAAI-93) and a tabu list: each step takes one
 * broken constraint and changes the meeting and pattern that cost least.
 */
export class DayPlan {
  /** The pattern of each meeting, by its index. */
  readonly chosen: Int32Array;
  readonly #days: DayCosts;
  readonly #pairs: readonly PatternPair[];
  /** Pairs of a meeting. */
  readonly #pairsOf: readonly number[][];
  /** The relation of each load, and the relations under MaxDays. */
  readonly #loadSet: Int32Array;
  readonly #maxDays: readonly number[];
  /** Broken loads, sets under MaxDays and pairs, numbered in this order, and the place of each. */
  readonly #broken: number[] = [];
  readonly #brokenAt: Int32Array;
  readonly #tabu: readonly Int32Array[];
  #steps = 0;
  #stuck = 0;
  /** The best move of a step. */
  #least = Infinity;
  #ties = 0;
  #meeting = -1;
  #pattern = -1;

  constructor(
    private readonly shape: PairShape,
    private readonly random: Random,
    timeAt: Int32Array,
  ) {
    const { image, relations, isExcluded } = shape;
    this.#days = new DayCosts(shape);
    const { patterns, patternOf, loads, loadStart } = this.#days;
    this.#loadSet = new Int32Array(loads);
    for (let d = 0; d < relations.count; d++) if (loadStart[d] >= 0) this.#loadSet.fill(d, loadStart[d]);
    this.#maxDays = [...relations.kind.keys()].filter((d) => this.#days.counts(d) && loadStart[d] < 0);
    this.#pairs = loads + this.#maxDays.length > 0 ? this.#tightPairs() : [];
    this.#pairsOf = Array.from({ length: image.meetings }, () => []);
    for (const [i, { a, b }] of this.#pairs.entries()) {
      this.#pairsOf[a].push(i);
      this.#pairsOf[b].push(i);
    }
    this.#brokenAt = new Int32Array(loads + this.#maxDays.length + this.#pairs.length).fill(-1);
    this.#tabu = patterns.map((list) => new Int32Array(list.length));
    this.chosen = Int32Array.from(timeAt, (at) => (at < 0 ? -1 : patternOf[at]));
    for (let m = 0; m < image.meetings; m++)
      if (!isExcluded[m]) this.#days.put(m, patterns[m][this.chosen[m]], 1);
    for (let i = 0; i < this.#brokenAt.length; i++) this.#update(i);
  }

  /** How many loads, sets and pairs are broken. */
  get broken(): number {
    return this.#broken.length;
  }

  /** The options of time that a meeting has in its pattern. */
  timesOf(m: number): readonly number[] {
    return this.#days.patterns[m][this.chosen[m]].timeAt;
  }

  /** Takes steps until nothing is broken. */
  run(steps: number): void {
    for (let step = 0; step < steps && this.#broken.length > 0; step++) this.#step();
  }

  #step(): void {
    const { random } = this;
    this.#steps++;
    this.#least = Infinity;
    this.#ties = 0;
    this.#meeting = -1;
    this.#tryMembers(this.#broken[random.below(this.#broken.length)]);
    const m = this.#meeting;
    if (m < 0) return;
    if (this.#least >= -EQUAL) this.#raise();
    this.#tabu[m][this.chosen[m]] = this.#steps + TABU_STEPS + random.below(TABU_DRAW);
    this.#move(m, this.#pattern);
  }

  #tryMembers(what: number): void {
    const { isExcluded, relations } = this.shape;
    const { memberStart, member } = relations;
    const { loads, patterns } = this.#days;
    const pair = this.#pairs[what - loads - this.#maxDays.length];
    if (pair) {
      this.#try(pair.a);
      this.#try(pair.b);
      return;
    }
    const d = what < loads ? this.#loadSet[what] : this.#maxDays[what - loads];
    for (let i = memberStart[d]; i < memberStart[d + 1]; i++) {
      const m = member[i];
      if (isExcluded[m]) continue;
      if (what >= loads || this.#days.stands(patterns[m][this.chosen[m]], d, what)) this.#try(m);
    }
  }

  /** Keeps the cheapest other pattern of a meeting that is not tabu; of equals a random one. */
  #try(m: number): void {
    const count = this.#days.patterns[m].length;
    for (let p = 0; p < count; p++) {
      if (p === this.chosen[m] || this.#tabu[m][p] > this.#steps) continue;
      const change = this.#change(m, p);
      if (change > this.#least + EQUAL) continue;
      if (change < this.#least - EQUAL) this.#ties = 0;
      this.#least = Math.min(this.#least, change);
      if (this.random.below(++this.#ties) > 0) continue;
      this.#meeting = m;
      this.#pattern = p;
    }
  }

  #change(m: number, p: number): number {
    const { patterns, fading } = this.#days;
    let sum = this.#days.change(m, patterns[m][this.chosen[m]], patterns[m][p]);
    for (const i of this.#pairsOf[m]) {
      const { a, b, fits, weight } = this.#pairs[i];
      const width = patterns[b].length;
      const now = fits[this.chosen[a] * width + this.chosen[b]];
      const then = m === a ? fits[p * width + this.chosen[b]] : fits[this.chosen[a] * width + p];
      sum += (1 + fading * weight) * (now - then);
    }
    return sum;
  }

  #move(m: number, p: number): void {
    const { setStart, set, relations } = this.shape;
    const { patterns, loads, loadStart } = this.#days;
    const [from, to] = [patterns[m][this.chosen[m]], patterns[m][p]];
    this.#days.put(m, from, -1);
    this.chosen[m] = p;
    this.#days.put(m, to, 1);
    for (let i = setStart[m]; i < setStart[m + 1]; i++) {
      const d = set[i];
      if (loadStart[d] < 0) {
        if (this.#days.counts(d)) this.#update(loads + this.#maxDays.indexOf(d));
        continue;
      }
      for (let day = 0; day < WEEK_DAYS; day++)
        for (let atom = 0; ((from.days | to.days) >> day) & 1 && atom < relations.atoms; atom++)
          this.#update(loadStart[d] + day * relations.atoms + atom);
    }
    for (const i of this.#pairsOf[m]) this.#update(loads + this.#maxDays.length + i);
  }

  #raise(): void {
    const { loads } = this.#days;
    const more = RAISE / this.#days.fading;
    for (const what of this.#broken) {
      const pair = this.#pairs[what - loads - this.#maxDays.length];
      if (pair) pair.weight += more;
      else if (what < loads) this.#days.loadWeight[what] += more;
      else this.#days.setWeight[this.#maxDays[what - loads]] += more;
    }
    if (++this.#stuck % FADING.every === 0) this.#days.fading *= FADING.to;
  }

  #isBroken(what: number): boolean {
    const { loads, patterns } = this.#days;
    if (what < loads) return this.#days.isLoadBroken(what);
    const pair = this.#pairs[what - loads - this.#maxDays.length];
    if (!pair) return this.#days.isSetBroken(this.#maxDays[what - loads]);
    return pair.fits[this.chosen[pair.a] * patterns[pair.b].length + this.chosen[pair.b]] === 0;
  }

  #update(what: number): void {
    const at = this.#brokenAt[what];
    if (this.#isBroken(what) === at >= 0) return;
    if (at < 0) {
      this.#brokenAt[what] = this.#broken.length;
      this.#broken.push(what);
      return;
    }
    const last = this.#broken.pop() as number;
    this.#brokenAt[what] = -1;
    if (last === what) return;
    this.#broken[at] = last;
    this.#brokenAt[last] = at;
  }

  #tightPairs(): PatternPair[] {
    const { relations, isExcluded } = this.shape;
    const { count, kind, hard, memberStart, member } = relations;
    const found: PatternPair[] = [];
    for (let d = 0; d < count; d++) {
      if (hard[d] === 0 || kind[d] >= FIRST_SET_KIND || DEPENDS_ON_ROOMS.has(kind[d])) continue;
      const members = member.subarray(memberStart[d], memberStart[d + 1]).filter((m) => !isExcluded[m]);
      for (const [i, a] of members.entries())
        for (const b of members.subarray(i + 1)) {
          const fits = this.#fits(a, b, d);
          if (fits.includes(0)) found.push({ a, b, fits, weight: 0 });
        }
    }
    return found;
  }

  #fits(a: number, b: number, d: number): Uint8Array {
    const { image, relations } = this.shape;
    const { kind, parameter } = relations;
    const { patterns } = this.#days;
    const keeps = (at: number, other: number) =>
      holds(relations, kind[d], image.time[at], -1, image.time[other], -1, parameter[d]);
    return Uint8Array.from(
      patterns[a].flatMap((own) =>
        patterns[b].map((other) =>
          Number(own.timeAt.some((at) => other.timeAt.some((another) => keeps(at, another)))),
        ),
      ),
    );
  }
}
