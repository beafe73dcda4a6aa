import type { Problem, TeachingClass } from '../model.js';
import type { Choice } from './shortages.js';

/** A teaching class whose meetings cannot be on as many days as it should have. */
export interface ThinClass {
  readonly teachingClass: TeachingClass;
  readonly own: readonly Choice[];
  /** Days they can be on at most. */
  readonly days: number;
}

/** Looks at all meetings of each class that are given; whether those are all is for the caller to know. */
export function* thinClasses(problem: Problem, choices: readonly Choice[]): Generator<ThinClass> {
  const byClass = new Map<string, Choice[]>();
  for (const choice of choices) {
    const own = byClass.get(choice.meeting.teachingClass);
    if (own) own.push(choice);
    else byClass.set(choice.meeting.teachingClass, [choice]);
  }
  for (const teachingClass of problem.teachingClasses) {
    const own = byClass.get(teachingClass.id);
    if (!own || (teachingClass.minimumDays ?? 0) < 2) continue;
    const offered = own.map(({ times }) => times.map((time) => problem.times[time].days));
    const most = offered.reduce((sum, list) => sum + Math.max(0, ...list.map(bitCount)), 0);
    const all = bitCount(offered.flat().reduce((a, b) => a | b, 0));
    const days = Math.min(most, all);
    if (days < (teachingClass.minimumDays ?? 0)) yield { teachingClass, own, days };
  }
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
