import { Role } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount } from './people.js';

let server: TestServer;
let leader: string;
beforeAll(async () => {
  server = await startTestServer();
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'leader');
  leader = await server.signIn(name, password);
});
afterAll(() => server.stop());

const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;
const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name);

test('finds a role by its id, written either way, and by its name', async () => {
  const { id } = await server.context().em.findOneOrFail(Role, { key: RoleKey.ACADEMIC_AFFAIRS });
  for (const idOrName of [id, id.replaceAll('-', '').toUpperCase(), ' 教务 ']) {
    const { data } = await server.graphql(
      'query ($r: String!) { role(idOrName: $r) { name key permissions isEnabled } }',
      { r: idOrName },
      leader,
    );
    expect(data.role).toEqual({ name: '教务', key: 'ACADEMIC_AFFAIRS', permissions: [], isEnabled: true });
  }
});

test('refuses unknown and empty names, and whoever is not signed in', async () => {
  const role = (r: string, token: string | null = leader): Promise<GraphqlAnswer> =>
    server.graphql('query ($r: String!) { role(idOrName: $r) { name } }', { r }, token);
  expect(codeOf(await role('校长'))).toBe('NOT_FOUND');
  expect(codeOf(await role('0198c5a0-0000-7000-8000-000000000000'))).toBe('NOT_FOUND');
  expect(codeOf(await role('  '))).toBe('INVALID_INPUT');
  expect(codeOf(await role('教务', null))).toBe('UNAUTHENTICATED');
});

test('bug: what a role may not do is told to clients of /api/v1 by its route', async () => {
  const path = { semester_uuid: '0198c5a0-0000-7000-8000-000000000000' };
  const address = 'DELETE /api/v1/semester/{semester_uuid}';
  expect(await server.rest('semesterDelete', { token: leader, path })).toMatchObject({
    code: 40301,
    error_message: `权限不足：您的角色不能调用 ${address}，如有需要请联系管理员`,
    data: { operation: address },
  });
  const refused = await server.graphql(
    'mutation ($id: ID!) { deleteSemester(id: $id) }',
    { id: path.semester_uuid },
    leader,
  );
  expect(refused.errors?.[0]).toMatchObject({
    message: 'Your role may not do this: deleteSemester. Maybe ask an administrator.',
    extensions: { operation: 'deleteSemester' },
  });
});

test('pages through the roles, disabled ones included; the pick list leaves those out', async () => {
  await server.context().em.nativeUpdate(Role, { key: RoleKey.LEADER }, { isEnabled: false });
  const { data } = await server.graphql(
    '{ roles(size: 2, isDesc: false) { items { name } total page size } found: roles(keyword: "管理") { ' +
      'items { name } } roleOptions { name } }',
    {},
    leader,
  );
  expect(data.roles).toMatchObject({
    total: 5,
    page: 1,
    size: 2,
    items: [{ name: '管理员' }, { name: '教师' }],
  });
  expect(names(data.found.items).sort()).toEqual(['管理', '管理员']);
  expect(names(data.roleOptions)).toEqual(['管理员', '教师', '学生', '教务']);
});

test('lists the permissions by key for administrators', async () => {
  const query =
    '{ permissions(page: 2, size: 10, keyword: "user") { items { key } total } permissionOptions { key } ' +
    'ascending: permissions(size: 40, isDesc: false) { items { key name description } } }';
  const { data } = await server.graphql(query);
  const keys = (rows: { key: string }[]): string[] => rows.map(({ key }) => key);
  const descending = keys(data.permissionOptions);
  expect(descending).toHaveLength(38);
  expect(keys(data.ascending.items)).toEqual([...descending].reverse());
  expect(data.ascending.items[0]).toEqual({
    key: 'operate',
    name: '所有系统操作权限',
    description: '允许进行系统的所有操作。',
  });
  expect(data.permissions.total).toBe(37);
  expect(keys(data.permissions.items)).toEqual(
    descending.filter((key) => key.includes('user')).slice(10, 20),
  );
  expect(codeOf(await server.graphql(query, {}, leader))).toBe('FORBIDDEN');
});
