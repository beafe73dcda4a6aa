import { isObjectType, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Method = (...values: unknown[]) => unknown;

/**
 * Calls methods that resolve a field from its row and the context alone as they are: TypeGraphQL would make a
 * promise of each value, and copy the row before.
 */
export function callDirectly(schema: GraphQLSchema): void {
  const { fieldResolvers, objectTypes } = getMetadataStorage();
  const resolvers = new Map<unknown, Record<string, Method>>();
  for (const {
    kind,
    target,
    methodName,
    schemaName,
    params = [],
    middlewares = [],
    getObjectType,
  } of fieldResolvers) {
    const isPlain = params.every(
      (each) => (each.kind === 'root' || each.kind === 'context') && each.propertyName === undefined,
    );
    if (kind !== 'external' || !isPlain || middlewares.length > 0) continue;
    const declared = objectTypes.find((each) => each.target === getObjectType?.());
    const type = declared && schema.getType(declared.name);
    const field = isObjectType(type) ? type.getFields()[schemaName] : undefined;
    if (!field?.resolve) continue;
    const resolver = resolvers.get(target) ?? new (target as new () => Record<string, Method>)();
    resolvers.set(target, resolver);
    const kinds = params.toSorted((a, b) => a.index - b.index).map((each) => each.kind);
    field.resolve = (row, _, context) =>
      resolver[methodName](...kinds.map((each) => (each === 'root' ? row : context)));
  }
}
