import { LINE_MAX } from '../../formats/bounds.js';
import { quoted, type Faults, type Shape } from '../../formats/faults.js';

/** A line of a section, in words. */
export interface CttRow {
  /** From 1. */
  readonly line: number;
  readonly words: readonly string[];
}

/** Header and sections of a file of ITC-2007; what is wrong with them is gathered in `faults`. */
export class CttFile {
  readonly #header = new Map<string, { readonly line: number; readonly value: string }>();
  readonly #rows = new Map<string, CttRow[]>();

  constructor(
    text: string,
    private readonly faults: Faults,
  ) {
    let current: CttRow[] | undefined;
    for (const { line, text: content } of numberedLines(text)) {
      if (/^END\b/.test(content)) break;
      const section = content.endsWith(':') ? /^([A-Z_]+):$/.exec(content) : null;
      const field = current ? null : /^(\w+):\s*(.*)$/.exec(content);
      if (section) {
        if (this.#rows.has(section[1])) this.#add(line, `the section ${section[1]} occurs a second time.`);
        this.#rows.set(section[1], (current = []));
      } else if (current) current.push({ line, words: content.split(/\s+/) });
      else if (field) {
        if (this.#header.has(field[1])) this.#add(line, `${field[1]} occurs a second time.`);
        this.#header.set(field[1], { line, value: field[2] });
      } else
        throw new Error(
          `Line ${line} is not understood: ${quoted(content)}.\nMaybe the file is not an ITC-2007 instance.`,
        );
    }
  }

  get name(): string {
    return this.#header.get('Name')?.value ?? 'unnamed';
  }

  /** A number of the header; null where it is faulty. */
  header(key: string, shape: Shape): number | null {
    const { line = 0, value } = this.#header.get(key) ?? {};
    if (value !== undefined && shape.fits(value)) return Number(value);
    if (value === undefined) this.faults.add('', `The header lacks "${key}"; it must be ${shape.allowed}.`);
    else this.#add(line, `"${key}: ${value}" must be ${shape.allowed}.`);
    return null;
  }

  /**
   * The rows of a section, which the header counts under the first of the keys that it has; null = not
   * counted, several = optional.
   */
  rows(keys: string | readonly string[] | null, section: string): readonly CttRow[] {
    const rows = this.#rows.get(section) ?? [];
    if (typeof keys === 'string' && !this.#header.has(keys))
      this.faults.add('', `The header lacks "${keys}"; it must count the rows of ${section}.`);
    for (const key of keys === null ? [] : [keys].flat()) {
      const counted = this.#header.get(key);
      const isNumber = /^\d{1,9}$/.test(counted?.value ?? '');
      if (!counted || (isNumber && Number(counted.value) === rows.length)) continue;
      const why = isNumber
        ? `The header says ${key}: ${counted.value}, but there are ${rows.length}.`
        : `"${key}: ${counted.value}" must be a whole number below 1000000000.`;
      this.#add(counted.line, why);
    }
    return rows;
  }

  /** A number of a row; 0 where it is faulty. */
  number(row: CttRow, what: string, value: string | undefined, shape: Shape): number {
    if (value !== undefined && shape.fits(value)) return Number(value);
    const why = value === undefined ? 'is missing; it' : quoted(value);
    this.fault(row, `${what} ${why} must be ${shape.allowed}.`);
    return 0;
  }

  requireWords(row: CttRow, most: number): void {
    const { words } = row;
    if (words.length > most)
      this.fault(row, `${quoted(words[most])} is one word too many; a row has ${most} at most.`);
  }

  fault({ line }: CttRow, why: string): void {
    this.#add(line, why);
  }

  #add(line: number, why: string): void {
    this.faults.add(`Line ${line}`, why);
  }
}

/** The lines that are not empty, with their numbers from 1. */
function numberedLines(text: string): { readonly line: number; readonly text: string }[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, i) => ({ line: i + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
  const long = lines.find((line) => line.text.length > LINE_MAX);
  if (long) {
    const length = `${long.text.length} characters; at most ${LINE_MAX} are read`;
    throw new Error(`Line ${long.line}, ${quoted(long.text)}, has ${length}.`);
  }
  return lines;
}

/** The lines of a text that are not empty, without spaces around them. */
export const linesOf = (text: string): string[] => numberedLines(text).map((line) => line.text);
