import type DataLoader from 'dataloader';
import type { Context } from './context.js';
import { batchLoader } from './loading.js';
import { json, type Json, type Statement } from './statements.js';

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

/** The row with an id, by a statement that is sent once for all rows that one query asks for. */
export const rowById = <R extends { readonly id: string }>(
  ctx: Context,
  name: string,
  rowsOf: Statement<R, [ids: Json<readonly string[]>]>,
  id: string,
): Promise<R | null> =>
  loaderOf<R | null>(
    ctx,
    name,
    async (ids) => new Map((await rowsOf(ctx.em, json(ids))).map((row) => [row.id, row])),
    null,
  ).load(id);

/** The rows by key, in their original order. */
export const groupBy = <R>(rows: readonly R[], keyOf: (row: R) => string): Map<string, R[]> =>
  Map.groupBy(rows, keyOf);

/** The values of items by key, in their original order. */
export const listsBy = <T, V>(
  items: readonly T[],
  keyOf: (item: T) => string,
  valueOf: (item: T) => V,
): Map<string, V[]> => new Map([...groupBy(items, keyOf)].map(([key, list]) => [key, list.map(valueOf)]));
