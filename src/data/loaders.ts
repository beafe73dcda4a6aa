import type DataLoader from 'dataloader';
import type { Context } from './context.js';
import { batchLoader } from './loading.js';

const loadersByContext = new WeakMap<Context, Map<string, DataLoader<string, unknown>>>();

/**
 * A data loader per context: all keys requested during one query are read by one call of `read`. `name`
 * identifies the loader.
 */
export function loaderOf<V>(
  ctx: Context,
  name: string,
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  missing: V,
): DataLoader<string, V> {
  const loaders = loadersByContext.get(ctx) ?? new Map<string, DataLoader<string, unknown>>();
  loadersByContext.set(ctx, loaders);
  const existing = loaders.get(name);
  if (existing) return existing as DataLoader<string, V>;
  const loader = batchLoader<V>(async (keys) => {
    const values = await read(keys);
    return keys.map((key) => values.get(key) ?? missing);
  });
  loaders.set(name, loader as DataLoader<string, unknown>);
  return loader;
}

/** The rows by key, in their original order. */
export function groupBy<R>(rows: readonly R[], keyOf: (row: R) => string): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
