import {
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  Kind,
  type ArgumentNode,
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
    /** Expected number of records of a list; defaults to 10 for relations and 50 for root fields. */
    expectedRows?: number;
  }
}

const rowsOfRelation = 10;
const rowsOfRootList = 50;
/** Arguments that set the number of records of a page or connection. */
const sizeArguments: readonly string[] = ['size', 'first', 'last'];
const pageSizeDefault = 20;
/** Larger sizes count as this one; lists refuse them with a better message. */
const pageSizeMax = 200;
const costOfIntrospection = 30_000;
const costOfValue = 0.1;
/** Factor for a field that leads through a list back to a type of one of its ancestors. */
const factorOfReturn = 3;

interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The number of records that an operation is expected to read, from its page sizes and the usual length of
 * lists. Lists that lead back to a type of an ancestor multiply its records, so they count more.
 */
export function costOf(request: Request): number {
  const known = fixedCosts.get(request.operation);
  if (known !== undefined) return known;
  const isFixed = { now: true };
  const cost = workOut(request, isFixed);
  if (isFixed.now) fixedCosts.set(request.operation, cost);
  return cost;
}

/** Costs of operations of which no variable decides how many records they ask for. */
const fixedCosts = new WeakMap<OperationDefinitionNode, number>();

function workOut({ schema, document, operation, variables }: Request, isFixed: { now: boolean }): number {
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
    if (node.arguments?.some(isSizeByVariable)) isFixed.now = false;
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

/** A field on the path from the root: its type, and whether it is a list. */
interface Step {
  readonly type: string;
  readonly isList: boolean;
}

const stepOf = ({ field: { type } }: FieldDefinition): Step => ({
  type: getNamedType(type).name,
  isList: isListType(getNullableType(type)),
});

/** Whether a field returns the type of an ancestor, with a list in between. */
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
    return requestedSize(field, variables) ?? pageSizeDefault;
  if (!isListType(getNullableType(type))) return 1;
  return isRoot ? rowsOfRootList : rowsOfRelation;
}

const isSizeByVariable = ({ name, value }: ArgumentNode): boolean =>
  value.kind === Kind.VARIABLE && sizeArguments.includes(name.value);

/**
 * The requested size of a list; the largest one, if there are several. Invalid sizes, which are refused
 * later, count as the maximum; null counts as omitted.
 */
function requestedSize(field: FieldNode, variables: Request['variables']): number | undefined {
  const sizes = (field.arguments ?? [])
    .filter(({ name }) => sizeArguments.includes(name.value))
    .map(({ value }) => {
      if (value.kind === Kind.VARIABLE) return variables[value.name.value];
      return value.kind === Kind.INT ? value.value : undefined;
    })
    .filter((value) => value !== undefined && value !== null)
    .map((value) => {
      const size = Number(value);
      return size >= 1 && size <= pageSizeMax ? size : pageSizeMax;
    });
  return sizes.length ? Math.max(...sizes) : undefined;
}

/** Fields of pages and connections that wrap their records, which are already counted. */
const partsOfLists: Readonly<Record<string, readonly string[]>> = {
  Page: ['items'],
  Connection: ['edges', 'nodes', 'pageInfo'],
  Edge: ['node'],
};

const isPartOfList = (schema: GraphQLSchema, { parentName, field }: FieldDefinition): boolean =>
  Object.entries(partsOfLists).some(
    ([ending, parts]) => parentName.endsWith(ending) && parts.includes(field.name),
  ) && schema.getType(parentName) !== undefined;
