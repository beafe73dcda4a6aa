import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangeKind } from '../../../schema/timetables.js';
import type { Context } from '../../../data/context.js';
import { madeClassesIn, settleMadeClasses, storeSeries, type NewSeries } from './changes.queries.js';
import { judgeByConstraint } from './constraint.js';
import { occupyAndBeginConflicts, type Base } from './conflict-records.queries.js';
import { beginsTimetable, copyPlaces, guard, hasBegun, holdTimetable } from './occupancy.queries.js';
import { numberChange, recordChange } from './record.js';
import type { StateChange } from './states.js';
import { writeNewStates } from './writing.js';

/** What a new timetable holds. */
interface Beginning {
  readonly kind: ChangeKind;
  /** The timetable whose places, locks, series and decisions it takes over first. */
  readonly source?: string | null;
  /** Another one, where much stands alike. */
  readonly base?: Base | null;
  /** The states of further meetings, worked out once the timetable holds what it took over. */
  readonly added?: () => Promise<{
    readonly changes: readonly StateChange[];
    readonly made: readonly NewSeries[];
  }>;
}

/**
 * Fills an empty timetable, which is never taken back: rows, what they occupy, conflicts and the first
 * change, set by set in the database. What overlaps without a conflict of the source becomes an open one.
 * The last judge is the database.
 */
export async function storeNew(
  ctx: Context,
  em: EntityManager,
  { id: timetable, semester }: { readonly id: string; readonly semester: string },
  { kind, source = null, base = null, added }: Beginning,
): Promise<void> {
  const person = ctx.viewer?.userId ?? null;
  if (base) await holdTimetable(em, base.id);
  const { number } = await numberChange(em, semester, { timetable, person });
  await beginsTimetable(em);
  const [copied] = source ? await copyPlaces(em, timetable, source) : [];
  const { changes, made } = (await added?.()) ?? { changes: [], made: [] };
  await storeSeries(em, made);
  await writeNewStates(em, timetable, changes, copied?.count);
  const shared = await occupyAndBeginConflicts(em, timetable, { source, base });
  await hasBegun(em);
  const resources = shared.map(({ resource }) => resource);
  if (resources.length > 0) await guard(em, timetable, resources);
  const conflicts = { before: [], after: [] };
  await recordChange(ctx, em, { semester, timetable, number, kind, reason: null, changes: null, conflicts });
  await settleMadeClasses(em, await madeClassesIn(em, timetable));
  await judgeByConstraint(em, timetable, ctx.app.log);
}
