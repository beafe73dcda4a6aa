import type { Context } from '../../data/context.js';

/** Which of the numbers are names, mails or phones of accounts, in small letters. */
export async function numbersTaken(ctx: Context, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.em.execute<{ name: string }[]>(
    `select name from sign_in_name where number is null
       and name in (select lower(btrim(given)) from jsonb_array_elements_text($1) as given)`,
    [JSON.stringify(numbers)],
  );
  return new Set(rows.map(({ name }) => name));
}
