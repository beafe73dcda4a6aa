import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4 } from 'uuid';
import { ConflictKind, ConflictMethod, ConflictStatus } from '../../../schema/timetables.js';
import { closedRooms, inClosedRoom } from './closed-rooms.js';
import { guard, type Overlap } from './occupancy.js';
import type { StateChange } from './states.js';
import { chosen, overlapsOfStudents } from './student-overlaps.js';

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

/** Who settles conflicts, and as what new ones begin. */
export interface Settlement {
  readonly person: string | null;
  /** Why what overlaps anew is accepted, or that somebody has to deal with it. */
  readonly accepted: string | null;
  /** Whether what is accepted stays open, for somebody to deal with later, in place of being ignored. */
  readonly leavesOpen?: boolean;
  /** Why what overlaps anew was let come about, although somebody has to deal with it. */
  readonly reason?: string | null;
  /** What conflicts that end say of it; what they said before where it is left out. */
  readonly note?: string | null;
  /** Whether no meeting moved, but who attends them changed. */
  readonly isUnmoved?: boolean;
  /** What the conflicts were in the state that an undo or redo restores, and which came since. */
  readonly restored?: ConflictHistory;
  /** Whether the timetable is new, so that nothing is ever taken back to before. */
  readonly isNew?: boolean;
}

interface PairRow {
  readonly conflict: string;
  readonly resource: string;
  readonly first: string;
  readonly second: string;
}

/** What may make conflicts of meetings but the overlaps of their places: mostly nothing does. */
interface Circumstances {
  readonly hasPairs: boolean;
  readonly isChosen: boolean;
  readonly isInClosedRoom: boolean;
}

const ofMeetings = `timetable_id = $1 and (first_meeting_id = any($2) or second_meeting_id = any($2))`;

const circumstancesSql = `
  select exists (select from conflict_pair where ${ofMeetings}) as "hasPairs",
    not $3::boolean and ${chosen} as "isChosen",
    ${inClosedRoom} as "isInClosedRoom"`;

const pairsSql = `
  select conflict_id as conflict, resource, first_meeting_id as first, second_meeting_id as second
  from conflict_pair where ${ofMeetings}`;

const decisionSql = `c.id, c.first_series_id as "firstSeries", c.second_series_id as "secondSeries", c.kind,
  c.status, c.method, c.note, c.resolved_by_id as "resolvedBy", c.resolved_at::text as "resolvedAt",
  c.accepted_by_id as "acceptedBy", c.accepted_at::text as "acceptedAt"`;

const recordSql = `${decisionSql},
  (select coalesce(jsonb_agg(jsonb_build_object('resource', p.resource, 'first', p.first_meeting_id, 'second',
     p.second_meeting_id, 'slots', p.slots::text)
     order by p.resource, p.first_meeting_id, p.second_meeting_id),
       '[]') from conflict_pair p where p.conflict_id = c.id) as pairs`;

/** What was decided of the conflicts of a timetable that stand, without what overlaps. */
export const standingConflicts = (em: EntityManager, timetable: string): Promise<ConflictRecord[]> =>
  em.execute<ConflictRecord[]>(
    `select ${decisionSql}, '[]'::jsonb as pairs from conflict c
     where c.timetable_id = $1 and c.status <> 'RESOLVED' order by c.id`,
    [timetable],
  );

/** Every conflict of a timetable, of these ids or between two of these series. */
export const readConflicts = (
  em: EntityManager,
  timetable: string,
  { ids, series }: { ids: readonly string[]; series: readonly string[] },
): Promise<ConflictRecord[]> =>
  em.execute<ConflictRecord[]>(
    `select ${recordSql} from conflict c where c.timetable_id = $1
       and (c.id = any($2) or c.first_series_id = any($3) or c.second_series_id = any($3)) order by c.id`,
    [timetable, ids, series],
  );

const keyOf = ({
  firstSeries,
  secondSeries,
  kind,
}: Pick<ConflictRecord, 'firstSeries' | 'secondSeries' | 'kind'>): string =>
  `${firstSeries} ${secondSeries} ${kind}`;

const pairKey = ({ resource, first, second }: Omit<PairRow, 'conflict'>): string =>
  `${resource} ${first} ${second}`;

/** What overlaps after a change: in what meetings occupy, and of single students, where that is known. */
interface Overlaps {
  readonly overlaps: readonly Overlap[];
  readonly students?: readonly Overlap[];
}

/**
 * Brings the conflicts of the changed meetings in line with what overlaps after the change: pairs that no
 * longer overlap end, and a conflict without any is resolved; what overlaps anew becomes one. Answers what
 * the conflicts were and are, so that an undo restores them; nothing of a new timetable.
 * @param known further overlaps, such as those of closed rooms, are read here
 */
export async function settleConflicts(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  known: Overlaps,
  settlement: Settlement,
): Promise<ConflictHistory> {
  const meetings = changes.map(({ meeting }) => meeting);
  const { hasPairs, overlaps } = await allOverlaps(em, timetable, changes, known);
  const pairs = hasPairs ? await em.execute<PairRow[]>(pairsSql, [timetable, meetings]) : [];
  const seriesByMeeting = await seriesOfBoth(em, timetable, overlaps);
  const series = [...new Set(seriesByMeeting.values())];
  const ids = [...pairs.map(({ conflict }) => conflict), ...idsOf(settlement.restored)];
  if (ids.length === 0 && overlaps.length === 0) return { before: [], after: [] };
  const { isNew, restored } = settlement;
  const before = isNew ? [] : await readConflicts(em, timetable, { ids, series });
  if (hasPairs) await em.execute(`delete from conflict_pair where ${ofMeetings}`, [timetable, meetings]);
  const { records, stored } = conflictsOf(overlaps, { before, pairs, seriesByMeeting, settlement });
  await write(em, timetable, records);
  await writePairs(em, timetable, stored);
  if (!isNew) {
    const moved = new Set(settlement.isUnmoved ? [] : meetings);
    await endConflicts(em, timetable, records, moved, pairs, settlement);
    if (restored) await restore(em, timetable, restored, before);
  }
  const shared = [...pairs, ...overlaps.filter(({ kind }) => kind !== ConflictKind.OTHER)];
  const resources = [...new Set(shared.map(({ resource }) => resource))];
  if (resources.length > 0) await guard(em, timetable, resources);
  if (isNew) return { before: [], after: [] };
  const after = await readConflicts(em, timetable, { ids: records.map(({ id }) => id), series: [] });
  return { before, after };
}

/** Everything that overlaps, and whether the timetable has conflicts of the meetings. */
async function allOverlaps(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  { overlaps, students }: Overlaps,
): Promise<{ readonly hasPairs: boolean; readonly overlaps: readonly Overlap[] }> {
  const meetings = changes.map(({ meeting }) => meeting);
  const values = [timetable, meetings, students !== undefined];
  const [{ hasPairs, isChosen, isInClosedRoom }] = await em.execute<[Circumstances]>(
    circumstancesSql,
    values,
  );
  const ofStudents = isChosen ? await overlapsOfStudents(em, timetable, changes, { isStored: true }) : [];
  const inClosedRooms = isInClosedRoom ? await closedRooms(em, timetable, meetings) : [];
  return { hasPairs, overlaps: [...overlaps, ...(students ?? ofStudents), ...inClosedRooms] };
}

/** A pair as it is stored, with its conflict. */
type StoredPair = PairRow & Pick<Overlap, 'slots'>;

/** The conflicts of both what was and what overlaps, and the pairs of what overlaps. */
function conflictsOf(
  overlaps: readonly Overlap[],
  {
    before,
    pairs,
    seriesByMeeting,
    settlement,
  }: {
    readonly before: readonly ConflictRecord[];
    readonly pairs: readonly PairRow[];
    readonly seriesByMeeting: ReadonlyMap<string, string>;
    readonly settlement: Settlement;
  },
): { records: ConflictRecord[]; stored: StoredPair[] } {
  const records = byId(before);
  const byKey = new Map(before.map((each) => [keyOf(each), each.id]));
  const former = new Map(pairs.map((pair) => [pairKey(pair), pair.conflict]));
  const restored = new Map(settlement.restored?.before.map((each) => [keyOf(each), each]));
  // It says what it said in the source.
  const isCopied = (key: string): boolean => settlement.isNew === true && restored.has(key);
  const stored = overlaps.map((overlap): StoredPair => {
    const { resource, first, second, slots, kind, isKnown } = overlap;
    const [a, b] = [seriesByMeeting.get(first)!, seriesByMeeting.get(second)!].sort();
    const key = keyOf({ firstSeries: a, secondSeries: b, kind });
    const known = byKey.get(key);
    const id = known ?? restored.get(key)?.id ?? uuidv4();
    if (known === undefined) {
      const old = isKnown ? records.get(former.get(pairKey(overlap)) ?? '') : undefined;
      const begun = restored.get(key) ?? old ?? begin(settlement);
      byKey.set(key, id);
      records.set(id, { ...begun, id, firstSeries: a, secondSeries: b, kind });
    } else if (!isCopied(key) && (records.get(id)!.status === ConflictStatus.RESOLVED || !isKnown)) {
      records.set(id, { ...records.get(id)!, ...begin(settlement) });
    }
    return { conflict: id, resource, first, second, slots };
  });
  return { records: [...records.values()], stored };
}

const writePairs = (em: EntityManager, timetable: string, pairs: readonly StoredPair[]): Promise<unknown> =>
  // Read as a text first: jsonb_to_recordset takes ten times as long to read a multirange by itself.
  em.execute(
    `insert into conflict_pair (conflict_id, timetable_id, resource, first_meeting_id, second_meeting_id,
       slots)
     select conflict, $1, resource, first, second, slots::int4multirange
     from jsonb_to_recordset($2) as p (conflict uuid, resource uuid, first uuid, second uuid, slots text)`,
    [timetable, JSON.stringify(pairs)],
  );

const idsOf = (history: ConflictHistory | undefined): string[] =>
  [...(history?.before ?? []), ...(history?.after ?? [])].map(({ id }) => id);

/** As what a conflict begins: open, accepted and open, or ignored. */
function begin({ accepted, leavesOpen, reason = null, person }: Settlement): Begun {
  const now = new Date().toISOString();
  const open = { ...unsettled, note: accepted ?? reason };
  if (accepted === null) return { ...open, resolvedBy: reason === null ? null : person };
  if (leavesOpen) return { ...open, acceptedBy: person, acceptedAt: now };
  const ignored = { status: ConflictStatus.IGNORED, method: ConflictMethod.OTHER };
  return { ...open, ...ignored, resolvedBy: person, resolvedAt: now };
}

type Begun = Omit<ConflictRecord, 'id' | 'firstSeries' | 'secondSeries' | 'kind'>;

const unsettled: Begun = {
  status: ConflictStatus.OPEN,
  method: null,
  note: null,
  resolvedBy: null,
  resolvedAt: null,
  acceptedBy: null,
  acceptedAt: null,
  pairs: [],
};

async function seriesOfBoth(
  em: EntityManager,
  timetable: string,
  overlaps: readonly Overlap[],
): Promise<ReadonlyMap<string, string>> {
  const meetings = [...new Set(overlaps.flatMap(({ first, second }) => [first, second]))];
  if (meetings.length === 0) return new Map();
  const rows = await em.execute<{ meeting: string; series: string }[]>(
    `select meeting_id as meeting, series_id as series from class_assignment
     where timetable_id = $1 and meeting_id = any($2)`,
    [timetable, meetings],
  );
  return new Map(rows.map(({ meeting, series }) => [meeting, series]));
}

/** Stores conflicts, new ones and those that are known. */
const write = (em: EntityManager, timetable: string, records: readonly ConflictRecord[]): Promise<unknown> =>
  em.execute(
    `insert into conflict (id, timetable_id, first_series_id, second_series_id, kind, status, method, note,
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
         excluded.accepted_by_id, excluded.accepted_at)`,
    [timetable, JSON.stringify(records.map(({ pairs: _, ...record }) => record))],
  );

/**
 * Resolves the conflicts of which no pair overlaps any more; the method says whose meetings moved. They keep
 * what overlapped last.
 */
async function endConflicts(
  em: EntityManager,
  timetable: string,
  records: readonly ConflictRecord[],
  moved: ReadonlySet<string>,
  pairs: readonly PairRow[],
  { person, note }: Settlement,
): Promise<void> {
  const methods = new Map<string, ConflictMethod>();
  for (const { conflict, first, second } of pairs) {
    const method = methodOf(moved.has(first), second !== first && moved.has(second));
    methods.set(
      conflict,
      methods.has(conflict) && methods.get(conflict) !== method ? ConflictMethod.BOTH_MOVED : method,
    );
  }
  await em.execute(
    `update conflict c set status = 'RESOLVED', method = m.method, resolved_by_id = $3,
       resolved_at = clock_timestamp(), ended_pairs = m.pairs, note = coalesce($4, note),
       accepted_by_id = null, accepted_at = null, version = version + 1
     from jsonb_to_recordset($2) as m (id uuid, method text, pairs jsonb)
     where c.id = m.id and c.timetable_id = $1 and c.status <> 'RESOLVED'
       and not exists (select from conflict_pair p where p.conflict_id = c.id)`,
    [
      timetable,
      JSON.stringify(
        records.map(({ id, pairs: last }) => ({
          id,
          method: methods.get(id) ?? ConflictMethod.OTHER,
          pairs: last,
        })),
      ),
      person,
      note ?? null,
    ],
  );
}

const methodOf = (isFirst: boolean, isSecond: boolean): ConflictMethod => {
  if (isFirst && isSecond) return ConflictMethod.BOTH_MOVED;
  if (isFirst) return ConflictMethod.FIRST_MOVED;
  return isSecond ? ConflictMethod.SECOND_MOVED : ConflictMethod.OTHER;
};

/**
 * After an undo or redo: conflicts that came since and overlap no more are gone, and all others say again
 * what they said. What the change left alone and somebody has decided since stays decided, and nothing that
 * overlaps counts as resolved.
 * @param found the conflicts as the undo or redo found them
 */
async function restore(
  em: EntityManager,
  timetable: string,
  history: ConflictHistory,
  found: readonly ConflictRecord[],
): Promise<void> {
  const kept = new Set(history.before.map(({ id }) => id));
  const since = history.after.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  await em.execute(
    `delete from conflict c where c.id = any($1) and not exists (
       select from conflict_pair p where p.conflict_id = c.id)`,
    [since],
  );
  const [left, now] = [byId(history.after), byId(found)];
  const existing = byId(await readConflicts(em, timetable, { ids: [...kept], series: [] }));
  const told = history.before.map((record) => {
    const [after, current] = [left.get(record.id), now.get(record.id)];
    const isDecidedSince =
      after && current && isSameDecision(after, record) && !isSameDecision(after, current);
    return isDecidedSince ? current : record;
  });
  await write(
    em,
    timetable,
    told.filter(({ id, status }) => {
      const pairs = existing.get(id)?.pairs;
      return pairs && (status === ConflictStatus.RESOLVED) === (pairs.length === 0);
    }),
  );
}

const byId = (records: readonly ConflictRecord[]): Map<string, ConflictRecord> =>
  new Map(records.map((record) => [record.id, record]));

const isSameDecision = (a: ConflictRecord, b: ConflictRecord): boolean =>
  a.status === b.status &&
  a.method === b.method &&
  a.note === b.note &&
  a.resolvedBy === b.resolvedBy &&
  a.resolvedAt === b.resolvedAt &&
  // Histories that are older than these columns do not name them.
  (a.acceptedBy ?? null) === (b.acceptedBy ?? null) &&
  (a.acceptedAt ?? null) === (b.acceptedAt ?? null);
