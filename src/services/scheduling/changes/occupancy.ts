import type { EntityManager } from '@mikro-orm/postgresql';
import type { ConflictKind } from '../../../schema/timetables.js';
import { clashRule, isRefused } from '../placement/rules.js';
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

/** Whether no conflict allows it yet. */
export const isNew = ({ isKnown }: Overlap): boolean => !isKnown;

/**
 * What the meetings would occupy after the changes, as rows of `wanted`; `moved` are all meetings that they
 * are about. Each row belongs to the alternative `at`: alternatives know nothing of each other. `offset 0`
 * keeps the planner, which cannot know how few are moved, from reading whole tables for them; and below,
 * `(select $1)` from believing that a timetable is empty that is younger than its statistics.
 */
export const wantedSql = `
  moved as materialized (
    select * from jsonb_to_recordset($2) as w (at int, meeting uuid, day int, period int, room uuid,
      teacher uuid)),
  wanted as (
    select w.at, m.id as meeting_id, r.kind, r.resource, m.occurrences
    from moved w cross join lateral (
      select *, occurrences(weeks, w.day, w.period, w.period + periods - 1) as occurrences
      from meeting where id = w.meeting offset 0) m
      cross join lateral (
      select w.room as resource, 'ROOM' as kind
      union all select w.teacher, 'TEACHER'
      union all select g.administrative_class_id, 'CLASS' from teaching_class_group g
        where g.teaching_class_id = m.teaching_class_id
      union all select m.teaching_class_id, 'CLASS' where not exists (
        select from teaching_class_group g where g.teaching_class_id = m.teaching_class_id)) r
    where w.day is not null)`;

/**
 * Every overlap in which a changed meeting would take part, read in one statement before anything is stored.
 * @param max greatest number that is read; all where it is left out
 */
export const overlapsAfter = (
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  max: number | null = null,
): Promise<Overlap[]> => overlapsAfterEach(em, timetable, [changes], max);

/** The overlaps after each of several changes, of which one may be carried out; `at` says after which. */
async function overlapsAfterEach(
  em: EntityManager,
  timetable: string,
  alternatives: readonly (readonly StateChange[])[],
  max: number | null = null,
): Promise<(Overlap & { readonly at: number })[]> {
  const moved = alternatives.flatMap((changes, at) =>
    changes.map(({ meeting, after }) => ({ at, meeting, ...after?.place })),
  );
  if (!moved.some((each) => 'day' in each)) return [];
  return em.execute(
    `with ${wantedSql},
     overlap as (
       select w.at, w.kind, w.resource, w.meeting_id as a, o.meeting_id as b,
         w.occurrences * o.occurrences as slots
       from wanted w cross join lateral (
         select * from occupancy where timetable_id = (select $1::uuid) and resource = w.resource
           and occurrences && w.occurrences offset 0) o
       where not exists (select from moved v where v.at = w.at and v.meeting = o.meeting_id)
       union all
       select w.at, w.kind, w.resource, w.meeting_id, v.meeting_id, w.occurrences * v.occurrences
       from wanted w join wanted v on v.at = w.at and v.resource = w.resource
         and v.meeting_id > w.meeting_id and v.occurrences && w.occurrences)
     select o.at, o.kind, o.resource, least(a, b) as first, greatest(a, b) as second,
       o.slots::text as slots, coalesce(o.slots <@ p.slots, false) as "isKnown"
     from overlap o left join conflict_pair p on p.timetable_id = $1 and p.resource = o.resource
       and p.first_meeting_id = least(a, b) and p.second_meeting_id = greatest(a, b)
     order by o.at, first, second, o.kind, o.resource limit $3`,
    [timetable, JSON.stringify(moved), max],
  );
}

/** The alternatives that nobody is offered, because of what overlaps then. */
export async function clashingOf(
  em: EntityManager,
  timetable: string,
  alternatives: readonly (readonly StateChange[])[],
): Promise<ReadonlySet<number>> {
  const overlaps = await overlapsAfterEach(em, timetable, alternatives);
  const refused = overlaps.filter((each) => isNew(each) && isRefused(clashRule(each), { act: 'propose' }));
  return new Set(refused.map(({ at }) => at));
}

/** Stores what meetings of a timetable occupy by now, although none was moved. */
export async function occupy(
  em: EntityManager,
  timetable: string,
  meetings: readonly string[],
): Promise<void> {
  await em.execute(
    `with wanted as materialized (select * from occupied where timetable_id = $1 and meeting_id = any($2)),
     freed as (
       delete from occupancy o where timetable_id = $1 and meeting_id = any($2) and not exists (
         select from wanted w where w.resource = o.resource and w.meeting_id = o.meeting_id))
     insert into occupancy (timetable_id, resource, meeting_id, kind, occurrences, guarded)
     select timetable_id, resource, meeting_id, kind, occurrences, occurrences from wanted
     on conflict (timetable_id, resource, meeting_id) do update set kind = excluded.kind,
       occurrences = excluded.occurrences, guarded = excluded.guarded`,
    [timetable, meetings],
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
