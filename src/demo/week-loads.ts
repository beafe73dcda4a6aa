/** Counts the periods of teachers or classes in each week. */
export class WeekLoads {
  readonly #loads = new Map<string, number[]>();

  constructor(readonly weeks: number) {}

  add(codes: readonly string[], weeks: readonly number[], periods: number): void {
    for (const code of codes) {
      const load = this.of(code);
      for (const week of weeks) load[week - 1] += periods;
    }
  }

  /** Periods by week. */
  of(code: string): number[] {
    const load = this.#loads.get(code) ?? new Array<number>(this.weeks).fill(0);
    this.#loads.set(code, load);
    return load;
  }

  /** Periods in the busiest week. */
  peak(code: string): number {
    return Math.max(...this.of(code));
  }

  /** 0 when the odd weeks have no more periods in total than the even ones, otherwise 1. */
  lighterParity(codes: readonly string[]): 0 | 1 {
    const sums = [0, 0];
    for (const code of codes) this.of(code).forEach((load, index) => (sums[index % 2] += load));
    return sums[0] <= sums[1] ? 0 : 1;
  }
}
