import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangeKind } from '../../../schema/timetables.js';
import type { Context } from '../../../data/context.js';
import { settleMadeClasses, storeSeries } from './changes.queries.js';
import { overlapsAfter } from './clashes.js';
import { settleConflicts } from './conflict-records.js';
import type { ConflictHistory } from './conflict-records.queries.js';
import { replacedBy } from './items.js';
import { markReplaced } from './states.queries.js';
import { judgeByConstraint } from './constraint.js';
import type { Overlap } from './occupancy.js';
import { numberChange, recordChange, type Effects } from './record.js';
import { withSeries } from './changed-series.js';
import { isSameState, type MeetingFacts, type StateChange } from './states.js';
import { writeStates } from './writing.js';
import type { ChangedTimetable } from './timetable.js';

/** What a change is made of once it is judged. */
export interface JudgedChange {
  readonly changes: readonly StateChange[];
  readonly facts: ReadonlyMap<string, MeetingFacts>;
  readonly made: Parameters<typeof storeSeries>[1];
  readonly overlaps: readonly Overlap[];
  /** The overlaps of single students; read once the change is stored where they are left out. */
  readonly students?: readonly Overlap[];
}

/** The series and overlaps that follow from new states; of overlaps at most `max`, where it is stated. */
export async function judgeStates(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  facts: ReadonlyMap<string, MeetingFacts>,
  max: number | null = null,
): Promise<JudgedChange> {
  const settled = await withSeries(em, timetable, changes.filter(isChange), facts);
  return { ...settled, overlaps: await overlapsAfter(em, timetable, settled.changes, max) };
}

const isChange = ({ before, after }: StateChange): boolean => !isSameState(before, after);

/** A change as it was stored. */
interface StoredChange {
  readonly id: string;
  readonly number: number;
  /** Whether its person could make something again in the timetable. */
  readonly hasUndone: boolean;
}

/**
 * Stores a judged change: rows, what they occupy, conflicts, the log of changes; the last judge is the
 * database.
 */
export async function storeChange(
  ctx: Context,
  em: EntityManager,
  { id: timetable, semester }: Pick<ChangedTimetable, 'id' | 'semester'>,
  judged: ToStore,
): Promise<StoredChange> {
  const person = ctx.viewer?.userId ?? null;
  const { number, hasUndone } = await numberChange(em, semester, { timetable, person });
  return { ...(await storeNumbered(ctx, em, { timetable, semester, number }, judged)), hasUndone };
}

/** A judged change that is to be stored, and what of it is kept beside what it changes. */
type ToStore = JudgedChange & {
  readonly kind: ChangeKind;
  readonly reason: string | null;
  /** Why new clashes are accepted; null leaves them open. */
  readonly accepted: string | null;
  readonly leavesOpen?: boolean;
  readonly note?: string | null;
  readonly publicNote?: string | null;
  readonly subject?: string;
  readonly restored?: ConflictHistory;
  readonly effects?: Effects;
};

/** The same of a change that has its number already. */
export async function storeNumbered(
  ctx: Context,
  em: EntityManager,
  { timetable, semester, number }: { timetable: string; semester: string; number: number },
  {
    kind,
    reason,
    accepted,
    leavesOpen,
    note,
    publicNote = null,
    subject,
    restored,
    effects,
    changes,
    facts,
    made,
    overlaps,
    students,
  }: ToStore,
): Promise<Omit<StoredChange, 'hasUndone'>> {
  const person = ctx.viewer?.userId ?? null;
  await storeSeries(em, made);
  await writeStates(em, timetable, changes);
  const { replaced, held } = replacedBy(changes, facts);
  if (replaced.length > 0) await markReplaced(em, replaced, held);
  const settlement = { person, accepted, leavesOpen, note, restored };
  const conflicts = await settleConflicts(em, timetable, changes, { overlaps, students }, settlement);
  const stored = await recordChange(ctx, em, {
    semester,
    timetable,
    number,
    kind,
    reason,
    publicNote,
    subject,
    changes,
    conflicts,
    effects,
  });
  await settleMadeClasses(em, madeClassesOf(changes, facts));
  await judgeByConstraint(em, timetable, ctx.app.log);
  return stored;
}

/** The teaching classes made with series of which the timetable holds other meetings than before. */
function madeClassesOf(changes: readonly StateChange[], facts: ReadonlyMap<string, MeetingFacts>): string[] {
  const concerned = changes
    .filter(({ before, after }) => !before || !after)
    .flatMap(({ meeting }) => facts.get(meeting) ?? [])
    .filter(({ isMadeWithSeries }) => isMadeWithSeries);
  return [...new Set(concerned.map(({ teachingClass }) => teachingClass))];
}
