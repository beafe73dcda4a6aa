import type { Image } from '../image/image.js';

/** Slots of a day that fit into a bit set. */
export const BITS_MAX = 31;

/**
 * Which meetings use which resource in which cell. Counts per cell tell clashes; bit sets of the taken slots
 * of each day tell at a glance what is free.
 */
export class Occupancy {
  /** Meetings (or unavailability) per resource and cell. */
  readonly #used: Int16Array;
  /** Sum of (meeting + 1) per resource and cell: identifies the user where there is exactly one. */
  readonly #users: Int32Array;
  /** Bit sets of slots in use or unavailable, per resource and day of an atom. */
  readonly #taken: Int32Array;
  /** Clashing cells of each resource. */
  readonly #clashing: Int32Array;
  readonly #slots: number;
  readonly #parts: number;
  readonly #hasBits: boolean;

  /** Counts the first `resources` ones. */
  constructor(
    private readonly image: Image,
    resources: number,
  ) {
    const { cells, days, atoms, blockedStart, blocked } = image;
    this.#parts = days * atoms;
    this.#slots = this.#parts === 0 ? 0 : cells / this.#parts;
    this.#hasBits = this.#slots <= BITS_MAX;
    this.#used = new Int16Array(resources * cells);
    this.#users = new Int32Array(resources * cells);
    this.#taken = new Int32Array(this.#hasBits ? resources * this.#parts : 0);
    this.#clashing = new Int32Array(resources);
    for (let x = 0; x < resources; x++) {
      for (let i = blockedStart[x]; i < blockedStart[x + 1]; i++) {
        this.#used[x * cells + blocked[i]] = 1;
        this.#takeCell(x, blocked[i]);
      }
    }
  }

  #takeCell(x: number, cell: number): void {
    if (!this.#hasBits) return;
    const { atoms, days } = this.image;
    const slot = ((cell / atoms) | 0) % this.#slots;
    const day = (cell / (atoms * this.#slots)) | 0;
    this.#taken[x * this.#parts + (cell % atoms) * days + day] |= 1 << slot;
  }

  /** Counts meeting m on resource x at time t; returns the clashing cells that it adds. */
  add(x: number, m: number, t: number): number {
    const { partStart, partDay, partMask } = this.image;
    const clashes = this.#shift(x, m, t, 1);
    if (clashes > 0) this.#clashing[x] += clashes;
    if (!this.#hasBits) return clashes;
    const taken = this.#taken;
    const first = x * this.#parts;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++) taken[first + partDay[i]] |= partMask[i];
    return clashes;
  }

  /** The inverse of `add`; returns the clashing cells that end. */
  remove(x: number, m: number, t: number): number {
    const { cellStart, partStart, partDay, partMask } = this.image;
    const clashes = this.#shift(x, m, t, -1) - (cellStart[t + 1] - cellStart[t]);
    if (clashes > 0) this.#clashing[x] -= clashes;
    if (!this.#hasBits) return clashes;
    const taken = this.#taken;
    const first = x * this.#parts;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++) {
      const day = partDay[i];
      const left = clashes === 0 ? 0 : this.#bits(x, day, partMask[i], this.#used, 0);
      taken[first + day] = (taken[first + day] & ~partMask[i]) | left;
    }
    return clashes;
  }

  /** Adds meeting m to the cells of a time or takes it out; returns the uses that were there before. */
  #shift(x: number, m: number, t: number, sign: 1 | -1): number {
    const { cells, cell, cellStart } = this.image;
    const used = this.#used;
    const users = this.#users;
    const base = x * cells;
    const change = sign * (m + 1);
    let uses = 0;
    for (let i = cellStart[t], end = cellStart[t + 1]; i < end; i++) {
      const at = base + cell[i];
      uses += used[at];
      used[at] += sign;
      users[at] += change;
    }
    return uses;
  }

  /** The slots of a bit set in whose cell a counter is above a number. */
  #bits(x: number, part: number, mask: number, counter: Int16Array | Int32Array, above: number): number {
    const { cells, days, atoms } = this.image;
    const atom = (part / days) | 0;
    const first = x * cells + (part - atom * days) * this.#slots * atoms + atom;
    let bits = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const slot = 31 - Math.clz32(rest & -rest);
      if (counter[first + slot * atoms] > above) bits |= 1 << slot;
    }
    return bits;
  }

  /** The slots of a bit set that meetings use; with `m`, that others than m use, which uses them all. */
  held(x: number, part: number, mask: number, m = -1): number {
    return this.#bits(x, part, mask, this.#users, m + 1);
  }

  /** Whether any two uses of x clash, unavailability included. */
  isCrowded(x: number): boolean {
    return this.#clashing[x] > 0;
  }

  /** How often x is used in the cells of a time. */
  usedIn(x: number, t: number): number {
    return this.#hasBits && !this.isTouched(x, t, this.image.partMask) ? 0 : this.#count(x, t);
  }

  #count(x: number, t: number): number {
    const { cells, cell, cellStart } = this.image;
    const base = x * cells;
    let sum = 0;
    for (let i = cellStart[t], end = cellStart[t + 1]; i < end; i++) sum += this.#used[base + cell[i]];
    return sum;
  }

  /** Whether x is taken on the days of a time in any slot of these bit sets, one for each of its parts. */
  isTouched(x: number, t: number, masks: Int32Array): boolean {
    const { partStart, partDay } = this.image;
    const taken = this.#taken;
    const first = x * this.#parts;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++)
      if ((taken[first + partDay[i]] & masks[i]) !== 0) return true;
    return false;
  }

  isFree(x: number, t: number): boolean {
    return this.#hasBits ? !this.isTouched(x, t, this.image.partMask) : this.#count(x, t) === 0;
  }

  /**
   * The change of clashing cells of x when a meeting moves from t0 to t, which share so many cells.
   */
  clashChange(x: number, t0: number, t: number, shared: number): number {
    const after = shared === 0 ? this.usedIn(x, t) : this.#count(x, t) - shared;
    return this.#clashing[x] === 0 ? after : after - this.clashesNow(x, t0);
  }

  /** The clashing cells of a meeting that uses x at a time. */
  clashesNow(x: number, t: number): number {
    if (this.#clashing[x] === 0) return 0;
    const { cellStart } = this.image;
    return this.#count(x, t) - (cellStart[t + 1] - cellStart[t]);
  }

  /** The only meeting that uses x at time t; -1 for none, -2 if there is not exactly one. */
  onlyUser(x: number, t: number): number {
    if (this.#hasBits && !this.isTouched(x, t, this.image.partMask)) return -1;
    const { cells, cell, cellStart } = this.image;
    const base = x * cells;
    let only = -1;
    for (let i = cellStart[t]; i < cellStart[t + 1]; i++) {
      const used = this.#used[base + cell[i]];
      if (used === 0) continue;
      const user = used === 1 ? this.#users[base + cell[i]] - 1 : -1;
      if (user < 0 || (only >= 0 && only !== user)) return -2;
      only = user;
    }
    return only;
  }

  /**
   * A meeting that uses x at time t and is not marked with a number; -1 for none, -2 where unavailability or
   * clashes hide some.
   */
  nextUser(x: number, t: number, marks: Int32Array, mark: number): number {
    if (this.#hasBits && !this.isTouched(x, t, this.image.partMask)) return -1;
    const { cells, cell, cellStart } = this.image;
    const base = x * cells;
    for (let i = cellStart[t], end = cellStart[t + 1]; i < end; i++) {
      const used = this.#used[base + cell[i]];
      if (used === 0) continue;
      const user = used === 1 ? this.#users[base + cell[i]] - 1 : -1;
      if (user < 0) return -2;
      if (marks[user] !== mark) return user;
    }
    return -1;
  }

  /** Adds the meetings that use x at time t; false if unavailability or clashes hide some. */
  users(x: number, t: number, found: Set<number>): boolean {
    if (this.#hasBits && !this.isTouched(x, t, this.image.partMask)) return true;
    const { cells, cell, cellStart } = this.image;
    const base = x * cells;
    let isComplete = true;
    for (let i = cellStart[t]; i < cellStart[t + 1]; i++) {
      const used = this.#used[base + cell[i]];
      if (used === 0) continue;
      const user = used === 1 ? this.#users[base + cell[i]] - 1 : -1;
      if (user >= 0) found.add(user);
      else isComplete = false;
    }
    return isComplete;
  }
}
