/**
 * Exponential and logarithm from the four basic operations, which give the same bits on every machine;
 * `Math.exp` and `Math.log` do not guarantee that.
 */

const LN2 = 0.6931471805599453;

/** The natural logarithm of x >= 0. */
export function ln(x: number): number {
  if (x === 0) return -Infinity;
  if (x === Infinity) return Infinity;
  let exponent = 0;
  let m = x;
  while (m > 1.5) {
    m /= 2;
    exponent++;
  }
  while (m < 0.75) {
    m *= 2;
    exponent--;
  }
  const y = (m - 1) / (m + 1);
  const square = y * y;
  let sum = 0;
  for (let k = 25; k >= 1; k -= 2) sum = sum * square + 1 / k;
  return exponent * LN2 + 2 * y * sum;
}

/** e to the power of x. */
export function exp(x: number): number {
  if (x === Infinity) return Infinity;
  if (x === -Infinity) return 0;
  let halvings = 0;
  let small = x;
  while (small > 0.5 || small < -0.5) {
    small /= 2;
    halvings++;
  }
  let sum = 1;
  for (let k = 14; k >= 1; k--) sum = 1 + (small / k) * sum;
  for (let k = 0; k < halvings; k++) sum *= sum;
  return sum;
}

const STEPS = 4096;

/** -ln of 4,096 evenly spread numbers in 0..1: T accepts worsenings up to T * ACCEPTANCE[random]. */
export const ACCEPTANCE = Float64Array.from({ length: STEPS }, (_, i) => -ln((i + 0.5) / STEPS));

/** Bits to drop from 32 random bits to index `ACCEPTANCE`. */
export const ACCEPTANCE_SHIFT = 20;
