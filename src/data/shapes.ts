import { Selected } from './selected.js';

/** A question without its values: questions of one shape are one statement. */
export interface Shape {
  /** The question as JSON, with a slot in the place of each value. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Where a value stands among those of a question. */
export interface Slot {
  readonly $: number;
}

/** Words whose values are part of the question; slots are too. */
const constants: ReadonlySet<string> = new Set(['$', '$isNull', '$sql']);
/** Words whose values are pieces of texts; a blank one asks for nothing. */
const searches: ReadonlySet<string> = new Set(['$keyword', '$contains']);

/** Takes a question apart. What is undefined or blank does not belong to it. */
export function shapeOf(question: object): Shape {
  const values: unknown[] = [];
  const text = JSON.stringify(question, function (this: Record<string, unknown>, name, json: unknown) {
    const value = searches.has(name) ? (this[name] as string).trim() : this[name];
    if (value === undefined || (value === '' && searches.has(name))) return undefined;
    if (value === null || constants.has(name) || isStructure(name, value)) return json;
    return { $: values.push(value) - 1 } satisfies Slot;
  });
  return { text, values };
}

const isStructure = (name: string, value: unknown): boolean =>
  Array.isArray(value)
    ? name === '$and' || name === '$or'
    : value instanceof Selected || Object.getPrototypeOf(value) === Object.prototype;
