import { readAgain, type BusEvent } from '../database/event-bus.js';

/** The greatest number that a column of whole numbers holds. */
const numberMax = 2_147_483_647;

/** The first number that comes after one, which is any that a caller names. */
export const firstAfter = (last: number): number => Math.min(last, numberMax - 1) + 1;

/** How far a follower was told of what comes in order: up to `last`; `isBehind` where more is waiting. */
interface Follower {
  last: number;
  isBehind: boolean;
}

/** An event of a follower, who knows everything up to `last`. */
export interface OrderedEvent extends BusEvent {
  readonly follower: Follower;
}

/**
 * Follows what comes in order from the number that the caller knows. Events only say that something moved,
 * and may be merged; each reads what the follower has not been told yet. As long as one reads not all,
 * another event follows at once.
 */
export function followInOrder(
  events: AsyncIterableIterator<BusEvent>,
  id: string,
  after: number,
): AsyncIterableIterator<OrderedEvent> {
  const follower = { last: after, isBehind: false };
  return {
    async next() {
      if (follower.isBehind) return { value: { id, sequence: readAgain, follower }, done: false };
      const { value, done } = await events.next();
      return done ? { value: undefined, done } : { value: { ...(value as BusEvent), follower }, done: false };
    },
    async return() {
      await events.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
