interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  /** Whether it was asked for since it last might have gone. */
  isWanted: boolean;
}

/**
 * A map of bounded total weight. What nobody asked for goes first: an entry that was wanted since it was last
 * looked at is the youngest again when its turn comes (the clock algorithm of Corbató, 1968), so that asking
 * changes nothing but a mark.
 */
export class RecentMap<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  #weight = 0;

  constructor(
    private readonly weightMax: number,
    private readonly weightOf: (value: V) => number = () => 1,
  ) {}

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isWanted = true;
    return entry.value;
  }

  set(key: K, value: V): V {
    this.delete(key);
    const weight = this.weightOf(value);
    this.#entries.set(key, { value, weight, isWanted: false });
    this.#weight += weight;
    while (this.#weight > this.weightMax) this.#letGo();
    return value;
  }

  get size(): number {
    return this.#entries.size;
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  #letGo(): void {
    const [[key, entry]] = this.#entries;
    this.#entries.delete(key);
    if (!entry.isWanted) this.#weight -= entry.weight;
    else this.#entries.set(key, { ...entry, isWanted: false });
  }
}
