import {
  columnOf as columnOfEntity,
  columnsOf,
  entityInfo,
  linksOf,
  uniquesOf,
  type Class,
  type Column as EntityColumn,
  type Link,
} from '../data/columns.js';
import { columnLetters } from '../workbook/address.js';
import {
  labelOf,
  listOf,
  type Column,
  type ColumnKind,
  type Reference,
  type Sheet,
  type Value,
} from './sheet.js';

/** The settings of a sheet column that add to, or override, those of its entity column. */
interface SheetColumn extends Partial<Omit<Column, 'key' | 'unique'>> {
  /** Entity of the column, if it differs from that of the sheet. */
  readonly of?: Class;
  /**
   * The list in which a reference is looked up; by default the table of the records, by name or code. Null
   * for names of which no list is kept.
   */
  readonly list?: string | null;
  /** Whether the list is too long to be shown beside the table. */
  readonly isUnlisted?: boolean;
  /** The words for the values, if other than those of the column's kind. */
  readonly words?: Readonly<Record<string, Value>>;
}

interface SheetOptions {
  readonly fileName?: string;
  readonly title?: string;
  /** Formats the heading of a required column. */
  readonly starred?: (label: string) => string;
  /** By name of the entity's column, in the order of the template. */
  readonly columns: Readonly<Record<string, SheetColumn>>;
  /** What stands above the columns that have a place of their own. */
  readonly apart?: string;
  /**
   * The instructions, line by line; by default in the three columns beside the table. Where no lists are
   * named, they follow what the columns say of themselves, as the lists do.
   */
  readonly notice?: readonly string[];
  readonly noticeRange?: string;
  readonly isNoticeCentred?: boolean;
  readonly references?: readonly Reference[];
}

/** The sheet of an entity, whose columns declare labels, lengths, limits, uniqueness and required fields. */
export function sheetOf(entity: Class, options: SheetOptions): Sheet {
  const { zh } = entityInfo(entity).noun;
  const { fileName = `${zh}导入模板.xlsx`, title = `导入${zh}模板`, references, apart } = options;
  const { starred = references ? String : (label: string) => `${label}*` } = options;
  const keys = Object.keys(options.columns);
  const [from, to] = [1, 3].map((beside) => columnLetters(keys.length + beside));
  const columns = keys.map((key) => ({
    ...columnOf(entity, key, options.columns[key], starred),
    unique: uniqueAmong(entity, key, keys),
  }));
  const notice = {
    range: options.noticeRange ?? `${from}2:${to}21`,
    lines: [...(references ? [] : ruleLines(entity, columns)), ...(options.notice ?? [])].map(
      (line, at) => `${at + 1}. ${line}`,
    ),
    centred: options.isNoticeCentred,
  };
  const unlisted = new Set(keys.filter((key) => options.columns[key].isUnlisted));
  const lists = references ?? listsBeside(columns.filter(({ key }) => !unlisted.has(key)));
  return { fileName, title, headingRow: 2, columns, apart, notice, references: lists };
}

function columnOf(
  entity: Class,
  key: string,
  { of = entity, list, words, aliases = [], isUnlisted: _, ...overrides }: SheetColumn,
  starred: (label: string) => string,
): Column {
  const declared = [...columnsOf(of), ...linksOf(of)].find(({ name }) => name === key);
  if (!declared && overrides.heading && overrides.english && overrides.kind)
    return {
      key,
      ...overrides,
      aliases,
      heading: overrides.heading,
      english: overrides.english,
      kind: overrides.kind,
    };
  if (!declared) throw new Error(`${of.name} has no column "${key}".`);
  const { nullable, initial, byDefault } =
    'kind' in declared ? declared : { nullable: true, initial: [], byDefault: undefined };
  // What is found when a row is stored is left out until then.
  const begins = byDefault ? undefined : (initial as Value | undefined);
  const { whenEmpty = begins, label = declared.label.zh } = overrides;
  const required = overrides.required ?? (!nullable && !byDefault && whenEmpty === undefined);
  return {
    key,
    heading: required ? starred(declared.label.zh) : declared.label.zh,
    english: declared.label.en,
    aliases: [...aliases, declared.label.zh, label],
    ...overrides,
    kind: overrides.kind ?? (words ? { is: 'choice', values: words } : kindOf(entity, declared, list)),
    required,
    whenEmpty: required ? undefined : (whenEmpty ?? undefined),
  };
}

/** Maximum length of several names in one cell, in characters. */
const namesMax = 255;

function kindOf(entity: Class, column: EntityColumn | Link, given?: string | null): ColumnKind {
  const list = given === undefined ? entityInfo(targetOf(column) ?? entity).table : (given ?? undefined);
  if (!('kind' in column)) return { is: 'names', maxLength: namesMax, list };
  const { kind, name, min, max = Infinity } = column;
  if (kind === 'reference' && list !== undefined)
    return { is: 'lookup', list, ...(column.target!() === entity && { isOpen: true }) };
  if (kind === 'date') return { is: 'date' };
  if (kind === 'text') return { is: 'text', maxLength: max };
  if (kind === 'flag') return { is: 'flag' };
  if (kind === 'integer' || kind === 'decimal') return { is: kind, min, max };
  throw new Error(`The sheet must say what the cells of "${name}" hold.`);
}

/** The entity whose records the cells of a column name, if any. */
export const targetOf = (column: EntityColumn | Link): Class | undefined =>
  'kind' in column ? column.target?.() : columnOfEntity(column.table(), column.other).target!();

/** What the columns say of themselves to whoever fills them in. */
function ruleLines(entity: Class, columns: readonly Column[]): string[] {
  const labels = (some: readonly Column[]): string => some.map((column) => labelOf(column).zh).join('、');
  const listed = columns.filter(listOf);
  const optional = columnsOf(entity).flatMap(({ name, byDefault }) => {
    const column = columns.find(({ key }) => key === name);
    return column && byDefault && !byDefault.isUntold
      ? [`${labelOf(column).zh}填为${byDefault.told.zh}`]
      : [];
  });
  return [
    '请按模板填写，请勿改动表格结构；未改动的示例行会自动忽略',
    `带 * 的列为必填项：${labels(columns.filter(({ required }) => required))}`,
    ...(listed.length > 0 ? [`${labels(listed)}请参照右侧列表填写`] : []),
    ...(optional.length > 0 ? [`其余可不填；不填时${optional.join('，')}`] : []),
  ];
}

/** The lists that the columns need, behind the instructions. */
const listsBeside = (columns: readonly Column[]): Reference[] =>
  [...new Map(columns.filter(listOf).map((column) => [listOf(column)!, column]))].map(
    ([list, column], at) => ({
      at: `${columnLetters(columns.length + 5 + at)}2`,
      heading: `${labelOf(column).zh}列表`,
      list,
    }),
  );

/** The last column of a unique set must be unique among rows whose other columns are equal. */
function uniqueAmong(entity: Class, key: string, keys: readonly string[]): Column['unique'] {
  const set = uniquesOf(entity).find(
    (names) => names.at(-1) === key && names.every((name) => keys.includes(name)),
  );
  return set && (set.length === 1 || { within: set[0] });
}
