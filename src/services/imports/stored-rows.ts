import {
  columnsOf,
  linksOf,
  namingColumnOf,
  uniquesOf,
  type Link,
  type Class,
  type EntityClass,
} from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { byCodeUnits, type Sorting } from '../../sheets/in-order.js';
import { guardFormula, sameName } from '../../sheets/parse.js';
import type { Column, Sheet, Value } from '../../sheets/sheet.js';
import { targetOf } from '../../sheets/sheet-of.js';
import type { WrittenCell } from '../../workbook/writing.js';

/** What a sheet would hold if the records were entered by it: the import turned round. */

/** The values of a row, by column of the sheet. */
export type StoredRow = Readonly<Record<string, Value>>;

/** What the columns of a table do not tell of its rows in a workbook. */
export interface Exported {
  /** Which records; all by default. */
  readonly where?: object;
  /** Columns in which no two rows agree, where the table does not say so. */
  readonly keys?: readonly string[];
  /** Values of columns that the table does not have, by id of the record. */
  readonly more?: (ctx: Context) => Promise<ReadonlyMap<string, StoredRow>>;
}

/** The stored records as rows of the sheet, piece by piece. */
export async function* storedRows(
  ctx: Context,
  entity: EntityClass,
  sheet: Sheet,
  { where = {}, more }: Exported = {},
): AsyncGenerator<StoredRow[]> {
  const named = await namesFor(ctx, entity, sheet);
  const told = await more?.(ctx);
  const rowOf = (record: Record<string, unknown>): StoredRow => {
    const values = sheet.columns.map(({ key, kind }) => {
      const value = (named.get(key)?.(record) ?? record[key] ?? null) as Value;
      // Decimals come from the database as texts.
      const isNumber = kind.is === 'decimal' && value !== null;
      return [key, isNumber ? Number(value) : value];
    });
    return { ...(Object.fromEntries(values) as StoredRow), ...told?.get(record.id as string) };
  };
  for await (const records of ctx.rows.pieces(entity, where)) yield records.map((each) => rowOf({ ...each }));
}

/** Key by which rows of a workbook and stored ones are found to be of the same record. */
export function rowKeyOf(entity: Class, sheet: Sheet, { keys }: Exported = {}): (row: StoredRow) => string {
  const names = new Set(sheet.columns.map(({ key }) => key));
  const key = keys ?? uniquesOf(entity).find((set) => set.every((name) => names.has(name))) ?? [...names];
  return (row) => JSON.stringify(key.map((name) => sameName(String(row[name] ?? ''))));
}

/** Whether a row of a workbook says nothing else than what is stored; an empty cell says nothing. */
export const saysTheSame = (row: StoredRow, stored: StoredRow): boolean =>
  Object.entries(row).every(
    ([key, value]) => value === null || value === undefined || told(value) === told(stored[key] ?? null),
  );

const told = (value: Value): string =>
  JSON.stringify(Array.isArray(value) ? value.map(String).sort(byCodeUnits) : value);

/** The cells of rows that come piece by piece. */
export async function* cellsIn(
  sheet: Sheet,
  pieces: AsyncIterable<readonly StoredRow[]> | Iterable<readonly StoredRow[]>,
): AsyncGenerator<WrittenCell[][]> {
  for await (const rows of pieces) yield rows.map((row) => cellsOf(sheet, row));
}

/** The cells of a row, as people fill them in. */
const cellsOf = (sheet: Sheet, row: StoredRow): WrittenCell[] =>
  sheet.columns.map((column) => cellOf(column, row[column.key] ?? null));

function cellOf({ kind }: Column, value: Value): WrittenCell {
  if (value === null) return null;
  if (kind.is === 'choice') {
    const words = Object.entries(kind.values).filter(([, meaning]) => meaning === value);
    return (words.find(([word]) => !/^\d+$/.test(word)) ?? words[0])?.[0] ?? null;
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  return guardFormula(Array.isArray(value) ? value.join(',') : String(value));
}

type Reader = (record: Record<string, unknown>) => Value;

/** For each column that names other records, how their names are found. */
async function namesFor(ctx: Context, entity: Class, sheet: Sheet): Promise<Map<string, Reader>> {
  const readers = new Map<string, Reader>();
  for (const { key } of sheet.columns) {
    const link = linksOf(entity).find(({ name }) => name === key);
    const declared = link ?? columnsOf(entity).find(({ name }) => name === key);
    const target = declared && targetOf(declared);
    if (!target) continue;
    const names = await namesById(ctx, target as EntityClass);
    if (!link) readers.set(key, (record) => names.get(record[key] as string) ?? null);
    else {
      const linked = await linkedBy(ctx, link);
      readers.set(key, (record) =>
        (linked.get(record.id as string) ?? []).map((id) => names.get(id)!).sort(byCodeUnits),
      );
    }
  }
  return readers;
}

/** By record, the ids of those that a link ties to it. */
async function linkedBy(ctx: Context, { table, owner, other }: Link): Promise<Map<string, string[]>> {
  const linked = new Map<string, string[]>();
  for await (const pairs of ctx.rows.pieces(table() as EntityClass, {}))
    for (const pair of pairs as unknown as Record<string, string>[]) {
      const ids = linked.get(pair[owner]) ?? [];
      linked.set(pair[owner], ids);
      ids.push(pair[other]);
    }
  return linked;
}

/** Names that are unique within something else, as those of buildings, are told as they are. */
async function namesById(ctx: Context, entity: EntityClass): Promise<Map<string, string>> {
  const isNamed = uniquesOf(entity).some(
    ([first, ...more]) => more.length === 0 && /^(name|code)$/.test(first),
  );
  const column = isNamed ? namingColumnOf(entity) : 'name';
  const names = new Map<string, string>();
  for await (const rows of ctx.rows.pieces(entity, {}))
    for (const row of rows as unknown as Record<string, string>[]) names.set(row.id, row[column]);
  return names;
}

/** How the rows of a sheet are sorted. */
export function sortingOf({ columns }: Sheet): Sorting {
  const above = columns.findIndex(({ kind }) => kind.is === 'lookup' && kind.isOpen);
  return { name: columns.findIndex(({ key }) => key === 'name'), above: above === -1 ? null : above };
}
