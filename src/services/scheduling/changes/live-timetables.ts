import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import {
  lockLiveTimetables,
  lockSemestersOf,
  lockTimetablesOf,
  lockUnfinishedSemesters,
  placedMeetings,
  type LiveTimetable,
} from './changes.queries.js';
import { clashError, judgedClashes, overlapsAfter } from './clashes.js';
import { settleConflicts } from './conflict-records.js';
import { judgeByConstraint } from './constraint.js';
import { byMeetings, isNew, type Overlap } from './occupancy.js';
import { closableRooms, closedRooms, meetingsToSettle, occupy, type Closable } from './occupancy.queries.js';
import type { StateChange } from './states.js';
import { readStates } from './states.queries.js';
import { overlapsOfStudents } from './student-overlaps.queries.js';

export type { Closable };

/** In whose name attendance changes, and why although meetings overlap then. */
export interface AttendanceTerms {
  readonly person: string | null;
  readonly reason: string | null;
  /** Whether the clashes in the published timetable are accepted with the reason and do not stay open. */
  readonly isAccepted?: boolean;
  readonly log: App['log'];
}

/**
 * Brings what teaching classes occupy in line with who attends them now, in every timetable that may still
 * change, where nothing was moved. What overlaps anew is judged as published: refused without a reason, else
 * an open conflict with person and reason, there and in drafts, which cannot hold it up.
 * @throws OPERATION_DENIED with the clashes in the published timetable
 */
export async function settleTimetables(
  em: EntityManager,
  teachingClasses: readonly string[],
  terms: AttendanceTerms,
): Promise<void> {
  // Whoever makes a draft at the same time, or places a meeting where none was yet, is waited for, and seen.
  await lockSemestersOf(em, teachingClasses);
  for (const timetable of await lockTimetablesOf(em, teachingClasses)) {
    const rows = await placedMeetings(em, timetable.id, teachingClasses);
    if (rows.length === 0) continue;
    const meetings = rows.map(({ meeting }) => meeting);
    const ofStudents = async (changes: readonly StateChange[]): Promise<Overlap[]> => {
      const overlaps = await overlapsOfStudents(em, timetable.id, changes, { isStored: true });
      return byMeetings(overlaps.filter(isNew));
    };
    await settleUnmoved(em, timetable, meetings, terms, ofStudents);
  }
}

/**
 * Brings conflicts and occupancy of placed meetings in line with the records that they refer to, where
 * nothing was moved.
 * @param further overlaps of other kinds that are judged as published, where nobody gave a reason
 * @throws OPERATION_DENIED with the clashes in the published timetable
 */
export async function settleUnmoved(
  em: EntityManager,
  { id, status }: LiveTimetable,
  meetings: readonly string[],
  { person, reason, isAccepted, log }: AttendanceTerms,
  further: (changes: readonly StateChange[]) => Promise<Overlap[]>,
): Promise<void> {
  const states = await readStates(em, id, meetings);
  const changes = [...states].map(([meeting, state]) => ({ meeting, before: state, after: state }));
  const overlaps = await overlapsAfter(em, id, changes);
  if (status === 'PUBLISHED' && reason === null) {
    const anew = [...overlaps, ...(await further(changes))];
    const { refused } = await judgedClashes(em, anew, { act: 'unmoved', reason });
    if (refused.length) throw clashError(refused);
  }
  await occupy(em, id, meetings);
  const accepted = isAccepted && status === 'PUBLISHED' ? reason : null;
  await settleConflicts(em, id, changes, { overlaps }, { person, reason, accepted, isUnmoved: true });
  await judgeByConstraint(em, id, log);
}

/**
 * What follows for timetables from whether rooms are closed, after it changed. A meeting that a published
 * timetable holds in a closed room is refused without a reason; with one it becomes an open conflict, there
 * and in drafts, which cannot hold it up. It is one of its series with itself: nobody else is in the way.
 * Such conflicts end when their rooms are open again. Semesters that are over are left as they were.
 * @throws OPERATION_DENIED with the meetings in the published timetable
 */
export async function settleClosure(
  em: EntityManager,
  kind: Closable,
  id: string,
  terms: AttendanceTerms,
): Promise<void> {
  const rooms = await closableRooms(kind)(em, id);
  if (rooms.length === 0) return;
  // Whoever makes a draft or places a meeting in one of the rooms at the same time is waited for, and seen.
  await lockUnfinishedSemesters(em);
  const timetables = await lockLiveTimetables(em);
  const changed = await meetingsToSettle(
    em,
    rooms.map((room) => room.id),
    timetables.filter(({ isOver }) => !isOver).map((timetable) => timetable.id),
  );
  const byTimetable = new Map(changed.map(({ timetable, meetings }) => [timetable, meetings]));
  for (const timetable of timetables) {
    const meetings = byTimetable.get(timetable.id);
    if (!meetings) continue;
    const inClosedRooms = async () => (await closedRooms(em, timetable.id, meetings)).filter(isNew);
    await settleUnmoved(em, timetable, meetings, terms, inClosedRooms);
  }
}
