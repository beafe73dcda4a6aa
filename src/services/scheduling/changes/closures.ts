import type { EntityManager } from '@mikro-orm/postgresql';
import { lockLiveTimetables, lockUnfinishedSemesters } from './changes.queries.js';
import { settleUnmoved, type AttendanceTerms } from './live-timetables.js';
import { isNew } from './occupancy.js';
import { closableRooms, closedRooms, meetingsToSettle, type Closable } from './occupancy.queries.js';

export type { Closable };

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
