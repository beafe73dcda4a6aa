import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { DomainError } from './errors.js';
import { onDemand, pageSizeMax } from './pages.js';

/** Records of a connection when the caller does not say how many. */
export const connectionSizeDefault = 20;

/** Which stretch of a list is wanted: so many after a cursor, or so many before one. */
@ArgsType()
export class ConnectionArgs {
  @Field(() => Int, {
    nullable: true,
    description:
      `How many records from the beginning, 1 to ` +
      `${pageSizeMax}; ${connectionSizeDefault} unless \`last\` is given.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only what comes after the record with this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: `How many records from the end, 1 to ${pageSizeMax}.` })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Only what comes before the record with this cursor.' })
  before?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Keeps the records that contain the text in a name or code, ignoring letter case.',
  })
  keyword?: string | null;
}

/** From which end records are taken, and how many. @throws INVALID_PARAMETER outside the bounds */
export function stretchOf({ first, last }: ConnectionArgs): { size: number; isFromEnd: boolean } {
  const isFromEnd = typeof last === 'number';
  if (isFromEnd && typeof first === 'number') {
    throw new DomainError('INVALID_PARAMETER', {
      zh: 'first 与 last 不能同时使用',
      en: 'first and last are both given. Maybe leave one of them out.',
    });
  }
  const size = last ?? first ?? connectionSizeDefault;
  if (size < 1 || size > pageSizeMax) {
    const name = isFromEnd ? 'last' : 'first';
    throw new DomainError('INVALID_PARAMETER', {
      zh: `${name} 为 ${size}，应为 1 至 ${pageSizeMax}`,
      en:
        `${name} is ${size}, but must be 1 to ${pageSizeMax}. Maybe ask several times, each time after ` +
        `the last cursor.`,
    });
  }
  return { size, isFromEnd };
}

/** Where a stretch of a list lies in it. */
@ObjectType({ description: 'Where the records of a connection lie in the whole list.' })
export class PageInfo {
  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the first record here; null when there is none.',
    simple: true,
  })
  startCursor: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last record here; null when there is none.',
    simple: true,
  })
  endCursor: string | null;

  @onDemand(() => Boolean, 'Whether records come before the first one here.')
  hasPreviousPage: () => Promise<boolean>;

  @onDemand(() => Boolean, 'Whether records come after the last one here.')
  hasNextPage: () => Promise<boolean>;
}

/** A record and its place in the list. */
export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A stretch of a list, of which only what is asked for is read. */
export interface Connection<T> {
  readonly edges: () => Promise<readonly Edge<T>[]>;
  readonly nodes: () => Promise<readonly T[]>;
  readonly pageInfo: () => Promise<PageInfo>;
  readonly totalCount: () => Promise<number>;
}

const connectionTypes = new Map<ClassType, ClassType<Connection<object>>>();

/** The connection type of an entity, `CampusConnection` for Campus, with its `CampusEdge`. */
export function connectionOf<T extends object>(entity: ClassType<T>): ClassType<Connection<T>> {
  const known = connectionTypes.get(entity);
  if (known) return known as ClassType<Connection<T>>;

  @ObjectType(`${entity.name}Edge`, { description: `A record of a list of ${entity.name}, and its place.` })
  class EdgeOfEntity implements Edge<T> {
    @Field(() => String, { description: 'The place: give it as `after` or `before`.', simple: true })
    readonly cursor: string;

    @Field(() => entity, { description: 'The record.', simple: true })
    readonly node: T;
  }

  @ObjectType(`${entity.name}Connection`, {
    description: `A stretch of a list of ${entity.name}, read on from a cursor.`,
  })
  class ConnectionOfEntity implements Connection<T> {
    @onDemand(() => [EdgeOfEntity], 'The records with their cursors.')
    readonly edges: () => Promise<readonly Edge<T>[]>;

    @onDemand(() => [entity], 'The records alone.')
    readonly nodes: () => Promise<readonly T[]>;

    @onDemand(() => PageInfo, 'Where they lie in the whole list.')
    readonly pageInfo: () => Promise<PageInfo>;

    @onDemand(() => Int, 'Records in the whole list; counted only when it is asked for.')
    readonly totalCount: () => Promise<number>;
  }
  connectionTypes.set(entity, ConnectionOfEntity as never);
  return ConnectionOfEntity as never;
}
