import type { ChangeKind } from '../../../schema/timetables.js';
import { type Json, command, preparedStatement, statement } from '../../../data/statements.js';
import type { ChangeOutcome, ItemRequest } from '../../scheduling/changes/edits.js';

/** Keeps a plan; none where its conversation was deleted. */
export const insertPlan = preparedStatement<
  { id: string },
  [
    id: string,
    person: string,
    conversation: string,
    timetable: string,
    kind: ChangeKind,
    number: number,
    fingerprint: string,
    words: string,
    items: Json<readonly ItemRequest[]>,
    outcome: Json<ChangeOutcome>,
    minutes: number,
  ]
>(`
  insert into change_plan (id, person_id, conversation_id, timetable_id, kind, number, fingerprint, words,
    items, outcome, expires_at)
  select $1, $2, id, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb,
    clock_timestamp() + make_interval(mins => $11)
  from conversation where id = $3 for key share returning id`);

export const lockPlan = statement<{ appliedAt: Date | null }, [id: string, person: string]>(
  'select applied_at as "appliedAt" from change_plan where id = $1 and person_id = $2 for update',
);

export const notePlanApplied = command<[id: string, change: string | null]>(
  'update change_plan set applied_at = clock_timestamp(), change_id = $2 where id = $1',
);
