import type { Meeting, Problem } from '../../../src/model.js';

/**
 * The meetings in parts that share no group, so that what groups suffer in one part does not depend on
 * another. A meeting without groups goes where most students who chose it belong.
 */
export function partsOf({ meetings, students = [] }: Problem): Meeting[][] {
  const leader = new Map<string, string>();
  const leaderOf = (group: string): string => {
    const next = leader.get(group) ?? group;
    return next === group ? group : leaderOf(next);
  };
  for (const { groups } of meetings)
    for (const group of groups.slice(1)) leader.set(leaderOf(group), leaderOf(groups[0]));
  const byId = new Map(meetings.map((meeting) => [meeting.id, meeting]));
  const fellows = new Map<string, Map<string, number>>();
  for (const { meetings: attended } of students) {
    const own = attended.map((id) => byId.get(id)!);
    const home = own.find(({ groups }) => groups.length > 0);
    for (const { id } of own.filter(({ groups }) => groups.length === 0)) {
      const counts = fellows.get(id) ?? new Map<string, number>();
      fellows.set(id, counts);
      if (home) counts.set(leaderOf(home.groups[0]), (counts.get(leaderOf(home.groups[0])) ?? 0) + 1);
    }
  }
  const partOf = ({ id, groups }: Meeting): string => {
    if (groups.length > 0) return leaderOf(groups[0]);
    const most = [...(fellows.get(id) ?? [])].sort(([, a], [, b]) => b - a);
    return most[0]?.[0] ?? `meeting ${id}`;
  };
  return [...Map.groupBy(meetings, partOf).values()];
}
