/** Objects processed per turn of the event loop, over all operations. */
export const objectsPerTurn = 400;

/** Greatest number of objects of one caller that are released together; several callers fit into one turn. */
export const batchMax = objectsPerTurn / 4;

/** What starting and ending an operation costs, in objects. */
export const objectsOfOperation = 25;

/** Objects of one caller that are processed in the same turn. */
interface Batch {
  objects: number;
  readonly turn: Promise<void>;
  readonly begin: () => void;
}

/**
 * Shares the event loop among callers: after a fixed number of objects it yields. The objects of each caller
 * wait in a lane of their own, and lanes are served round-robin, so that a large answer delays only its
 * caller.
 */
class Turns {
  readonly #lanes = new Map<string, Batch[]>();
  #objects = 0;
  #isScheduled = false;

  /** Resolves when the objects may be processed; undefined if they may be at once. */
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

  /** Begins a turn: takes one batch from each lane, up to the limit. */
  #begin(): void {
    this.#isScheduled = false;
    this.#objects = 0;
    for (const [caller, lane] of this.#lanes) {
      if (this.#objects >= objectsPerTurn) break;
      const { objects, begin } = lane.shift()!;
      this.#objects += objects;
      begin();
      // The lane just served moves to the end.
      this.#lanes.delete(caller);
      if (lane.length > 0) this.#lanes.set(caller, lane);
    }
    if (this.#lanes.size > 0) this.#schedule();
  }
}

/** The turns of this process. */
export const turns = new Turns();
