/**
 * What happens, told to whoever listens, in this process and in every other one on the same database. An event says only
 * that something changed and how often it changed before; listeners read the change themselves, so a lost or merged
 * event loses nothing.
 */
export interface EventTopics {
  /** A scheduling task moved; by task id. */
  schedulingTask: { id: string; sequence: number };
  /** Sessions of a user were ended; by user id. */
  sessionsEnded: { id: string; sequence: number };
}
export type Topic = keyof EventTopics;

export interface EventBus {
  /** Tells every process after the caller's transaction was committed. */
  publish<T extends Topic>(topic: T, event: EventTopics[T]): Promise<void>;
  /**
   * Follows one subject. Each follower has a buffer of its own that keeps only the newest event, so a slow reader costs
   * nothing. After a lost connection one event with the sequence -1 says: read again.
   */
  follow<T extends Topic>(topic: T, id: string): AsyncIterableIterator<EventTopics[T]>;
  /** Calls back for every event of a topic, whatever its subject. */
  listen<T extends Topic>(topic: T, listener: (event: EventTopics[T]) => void): () => void;
  close(): Promise<void>;
}
