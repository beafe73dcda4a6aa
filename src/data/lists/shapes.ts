import { Selected } from './selected.js';

/** A query without its values: all queries of one shape share a statement. */
export interface Shape {
  /** The query as JSON, with a slot in place of each value. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The index of a value of the query. */
export interface Slot {
  readonly $: number;
}

/** Keys whose values belong to the shape itself. */
const constants: ReadonlySet<string> = new Set(['$', '$isNull', '$sql']);
/** Keys of text searches; blank values are ignored. */
const searches: ReadonlySet<string> = new Set(['$keyword', '$contains']);

/** Separates a query into its shape and values; undefined values and blank searches are dropped. */
export function shapeOf(query: object): Shape {
  const values: unknown[] = [];
  const text = JSON.stringify(query, function (this: Record<string, unknown>, name, json: unknown) {
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
