/** Objects processed per turn of the event loop, over all operations. */
export const objectsPerTurn = 400;

/** How many times as many at most, with what is at hand below objects that were released. */
const overrunMax = 4;

/** Greatest number of objects of one caller that are released together; several callers fit into one turn. */
export const batchMax = objectsPerTurn / 4;

/** Entries of a long list that are released together, because of each a few objects are at hand. */
export const pieceMax = batchMax / 4;

/** Entries of a list that cost as much as one object to part them, each of which then waits for its turn. */
export const entriesPerObject = 8;

/** What starting and ending an operation costs, in objects. */
export const objectsOfOperation = 25;

/** What reading and judging a text of a caller costs, in objects. */
export const objectsOfText = (characters: number): number => 1 + Math.ceil(characters / charactersPerObject);
const charactersPerObject = 10;

/** Objects of one operation that are processed in the same turn. */
interface Batch {
  objects: number;
  readonly turn: Promise<void>;
  readonly begin: () => void;
}

/** What waits of an operation: objects, and long lists that are parted when none of its objects waits. */
interface Waiting {
  readonly objects: Batch[];
  readonly lists: Batch[];
}

/** What takes turns: an operation, with the name of its owner. */
export interface TurnTaker {
  readonly caller: string;
}

/**
 * Shares the event loop among callers: after a fixed number of objects it yields. The objects of each caller
 * wait in a lane of their own, and lanes are served round-robin, so that a large answer delays only its
 * caller; within a lane operations are served round-robin.
 */
export class Turns {
  readonly #lanes = new Map<string, Map<TurnTaker, Waiting>>();
  #objects = 0;
  #isScheduled = false;

  /** Resolves when the objects may be processed; undefined if they may be at once. */
  take(taker: TurnTaker, objects: number, kind: keyof Waiting = 'objects'): Promise<void> | undefined {
    this.#schedule();
    const { caller } = taker;
    if (this.#objects + objects <= objectsPerTurn && !this.#lanes.has(caller)) {
      this.#objects += objects;
      return undefined;
    }
    const lane = this.#lanes.get(caller) ?? new Map<TurnTaker, Waiting>();
    this.#lanes.set(caller, lane);
    const waiting = lane.get(taker) ?? { objects: [], lists: [] };
    lane.set(taker, waiting);
    const last = waiting[kind].at(-1);
    if (last && last.objects + objects <= batchMax) {
      last.objects += objects;
      return last.turn;
    }
    let begin!: () => void;
    const turn = new Promise<void>((resolve) => (begin = resolve));
    waiting[kind].push({ objects, turn, begin });
    return turn;
  }

  /** Counts objects that are processed in this turn, because they do not wait for another one. */
  charge(objects: number): void {
    this.#schedule();
    this.#objects += objects;
  }

  /** Whether so much is processed in this turn that everything has to wait. */
  get isOver(): boolean {
    return this.#objects > objectsPerTurn * overrunMax;
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
      const [[taker, waiting]] = lane;
      const { objects, begin } = (waiting.objects.shift() ?? waiting.lists.shift())!;
      this.#objects += objects;
      begin();
      // What was just served moves to the end.
      lane.delete(taker);
      if (waiting.objects.length + waiting.lists.length > 0) lane.set(taker, waiting);
      this.#lanes.delete(caller);
      if (lane.size > 0) this.#lanes.set(caller, lane);
    }
    if (this.#lanes.size > 0) this.#schedule();
  }
}

/** The turns of this process. */
export const turns = new Turns();
