import {
  isCompositeType,
  isObjectType,
  isInterfaceType,
  getNamedType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

interface Measure {
  /**
   * The number of a field, given the number of its selection; the definition is undefined if the field is not
   * in the schema.
   */
  ofField: (field: FieldNode, inner: number, definition: FieldDefinition | undefined) => number;
  /** The number of a selection, given the numbers of its parts. */
  combine: (a: number, b: number) => number;
}

export interface FieldDefinition {
  readonly parentName: string;
  readonly field: GraphQLField<unknown, unknown>;
}

interface Subject {
  readonly schema: GraphQLSchema;
  fragmentOf(name: string): FragmentDefinitionNode | null | undefined;
}

/** Computes a number for an operation; each fragment is evaluated once, however often it is spread. */
export function measure(
  operation: OperationDefinitionNode,
  { schema, fragmentOf }: Subject,
  { ofField, combine }: Measure,
): number {
  const byFragment = new Map<string, number>();

  const ofFragment = (name: string): number => {
    const known = byFragment.get(name);
    if (known !== undefined) return known;
    // A fragment inside itself counts 0; cycles are refused by a rule of their own.
    byFragment.set(name, 0);
    const fragment = fragmentOf(name);
    const number = fragment ? ofSelections(fragment.selectionSet, fragment.typeCondition.name.value) : 0;
    byFragment.set(name, number);
    return number;
  };

  const ofSelections = (set: SelectionSetNode, typeName: string | undefined): number =>
    set.selections.reduce((sum, selection) => {
      switch (selection.kind) {
        case Kind.FIELD: {
          const definition = definitionOf(schema, typeName, selection.name.value);
          const type = definition && getNamedType(definition.field.type);
          const inner = selection.selectionSet
            ? ofSelections(selection.selectionSet, isCompositeType(type) ? type.name : undefined)
            : 0;
          return combine(sum, ofField(selection, inner, definition));
        }
        case Kind.INLINE_FRAGMENT:
          return combine(
            sum,
            ofSelections(selection.selectionSet, selection.typeCondition?.name.value ?? typeName),
          );
        case Kind.FRAGMENT_SPREAD:
          return combine(sum, ofFragment(selection.name.value));
      }
    }, 0);

  return ofSelections(operation.selectionSet, schema.getRootType(operation.operation)?.name);
}

/** Adds numbers up. */
export const sum = (a: number, b: number): number => a + b;

/** Whether a root field is introspection, which graphql-js limits by a rule of its own. */
export const isIntrospection = ({ name }: FieldNode): boolean =>
  name.value === '__schema' || name.value === '__type';

/** The definition of a field, if the type has it. */
export function definitionOf(
  schema: GraphQLSchema,
  typeName: string | undefined,
  fieldName: string,
): FieldDefinition | undefined {
  const type = typeName === undefined ? undefined : schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const field = type.getFields()[fieldName];
  return field && { parentName: type.name, field };
}

/** The schema and fragments of a document under validation. */
export const subjectOf = (context: ValidationContext): Subject => ({
  schema: context.getSchema(),
  fragmentOf: (name) => context.getFragment(name),
});
