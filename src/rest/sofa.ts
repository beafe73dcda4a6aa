import {
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  type DocumentNode,
  type GraphQLFieldConfigMap,
} from 'graphql';
import { useSofa } from 'sofa-api';
import { mounted, type MountedRoute } from './route.js';

/** A value as received; it is validated later, against the operation of the core schema. */
const WireValue = new GraphQLScalarType({ name: 'WireValue', serialize: (value) => value });

/** SOFA's webhook routes cannot be turned off and print what they receive; here they are unreachable. */
const webhooks = mounted({
  'POST /webhook/:id': { operation: '' },
  'DELETE /webhook/:id': { operation: '' },
});

/**
 * The schema for SOFA: one root field per route and nothing else, so nothing unlisted is exposed and several
 * routes may share an operation of the core schema. The fields have no resolvers; `execute` runs the core
 * operation.
 */
function routeSchema(routes: readonly MountedRoute[]): GraphQLSchema {
  const rootOf = (
    name: 'Query' | 'Mutation',
    isIncluded: (route: MountedRoute) => boolean,
  ): GraphQLObjectType => {
    const fields: GraphQLFieldConfigMap<unknown, unknown> = Object.fromEntries(
      routes.filter(isIncluded).map(({ field, pathParameters }) => [
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
 * Creates the router from SOFA's: fixed paths take precedence over those with parameters, and among these the
 * first one. `run` handles the whole request, so SOFA's Response is unused; it must not throw, because SOFA
 * would answer the error. Resolves to whether a route matched.
 */
export function sofaRouter<C extends object>(
  routes: readonly MountedRoute[],
  basePath: string,
  run: (field: string, path: Readonly<Record<string, unknown>>, context: C) => Promise<void>,
): (method: string, path: string, context: C) => Promise<boolean> {
  const served = new Set(routes.map(({ field }) => field));
  const router = useSofa({
    basePath,
    schema: routeSchema([...routes, ...webhooks]),
    depthLimit: 1,
    routes: Object.fromEntries(
      [...routes, ...webhooks].map(({ method, path, field }) => [
        `${method === 'GET' ? 'Query' : 'Mutation'}.${field}`,
        { method: method as 'GET', path, responseStatus: 200 },
      ]),
    ),
    // SOFA's own pages would show the routes where the explorer is off.
    openAPI: { endpoint: false },
    swaggerUI: { endpoint: false },
    context: (context: unknown) => (context as { call: Call<C> }).call,
    execute: (async ({ document, variableValues, contextValue: call }: ExecuteArguments<C>) => {
      const field = rootFieldOf(document);
      call.isFound = served.has(field);
      if (call.isFound) await run(field, variableValues ?? {}, call.context);
      return { data: { [field]: null } };
    }) as never,
  });
  return async (method, path, context) => {
    // SOFA would resolve dot segments, and then cut the length of the base path off whatever is left.
    if (dotSegment.test(path)) return false;
    const call: Call<C> = { context, isFound: false };
    // SOFA would read the whole body before `execute`, so it gets none.
    const request = { method, url: `http://localhost${basePath}${path}`, body: null, json: async () => ({}) };
    await router.fetch(request as never, { call } as never);
    return call.isFound;
  };
}

const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i;

/** A request while SOFA routes it. */
interface Call<C> {
  readonly context: C;
  isFound: boolean;
}

interface ExecuteArguments<C> {
  document: DocumentNode;
  variableValues?: Record<string, unknown>;
  contextValue: Call<C>;
}

function rootFieldOf(document: DocumentNode): string {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('SOFA built no operation.');
  const [selection] = operation.selectionSet.selections;
  if (selection?.kind !== Kind.FIELD) throw new Error('SOFA built an operation without a field.');
  return selection.name.value;
}
