import { command, statement } from '../../../data/statements.js';

/** Holds tokens of a person's day where as many are left; otherwise gives no row. */
export const holdTokens = statement<object, [person: string, day: string, needed: number, limit: number]>(`
  insert into assistant_usage (person_id, day, tokens_held) values ($1, $2, $3)
  on conflict (person_id, day) do update set tokens_held = assistant_usage.tokens_held + $3
    where assistant_usage.tokens_in + assistant_usage.tokens_out + assistant_usage.tokens_held + $3 <= $4
  returning 1`);

export const settleTokens = command<
  [person: string, day: string, held: number, read: number, written: number]
>(`
  update assistant_usage
  set calls = calls + 1, tokens_held = tokens_held - $3, tokens_in = tokens_in + $4,
    tokens_out = tokens_out + $5
  where person_id = $1 and day = $2`);

/** Notes that a person is told; gives a row only for the first time of the day. */
export const noteTold = statement<object, [person: string, day: string]>(`
  insert into assistant_usage (person_id, day, is_told) values ($1, $2, true)
  on conflict (person_id, day) do update set is_told = true where not assistant_usage.is_told
  returning 1`);

export const deleteUsage = command<[keptDays: number]>(
  'delete from assistant_usage where day < current_date - $1::int',
);
