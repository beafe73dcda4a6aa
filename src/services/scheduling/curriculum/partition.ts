/** An administrative class that is to be kept whole. */
export interface WholeGroup {
  readonly id: string;
  readonly name: string;
  readonly studentCount: number;
}

/** A number as so many shares, as even as they can be, the larger ones first. */
export const sharesOf = (count: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, at) => Math.floor(count / parts) + (at < count % parts ? 1 : 0));

/** The things in as many parts, as even as they can be, neighbours kept together. */
export function evenly<T>(things: readonly T[], parts: number): T[][] {
  let from = 0;
  return sharesOf(things.length, parts).map((size) => things.slice(from, (from += size)));
}

/**
 * Whole groups in as few parts as possible of at most so many students, each of which must fit by itself: the
 * largest first, always into the part with the fewest students.
 */
export function packed(groups: readonly WholeGroup[], studentsMax: number): WholeGroup[][] {
  const total = groups.reduce((sum, { studentCount }) => sum + studentCount, 0);
  const ordered = groups.toSorted((a, b) => b.studentCount - a.studentCount || (a.id < b.id ? -1 : 1));
  for (let count = Math.max(1, Math.ceil(total / studentsMax)); ; count++) {
    const parts = Array.from({ length: count }, () => ({ groups: [] as WholeGroup[], size: 0 }));
    for (const group of ordered) {
      const part = parts.reduce((least, each) => (each.size < least.size ? each : least));
      part.groups.push(group);
      part.size += group.studentCount;
    }
    if (count >= groups.length || parts.every(({ size }) => size <= studentsMax))
      return parts.map((part) => part.groups);
  }
}
