import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { declareRights, signedIn } from '../data/access.js';
import type { StoredEntity } from '../data/columns.js';
import type { Context } from '../data/context.js';
import { tableOf } from '../data/data.queries.js';
import { DomainError, type ErrorCode } from '../schema/errors.js';
import { Node } from '../schema/node.js';
import type { Row } from '../schema/rows.js';
import { Id } from '../schema/scalars.js';
import { nodeSources } from './crud.js';

declareRights({ node: signedIn });

/** What reading a record answers where it is none for the caller. */
const unreadable: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['NOT_FOUND', 'FORBIDDEN']);

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description:
      'The record with the identifier, whatever its type; null where there is none that you may read. ' +
      '按主键读取任意类型的记录；不存在或无权查看时为空。',
  })
  async node(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the record.' }) id: string,
  ): Promise<(Node & { readonly __typename: string }) | null> {
    const table = await tableOf(ctx.em, [...nodeSources.keys()], id);
    const source = nodeSources.get(table ?? '');
    if (!source) return null;
    try {
      const record: Row<StoredEntity> = await source.one(ctx, id);
      return { ...record, __typename: source.entity.name };
    } catch (error) {
      if (error instanceof DomainError && unreadable.has(error.code)) return null;
      throw error;
    }
  }
}
