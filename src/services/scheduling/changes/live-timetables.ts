import type { EntityManager } from '@mikro-orm/postgresql';
import type { TimetableStatus } from '../../../schema/timetables.js';
import type { App } from '../../../data/app.js';
import { clashError, judgedClashes } from './clashes.js';
import { settleConflicts } from './conflict-records.js';
import { judgeByConstraint } from './constraint.js';
import { isNew, occupy, overlapsAfter, type Overlap } from './occupancy.js';
import { readStates, type StateChange } from './states.js';
import { byMeetings, overlapsOfStudents } from './student-overlaps.js';

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
  await em.execute(
    `select from semester where id in (select semester_id from teaching_class where id = any($1))
     order by id for share`,
    [teachingClasses],
  );
  const timetables = await em.execute<LiveTimetable[]>(
    `select id, status from timetable where status in ('DRAFT', 'PUBLISHED') and semester_id in (
       select semester_id from teaching_class where id = any($1))
     order by id for update`,
    [teachingClasses],
  );
  for (const timetable of timetables) {
    const rows = await em.execute<{ meeting: string }[]>(
      `select meeting_id as meeting from class_assignment
       where timetable_id = $1 and teaching_class_id = any($2) and day_of_week is not null`,
      [timetable.id, teachingClasses],
    );
    if (rows.length === 0) continue;
    const meetings = rows.map(({ meeting }) => meeting);
    const ofStudents = async (changes: readonly StateChange[]): Promise<Overlap[]> => {
      const overlaps = await overlapsOfStudents(em, timetable.id, changes, { isStored: true });
      return byMeetings(overlaps.filter(isNew));
    };
    await settleUnmoved(em, timetable, meetings, terms, ofStudents);
  }
}

/** A draft or published timetable, locked until the transaction of the caller ends. */
export interface LiveTimetable {
  readonly id: string;
  readonly status: TimetableStatus;
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
