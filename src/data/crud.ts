import { LockMode, type EntityManager, type RequiredEntityData } from '@mikro-orm/postgresql';
import { optionsMax } from './bounds.js';
import type { OrderBy } from './lists/ordering.js';
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
import { errors, type FieldProblem } from '../schema/errors.js';
import type { Page, PageArgs } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import { actsFor, actsForAll, authorize, declareRights, scopeOf, type Rule } from './access.js';
import type { Context } from './context.js';
import { fillIn } from './defaults/filling-in.js';
import { refuseIfInUse } from './integrity.js';
import {
  expectVersion,
  keywordCondition,
  readConnection,
  readOne,
  readPage,
  type Listing,
  type ListOptions,
} from './lists/reading.js';
import { nothing } from './seen.js';
import { insertAlone, transaction } from './transaction.js';
import { validChanges } from './valid-changes.js';
import { operationsOf, type Verb } from './verbs.js';

/** Values of the filters of a list, by filter name. */
export type FilterArguments = Readonly<Record<string, unknown>>;

/** A filter of pages and pick lists. */
export interface Filter {
  readonly name: string;
  readonly type: () => object;
  readonly about: string;
  /** What is to be used in its place; none where it is to stay. */
  readonly deprecated?: string;
  /** Whether pick lists do not have it. */
  readonly isForPagesOnly?: boolean;
  /** The condition for a value. */
  readonly where: (value: never, ctx: Context) => object | Promise<object>;
}

interface CrudOptions<T extends StoredEntity, I extends object> {
  /** The input class for writes; none for a read-only resource. */
  input?: new () => I;
  /** Name of the paged query, such as `campuses`. */
  plural: string;
  /** Filters of pages and pick lists: names of columns compared for equality, or filters of other kinds. */
  filters?: readonly ((keyof T & string) | Filter)[];
  /** Column by which pages are sorted; the time of creation by default. */
  order?: keyof T & string;
  /** Who may call which operation; one without a rule does not exist. Connections have the rule of pages. */
  rights: Partial<Record<Exclude<Verb, 'connection'>, Rule>>;
  /**
   * Records in the pick list and their order: oldest first by default; with `isByAge` the caller chooses the
   * direction. Those that are `referred` to are in it as well, whatever else holds of them.
   */
  options?: {
    where?: object;
    referred?: (ctx: Context) => object;
    orderBy?: OrderBy;
    isByAge?: boolean;
  };
}

/** A filter for records with a value in the column or, if the column refers to a tree, a descendant of it. */
function columnFilter({ name, type, about, label, target }: Column, entity: EntityClass): Filter {
  const refersToTree = target && target() !== entity && parentColumnOf(target()) !== undefined;
  const effect = `Only records with this value${refersToTree ? ' or one below it' : ''}.`;
  return {
    name,
    type,
    about: `${effect} ${about ?? `${label.en}.`}`,
    where: (value: unknown) => ({ [name]: refersToTree ? { $within: [value] } : value }),
  };
}

/** A filter for records whose column contains a text, ignoring case. */
export const containsFilter = (name: string, about: string): Filter => ({
  name,
  type: () => String as never,
  about,
  where: (part: string) => ({ [name]: { $contains: part } }),
});

/** The standard operations of a resource. Resources with rules of their own override `check`. */
export class CrudService<T extends StoredEntity, I extends object = never> {
  readonly input?: new () => I;
  readonly operations: Record<Verb, string>;
  /** The operations that the resource has. */
  readonly verbs: readonly Verb[];
  readonly filters: readonly Filter[];
  /** Whether the caller chooses if the pick list is sorted newest or oldest first. */
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
      ...(await this.complete(ctx, input)),
      id: key ?? undefined,
    });
    const isAlone = this.#isOnlyRow && !Object.keys(links).length && scopeOf(ctx, this.entity) === 'all';
    const make = async (em: EntityManager): Promise<T> => {
      await this.requireVisibleReferences(ctx, values);
      const filled = { ...values };
      await fillIn(ctx.app, em, this.entity, [filled]);
      const record = em.create(this.entity, filled as RequiredEntityData<T>, { persist: !isAlone });
      await this.requireDepartmentGrant(ctx, record);
      this.#refuseProblems(ctx, record);
      return record as T;
    };
    const store = async (em: EntityManager): Promise<string> => {
      const record = await make(em);
      await this.check(ctx, em, record);
      await em.flush();
      await this.link(em, record.id, links);
      await this.settle(ctx, em, record, input);
      return record.id;
    };
    return isAlone
      ? insertAlone(ctx, this.entity, make, { entity: this.entity, values })
      : this.load(ctx, await this.write(ctx, store, values));
  }

  /** Whether nothing else is read or written when a record is stored. */
  get #isOnlyRow(): boolean {
    const { check, settle, load } = CrudService.prototype;
    return this.check === check && this.settle === settle && this.load === load;
  }

  async update(
    ctx: Context,
    id: string,
    patch: Partial<I>,
    expectedVersion?: number | null,
  ): Promise<Row<T>> {
    authorize(ctx, this.operations.update);
    const changes = await validChanges(ctx, this.entity, this.input!, { id, patch });
    const completed = { ...(await this.complete(ctx, changes, id)), id: undefined };
    const { values, links } = this.#columnsAndLinks(completed);
    const store = async (em: EntityManager): Promise<void> => {
      const record = await this.lock(ctx, em, id);
      this.expectVersion(record, expectedVersion);
      await this.requireDepartmentGrant(ctx, record);
      await this.requireVisibleReferences(ctx, values, record);
      em.assign(record, values as never);
      // A change to its link tables counts as a change to the record.
      if (Object.keys(links).length) record.updatedAt = new Date();
      await this.requireDepartmentGrant(ctx, record);
      this.#refuseProblems(ctx, record);
      await this.check(ctx, em, record);
      await em.flush();
      await this.link(em, id, links);
      await this.settle(ctx, em, record, changes);
    };
    await this.write(ctx, store, values);
    return this.load(ctx, id);
  }

  async remove(ctx: Context, id: string, expectedVersion?: number | null): Promise<string> {
    authorize(ctx, this.operations.remove);
    return this.write(ctx, async (em) => {
      const record = await this.lock(ctx, em, id);
      this.expectVersion(record, expectedVersion);
      await this.requireDepartmentGrant(ctx, record);
      await this.checkRemoval(ctx, em, record);
      await refuseIfInUse(em, this.entity as EntityClass, id);
      em.remove(record);
      await em.flush();
      await this.settleRemoval(ctx, em, record);
      return id;
    });
  }

  /**
   * Completes an input before it is stored: adds values that follow from it, and drops those that are only
   * checked.
   * @param id the record to be updated; undefined for a new one
   */
  protected async complete(_ctx: Context, input: Partial<I>, _id?: string): Promise<object> {
    return input;
  }

  /** What is wrong with the values of a record taken together; imports ask it of every row. */
  problemsOf(_ctx: Context, _record: Values): FieldProblem[] {
    return [];
  }

  #refuseProblems(ctx: Context, record: T): void {
    const problems = this.problemsOf(ctx, record as Values);
    if (problems.length > 0) throw errors.invalidInput(problems);
  }

  /** Checks rules that database constraints cannot express. @throws DomainError when the record breaks one */
  protected async check(_ctx: Context, _em: EntityManager, _record: T): Promise<void> {}

  /**
   * Checks rules about the record with its link tables, and writes what follows from them; runs last.
   * @param input what the caller set
   */
  protected async settle(_ctx: Context, _em: EntityManager, _record: T, _input: Partial<I>): Promise<void> {}

  /** @throws DomainError when the record must not be deleted although nothing refers to it */
  protected async checkRemoval(_ctx: Context, _em: EntityManager, _record: T): Promise<void> {}

  /** Writes what follows from the removal of the record; runs last. */
  protected async settleRemoval(_ctx: Context, _em: EntityManager, _record: T): Promise<void> {}

  /** The record as a row. @throws NOT_FOUND if it does not exist or the viewer may not see it */
  load(ctx: Context, id: string): Promise<Row<T>> {
    return readOne(ctx, this.entity, id);
  }

  /** A pick list, without checking the right to it; for operations that declare their own. */
  protected async optionsOf(
    ctx: Context,
    keyword: string | null | undefined,
    values: FilterArguments,
    isDesc = true,
  ): Promise<Row<T>[]> {
    const { where = {}, referred, orderBy } = this.settings.options ?? {};
    const matching = { $and: [await this.#conditionOf(ctx, values), keywordCondition(keyword)] };
    const direction = isDesc ? 'desc' : 'asc';
    const byAge = { createdAt: direction, id: direction } as const;
    const range = { orderBy: this.hasOptionsByAge ? byAge : orderBy, limit: optionsMax };
    if (!referred) return ctx.rows.find(this.entity, { $and: [where, matching] }, range);
    return ctx.rows.findReferred(this.entity, { where, referred: referred(ctx), matching }, range);
  }

  /** A page, without checking the right to it; for operations that declare their own. */
  protected async pageOf(
    ctx: Context,
    args: PageArgs,
    values: FilterArguments,
    listing: Listing = {},
  ): Promise<Page<Row<T>>> {
    return readPage(ctx, this.entity, args, await this.#listOptions(ctx, values, listing));
  }

  /** Restricts pages and connections further than the rows that the caller may see. */
  protected listScope(_ctx: Context): Scope {
    return 'all';
  }

  async #listOptions(ctx: Context, values: FilterArguments, listing: Listing): Promise<ListOptions<T>> {
    const scope = this.listScope(ctx);
    const where = { $and: [await this.#conditionOf(ctx, values), scope === 'all' ? {} : scope] };
    return { ...listing, where: scope === 'none' ? nothing : where, order: this.settings.order };
  }

  /** The condition for the values of filters; filters without a value do not restrict. */
  async #conditionOf(ctx: Context, values: FilterArguments): Promise<object> {
    const active = this.filters.filter(({ name }) => values[name] !== undefined && values[name] !== null);
    return { $and: await Promise.all(active.map(({ name, where }) => where(values[name] as never, ctx))) };
  }

  /** Runs a change in a transaction; violated constraints become DomainErrors. */
  protected async write<R>(
    ctx: Context,
    change: (em: EntityManager) => Promise<R>,
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<R> {
    const result = await transaction(ctx, change, { typed: { entity: this.entity, values } });
    ctx.rows.forget(this.entity);
    for (const { table } of linksOf(this.entity)) ctx.rows.forget(table());
    return result;
  }

  /** Locks the record against other writers. @throws NOT_FOUND if it does not exist or may not be seen */
  protected async lock(ctx: Context, em: EntityManager, id: string): Promise<T> {
    await this.load(ctx, id);
    const record = await em.findOne(this.entity, { id } as never, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!record) throw errors.notFound(entityInfo(this.entity).noun, id);
    return record as T;
  }

  protected expectVersion(record: T, expected: number | null | undefined): void {
    expectVersion(this.entity as EntityClass, record.version, expected);
  }

  /** @throws FORBIDDEN when a member of academic affairs has no grant for the department of the record */
  protected async requireDepartmentGrant(ctx: Context, record: T): Promise<void> {
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
    const { name } = (await readOne(ctx, target!(), id)) as unknown as { name: string };
    throw errors.foreignDepartment(id, name);
  }

  /**
   * @throws NOT_FOUND when a value refers to a record that the viewer may not see, except for one stored
   * already
   */
  protected async requireVisibleReferences(ctx: Context, values: Values, record?: T): Promise<void> {
    for (const { name, target } of columnsOf(this.entity)) {
      const id = values[name];
      const entity = target?.();
      if (!entity || typeof id !== 'string' || scopeOf(ctx, entity) === 'all') continue;
      if (record && (record[name as keyof T] as Reference | null)?.id === id) continue;
      if (!(await ctx.rows.one(entity, id))) throw errors.notFound(entityInfo(entity).noun, id);
    }
  }

  /** Separates the lists kept in link tables from the other values. */
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

type Values = Record<string, unknown>;
type Reference = { id: string };
