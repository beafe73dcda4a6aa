import type { Image } from '../image/image.js';

/** Finds the times that are like others, only on another day or at another hour. */
export class Shifts {
  readonly #shape: Int32Array;
  /** Numbers of the sets of days. */
  readonly #days: Int32Array;
  /** Times by shape, days and start; -1 = none. */
  readonly #times: Int32Array;
  readonly #sets: number;
  readonly #starts: number;

  constructor(private readonly image: Image) {
    const { times, timeLength, timeAtoms, timeDays, timeStartPeriod } = image;
    const all = Array.from({ length: times }, (_, t) => t);
    this.#shape = numbersOf(all.map((t) => `${timeLength[t]} ${timeAtoms[t]}`));
    this.#days = numbersOf(all.map((t) => String(timeDays[t])));
    this.#sets = 1 + this.#days.reduce((most, days) => Math.max(most, days), 0);
    this.#starts = 1 + timeStartPeriod.reduce((most, start) => Math.max(most, start), 0);
    const shapes = 1 + this.#shape.reduce((most, shape) => Math.max(most, shape), 0);
    this.#times = new Int32Array(shapes * this.#sets * this.#starts).fill(-1);
    for (const t of all) this.#times[this.#at(t, t, timeStartPeriod[t])] = t;
  }

  /** Time u, shifted as far as `to` is from `from`; -1 where u is on other days or there is no such time. */
  shifted(u: number, from: number, to: number): number {
    const { timeDays, timeStartPeriod } = this.image;
    if (timeDays[u] !== timeDays[from]) return -1;
    const start = timeStartPeriod[u] + timeStartPeriod[to] - timeStartPeriod[from];
    return start < 0 || start >= this.#starts ? -1 : this.#times[this.#at(u, to, start)];
  }

  /** Where the time of the shape of u, on the days of t, from a start on, is found. */
  #at(u: number, t: number, start: number): number {
    return (this.#shape[u] * this.#sets + this.#days[t]) * this.#starts + start;
  }
}

/** The same number for keys that are the same. */
function numbersOf(keys: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(keys, (key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}
