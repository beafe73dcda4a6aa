import type { EntityManager } from '@mikro-orm/postgresql';
import { ConflictKind } from '../../../schema/timetables.js';
import { sharesWeek, spansOverlap } from '../semester/calendar.js';
import { spanOf } from '../placement/facts.js';
import { readFacts, readStates, type MeetingFacts, type MeetingState, type StateChange } from './states.js';

/** Two meetings of a conflict; twice the same one where its room is closed. */
export interface ConflictingPair {
  readonly resource: string;
  readonly first: string;
  readonly second: string;
}

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
  const pairs = await em.execute<ConflictingPair[]>(
    `select min(resource::text) as resource, first_meeting_id as first, second_meeting_id as second
     from conflict_pair where conflict_id = $1 group by 2, 3 order by 2, 3`,
    [id],
  );
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
