import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '../../../data/app.js';
import { lockSemestersOf, lockTimetablesOf, placedMeetings, type LiveTimetable } from './changes.queries.js';
import { clashError, judgedClashes, overlapsAfter } from './clashes.js';
import { settleConflicts } from './conflict-records.js';
import { judgeByConstraint } from './constraint.js';
import { byMeetings, isNew, type Overlap } from './occupancy.js';
import { occupy } from './occupancy.queries.js';
import type { StateChange } from './states.js';
import { readStates } from './states.queries.js';
import { overlapsOfStudents } from './student-overlaps.queries.js';

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
