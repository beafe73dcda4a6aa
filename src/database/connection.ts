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
 * Sends all values as bind parameters, also those of flushes, where the mapper would inline them. Statements
 * use PostgreSQL's placeholders, `$1`; only the mapper itself uses `?`.
 */
export class ParameterConnection extends PostgreSqlConnection {
  override async execute<T>(
    query: string | NativeQueryBuilder | RawQueryFragment,
    params: readonly unknown[] = [],
    method: 'all' | 'get' | 'run' = 'all',
    transaction?: Transaction<Kysely<unknown>>,
  ): Promise<T> {
    const statement = query instanceof NativeQueryBuilder ? query.toRaw() : query;
    const values: unknown[] = [];
    const text = isRaw(statement)
      ? this.#numbered(statement.sql, statement.params, values)
      : this.#numbered(statement, params, values);
    return this.transformRawResult(await this.send(text, values, transaction), method);
  }

  /** Sends a statement with bind parameters; all statements but those of libraries pass here. */
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

  /** The text with its placeholders numbered; their values are appended to `values`. */
  #numbered(text: string, params: readonly unknown[], values: unknown[]): string {
    if (params.length === 0) return text;
    if (text.includes('$1')) {
      values.push(...params);
      return text;
    }
    let at = 0;
    const placeholder = (value: unknown): string => {
      if (isRaw(value)) return this.#numbered(value.sql, value.params, values);
      if (Array.isArray(value)) return value.map(placeholder).join(', ');
      return `$${values.push(value)}`;
    };
    return text.replaceAll(/\\\?|\?\??/g, (mark) => {
      if (mark === '\\?') return '?';
      return mark === '?' ? placeholder(params[at++]) : this.platform.quoteIdentifier(params[at++] as string);
    });
  }
}

/** PostgreSQL text cannot contain NUL, so it is replaced. */
const storable = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll('\u0000', '\ufffd')
    : Array.isArray(value)
      ? value.map(storable)
      : value;

/** The mapper's PostgreSQL driver with the connection above. */
export class ParameterDriver extends PostgreSqlDriver {
  protected override readonly connection = new ParameterConnection(this.config);
}
