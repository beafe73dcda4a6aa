import type { Pause } from '../deadline.js';

/** Maximum number of edges examined. */
const EDGES_MAX = 4_000_000;

/** A demand for units from any of these sinks. */
export interface Supply {
  readonly units: number;
  readonly sinks: readonly number[];
}

/**
 * Sets of supplies that demand more than the capacity of all sinks they reach (Hall's theorem): whatever the
 * search does, some remain unserved. Each set is a smallest one shown by a maximum flow; overlapping sets are
 * merged. Empty when all are served, and also when the problem is too large. `pause` may throw.
 */
export function overloadedSets(
  supplies: readonly Supply[],
  capacity: ArrayLike<number>,
  pause: Pause = () => undefined,
): number[][] {
  return new Transport(supplies, capacity, pause).overloadedSets();
}

class Transport {
  readonly #unsent: number[];
  readonly #spare: number[];
  /** What each supply sends to each of its sinks. */
  readonly #sent: number[][];
  /** Supplies that reach a sink, each with the position of the sink in its list. */
  readonly #users: (readonly [supply: number, place: number])[][];
  #edgesSeen = 0;

  constructor(
    private readonly supplies: readonly Supply[],
    capacity: ArrayLike<number>,
    private readonly pause: Pause,
  ) {
    this.#unsent = supplies.map(({ units }) => units);
    this.#spare = Array.from(capacity);
    this.#sent = supplies.map(({ sinks }) => sinks.map(() => 0));
    this.#users = this.#spare.map(() => []);
    for (const [supply, { sinks }] of supplies.entries())
      for (const [place, sink] of sinks.entries()) this.#users[sink].push([supply, place]);
  }

  overloadedSets(): number[][] {
    const choosiestFirst = [...this.supplies.keys()].sort(
      (a, b) => this.supplies[a].sinks.length - this.supplies[b].sinks.length || a - b,
    );
    for (const supply of choosiestFirst) this.#fill(supply);
    const sets: Set<number>[] = [];
    for (const supply of choosiestFirst) {
      if (sets.some((set) => set.has(supply))) continue;
      let reached = this.#augment(supply);
      while (reached === null) reached = this.#augment(supply);
      if (this.#edgesSeen > EDGES_MAX) return [];
      if (this.#unsent[supply] === 0) continue;
      const shared = sets.filter((set) => [...reached].some((one) => set.has(one)));
      for (const set of shared) for (const one of set) reached.add(one);
      sets.splice(0, sets.length, ...sets.filter((set) => !shared.includes(set)), reached);
    }
    return sets.map((set) => [...set].sort((a, b) => a - b));
  }

  #fill(supply: number): void {
    for (const [place, sink] of this.supplies[supply].sinks.entries()) {
      const amount = Math.min(this.#unsent[supply], this.#spare[sink]);
      if (amount > 0) this.#send(supply, place, amount);
    }
  }

  #send(supply: number, place: number, amount: number): void {
    this.#unsent[supply] -= amount;
    this.#sent[supply][place] += amount;
    this.#spare[this.supplies[supply].sinks[place]] -= amount;
  }

  /** Sends more along an augmenting path; returns null on success, otherwise the supplies reached. */
  #augment(root: number): Set<number> | null {
    this.pause();
    const reached = new Set([root]);
    if (this.#unsent[root] === 0) return reached;
    /**
     * By sink: the supply that reached it, and its position in that list. By supply: the sink that led to it.
     */
    const from = new Map<number, readonly [supply: number, place: number]>();
    const by = new Map<number, readonly [sink: number, place: number]>();
    for (const supply of reached) {
      for (const [place, sink] of this.supplies[supply].sinks.entries()) {
        if (++this.#edgesSeen > EDGES_MAX) return reached;
        if (from.has(sink)) continue;
        from.set(sink, [supply, place]);
        if (this.#spare[sink] > 0) {
          this.#shift(root, sink, from, by);
          return null;
        }
        for (const [other, at] of this.#users[sink]) {
          if (this.#sent[other][at] === 0 || reached.has(other)) continue;
          reached.add(other);
          by.set(other, [sink, at]);
        }
      }
    }
    return reached;
  }

  #shift(
    root: number,
    last: number,
    from: ReadonlyMap<number, readonly [number, number]>,
    by: ReadonlyMap<number, readonly [number, number]>,
  ): void {
    const steps: (readonly [supply: number, place: number, sign: 1 | -1])[] = [];
    let amount = Math.min(this.#unsent[root], this.#spare[last]);
    let sink = last;
    for (;;) {
      const [supply, place] = from.get(sink) as readonly [number, number];
      steps.push([supply, place, 1]);
      const before = by.get(supply);
      if (supply === root || !before) break;
      steps.push([supply, before[1], -1]);
      amount = Math.min(amount, this.#sent[supply][before[1]]);
      sink = before[0];
    }
    for (const [supply, place, sign] of steps) this.#send(supply, place, sign * amount);
  }
}
