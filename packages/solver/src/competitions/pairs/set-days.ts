import { FIRST_SET_KIND, type RelationImage } from '../../search/relations/image.js';
import {
  MAX_BREAKS,
  MAX_DAY_LOAD,
  MAX_DAYS,
  WEEK_DAYS,
  type WholeSets,
} from '../../search/relations/whole-sets.js';

/**
 * What stands on each day of each whole set, kept from move to move: the load of each kind of weeks under
 * MaxDayLoad, the number of members under MaxDays, otherwise the members in the order of their starts. A
 * place is priced from that alone, however many members a set has.
 */
export class SetDays {
  /** Periods at (d * WEEK_DAYS + day) * atoms + atom. */
  readonly #load: Int32Array;
  /** Members of a day, of which each set has room for all, and how many there are. */
  readonly #members: Int32Array;
  readonly #size: Int32Array;
  /** 1 for sets that list a meeting twice: their days are counted again for each place that is tried. */
  readonly #isDouble: Uint8Array;

  constructor(
    private readonly image: RelationImage,
    private readonly sets: WholeSets,
    private readonly time: Int32Array,
  ) {
    const { count, atoms, member, kind } = image;
    const hasLoads = kind.includes(MAX_DAY_LOAD);
    const hasMembers = kind.some((one) => one >= FIRST_SET_KIND);
    this.#load = new Int32Array(hasLoads ? count * WEEK_DAYS * atoms : 0);
    this.#members = new Int32Array(hasMembers ? member.length * WEEK_DAYS : 0);
    this.#size = new Int32Array(count * WEEK_DAYS);
    this.#isDouble = Uint8Array.from({ length: count }, (_, d) => Number(listsTwice(image, d)));
  }

  /** How many members stand on a day. */
  sizeOf(d: number, day: number): number {
    return this.#size[d * WEEK_DAYS + day];
  }

  /** The excess of a day, `before` until now, with m at time t. */
  excess(d: number, day: number, before: number, m: number, t: number): number {
    const { kind, days } = this.image;
    if (this.#isDouble[d]) return this.sets.onDay(d, day, m, t);
    if (kind[d] === MAX_DAY_LOAD) return before + this.#overload(d, day, m, t);
    const isThere = ((days[t] >> day) & 1) !== 0;
    // What is missing may part a block, but never makes one longer.
    if (before === 0 && !isThere && kind[d] !== MAX_BREAKS) return 0;
    const from = this.#from(d, day);
    return this.sets.ofSorted(d, this.#members, from, from + this.sizeOf(d, day), m, isThere ? t : -1);
  }

  /** Counts the move of m to time t, before its time changes. */
  move(d: number, m: number, t: number): void {
    const { days } = this.image;
    const u = this.time[m];
    for (let rest = days[u] | days[t]; rest !== 0; rest &= rest - 1) {
      const day = 31 - Math.clz32(rest & -rest);
      if ((days[u] >> day) & 1) this.#leave(d, day, m, u);
      if ((days[t] >> day) & 1) this.#enter(d, day, m, t);
    }
  }

  /** Counts all anew. */
  recount(): void {
    const { count, kind, memberStart, member, days } = this.image;
    this.#load.fill(0);
    this.#size.fill(0);
    for (let d = 0; d < count; d++) {
      if (kind[d] < FIRST_SET_KIND) continue;
      for (let i = memberStart[d]; i < memberStart[d + 1]; i++) {
        const t = this.time[member[i]];
        if (t < 0) continue;
        for (let rest = days[t]; rest !== 0; rest &= rest - 1)
          this.#enter(d, 31 - Math.clz32(rest & -rest), member[i], t);
      }
    }
  }

  /** Change of the periods above the limit, over all weeks. */
  #overload(d: number, day: number, m: number, t: number): number {
    const { parameter, atoms, atomWeight, days, weeks, start, end } = this.image;
    const u = this.time[m];
    const less = (days[u] >> day) & 1 ? end[u] - start[u] : 0;
    const more = (days[t] >> day) & 1 ? end[t] - start[t] : 0;
    const base = (d * WEEK_DAYS + day) * atoms;
    let change = 0;
    for (let rest = (less > 0 ? weeks[u] : 0) | (more > 0 ? weeks[t] : 0); rest !== 0; rest &= rest - 1) {
      const atom = 31 - Math.clz32(rest & -rest);
      const before = this.#load[base + atom] - parameter[d];
      const after = before - less * ((weeks[u] >>> atom) & 1) + more * ((weeks[t] >>> atom) & 1);
      if (before > 0) change -= before * atomWeight[atom];
      if (after > 0) change += after * atomWeight[atom];
    }
    return change;
  }

  #enter(d: number, day: number, m: number, t: number): void {
    const { kind, start } = this.image;
    const size = this.#size[d * WEEK_DAYS + day]++;
    if (kind[d] === MAX_DAY_LOAD) this.#addLoad(d, day, t, 1);
    if (kind[d] === MAX_DAY_LOAD || kind[d] === MAX_DAYS) return;
    const members = this.#members;
    const from = this.#from(d, day);
    let at = from + size;
    for (; at > from && start[this.time[members[at - 1]]] > start[t]; at--) members[at] = members[at - 1];
    members[at] = m;
  }

  #leave(d: number, day: number, m: number, t: number): void {
    const { kind } = this.image;
    const size = --this.#size[d * WEEK_DAYS + day];
    if (kind[d] === MAX_DAY_LOAD) this.#addLoad(d, day, t, -1);
    if (kind[d] === MAX_DAY_LOAD || kind[d] === MAX_DAYS) return;
    const from = this.#from(d, day);
    const at = this.#members.indexOf(m, from);
    this.#members.copyWithin(at, at + 1, from + size + 1);
  }

  #addLoad(d: number, day: number, t: number, sign: 1 | -1): void {
    const { atoms, weeks, start, end } = this.image;
    const base = (d * WEEK_DAYS + day) * atoms;
    for (let rest = weeks[t]; rest !== 0; rest &= rest - 1)
      this.#load[base + 31 - Math.clz32(rest & -rest)] += sign * (end[t] - start[t]);
  }

  #from(d: number, day: number): number {
    const { memberStart } = this.image;
    return memberStart[d] * WEEK_DAYS + day * (memberStart[d + 1] - memberStart[d]);
  }
}

function listsTwice({ memberStart, member }: RelationImage, d: number): boolean {
  const members = member.subarray(memberStart[d], memberStart[d + 1]);
  return new Set(members).size < members.length;
}
