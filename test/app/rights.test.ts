import {
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  isEnumType,
  type GraphQLField,
  type GraphQLInputType,
  isLeafType,
  getNamedType,
} from 'graphql';
import { mounted } from '../../src/rest/route.js';
import { routeTable } from '../../src/rest/table.js';
import { buildProductSchema } from '../../src/app/schema.js';
import { RoleKey } from '../../src/schema/enums.js';
import { SocketClient } from '../transport/socket-client.js';
import { contractOperations } from '../support/contract.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { callerNames, roleOf, signInAll, type CallerName, type Callers } from './callers.js';
import { expectedOperations, ought } from './expected-rights.js';

const schema = buildProductSchema();
const unknownId = '019aa000-0000-7000-8000-00000000dead';
let server: TestServer;
let tokens: Callers['tokens'];

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_PER_MINUTE: '100000' } });
  ({ tokens } = await signInAll(server));
});
afterAll(() => server.stop());

/** A value of the type that passes coercion, so that the call reaches the check of rights. */
function sample(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sample(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0].name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(({ type: field }) => isNonNullType(field));
    return Object.fromEntries(required.map(({ name, type: field }) => [name, sample(field)]));
  }
  const values: Record<string, unknown> = {
    ID: unknownId,
    Int: 1,
    Float: 1,
    Boolean: true,
    Date: '2030-01-01',
    DateTime: '2030-01-01T00:00:00Z',
    String: 'Abc12345',
    Upload: 'Abc12345',
  };
  return isScalarType(type) ? values[type.name] : null;
}

function documentOf(
  kind: 'query' | 'mutation' | 'subscription',
  field: GraphQLField<unknown, unknown>,
): { query: string; variables: object } {
  const required = field.args.filter(
    ({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined,
  );
  const variables = Object.fromEntries(required.map(({ name, type }) => [name, sample(type)]));
  const head = required.length
    ? `(${required.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')})`
    : '';
  const values = required.length ? `(${required.map(({ name }) => `${name}: $${name}`).join(', ')})` : '';
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  return { query: `${kind} ${head} { ${field.name}${values} ${selection} }`, variables };
}

/**
 * Operations that would end the sessions of this suite or the server's initialisation; they have tests of
 * their own.
 */
const endsSessions = new Set(['signOut', 'initialise']);
/** Operations whose argument is itself a credential, which the sample is not. */
const takesCredential = new Set(['refreshTokens']);

const cells = [
  ...Object.values(schema.getQueryType()!.getFields()).map((field) => ['query', field] as const),
  ...Object.values(schema.getMutationType()!.getFields()).map((field) => ['mutation', field] as const),
]
  .filter(([, { name }]) => !endsSessions.has(name) && !takesCredential.has(name))
  .flatMap(([kind, field]) => callerNames.map((caller) => [field.name, caller, { kind, field }] as const));

test('it is said by hand who may call each operation of the schema, and of no other (requirement 39)', () => {
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  const operations = roots.flatMap((root) => Object.keys(root.getFields()));
  expect(expectedOperations).toEqual([...new Set(operations)].sort());
});

test.each(cells)('%s by %s follows the matrix (requirement 39)', async (name, caller, { kind, field }) => {
  const { query, variables } = documentOf(kind, field);
  const { errors } = await server.graphql(query, variables, tokens[caller]);
  const failures = errors?.map(({ extensions: { code, operation } }) => ({ code, operation })) ?? [];
  if (!ought(name, caller)) {
    expect(failures).toEqual([
      caller === 'nobody' ? { code: 'UNAUTHENTICATED' } : { code: 'FORBIDDEN', operation: name },
    ]);
    return;
  }
  // A rule about values or rows may still refuse; the right to call may not.
  expect(failures).not.toContainEqual({ code: 'UNAUTHENTICATED', operation: undefined });
  expect(failures).not.toContainEqual({ code: 'FORBIDDEN', operation: name });
});

const subscriptions = Object.values(schema.getSubscriptionType()!.getFields()).flatMap((field) =>
  callerNames.map((caller) => [field.name, caller, field] as const),
);

test.each(subscriptions)(
  'the subscription %s by %s follows the matrix (requirement 39)',
  async (name, caller, field) => {
    const { query, variables } = documentOf('subscription', field);
    const socket = await SocketClient.signedIn(`${server.url.replace('http', 'ws')}/graphql`, tokens[caller]);
    const { payload } = await socket.ask(query, variables);
    await socket.end();
    const [failure] = payload.errors ?? [payload].flat();
    const refusals = [caller === 'nobody' ? 'UNAUTHENTICATED' : 'FORBIDDEN'];
    // What needs no argument answers, or says which one is missing.
    const allowed = field.args.some(({ type }) => isNonNullType(type))
      ? ['NOT_FOUND']
      : [undefined, 'INVALID_INPUT'];
    expect(ought(name, caller) ? allowed : refusals).toContain(failure.extensions?.code);
  },
);

const roleNames: Readonly<Record<string, RoleKey>> = {
  管理员: RoleKey.ADMINISTRATOR,
  教务: RoleKey.ACADEMIC_AFFAIRS,
  教师: RoleKey.TEACHER,
  学生: RoleKey.STUDENT,
};

/** Whether the contract, not the product, lets a caller call an operation: 管理员 may do whatever 教务 may do. */
function isInvited(roles: readonly string[], caller: CallerName): boolean {
  if (roles.length === 0) return true;
  const role = roleOf[caller];
  if (role === null || roles.includes('*')) return role !== null;
  const isInstead = role === RoleKey.ADMINISTRATOR && roles.includes('教务');
  return isInstead || roles.some((name) => roleNames[name] === role);
}

const served = new Set(
  mounted(routeTable).map(({ method, path }) => `${method} /api/v1${path.replace(/:(\w+)/g, '{$1}')}`),
);
const routes = contractOperations.filter(({ method, path }) => served.has(`${method} ${path}`));

test.each(routes.map((operation) => [operation.id, operation] as const))(
  '%s over /api/v1 is for the roles of the contract (requirement 39)',
  async (_, { method, path, roles }) => {
    for (const caller of callerNames) {
      const response = await fetch(server.url + path.replace(/\{\w+\}/g, unknownId), {
        method,
        headers: tokens[caller] ? { authorization: `Bearer ${tokens[caller]}` } : {},
      });
      const answer = await response.text();
      // A download has no envelope.
      const code = answer.startsWith('{') ? (JSON.parse(answer) as { code: number }).code : 0;
      const refusal = caller === 'nobody' ? 40101 : 40301;
      expect(`${caller}: ${code === 40101 || code === 40301 ? code : 'heard'}`).toBe(
        `${caller}: ${isInvited(roles, caller) ? 'heard' : refusal}`,
      );
    }
  },
);
