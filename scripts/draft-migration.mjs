// node scripts/draft-migration.mjs > migrations/0001-foundation.sql
// Writes the SQL that creates every table of the entities, or, with names of tables, those alone: the draft
// of a migration for new entities. Migrations that change tables are written by hand.
import { MikroORM } from '@mikro-orm/postgresql';

await import('./swc-hook.mjs');
const { default: settings } = await import('../mikro-orm.config.ts');
const { allEntities } = await import('../src/data/columns.ts');
const { loggedTables } = await import('../src/entities/logged.ts');
const orm = new MikroORM({ ...settings, clientUrl: 'postgresql://nobody@127.0.0.1:1/none', dbName: 'none' });
const created = (await orm.schema.getCreateSchemaSQL())
  .replace(/^set names.*\n+/m, '')
  .replace(
    /^(create table "[^"]+" \()(.*)\);$/gm,
    (_, head, body) => `${head}\n  ${splitColumns(body).join(',\n  ')}\n);`,
  )
  .trim();
const triggers = allEntities().map(
  ({ table }) =>
    `create trigger "${table}_touch" before update on "${table}" for each row when (new is distinct from
      old) execute function touch_updated_at();`,
);
const logged = loggedTables().map(
  ({ table, department, secrets }) =>
    `select log_changes(${[table, department, secrets.join()].map((each) => `'${each}'`).join(', ')});`,
);
const tables = process.argv.slice(2);
process.stdout.write(tables.length > 0 ? draftOf(tables) : wholeDraft());

/** What creates some of the tables, beside those that exist. */
function draftOf(names) {
  const own = new RegExp(
    `^[^(]*? (?:table|on) "(?:${names.join('|')})"|log_changes[(]'(?:${names.join('|')})'`,
  );
  const statements = [...created.split(/(?<=;)\n+/), ...triggers, ...logged].filter((each) => own.test(each));
  return `${statements.join('\n')}\n`;
}

function wholeDraft() {
  return `-- Every table of the product. Texts that are unique are so ignoring letter case and outer blanks.

${created}

-- updated_at moves with every change, whoever makes it.
create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
${triggers.join('\n')}
`;
}

function splitColumns(body) {
  const parts = [];
  let depth = 0;
  let current = '';
  for (const character of body) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) {
      parts.push(current.trim());
      current = '';
    } else current += character;
  }
  return [...parts, current.trim()];
}
