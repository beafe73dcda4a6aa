/** That one subject changed. */
export interface BusEvent {
  readonly id: string;
  /** Counts the changes of the subject; `readAgain` when it is not known what was missed. */
  readonly sequence: number;
  /**
   * Set by who answers a subscription with it, when the subject reached its end: the subscription is complete
   * then.
   */
  isLast?: boolean;
}

/** The sequence of an event that says: read the state, whatever you know. */
export const readAgain = -1;

/** Runs one statement inside a transaction of the caller. */
export type ExecuteSql = (sql: string, values: unknown[]) => Promise<unknown>;

/**
 * What happens, told to whoever listens, in this process and in every other one on the same database. An
 * event says only that something changed and how often it changed before; listeners read the change
 * themselves, so a lost or merged event loses nothing.
 */
export interface EventBus {
  /**
   * Tells every process. With the `execute` of a transaction the event is told if and only if that commits.
   * Without, call it after the commit: it never fails, and what cannot be told while the database is away is
   * told afterwards.
   */
  publish(topic: string, event: BusEvent, execute?: ExecuteSql): Promise<void>;
  /**
   * Follows one subject. The first event comes at once and says `readAgain`, so that nothing falls between
   * reading and following; another such event comes after a lost connection. Each follower has a buffer of
   * its own that keeps only the newest event, so a slow reader costs nothing.
   */
  follow(topic: string, id: string): AsyncIterableIterator<BusEvent>;
  /** Calls back for every event of a topic; after a lost connection once with an empty id and `readAgain`. */
  listen(topic: string, listener: (event: BusEvent) => void): () => void;
  /** How many follow something now. */
  readonly followers: number;
  /** Ends every follower. */
  close(): Promise<void>;
}
