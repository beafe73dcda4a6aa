import { isInScope, scopeOf } from './run-scope.js';
import type { Snapshot, SnapshotTeachingClass } from './snapshot.js';

/** Tells whether a run places the meetings of a teaching class. */
export function placedBy({
  departments = [],
  options = {},
}: Snapshot): (teachingClass: SnapshotTeachingClass) => boolean {
  const scope = scopeOf(departments, options);
  return ({ department = '', ...each }) => isInScope(scope, { ...each, department });
}

/** The meetings that a run for a department places; null of a run that ends as a draft, which has all. */
export function meetingsInScope(snapshot: Snapshot): ReadonlySet<string> | null {
  const { departments, teachingClasses, meetings } = snapshot;
  if (!departments) return null;
  const classes = new Set(teachingClasses.filter(placedBy(snapshot)).map(({ id }) => id));
  return new Set(meetings.filter(({ teachingClass }) => classes.has(teachingClass)).map(({ id }) => id));
}
