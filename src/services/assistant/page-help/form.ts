import { z } from 'zod';
import { parsedJson } from '../../../schema/texts.js';
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
const nameMax = 128;

/** What a page sends is data of a browser: what has another shape does not count. */
const element = z.object({
  type: z.string().toLowerCase().catch('text'),
  readonly: z.unknown().optional(),
  options: z.array(z.unknown()).nullable().catch(null),
});
const elements = z.record(z.string(), z.unknown()).catch({});
const lists = z.array(z.object({ data: z.array(z.unknown()) }).catch({ data: [] })).catch([]);

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The fields of a page that may be filled, in the order of the page: what is not known is left out.
 * @param form fields by the ids of their elements, or the same as JSON text
 * @param otherData JSON text of the lists that the page shows, from which choices have their names
 */
export function shownFields(form: unknown, otherData: string): ShownField[] {
  const names = namesIn(otherData);
  return Object.entries(elements.parse(isText(form) ? parsedJson(form) : form)).flatMap(([id, given]) => {
    const [field, { data }] = [fieldWithId(id), element.safeParse(given)];
    if (!field || !data) return [];
    const values = data.options && [...new Set(data.options.filter(isText))].slice(0, choicesMax);
    const choices = values?.map((value) => ({ value, labels: names.get(value) ?? [] })) ?? null;
    return { field, type: data.type, isReadonly: data.readonly === true, choices };
  });
}

/** What records of lists are called, by every short text of theirs that may be the value of a choice. */
function namesIn(otherData: string): Map<string, string[]> {
  const records = lists.parse(parsedJson(otherData)).flatMap(({ data }) => data);
  return new Map(
    records.slice(0, recordsMax).flatMap((record) => {
      const texts = Object.entries(record ?? {}).filter(
        (entry): entry is [string, string] => isText(entry[1]) && entry[1].length <= nameMax,
      );
      const labels = texts.filter(([key]) => /name|number|code|label|title/i.test(key)).slice(0, labelsMax);
      return texts
        .filter(([key]) => /uuid|id$|key|value/i.test(key))
        .map(([, value]): [string, string[]] => [value, labels.map(([, label]) => label)]);
    }),
  );
}
