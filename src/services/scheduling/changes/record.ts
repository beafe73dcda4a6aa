import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { ChangeKind } from '../../../schema/timetables.js';
import type { Context } from '../../../data/context.js';
import { statementsIn } from '../../../data/transaction.js';
import type { DateRule, Season } from '../semester/dates.js';
import { nextNumber, recordSql } from './changes.queries.js';
import type { ConflictHistory } from './conflict-records.queries.js';
import type { StateChange } from './states.js';

/** Topic of the events that tell that a timetable has a new change; the sequence is its number. */
export const changesTopic = 'timetableChanges';

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

interface NewChange {
  readonly semester: string;
  readonly timetable: string;
  readonly number: number;
  readonly kind: ChangeKind;
  readonly reason: string | null;
  readonly publicNote?: string | null;
  readonly subject?: string;
  /** Null for everything that the timetable holds: it is its first change. */
  readonly changes: readonly StateChange[] | null;
  readonly conflicts: ConflictHistory;
  readonly effects?: Effects;
}

/**
 * Takes the next number of a semester for a change, under which the audit log tells all that is written from
 * now on; and tells whether the person who makes it in a timetable has changes there that were taken back.
 */
export async function numberChange(
  em: EntityManager,
  semester: string,
  { timetable, person }: { timetable: string; person: string | null },
): Promise<{ number: number; hasUndone: boolean }> {
  const [{ number, hasUndone }] = await nextNumber(em, semester, timetable, person);
  return { number, hasUndone };
}

/** Stores a change with its number and tells that it came. Answers its id and number. */
export async function recordChange(
  ctx: Context,
  em: EntityManager,
  { semester, timetable, number, kind, reason, publicNote, subject, changes, ...more }: NewChange,
): Promise<{ id: string; number: number }> {
  const id = uuidv7();
  const { conflicts, effects } = more;
  const hasConflicts = conflicts.before.length > 0 || conflicts.after.length > 0;
  const values = [
    id,
    semester,
    timetable,
    number,
    kind,
    ctx.viewer?.userId ?? null,
    reason,
    subject ?? null,
    hasConflicts ? JSON.stringify(conflicts) : null,
    changes && JSON.stringify(changes.map((change) => ({ id: uuidv7(), ...change }))),
    publicNote?.trim() || null,
    effects ? JSON.stringify(effects) : null,
  ];
  const execute = statementsIn(em);
  // In one statement, because others wait for the timetable.
  await ctx.app.bus.publish(changesTopic, { id: timetable, sequence: number }, (notify, told) =>
    execute(`${recordSql} ${notify}`, [...told, ...values]),
  );
  return { id, number };
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
