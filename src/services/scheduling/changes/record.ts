import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { ChangeKind } from '../../../schema/timetables.js';
import type { Context } from '../../../data/context.js';
import { statementsIn } from '../../../data/transaction.js';
import type { ConflictHistory } from './conflict-records.js';
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
 * now on; and tells whether the person who makes it in a timetable has changes there that were taken back.
 */
export async function numberChange(
  em: EntityManager,
  semester: string,
  { timetable, person }: { timetable: string; person: string | null },
): Promise<{ number: number; hasUndone: boolean }> {
  const [row] = await em.execute<{ number: number; hasUndone: boolean }[]>(
    `with counted as (
       insert into change_counter (semester_id, number) values ($1, 1)
       on conflict (semester_id) do update set number = change_counter.number + 1 returning number
     )
     select number, set_config('class_scheduling.change', number::text, true),
       exists (select from change where timetable_id = $2 and state = 'UNDONE'
         and person_id is not distinct from $3::uuid) as "hasUndone"
     from counted`,
    [semester, timetable, person],
  );
  return { number: row.number, hasUndone: row.hasUndone };
}

/** Stores a change with its number and tells that it came. Answers its id and number. */
export async function recordChange(
  ctx: Context,
  em: EntityManager,
  { semester, timetable, number, kind, reason, subject, changes, conflicts }: NewChange,
): Promise<{ id: string; number: number }> {
  const id = uuidv7();
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
    JSON.stringify(changes.map((change) => ({ id: uuidv7(), ...change }))),
  ];
  const execute = statementsIn(em);
  // In one statement, because others wait for the timetable.
  await ctx.app.bus.publish(changesTopic, { id: timetable, sequence: number }, (notify, told) =>
    execute(`${recordSql} ${notify}`, [...told, ...values]),
  );
  return { id, number };
}

/** Its values follow the two of the statement behind it, which tells that the change came. */
const recordSql = `
  with made as (
    insert into change (id, semester_id, timetable_id, number, kind, person_id, reason, subject_id, conflicts)
    values ($3, $4, $5, $6, $7, $8, $9, $10, $11)),
  items as (
    insert into change_item (id, change_id, meeting_id, before, after)
    select i.id, $3, i.meeting, i.before, i.after
    from jsonb_to_recordset($12) as i (id uuid, meeting uuid, before jsonb, after jsonb))`;
