import { codeOf, distinctive } from '../schema/texts.js';
import type { Cell } from '../workbook/cells.js';
import type { FaultParams } from '../workbook/faults.js';
import type { CellFault } from './cell-faults.js';
import { type Column, type ColumnKind, type Lookups, type Value, listOf } from './sheet.js';

/** The value of a cell, which may replace what it says, or why it has none. */
type Parsed =
  | { readonly value: Value; readonly isReplaced?: boolean }
  | { readonly fault: CellFault; readonly params?: FaultParams };

/** Parses the cells of one column. */
export type ColumnParser = (cell: Cell | undefined) => Parsed;

/** The parser of a column, with its look-up table prepared. */
export function parserOf(column: Column, lookups: Lookups): ColumnParser {
  const parse = parserOfKind(column.kind, namesOf(column, lookups));
  return (cell) => {
    const cleaned = cell ? cleanText(cell.text) : '';
    const text = column.unique ? distinctive(column.key, cleaned) : cleaned;
    if (text === '') return column.required ? { fault: 'REQUIRED' } : { value: column.whenEmpty ?? null };
    const parsed: Parsed =
      cell?.is === 'fault' ? { fault: 'CELL_FAULT' } : parse(text, cell?.is === 'number');
    return 'fault' in parsed && column.fallback !== undefined
      ? { value: column.fallback, isReplaced: true }
      : parsed;
  };
}

/**
 * Text as it is stored: trimmed, without characters that the database rejects, and without the apostrophe
 * that `guardFormula` prepends.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\u200b\ufeff]/gu, '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

/** Prevents a text from being interpreted as a formula, here or in a program it is copied into. */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Names are compared without case and outer blanks. */
export function sameName(name: string): string {
  return name.trim().toLowerCase();
}

type Parse = (text: string, isNumber: boolean) => Parsed;
type Names = ReadonlyMap<string, string> | null;

function namesOf(column: Column, lookups: Lookups): Names {
  const list = listOf(column);
  return list === undefined ? null : new Map(lookups[list]?.map((name) => [sameName(name), name]));
}

function parserOfKind(kind: ColumnKind, names: Names): Parse {
  switch (kind.is) {
    case 'text':
      return (text, isNumber) =>
        refuseRounded(text, isNumber) ?? refuseLong(text, kind.maxLength) ?? { value: text };
    case 'flag':
      return parseFlag;
    case 'date':
      return parseDate;
    case 'integer':
    case 'decimal':
      return (text) => parseNumber(text, kind);
    case 'choice':
      return choiceParser(kind.values);
    case 'lookup':
      return (text) => (kind.isOpen ? { value: text } : lookUp(text, names));
    case 'names':
      return (text) => refuseLong(text, kind.maxLength) ?? parseNames(text, names);
  }
}

/** Spreadsheets keep fifteen digits of a number; a longer one has already lost its last digits. */
function refuseRounded(text: string, isNumber: boolean): Parsed | null {
  return isNumber && Math.abs(Number(text)) >= 1e15 ? { fault: 'NUMBER_ROUNDED' } : null;
}

/** Counts code points, as the database does, not UTF-16 units. */
function refuseLong(text: string, max: number): Parsed | null {
  const length = text.length > max ? [...text].length : 0;
  return length > max ? { fault: 'TOO_LONG', params: { max, length } } : null;
}

const YES = new Set(['1', 'true', 'yes', 'y', '是', '启用', '√', '✓']);
const NO = new Set(['0', 'false', 'no', 'n', '否', '禁用', '停用', '×', '✗']);

function parseFlag(text: string): Parsed {
  // Templates list "1 (启用)"; a copied entry stands for its number.
  const word = halfWidth(text).replace(/^([01])\s*\(.*\)$/, '$1');
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { fault: 'NOT_A_FLAG' };
}

/** A day as people write it; what a spreadsheet stores as a day comes as YYYY-MM-DD. */
function parseDate(text: string): Parsed {
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(halfWidth(text));
  const day = match ? `${match[1]}-${match[2].padStart(2, '0')}-${match[3].padStart(2, '0')}` : '';
  const instant = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
  return exists && Number(day.slice(0, 4)) > 0 ? { value: day } : { fault: 'NOT_A_DATE' };
}

function parseNumber(text: string, kind: ColumnKind & { is: 'integer' | 'decimal' }): Parsed {
  const digits = halfWidth(text);
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/.test(digits) ? Number(digits) : NaN;
  if (kind.is === 'integer' && !Number.isSafeInteger(number)) return { fault: 'NOT_AN_INTEGER' };
  if (!Number.isFinite(number)) return { fault: 'NOT_A_NUMBER' };
  if (kind.min !== undefined && number < kind.min) return { fault: 'TOO_SMALL', params: { min: kind.min } };
  if (kind.max !== undefined && number > kind.max) return { fault: 'TOO_GREAT', params: { max: kind.max } };
  return { value: number };
}

function choiceParser(values: Readonly<Record<string, Value>>): Parse {
  const meanings = new Map(Object.entries(values).map(([word, value]) => [halfWidth(word), value]));
  const allowed = Object.keys(values).join('、');
  return (text) => {
    const value = meanings.get(halfWidth(text));
    return value === undefined ? { fault: 'NOT_ALLOWED', params: { allowed } } : { value };
  };
}

function lookUp(text: string, names: Names): Parsed {
  const name = names?.get(sameName(text)) ?? names?.get(sameName(codeOf(text)));
  return name === undefined ? { fault: 'NOT_FOUND' } : { value: name };
}

/** Names are separated by commas of either width, semicolons or enumeration commas. */
function parseNames(text: string, names: Names): Parsed {
  const parts = text.split(/[,，;；、\n]/).map((part) => part.trim());
  const uniqueNames = [...new Set(parts.filter(Boolean))];
  if (!names) return { value: uniqueNames };
  const unknown = uniqueNames.filter((name) => !names.has(sameName(name)));
  if (unknown.length > 0) return { fault: 'NOT_FOUND', params: { value: unknown.join('、') } };
  return { value: uniqueNames.map((name) => names.get(sameName(name)) ?? name) };
}

function halfWidth(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
