/** A map of bounded total weight that evicts the least recently used entries. */
export class RecentMap<K, V> {
  readonly #entries = new Map<K, V>();
  #weight = 0;

  constructor(
    private readonly weightMax: number,
    private readonly weightOf: (value: V) => number = () => 1,
  ) {}

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): V {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.weightOf(value);
    while (this.#weight > this.weightMax) this.delete(this.#entries.keys().next().value as K);
    return value;
  }

  get size(): number {
    return this.#entries.size;
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.weightOf(value);
  }
}
