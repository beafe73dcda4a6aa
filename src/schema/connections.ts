import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { DomainError } from './errors.js';
import { aboutKeyword, onDemand, pageSizeMax } from './pages.js';
import { shown } from './shown.js';

/** Default number of records of a connection. */
const connectionSizeDefault = 20;

/** Which part of a list to return: a number of records after a cursor, or before one. */
@ArgsType()
export class ConnectionArgs {
  @Field(() => Int, {
    nullable: true,
    description:
      `Number of records from the beginning, 1 to ` +
      `${pageSizeMax}; ${connectionSizeDefault} unless \`last\` is given.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only records after the one with this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: `Number of records from the end, 1 to ${pageSizeMax}.` })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Only records before the one with this cursor.' })
  before?: string | null;

  @Field(() => String, {
    nullable: true,
    description: aboutKeyword,
  })
  keyword?: string | null;
}

/** From which end of the list, and how many records. @throws INVALID_PARAMETER when out of range */
export function stretchOf({ first, last }: ConnectionArgs): { size: number; isFromEnd: boolean } {
  const isFromEnd = typeof last === 'number';
  if (isFromEnd && typeof first === 'number') {
    throw new DomainError('INVALID_PARAMETER', {
      zh: 'first 与 last 不能同时使用，请去掉其中一个',
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

/** Position of a connection's records in the whole list. */
@ObjectType({ description: 'Position of the records of a connection in the whole list.' })
export class PageInfo {
  @shown(() => String, 'Cursor of the first record returned; null when there is none.', { nullable: true })
  startCursor: string | null;

  @shown(() => String, 'Cursor of the last record returned; null when there is none.', { nullable: true })
  endCursor: string | null;

  @onDemand(() => Boolean, 'Whether there are records before the first one returned.')
  hasPreviousPage: () => Promise<boolean>;

  @onDemand(() => Boolean, 'Whether there are records after the last one returned.')
  hasNextPage: () => Promise<boolean>;
}

/** A record with its cursor. */
interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A part of a list, resolved lazily: only the requested fields are read. */
export interface Connection<T> {
  readonly edges: () => Promise<readonly Edge<T>[]>;
  readonly nodes: () => Promise<readonly T[]>;
  readonly pageInfo: () => Promise<PageInfo>;
  readonly totalCount: () => Promise<number>;
}

const connectionTypes = new Map<ClassType, ClassType<Connection<object>>>();

/** The connection type of an entity, `CampusConnection` for Campus, with its `CampusEdge`. */
export function connectionOf<T extends object>(entity: ClassType<T>): ClassType<Connection<T>> {
  const existing = connectionTypes.get(entity);
  if (existing) return existing as ClassType<Connection<T>>;

  @ObjectType(`${entity.name}Edge`, { description: `A record of a list of ${entity.name}, with its cursor.` })
  class EdgeOfEntity implements Edge<T> {
    @shown(() => String, 'Position of the record, to be given as `after` or `before`.')
    readonly cursor: string;

    @shown(() => entity, 'The record.')
    readonly node: T;
  }

  @ObjectType(`${entity.name}Connection`, {
    description: `A part of a list of ${entity.name}, paged by cursor.`,
  })
  class ConnectionOfEntity implements Connection<T> {
    @onDemand(() => [EdgeOfEntity], 'The records with their cursors.')
    readonly edges: () => Promise<readonly Edge<T>[]>;

    @onDemand(() => [entity], 'The records alone.')
    readonly nodes: () => Promise<readonly T[]>;

    @onDemand(() => PageInfo, 'Their position in the whole list.')
    readonly pageInfo: () => Promise<PageInfo>;

    @onDemand(() => Int, 'Records in the whole list; counted only when requested.')
    readonly totalCount: () => Promise<number>;
  }
  connectionTypes.set(entity, ConnectionOfEntity as never);
  return ConnectionOfEntity as never;
}
