import type { HeatRange } from './kernel.js';

const WINDOW = 0.01;
/** From this fraction on, a walk that does not come out of clashes by itself is warmed until it does. */
const RESCUE_FROM = 0.4;

/**
 * The price of a clash, in multiples of what suits the problem. A walk may wander through clashes for a share
 * of the time that shrinks to none near the end: when it does so more, the price rises, when less, it falls.
 * A cold walk that is caught among clashes cannot leave them at any price; pulses of `warmth` raise its
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

  /** One warm window, then one to cool down; each pulse is stronger than the one before. */
  #pulse(): number {
    this.#strength = Math.min(12, this.#strength * 1.5);
    this.#weight = Math.max(1, this.#weight / 4);
    return this.#strength;
  }
}
