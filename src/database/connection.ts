import type { LoggingOptions } from '@mikro-orm/core';
import {
  isRaw,
  NativeQueryBuilder,
  PostgreSqlConnection,
  PostgreSqlDriver,
  type RawQueryFragment,
  type Transaction,
} from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';

/**
 * Sends every value beside the text of its statement, those of flushes too, where the mapper would write them
 * into the text. Values are marked as PostgreSQL does it, by `$1`; only the mapper itself marks them by `?`.
 */
export class ParameterConnection extends PostgreSqlConnection {
  override async execute<T>(
    query: string | NativeQueryBuilder | RawQueryFragment,
    params: readonly unknown[] = [],
    method: 'all' | 'get' | 'run' = 'all',
    transaction?: Transaction<Kysely<unknown>>,
    context?: LoggingOptions,
  ): Promise<T> {
    await this.ensureConnection();
    const asked = query instanceof NativeQueryBuilder ? query.toRaw() : query;
    const values: unknown[] = [];
    const text = isRaw(asked)
      ? this.#numbered(asked.sql, asked.params, values)
      : this.#numbered(asked, params, values);
    return this.executeQuery(
      text,
      async () => {
        const client = transaction ?? this.getClient();
        const result = await client.executeQuery(CompiledQuery.raw(text, values), context as object);
        return this.transformRawResult<T>(result, method);
      },
      { params: values, ...context },
    );
  }

  /** The text with its marks numbered; the value of each is added to `values`. */
  #numbered(text: string, given: readonly unknown[], values: unknown[]): string {
    if (given.length === 0) return text;
    if (text.includes('$1')) {
      values.push(...given.map(storable));
      return text;
    }
    let at = 0;
    const marked = (value: unknown): string => {
      if (isRaw(value)) return this.#numbered(value.sql, value.params, values);
      if (Array.isArray(value)) return value.map(marked).join(', ');
      return `$${values.push(storable(value))}`;
    };
    return text.replaceAll(/\\\?|\?\??/g, (mark) => {
      if (mark === '\\?') return '?';
      return mark === '?' ? marked(given[at++]) : this.platform.quoteIdentifier(given[at++] as string);
    });
  }
}

/** No text of the database contains NUL, and none may be sent to it. */
const storable = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll('\u0000', '\ufffd')
    : Array.isArray(value)
      ? value.map(storable)
      : value;

/** The mapper's driver for PostgreSQL with the connection above. */
export class ParameterDriver extends PostgreSqlDriver {
  protected override readonly connection = new ParameterConnection(this.config);
}
