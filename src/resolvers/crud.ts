import { Arg, Args, Ctx, Int, Mutation, Query, Resolver, type ClassType } from 'type-graphql';
import { entityInfo, type EntityClass, type StoredEntity } from '../entities/columns.js';
import { patchOf } from '../entities/inputs.js';
import { Id } from '../schema/scalars.js';
import { PageArgs, pageOf, type Page } from '../schema/pages.js';
import type { Row } from '../schema/rows.js';
import type { Context } from '../services/context.js';
import type { CrudService, Filter, Verb } from '../services/crud.js';

export interface CrudResolverOptions<T extends StoredEntity, I extends object> {
  /** What a caller may set; a resource that is only read has none. */
  input?: ClassType<I>;
  service: CrudService<T, I>;
  /** Operations that the resource does not have, or writes in full. */
  omit?: readonly Verb[];
}

/**
 * The standard operations of a resource: those that its service has rights for. One that differs is omitted here and
 * written in full.
 */
export function crudResolver<T extends StoredEntity, I extends object>({
  input,
  service,
  omit = [],
}: CrudResolverOptions<T, I>) {
  const entity = service.entity as unknown as ClassType<T>;
  const { noun } = entityInfo(service.entity as EntityClass);
  const { operations, filters } = service;
  // Made now, because TypeGraphQL asks for return types only when it already knows all types.
  const pageType = service.verbs.includes('page') ? pageOf(entity) : null;
  const patch = input && (patchOf(input as new () => I) as ClassType<Partial<I>>);
  const optionFilters = filters.filter(({ isForPagesOnly }) => !isForPagesOnly);
  const whereOf = (used: readonly Filter[], values: unknown[]): object => ({
    $and: used.flatMap(({ where }, at) =>
      values[at] === undefined || values[at] === null ? [] : [where(values[at] as never)],
    ),
  });

  @Resolver(() => entity)
  abstract class CrudResolver {
    one(ctx: Context, id: string): Promise<Row<T>> {
      return service.one(ctx, id);
    }
    page(ctx: Context, args: PageArgs, ...filtered: unknown[]): Promise<Page<Row<T>>> {
      return service.page(ctx, args, whereOf(filters, filtered));
    }
    options(ctx: Context, keyword?: string, ...filtered: unknown[]): Promise<Row<T>[]> {
      return service.options(ctx, keyword, whereOf(optionFilters, filtered));
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
  const expectedVersion = Arg('expectedVersion', () => Int, {
    nullable: true,
    description: 'The version that you read; the change is refused when the record was changed since.',
  });
  const argumentsOf = (used: readonly Filter[]) =>
    used.map(({ name, type, about }) =>
      Arg(name, () => type() as never, {
        nullable: true,
        description: `Keeps those with this value. ${about}`,
      }),
    );
  const declare = (
    verb: Verb,
    operation: MethodDecorator,
    ...parameters: ((target: object, key: string, index: number) => void)[]
  ): void => {
    if (omit.includes(verb) || !service.verbs.includes(verb)) return;
    const prototype = CrudResolver.prototype as object;
    const method = Object.getOwnPropertyDescriptor(prototype, verb)!;
    // Decorators applied by a function leave no types behind; TypeGraphQL only asks that there is a list.
    Reflect.defineMetadata('design:paramtypes', Array(parameters.length + 1).fill(Object), prototype, verb);
    Ctx()(prototype, verb, 0);
    parameters.forEach((parameter, at) => parameter(prototype, verb, at + 1));
    operation(prototype, verb, method);
  };
  declare(
    'one',
    Query(() => entity, { name: operations.one, description: `One ${noun.en}.` }),
    id,
  );
  declare(
    'page',
    Query(() => pageType!, { name: operations.page, description: `A page of the list of ${noun.en}.` }),
    Args(() => PageArgs) as never,
    ...argumentsOf(filters),
  );
  declare(
    'options',
    Query(() => [entity], {
      name: operations.options,
      description: `Pick list: every ${noun.en} that may be chosen.`,
    }),
    Arg('keyword', () => String, { nullable: true, description: 'Part of a name or code.' }),
    ...argumentsOf(optionFilters),
  );
  declare(
    'create',
    Mutation(() => entity, { name: operations.create, description: `Creates a ${noun.en}.` }),
    Arg('input', () => input!),
  );
  declare(
    'update',
    Mutation(() => entity, {
      name: operations.update,
      description: `Changes a ${noun.en}: what is left out stays, null empties an optional field.`,
    }),
    id,
    Arg('input', () => patch!),
    expectedVersion,
  );
  declare(
    'remove',
    Mutation(() => Id, {
      name: operations.remove,
      description: `Deletes a ${noun.en} and answers its identifier; refused while something refers to it.`,
    }),
    id,
    expectedVersion,
  );
  return CrudResolver as abstract new () => object;
}
