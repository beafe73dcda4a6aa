import {
  columnsOf,
  entityInfo,
  linksOf,
  uniquesOf,
  type Class,
  type Column as EntityColumn,
  type Link,
} from '../data/columns.js';
import { columnLetters } from '../workbook/address.js';
import type { Column, ColumnKind, Reference, Sheet, Value } from './sheet.js';

/** The settings of a sheet column that add to, or override, those of its entity column. */
interface SheetColumn extends Partial<Omit<Column, 'key' | 'unique'>> {
  /** Entity of the column, if it differs from that of the sheet. */
  readonly of?: Class;
  /** The list in which a reference is looked up. */
  readonly list?: string;
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
  /** The instructions, line by line; by default in the three columns beside the table. */
  readonly notice: readonly string[];
  readonly noticeRange?: string;
  readonly isNoticeCentred?: boolean;
  readonly references: readonly Reference[];
}

/** The sheet of an entity, whose columns declare labels, lengths, limits, uniqueness and required fields. */
export function sheetOf(entity: Class, options: SheetOptions): Sheet {
  const { zh } = entityInfo(entity).noun;
  const {
    fileName = `${zh}导入模板.xlsx`,
    title = `导入${zh}模板`,
    starred = String,
    references,
    apart,
  } = options;
  const keys = Object.keys(options.columns);
  const [from, to] = [1, 3].map((beside) => columnLetters(keys.length + beside));
  const columns = keys.map((key) => ({
    ...columnOf(entity, key, options.columns[key], starred),
    unique: uniqueAmong(entity, key, keys),
  }));
  const notice = {
    range: options.noticeRange ?? `${from}2:${to}21`,
    lines: options.notice.map((line, at) => `${at + 1}. ${line}`),
    centred: options.isNoticeCentred,
  };
  return { fileName, title, headingRow: 2, columns, apart, notice, references };
}

function columnOf(
  entity: Class,
  key: string,
  { of = entity, list, words, aliases = [], ...overrides }: SheetColumn,
  starred: (label: string) => string,
): Column {
  const declared = [...columnsOf(of), ...linksOf(of)].find(({ name }) => name === key);
  if (!declared) throw new Error(`${of.name} has no column "${key}".`);
  const { nullable, initial } = 'kind' in declared ? declared : { nullable: true, initial: [] };
  const { whenEmpty = initial as Value | undefined, label = declared.label.zh } = overrides;
  const required = overrides.required ?? (!nullable && whenEmpty === undefined);
  return {
    key,
    heading: required ? starred(declared.label.zh) : declared.label.zh,
    english: declared.label.en,
    aliases: [...aliases, declared.label.zh, label],
    ...overrides,
    kind: overrides.kind ?? (words ? { is: 'choice', values: words } : kindOf(declared, list)),
    required,
    whenEmpty: required ? undefined : (whenEmpty ?? undefined),
  };
}

/** Maximum length of several names in one cell, in characters. */
const namesMax = 255;

function kindOf(column: EntityColumn | Link, list?: string): ColumnKind {
  if (!('kind' in column)) return { is: 'names', maxLength: namesMax, list };
  const { kind, name, min, max = Infinity } = column;
  if (kind === 'reference' && list !== undefined) return { is: 'lookup', list };
  if (kind === 'text') return { is: 'text', maxLength: max };
  if (kind === 'flag') return { is: 'flag' };
  if (kind === 'integer' || kind === 'decimal') return { is: kind, min, max };
  throw new Error(`The sheet must say what the cells of "${name}" hold.`);
}

/** The last column of a unique set must be unique among rows whose other columns are equal. */
function uniqueAmong(entity: Class, key: string, keys: readonly string[]): Column['unique'] {
  const set = uniquesOf(entity).find(
    (names) => names.at(-1) === key && names.every((name) => keys.includes(name)),
  );
  return set && (set.length === 1 || { within: set[0] });
}
