import type { Field } from '../../shell/form.js';
import { ListChooser, ReferenceChooser } from './choosers.js';
import type { Named, RecordField, RecordKind, Stored } from './operations.js';
import { recordTexts as texts } from './texts.js';
import { formText, wordsOf } from './values.js';

/** Texts that may be longer have several lines. */
const LINE_MAX = 256;
/** A bound that nobody meets is not told. */
const TOLD_MAX = 100_000;

/** The fields of the form of a new record, or of one that is there. */
export const fieldsOf = ({ fields, departments }: RecordKind, before?: Stored): Field[] =>
  fields.filter(({ isStored }) => before || isStored).map((field) => fieldOf(field, departments, before));

function fieldOf(field: RecordField, departments: RecordKind['departments'], before?: Stored): Field {
  const { name, label, kind } = field;
  const defaultValue = before ? formText(field, before) : (field.initial ?? '');
  // Some records have an empty text where others must have one.
  const isNeeded = before ? !field.isClearable && defaultValue !== '' : field.isRequired;
  // A flag that is set one way or the other is never empty.
  const required = isNeeded && (kind !== 'FLAG' || defaultValue === '');
  const hint = hintOf(field, { required, isNew: !before });
  const shared = { name, label, required, hint, defaultValue };
  if (kind === 'LIST') {
    const initially = (before?.[name] ?? []) as readonly Named[];
    return { ...shared, control: () => <ListChooser {...{ field, initially }} /> };
  }
  if (kind === 'REFERENCE') {
    const initially = (before?.[name] ?? undefined) as Named | undefined;
    const within = name === 'department' && departments ? departments : undefined;
    return {
      ...shared,
      control: (described) => <ReferenceChooser {...{ field, initially, required, within, described }} />,
    };
  }
  return { ...shared, ...inputOf(field, defaultValue) };
}

function inputOf(field: RecordField, value: string): Partial<Field> {
  const { kind } = field;
  const [min, max] = [field.min ?? undefined, field.max ?? undefined];
  if (kind === 'DATE') return { type: 'date' };
  if (kind === 'INTEGER' || kind === 'DECIMAL')
    return { type: 'number', step: kind === 'DECIMAL' ? 'any' : 1, min, max };
  if (kind === 'FLAG') {
    const words = wordsOf(field).map((label, at) => ({ label, value: String(at === 0) }));
    return { options: value === '' ? [{ label: texts.choose, value: '' }, ...words] : words };
  }
  return (max ?? Infinity) > LINE_MAX ? { rows: 3, maxLength: max } : { minLength: min, maxLength: max };
}

/** What whoever fills in the field has to know. */
function hintOf(field: RecordField, { required, isNew }: { required: boolean; isNew: boolean }): string {
  const { about, leftOut } = field;
  const told = [
    required && texts.required,
    boundsOf(field),
    isNew && leftOut && texts.leftOut(leftOut),
    about,
  ].filter(Boolean);
  return told.join(' · ');
}

function boundsOf({ kind, min, max }: RecordField): string | null {
  const isTold = max !== null && max < TOLD_MAX;
  if (kind === 'TEXT') return isTold ? texts.charactersAtMost(max) : null;
  if (min === null) return null;
  return isTold ? texts.between(min, max) : texts.atLeast(min);
}
