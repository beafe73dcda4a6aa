import { periodsIn } from '../image/agendas.js';
import type { Image } from '../image/image.js';
import type { Occupancy } from './occupancy.js';
import type { Tally } from './tally.js';

/**
 * The days and weeks of groups and teachers with an agenda: bit sets of busy periods, from which tables tell
 * the cost, and the periods of each week where those are limited.
 */
export class Days {
  /** Where the days of a resource begin, or -1. */
  readonly #base: Int32Array;
  /** Bit sets of busy periods, per day of an atom. */
  readonly #busy: Int32Array;
  readonly #soft: readonly Int32Array[];
  /** Null where no day is against a hard rule. */
  readonly #hard: readonly (Int32Array | null)[];
  /** Weeks and atom of each day of an atom. */
  readonly #weight: Int32Array;
  readonly #atom: Int32Array;
  /** Periods of each limited resource in each atom, and where those of a resource begin, or -1. */
  readonly #load: Int32Array;
  readonly #loadBase: Int32Array;
  /** Changes of the load that is being priced. */
  readonly #loadChange: Int32Array;
  /** The soft cost of each day of a resource in all weeks, at its base / atoms + day. */
  readonly #cost: Int32Array;
  /** The slots that a meeting being priced leaves and takes, where its two times share days. */
  readonly #leaving: Int32Array;
  readonly #entering: Int32Array;

  constructor(
    private readonly image: Image,
    private readonly occupancy: Occupancy,
  ) {
    const { resources, days, atoms, agendaKind, agendaSoft, agendaHard, atomWeight, weekMax } = image;
    const parts = days * atoms;
    this.#base = numbered(resources, parts, (x) => agendaKind[x] >= 0);
    this.#busy = new Int32Array(roomFor(this.#base, parts));
    this.#soft = agendaSoft;
    this.#hard = agendaHard.map((table) => (table.some((cost) => cost !== 0) ? table : null));
    this.#atom = Int32Array.from({ length: parts }, (_, part) => Math.floor(part / days));
    this.#weight = this.#atom.map((atom) => atomWeight[atom]);
    this.#loadBase = numbered(resources, atoms, (x) => weekMax[x] >= 0);
    this.#load = new Int32Array(roomFor(this.#loadBase, atoms));
    this.#loadChange = new Int32Array(atoms);
    this.#cost = new Int32Array(atoms === 0 ? 0 : this.#busy.length / atoms);
    this.#leaving = new Int32Array(parts);
    this.#entering = new Int32Array(parts);
  }

  /** Makes a resource busy at time t. */
  enter(x: number, t: number, tally: Tally): void {
    const base = this.#base[x];
    if (base < 0) return;
    const { partStart, partDay, partMask } = this.image;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++)
      this.#set(x, base, partDay[i], this.#busy[base + partDay[i]] | partMask[i], tally);
  }

  /** Frees a resource at time t, which is no longer counted; others may still be there if crowded. */
  leave(x: number, t: number, isCrowded: boolean, tally: Tally): void {
    const base = this.#base[x];
    if (base < 0) return;
    const { partStart, partDay, partMask } = this.image;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++) {
      const part = partDay[i];
      const left = isCrowded ? this.occupancy.held(x, part, partMask[i]) : 0;
      this.#set(x, base, part, (this.#busy[base + part] & ~partMask[i]) | left, tally);
    }
  }

  #set(x: number, base: number, part: number, after: number, tally: Tally): void {
    const before = this.#busy[base + part];
    if (after === before) return;
    const { days, atoms } = this.image;
    const { soft } = tally;
    this.#busy[base + part] = after;
    this.#weigh(x, part, before, after, tally);
    this.#cost[base / atoms + (part % days)] += tally.soft - soft;
    if (this.#loadBase[x] < 0) return;
    const { weekMax, weekSoft, weekHard, atomWeight, slotPeriods } = this.image;
    const atom = this.#atom[part];
    const at = this.#loadBase[x] + atom;
    const excess = Math.max(0, this.#load[at] - weekMax[x]);
    this.#load[at] += periodsIn(after, slotPeriods) - periodsIn(before, slotPeriods);
    const change = atomWeight[atom] * (Math.max(0, this.#load[at] - weekMax[x]) - excess);
    tally.soft += change * weekSoft;
    tally.hard += change * weekHard;
  }

  #weigh(x: number, part: number, before: number, after: number, tally: Tally): void {
    const kind = this.image.agendaKind[x];
    const weeks = this.#weight[part];
    const soft = this.#soft[kind];
    const hard = this.#hard[kind];
    tally.soft += weeks * (soft[after] - soft[before]);
    if (hard !== null) tally.hard += weeks * (hard[after] - hard[before]);
  }

  /** Announces that prices asked until `settle` are of a meeting that moves from t0 to t. */
  expect(t0: number, t: number): void {
    this.#mark(t0, t, true);
  }

  /** Ends what `expect` began. */
  settle(t0: number, t: number): void {
    this.#mark(t0, t, false);
  }

  #mark(t0: number, t: number, isOn: boolean): void {
    const { timeDays, partStart, partDay, partMask } = this.image;
    if ((timeDays[t0] & timeDays[t]) === 0) return;
    for (let i = partStart[t0], end = partStart[t0 + 1]; i < end; i++)
      this.#leaving[partDay[i]] = isOn ? partMask[i] : 0;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++)
      this.#entering[partDay[i]] = isOn ? partMask[i] : 0;
  }

  /**
   * Adds what it would change if meeting m left resource x at t0 and took it at t; -1 = it does not leave or
   * does not come.
   */
  price(x: number, m: number, t0: number, t: number, tally: Tally): void {
    const base = this.#base[x];
    if (base < 0) return;
    const { partStart, partDay, partMask } = this.image;
    const busy = this.#busy;
    const hasLoad = this.#loadBase[x] >= 0;
    if (t0 >= 0) {
      const isCrowded = this.occupancy.isCrowded(x);
      for (let i = partStart[t0], end = partStart[t0 + 1]; i < end; i++) {
        const part = partDay[i];
        const before = busy[base + part];
        let after = before & ~partMask[i];
        if (isCrowded) after |= this.occupancy.held(x, part, partMask[i], m);
        after |= this.#entering[part];
        if (after === before) continue;
        this.#weigh(x, part, before, after, tally);
        if (hasLoad) this.#changeLoad(part, before, after);
      }
    }
    if (t >= 0) {
      for (let i = partStart[t], end = partStart[t + 1]; i < end; i++) {
        const part = partDay[i];
        if (this.#leaving[part] !== 0) continue;
        const before = busy[base + part];
        const after = before | partMask[i];
        if (after === before) continue;
        this.#weigh(x, part, before, after, tally);
        if (hasLoad) this.#changeLoad(part, before, after);
      }
    }
    if (hasLoad) this.#priceLoad(x, tally);
  }

  #changeLoad(part: number, before: number, after: number): void {
    const { slotPeriods } = this.image;
    this.#loadChange[this.#atom[part]] += periodsIn(after, slotPeriods) - periodsIn(before, slotPeriods);
  }

  #priceLoad(x: number, tally: Tally): void {
    const { weekMax, weekSoft, weekHard, atoms, atomWeight } = this.image;
    const most = weekMax[x];
    for (let atom = 0; atom < atoms; atom++) {
      const change = this.#loadChange[atom];
      if (change === 0) continue;
      this.#loadChange[atom] = 0;
      const load = this.#load[this.#loadBase[x] + atom];
      const excess = atomWeight[atom] * (Math.max(0, load + change - most) - Math.max(0, load - most));
      tally.soft += excess * weekSoft;
      tally.hard += excess * weekHard;
    }
  }

  /** At most so much the soft cost of a resource can fall by a move from one time to another. */
  gainMax(x: number, t0: number, t: number): number {
    const base = this.#base[x];
    if (base < 0) return 0;
    const { timeDays, atoms, weekSoft } = this.image;
    const first = base / atoms;
    let sum = 0;
    for (let rest = timeDays[t0] | timeDays[t]; rest !== 0; rest &= rest - 1)
      sum += this.#cost[first + 31 - Math.clz32(rest & -rest)];
    return weekSoft === 0 ? sum : sum + this.#loadCost(x);
  }

  #loadCost(x: number): number {
    const base = this.#loadBase[x];
    const { weekMax, weekSoft, atoms, atomWeight } = this.image;
    if (base < 0 || weekSoft === 0) return 0;
    let above = 0;
    for (let atom = 0; atom < atoms; atom++)
      above += atomWeight[atom] * Math.max(0, this.#load[base + atom] - weekMax[x]);
    return above * weekSoft;
  }
}

/** Where the entries of each resource begin that has any, as many for each; -1 for the others. */
function numbered(resources: number, each: number, has: (x: number) => boolean): Int32Array {
  let next = 0;
  return Int32Array.from({ length: resources }, (_, x) => (has(x) ? next++ * each : -1));
}

function roomFor(base: Int32Array, each: number): number {
  return base.reduce((most, first) => Math.max(most, first + each), 0);
}
