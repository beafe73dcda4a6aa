import type { EntityManager } from '@mikro-orm/postgresql';
import { changedRecords } from '../../../data/data.queries.js';
import { entityInfo } from '../../../data/columns.js';
import type { Context } from '../../../data/context.js';
import { seenMsMax, type Thing } from '../../../data/kept/kept-rows.js';
import { findRows } from '../../../data/lists/queries.js';
import type { Soon } from '../../../data/relations.js';
import { readSnapshot } from '../../../data/transaction.js';
import { ClassAssignment, type PlacedAssignment } from '../../../entities/scheduling/assignments.js';
import { Change } from '../../../entities/scheduling/changes.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import type { Row } from '../../../schema/rows.js';
import { TimetableStatus } from '../../../schema/timetables.js';

/** Changed rows of assignments that are read one by one; of more, all are read anew. */
const changedMax = 2_000;
/** Memory of a row, about. */
const rowBytes = 1_200;

/** The order in which a timetable tells its meetings: by day and period. */
export const byTime = { dayOfWeek: 'asc', periodStart: 'asc', id: 'asc' } as const;

const inOrder = (one: PlacedAssignment, other: PlacedAssignment): number =>
  one.dayOfWeek - other.dayOfWeek ||
  one.periodStart - other.periodStart ||
  (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

type IndexedColumn = 'teacher' | 'classroom' | 'teachingClass' | 'meeting';

/** The placed meetings of a published timetable, as calls share them. */
export class PublishedMeetings implements Thing {
  readonly bytes: number;
  readonly #byColumn = new Map<string, ReadonlyMap<string, PlacedAssignment[]>>();
  readonly #at = performance.now();

  constructor(
    /** All of them, by day and period. */
    readonly rows: readonly PlacedAssignment[],
    /** What was seen of the log of changes when they were read. */
    readonly seen: string,
  ) {
    this.bytes = rows.length * rowBytes;
    rows.forEach((row) => Object.freeze(row));
    Object.freeze(rows);
  }

  /** Those that refer by a column to one of the records, by day and period. */
  of(column: IndexedColumn, ids: readonly string[]): PlacedAssignment[] {
    const found = [...new Set(ids)].flatMap((id) => this.#index(column).get(id) ?? []);
    return ids.length > 1 ? found.sort(inOrder) : found;
  }

  /** Those that a teacher teaches: as the first one, and further meetings. */
  taughtBy(teacher: string, further: readonly string[]): PlacedAssignment[] {
    const first = this.of('teacher', [teacher]);
    return further.length === 0
      ? first
      : [...new Set([...first, ...this.of('meeting', further)])].sort(inOrder);
  }

  #index(column: IndexedColumn): ReadonlyMap<string, PlacedAssignment[]> {
    const index = this.#byColumn.get(column) ?? Map.groupBy(this.rows, (row) => row[column]);
    this.#byColumn.set(column, index);
    return index;
  }

  /** Whether the log can still be asked what came after. */
  get isRecent(): boolean {
    return performance.now() - this.#at < seenMsMax;
  }

  /** The same with what changed: the rows with these ids, as they are now. */
  with(ids: readonly string[], changed: readonly PlacedAssignment[], seen: string): PublishedMeetings {
    const gone = new Set(ids);
    const rows = [...this.rows.filter(({ id }) => !gone.has(id)), ...changed];
    return new PublishedMeetings(rows.sort(inOrder), seen);
  }
}

/** The placed meetings of a published timetable; null where the call reads everything from the database. */
export const publishedMeetings = (ctx: Context, timetable: string): Soon<PublishedMeetings> | null =>
  ctx.rows.made<PublishedMeetings>(`meetings of ${timetable}`, [ClassAssignment], (em, former) =>
    readSnapshot(em, (tx) => readMeetings(tx, timetable, former)),
  );

async function readMeetings(
  em: EntityManager,
  timetable: string,
  former: PublishedMeetings | null,
): Promise<PublishedMeetings> {
  const before = former?.isRecent ? former.seen : null;
  const { table } = entityInfo(ClassAssignment);
  const [{ seen, ids }] = await changedRecords(em, before, table, changedMax + 1);
  const placed = { timetable, dayOfWeek: { $isNull: false } };
  const isRenewed = before !== null && ids.length <= changedMax;
  const where = isRenewed ? { id: { $in: ids }, ...placed } : placed;
  const rows = await findRows<PlacedAssignment>(em, ClassAssignment, where, { orderBy: byTime });
  return isRenewed ? former!.with(ids, rows, seen) : new PublishedMeetings(rows, seen);
}

/** A published timetable, or that there is none. */
class Published implements Thing {
  readonly bytes = 2_000;
  constructor(readonly row: Row<Timetable> | null) {
    Object.freeze(row);
  }
}

/**
 * The published timetable of a semester, by its id or a condition; undefined where the call reads everything
 * from the database.
 */
export async function publishedTimetable(
  ctx: Context,
  semester: string | object,
): Promise<Row<Timetable> | null | undefined> {
  const name = `published of ${JSON.stringify(semester)}`;
  const where = { semester, status: TimetableStatus.PUBLISHED };
  // Whatever changes in a timetable gives it another version.
  const sources = [Timetable, Semester, ClassAssignment, Change];
  const found = await ctx.rows.made<Published>(name, sources, async (em) => {
    const orderBy = { revision: 'desc' } as const;
    const [row] = await findRows<Row<Timetable>>(em, Timetable, where, { orderBy, limit: 1 });
    return new Published(row ?? null);
  });
  return found?.row;
}
