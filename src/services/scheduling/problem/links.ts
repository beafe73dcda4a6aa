import type { Distribution, DistributionType, Meeting } from '@class-scheduling/solver';
import { LinkKind, pairedKinds } from '../../../schema/timetables.js';
import type { SnapshotLink, SnapshotMeeting } from './snapshot.js';

/** Two meetings that a link ties to each other, the first side first. */
export interface LinkedPair {
  readonly link: SnapshotLink;
  readonly first: SnapshotMeeting;
  readonly second: SnapshotMeeting;
}

/** The relations of the solver that together are a kind of link; the teachers of both are no relation. */
const relationsOf: Readonly<Record<LinkKind, readonly DistributionType[]>> = {
  BEFORE: ['WeekPrecedence'],
  SAME_DAY: ['SameDays'],
  OTHER_DAY: ['DifferentDays'],
  SAME_TEACHER: [],
  SAME_ROOM: ['SameRoom'],
  SAME_TIME: ['SameDays', 'SameTime'],
};

/** The pairs of meetings that links tie, as far as both are held in some week. */
export function linkedPairs(
  links: readonly SnapshotLink[],
  meetings: readonly SnapshotMeeting[],
): LinkedPair[] {
  const byClass = Map.groupBy(meetings, ({ teachingClass }) => teachingClass);
  const side = (id: string, hours: string | null): SnapshotMeeting[] =>
    (byClass.get(id) ?? []).filter(({ kind }) => hours === null || kind === hours);
  return links.flatMap((link) => {
    const [ones, others] = [side(link.first, link.firstHours), side(link.second, link.secondHours)];
    const isPaired = pairedKinds.includes(link.kind);
    return ones.flatMap((first, at) =>
      (isPaired ? others.slice(at, at + 1) : others)
        .filter(({ weeks }) => weeks.some((week) => first.weeks.includes(week)))
        .map((second) => ({ link, first, second })),
    );
  });
}

/** What links say of times and rooms; of two meetings that a run leaves where they are, nothing. */
export function linkRelations(pairs: readonly LinkedPair[], meetings: readonly Meeting[]): Distribution[] {
  const byId = new Map(meetings.map((meeting) => [meeting.id, meeting]));
  const isFixed = ({ lock }: Meeting): boolean => lock?.time !== undefined && lock.room !== undefined;
  return pairs.flatMap(({ link: { kind, isRequired, weight }, first, second }) => {
    const tied = [first, second].flatMap(({ id }) => byId.get(id) ?? []);
    if (tied.length < 2 || tied.every(isFixed)) return [];
    const common = { meetings: [first.id, second.id], required: isRequired };
    return relationsOf[kind].map((type): Distribution => ({
      ...common,
      type,
      ...(!isRequired && { penalty: weight }),
    }));
  });
}

/** The meetings, of which those that one teacher has to teach by a link are one set. */
export function withLinkedTeachers(
  meetings: readonly Meeting[],
  pairs: readonly LinkedPair[],
): readonly Meeting[] {
  const setOf = new Map(meetings.map(({ id, teacherSet }) => [id, teacherSet ?? `meeting ${id}`]));
  const names = new Map<string, string>();
  const nameOf = (set: string): string => {
    const name = names.get(set);
    return name === undefined ? set : nameOf(name);
  };
  const known = pairs.filter(({ first, second }) => setOf.has(first.id) && setOf.has(second.id));
  for (const { link, first, second } of known) {
    if (link.kind !== LinkKind.SAME_TEACHER) continue;
    const [one, other] = [first, second].map(({ id }) => nameOf(setOf.get(id)!));
    if (one !== other) names.set(other, one);
  }
  if (names.size === 0) return meetings;
  const joined = new Set([...names].flatMap(([set]) => [set, nameOf(set)]));
  return meetings.map((meeting) => {
    const set = setOf.get(meeting.id)!;
    return joined.has(set) ? { ...meeting, teacherSet: nameOf(set) } : meeting;
  });
}
