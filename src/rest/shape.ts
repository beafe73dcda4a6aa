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
import type { EnvelopeMode } from './envelope.js';

/**
 * Turns a result into its wire shape. Fragments describe shapes with directives, which are removed before a
 * query runs: `@flatten` lifts the fields of a relation into its parent record; `@value` replaces a record by
 * its only field, such as a relation by its id; `@emptyAsNull` turns an empty list into null; `@json` writes
 * it as JSON text; `@code(NAME: 1, true: 2)` turns a name or flag into the number that clients know; `@none`
 * is a key that is always null; `... on Classroom @under(key: "classroom")` writes the fields of the fragment
 * as a record below that key; `@fraction` turns a percentage into a number from 0 to 1; `@sparse` leaves out
 * the keys of a record that are null; `@instead(of: "data")` writes a value under that key, where it has one.
 * With `envelope`, a directive applies to that mode only. On a fragment, `@json` writes the whole answer as
 * text.
 */
export type Shaper = (value: unknown) => unknown;

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** A selection without the wire directives, valid for GraphQL. */
export const withoutWireDirectives = <N extends FragmentDefinitionNode | SelectionSetNode>(node: N): N =>
  visit(node, { Directive: () => null });

/** The fragment without the directives for the other envelope mode. */
export const forEnvelope = (fragment: FragmentDefinitionNode, mode: EnvelopeMode): FragmentDefinitionNode =>
  visit(fragment, {
    Directive({ arguments: values = [] }) {
      const envelope = values.find(({ name }) => name.value === 'envelope')?.value;
      return envelope?.kind === Kind.ENUM && envelope.value !== mode ? null : undefined;
    },
  });

/** Creates the function that turns a result of the selection into its wire shape. */
export function shaperOf(selection: SelectionSetNode, type: GraphQLObjectType, fragments: Fragments): Shaper {
  const steps = [
    ...fieldsOf(selection, fragments).map((field) => stepOf(field, type, fragments)),
    ...nestedIn(selection, fragments).map(({ key, fields }): Step => {
      const shape = shaperOf(fields, type, fragments);
      return (value, record) => void (record[key] = shape(value));
    }),
  ];
  return mapped((value) => {
    const record: Record<string, unknown> = {};
    for (const step of steps) step(value as Record<string, unknown>, record);
    return record;
  });
}

/** Writes an answer as text where its fragment says so. */
export const wholeShaper = (shape: Shaper, fragment: FragmentDefinitionNode | undefined): Shaper =>
  fragment?.directives?.some(({ name }) => name.value === 'json')
    ? (value) => JSON.stringify(shape(value))
    : shape;

/** The wire keys of a selection, by core field. */
export function wireNames(selection: SelectionSetNode, fragments: Fragments): Map<string, string> {
  const names = new Map<string, string>();
  // A relation that is written twice, as its id and its name, is set by the first.
  const add = (name: string, key: string): void => void (names.has(name) || names.set(name, key));
  for (const field of fieldsWithin(selection, fragments)) {
    if (!isFlattened(field)) add(field.name.value, keyOf(field));
    else
      for (const lifted of fieldsOf(field.selectionSet!, fragments))
        if (lifted.name.value === 'id') add(field.name.value, keyOf(lifted));
  }
  return names;
}

/** The codes of a selection's enums, inverted: from what a caller sends to its name. */
export function wireCodes(
  selection: SelectionSetNode,
  fragments: Fragments,
): Map<string, ReadonlyMap<string, string>> {
  const coded = fieldsWithin(selection, fragments).flatMap((field) => {
    const codes = directive(field, 'code');
    return codes
      ? [[field.name.value, new Map(pairsOf(codes).map(([name, code]) => [String(code), name]))] as const]
      : [];
  });
  return new Map(coded);
}

type Step = (value: Record<string, unknown>, record: Record<string, unknown>) => void;

function stepOf(field: FieldNode, type: GraphQLObjectType, fragments: Fragments): Step {
  const key = keyOf(field);
  const output = field.name.value === '__typename' ? null : type.getFields()[field.name.value].type;
  const shape = valueShaper(field, output, fragments);
  const instead = directive(field, 'instead')?.arguments?.[0].value;
  if (instead?.kind === Kind.STRING)
    return (value, record) => {
      if (value[key] !== null) record[instead.value] = shape(value[key]);
    };
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
  if (directive(field, 'json')) return (value) => JSON.stringify(shape(value));
  if (directive(field, 'sparse')) return mapped((value) => withoutNulls(shape(value) as object));
  if (!directive(field, 'emptyAsNull')) return shape;
  return (value) => (Array.isArray(value) && value.length === 0 ? null : shape(value));
}

function plainShaper(field: FieldNode, output: GraphQLOutputType, fragments: Fragments): Shaper {
  const named = getNamedType(output);
  if (field.selectionSet && isObjectType(named)) {
    const shape = shaperOf(field.selectionSet, named, fragments);
    if (!directive(field, 'value')) return shape;
    const [only] = keysOf(field.selectionSet, fragments);
    return mapped((record) => (shape(record) as Record<string, unknown>)[only]);
  }
  const codes = directive(field, 'code');
  if (codes) return codeShaper(codes);
  if (directive(field, 'fraction')) return mapped((value) => Math.round((value as number) * 100) / 10_000);
  if (named.name === 'DateTime') return mapped((value) => Date.parse(value as string));
  return (value) => value;
}

const pairsOf = ({ arguments: pairs = [] }: DirectiveNode): [string, number | boolean | null][] =>
  pairs.map(({ name, value }) => {
    if (value.kind === Kind.BOOLEAN) return [name.value, value.value];
    return [name.value, value.kind === Kind.INT ? Number(value.value) : null];
  });

function codeShaper(node: DirectiveNode): Shaper {
  const codes = new Map(pairsOf(node));
  return mapped((value) => codes.get(String(value)) ?? null);
}

const withoutNulls = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

const mapped =
  (shape: Shaper): Shaper =>
  (value) =>
    value === null || value === undefined
      ? null
      : Array.isArray(value)
        ? value.map(mapped(shape))
        : shape(value);

const keyOf = (field: FieldNode): string => (field.alias ?? field.name).value;
const directive = (field: FieldNode, name: string): DirectiveNode | undefined =>
  field.directives?.find((node) => node.name.value === name);
const isFlattened = (field: FieldNode): boolean => directive(field, 'flatten') !== undefined;

const keysOf = (selection: SelectionSetNode, fragments: Fragments): string[] =>
  fieldsOf(selection, fragments).flatMap((field) =>
    isFlattened(field) ? keysOf(field.selectionSet!, fragments) : [keyOf(field)],
  );

/** Parts of a selection that are written as nested records. */
function nestedIn(
  selection: SelectionSetNode,
  fragments: Fragments,
): { key: string; fields: SelectionSetNode }[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD)
      return nestedIn(fragments.get(node.name.value)!.selectionSet, fragments);
    if (node.kind !== Kind.INLINE_FRAGMENT) return [];
    const under = node.directives?.find(({ name }) => name.value === 'under')?.arguments?.[0].value;
    if (under?.kind !== Kind.STRING)
      throw new Error('An inline fragment of rest/wire needs @under(key: "…").');
    return [{ key: under.value, fields: node.selectionSet }];
  });
}

/** The fields of a selection, including those of nested records. */
const fieldsWithin = (selection: SelectionSetNode, fragments: Fragments): FieldNode[] => [
  ...nestedIn(selection, fragments).flatMap(({ fields }) => fieldsWithin(fields, fragments)),
  ...fieldsOf(selection, fragments),
];

function fieldsOf(selection: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return selection.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    if (node.kind === Kind.FRAGMENT_SPREAD)
      return fieldsOf(fragments.get(node.name.value)!.selectionSet, fragments);
    return [];
  });
}
