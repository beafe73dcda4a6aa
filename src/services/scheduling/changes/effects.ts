import type { EntityManager } from '@mikro-orm/postgresql';
import { ChangeKind } from '../../../schema/timetables.js';
import type { Context } from '../../../data/context.js';
import type { DateRule, Season } from '../semester/dates.js';
import { numberChange, recordChange } from './record.js';
import type { StateChange } from './states.js';

/** Something before and after a change. */
interface Both<T> {
  readonly before: T;
  readonly after: T;
}

/** What a change of a published timetable means for its readers beside what its items say. */
export interface Effects {
  /** Single dates of the timetable before that end with it. */
  readonly ended?: readonly StateChange[];
  readonly calendar?: Both<readonly DateRule[]>;
  readonly seasons?: Both<readonly Season[]>;
  /** Who teaches meetings beside their first teachers. */
  readonly further?: readonly (Both<readonly string[]> & { readonly meeting: string })[];
}

/** Records that something beside a published timetable changed what it means for its readers. */
export async function recordEffects(
  ctx: Context,
  em: EntityManager,
  timetable: { readonly id: string; readonly semester: string },
  kind: ChangeKind.CALENDAR | ChangeKind.TEACHERS,
  effects: Effects,
): Promise<void> {
  const { id, semester } = timetable;
  const person = ctx.viewer?.userId ?? null;
  const { number } = await numberChange(em, semester, { timetable: id, person });
  await recordChange(ctx, em, {
    ...{ semester, timetable: id, number, kind, effects, reason: null, changes: [] },
    conflicts: { before: [], after: [] },
  });
}
