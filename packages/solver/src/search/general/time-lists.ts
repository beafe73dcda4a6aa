import type { Image } from '../image/image.js';
import { indexIn } from './lookup.js';
import type { Random } from '../random.js';

/** Above so many, costs are searched for in the lists. */
const TABLE_MAX = 4_000_000;
/** The cost of a time that is not offered. */
export const NOT_OFFERED = -(2 ** 31);

/** The times of meetings and what they cost; meetings with equal lists share one, so that all fit a cache. */
export class TimeLists {
  /** Where the times of a list begin, cheapest first. */
  readonly #first: Int32Array;
  readonly #order: Int32Array;
  /** The cost at list * times + time, or `NOT_OFFERED`. Null where it were too large. */
  readonly #table: Int32Array | null;

  constructor(private readonly image: Image) {
    const { meetings, times, timeStart, time, timeCost, timeList } = image;
    const owners: number[] = [];
    for (let m = 0; m < meetings; m++) if (timeList[m] === owners.length) owners.push(m);
    this.#first = new Int32Array(owners.length);
    const order: number[] = [];
    for (const [list, m] of owners.entries()) {
      this.#first[list] = order.length;
      const options = Array.from({ length: timeStart[m + 1] - timeStart[m] }, (_, i) => timeStart[m] + i);
      for (const at of options.sort((a, b) => timeCost[a] - timeCost[b] || a - b)) order.push(time[at]);
    }
    this.#order = Int32Array.from(order);
    this.#table =
      owners.length * times > TABLE_MAX ? null : new Int32Array(owners.length * times).fill(NOT_OFFERED);
    for (const [list, m] of owners.entries())
      for (let i = timeStart[m]; this.#table !== null && i < timeStart[m + 1]; i++)
        this.#table[list * times + time[i]] = timeCost[i];
  }

  /** Any time of a meeting that has some, cheap ones more often. */
  draw(m: number, random: Random): number {
    const { timeStart, timeList } = this.image;
    return this.#order[this.#first[timeList[m]] + random.early(timeStart[m + 1] - timeStart[m])];
  }

  /** What a time costs a meeting, or `NOT_OFFERED`. */
  costOf(m: number, t: number): number {
    const { times, time, timeCost, timeStart, timeList } = this.image;
    if (this.#table !== null) return this.#table[timeList[m] * times + t];
    const at = indexIn(time, timeStart[m], timeStart[m + 1], t);
    return at < 0 ? NOT_OFFERED : timeCost[at];
  }
}
