/** Whether a set of requirements can be met together, as far as known. */
export type Verdict = 'impossible' | 'possible' | 'unknown';

/** Maximum number of places tried by one check of a set of requirements. */
export const STEPS_PER_CHECK = 20_000;
/** The same when several requirements are dropped at once, which is a guess. */
const STEPS_PER_GUESS = 500;

/**
 * Drops items that are not needed for a set to be impossible: by halves, then one by one. `isProved` means
 * that every remaining item was shown to be needed.
 */
export function minimise(
  items: readonly string[],
  check: (kept: readonly string[], steps: number) => Verdict,
): { kept: readonly string[]; isProved: boolean } {
  let kept = items;
  let isProved = true;
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < kept.length;) {
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)];
      const verdict = check(rest, size === 1 ? STEPS_PER_CHECK : STEPS_PER_GUESS);
      if (verdict === 'impossible') kept = rest;
      else start += size;
      if (size === 1 && verdict === 'unknown') isProved = false;
    }
  }
  return { kept, isProved };
}
