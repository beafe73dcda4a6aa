import type { EntityManager } from '@mikro-orm/postgresql';
import type DataLoader from 'dataloader';
import { countRows, findRows, type RowRange } from './lists/queries.js';
import { entityInfo, type Class, type EntityClass, type StoredEntity } from './columns.js';
import type { RelationReader, Soon } from './relations.js';
import type { Actor, Scope } from './callers.js';
import { runForAll } from '../schema/budget.js';
import { DomainError } from '../schema/errors.js';
import type { Row } from '../schema/rows.js';
import type { KeptView, Thing } from './kept/kept-rows.js';
import { batchLoader } from './loading.js';
import { isOpenByReference, mayKnowPersonal, scopeOf } from './access.js';
import { isOfOwnColumns } from './lists/conditions.js';
import { asSeen } from './seen.js';

/** Maximum number of rows of a relation for one parent. */
const relationRowsMax = 5_000;

/** Rows that are read at once where a whole table is. */
const pieceMax = 500;

const blankRows = new WeakSet<object>();

/** Marks a placeholder row without data from the database, whose fields need not be hidden from anybody. */
export function markBlank<R extends object>(row: R): R {
  blankRows.add(row);
  return row;
}

/**
 * Reads records in batches as plain rows: one statement per entity and key for any number of parents. Plain
 * rows cost a tenth of hydrated entities. References are ids. Rows outside the viewer's scope do not exist.
 */
export class Rows implements RelationReader {
  readonly #byId = new Map<Class, DataLoader<string, object | null>>();
  readonly #referenced = new Map<Class, DataLoader<string, object | null>>();
  readonly #byColumn = new Map<Class, Map<string, DataLoader<string, object[]>>>();

  /** @param kept what the call may read of the rows that calls share; null where it reads everything */
  constructor(
    private readonly ctx: Actor & { readonly em: EntityManager },
    private kept: KeptView | null = null,
  ) {}

  /** Lets the call read everything from the database from now on, because it writes. */
  readAnew(): void {
    this.kept = null;
  }

  /** The record with the id, or null. */
  one<T extends StoredEntity>(entity: EntityClass<T> | Class, id: string): Promise<Row<T> | null> {
    return Promise.resolve(this.#load(this.#byId, entity, id, scopeOf(this.ctx, entity)) as Row<T> | null);
  }

  /** The record that a visible row refers to, or null; at once if it is kept. */
  referenced(entity: Class, id: string): Soon<object | null> {
    const scope = scopeOf(this.ctx, entity);
    if (scope === 'all' || !isOpenByReference(entity)) return this.#load(this.#byId, entity, id, scope);
    return this.#load(this.#referenced, entity, id, 'all');
  }

  #load(
    loaders: Map<Class, DataLoader<string, object | null>>,
    entity: Class,
    id: string,
    scope: Scope,
  ): Soon<object | null> {
    const known = scope === 'all' && this.kept?.rows(entity, 'id', id);
    if (known) return known[0];
    const loader =
      loaders.get(entity) ??
      batchLoader<object | null>(async (ids) => {
        const kept = scope === 'all' ? this.kept : null;
        const rows = await this.#find(entity as EntityClass, { id: { $in: ids } }, scope, byKey);
        const rowsById = new Map(rows.map((row) => [row.id, row]));
        if (kept) for (const row of rows) kept.keep(entity, 'id', row.id, [row]);
        return ids.map((each) => rowsById.get(each) ?? null);
      });
    loaders.set(entity, loader);
    return loader.load(id);
  }

  /** The records whose `column` refers to the id, oldest first. */
  many<T extends StoredEntity>(
    entity: EntityClass<T> | Class,
    column: string,
    id: string,
  ): Promise<Row<T>[]> {
    return Promise.resolve(this.referring(entity, column, id) as Soon<Row<T>[]>);
  }

  /** The same, at once if they are kept. */
  referring(entity: Class, column: string, id: string): Soon<object[]> {
    const scope = scopeOf(this.ctx, entity);
    const known = scope === 'all' && this.kept?.rows(entity, column, id);
    if (known) return known as object[];
    const loaders = this.#byColumn.get(entity) ?? new Map<string, DataLoader<string, object[]>>();
    this.#byColumn.set(entity, loaders);
    const loader =
      loaders.get(column) ??
      batchLoader<object[]>(async (ids) => {
        const kept = scope === 'all' ? this.kept : null;
        const rows = await this.#find(entity as EntityClass, { [column]: { $in: ids } }, scope, byKey);
        const groups = new Map<string, object[]>(ids.map((each) => [each, []]));
        for (const row of rows) groups.get((row as unknown as Record<string, string>)[column])!.push(row);
        return ids.map((each) => {
          const found = this.#requireBounded(entity, groups.get(each)!);
          kept?.keep(entity, column, each, found);
          return found;
        });
      });
    loaders.set(column, loader);
    return loader.load(id);
  }

  /**
   * What is made of rows of tables that everybody who is signed in may see, and shared by calls; null where
   * the call reads everything from the database. It is read for all, whatever the viewer may see.
   */
  made<T extends Thing>(
    name: string,
    entities: readonly Class[],
    make: (em: EntityManager, former: T | null) => Promise<T>,
  ): Soon<T> | null {
    const begin = (former: T | null): Promise<T> => runForAll(() => make(this.ctx.em.fork(), former));
    return this.kept?.made(name, entities, begin) ?? null;
  }

  /**
   * How often anything that calls share was seen to have changed until the call began: what was made for a
   * call of this number or a higher one is not old. Null where the call reads everything from the database.
   */
  get changes(): number | null {
    return this.kept?.changes ?? null;
  }

  /** Whether the viewer may see the personal fields of the row. */
  mayKnow(entity: Class, row: object): boolean {
    return blankRows.has(row) || mayKnowPersonal(this.ctx, entity, row);
  }

  /** Clears the cached rows of an entity, after it was written. */
  forget(entity: Class): void {
    this.readAnew();
    this.#byId.delete(entity);
    this.#referenced.delete(entity);
    this.#byColumn.delete(entity);
  }

  /**
   * The matching rows that the viewer may see; by default in order of id, that is of creation. What the
   * condition says of other records counts as far as the viewer sees them.
   */
  find<T extends StoredEntity>(
    entity: EntityClass<T>,
    where: object,
    range: Partial<RowRange> = {},
  ): Promise<Row<T>[]> {
    return this.#find(entity, asSeen(this.ctx, entity, where), scopeOf(this.ctx, entity), range);
  }

  /** The matching rows in the order of their ids, a piece at a time, so that no turn is long. */
  async *pieces<T extends StoredEntity>(entity: EntityClass<T>, where: object): AsyncGenerator<Row<T>[]> {
    for (let after: object = {}; ;) {
      const piece = await this.find(
        entity,
        { $and: [where, after] },
        {
          limit: pieceMax,
          isPrepared: true,
        },
      );
      yield piece;
      if (piece.length < pieceMax) return;
      after = { $above: { id: piece.at(-1)!.id } };
    }
  }

  /**
   * The matching rows that the viewer may see, and those besides to which rows refer that the viewer may see.
   * @param referred the condition of the latter; the entity says that a reference opens its rows
   * @param where narrows the former only
   */
  findReferred<T extends StoredEntity>(
    entity: EntityClass<T>,
    conditions: { where: object; referred: object; matching: object },
    range: Partial<RowRange> = {},
  ): Promise<Row<T>[]> {
    const [where, referred, matching] = [conditions.where, conditions.referred, conditions.matching].map(
      (condition) => asSeen(this.ctx, entity, condition),
    );
    const scope = scopeOf(this.ctx, entity);
    if (scope === 'none' || (scope !== 'all' && !isOpenByReference(entity)))
      return this.#find(entity, { $and: [where, matching] }, scope, range);
    const opened = { $and: [{ $or: [within(where, scope), referred] }, matching] };
    return this.#find(entity, opened, 'all', range);
  }

  async #find<T extends StoredEntity>(
    entity: EntityClass<T>,
    where: object,
    scope: Scope,
    { orderBy = { id: 'asc' }, ...bounds }: Partial<RowRange> = {},
  ): Promise<Row<T>[]> {
    if (scope === 'none') return [];
    return findRows<Row<T>>(this.ctx.em, entity, within(where, scope), { orderBy, ...bounds });
  }

  /** The same, kept where only columns of their own decide on them and the caller sees all. */
  async listed<T extends StoredEntity>(
    entity: EntityClass<T>,
    where: object,
    range: Partial<RowRange>,
  ): Promise<readonly Row<T>[]> {
    return this.#once(entity, where, JSON.stringify([where, range]), () => this.find(entity, where, range));
  }

  async counted(entity: Class, where: object): Promise<number> {
    const count = async (): Promise<{ count: number }[]> => [{ count: await this.count(entity, where) }];
    const [found] = await this.#once(entity, where, `count ${JSON.stringify(where)}`, count);
    return found.count;
  }

  async #once<R extends object>(
    entity: Class,
    where: object,
    name: string,
    read: () => Promise<R[]>,
  ): Promise<readonly R[]> {
    const kept = scopeOf(this.ctx, entity) === 'all' && isOfOwnColumns(where) ? this.kept : null;
    const known = kept?.rows(entity, 'list', name);
    if (known) return known as readonly R[];
    const rows = await read();
    kept?.keep(entity, 'list', name, rows);
    return rows;
  }

  /** The number of matching rows that the viewer may see. */
  async count(entity: Class, where: object): Promise<number> {
    const scope = scopeOf(this.ctx, entity);
    return scope === 'none'
      ? 0
      : countRows(this.ctx.em, entity, within(asSeen(this.ctx, entity, where), scope));
  }

  #requireBounded(entity: Class, rows: object[]): object[] {
    if (rows.length <= relationRowsMax) return rows;
    const { noun } = entityInfo(entity);
    throw new DomainError('GRAPHQL_LIMIT', {
      zh: `一次最多读取 ${relationRowsMax} 条${noun.zh}，请改用分页查询`,
      en:
        `A relation gives at most ${relationRowsMax} of ${noun.en}. Maybe use the paged query with a ` +
        `filter.`,
    });
  }
}

/** Reads by keys are prepared: their statements are as many as keys of tables and scopes of roles. */
const byKey: Partial<RowRange> = { isPrepared: true };

const within = (where: object, scope: object | 'all'): object =>
  scope === 'all' ? where : { $and: [where, scope] };
