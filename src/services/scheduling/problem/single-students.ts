import type { Meeting, Pieces, Student } from '@class-scheduling/solver';
import type { Snapshot, SnapshotTeachingClass } from './snapshot.js';

/** Pairs of meetings of one student, over all students, and students that the search has memory for. */
const pairsMax = 10_000_000;
const studentsMax = 200_000;

/**
 * Who attends what by choice, so that the solver avoids what a student would miss. Those who chose nothing
 * are left out: their administrative class never has two meetings at once. Equal choices share one list.
 * Beyond what the search has memory for, further students do not count.
 */
export function* studentsOf(snapshot: Snapshot, meetings: readonly Meeting[]): Pieces<Student[]> {
  const { students = [] } = snapshot;
  const byClass = new Map<string, string[]>();
  for (const { id, teachingClass } of meetings) listIn(byClass, teachingClass).push(id);
  const byGroup = classesByGroup(snapshot.teachingClasses);
  const attending: Student[] = [];
  let pairs = 0;
  for (const { group, teachingClasses, count } of students) {
    yield;
    if (!teachingClasses.some((id) => byClass.has(id))) continue;
    const classes = new Set([...teachingClasses, ...(byGroup.get(group ?? '') ?? [])]);
    const attended = [...classes].flatMap((id) => byClass.get(id) ?? []);
    if (attended.length < 2) continue;
    pairs += (count * attended.length * (attended.length - 1)) / 2;
    if (pairs > pairsMax || attending.length + count > studentsMax) break;
    for (let each = 0; each < count; each++) {
      attending.push({ id: `student ${attending.length + 1}`, meetings: attended });
    }
  }
  return attending;
}

function classesByGroup(teachingClasses: readonly SnapshotTeachingClass[]): Map<string, string[]> {
  const byGroup = new Map<string, string[]>();
  for (const { id, groups } of teachingClasses) for (const group of groups) listIn(byGroup, group).push(id);
  return byGroup;
}

function listIn(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
