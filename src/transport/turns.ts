/** Objects that are worked on in one turn of the event loop, of all operations together. */
export const objectsPerTurn = 1_000;

/** Objects that go on in the same turn. */
interface Batch {
  objects: number;
  readonly turn: Promise<void>;
  readonly begin: () => void;
}

/**
 * Shares the event loop among callers: after so many objects whatever else waits gets a turn. The objects of
 * a caller wait in a lane, and lanes take turns, so that a large answer holds up nobody but who asked for it.
 */
class Turns {
  readonly #lanes = new Map<string, Batch[]>();
  #objects = 0;
  #isScheduled = false;

  /** Waits until the objects may be worked on; undefined when they may be now. */
  take(caller: string, objects: number): Promise<void> | undefined {
    this.#schedule();
    if (this.#objects + objects <= objectsPerTurn && !this.#lanes.has(caller)) {
      this.#objects += objects;
      return undefined;
    }
    const lane = this.#lanes.get(caller) ?? [];
    this.#lanes.set(caller, lane);
    const last = lane.at(-1);
    if (last && last.objects + objects <= batchMax) {
      last.objects += objects;
      return last.turn;
    }
    let begin!: () => void;
    const turn = new Promise<void>((resolve) => (begin = resolve));
    lane.push({ objects, turn, begin });
    return turn;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#begin());
  }

  /** Begins a turn: one batch of each lane after the other, while there is room. */
  #begin(): void {
    this.#isScheduled = false;
    this.#objects = 0;
    for (const [caller, lane] of this.#lanes) {
      if (this.#objects >= objectsPerTurn) break;
      const { objects, begin } = lane.shift()!;
      this.#objects += objects;
      begin();
      // Whoever was served stands behind all others.
      this.#lanes.delete(caller);
      if (lane.length > 0) this.#lanes.set(caller, lane);
    }
    if (this.#lanes.size > 0) this.#schedule();
  }
}

/** Small enough that several callers have room in one turn. */
const batchMax = objectsPerTurn / 4;

/** The turns of this process. */
export const turns = new Turns();
