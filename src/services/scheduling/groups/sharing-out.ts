import { GroupDrawing } from '../../../schema/class-groups.js';

/**
 * Students shared out among so many groups, as even as can be, the larger ones first.
 * @param students in order of their numbers
 */
export function drawn<T>(students: readonly T[], groups: number, drawing: GroupDrawing): T[][] {
  const smallest = Math.floor(students.length / groups);
  const larger = students.length % groups;
  const startOf = (group: number): number => group * smallest + Math.min(group, larger);
  return Array.from({ length: groups }, (_, group) =>
    drawing === GroupDrawing.ALTERNATING
      ? students.filter((_student, at) => at % groups === group)
      : students.slice(startOf(group), startOf(group + 1)),
  );
}

/** What a group is called where nobody says: A组, B组, … */
export const usualName = (at: number): string => `${String.fromCharCode(65 + at)}组`;
