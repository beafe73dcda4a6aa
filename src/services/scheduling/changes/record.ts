import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { ChangeKind } from '../../../schema/enums.js';
import type { Context } from '../../../data/context.js';
import { statementsIn } from '../../../data/transaction.js';
import type { ConflictHistory } from './conflicts.js';
import type { StateChange } from './states.js';

/** Topic of the events that tell that a timetable has a new change; the sequence is its number. */
export const changesTopic = 'timetableChanges';

interface NewChange {
  readonly semester: string;
  readonly timetable: string;
  readonly number: number;
  readonly kind: ChangeKind;
  readonly reason: string | null;
  readonly subject?: string;
  readonly changes: readonly StateChange[];
  readonly conflicts: ConflictHistory;
}

/**
 * Takes the next number of a semester for a change, under which the audit log tells all that is written from
 * now on.
 */
export async function numberChange(em: EntityManager, semester: string): Promise<number> {
  const [{ number }] = await em.execute<{ number: number }[]>(
    `with counted as (
       insert into change_counter (semester_id, number) values ($1, 1)
       on conflict (semester_id) do update set number = change_counter.number + 1 returning number
     )
     select number, set_config('class_scheduling.change', number::text, true) from counted`,
    [semester],
  );
  return number;
}

/** Stores a change with its number and tells that it came. Answers its id and number. */
export async function recordChange(
  ctx: Context,
  em: EntityManager,
  { semester, timetable, number, kind, reason, subject, changes, conflicts }: NewChange,
): Promise<{ id: string; number: number }> {
  const id = uuidv7();
  const hasConflicts = conflicts.before.length > 0 || conflicts.after.length > 0;
  await em.execute(
    `insert into change (id, semester_id, timetable_id, number, kind, person_id, reason, subject_id,
       conflicts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      semester,
      timetable,
      number,
      kind,
      ctx.viewer?.userId ?? null,
      reason,
      subject ?? null,
      hasConflicts ? JSON.stringify(conflicts) : null,
    ],
  );
  await em.execute(
    `insert into change_item (id, change_id, meeting_id, before, after)
     select i.id, $1, i.meeting, i.before, i.after
     from jsonb_to_recordset($2) as i (id uuid, meeting uuid, before jsonb, after jsonb)`,
    [id, JSON.stringify(changes.map((change) => ({ id: uuidv7(), ...change })))],
  );
  await ctx.app.bus.publish(changesTopic, { id: timetable, sequence: number }, statementsIn(em));
  return { id, number };
}
