import type { EntityManager } from '@mikro-orm/postgresql';
import type { ConflictKind, ConflictMethod, ConflictStatus } from '../../../schema/timetables.js';
import { type Json, command, statement } from '../../../data/statements.js';
import { hasClosedRoom, occupyAll, overlapsOf, placedOtherwise } from './occupancy.queries.js';
import type { Overlap } from './occupancy.js';
import { chosen, overlapsOfStudentsOf, placed } from './student-overlaps.queries.js';

/** A conflict row as a change remembers it. */
export interface ConflictRecord {
  readonly id: string;
  readonly firstSeries: string;
  readonly secondSeries: string;
  readonly kind: ConflictKind;
  readonly status: ConflictStatus;
  readonly method: ConflictMethod | null;
  readonly note: string | null;
  readonly resolvedBy: string | null;
  readonly resolvedAt: string | null;
  readonly acceptedBy: string | null;
  readonly acceptedAt: string | null;
  /** Which meetings overlap in what, and when. */
  readonly pairs: readonly ConflictPair[];
}

export interface ConflictPair {
  readonly resource: string;
  readonly first: string;
  readonly second: string;
  readonly slots: string;
}

/** The conflicts of the changed meetings before and after a change. */
export interface ConflictHistory {
  readonly before: readonly ConflictRecord[];
  readonly after: readonly ConflictRecord[];
}

export interface PairRow {
  readonly conflict: string;
  readonly resource: string;
  readonly first: string;
  readonly second: string;
}

/** A pair as it is stored, with its conflict. */
export type StoredPair = PairRow & Pick<Overlap, 'slots'>;

/** What else than overlapping places may make or end conflicts of meetings; usually nothing does. */
interface Circumstances {
  readonly hasPairs: boolean;
  readonly isChosen: boolean;
  readonly isInClosedRoom: boolean;
}

type OfMeetings = [timetable: string, meetings: readonly string[]];

const ofMeetings = 'timetable_id = $1 and (first_meeting_id = any($2) or second_meeting_id = any($2))';

export const circumstancesOf = statement<
  Circumstances,
  [...meetings: OfMeetings, areStudentsKnown: boolean]
>(`
  select exists (select from conflict_pair where ${ofMeetings}) as "hasPairs",
    not $3::boolean and ${chosen} as "isChosen",
    ${hasClosedRoom} as "isInClosedRoom"`);

export const pairsOfMeetings = statement<PairRow, OfMeetings>(`
  select conflict_id as conflict, resource, first_meeting_id as first, second_meeting_id as second
  from conflict_pair where ${ofMeetings}`);

export const deletePairs = command<OfMeetings>(`delete from conflict_pair where ${ofMeetings}`);

// Read as a text first: jsonb_to_recordset takes ten times as long to read a multirange by itself.
export const insertPairs = command<[timetable: string, pairs: Json<readonly StoredPair[]>]>(`
  insert into conflict_pair (conflict_id, timetable_id, resource, first_meeting_id, second_meeting_id, slots)
  select conflict, $1, resource, first, second, slots::int4multirange
  from jsonb_to_recordset($2) as p (conflict uuid, resource uuid, first uuid, second uuid, slots text)`);

/** Two meetings of a conflict; twice the same one where its room is closed. */
export type ConflictingPair = Omit<PairRow, 'conflict'>;

/** The pairs without regard to whom of many students they are about. */
export const pairsOfConflict = statement<ConflictingPair, [conflict: string]>(`
  select min(resource::text) as resource, first_meeting_id as first, second_meeting_id as second
  from conflict_pair where conflict_id = $1 group by 2, 3 order by 2, 3`);

const decisionSql = `c.id, c.first_series_id as "firstSeries", c.second_series_id as "secondSeries", c.kind,
  c.status, c.method, c.note, c.resolved_by_id as "resolvedBy", c.resolved_at::text as "resolvedAt",
  c.accepted_by_id as "acceptedBy", c.accepted_at::text as "acceptedAt"`;

/** Every conflict of a timetable, of these ids or of one of these series. */
export const readConflicts = statement<
  ConflictRecord,
  [timetable: string, ids: readonly string[], series: readonly string[]]
>(`
  select ${decisionSql},
    (select coalesce(jsonb_agg(jsonb_build_object('resource', p.resource, 'first', p.first_meeting_id,
       'second', p.second_meeting_id, 'slots', p.slots::text)
       order by p.resource, p.first_meeting_id, p.second_meeting_id), '[]')
     from conflict_pair p where p.conflict_id = c.id) as pairs
  from conflict c where c.timetable_id = $1
    and (c.id = any($2) or c.first_series_id = any($3) or c.second_series_id = any($3)) order by c.id`);

/** The series of meetings that a timetable holds. */
export const seriesOfMeetings = statement<{ meeting: string; series: string }, OfMeetings>(`
  select meeting_id as meeting, series_id as series from class_assignment
  where timetable_id = $1 and meeting_id = any($2)`);

export const writeConflicts = command<
  [timetable: string, records: Json<readonly Omit<ConflictRecord, 'pairs'>[]>]
>(`
  insert into conflict (id, timetable_id, first_series_id, second_series_id, kind, status, method, note,
    resolved_by_id, resolved_at, accepted_by_id, accepted_at)
  select id, $1, "firstSeries", "secondSeries", kind, status, method, note,
    (select u.id from "user" u where u.id = "resolvedBy"), "resolvedAt",
    (select u.id from "user" u where u.id = "acceptedBy"), "acceptedAt"
  from jsonb_to_recordset($2) as c (id uuid, "firstSeries" uuid, "secondSeries" uuid, kind text,
    status text, method text, note text, "resolvedBy" uuid, "resolvedAt" timestamptz, "acceptedBy" uuid,
    "acceptedAt" timestamptz)
  on conflict (id) do update set status = excluded.status, method = excluded.method, note = excluded.note,
    resolved_by_id = excluded.resolved_by_id, resolved_at = excluded.resolved_at,
    accepted_by_id = excluded.accepted_by_id, accepted_at = excluded.accepted_at,
    dismissed_at = case when excluded.status = 'RESOLVED' then conflict.dismissed_at end,
    version = conflict.version + 1
  where (conflict.status, conflict.method, conflict.note, conflict.resolved_by_id, conflict.resolved_at,
      conflict.accepted_by_id, conflict.accepted_at)
    is distinct from
    (excluded.status, excluded.method, excluded.note, excluded.resolved_by_id, excluded.resolved_at,
      excluded.accepted_by_id, excluded.accepted_at)`);

/** Resolves those of the conflicts of which nothing overlaps any more. */
export const endOverlapless = command<
  [
    timetable: string,
    ended: Json<readonly Pick<ConflictRecord, 'id' | 'method' | 'pairs'>[]>,
    person: string | null,
    note: string | null,
  ]
>(`
  update conflict c set status = 'RESOLVED', method = m.method, resolved_by_id = $3,
    resolved_at = clock_timestamp(), ended_pairs = m.pairs, note = coalesce($4, note),
    accepted_by_id = null, accepted_at = null, version = version + 1
  from jsonb_to_recordset($2) as m (id uuid, method text, pairs jsonb)
  where c.id = m.id and c.timetable_id = $1 and c.status <> 'RESOLVED'
    and not exists (select from conflict_pair p where p.conflict_id = c.id)`);

/** Deletes those of the conflicts of which nothing overlaps. */
export const deleteOverlapless = command<[ids: readonly string[]]>(`
  delete from conflict c where c.id = any($1) and not exists (
    select from conflict_pair p where p.conflict_id = c.id)`);

/**
 * What overlaps is taken over from the timetable $3, but for the meetings $4 that stand otherwise there:
 * what overlaps with them is worked out, as it is of all where these are null.
 */
const conflictsBegun = statement<
  { resource: string },
  [timetable: string, source: string | null, base: string | null, otherwise: readonly string[] | null]
>(`
  with ${placed('coalesce(cardinality($4::uuid[]), 1) > 0')},
  ${overlapsOfStudentsOf('$4')}, ${overlapsOf('$4')},
  overlap as (
    select c.kind, p.resource, p.first_meeting_id as first, p.second_meeting_id as second, p.slots
    from conflict_pair p join conflict c on c.id = p.conflict_id
    where p.timetable_id = $3 and p.first_meeting_id < p.second_meeting_id
      and p.first_meeting_id <> all($4) and p.second_meeting_id <> all($4)
    union all (
      select * from (
        select * from overlap_of_held
        union all select 'OTHER', student_id, first, second, slots from overlap_of_student) o
      where first = second or $4 is null or first = any($4) or second = any($4))),
  owned as materialized (
    select o.*, least(x.series_id, y.series_id) as first_series_id,
      greatest(x.series_id, y.series_id) as second_series_id
    from overlap o join class_assignment x on x.timetable_id = $1 and x.meeting_id = o.first
      join class_assignment y on y.timetable_id = $1 and y.meeting_id = o.second
    where x.day_of_week is not null and y.day_of_week is not null),
  made as (
    insert into conflict (id, timetable_id, first_series_id, second_series_id, kind, status, method, note,
      resolved_by_id, resolved_at, accepted_by_id, accepted_at)
    select gen_random_uuid(), $1::uuid, o.first_series_id, o.second_series_id, o.kind,
      coalesce(c.status, 'OPEN'), c.method, c.note, c.resolved_by_id, c.resolved_at, c.accepted_by_id,
      c.accepted_at
    from (select distinct first_series_id, second_series_id, kind from owned) o left join conflict c
      on c.timetable_id = $2 and c.status <> 'RESOLVED' and c.first_series_id = o.first_series_id
      and c.second_series_id = o.second_series_id and c.kind = o.kind
    returning id, first_series_id, second_series_id, kind),
  paired as (
    insert into conflict_pair (conflict_id, timetable_id, resource, first_meeting_id, second_meeting_id,
      slots)
    select m.id, $1, o.resource, o.first, o.second, o.slots
    from owned o join made m using (first_series_id, second_series_id, kind)
    order by o.resource, o.first, o.second)
  select distinct resource from owned where kind <> 'OTHER'`);

/** The planner believes its parts to be a few rows each, and would compare all of some with all of others. */
const joinByHash = statement("set local enable_nestloop = off; set local work_mem = '32MB'");
const joinAsUsual = statement('reset enable_nestloop; reset work_mem');

/** Another timetable that still changes, or did until now, of which a new one has much. */
export interface Base {
  readonly id: string;
  /** Classes whose meetings may occupy something else by now. */
  readonly teachingClasses: readonly string[];
}

/**
 * Stores what a new timetable occupies, and makes everything that overlaps in it a conflict: as the source,
 * if any, says of what both have, else open. Answers what is shared, single students aside.
 * @param base what is stored of it is taken over where meetings stand alike
 */
export async function occupyAndBeginConflicts(
  em: EntityManager,
  timetable: string,
  { source, base }: { source: string | null; base: Base | null },
): Promise<{ resource: string }[]> {
  await joinByHash(em);
  const otherwise =
    base &&
    (await placedOtherwise(em, timetable, base.id, base.teachingClasses)).map(({ meeting }) => meeting);
  await occupyAll(em, timetable, base?.id ?? null, otherwise);
  const shared = await conflictsBegun(em, timetable, source, base?.id ?? null, otherwise);
  await joinAsUsual(em);
  return shared;
}
