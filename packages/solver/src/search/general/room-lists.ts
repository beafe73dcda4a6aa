import type { Image } from '../image/image.js';

/**
 * The users of each room, as linked lists. Where times cover very many cells (long days of five-minute
 * slots), testing the few other meetings of a room for overlaps is much cheaper than counting cells.
 */
export class RoomLists {
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;

  constructor(
    private readonly image: Image,
    private readonly time: Int32Array,
  ) {
    this.#first = new Int32Array(image.rooms).fill(-1);
    this.#next = new Int32Array(image.meetings).fill(-1);
    this.#previous = new Int32Array(image.meetings).fill(-1);
  }

  add(m: number, r: number): void {
    const head = this.#first[r];
    this.#next[m] = head;
    this.#previous[m] = -1;
    if (head >= 0) this.#previous[head] = m;
    this.#first[r] = m;
  }

  remove(m: number, r: number): void {
    const next = this.#next[m];
    const previous = this.#previous[m];
    if (previous >= 0) this.#next[previous] = next;
    else this.#first[r] = next;
    if (next >= 0) this.#previous[next] = previous;
  }

  /** How many meetings (unavailability counts as one) but one occupy room r at time t. */
  clashes(r: number, t: number, except = -1): number {
    let sum = this.image.roomBlocked[r * this.image.times + t];
    for (let m = this.#first[r]; m >= 0; m = this.#next[m])
      if (m !== except && timesOverlap(this.image, this.time[m], t)) sum++;
    return sum;
  }

  /** Adds those meetings to `found`; false when the room is unavailable. */
  users(r: number, t: number, found: Set<number>): boolean {
    for (let m = this.#first[r]; m >= 0; m = this.#next[m])
      if (timesOverlap(this.image, this.time[m], t)) found.add(m);
    return this.image.roomBlocked[r * this.image.times + t] === 0;
  }

  /** The only meeting there; -1 for none, -2 for several or unavailability. */
  onlyUser(r: number, t: number): number {
    if (this.image.roomBlocked[r * this.image.times + t] !== 0) return -2;
    let user = -1;
    for (let m = this.#first[r]; m >= 0; m = this.#next[m]) {
      if (!timesOverlap(this.image, this.time[m], t)) continue;
      if (user >= 0) return -2;
      user = m;
    }
    return user;
  }
}

/** Whether two times share a period of a day of a week. */
export function timesOverlap(image: Image, t: number, u: number): boolean {
  const { timeDays, timeAtoms, timeStartPeriod, timeLength } = image;
  return (
    (timeDays[t] & timeDays[u]) !== 0 &&
    (timeAtoms[t] & timeAtoms[u]) !== 0 &&
    timeStartPeriod[t] < timeStartPeriod[u] + timeLength[u] &&
    timeStartPeriod[u] < timeStartPeriod[t] + timeLength[t]
  );
}
