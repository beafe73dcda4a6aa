import {
  isRaw,
  NativeQueryBuilder,
  PostgreSqlConnection,
  PostgreSqlDriver,
  type RawQueryFragment,
  type Transaction,
} from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';

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
  ): Promise<T> {
    const asked = query instanceof NativeQueryBuilder ? query.toRaw() : query;
    const values: unknown[] = [];
    const text = isRaw(asked)
      ? this.#numbered(asked.sql, asked.params, values)
      : this.#numbered(asked, params, values);
    return this.transformRawResult(await this.send(text, values, transaction), method);
  }

  /** Sends a statement with its values beside it; all but those of libraries leave here. */
  async send<R>(
    text: string,
    values: readonly unknown[],
    transaction?: Transaction<Kysely<unknown>>,
  ): Promise<QueryResult<R>> {
    await this.ensureConnection();
    if (this.logger.isEnabled('query')) this.logger.logQuery({ query: text, params: values, level: 'info' });
    const client = transaction ?? this.getClient();
    return client.executeQuery<R>(CompiledQuery.raw(text, values.map(storable)));
  }

  /** The text with its marks numbered; the value of each is added to `values`. */
  #numbered(text: string, given: readonly unknown[], values: unknown[]): string {
    if (given.length === 0) return text;
    if (text.includes('$1')) {
      values.push(...given);
      return text;
    }
    let at = 0;
    const marked = (value: unknown): string => {
      if (isRaw(value)) return this.#numbered(value.sql, value.params, values);
      if (Array.isArray(value)) return value.map(marked).join(', ');
      return `$${values.push(value)}`;
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
