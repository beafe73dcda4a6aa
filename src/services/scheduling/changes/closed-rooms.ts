import type { EntityManager } from '@mikro-orm/postgresql';
import { usableSql } from '../placement/facts.js';
import type { Overlap } from './occupancy.js';

/**
 * The meetings, as the timetable holds them now, whose room is closed, or its building or campus: each
 * overlaps with itself, so that a meeting that nobody else is in the way of has a conflict, too.
 */
export const closedRooms = (
  em: EntityManager,
  timetable: string,
  meetings: readonly string[],
): Promise<Overlap[]> => em.execute<Overlap[]>(closedSql, [timetable, meetings]);

/** Whether a classroom `r` cannot be used: itself, its building `b` or its campus `c` is closed. */
export const isClosed = `not (${usableSql})`;

/** Whether one of the meetings $2 has a closed room in the timetable $1. */
export const inClosedRoom = `exists (
  select from class_assignment a join classroom r on r.id = a.classroom_id
    join building b on b.id = r.building_id join campus c on c.id = b.campus_id
  where a.timetable_id = $1 and a.meeting_id = any($2) and a.series_id is not null and ${isClosed})`;

const closedSql = `
  select 'ROOM' as kind, o.classroom_id as resource, o.meeting_id as first, o.meeting_id as second,
    o.slots::text as slots, coalesce(o.slots <@ p.slots, false) as "isKnown"
  from (
    select a.*, occurrences(a.weeks, a.day_of_week, a.period_start, a.period_end) as slots
    from class_assignment a join classroom r on r.id = a.classroom_id
      join building b on b.id = r.building_id join campus c on c.id = b.campus_id
    where a.timetable_id = $1 and a.meeting_id = any($2) and a.series_id is not null and ${isClosed}) o
    left join conflict_pair p on p.timetable_id = $1 and p.resource = o.classroom_id
      and p.first_meeting_id = o.meeting_id and p.second_meeting_id = o.meeting_id
  order by o.meeting_id`;
