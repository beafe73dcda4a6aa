import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4 } from 'uuid';
import { ConflictKind, ConflictMethod, ConflictStatus } from '../../../schema/timetables.js';
import { json } from '../../../data/statements.js';
import {
  circumstancesOf,
  deleteOverlapless,
  deletePairs,
  endOverlapless,
  insertPairs,
  pairsOfMeetings,
  readConflicts,
  seriesOfMeetings,
  writeConflicts,
  type ConflictHistory,
  type ConflictRecord,
  type PairRow,
  type StoredPair,
} from './conflict-records.queries.js';
import type { Overlap } from './occupancy.js';
import { closedRooms, guard } from './occupancy.queries.js';
import type { StateChange } from './states.js';
import { overlapsOfStudents } from './student-overlaps.queries.js';

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
}

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
 * the conflicts were and are, so that an undo restores them.
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
  const pairs = hasPairs ? await pairsOfMeetings(em, timetable, meetings) : [];
  const seriesByMeeting = await seriesOfBoth(em, timetable, overlaps);
  const series = [...new Set(seriesByMeeting.values())];
  const ids = [...pairs.map(({ conflict }) => conflict), ...idsOf(settlement.restored)];
  if (ids.length === 0 && overlaps.length === 0) return { before: [], after: [] };
  const before = await readConflicts(em, timetable, ids, series);
  if (hasPairs) await deletePairs(em, timetable, meetings);
  const { records, stored } = conflictsOf(overlaps, { before, pairs, seriesByMeeting, settlement });
  await write(em, timetable, records);
  await insertPairs(em, timetable, json(stored));
  const moved = new Set(settlement.isUnmoved ? [] : meetings);
  await endConflicts(em, timetable, records, moved, pairs, settlement);
  if (settlement.restored) await restore(em, timetable, settlement.restored, before);
  const shared = [...pairs, ...overlaps.filter(({ kind }) => kind !== ConflictKind.OTHER)];
  const resources = [...new Set(shared.map(({ resource }) => resource))];
  if (resources.length > 0) await guard(em, timetable, resources);
  const after = await readConflicts(
    em,
    timetable,
    records.map(({ id }) => id),
    [],
  );
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
  const [{ hasPairs, isChosen, isInClosedRoom }] = await circumstancesOf(
    em,
    timetable,
    meetings,
    students !== undefined,
  );
  const ofStudents = isChosen ? await overlapsOfStudents(em, timetable, changes, { isStored: true }) : [];
  const inClosedRooms = isInClosedRoom ? await closedRooms(em, timetable, meetings) : [];
  return { hasPairs, overlaps: [...overlaps, ...(students ?? ofStudents), ...inClosedRooms] };
}

/** The conflicts that there were, with those of what overlaps now, and the pairs of the latter. */
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
    } else if (records.get(id)!.status === ConflictStatus.RESOLVED || !isKnown) {
      records.set(id, { ...records.get(id)!, ...begin(settlement) });
    }
    return { conflict: id, resource, first, second, slots };
  });
  return { records: [...records.values()], stored };
}

const idsOf = (history: ConflictHistory | undefined): string[] =>
  [...(history?.before ?? []), ...(history?.after ?? [])].map(({ id }) => id);

/** The state in which a new conflict begins: open, accepted and open, or ignored. */
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
  const rows = await seriesOfMeetings(em, timetable, meetings);
  return new Map(rows.map(({ meeting, series }) => [meeting, series]));
}

/** Stores conflicts, new ones and those that are known. */
const write = (em: EntityManager, timetable: string, records: readonly ConflictRecord[]): Promise<unknown> =>
  writeConflicts(em, timetable, json(records.map(({ pairs: _, ...record }) => record)));

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
  const ended = records.map(({ id, pairs: last }) => ({
    id,
    method: methods.get(id) ?? ConflictMethod.OTHER,
    pairs: last,
  }));
  await endOverlapless(em, timetable, json(ended), person, note ?? null);
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
  await deleteOverlapless(em, since);
  const [left, now] = [byId(history.after), byId(found)];
  const existing = byId(await readConflicts(em, timetable, [...kept], []));
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
