/** A small fast generator (xorshift32) whose sequence depends only on the seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = scramble(seed) || 0x9e3779b9;
  }

  /** 32 random bits, as an unsigned number. */
  bits(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return x >>> 0;
  }

  /** An integer in 0..n-1. */
  below(n: number): number {
    return (this.bits() * n * 2.3283064365386963e-10) | 0;
  }

  /** An integer in 0..n-1, small ones more often: half of the draws fall into the first quarter. */
  early(n: number): number {
    const share = this.bits() * 2.3283064365386963e-10;
    return (share * share * n) | 0;
  }
}

/** Spreads similar seeds over all states (the finaliser of MurmurHash3). */
function scramble(seed: number): number {
  let h = (seed ^ 0x5bd1e995) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
