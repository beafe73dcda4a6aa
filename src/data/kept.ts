import type { EntityManager } from '@mikro-orm/postgresql';
import { freshness, type Freshness } from './data.queries.js';

/** What a process keeps for the next question, the least used of too many forgotten. */
export class Kept<T> {
  readonly #entries = new Map<string, Promise<T>>();

  constructor(private readonly max: number) {}

  get(key: string): Promise<T> | undefined {
    const known = this.#entries.get(key);
    if (!known) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known;
  }

  set(key: string, value: Promise<T>): Promise<T> {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    value.catch(() => this.#entries.get(key) === value && this.#entries.delete(key));
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.max) this.#entries.delete(oldest);
    return value;
  }
}

/**
 * Whether what was read of these tables is still so. Read it again only if not, and remember `seen` with it.
 * @param before what was seen when it was read
 */
export async function freshnessOf(
  em: EntityManager,
  tables: readonly string[],
  before: string | undefined,
): Promise<Freshness> {
  const [row] = await freshness(em, before ?? null, tables);
  return row;
}
