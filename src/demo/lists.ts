/** Splits a list into as few parts of at most `most` as possible, of nearly equal length. */
export function evenParts<T>(list: readonly T[], most: number): T[][] {
  const count = Math.ceil(list.length / most);
  const start = (part: number): number => Math.floor((part * list.length) / count);
  return Array.from({ length: count }, (_, part) => list.slice(start(part), start(part + 1)));
}

/** The value with the lowest cost; the first of several. */
export function cheapest<T>(list: readonly T[], cost: (value: T) => number): T {
  let best = list[0];
  let least = cost(best);
  for (const value of list.slice(1)) {
    const amount = cost(value);
    if (amount < least) [best, least] = [value, amount];
  }
  return best;
}
