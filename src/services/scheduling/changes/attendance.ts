import type { EntityManager } from '@mikro-orm/postgresql';
import type { TimetableStatus } from '../../../schema/enums.js';
import type { App } from '../../../data/app.js';
import { clashError } from './clashes.js';
import { namedClashes } from './clashes.js';
import { settleConflicts } from './conflicts.js';
import { judgeByConstraint } from './constraint.js';
import { occupy, overlapsAfter, type Overlap } from './occupancy.js';
import { readStates, type StateChange } from './states.js';
import { byMeetings, studentOverlaps } from './students.js';

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
  { person, reason, isAccepted, log }: AttendanceTerms,
): Promise<void> {
  const timetables = await em.execute<{ id: string; status: TimetableStatus }[]>(
    `select id, status from timetable where status in ('DRAFT', 'PUBLISHED') and id in (
       select timetable_id from class_assignment
       where teaching_class_id = any($1) and day_of_week is not null)
     order by id for update`,
    [teachingClasses],
  );
  for (const { id, status } of timetables) {
    const changes = await unmoved(em, id, teachingClasses);
    const meetings = changes.map(({ meeting }) => meeting);
    const overlaps = await overlapsAfter(em, id, changes);
    if (status === 'PUBLISHED' && reason === null) {
      const ofStudents = byMeetings((await studentOverlaps(em, id, meetings)).filter(isNew));
      const clashes = await namedClashes(em, [...overlaps.filter(isNew), ...ofStudents]);
      if (clashes.length) throw clashError(clashes);
    }
    await occupy(em, id, meetings);
    const accepted = isAccepted && status === 'PUBLISHED' ? reason : null;
    await settleConflicts(em, id, changes, overlaps, { person, reason, accepted, isUnmoved: true });
    await judgeByConstraint(em, id, log);
  }
}

const isNew = ({ isKnown }: Overlap): boolean => !isKnown;

/** The placed meetings of the teaching classes, as a change that moves none. */
async function unmoved(
  em: EntityManager,
  timetable: string,
  teachingClasses: readonly string[],
): Promise<StateChange[]> {
  const rows = await em.execute<{ meeting: string }[]>(
    `select meeting_id as meeting from class_assignment
     where timetable_id = $1 and teaching_class_id = any($2) and day_of_week is not null`,
    [timetable, teachingClasses],
  );
  const states = await readStates(
    em,
    timetable,
    rows.map(({ meeting }) => meeting),
  );
  return [...states].map(([meeting, state]) => ({ meeting, before: state, after: state }));
}
