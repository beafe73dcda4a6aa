import type { Progress } from './model.js';

/** Seconds of search that a gain is told of. */
export const GAIN_SECONDS = 10;

/** How much the cost of the best timetable has fallen lately, from the reports of one run. */
export class RecentGain {
  #points: { readonly seconds: number; readonly soft: number }[] = [];
  #unplaced = -1;

  /**
   * Takes the next report.
   * @returns what the last ten seconds gained; null while something clashes, and until the same meetings have
   *   had places for ten seconds
   */
  after({
    score,
    scoredSeconds,
    seconds,
    clashes,
    unplaced,
  }: Pick<Progress, 'score' | 'scoredSeconds' | 'seconds' | 'clashes' | 'unplaced'>): number | null {
    const { hard, soft, byRule } = score;
    // Costs with different numbers of unplaced meetings cannot be compared.
    const isOld = scoredSeconds === null || (byRule.unplaced ?? 0) !== unplaced || hard !== unplaced;
    if (clashes > 0 || isOld || unplaced !== this.#unplaced) this.#points = [];
    this.#unplaced = unplaced;
    if (clashes > 0 || isOld) return null;
    this.#points.push({ seconds, soft });
    const since = seconds - GAIN_SECONDS;
    const first = this.#points.findLastIndex((point) => point.seconds <= since);
    if (first < 0) return null;
    this.#points = this.#points.slice(first);
    return Math.max(0, this.#points[0].soft - soft);
  }
}

/** How much of a cost can be saved at most, in percent, rounded up. */
export const improvablePercent = (cost: number, floor: number): number =>
  cost === 0 ? 0 : Math.ceil((100 * Math.max(0, cost - floor)) / cost);
