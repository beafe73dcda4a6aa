import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { columnsOf, entityInfo, linksOf, fieldOf, type Class, type EntityClass } from '../../data/columns.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Inserts the rows of an import with one statement per table: entities would block the event loop ten times
 * as long. All rows have the same fields; missing columns get the database's defaults.
 */
export async function insertRows(
  em: EntityManager,
  entity: EntityClass,
  inputs: readonly Values[],
): Promise<void> {
  const rows = inputs.map((input): Values => ({ id: uuidv7(), ...input }));
  await insertInto(em, entity, rows);
  for (const { name, table, owner, other } of linksOf(entity)) {
    const joined = rows.flatMap((row) =>
      ((row[name] as string[] | undefined) ?? []).map((id) => ({
        id: uuidv7(),
        [owner]: row.id,
        [other]: id,
      })),
    );
    await insertInto(em, table(), joined);
  }
}

async function insertInto(em: EntityManager, entity: Class, rows: readonly Values[]): Promise<void> {
  if (rows.length === 0) return;
  const names = ['id', ...columnsOf(entity).map(({ name }) => name)].filter((name) => name in rows[0]);
  const columns = names.map((name) => [name, fieldOf(entity, name)] as const);
  const fields = columns.map(([, field]) => `"${field}"`).join(', ');
  const { table } = entityInfo(entity);
  const values = rows.map((row) => Object.fromEntries(columns.map(([name, field]) => [field, row[name]])));
  await em.execute(
    `insert into "${table}" (${fields})
     select ${fields} from jsonb_populate_recordset(null::"${table}", $1)`,
    [JSON.stringify(values)],
  );
}
