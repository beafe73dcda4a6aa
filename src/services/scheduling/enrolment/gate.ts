import type { Context } from '../../../data/context.js';
import { inLine } from '../changes/line.js';

/**
 * Enrolments that a process carries out at once. More would not be faster: they would only hold connections
 * and wait for each other in the database.
 */
const atOnceMax = 4;

let free = atOnceMax;
const waiting: (() => void)[] = [];

/**
 * Carries out what somebody does with a place in a teaching class, one after the other for each class: others
 * wait here, without a connection, and not at the row of the class.
 */
export function atGate<R>(ctx: Context, teachingClass: string, work: () => Promise<R>): Promise<R> {
  // It has a connection already, for which the one ahead of it may be waiting.
  if (ctx.em.isInTransaction()) return work();
  return inLine(ctx, `enrolment ${teachingClass}`, () => throughGate(work));
}

async function throughGate<R>(work: () => Promise<R>): Promise<R> {
  if (free > 0) free--;
  else await new Promise<void>((enter) => waiting.push(enter));
  try {
    return await work();
  } finally {
    const enter = waiting.shift();
    if (enter) enter();
    else free++;
  }
}
