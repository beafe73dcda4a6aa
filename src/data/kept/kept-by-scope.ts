import { scopeOf } from '../access.js';
import type { App } from '../app.js';
import { entityInfo, type EntityClass } from '../columns.js';
import { contextWithin, type Context } from '../context.js';
import { freshness } from '../data.queries.js';
import { Kept } from './kept.js';

interface Ready<T> {
  readonly value: T;
  /** The transactions whose effects it has. */
  readonly seen: string;
  /** It is not old for calls that began when no more changes than these were seen; see `Rows.changes`. */
  changes: number;
}

/** What is read of some entities, kept as long as none of their rows changes: who sees the same shares it. */
export class KeptByScope<T> {
  readonly #byApp = new WeakMap<App, Kept<Ready<T>>>();
  readonly #tables: readonly string[];

  /**
   * @param entities those of which each caller reads what is in his scope
   * @param max sets that a process keeps ready
   * @param shared those of which everybody reads the same
   */
  constructor(
    private readonly entities: readonly EntityClass[],
    private readonly max: number,
    shared: readonly EntityClass[] = [],
  ) {
    this.#tables = [...entities, ...shared].map((entity) => entityInfo(entity).table);
  }

  /** @param key what it is of, beside the scope of the caller */
  async of(ctx: Context, key: string | undefined, read: (ctx: Context) => Promise<T>): Promise<T> {
    const kept = this.#byApp.get(ctx.app) ?? new Kept(this.max);
    this.#byApp.set(ctx.app, kept);
    const place = JSON.stringify([key, this.entities.map((entity) => scopeOf(ctx, entity))]);
    const known = kept.get(place);
    const ready = await known;
    const { changes } = ctx.rows;
    if (ready && changes !== null && ready.changes >= changes) return ready.value;
    const [{ seen, isStale }] = await freshness(ctx.em, ready?.seen ?? null, this.#tables);
    if (ready && !isStale) {
      ready.changes = Math.max(ready.changes, changes ?? 0);
      return ready.value;
    }
    // Of many who find it old, one reads it anew.
    if (kept.get(place) !== known) return this.of(ctx, key, read);
    const reading = async (): Promise<Ready<T>> => ({
      // Rows that calls share may be older than what is seen.
      value: await read(contextWithin(ctx, ctx.em)),
      seen,
      changes: changes ?? 0,
    });
    return (await kept.set(place, reading())).value;
  }
}
