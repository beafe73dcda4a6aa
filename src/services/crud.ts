import { LockMode, type EntityManager, type RequiredEntityData } from '@mikro-orm/core';
import { entityInfo, type EntityClass, type StoredEntity } from '../entities/columns.js';
import { errors } from '../schema/errors.js';
import { checkPage, type Page, type PageArgs } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import { authorize, declareRights, type Rule } from './access.js';
import type { Context } from './context.js';
import { refuseIfInUse, translated } from './integrity.js';

export type Verb = 'one' | 'page' | 'options' | 'create' | 'update' | 'remove';

export interface CrudOptions<T extends StoredEntity> {
  /** Name of the paged query, such as `campuses`. */
  plural: string;
  /** Text columns in which a keyword is looked for. */
  search: readonly (keyof T & string)[];
  rights: Record<Verb, Rule>;
  /** Which records a pick list offers, and in what order; oldest first unless said otherwise. */
  options?: { where?: object; orderBy?: object };
}

/** The GraphQL names of the six standard operations of an entity. */
export function operationsOf(entity: EntityClass, plural: string): Record<Verb, string> {
  const singular = entity.name[0].toLowerCase() + entity.name.slice(1);
  return {
    one: singular,
    page: plural,
    options: `${singular}Options`,
    create: `create${entity.name}`,
    update: `update${entity.name}`,
    remove: `delete${entity.name}`,
  };
}

/** A keyword as a pattern for `ilike`, its own wildcards made harmless. */
export const containing = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

/** The six operations that every resource has. A resource with rules of its own overrides `check`. */
export class CrudService<T extends StoredEntity, I extends object> {
  readonly operations: Record<Verb, string>;
  readonly plural: string;

  constructor(
    readonly entity: EntityClass<T>,
    private readonly settings: CrudOptions<T>,
  ) {
    this.plural = settings.plural;
    this.operations = operationsOf(entity as EntityClass, settings.plural);
    const verbs = Object.keys(this.operations) as Verb[];
    declareRights(Object.fromEntries(verbs.map((verb) => [this.operations[verb], settings.rights[verb]])));
  }

  async one(ctx: Context, id: string): Promise<Row<T>> {
    authorize(ctx, this.operations.one);
    return this.load(ctx, id);
  }

  async page(ctx: Context, args: PageArgs, where: object = {}): Promise<Page<Row<T>>> {
    authorize(ctx, this.operations.page);
    return this.pageWhere(ctx, args, where);
  }

  async options(ctx: Context, keyword?: string | null, where: object = {}): Promise<Row<T>[]> {
    authorize(ctx, this.operations.options);
    const { where: offered = {}, orderBy } = this.settings.options ?? {};
    return ctx.rows.find(this.entity, { $and: [offered, where, this.matching(keyword)] }, { orderBy });
  }

  async create(ctx: Context, input: I): Promise<Row<T>> {
    authorize(ctx, this.operations.create);
    const id = await this.write(ctx, async (em) => {
      const record = em.create(this.entity, input as unknown as RequiredEntityData<T>);
      await this.check(ctx, em, record);
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
    await this.write(ctx, async (em) => {
      const record = await this.locked(ctx, em, id);
      this.expectVersion(record, expectedVersion);
      em.assign(record, definedValues(patch) as never);
      await this.check(ctx, em, record);
      return id;
    });
    return this.load(ctx, id);
  }

  async remove(ctx: Context, id: string, expectedVersion?: number | null): Promise<string> {
    authorize(ctx, this.operations.remove);
    return this.write(ctx, async (em) => {
      const record = await this.locked(ctx, em, id);
      this.expectVersion(record, expectedVersion);
      await refuseIfInUse(em, this.entity as EntityClass, id);
      em.remove(record);
      return id;
    });
  }

  /** What a constraint of the database cannot say; throws a DomainError when the record breaks a rule. */
  protected async check(_ctx: Context, _em: EntityManager, _record: T): Promise<void> {}

  /** The record as a row, if the viewer may see it. */
  async load(ctx: Context, id: string): Promise<Row<T>> {
    const row = await ctx.rows.one(this.entity, id);
    if (!row) throw errors.notFound(entityInfo(this.entity).noun, id);
    return row;
  }

  /** A page without a check of rights, for variants that declare their own. */
  protected async pageWhere(ctx: Context, args: PageArgs, where: object): Promise<Page<Row<T>>> {
    checkPage(args);
    const { page, size, keyword, isDesc } = args;
    const wanted = { $and: [where, this.matching(keyword)] };
    const direction = isDesc ? 'desc' : 'asc';
    const [items, total] = await Promise.all([
      ctx.rows.find(this.entity, wanted, {
        orderBy: { createdAt: direction, id: direction },
        limit: size,
        offset: (page - 1) * size,
      }),
      ctx.rows.count(this.entity, wanted),
    ]);
    return { items, total, page, size };
  }

  /** Runs a change in one transaction and translates what the database refuses. */
  protected async write<R>(ctx: Context, change: (em: EntityManager) => Promise<R>): Promise<R> {
    const result = await translated(ctx, () => ctx.em.fork().transactional(change));
    ctx.rows.forget(this.entity);
    return result;
  }

  /** The record locked against other writers, if the viewer may see it. */
  protected async locked(ctx: Context, em: EntityManager, id: string): Promise<T> {
    await this.load(ctx, id);
    const record = await em.findOne(this.entity, { id } as never, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!record) throw errors.notFound(entityInfo(this.entity).noun, id);
    return record as T;
  }

  private expectVersion(record: T, expected: number | null | undefined): void {
    if (expected === undefined || expected === null || expected === record.version) return;
    throw errors.versionConflict(entityInfo(this.entity).noun, expected, record.version);
  }

  private matching(keyword: string | null | undefined): object {
    const wanted = keyword?.trim();
    if (!wanted) return {};
    return { $or: this.settings.search.map((column) => ({ [column]: { $ilike: containing(wanted) } })) };
  }
}

/** The values that were given: a key left out, or undefined, stays as it is. */
const definedValues = (patch: object): object =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
