/** Cells looked at before the question is given up. */
const LOOKS_MAX = 300_000;

/**
 * Whether every demand gets as many cells as it needs, each cell given once: augmenting paths. With cells that are
 * the periods of one teacher (or of all rooms that suit), a "no" proves that no timetable exists, whatever the search.
 * A "yes" proves nothing; it is also the answer when the question is too large.
 */
export function canServe(
  demands: readonly { readonly units: number; readonly cells: readonly number[] }[],
): boolean {
  const needed = demands.reduce((sum, { units }) => sum + units, 0);
  if (needed > new Set(demands.flatMap(({ cells }) => cells)).size) return false;
  const holder = new Map<number, number>();
  const seen = new Set<number>();
  let looks = 0;
  const augment = (demand: number): boolean => {
    for (const cell of demands[demand].cells) {
      if (++looks > LOOKS_MAX) return true;
      if (seen.has(cell)) continue;
      seen.add(cell);
      const other = holder.get(cell);
      if (other !== undefined && !augment(other)) continue;
      holder.set(cell, demand);
      return true;
    }
    return false;
  };
  for (const [demand, { units }] of demands.entries()) {
    for (let unit = 0; unit < units; unit++) {
      seen.clear();
      if (!augment(demand)) return false;
      if (looks > LOOKS_MAX) return true;
    }
  }
  return true;
}
