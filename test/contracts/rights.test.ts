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
import { RoleKey } from '../../src/schema/enums.js';
import { buildProductSchema } from '../../src/schema/build.js';
import { declaredRights } from '../../src/services/access.js';
import { tokenOf } from '../scheduling/people.js';
import { startTestServer, type TestServer } from '../support/server.js';

const schema = buildProductSchema();
let server: TestServer;
const tokens = new Map<RoleKey | null, string | null>([[null, null]]);

beforeAll(async () => {
  server = await startTestServer();
  for (const role of Object.values(RoleKey)) tokens.set(role, await tokenOf(server, role));
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
    UUID: '019aa000-0000-7000-8000-00000000dead',
    Int: 1,
    Float: 1,
    Boolean: true,
    Date: '2030-01-01',
    String: 'Abc12345',
  };
  return isScalarType(type) ? values[type.name] : null;
}

function documentOf(
  kind: 'query' | 'mutation',
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

/** Operations that would end the sessions of this suite or the server's initialisation; they have tests of their own. */
const endsSessions = new Set(['signOut', 'initialise']);
/** Operations whose argument is itself a credential, which the sample is not. */
const takesCredential = new Set(['refreshTokens']);

const cells = [
  ...Object.values(schema.getQueryType()!.getFields()).map((field) => ['query', field] as const),
  ...Object.values(schema.getMutationType()!.getFields()).map((field) => ['mutation', field] as const),
]
  .filter(([, { name }]) => !endsSessions.has(name) && !takesCredential.has(name))
  .flatMap(([kind, field]) =>
    [null, ...Object.values(RoleKey)].map((role) => ({ kind, field, role, name: field.name })),
  );

test.each(cells.map((cell) => [cell.name, cell.role ?? 'nobody', cell] as const))(
  '%s by %s follows the matrix (requirement 39)',
  async (name, _, { kind, field, role }) => {
    const rule = declaredRights().get(name)!;
    const mayCall = rule === 'public' || (role !== null && (rule === 'signed-in' || rule.includes(role)));
    const { query, variables } = documentOf(kind, field);
    const { errors } = await server.graphql(query, variables, tokens.get(role));
    const failures = errors?.map(({ extensions: { code, operation } }) => ({ code, operation })) ?? [];
    if (!mayCall) {
      expect(failures).toEqual([
        role === null ? { code: 'UNAUTHENTICATED' } : { code: 'FORBIDDEN', operation: name },
      ]);
      return;
    }
    // A rule about values or rows may still refuse; the right to call may not.
    expect(failures).not.toContainEqual({ code: 'UNAUTHENTICATED', operation: undefined });
    expect(failures).not.toContainEqual({ code: 'FORBIDDEN', operation: name });
  },
);
