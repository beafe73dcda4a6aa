import { scopeOf } from '../../data/access.js';
import type { App } from '../../data/app.js';
import { entityInfo, type EntityClass } from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { freshnessOf, Kept } from '../../data/kept/kept.js';

/** What is read of some entities, kept as long as none of their rows changes: who sees the same shares it. */
export class KeptByScope<T> {
  /** With the transactions whose effects it has. */
  readonly #byApp = new WeakMap<App, Kept<{ readonly value: T; readonly seen: string }>>();
  readonly #tables: readonly string[];

  /** @param max sets that a process keeps ready */
  constructor(
    private readonly entities: readonly EntityClass[],
    private readonly max: number,
  ) {
    this.#tables = entities.map((entity) => entityInfo(entity).table);
  }

  /** @param key what it is of, beside the scope of the caller */
  async of(ctx: Context, key: string | undefined, read: () => Promise<T>): Promise<T> {
    const kept = this.#byApp.get(ctx.app) ?? new Kept(this.max);
    this.#byApp.set(ctx.app, kept);
    const place = JSON.stringify([key, this.entities.map((entity) => scopeOf(ctx, entity))]);
    const ready = await kept.get(place);
    const { seen, isStale } = await freshnessOf(ctx.em, this.#tables, ready?.seen);
    if (ready && !isStale) return ready.value;
    return (
      await kept.set(
        place,
        read().then((value) => ({ value, seen })),
      )
    ).value;
  }
}
