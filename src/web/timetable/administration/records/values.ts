import type { Values } from '../../shell/form.js';
import type { Named, RecordField, RecordKind, Stored } from './operations.js';
import { recordTexts as texts } from './texts.js';

/** The words of a flag: what it means that it is set, and that it is not. */
export function wordsOf({ name }: RecordField): readonly [string, string] {
  if (name === 'isMale') return [texts.male, texts.female];
  return name === 'isEnabled' ? [texts.inUse, texts.notInUse] : [texts.yes, texts.no];
}

/** What a record is called, with what tells it from others of the name. */
export const nameOf = ({ name, aside }: Named): string =>
  [name, typeof aside === 'object' ? aside.name : aside].filter(Boolean).join(' · ');

/** A value as people read it. */
export function shownText(field: RecordField, record: Stored): string {
  const value = record[field.name];
  if (value === null || value === undefined) return '';
  if (field.kind === 'FLAG') return wordsOf(field)[value ? 0 : 1];
  return field.options
    ? [value as Named | readonly Named[]].flat().map(nameOf).join(texts.comma)
    : String(value as string | number);
}

/** A value as a form has it: of references their identifiers. */
export function formText({ name, options }: RecordField, record: Stored): string {
  const value = record[name] ?? '';
  if (!options || value === '') return String(value as string | number | boolean);
  return [value as Named | readonly Named[]]
    .flat()
    .map(({ id }) => id)
    .sort()
    .join(' ');
}

/** What was filled in as the input of an operation: of a correction, only what differs. */
export function inputOf(fields: readonly RecordField[], values: Values, before?: Stored): object {
  const given = fields.flatMap((field) => {
    const text = values[field.name] ?? '';
    return text === (before ? formText(field, before) : '') ? [] : [[field.name, valueOf(field, text)]];
  });
  return Object.fromEntries(given) as object;
}

function valueOf({ kind }: RecordField, text: string): unknown {
  if (kind === 'LIST') return text.split(' ').filter(Boolean);
  if (text === '') return null;
  if (kind === 'FLAG') return text === 'true';
  return kind === 'INTEGER' || kind === 'DECIMAL' ? Number(text) : text;
}

/** Whether the reader may change a record; lists of records of other departments have their department. */
export const mayChange = ({ update, departments }: RecordKind, { department }: Stored): boolean =>
  update !== null && (!departments || !department || departments.includes((department as Named).id));
