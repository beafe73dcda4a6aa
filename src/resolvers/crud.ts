import {
  Arg,
  Args,
  Ctx,
  Extensions,
  Field,
  Int,
  Mutation,
  Query,
  Resolver,
  type ClassType,
} from 'type-graphql';
import { optionsMax } from '../data/bounds.js';
import { entityInfo, type EntityClass, type StoredEntity } from '../data/columns.js';
import { patchOf } from '../data/inputs.js';
import { filterOf, orderOf, type FilterValues, type Order } from '../data/lists/lists.js';
import { ConnectionArgs, connectionOf, type Connection } from '../schema/connections.js';
import { implementNode } from '../schema/node.js';
import { Id } from '../schema/scalars.js';
import { keywordMax, PageArgs, pageOf, type Page } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import type { Context } from '../data/context.js';
import type { CrudService, Filter, FilterArguments } from '../data/crud.js';
import type { Verb } from '../data/verbs.js';

const newestFirst = Arg('isDesc', () => Boolean, { defaultValue: true, description: 'Newest first.' });

interface CrudResolverOptions<T extends StoredEntity> {
  /** Operations that the resource lacks, or whose resolvers are written in full. */
  omit?: readonly Verb[];
  /** The type that callers see, if it differs from the entity. */
  shownAs?: { type: ClassType<object>; from: (row: Row<T>) => object };
}

/** What a query is charged for a pick list. */
const optionsExpected = optionsMax / 2;

/** The argument for the version of a record that the caller read. */
export const expectedVersion = Arg('expectedVersion', () => Int, {
  nullable: true,
  description: 'The version that you read; the change is refused if the record has changed since.',
});

/** The argument for why something is done although something speaks against it. */
export const reason = Arg('reason', () => String, {
  nullable: true,
  description: 'Why; kept with what is done, and shown.',
});

const publicNoteTold = {
  nullable: true,
  description: 'What those whom it concerns are told beside what was and what is; the reason never is.',
};
/** The argument for what a change of the published timetable tells those whom it concerns. */
export const publicNote = Arg('publicNote', () => String, publicNoteTold);
export const PublicNoteField = Field(() => String, publicNoteTold);

const dryRunTold = {
  defaultValue: false,
  description: 'Stores nothing: tells what would be, or what stands in its way.',
};
/** The argument of a change that may be tried first. */
export const dryRun = Arg('isDryRun', () => Boolean, dryRunTold);
export const DryRunField = Field(() => Boolean, dryRunTold);

/** By table, what reads one record of a type that is a node. */
export const nodeSources = new Map<string, CrudService<any, any>>();

/**
 * The resolver of a resource: the standard operations for which its service declares rights. An operation
 * that differs is omitted here and written in full by a subclass.
 */
export function crudResolver<T extends StoredEntity, I extends object>(
  service: CrudService<T, I>,
  { omit = [], shownAs }: CrudResolverOptions<T> = {},
) {
  const entity = service.entity as unknown as ClassType<T>;
  const shown = shownAs?.type ?? entity;
  const show = shownAs?.from ?? ((row: Row<T>): object => row);
  const { noun, table } = entityInfo(service.entity as EntityClass);
  const { operations, filters } = service;
  const input = service.input as ClassType<I> | undefined;
  // Created eagerly, because TypeGraphQL asks for return types only after it has collected all types.
  const isListed = service.verbs.includes('page');
  const pageType = isListed ? pageOf(shown) : null;
  const connectionType = isListed ? connectionOf(shown) : null;
  const orderType = isListed ? orderOf(service.entity) : null;
  const filterType = isListed ? filterOf(service.entity) : null;
  const patch = input && (patchOf(input as new () => I) as ClassType<Partial<I>>);
  const optionFilters = filters.filter(({ isForPagesOnly }) => !isForPagesOnly);

  @Resolver(() => shown)
  class CrudResolver {
    async one(ctx: Context, id: string): Promise<object> {
      return show(await service.one(ctx, id));
    }
    async page(
      ctx: Context,
      args: PageArgs,
      orderBy?: Order[],
      filter?: FilterValues,
      ...filtered: unknown[]
    ): Promise<Page<object>> {
      const page = await service.page(ctx, args, byName(filters, filtered), { orderBy, filter });
      return { ...page, items: page.items.map(show) };
    }
    async connection(
      ctx: Context,
      args: ConnectionArgs,
      orderBy?: Order[],
      filter?: FilterValues,
      ...filtered: unknown[]
    ): Promise<Connection<object>> {
      const values = byName(filters, filtered);
      const { edges, nodes, ...rest } = await service.connection(ctx, args, values, { orderBy, filter });
      return {
        ...rest,
        edges: async () => (await edges()).map(({ node, cursor }) => ({ node: show(node), cursor })),
        nodes: async () => (await nodes()).map(show),
      };
    }
    async options(ctx: Context, keyword?: string, ...filtered: unknown[]): Promise<Row<T>[]> {
      const isDesc = filtered[optionFilters.length] as boolean | undefined;
      return service.options(ctx, keyword, byName(optionFilters, filtered), isDesc);
    }
    create(ctx: Context, values: I): Promise<Row<T>> {
      return service.create(ctx, values);
    }
    update(ctx: Context, id: string, values: Partial<I>, expectedVersion?: number): Promise<Row<T>> {
      return service.update(ctx, id, values, expectedVersion);
    }
    remove(ctx: Context, id: string, expectedVersion?: number): Promise<string> {
      return service.remove(ctx, id, expectedVersion);
    }
  }

  const id = Arg('id', () => Id, { description: `Identifier of the ${noun.en}.` });
  const argumentsOf = (used: readonly Filter[]) =>
    used.map(({ name, type, about, deprecated }) =>
      Arg(name, () => type() as never, {
        nullable: true,
        description: about,
        deprecationReason: deprecated,
      }),
    );
  const listArguments = [
    Arg('orderBy', () => [orderType!], {
      nullable: true,
      description: 'The sort order; later entries break ties of earlier ones.',
    }),
    Arg('filter', () => filterType!, {
      nullable: true,
      description: 'Conditions that the records must match.',
    }),
  ];
  const declare = (
    verb: Verb,
    operation: MethodDecorator,
    ...parameters: ((target: object, key: string, index: number) => void)[]
  ): void => {
    if (omit.includes(verb) || !service.verbs.includes(verb)) return;
    const prototype = CrudResolver.prototype as object;
    const method = Object.getOwnPropertyDescriptor(prototype, verb)!;
    // Decorators applied by a function leave no type metadata; TypeGraphQL only requires a list.
    Reflect.defineMetadata('design:paramtypes', Array(parameters.length + 1).fill(Object), prototype, verb);
    Ctx()(prototype, verb, 0);
    parameters.forEach((parameter, at) => parameter(prototype, verb, at + 1));
    operation(prototype, verb, method);
  };
  declare(
    'one',
    Query(() => shown, { name: operations.one, description: `One ${noun.en}. 单个${noun.zh}。` }),
    id,
  );
  if (service.verbs.includes('one') && shown === entity) {
    implementNode(entity);
    nodeSources.set(table, service);
  }
  declare(
    'page',
    Query(() => pageType!, {
      name: operations.page,
      description: `A page of the list of ${noun.en}. ${noun.zh}的分页列表。`,
    }),
    Args(() => PageArgs) as never,
    ...listArguments,
    ...argumentsOf(filters),
  );
  declare(
    'connection',
    Query(() => connectionType!, {
      name: operations.connection,
      description:
        `The list of ${noun.en}, paged by cursor: a later page costs as much as the first. ` +
        `${noun.zh}列表，按游标翻页。`,
    }),
    Args(() => ConnectionArgs) as never,
    ...listArguments,
    ...argumentsOf(filters),
  );
  declare(
    'options',
    Query(() => [entity], {
      name: operations.options,
      description:
        `Pick list of every ${noun.en} that may be selected, at most ${optionsMax}: when so many come ` +
        'there may ' +
        `be more, so narrow it by the keyword. 可选的${noun.zh}，用于下拉列表。`,
    }),
    Arg('keyword', () => String, {
      nullable: true,
      description: `Part of a name or code, at most ${keywordMax} characters.`,
    }),
    ...argumentsOf(optionFilters),
    ...(service.hasOptionsByAge ? [newestFirst] : []),
  );
  if (service.verbs.includes('options'))
    Extensions({ expectedRows: optionsExpected })(CrudResolver.prototype, 'options');
  declare(
    'create',
    Mutation(() => entity, {
      name: operations.create,
      description: `Creates a ${noun.en}. 新建${noun.zh}。`,
    }),
    Arg('input', () => input!, { description: `The new ${noun.en}.` }),
  );
  declare(
    'update',
    Mutation(() => entity, {
      name: operations.update,
      description:
        `Changes a ${noun.en}: fields left out keep their value, null clears an optional one. ` +
        `修改${noun.zh}：未给出的字段不变。`,
    }),
    id,
    Arg('input', () => patch!, { description: 'The fields to change.' }),
    expectedVersion,
  );
  declare(
    'remove',
    Mutation(() => Id, {
      name: operations.remove,
      description:
        `Deletes a ${noun.en} and returns its identifier; refused while something refers to it. ` +
        `删除${noun.zh}；仍被引用时不能删除。`,
    }),
    id,
    expectedVersion,
  );
  return CrudResolver as new () => object;
}

/** The resolvers of resources that have only the standard operations. */
export const crudResolvers = (...services: CrudService<any, any>[]) =>
  services.map((service) => crudResolver(service));

/** The filter values by name; they arrive in the order of the arguments. */
const byName = (filters: readonly Filter[], values: readonly unknown[]): FilterArguments =>
  Object.fromEntries(filters.map(({ name }, at) => [name, values[at]]));
