import DataLoader from 'dataloader';
import type { Context } from './context.js';

const loadersByContext = new WeakMap<Context, Map<string, DataLoader<string, unknown>>>();

/**
 * A batched reading of the context's own: every key asked for during one query is read by one call of `read`,
 * which answers in any order. `name` tells readings apart.
 */
export function loaderOf<V>(
  ctx: Context,
  name: string,
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  missing: V,
): DataLoader<string, V> {
  const loaders = loadersByContext.get(ctx) ?? new Map<string, DataLoader<string, unknown>>();
  loadersByContext.set(ctx, loaders);
  const known = loaders.get(name);
  if (known) return known as DataLoader<string, V>;
  const loader = new DataLoader<string, V>(async (keys) => {
    const found = await read(keys);
    return keys.map((key) => found.get(key) ?? missing);
  });
  loaders.set(name, loader as DataLoader<string, unknown>);
  return loader;
}

/** The rows of each key, in the order in which they come. */
export function grouped<R>(rows: readonly R[], keyOf: (row: R) => string): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
