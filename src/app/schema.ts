import 'reflect-metadata';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { lexicographicSortSchema, printSchema, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { boundArguments } from './argument-bounds.js';
import { inputFieldsOf, problemsOf, trimTexts } from '../data/inputs.js';
import type { Class } from '../data/columns.js';
import { resolvers } from '../resolvers/all.js';
import { authorize } from '../data/access.js';
import type { Context } from '../data/context.js';
import { countObjects } from '../transport/graphql/counted-fields.js';
import { errors } from '../schema/errors.js';
import { noPubSub } from './pubsub.js';
import { Instant } from '../schema/scalars.js';

/** Builds the schema of the product. Inputs are validated before any resolver runs. */
export function buildProductSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<() => void>,
    orphanedTypes: [],
    pubSub: noPubSub,
    scalarsMap: [{ type: Date, scalar: Instant }],
    validateFn: (value, type) => {
      if (typeof type !== 'function' || !inputFieldsOf(type as unknown as Class)) return;
      // An optional argument that was left out.
      if (value === undefined || value === null) return;
      trimTexts(type as unknown as Class, value as object);
      const problems = problemsOf(type as unknown as Class, value as object);
      if (problems.length > 0) throw errors.invalidInput(problems);
    },
  });
  countObjects(schema);
  boundArguments(schema);
  guardRoots(schema);
  sayWhatIgnoresKeys(schema);
  return schema;
}

/** Says of every mutation that takes no idempotency key that it does not. */
function sayWhatIgnoresKeys(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    if (field.extensions.ignoresIdempotencyKey)
      field.description += ' Ignores an idempotency key, because its answer holds a secret.';
  }
}

/** Root value of operations whose right is already checked; REST does so before it reads a body. */
export const authorized = Symbol('authorized');

/**
 * Makes every root field check the right to the operation, once and before its input is validated, so that
 * callers without the right learn nothing about the input.
 */
function guardRoots(schema: GraphQLSchema): void {
  const guard =
    (resolve: GraphQLFieldResolver<unknown, Context>): typeof resolve =>
    (source, args, context, info) => {
      if (source !== authorized) authorize(context, info.fieldName);
      return resolve(source, args, context, info);
    };
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (field.resolve) field.resolve = guard(field.resolve);
      if (field.subscribe) field.subscribe = guard(field.subscribe);
    }
  }
}

/** The schema as SDL in a stable order, as committed. */
export const printedSchema = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
