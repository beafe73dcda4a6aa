/** A piece of SQL with a `?` for each of its values. Its text is never built from what a caller says. */
export class Sql {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[],
  ) {}
}

/**
 * A piece of SQL as a condition or as a list of values: `sql('select id from teacher where code = ?', code)`.
 */
export const sql = (text: string, ...values: unknown[]): Sql => new Sql(text, values);

/** The name under which a statement knows the row of the entity that it reads. */
export const rowAlias = 'r';

/** Collects the values of a statement while its text is put together. */
export class Parameters {
  readonly values: unknown[] = [];

  /** The placeholder of a value. */
  add(value: unknown): string {
    this.values.push(storable(value));
    return `$${this.values.length}`;
  }

  /** The text of a piece of SQL, its values added. */
  text({ text, values }: Sql): string {
    let at = 0;
    return text.replaceAll('?', () => this.add(values[at++]));
  }
}

/** No text of the database contains NUL, and none may be sent to it. */
const storable = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll('\u0000', '\ufffd')
    : Array.isArray(value)
      ? value.map(storable)
      : value;
