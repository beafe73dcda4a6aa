import {
  getNamedType,
  isObjectType,
  Kind,
  visit,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
} from 'graphql';

/**
 * Fragments may say more than GraphQL does, by directives that are taken out before a query runs:
 * `@flatten` lifts the fields of a relation into the record that holds it; `@value` writes a record as the value of its
 * only field, such as a relation as its id; `@emptyAsNull` writes an empty list as null; `@code(NAME: 1, true: 2)` writes
 * a name or flag as the number that clients know; `@none` is a key that is always null.
 */
export type Shaper = (value: unknown) => unknown;

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** A selection without the directives of the wire, as GraphQL may run it. */
export const withoutWireDirectives = <N extends FragmentDefinitionNode | SelectionSetNode>(node: N): N =>
  visit(node, { Directive: () => null });

/** Makes the function that turns a result of the selection into its shape on the wire. */
export function shaperOf(selection: SelectionSetNode, type: GraphQLObjectType, fragments: Fragments): Shaper {
  const steps = fieldsOf(selection, fragments).map((field) => stepOf(field, type, fragments));
  return listed((value) => {
    const record: Record<string, unknown> = {};
    for (const step of steps) step(value as Record<string, unknown>, record);
    return record;
  });
}

/** The keys that a selection has on the wire, with the path of core fields behind each. */
export function wireNames(selection: SelectionSetNode, fragments: Fragments): Map<string, string> {
  const names = new Map<string, string>();
  for (const field of fieldsOf(selection, fragments)) {
    if (!isFlattened(field)) names.set(field.name.value, keyOf(field));
    else
      for (const lifted of fieldsOf(field.selectionSet!, fragments))
        if (lifted.name.value === 'id') names.set(field.name.value, keyOf(lifted));
  }
  return names;
}

type Step = (value: Record<string, unknown>, record: Record<string, unknown>) => void;

function stepOf(field: FieldNode, type: GraphQLObjectType, fragments: Fragments): Step {
  const key = keyOf(field);
  const output = field.name.value === '__typename' ? null : type.getFields()[field.name.value].type;
  const shape = valueShaper(field, output, fragments);
  if (!isFlattened(field)) return (value, record) => void (record[key] = shape(value[key]));
  const keys = keysOf(field.selectionSet!, fragments);
  return (value, record) => {
    const lifted = shape(value[key]) as Record<string, unknown> | null;
    for (const name of keys) record[name] = lifted?.[name] ?? null;
  };
}

function valueShaper(field: FieldNode, output: GraphQLOutputType | null, fragments: Fragments): Shaper {
  if (directive(field, 'none')) return () => null;
  if (output === null) return (value) => value;
  const shape = plainShaper(field, output, fragments);
  if (!directive(field, 'emptyAsNull')) return shape;
  return (value) => (Array.isArray(value) && value.length === 0 ? null : shape(value));
}

function plainShaper(field: FieldNode, output: GraphQLOutputType, fragments: Fragments): Shaper {
  const named = getNamedType(output);
  if (field.selectionSet && isObjectType(named)) {
    const shape = shaperOf(field.selectionSet, named, fragments);
    if (!directive(field, 'value')) return shape;
    const [only] = keysOf(field.selectionSet, fragments);
    return listed((record) => (shape(record) as Record<string, unknown>)[only]);
  }
  const codes = directive(field, 'code');
  if (codes) return codeShaper(codes);
  if (named.name === 'DateTime') return listed((value) => Date.parse(value as string));
  return (value) => value;
}

function codeShaper({ arguments: pairs = [] }: DirectiveNode): Shaper {
  const codes = new Map(
    pairs.map(({ name, value }) => [name.value, value.kind === Kind.INT ? Number(value.value) : null]),
  );
  return listed((value) => codes.get(String(value)) ?? null);
}

const listed =
  (shape: Shaper): Shaper =>
  (value) =>
    value === null || value === undefined
      ? null
      : Array.isArray(value)
        ? value.map(listed(shape))
        : shape(value);

const keyOf = (field: FieldNode): string => (field.alias ?? field.name).value;
const directive = (field: FieldNode, name: string): DirectiveNode | undefined =>
  field.directives?.find((node) => node.name.value === name);
const isFlattened = (field: FieldNode): boolean => directive(field, 'flatten') !== undefined;

const keysOf = (selection: SelectionSetNode, fragments: Fragments): string[] =>
  fieldsOf(selection, fragments).flatMap((field) =>
    isFlattened(field) ? keysOf(field.selectionSet!, fragments) : [keyOf(field)],
  );

function fieldsOf(selection: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    if (node.kind === Kind.FRAGMENT_SPREAD)
      return fieldsOf(fragments.get(node.name.value)!.selectionSet, fragments);
    return [];
  });
}
