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

/** A value as the wire carried it; judged later, against the operation of the core schema. */
const WireValue = new GraphQLScalarType({ name: 'WireValue', serialize: (value) => value });

/** Webhooks of SOFA, which nothing turns off and which print what they are sent: here they lead nowhere. */
const webhooks = mounted({
  'POST /webhook/:id': { operation: '' },
  'DELETE /webhook/:id': { operation: '' },
});

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
 * Makes the router, which is SOFA's: fixed paths win over those with parameters, and of these the first one.
 * `run` does all the work of a route, so SOFA's Response is left; it never throws, because SOFA would answer
 * the failure. The router tells whether a route fitted.
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
    // Pages of its own, which would show the routes where the explorer is off.
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
    // SOFA resolves them, and then cuts the length of the base path off whatever is left.
    if (dotSegment.test(path)) return false;
    const call: Call<C> = { context, isFound: false };
    // SOFA would read a body whole before `execute`, so it gets none.
    const request = { method, url: `http://localhost${basePath}${path}`, body: null, json: async () => ({}) };
    await router.fetch(request as never, { call } as never);
    return call.isFound;
  };
}

const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i;

/** A request on its way through SOFA. */
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
