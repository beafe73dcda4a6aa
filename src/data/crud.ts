import { LockMode, type EntityManager, type RequiredEntityData } from '@mikro-orm/postgresql';
import { optionsMax } from './bounds.js';
import type { OrderBy } from './ordering.js';
import type { Scope } from './callers.js';
import {
  columnOf,
  columnsOf,
  entityInfo,
  linksOf,
  parentColumnOf,
  type Column,
  type EntityClass,
  type StoredEntity,
} from './columns.js';
import type { Connection, ConnectionArgs } from '../schema/connections.js';
import { errors } from '../schema/errors.js';
import type { Page, PageArgs } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import { actsFor, actsForAll, authorize, declareRights, scopeOf, type Rule } from './access.js';
import type { Context } from './context.js';
import { refuseIfInUse } from './integrity.js';
import {
  expectVersion,
  matching,
  readConnection,
  readOne,
  readPage,
  type Listing,
  type ListOptions,
} from './reading.js';
import { transaction } from './transaction.js';

export type Verb = 'one' | 'page' | 'connection' | 'options' | 'create' | 'update' | 'remove';

/** Values by which a list is narrowed, by the names of its filters. */
export type FilterArguments = Readonly<Record<string, unknown>>;

/** A value by which pages and pick lists may be narrowed. */
export interface Filter {
  readonly name: string;
  readonly type: () => object;
  readonly about: string;
  /** Whether pick lists do without it. */
  readonly isForPagesOnly?: boolean;
  /** The condition that a value sets. */
  readonly where: (value: never, ctx: Context) => object | Promise<object>;
}

export interface CrudOptions<T extends StoredEntity, I extends object> {
  /** What a caller may set; a resource that is only read has none. */
  input?: new () => I;
  /** Name of the paged query, such as `campuses`. */
  plural: string;
  /** What pages and pick lists may be narrowed by: columns by their value, and conditions of other kinds. */
  filters?: readonly ((keyof T & string) | Filter)[];
  /** Column that orders the pages, the time of creation unless said otherwise. */
  order?: keyof T & string;
  /**
   * Who may do what; a verb without a rule does not exist. A list is one thing, by pages or read on from a
   * cursor.
   */
  rights: Partial<Record<Exclude<Verb, 'connection'>, Rule>>;
  /**
   * Which records a pick list offers, and in what order; oldest first unless said otherwise, or by age as the
   * caller says.
   */
  options?: { where?: object; orderBy?: OrderBy; isByAge?: boolean };
}

/** The GraphQL names of the standard operations of an entity. */
export function operationsOf(entity: EntityClass, plural: string): Record<Verb, string> {
  const singular = entity.name[0].toLowerCase() + entity.name.slice(1);
  return {
    one: singular,
    page: plural,
    connection: `${plural}Connection`,
    options: `${singular}Options`,
    create: `create${entity.name}`,
    update: `update${entity.name}`,
    remove: `delete${entity.name}`,
  };
}

/** Keeps the records with a value in the column; where it leads into a tree, those of all below it too. */
function columnFilter({ name, type, about, label, target }: Column, entity: EntityClass): Filter {
  const leadsIntoTree = target && target() !== entity && parentColumnOf(target()) !== undefined;
  const kept = `Keeps those with this value${leadsIntoTree ? ' or one below it' : ''}.`;
  return {
    name,
    type,
    about: `${kept} ${about ?? `${label.en}.`}`,
    where: (value: unknown) => ({ [name]: leadsIntoTree ? { $within: [value] } : value }),
  };
}

/** Keeps the records whose column contains a text, ignoring letter case. */
export const containsFilter = (name: string, about: string): Filter => ({
  name,
  type: () => String as never,
  about,
  where: (part: string) => ({ [name]: { $contains: part } }),
});

/** The operations that every resource has. A resource with rules of its own overrides `check`. */
export class CrudService<T extends StoredEntity, I extends object = never> {
  readonly input?: new () => I;
  readonly operations: Record<Verb, string>;
  /** The verbs that exist. */
  readonly verbs: readonly Verb[];
  readonly filters: readonly Filter[];
  /** Whether the caller says if the pick list begins with the newest or the oldest. */
  readonly hasOptionsByAge: boolean;

  constructor(
    readonly entity: EntityClass<T>,
    private readonly settings: CrudOptions<T, I>,
  ) {
    const { input, plural, filters = [] } = settings;
    this.input = input;
    this.hasOptionsByAge = settings.options?.isByAge ?? false;
    const rights: Partial<Record<Verb, Rule>> = {
      ...settings.rights,
      ...(settings.rights.page && { connection: settings.rights.page }),
    };
    this.operations = operationsOf(entity as EntityClass, plural);
    this.verbs = Object.keys(rights) as Verb[];
    this.filters = filters.map((filter) =>
      typeof filter === 'string' ? columnFilter(columnOf(entity, filter), entity as EntityClass) : filter,
    );
    declareRights(Object.fromEntries(this.verbs.map((verb) => [this.operations[verb], rights[verb]!])));
  }

  async one(ctx: Context, id: string): Promise<Row<T>> {
    authorize(ctx, this.operations.one);
    return this.load(ctx, id);
  }

  async page(
    ctx: Context,
    args: PageArgs,
    values: FilterArguments = {},
    listing: Listing = {},
  ): Promise<Page<Row<T>>> {
    authorize(ctx, this.operations.page);
    return this.pageOf(ctx, args, values, listing);
  }

  async connection(
    ctx: Context,
    args: ConnectionArgs,
    values: FilterArguments = {},
    listing: Listing = {},
  ): Promise<Connection<Row<T>>> {
    authorize(ctx, this.operations.connection);
    return readConnection(ctx, this.entity, args, await this.#listOptions(ctx, values, listing));
  }

  /** @param isDesc newest first, for a pick list by age */
  async options(
    ctx: Context,
    keyword?: string | null,
    values: FilterArguments = {},
    isDesc = true,
  ): Promise<Row<T>[]> {
    authorize(ctx, this.operations.options);
    return this.optionsOf(ctx, keyword, values, isDesc);
  }

  async create(ctx: Context, input: I): Promise<Row<T>> {
    authorize(ctx, this.operations.create);
    const { id: key } = input as Values;
    const { values, links } = this.#columnsAndLinks({
      ...(await this.completed(ctx, input)),
      id: key ?? undefined,
    });
    const id = await this.write(ctx, async (em) => {
      await this.refuseUnseen(ctx, values);
      const record = em.create(this.entity, values as RequiredEntityData<T>);
      await this.refuseForeign(ctx, record);
      await this.check(ctx, em, record);
      await em.flush();
      await this.link(em, record.id, links);
      await this.settle(ctx, em, record);
      return record.id;
    });
    return this.load(ctx, id);
  }

  async update(
    ctx: Context,
    id: string,
    patch: Partial<I>,
    expectedVersion?: number | null,
  ): Promise<Row<T>> {
    authorize(ctx, this.operations.update);
    // A record keeps its key.
    const completed = await this.completed(ctx, patch, id);
    const { values, links } = this.#columnsAndLinks({ ...completed, id: undefined });
    await this.write(ctx, async (em) => {
      const record = await this.locked(ctx, em, id);
      this.expectVersion(record, expectedVersion);
      await this.refuseForeign(ctx, record);
      await this.refuseUnseen(ctx, values, record);
      em.assign(record, values as never);
      // Changed lists are a change of the record too.
      if (Object.keys(links).length) record.updatedAt = new Date();
      await this.refuseForeign(ctx, record);
      await this.check(ctx, em, record);
      await em.flush();
      await this.link(em, id, links);
      await this.settle(ctx, em, record);
    });
    return this.load(ctx, id);
  }

  async remove(ctx: Context, id: string, expectedVersion?: number | null): Promise<string> {
    authorize(ctx, this.operations.remove);
    return this.write(ctx, async (em) => {
      const record = await this.locked(ctx, em, id);
      this.expectVersion(record, expectedVersion);
      await this.refuseForeign(ctx, record);
      await this.checkRemoval(ctx, em, record);
      await refuseIfInUse(em, this.entity as EntityClass, id);
      em.remove(record);
      return id;
    });
  }

  /**
   * What is stored of an input: what follows from it is added, what it only states for comparison is taken
   * out.
   * @param id the record that an update changes
   */
  protected async completed(_ctx: Context, input: Partial<I>, _id?: string): Promise<object> {
    return input;
  }

  /** What a constraint of the database cannot say; throws a DomainError when the record breaks a rule. */
  protected async check(_ctx: Context, _em: EntityManager, _record: T): Promise<void> {}

  /** What must hold of a record together with its lists, and what follows from them, once all is stored. */
  protected async settle(_ctx: Context, _em: EntityManager, _record: T): Promise<void> {}

  /** What keeps a record although nothing refers to it; throws a DomainError. */
  protected async checkRemoval(_ctx: Context, _em: EntityManager, _record: T): Promise<void> {}

  /** The record as a row, if the viewer may see it. */
  load(ctx: Context, id: string): Promise<Row<T>> {
    return readOne(ctx, this.entity, id);
  }

  /** A pick list without a check of rights, for variants that declare their own. */
  protected async optionsOf(
    ctx: Context,
    keyword: string | null | undefined,
    values: FilterArguments,
    isDesc = true,
  ): Promise<Row<T>[]> {
    const { where = {}, orderBy } = this.settings.options ?? {};
    const conditions = [where, await this.#conditionOf(ctx, values), matching(keyword)];
    const direction = isDesc ? 'desc' : 'asc';
    const byAge = { createdAt: direction, id: direction } as const;
    return ctx.rows.find(
      this.entity,
      { $and: conditions },
      { orderBy: this.hasOptionsByAge ? byAge : orderBy, limit: optionsMax },
    );
  }

  /** A page without a check of rights, for variants that declare their own. */
  protected async pageOf(
    ctx: Context,
    args: PageArgs,
    values: FilterArguments,
    listing: Listing = {},
  ): Promise<Page<Row<T>>> {
    return readPage(ctx, this.entity, args, await this.#listOptions(ctx, values, listing));
  }

  /**
   * Which of the records that the caller may see are in the caller's lists, in pages and connections alike.
   */
  protected listed(_ctx: Context): Scope {
    return 'all';
  }

  async #listOptions(ctx: Context, values: FilterArguments, listing: Listing): Promise<ListOptions<T>> {
    const listed = this.listed(ctx);
    const where = { $and: [await this.#conditionOf(ctx, values), listed === 'all' ? {} : listed] };
    return { ...listing, where: listed === 'none' ? nothing : where, order: this.settings.order };
  }

  /** The condition that the values of filters set; those that are not given set none. */
  async #conditionOf(ctx: Context, values: FilterArguments): Promise<object> {
    const given = this.filters.filter(({ name }) => values[name] !== undefined && values[name] !== null);
    return { $and: await Promise.all(given.map(({ name, where }) => where(values[name] as never, ctx))) };
  }

  /** Runs a change in one transaction and translates what the database refuses. */
  protected async write<R>(ctx: Context, change: (em: EntityManager) => Promise<R>): Promise<R> {
    const result = await transaction(ctx, change);
    ctx.rows.forget(this.entity);
    for (const { table } of linksOf(this.entity)) ctx.rows.forget(table());
    return result;
  }

  /** The record locked against other writers, if the viewer may see it. */
  protected async locked(ctx: Context, em: EntityManager, id: string): Promise<T> {
    await this.load(ctx, id);
    const record = await em.findOne(this.entity, { id } as never, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!record) throw errors.notFound(entityInfo(this.entity).noun, id);
    return record as T;
  }

  protected expectVersion(record: T, expected: number | null | undefined): void {
    expectVersion(this.entity as EntityClass, record.version, expected);
  }

  /** Members of academic affairs change what belongs to the departments granted to them. */
  protected async refuseForeign(ctx: Context, record: T): Promise<void> {
    const { department } = entityInfo(this.entity).access;
    if (!department || actsForAll(ctx)) return;
    const [first, ...path] = department.split('.');
    let { id } = record[first as keyof T] as Reference;
    let { target } = columnOf(this.entity, first);
    for (const column of path) {
      const row = await readOne(ctx, target!(), id);
      id = row[column as keyof typeof row] as string;
      ({ target } = columnOf(target!(), column));
    }
    if (actsFor(ctx, id)) return;
    await readOne(ctx, target!(), id);
    throw errors.foreignDepartment(id);
  }

  /** A record that the viewer may not see does not exist, so nothing new can refer to it. */
  protected async refuseUnseen(ctx: Context, values: Values, record?: T): Promise<void> {
    for (const { name, target } of columnsOf(this.entity)) {
      const id = values[name];
      const entity = target?.();
      if (!entity || typeof id !== 'string' || scopeOf(ctx, entity) === 'all') continue;
      if (record && (record[name as keyof T] as Reference | null)?.id === id) continue;
      if (!(await ctx.rows.one(entity, id))) throw errors.notFound(entityInfo(entity).noun, id);
    }
  }

  /** The values that were given, apart from the lists that are kept in link tables. */
  #columnsAndLinks(input: object): { values: Values; links: Record<string, string[]> } {
    const lists = new Set(linksOf(this.entity).map(({ name }) => name));
    const entries = Object.entries(input).filter(([, value]) => value !== undefined);
    return {
      values: Object.fromEntries(entries.filter(([name]) => !lists.has(name))),
      links: Object.fromEntries(entries.filter(([name]) => lists.has(name))) as Record<string, string[]>,
    };
  }

  private async link(em: EntityManager, id: string, links: Record<string, string[]>): Promise<void> {
    for (const { name, table, owner, other } of linksOf(this.entity)) {
      if (!links[name]) continue;
      await em.nativeDelete(table(), { [owner]: id } as never);
      for (const otherId of new Set(links[name]))
        em.create(table(), { [owner]: id, [other]: otherId } as never);
    }
    await em.flush();
  }
}

/** The condition that no record fits. */
const nothing = { $or: [] };

type Values = Record<string, unknown>;
type Reference = { id: string };
