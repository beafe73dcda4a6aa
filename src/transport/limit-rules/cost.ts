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
  type SelectionSetNode,
} from 'graphql';
import { definitionOf, isIntrospection, type FieldDefinition } from './measure.js';

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
const costOfIntrospection = 30_000;
const costOfValue = 0.1;
/** How many times more a field counts that leads back to a type further up through a list. */
const factorOfReturn = 3;

interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * How many records an operation is expected to read, from the sizes of its pages and the usual length of
 * lists. Lists that lead back to a type further up multiply what was read there, so they count more.
 */
export function costOf({ schema, document, operation, variables }: Request): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const root = schema.getRootType(operation.operation);

  const ofField = (node: FieldNode, parent: string | undefined, path: readonly Step[]): number => {
    if (isIntrospection(node)) return costOfIntrospection;
    const definition = definitionOf(schema, parent, node.name.value);
    if (!definition || isLeafType(getNamedType(definition.field.type))) return costOfValue;
    const step = stepOf(definition);
    const inner = ofSelections(node.selectionSet, step.type, [...path, step]);
    if (isPartOfList(schema, definition)) return inner;
    const rows = rowsOf(node, definition, variables, parent === root?.name);
    return rows * (1 + inner) * (leadsBack(path, step) ? factorOfReturn : 1);
  };

  const ofSelections = (
    set: SelectionSetNode | undefined,
    type: string | undefined,
    path: readonly Step[],
  ): number =>
    (set?.selections ?? []).reduce((cost, node) => {
      switch (node.kind) {
        case Kind.FIELD:
          return cost + ofField(node, type, path);
        case Kind.INLINE_FRAGMENT:
          return cost + ofSelections(node.selectionSet, node.typeCondition?.name.value ?? type, path);
        case Kind.FRAGMENT_SPREAD: {
          const { selectionSet, typeCondition } = fragments.get(node.name.value)!;
          return cost + ofSelections(selectionSet, typeCondition.name.value, path);
        }
      }
    }, 0);

  return Math.ceil(ofSelections(operation.selectionSet, root?.name, []));
}

/** A field on the way down: the type that it gives, and whether many of it. */
interface Step {
  readonly type: string;
  readonly isList: boolean;
}

const stepOf = ({ field: { type } }: FieldDefinition): Step => ({
  type: getNamedType(type).name,
  isList: isListType(getNullableType(type)),
});

/** Whether a field gives a type that stands further up, with a list between. */
function leadsBack(path: readonly Step[], step: Step): boolean {
  const from = path.findLastIndex(({ type }) => type === step.type);
  return from >= 0 && [...path.slice(from + 1), step].some(({ isList }) => isList);
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
