/** Median and 99th percentile of times in milliseconds. */
export function figures(taken: readonly number[]): [median: string, p99: string] {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  return [at(0.5), at(0.99)];
}

/** Milliseconds that work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
