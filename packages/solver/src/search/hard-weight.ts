import type { HeatRange } from './kernel.js';

const WINDOW = 0.01;
/** From this fraction on, a walk that does not leave clashes by itself is heated until it does. */
const RESCUE_FROM = 0.4;

/**
 * The price of a clash, as a multiple of the problem's base price. A walk may spend a share of the time among
 * clashes, which shrinks to zero near the end: the price rises when it spends more, and falls when less. A
 * cold walk that is trapped among clashes cannot leave them at any price; pulses of `warmth` raise its
 * temperature until it has.
 */
export class HardWeight {
  warmth = 1;
  #weight = 1;
  #strength = 1;
  #clashing = 0;
  #seen = 0;
  #next = WINDOW;

  next(fraction: number, isClashing: boolean, { share: most, until }: HeatRange['clashing']): number {
    this.#seen++;
    if (isClashing) this.#clashing++;
    if (fraction < this.#next) return this.#weight;
    this.#next = fraction + WINDOW;
    const share = this.#clashing / this.#seen;
    const allowed = most * Math.max(0, 1 - fraction / until);
    if (share > allowed) this.#weight = Math.min(50, this.#weight * (this.#strength > 1 ? 1.5 : 1.1));
    else if (share < allowed * 0.5) this.#weight = Math.max(0.2, this.#weight / 1.08);
    const isStuck = fraction > RESCUE_FROM && share === 1;
    this.warmth = isStuck && this.warmth === 1 ? this.#pulse() : 1;
    if (!isStuck) this.#strength = 1;
    this.#clashing = 0;
    this.#seen = 0;
    return this.#weight;
  }

  /** One warm window, then one to cool down; each pulse is stronger than the last. */
  #pulse(): number {
    this.#strength = Math.min(12, this.#strength * 1.5);
    this.#weight = Math.max(1, this.#weight / 4);
    return this.#strength;
  }
}
