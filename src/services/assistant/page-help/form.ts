import { fieldWithId, type KnownField } from './fields.js';

/** One choice of a select: its value, and what people see. */
export interface Choice {
  readonly value: string;
  readonly labels: readonly string[];
}

/** A field that the page shows. */
export interface ShownField {
  readonly field: KnownField;
  /** Type of the HTML input, or select or textarea. */
  readonly type: string;
  readonly isReadonly: boolean;
  /** Of a select; null where anything may be entered. */
  readonly choices: readonly Choice[] | null;
}

const choicesMax = 5_000;
/** Greatest number of texts by which a choice is called; a record with more is no choice of a page. */
const labelsMax = 8;
const recordsMax = 20_000;

type Keys = Readonly<Record<string, unknown>>;

const keysOf = (value: unknown): Keys | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Keys) : null;

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/**
 * The fields of a page that may be filled, in the order of the page: what is not known is left out.
 * @param form fields by the ids of their elements, or the same as JSON text
 * @param otherData JSON text of the lists that the page shows, from which choices have their names
 */
export function shownFields(form: unknown, otherData: string): ShownField[] {
  const fields = Object.entries(keysOf(parsed(form)) ?? {}).flatMap(([id, given]): ShownField[] => {
    const field = fieldWithId(id);
    const shown = keysOf(given);
    if (!field || !shown) return [];
    const type = typeof shown.type === 'string' ? shown.type.toLowerCase() : 'text';
    const values = Array.isArray(shown.options)
      ? distinct(shown.options.filter(isText)).slice(0, choicesMax)
      : null;
    const choices = values?.map((value): Choice => ({ value, labels: [] })) ?? null;
    return [{ field, type, isReadonly: shown.readonly === true, choices }];
  });
  if (!fields.some(({ choices }) => choices?.length)) return fields;
  const names = namesIn(parsed(otherData));
  return fields.map(({ choices, ...rest }) => ({
    ...rest,
    choices: choices?.map(({ value }) => ({ value, labels: names.get(value) ?? [] })) ?? null,
  }));
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

const isText = (value: unknown): value is string => typeof value === 'string';

/** What records of lists are called, by every short text of theirs that may be the value of a choice. */
function namesIn(data: unknown): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const lists = Array.isArray(data) ? data : [];
  const records = lists.flatMap((list) => {
    const { data: rows } = keysOf(list) ?? {};
    return Array.isArray(rows) ? (rows as unknown[]) : [];
  });
  for (const record of records.slice(0, recordsMax)) {
    const entries = Object.entries(keysOf(record) ?? {}).filter(
      ([, value]) => isText(value) && value.length <= 128,
    );
    const labels = entries
      .filter(([key]) => /name|number|code|label|title/i.test(key))
      .slice(0, labelsMax)
      .map(([, value]) => value as string);
    const ids = entries.filter(([key]) => /uuid|id$|key|value/i.test(key));
    for (const [, value] of ids) names.set(value as string, labels);
  }
  return names;
}
