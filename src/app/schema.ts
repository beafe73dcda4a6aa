import 'reflect-metadata';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import {
  lexicographicSortSchema,
  printSchema,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { boundArguments } from './argument-bounds.js';
import { resolveRelations } from '../data/relations.js';
import { inputFieldsOf, isPatch, problemsOf, trimTexts } from '../data/inputs.js';
import type { Class } from '../data/columns.js';
import { resolvers } from '../resolvers/all.js';
import { authorize } from '../data/access.js';
import type { Context } from '../data/context.js';
import { countObjects } from '../transport/graphql/counted-fields.js';
import { errors } from '../schema/errors.js';
import { callDirectly } from '../schema/direct-resolvers.js';
import { resolveNodes } from '../schema/node.js';
import { operationSentences } from './operation-sentences.js';
import { noPubSub } from './pubsub.js';
import { Instant } from '../schema/scalars.js';

/** Builds the schema of the product. Inputs but those of updates are validated before any resolver runs. */
export function buildProductSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<() => void>,
    orphanedTypes: [],
    pubSub: noPubSub,
    scalarsMap: [{ type: Date, scalar: Instant }],
    validateFn: (value, type) => {
      if (typeof type !== 'function' || !inputFieldsOf(type as unknown as Class)) return;
      if (isPatch(type as unknown as Class)) return;
      // An optional argument that was left out.
      if (value === undefined || value === null) return;
      trimTexts(type as unknown as Class, value as object);
      const problems = problemsOf(type as unknown as Class, value as object);
      if (problems.length > 0) throw errors.invalidInput(problems);
    },
  });
  callDirectly(schema);
  resolveRelations(schema);
  resolveNodes(schema);
  countObjects(schema);
  boundArguments(schema);
  guardRoots(schema);
  sayWhatIgnoresKeys(schema);
  describeInChinese(schema);
  sortByNoun(schema);
  return schema;
}

const rootsOf = (schema: GraphQLSchema): GraphQLObjectType[] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter((root) => !!root);

function describeInChinese(schema: GraphQLSchema): void {
  for (const field of rootsOf(schema).flatMap((root) => Object.values(root.getFields()))) {
    const sentence = operationSentences[field.name];
    if (sentence) field.description += ` ${sentence}。`;
  }
}

/**
 * Puts the operations of one noun beside each other, whatever their verb, as GraphiQL then shows them: in
 * place, because the fields of a type are kept in the order in which they were declared.
 */
function sortByNoun(schema: GraphQLSchema): void {
  for (const fields of rootsOf(schema).map((root) => root.getFields())) {
    const byNoun = Object.values(fields).sort((a, b) => {
      const [one, other] = [nounOf(a.name), nounOf(b.name)];
      return one < other ? -1 : one > other ? 1 : a.name < b.name ? -1 : 1;
    });
    for (const { name } of byNoun) delete fields[name];
    for (const field of byNoun) fields[field.name] = field;
  }
}

/** Verbs with which names of operations begin. */
const verbs = new Set(
  (
    'apply archive assign cancel change combine confirm copy create delete disable discard dismiss export ' +
    'ignore import lock move place publish redo refresh rehearse rename reopen request reset resolve ' +
    'restore retire retry review send set split start store swap undo unlock update'
  ).split(' '),
);

/** What an operation is about: its name without its verb, in the singular. */
export function nounOf(name: string): string {
  const noun = name.replace(/^[a-z]+(?=[A-Z])/, (first) => (verbs.has(first) ? '' : first));
  return noun
    .replace(/(Options|Connection|ImportTemplate|Export)$/, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .toLowerCase();
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
    (resolve: GraphQLFieldResolver<unknown, Context>, readsAnew: boolean): typeof resolve =>
    (source, args, context, info) => {
      if (source !== authorized) authorize(context, info.fieldName);
      if (readsAnew) context.rows.readAnew();
      return resolve(source, args, context, info);
    };
  for (const root of rootsOf(schema)) {
    for (const field of Object.values(root.getFields())) {
      // What writes, or goes on, is told of what was written since it began.
      if (field.resolve) field.resolve = guard(field.resolve, root === schema.getMutationType());
      if (field.subscribe) field.subscribe = guard(field.subscribe, true);
    }
  }
}

/** The schema as SDL in a stable order, as committed. */
export const printedSchema = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
