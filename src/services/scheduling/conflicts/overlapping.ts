import type { EntityManager } from '@mikro-orm/postgresql';
import { ConflictKind } from '../../../schema/timetables.js';
import { sharesWeek, spansOverlap } from '../semester/periods.js';
import { spanOf, teachersAt } from '../placement/facts.js';
import { pairsOfConflict, type ConflictingPair } from '../changes/conflict-records.queries.js';
import type { MeetingFacts, MeetingPlace, MeetingState, StateChange } from '../changes/states.js';
import { readFacts, readStates } from '../changes/states.queries.js';

/** A conflict with the meetings that overlap in it, as its timetable has them. */
export interface ConflictingMeetings {
  readonly kind: ConflictKind;
  readonly firstSeries: string;
  readonly pairs: readonly ConflictingPair[];
  readonly states: ReadonlyMap<string, MeetingState>;
  readonly facts: ReadonlyMap<string, MeetingFacts>;
}

/** The meetings of a conflict; its pairs without regard to whom of many students they are about. */
export async function conflictingMeetings(
  em: EntityManager,
  {
    id,
    timetable,
    kind,
    firstSeries,
  }: { id: string; timetable: string; kind: ConflictKind; firstSeries: string },
): Promise<ConflictingMeetings> {
  const pairs = await pairsOfConflict(em, id);
  const meetings = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const [states, facts] = [await readStates(em, timetable, meetings), await readFacts(em, meetings)];
  return { kind, firstSeries, pairs, states, facts };
}

/** Whether something of the conflict would still overlap after the changes. */
export function stillOverlaps(
  { kind, pairs, states, facts }: ConflictingMeetings,
  changes: readonly Omit<StateChange, 'before'>[],
): boolean {
  const after = new Map(changes.map((change) => [change.meeting, change]));
  const placeOf = (meeting: string) =>
    (after.has(meeting) ? after.get(meeting)!.after : states.get(meeting))?.place ?? null;
  const teachersOf = (meeting: string, place: MeetingPlace): readonly string[] => {
    const further = after.get(meeting)?.further?.after.map(({ teacher }) => teacher);
    return teachersAt({ furtherTeachers: further ?? facts.get(meeting)!.furtherTeachers }, place);
  };
  return pairs.some(({ resource, first, second }) => {
    const [one, other] = [placeOf(first), placeOf(second)];
    if (!one || !other) return false;
    if (first === second) return one.room === resource;
    if (kind === ConflictKind.ROOM && one.room !== other.room) return false;
    const isShared = (): boolean =>
      [teachersOf(first, one), teachersOf(second, other)].every((all) => all.includes(resource));
    if (kind === ConflictKind.TEACHER && !isShared()) return false;
    const [a, b] = [facts.get(first)!, facts.get(second)!];
    return spansOverlap(spanOf(a, one), spanOf(b, other)) && sharesWeek(a.weeks, b.weeks);
  });
}
