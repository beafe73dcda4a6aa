/** Statements that wait for a connection, and those of the same caller that have one. */
interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Shares the connections of a pool among callers: one alone gets a fifth of them, callers take turns, and a
 * fifth stays free for what is not read for an operation, such as who is calling.
 */
export class StatementPlaces {
  readonly #lanes = new Map<string, Lane>();
  readonly #max: number;
  readonly #ofCallerMax: number;
  #running = 0;

  constructor(connections: number) {
    this.#max = Math.ceil((connections * 4) / 5);
    this.#ofCallerMax = Math.ceil(connections / 5);
  }

  /** Sends a statement when it is its turn. */
  async run<R>(caller: string, send: () => Promise<R>): Promise<R> {
    const lane = this.#lanes.get(caller) ?? { running: 0, waiting: [] };
    this.#lanes.set(caller, lane);
    if (this.#hasPlaceFor(lane)) this.#enter(lane);
    else await new Promise<void>((begin) => lane.waiting.push(begin));
    try {
      return await send();
    } finally {
      lane.running--;
      this.#running--;
      if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(caller);
      this.#admit();
    }
  }

  #hasPlaceFor({ running }: Lane): boolean {
    return this.#running < this.#max && running < this.#ofCallerMax;
  }

  #enter(lane: Lane): void {
    lane.running++;
    this.#running++;
  }

  #admit(): void {
    for (const [caller, lane] of this.#lanes) {
      if (this.#running >= this.#max) return;
      if (lane.waiting.length === 0 || !this.#hasPlaceFor(lane)) continue;
      this.#enter(lane);
      lane.waiting.shift()!();
      // Whoever was served stands behind all others.
      this.#lanes.delete(caller);
      this.#lanes.set(caller, lane);
    }
  }
}
