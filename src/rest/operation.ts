import {
  astFromValue,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  print,
  validate,
  getNamedType,
  specifiedRules,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { argumentReader, type ArgumentReader } from './arguments.js';
import type { EnvelopeMode } from './envelope.js';
import { locatedBy, type Locate } from './field-paths.js';
import type { MountedRoute } from './route.js';
import {
  forEnvelope,
  shaperOf,
  wireCodes,
  wholeShaper,
  wireNames,
  withoutWireDirectives,
  type Fragments,
  type Shaper,
} from './shape.js';

/** What a route needs at run time, prepared once. */
export interface PreparedOperation {
  readonly route: MountedRoute;
  /** The query to run on the core schema. */
  readonly document: DocumentNode;
  readonly read: ArgumentReader;
  readonly locate: Locate;
  readonly shape: Shaper;
}

/** The fragments by name, for one envelope mode. */
export const fragmentsOf = (sources: readonly string[], mode: EnvelopeMode): Fragments =>
  new Map(
    sources
      .flatMap((source) => parse(source, { noLocation: true }).definitions)
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, forEnvelope(node, mode)]),
  );

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Binds a route to the schema and the fragments. @throws Error at startup when they do not match */
export function prepare(
  route: MountedRoute,
  schema: GraphQLSchema,
  fragments: Fragments,
  timeZone: string,
): PreparedOperation {
  const { root, field } = rootField(route, schema);
  const returned = getNamedType(field.type);
  const selection = isObjectType(returned) ? selectionFor(route, returned) : null;
  const document = documentOf(
    root === schema.getMutationType() ? 'mutation' : 'query',
    route,
    field,
    selection,
    fragments,
  );
  const faults = validate(schema, document, specifiedRules);
  if (faults.length > 0)
    throw new Error(
      `The route ${route.method} ${route.path} does not fit the schema: ` +
        `${faults[0].message}\n${print(document)}`,
    );
  const whole =
    selection && isObjectType(returned)
      ? wholeShaper(shaperOf(selection, returned, fragments), fragmentOf(route, fragments))
      : (value: unknown) => value;
  const { part } = route;
  const [args, names] = [wireArguments(route, field), namesOf(route, fragments)];
  const shape: Shaper = part ? (value) => (whole(value) as Record<string, unknown>)[part] : whole;
  return {
    route,
    document,
    locate: locatedBy(args, names),
    read: argumentReader(args, {
      timeZone,
      namesOf: names,
      codesOf: codesOf(route, fragments),
      initial: route.initial ?? {},
      fixed: route.fixed ?? {},
      required: route.required ?? [],
      maximum: route.maximum ?? {},
      identifiers: route.identifiers ?? [],
      blank: route.blank ?? {},
      inputFromParameters: route.form ?? false,
    }),
    shape: constantShapes.get(route.returns) ?? shape,
  };
}

/** Answers of a success that do not come from a fragment. */
const constantShapes = new Map<string | undefined, Shaper>([
  [undefined, () => null],
  ['true', () => true],
  ['id', (record) => (record as { id: string }).id],
  ['download', (file) => file],
]);

/** Selections of answers that no fragment describes. */
const plainSelections = new Map<string | undefined, string>([
  ['id', '{ id }'],
  ['download', '{ name type content }'],
]);

function rootField(
  route: MountedRoute,
  schema: GraphQLSchema,
): { root: GraphQLObjectType; field: GraphQLField<unknown, unknown> } {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    const field = root?.getFields()[route.operation];
    if (root && field) return { root, field };
  }
  throw new Error(
    `The route ${route.method} ${route.path} names the operation "${route.operation}", which the schema ` +
      `does not have.`,
  );
}

function selectionFor(route: MountedRoute, returned: GraphQLObjectType): SelectionSetNode {
  const plain = plainSelections.get(route.returns);
  const [, page, list, one] = /^(?:Page<(\w+)>|\[(\w+)\]|(\w+))$/.exec(route.returns ?? '') ?? [];
  const source = route.part
    ? `{ ${route.part} { ...${list ?? one} } }`
    : plain
      ? plain
      : page
        ? `{ records: items { ...${page} } total size current: page }`
        : (list ?? one)
          ? `{ ...${list ?? one} }`
          : '{ __typename }';
  const [definition] = parse(source, { noLocation: true }).definitions;
  if (definition.kind !== Kind.OPERATION_DEFINITION) throw new Error(`No selection for ${returned.name}.`);
  return definition.selectionSet;
}

function documentOf(
  kind: 'query' | 'mutation',
  route: MountedRoute,
  field: GraphQLField<unknown, unknown>,
  selection: SelectionSetNode | null,
  fragments: Fragments,
): DocumentNode {
  const args = wireArguments(route, field);
  const variables = args
    .map((argument) => `$${argument.name}: ${String(argument.type)}${initialValue(argument)}`)
    .join(', ');
  const values = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const head = `${kind} ${route.field}${variables && `(${variables})`}`;
  const body = selection ? print(withoutWireDirectives(withNotice(route, selection))) : '';
  const used = selection ? usedFragments(selection, fragments) : [];
  return parse(
    [
      `${head} { ${field.name}${values && `(${values})`} ${body} }`,
      ...used.map((fragment) => print(withoutWireDirectives(fragment))),
    ].join('\n'),
    { noLocation: true },
  );
}

/** The selection with the field whose text is added to the message. */
const withNotice = (
  { notice }: MountedRoute,
  { selections, ...node }: SelectionSetNode,
): SelectionSetNode => {
  if (!notice) return { ...node, selections };
  const alias = { kind: Kind.NAME, value: 'notice' } as const;
  const field = { kind: Kind.FIELD, alias, name: { kind: Kind.NAME, value: notice } } as const;
  return { ...node, selections: [field, ...selections] };
};

/**
 * The arguments that a route can supply: a GET request has no body for structured ones, such as filters of
 * lists.
 */
const wireArguments = (
  { method }: MountedRoute,
  { args }: GraphQLField<unknown, unknown>,
): readonly GraphQLArgument[] =>
  method === 'GET' ? args.filter(({ type }) => !isInputObjectType(getNamedType(type))) : args;

function initialValue({ defaultValue, type }: GraphQLArgument): string {
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  return value ? ` = ${print(value)}` : '';
}

function usedFragments(
  selection: SelectionSetNode,
  fragments: Fragments,
  found = new Map<string, FragmentDefinitionNode>(),
): FragmentDefinitionNode[] {
  for (const node of selection.selections) {
    if (node.kind === Kind.FIELD && node.selectionSet) usedFragments(node.selectionSet, fragments, found);
    if (node.kind !== Kind.FRAGMENT_SPREAD || found.has(node.name.value)) continue;
    const fragment = fragments.get(node.name.value);
    if (!fragment) throw new Error(`There is no fragment ${node.name.value} in rest/wire.`);
    found.set(node.name.value, fragment);
    usedFragments(fragment.selectionSet, fragments, found);
  }
  return [...found.values()];
}

/** The fragment that names the fields of a route. */
const fragmentOf = (route: MountedRoute, fragments: Fragments): FragmentDefinitionNode | undefined =>
  fragments.get(route.body ?? /\w+(?=>|\]|$)/.exec(route.returns ?? '')?.[0] ?? '');

/** The numbers for names of an enum, as declared in the fragment. */
function codesOf(
  route: MountedRoute,
  fragments: Fragments,
): (field: string) => ReadonlyMap<string, string> | undefined {
  const fragment = fragmentOf(route, fragments);
  const codes = fragment && wireCodes(fragment.selectionSet, fragments);
  return (field) => codes?.get(field);
}

/**
 * The wire name of an argument or input field: from the route, from the fragment's alias, else in snake_case.
 */
function namesOf(route: MountedRoute, fragments: Fragments): (field: string) => readonly string[] {
  const fragment = fragmentOf(route, fragments);
  const aliases = fragment ? wireNames(fragment.selectionSet, fragments) : new Map<string, string>();
  return (field) => {
    const own = route.names?.[field];
    if (own !== undefined) return typeof own === 'string' ? [own] : own;
    if (field === 'id' && route.pathParameters.length === 1) return route.pathParameters;
    return [aliases.get(field) ?? snakeCase(field)];
  };
}
