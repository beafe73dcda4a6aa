import { isObjectType, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Class } from './columns.js';

/** What is known, or will be. */
export type Soon<T> = T | Promise<T>;

/** What field resolvers need from the context: batched reads by key, and who may see personal fields. */
export interface RelationReader {
  /** The record that a visible row refers to. */
  referenced(entity: Class, id: string): Soon<object | null>;
  /** The records whose column refers to a row. */
  referring(entity: Class, column: string, id: string): Soon<object[]>;
  mayKnow(entity: Class, row: object): boolean;
}
type RelationContext = { rows: RelationReader };

/** How a field of a row is found. */
export type Relation = (row: any, context: RelationContext, info: GraphQLResolveInfo) => unknown;

/**
 * Resolves the field of a property by the relation itself: what is at hand is answered at once, while a
 * middleware would make a promise of it. `resolveRelations` puts it into the schema.
 */
export const relation = (resolve: Relation): PropertyDecorator =>
  Extensions({ relation: resolve }) as PropertyDecorator;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** How the field is found, without a promise where that is at hand. */
    relation?: (row: any, context: any, info: GraphQLResolveInfo) => unknown;
  }
}

/** Lets the fields of the schema that are relations be resolved by them. */
export function resolveRelations(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const resolve = field.extensions.relation;
      if (resolve) field.resolve = (row, _, context: RelationContext, info) => resolve(row, context, info);
    }
  }
}

/** Resolves a personal field to null for callers who may not see it. */
export const personalField =
  (entity: Class, name: string): Relation =>
  (row, { rows }) =>
    rows.mayKnow(entity, row as object) ? row[name] : null;
