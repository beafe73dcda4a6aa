/** A change of one subject. */
export interface BusEvent {
  readonly id: string;
  /** Counts the changes of the subject; `readAgain` when events may have been missed. */
  readonly sequence: number;
  /** Set by the consumer when the subject has reached its end: the subscription is then complete. */
  isLast?: boolean;
}

/** The sequence of an event that asks to read the state again, whatever is known. */
export const readAgain = -1;

/** Runs one statement in a transaction of the caller. */
export type ExecuteSql = (sql: string, values: unknown[]) => Promise<unknown>;

/**
 * Delivers events to the listeners of every process on the same database. An event only says that something
 * changed, and its sequence; listeners read the change themselves, so lost or merged events do no harm.
 */
export interface EventBus {
  /**
   * Publishes to every process. With the `execute` of a transaction, the event is delivered if and only if
   * that commits. Without it, call it after the commit: it never fails, and events that cannot be sent while
   * the database is away are sent afterwards.
   */
  publish(topic: string, event: BusEvent, execute?: ExecuteSql): Promise<void>;
  /** Publishes many events with the transaction of the caller, by one statement. */
  publishAll(topic: string, events: readonly BusEvent[], execute: ExecuteSql): Promise<void>;
  /**
   * Follows one subject. The first event comes at once with `readAgain`, so that no change is lost between
   * reading and following; another one follows a lost connection. Each follower buffers only the newest
   * event, so a slow reader costs nothing.
   */
  follow(topic: string, id: string): AsyncIterableIterator<BusEvent>;
  /** Calls back for every event of a topic; after a lost connection once with an empty id and `readAgain`. */
  listen(topic: string, listener: (event: BusEvent) => void): () => void;
  /** Number by which the database knows this process, as long as its connection for events lasts. */
  readonly process: number;
  /** When that connection was made, by `performance.now()`; infinite while there is none. */
  readonly connectedSinceMs: number;
  /** Number of current followers. */
  readonly followers: number;
  /** Ends every follower. */
  close(): Promise<void>;
}
