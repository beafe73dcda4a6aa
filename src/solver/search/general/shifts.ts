import type { Image } from '../image/image.js';

const DAYS = 128;
const PERIODS = 512;

/** Finds the times that are like others, only on another day or at another hour. */
export class Shifts {
  readonly #shape: Int32Array;
  readonly #times = new Map<number, number>();

  constructor(private readonly image: Image) {
    const { times, timeLength, timeAtoms } = image;
    const shapes = new Map<string, number>();
    this.#shape = new Int32Array(times);
    for (let t = 0; t < times; t++) {
      const key = `${timeLength[t]} ${timeAtoms[t]}`;
      const shape = shapes.get(key) ?? shapes.size;
      shapes.set(key, shape);
      this.#shape[t] = shape;
      this.#times.set(this.#keyOf(t, image.timeDays[t], image.timeStartPeriod[t]), t);
    }
  }

  /** The time that is as far from u as `to` is from `from`; -1 where u is on other days or there is none. */
  shifted(u: number, from: number, to: number): number {
    const { timeDays, timeStartPeriod } = this.image;
    if (timeDays[u] !== timeDays[from]) return -1;
    const start = timeStartPeriod[u] + timeStartPeriod[to] - timeStartPeriod[from];
    return start < 0 ? -1 : (this.#times.get(this.#keyOf(u, timeDays[to], start)) ?? -1);
  }

  #keyOf(t: number, days: number, start: number): number {
    return (this.#shape[t] * DAYS + days) * PERIODS + start;
  }
}
