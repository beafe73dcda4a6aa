import { startTestServer, type TestServer } from '../support/server.js';
import {
  academicAffairs,
  administrativeClass,
  created,
  department,
  departmentValues,
  major,
  teacher,
} from './college.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const as = () => ({ token: server.administrator });
const building = async (name: string): Promise<string> => {
  const campus = await created(server, 'campusCreate', {
    campus_name: `${name}校区`,
    campus_code: name,
    campus_desc: '校区',
    campus_status: true,
    campus_address: '路',
  }).then(({ campus_uuid }) => campus_uuid as string);
  await created(server, 'buildingCreate', { building_name: name, campus_uuid: campus, status: true });
  const { data } = await server.rest('buildingPage', { ...as(), query: { keyword: name } });
  return data.records[0].building_uuid;
};
const update = (id: string, body: object) =>
  server.rest('departmentUpdate', { ...as(), path: { department_uuid: id }, body });
const get = async (id: string) =>
  (await server.rest('departmentGet', { ...as(), path: { department_uuid: id } })).data;

test('a department is neither its own parent nor below itself', async () => {
  const top = await department(server);
  const middle = await department(server, { parent_department: top });
  const bottom = await department(server, { parent_department: middle });

  for (const parent of [top, middle, bottom]) {
    const refused = await update(top, { parent_department: parent });
    expect(refused).toMatchObject({
      status: 400,
      code: 40002,
      error_message: '上级部门不能是该部门自身或其下级部门，请先调整该下级部门',
    });
  }
  expect((await get(top)).parent_department).toBeNull();
  expect((await update(bottom, { parent_department: top })).data.parent_department).toBe(top);
});

test('two moves at the same moment close no circle', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 5 }, () => Promise.all([department(server), department(server)])),
  );
  for (const [a, b] of pairs) {
    const answers = await Promise.all([
      update(a, { parent_department: b }),
      update(b, { parent_department: a }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});

test('a parent_department of "" means none', async () => {
  const parent = await department(server);
  const values = await departmentValues(server, { parent_department: '' });
  const { department_uuid: id } = await created(server, 'departmentCreate', values);
  expect((await get(id)).parent_department).toBeNull();

  await update(id, { parent_department: parent });
  expect((await get(id)).parent_department).toBe(parent);
  expect((await update(id, { parent_department: '' })).data.parent_department).toBeNull();
});

test('assigned_teaching_building [] clears the list, null keeps it', async () => {
  const [first, second] = [await building('主楼'), await building('副楼')];
  const id = await department(server, { assigned_teaching_building: [first, second] });
  const before = await get(id);
  expect(before.assigned_teaching_building).toEqual([first, second]);

  expect((await update(id, { assigned_teaching_building: null })).data.assigned_teaching_building).toEqual([
    first,
    second,
  ]);
  expect((await update(id, { remark: '改' })).data.assigned_teaching_building).toEqual([first, second]);
  const replaced = await update(id, { assigned_teaching_building: [second, second] });
  expect(replaced.data.assigned_teaching_building).toEqual([second]);
  expect(replaced.data.updated_at).toBeGreaterThan(before.updated_at);
  expect((await update(id, { assigned_teaching_building: [] })).data.assigned_teaching_building).toEqual([]);
});

test('an assigned building that does not exist is refused, and nothing is changed', async () => {
  const known = await building('北楼');
  const id = await department(server, { assigned_teaching_building: [known] });
  const unknown = '019aa000-0000-7000-8000-00000000dead';

  const refused = await update(id, { assigned_teaching_building: [unknown], remark: '改' });
  expect(refused).toMatchObject({ status: 404, code: 40400, error_message: `教学楼不存在：${unknown}` });
  expect(await get(id)).toMatchObject({ assigned_teaching_building: [known], remark: null });
  expect(await update(id, { assigned_teaching_building: ['nope'] })).toMatchObject({ code: 40004 });
});

test('a date of a department may be an instant, which is read in the zone of the institution', async () => {
  const midnightInShanghai = Date.UTC(1999, 11, 31, 16);
  const values = await departmentValues(server, {
    establishment_date: midnightInShanghai,
    expiration_date: '2020-01-01T00:00:00.000+08:00',
  });
  expect(await created(server, 'departmentCreate', values)).toMatchObject({
    establishment_date: '2000-01-01',
    expiration_date: '2020-01-01',
  });
});

test.each([
  ['a code with a hyphen', { department_code: 'A-1' }, '部门编码格式不正确'],
  ['a code of one letter', { department_code: 'A' }, '部门编码格式不正确'],
  ['a mobile number as landline', { fixed_phone: '13912345678' }, '固定电话格式不正确'],
  ['a negative order', { department_order: -1 }, '部门排序不能小于0'],
  ['an end before the beginning', { expiration_date: '1949-01-01' }, '失效日期 1949-01-01 不能早于'],
])('%s is refused for a department', async (_, more, message) => {
  const body = await departmentValues(server, more);
  expect(await server.rest('departmentCreate', { ...as(), body })).toMatchObject({
    status: 400,
    code: 40002,
    error_message: expect.stringContaining(message),
  });
});

test.each(['', '010-12345678', '0571-1234567'])('the landline "%s" is accepted', async (landline) => {
  const values = await departmentValues(server, { fixed_phone: landline });
  expect((await created(server, 'departmentCreate', values)).fixed_phone).toBe(landline || null);
});

test(
  'deleting a department is refused while something refers to it, and says what and how ' + 'many',
  async () => {
    const id = await department(server);
    await department(server, { parent_department: id });
    const majorId = await major(server, id);
    await administrativeClass(server, id, { major_uuid: majorId });
    await teacher(server, id);

    const refused = await server.rest('departmentDelete', { ...as(), path: { department_uuid: id } });
    expect(refused).toMatchObject({ status: 409, code: 40901 });
    for (const holder of ['部门 1 条', '专业 1 条', '行政班级 1 条', '教师 1 条'])
      expect(refused.error_message).toContain(holder);
  },
);

test('deleting a department deletes its grants and its list of buildings', async () => {
  const id = await department(server, { assigned_teaching_building: [await building('西楼')] });
  const token = await academicAffairs(server, id);

  expect(await server.rest('departmentDelete', { ...as(), path: { department_uuid: id } })).toMatchObject({
    status: 200,
    data: null,
  });
  expect(await server.rest('academicAffairsPermissionCurrent', { token })).toMatchObject({ code: 40400 });
});

test('GraphQL reads the tree and the buildings of a page in one statement per kind of record', async () => {
  const house = await building('南楼');
  const parent = await department(server, { assigned_teaching_building: [house] });
  for (let n = 0; n < 3; n++)
    await department(server, { parent_department: parent, assigned_teaching_building: [house] });
  server.forgetStatements();
  const { data } = await server.graphql(`{
    departments(size: 200) { items { name parent { name } children { name } buildings { name campus { name
    } } category { name } } }
  }`);
  const ofParent = data.departments.items.find(
    ({ children }: { children: unknown[] }) => children.length === 3,
  );
  expect(ofParent.buildings).toEqual([{ name: '南楼', campus: { name: '南楼校区' } }]);
  const reads = server.statements.filter((sql) => !sql.includes('callers('));
  // The page, parents, children, links, buildings, campuses, categories; nobody asked for the total.
  expect(reads).toHaveLength(7);
});

test('the ids that records refer to by are given without reading those records', async () => {
  await department(server);
  server.forgetStatements();
  await server.rest('departmentPage', as());
  const tables = server.statements.flatMap((sql) => /from "(\w+)"/.exec(sql)?.[1] ?? []);
  expect(new Set(tables)).toEqual(new Set(['department', 'department_building']));
});

test(
  'pages of departments go by creation, the latest first unless is_desc is false, and not by their ' +
    'order',
  async () => {
    const ids = [
      await department(server, { department_name: '页序甲', department_order: 9 }),
      await department(server, { department_name: '页序乙', department_order: 1 }),
    ];
    const paged = async (query: object): Promise<string[]> => {
      const sent = { token: server.administrator, query: { keyword: '页序', ...query } };
      const { data } = await server.rest('departmentPage', sent);
      return data.records.map(({ department_uuid }: Record<string, string>) => department_uuid);
    };
    expect(await paged({ is_desc: false })).toEqual(ids);
    expect(await paged({})).toEqual(ids.toReversed());
  },
);
