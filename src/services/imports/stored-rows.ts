import {
  columnsOf,
  linksOf,
  namingColumnOf,
  uniquesOf,
  type Class,
  type EntityClass,
} from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { inTurns, sortedInTurns } from '../../data/in-turns.js';
import type { Row } from '../../schema/rows.js';
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

/** The stored records as rows of the sheet, sorted by their cells; those above a record come before it. */
export async function storedRows(
  ctx: Context,
  entity: EntityClass,
  sheet: Sheet,
  { where = {}, more }: Exported = {},
): Promise<StoredRow[]> {
  const records = (await ctx.rows.find(entity, where)) as unknown as Record<string, unknown>[];
  const named = await namesFor(ctx, entity, sheet);
  const told = await more?.(ctx);
  const rows: StoredRow[] = [];
  await inTurns(records, (record) => {
    const values = sheet.columns.map(({ key, kind }) => {
      const value = (named.get(key)?.(record) ?? record[key] ?? null) as Value;
      // Decimals come from the database as texts.
      const isNumber = kind.is === 'decimal' && value !== null;
      return [key, isNumber ? Number(value) : value];
    });
    rows.push({ ...(Object.fromEntries(values) as StoredRow), ...told?.get(record.id as string) });
  });
  return inOrder(sheet, rows);
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

/** The cells of a row, as people fill them in. */
export const cellsOf = (sheet: Sheet, row: StoredRow): WrittenCell[] =>
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
      const linked = Map.groupBy(await pairsOf(ctx, link.table()), (pair) => pair[link.owner]);
      readers.set(key, (record) => {
        const ids = linked.get(record.id as string)?.map((pair) => pair[link.other]) ?? [];
        return ids.map((id) => names.get(id)!).sort(byCodeUnits);
      });
    }
  }
  return readers;
}

async function pairsOf(ctx: Context, table: EntityClass): Promise<Record<string, string>[]> {
  return (await ctx.rows.find(table, {})) as unknown as Record<string, string>[];
}

/** Names that are unique within something else, as those of buildings, are told as they are. */
async function namesById(ctx: Context, entity: EntityClass): Promise<Map<string, string>> {
  const isNamed = uniquesOf(entity).some(
    ([first, ...more]) => more.length === 0 && /^(name|code)$/.test(first),
  );
  const column = isNamed ? namingColumnOf(entity) : 'name';
  const rows = (await ctx.rows.find(entity, {})) as unknown as (Row<object> & Record<string, string>)[];
  return new Map(rows.map((row) => [row.id, row[column]]));
}

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Sorted by what the cells hold, so that the order does not depend on when records were made. */
async function inOrder(sheet: Sheet, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const texts: { readonly text: string; readonly row: StoredRow }[] = [];
  await inTurns(rows, (row) => void texts.push({ row, text: JSON.stringify(cellsOf(sheet, row)) }));
  const inTexts = await sortedInTurns(texts, (one, other) => byCodeUnits(one.text, other.text));
  const sorted = inTexts.map(({ row }) => row);
  const above = sheet.columns.find(({ kind }) => kind.is === 'lookup' && kind.isOpen)?.key;
  return above === undefined ? sorted : topDown(sorted, above);
}

/** Each row after the one that it names; rows are named by their names. */
function topDown(rows: readonly StoredRow[], above: string): StoredRow[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const placed = new Set<StoredRow>();
  const place = (row: StoredRow): void => {
    if (placed.has(row)) return;
    const parent = byName.get(row[above]);
    if (parent && parent !== row) place(parent);
    placed.add(row);
  };
  rows.forEach(place);
  return [...placed];
}
