import type { EntityManager } from '@mikro-orm/postgresql';
import { freshness, type Freshness } from '../data.queries.js';
import { RecentMap } from '../../schema/recent-map.js';

/** What a process keeps for the next question, the least used of too many forgotten. */
export class Kept<T> extends RecentMap<string, Promise<T>> {
  /** A failure is not kept. */
  override set(key: string, value: Promise<T>): Promise<T> {
    super.set(key, value);
    value.catch(() => this.get(key) === value && this.delete(key));
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
