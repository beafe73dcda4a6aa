import {
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  type DocumentNode,
  type GraphQLFieldConfigMap,
} from 'graphql';
import { useSofa } from 'sofa-api';
import type { MountedRoute } from './route.js';

/** A value as the wire carried it; judged later, against the operation of the core schema. */
const WireValue = new GraphQLScalarType({ name: 'WireValue', serialize: (value) => value });

/**
 * The schema that SOFA serves: one root field per route and nothing else, so nothing unlisted leaks and many
 * routes may share an operation of the core schema. Its fields have no resolvers; `execute` runs the core
 * operation instead.
 */
function routeSchema(routes: readonly MountedRoute[]): GraphQLSchema {
  const rootOf = (
    name: 'Query' | 'Mutation',
    wanted: (route: MountedRoute) => boolean,
  ): GraphQLObjectType => {
    const fields: GraphQLFieldConfigMap<unknown, unknown> = Object.fromEntries(
      routes.filter(wanted).map(({ field, pathParameters }) => [
        field,
        {
          type: WireValue,
          args: Object.fromEntries(pathParameters.map((parameter) => [parameter, { type: WireValue }])),
        },
      ]),
    );
    return new GraphQLObjectType({ name, fields });
  };
  return new GraphQLSchema({
    query: rootOf('Query', ({ method }) => method === 'GET'),
    mutation: rootOf('Mutation', ({ method }) => method !== 'GET'),
  });
}

/**
 * Routes a request through SOFA. `run` answers the field of the route; it never throws.
 * The result is undefined when no route fits.
 */
export function sofaRouter<C extends object>(
  routes: readonly MountedRoute[],
  basePath: string,
  run: (field: string, path: Record<string, unknown>, context: C) => Promise<unknown>,
): (request: Request, context: C) => Promise<Response | undefined> {
  const router = useSofa({
    basePath,
    schema: routeSchema(routes),
    depthLimit: 1,
    routes: Object.fromEntries(
      routes.map(({ method, path, field }) => [
        `${method === 'GET' ? 'Query' : 'Mutation'}.${field}`,
        { method: method as 'GET', path, responseStatus: 200 },
      ]),
    ),
    context: (context: unknown) => (context as { call: C }).call,
    execute: (async ({ document, variableValues, contextValue }: ExecuteArguments<C>) => {
      const field = rootFieldOf(document);
      return { data: { [field]: await run(field, variableValues ?? {}, contextValue) } };
    }) as never,
  });
  return async (request, context) =>
    (await router.fetch(request as never, { call: context } as never)) as unknown as Response | undefined;
}

interface ExecuteArguments<C> {
  document: DocumentNode;
  variableValues?: Record<string, unknown>;
  contextValue: C;
}

function rootFieldOf(document: DocumentNode): string {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('SOFA built no operation.');
  const [selection] = operation.selectionSet.selections;
  if (selection?.kind !== Kind.FIELD) throw new Error('SOFA built an operation without a field.');
  return selection.name.value;
}
