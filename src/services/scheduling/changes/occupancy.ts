import type { EntityManager } from '@mikro-orm/postgresql';
import type { ConflictKind } from '../../../schema/enums.js';
import type { StateChange } from './states.js';

/** Two meetings that would occupy one thing at the same time; twice the same one where its room is closed. */
export interface Overlap {
  readonly kind: ConflictKind;
  /** The room, teacher, administrative class, elective teaching class or single student. */
  readonly resource: string;
  /** The meeting with the smaller id. */
  readonly first: string;
  readonly second: string;
  /** Ranges of slots, as `int4multirange` writes them. */
  readonly slots: string;
  /** Whether a conflict, open or accepted, already allows all of it. */
  readonly isKnown: boolean;
  /** For how many single students it stands, where it is about them. */
  readonly studentCount?: number;
}

/** What the meetings would occupy after the changes, as rows of `wanted`. */
const wantedSql = `
  wanted as (
    select m.id as meeting_id, r.kind, r.resource,
      occurrences(m.weeks, w.day, w.period, w.period + m.periods - 1) as occurrences
    from jsonb_to_recordset($2) as w (meeting uuid, day int, period int, room uuid, teacher uuid)
    join meeting m on m.id = w.meeting cross join lateral (
      select w.room as resource, 'ROOM' as kind
      union all select w.teacher, 'TEACHER'
      union all select g.administrative_class_id, 'CLASS' from teaching_class_group g
        where g.teaching_class_id = m.teaching_class_id
      union all select m.teaching_class_id, 'CLASS' where not exists (
        select from teaching_class_group g where g.teaching_class_id = m.teaching_class_id)) r)`;

/**
 * Every overlap in which a changed meeting would take part, read in one statement before anything is stored.
 * @param max greatest number that is read; all where it is left out
 */
export async function overlapsAfter(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  max: number | null = null,
): Promise<Overlap[]> {
  const placed = changes.flatMap(({ meeting, after }) => (after?.place ? [{ meeting, ...after.place }] : []));
  if (placed.length === 0) return [];
  return em.execute<Overlap[]>(
    `with ${wantedSql},
     overlap as (
       select w.kind, w.resource, w.meeting_id as a, o.meeting_id as b, w.occurrences * o.occurrences as slots
       from wanted w join occupancy o on o.timetable_id = $1 and o.resource = w.resource
         and o.occurrences && w.occurrences and not (o.meeting_id = any($3))
       union all
       select w.kind, w.resource, w.meeting_id, v.meeting_id, w.occurrences * v.occurrences
       from wanted w join wanted v on v.resource = w.resource and v.meeting_id > w.meeting_id
         and v.occurrences && w.occurrences)
     select o.kind, o.resource, least(a, b) as first, greatest(a, b) as second, o.slots::text as slots,
       coalesce(o.slots <@ p.slots, false) as "isKnown"
     from overlap o left join conflict_pair p on p.timetable_id = $1 and p.resource = o.resource
       and p.first_meeting_id = least(a, b) and p.second_meeting_id = greatest(a, b)
     order by 3, 4, 1, 2 limit $4`,
    [timetable, JSON.stringify(placed), changes.map(({ meeting }) => meeting), max],
  );
}

/** Stores what the meetings of a timetable occupy, all of them or those that changed. */
export async function occupy(
  em: EntityManager,
  timetable: string,
  meetings?: readonly string[],
): Promise<void> {
  const [which, values] = meetings ? ['and meeting_id = any($2)', [timetable, meetings]] : ['', [timetable]];
  await em.execute(`delete from occupancy where timetable_id = $1 ${which}`, values);
  await em.execute(
    `insert into occupancy (timetable_id, resource, meeting_id, kind, occurrences, guarded)
     select timetable_id, resource, meeting_id, kind, occurrences, occurrences from occupied
     where timetable_id = $1 ${which}`,
    values,
  );
}

/**
 * Makes `guarded` of each row of the resources what it must be: its occurrences, less the slots that a
 * conflict lets it share with a meeting of smaller id. So of several in one slot exactly one holds it.
 */
export const guard = (
  em: EntityManager,
  timetable: string,
  resources: readonly string[] | null,
): Promise<unknown> =>
  em.execute(
    `update occupancy o set guarded = w.guarded from (
       select u.resource, u.meeting_id, u.occurrences - coalesce(range_agg(p.slots), '{}') as guarded
       from occupancy u left join conflict_pair p on p.timetable_id = u.timetable_id
         and p.resource = u.resource and p.second_meeting_id = u.meeting_id
         and p.first_meeting_id <> u.meeting_id
       where u.timetable_id = $1 and ($2::uuid[] is null or u.resource = any($2))
       group by u.resource, u.meeting_id, u.occurrences) w
     where o.timetable_id = $1 and o.resource = w.resource and o.meeting_id = w.meeting_id
       and o.guarded <> w.guarded`,
    [timetable, resources],
  );

/** Frees everything that a timetable occupies, because it never changes again. */
export const free = (em: EntityManager, timetable: string): Promise<unknown> =>
  em.execute('delete from occupancy where timetable_id = $1', [timetable]);

/** The slots of a multirange, as week, day and period from 1, in order. */
export function timesOf(slots: string): { week: number; day: number; period: number }[] {
  const ranges = [...slots.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)]);
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, at) => {
      const [date, period] = [Math.floor((from + at) / 32), (from + at) % 32];
      return { week: Math.floor(date / 7) + 1, day: (date % 7) + 1, period: period + 1 };
    }),
  );
}
