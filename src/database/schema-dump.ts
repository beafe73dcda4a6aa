import pg from 'pg';

/**
 * The structure of the database as text: tables with columns, constraints, indexes and triggers, in a stable
 * order. Committed beside the migrations, so that their effect is a readable diff. Of a table in partitions,
 * which come and go with the months, only the table itself is told.
 */
export async function dumpSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; heading: string }>(
      `select c.relname as name, concat_ws(': ', c.relname || coalesce(' in partitions by ' ||
         lower(pg_get_partkeydef(c.oid)), ''), obj_description(c.oid)) as heading from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       order by 1`,
    );
    const parts: string[] = [];
    for (const { name, heading } of tables) parts.push(await dumpTable(client, name, heading));
    return parts.join('\n');
  } finally {
    await client.end();
  }
}

async function dumpTable(client: pg.Client, table: string, heading: string): Promise<string> {
  const lines = async (sql: string): Promise<string[]> =>
    (await client.query<{ line: string }>(sql, [table])).rows.map(({ line }) => `  ${line}`);
  const columns = await lines(
    `select format('%s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
       case when a.attnotnull then ' not null' else '' end, coalesce(' default ' || pg_get_expr(d.adbin,
       d.adrelid), '')) as line
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attname`,
  );
  const constraints = await lines(
    `select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
     where conrelid = $1::regclass and contype <> 'n' order by conname`,
  );
  const indexes = await lines(
    `select indexdef as line from pg_indexes where schemaname = 'public' and tablename = $1
      order by indexname`,
  );
  const triggers = await lines(
    `select pg_get_triggerdef(oid) as line from pg_trigger where tgrelid = $1::regclass
      and not tgisinternal order by tgname`,
  );
  return [heading, ...columns, ...constraints, ...indexes, ...triggers, ''].join('\n');
}
