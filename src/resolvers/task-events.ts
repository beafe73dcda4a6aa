import { DomainError } from '../schema/errors.js';
import type { BusEvent } from '../database/event-bus.js';
import { hasEnded } from '../data/task-records.js';

/**
 * The task that an event tells of, as it is now. The event is the last one when the task, or the right to see
 * it, ended.
 */
export async function toldOf<T extends Parameters<typeof hasEnded>[0]>(
  news: BusEvent,
  read: () => Promise<T>,
): Promise<T> {
  try {
    const task = await read();
    news.isLast = hasEnded(task);
    return task;
  } catch (error) {
    // Even that something moved is not told to those who may not see what.
    news.isLast = error instanceof DomainError;
    throw error;
  }
}
