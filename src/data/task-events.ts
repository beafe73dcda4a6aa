import type { BusEvent } from '../database/event-bus.js';
import { DomainError } from '../schema/errors.js';
import { hasEnded } from './task-records.js';

/** That a task moved. */
export type TaskEvent = BusEvent;

/**
 * The task as it is after an event. The event is the last one when the task, or the right to see it, ended.
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
    // Even that something moved is not told to those who may not see what.
    event.isLast = error instanceof DomainError;
    throw error;
  }
}
