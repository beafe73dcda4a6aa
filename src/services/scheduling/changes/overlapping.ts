import type { EntityManager } from '@mikro-orm/postgresql';
import { ConflictKind } from '../../../schema/timetables.js';
import { sharesWeek, spansOverlap } from '../semester/calendar.js';
import { spanOf } from '../placement/facts.js';
import { pairsOfConflict, type ConflictingPair } from './conflict-records.queries.js';
import type { MeetingFacts, MeetingState, StateChange } from './states.js';
import { readFacts, readStates } from './states.queries.js';

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
  changes: readonly Pick<StateChange, 'meeting' | 'after'>[],
): boolean {
  const after = new Map(changes.map((change) => [change.meeting, change.after]));
  const placeOf = (meeting: string) =>
    (after.has(meeting) ? after.get(meeting) : states.get(meeting))?.place ?? null;
  return pairs.some(({ resource, first, second }) => {
    const [one, other] = [placeOf(first), placeOf(second)];
    if (!one || !other) return false;
    if (first === second) return one.room === resource;
    if (kind === ConflictKind.ROOM && one.room !== other.room) return false;
    if (kind === ConflictKind.TEACHER && one.teacher !== other.teacher) return false;
    const [a, b] = [facts.get(first)!, facts.get(second)!];
    return spansOverlap(spanOf(a, one), spanOf(b, other)) && sharesWeek(a.weeks, b.weeks);
  });
}
