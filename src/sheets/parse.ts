import type { Cell } from '../workbook/cells.js';
import type { FaultParams } from '../workbook/faults.js';
import type { CellFault } from './cell-faults.js';
import { type Column, type ColumnKind, type Lookups, type Value, listOf } from './sheet.js';

/** What a cell means, or why it means nothing. */
export type Parsed = { readonly value: Value } | { readonly fault: CellFault; readonly params?: FaultParams };

/** Turns the cells of one column into values. */
export type ColumnParser = (cell: Cell | undefined) => Parsed;

/** The parser of a column; it builds its look-up table once. */
export function parserOf(column: Column, lookups: Lookups): ColumnParser {
  const parse = parserOfKind(column.kind, namesOf(column, lookups));
  return (cell) => {
    const text = cell ? cleanText(cell.text) : '';
    if (text === '') return column.required ? { fault: 'REQUIRED' } : { value: column.whenEmpty ?? null };
    const parsed: Parsed =
      cell?.is === 'fault' ? { fault: 'CELL_FAULT' } : parse(text, cell?.is === 'number');
    return 'fault' in parsed && column.otherwise !== undefined ? { value: column.otherwise } : parsed;
  };
}

/**
 * Text as it is stored: without outer blanks, without characters that a database refuses, and without the
 * apostrophe by which our own workbooks keep a text from being taken for a formula.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\u200b\ufeff]/gu, '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

/**
 * Keeps a text from being taken for a formula, here or by a program that the workbook is copied into.
 */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Names are the same when only letter case and outer blanks differ. */
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
    case 'integer':
    case 'decimal':
      return (text) => parseNumber(text, kind);
    case 'choice':
      return choiceParser(kind.values);
    case 'lookup':
      return (text) => lookUp(text, names);
    case 'names':
      return (text) => refuseLong(text, kind.maxLength) ?? parseNames(text, names);
  }
}

/**
 * Spreadsheets keep fifteen digits of a number; a longer one has lost its last digits before it came here.
 */
function refuseRounded(text: string, isNumber: boolean): Parsed | null {
  return isNumber && Math.abs(Number(text)) >= 1e15 ? { fault: 'NUMBER_ROUNDED' } : null;
}

/** Counts characters as the database does, not halves of them. */
function refuseLong(text: string, max: number): Parsed | null {
  return text.length > max && [...text].length > max ? { fault: 'TOO_LONG', params: { max } } : null;
}

const YES = new Set(['1', 'true', 'yes', 'y', '是', '启用', '√', '✓']);
const NO = new Set(['0', 'false', 'no', 'n', '否', '禁用', '停用', '×', '✗']);

function parseFlag(text: string): Parsed {
  // The lists of the templates read "1 (启用)"; a copied entry means its number.
  const word = halfWidth(text).replace(/^([01])\s*\(.*\)$/, '$1');
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { fault: 'NOT_A_FLAG' };
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
  const name = names?.get(sameName(text));
  return name === undefined ? { fault: 'NOT_FOUND' } : { value: name };
}

/** Commas of both widths, semicolons and enumeration commas separate names. */
function parseNames(text: string, names: Names): Parsed {
  const parts = text.split(/[,，;；、\n]/).map((part) => part.trim());
  const wanted = [...new Set(parts.filter(Boolean))];
  if (!names) return { value: wanted };
  const unknown = wanted.filter((name) => !names.has(sameName(name)));
  if (unknown.length > 0) return { fault: 'NOT_FOUND', params: { value: unknown.join('、') } };
  return { value: wanted.map((name) => names.get(sameName(name)) ?? name) };
}

function halfWidth(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
