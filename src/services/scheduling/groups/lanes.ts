/** The lanes of a class, and those of each of its groups, by id. */
export interface Lanes {
  readonly ofClass: readonly number[];
  readonly ofGroups: ReadonlyMap<string, readonly number[]>;
}

/**
 * One lane for each set of groups that some student is in, and one for each group that nobody is in, so that
 * two groups share a lane exactly if they share a student. A class that is not parted has lane 0 alone.
 * @param groups all groups of the class
 * @param sets for students of the class, the groups that each is in, the same set as often as it comes
 */
export function lanesOf(groups: readonly string[], sets: readonly (readonly string[])[]): Lanes {
  const distinct = new Map(sets.map((set) => [set.toSorted().join(), set]));
  const filled = new Set(sets.flat());
  for (const group of groups) if (!filled.has(group)) distinct.set(group, [group]);
  // In an order of their own, so that equal memberships have equal lanes.
  const lanes = [...distinct].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, set]) => set);
  return {
    ofClass: groups.length === 0 ? [0] : lanes.map((_, lane) => lane),
    ofGroups: new Map(
      groups.map((group) => [group, lanes.flatMap((set, lane) => (set.includes(group) ? [lane] : []))]),
    ),
  };
}
