import { readAgain, type BusEvent } from '../../database/event-bus.js';
import { DomainError } from '../../schema/errors.js';
import { hasEnded } from './task.queries.js';

export { readAgain, type BusEvent };

/** The event that a task has changed. */
export type TaskEvent = BusEvent;

/**
 * The task after an event. The event is the last one if the task has ended or the caller may no longer see
 * it.
 */
export async function taskAfter<T extends Parameters<typeof hasEnded>[0]>(
  event: TaskEvent,
  read: () => Promise<T>,
): Promise<T> {
  try {
    const task = await read();
    event.isLast = hasEnded(task);
    return task;
  } catch (error) {
    // A caller who may not see the task is not told of further changes either.
    event.isLast = error instanceof DomainError;
    throw error;
  }
}
