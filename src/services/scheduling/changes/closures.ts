import type { EntityManager } from '@mikro-orm/postgresql';
import { settleUnmoved, type AttendanceTerms, type LiveTimetable } from './live-timetables.js';
import { closedRooms, isClosed } from './closed-rooms.js';
import { isNew } from './occupancy.js';

/** What is closed or opened: the condition for its classrooms `r`. */
const roomsOf = {
  classroom: 'r.id = $1',
  building: 'r.building_id = $1',
  campus: 'b.campus_id = $1',
};

/** What meetings need: a classroom, or the building or campus in which it is. */
export type Closable = keyof typeof roomsOf;

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
  const rooms = await em.execute<{ id: string }[]>(
    `select r.id from classroom r join building b on b.id = r.building_id join campus c on c.id = b.campus_id
     where ${roomsOf[kind]} and (${isClosed} or exists (
       select from conflict_pair p where p.resource = r.id and p.first_meeting_id = p.second_meeting_id))`,
    [id],
  );
  if (rooms.length === 0) return;
  // Whoever makes a draft or places a meeting in one of the rooms at the same time is waited for, and seen.
  await em.execute('select from semester where end_date >= current_date order by id for share');
  const timetables = await em.execute<(LiveTimetable & { isOver: boolean })[]>(
    `select t.id, t.status, s.end_date < current_date as "isOver"
     from timetable t join semester s on s.id = t.semester_id
     where t.status in ('DRAFT', 'PUBLISHED') order by t.id for update of t`,
  );
  const changed = await em.execute<{ timetable: string; meetings: string[] }[]>(changedSql, [
    rooms.map((room) => room.id),
    timetables.filter(({ isOver }) => !isOver).map((timetable) => timetable.id),
  ]);
  const byTimetable = new Map(changed.map(({ timetable, meetings }) => [timetable, meetings]));
  for (const timetable of timetables) {
    const meetings = byTimetable.get(timetable.id);
    if (!meetings) continue;
    const inClosedRooms = async () => (await closedRooms(em, timetable.id, meetings)).filter(isNew);
    await settleUnmoved(em, timetable, meetings, terms, inClosedRooms);
  }
}

/** The meetings of which a conflict says otherwise than their room. */
const changedSql = `
  select a.timetable_id as timetable, array_agg(a.meeting_id) as meetings
  from class_assignment a join classroom r on r.id = a.classroom_id
    join building b on b.id = r.building_id join campus c on c.id = b.campus_id
  where a.classroom_id = any($1) and a.timetable_id = any($2) and a.series_id is not null
    and ${isClosed} <> exists (
      select from conflict_pair p where p.timetable_id = a.timetable_id and p.resource = a.classroom_id
        and p.first_meeting_id = a.meeting_id and p.second_meeting_id = a.meeting_id)
  group by a.timetable_id`;
