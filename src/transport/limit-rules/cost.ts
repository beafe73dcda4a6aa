import {
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { isIntrospection, measure, sum, type FieldDefinition } from './measure.js';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** How many records a list is expected to hold; 10 in a record and 50 at the root unless said here. */
    expectedRows?: number;
  }
}

const rowsOfRelation = 10;
const rowsOfRootList = 50;
/** Arguments that say how many records of a list are wanted, by page or by connection. */
const sizeArguments: readonly string[] = ['size', 'first', 'last'];
const pageSizeDefault = 20;
/** Lists refuse a greater size themselves, and say so better. */
const pageSizeCounted = 200;
const costOfIntrospection = 4_000;
const costOfValue = 0.1;

interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * How many records an operation is expected to read, from the sizes of its pages and the usual length of
 * lists.
 */
export function costOf({ schema, document, operation, variables }: Request): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const roots = new Set(
    [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].map((type) => type?.name),
  );

  const ofField = (field: FieldNode, inner: number, definition: FieldDefinition | undefined): number => {
    if (isIntrospection(field)) return costOfIntrospection;
    if (!definition || isLeafType(getNamedType(definition.field.type))) return costOfValue;
    if (isPartOfList(schema, definition)) return inner;
    return rowsOf(field, definition, variables, roots.has(definition.parentName)) * (1 + inner);
  };
  return Math.ceil(
    measure(operation, { schema, fragmentOf: (name) => fragments.get(name) }, { ofField, combine: sum }),
  );
}

function rowsOf(
  field: FieldNode,
  { field: { type, args, extensions } }: FieldDefinition,
  variables: Request['variables'],
  isRoot: boolean,
): number {
  if (extensions.expectedRows !== undefined) return extensions.expectedRows;
  if (args.some(({ name }) => sizeArguments.includes(name)))
    return sizeGiven(field, variables) ?? pageSizeDefault;
  if (!isListType(getNullableType(type))) return 1;
  return isRoot ? rowsOfRootList : rowsOfRelation;
}

/**
 * The greatest size of a list that is asked for. What is no size is refused later, and counts as the greatest
 * here; null leaves the size out where it may be left out.
 */
function sizeGiven(field: FieldNode, variables: Request['variables']): number | undefined {
  const sizes = (field.arguments ?? [])
    .filter(({ name }) => sizeArguments.includes(name.value))
    .map(({ value }) => {
      if (value.kind === Kind.VARIABLE) return variables[value.name.value];
      return value.kind === Kind.INT ? value.value : undefined;
    })
    .filter((given) => given !== undefined && given !== null)
    .map((given) => {
      const size = Number(given);
      return size >= 1 && size <= pageSizeCounted ? size : pageSizeCounted;
    });
  return sizes.length ? Math.max(...sizes) : undefined;
}

/** The parts of pages and connections that hold their records, which were counted with the whole. */
const partsOfLists: Readonly<Record<string, readonly string[]>> = {
  Page: ['items'],
  Connection: ['edges', 'nodes', 'pageInfo'],
  Edge: ['node'],
};

const isPartOfList = (schema: GraphQLSchema, { parentName, field }: FieldDefinition): boolean =>
  Object.entries(partsOfLists).some(
    ([ending, parts]) => parentName.endsWith(ending) && parts.includes(field.name),
  ) && schema.getType(parentName) !== undefined;
