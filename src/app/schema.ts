import 'reflect-metadata';
import { buildSchemaSync, type NonEmptyArray, type ResolverData } from 'type-graphql';
import { lexicographicSortSchema, printSchema, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { inputFieldsOf, problemsOf, trimTexts } from '../data/inputs.js';
import type { Class } from '../data/columns.js';
import { resolvers } from '../resolvers/all.js';
import { authorize } from '../data/access.js';
import type { Context } from '../data/context.js';
import { errors } from '../schema/errors.js';
import { noPubSub } from './pubsub.js';
import { Instant } from '../schema/scalars.js';

/** Assembles the schema of the product. The input classes judge their values before any resolver runs. */
export function buildProductSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<() => void>,
    orphanedTypes: [],
    pubSub: noPubSub,
    scalarsMap: [{ type: Date, scalar: Instant }],
    validateFn: (value, type, resolverData) => {
      // Who may not call learns nothing about what is wrong with the input.
      const { context, info } = resolverData as ResolverData<Context>;
      if (isRoot(info)) authorize(context, info.fieldName);
      if (typeof type !== 'function' || !inputFieldsOf(type as unknown as Class)) return;
      trimTexts(type as unknown as Class, value as object);
      const problems = problemsOf(type as unknown as Class, value as object);
      if (problems.length > 0) throw errors.invalidInput(problems);
    },
  });
}

const isRoot = ({ parentType, schema }: GraphQLResolveInfo): boolean =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(parentType);

/** The schema as text, in a stable order: the committed contract. */
export const printedSchema = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
