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
