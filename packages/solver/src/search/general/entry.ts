import type { Image } from '../image/image.js';
import { FIRST_SET_KIND } from '../relations/image.js';
import type { State } from './state.js';
import { Tally } from './tally.js';

/**
 * What it would cost to place a meeting that is not placed, told without placing it. Only of places where all
 * whom it needs are free: clashes are not looked at.
 */
export class Entry extends Tally {
  readonly #image: Image;
  /** What the counters of courses say while they are counted back. */
  readonly #back = new Tally();
  /** Whether relations never become cheaper by one more meeting, as those on whole sets may. */
  readonly #onlyAdds: boolean;

  constructor(private readonly state: State) {
    super();
    this.#image = state.image;
    this.#onlyAdds = !state.image.relations?.kind.some((kind) => kind >= FIRST_SET_KIND);
  }

  /** Whether a place costs less than so much and breaks no hard rule; `soft` is its cost then. */
  isBelow(limit: number, m: number, t: number, r: number, k: number): boolean {
    this.#addPlace(m, t, r, k);
    if (this.soft - this.#gainMax(m, t, k) >= limit && this.#onlyAdds) return false;
    return this.#isWithin(limit, 0, 0, m, t, r, k);
  }

  /**
   * Whether a place costs less than so much, each hard rule that it breaks at the price of a weight, and
   * breaks at most so many more; `soft` and `hard` are its cost then.
   */
  isCheaper(
    limit: number,
    hardMax: number,
    hardWeight: number,
    m: number,
    t: number,
    r: number,
    k: number,
  ): boolean {
    this.#addPlace(m, t, r, k);
    return this.#isWithin(limit, hardMax, hardWeight, m, t, r, k);
  }

  /** Prices the place itself, and the class and its courses. */
  #addPlace(m: number, t: number, r: number, k: number): void {
    const { options, courses } = this.state;
    this.clear();
    options.price(m, t, r, k, this);
    courses.count(m, t, r, k, 1, this);
    courses.count(m, t, r, k, -1, this.#back);
  }

  #isWithin(
    limit: number,
    hardMax: number,
    hardWeight: number,
    m: number,
    t: number,
    r: number,
    k: number,
  ): boolean {
    const { days, travel, relations } = this.state;
    const { resourceStart, resource, firstTeacher, travelSoft, travelHard } = this.#image;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      days.price(resource[i], m, -1, t, this);
    if (k >= 0) days.price(firstTeacher + k, m, -1, t, this);
    // Travel and students only make it dearer, so what is too dear already need not be priced further.
    if (this.#onlyAdds && (this.hard > hardMax || this.hard * hardWeight + this.soft >= limit)) return false;
    if (travel.isOn) {
      const pairs = travel.pairs(m, t, r, k);
      this.soft += pairs * travelSoft;
      this.hard += pairs * travelHard;
    }
    if (relations) {
      relations.weigh(m, t, r);
      this.soft += relations.soft;
      this.hard += relations.hard;
    }
    return this.hard <= hardMax && this.hard * hardWeight + this.soft < limit;
  }

  /** At most so much the days of its people become cheaper: it may fill their gaps. */
  #gainMax(m: number, t: number, k: number): number {
    const { resourceStart, resource, firstTeacher } = this.#image;
    const { days } = this.state;
    let sum = k >= 0 ? days.gainMax(firstTeacher + k, t, t) : 0;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      sum += days.gainMax(resource[i], t, t);
    return sum;
  }
}
