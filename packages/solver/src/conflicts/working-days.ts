import type { Problem, TeachingClass } from '../model.js';
import type { Domain } from './domains.js';

/** A teaching class whose meetings cannot spread over as many days as required. */
interface UnderspreadClass {
  readonly teachingClass: TeachingClass;
  readonly domains: readonly Domain[];
  /** Maximum number of days they can be on. */
  readonly days: number;
}

/** Checks each class by the given domains; the caller knows whether they cover all its meetings. */
export function* underspreadClasses(
  problem: Problem,
  domains: readonly Domain[],
): Generator<UnderspreadClass> {
  const byClass = new Map<string, Domain[]>();
  for (const domain of domains) {
    const own = byClass.get(domain.meeting.teachingClass);
    if (own) own.push(domain);
    else byClass.set(domain.meeting.teachingClass, [domain]);
  }
  for (const teachingClass of problem.teachingClasses) {
    const domains = byClass.get(teachingClass.id);
    if (!domains || (teachingClass.minimumDays ?? 0) < 2) continue;
    const offered = domains.map(({ times }) => times.map((time) => problem.times[time].days));
    const most = offered.reduce((sum, list) => sum + Math.max(0, ...list.map(bitCount)), 0);
    const all = bitCount(offered.flat().reduce((a, b) => a | b, 0));
    const days = Math.min(most, all);
    if (days < (teachingClass.minimumDays ?? 0)) yield { teachingClass, domains, days };
  }
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
