import {
  Kind,
  print,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** A root field of an operation. */
export interface RootField {
  readonly responseKey: string;
  /** The first place where it is asked for; all have the same name and arguments. */
  readonly node: FieldNode;
  /** Asks for this field and no other. */
  readonly document: DocumentNode;
  /** What is selected of it, as text. */
  readonly selection: string;
  /** Names of the variables that the selection uses. */
  readonly selectionVariables: readonly string[];
}

const known = new WeakMap<OperationDefinitionNode, readonly RootField[]>();

/** The root fields of an operation of a valid document, in their order; the same objects each time. */
export function rootFieldsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly RootField[] {
  const fields = known.get(operation) ?? split(document, operation);
  known.set(operation, fields);
  return fields;
}

function split(document: DocumentNode, operation: OperationDefinitionNode): readonly RootField[] {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const { selectionSet } = operation;
  const groups = new Map<string, FieldNode[]>();
  for (const node of fieldsIn(selectionSet, fragments)) {
    const key = responseKeyOf(node);
    groups.set(key, [...(groups.get(key) ?? []), node]);
  }
  const isAlone = groups.size === 1;
  return [...groups].map(([responseKey, nodes]) => {
    const selected: ASTNode[] = nodes.flatMap((node) => node.selectionSet ?? []);
    if (selected.length > 0) selected.push(...fragments);
    const own = { ...operation, selectionSet: narrowed(selectionSet, responseKey, fragments) };
    return {
      responseKey,
      node: nodes[0],
      document: isAlone ? document : { ...document, definitions: [own, ...fragments] },
      selection: selected.map(print).join('\n'),
      selectionVariables: selected.flatMap(variablesIn),
    };
  });
}

type Fragments = readonly FragmentDefinitionNode[];

const responseKeyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** What a selection that is no field consists of. */
const innerOf = (selection: Exclude<SelectionNode, FieldNode>, fragments: Fragments): SelectionSetNode =>
  selection.kind === Kind.INLINE_FRAGMENT
    ? selection.selectionSet
    : fragments.find(({ name }) => name.value === selection.name.value)!.selectionSet;

const fieldsIn = ({ selections }: SelectionSetNode, fragments: Fragments): FieldNode[] =>
  selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? [selection] : fieldsIn(innerOf(selection, fragments), fragments),
  );

/** The selections without other root fields; whatever includes or skips them stays. */
const narrowed = (
  { kind, selections }: SelectionSetNode,
  responseKey: string,
  fragments: Fragments,
): SelectionSetNode => ({
  kind,
  selections: selections.flatMap((selection): SelectionNode[] => {
    if (selection.kind === Kind.FIELD) return responseKeyOf(selection) === responseKey ? [selection] : [];
    const inner = narrowed(innerOf(selection, fragments), responseKey, fragments);
    const { directives } = selection;
    return inner.selections.length === 0
      ? []
      : [{ kind: Kind.INLINE_FRAGMENT, directives, selectionSet: inner }];
  }),
});

function variablesIn(node: ASTNode): string[] {
  const names: string[] = [];
  visit(node, { [Kind.VARIABLE]: ({ name }) => void names.push(name.value) });
  return names;
}
