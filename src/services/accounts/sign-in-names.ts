import type { Context } from '../../data/context.js';

/** Those of the numbers that are already a user name, e-mail or phone of an account, in lower case. */
export async function numbersTaken(ctx: Context, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.em.execute<{ name: string }[]>(
    `select name from sign_in_name where number is null
       and name in (select lower(btrim(given)) from jsonb_array_elements_text($1) as given)`,
    [JSON.stringify(numbers)],
  );
  return new Set(rows.map(({ name }) => name));
}
