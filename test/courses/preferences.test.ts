import { RoleKey } from '../../src/schema/enums.js';
import { academicAffairs, department, signedIn, teacher } from '../organisation/college.js';
import { tokenOf } from '../scheduling/people.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let [affairsOfA, affairsOfB, semester, other] = ['', '', '', ''];
const ids = { wang: '', li: '' };
const tokens = { wang: '', li: '' };

beforeAll(async () => {
  server = await startTestServer();
  const departmentA = await department(server);
  affairsOfA = await academicAffairs(server, departmentA);
  affairsOfB = await academicAffairs(server, await department(server));
  ids.wang = await teacher(server, departmentA, 'TWANG');
  ids.li = await teacher(server, departmentA, 'TLI');
  tokens.wang = await signedIn(server, { isStudent: false, number: 'TWANG' });
  tokens.li = await signedIn(server, { isStudent: false, number: 'TLI' });
  const make = async (name: string): Promise<string> => {
    const dates = { start_date: '2030-09-02', end_date: '2031-01-12' };
    const body = { name, code: name, ...dates, is_enabled: true };
    await server.rest('semesterCreate', { token: server.administrator, body });
    const { data } = await server.rest('semesterPage', {
      token: server.administrator,
      query: { keyword: name },
    });
    return data.records[0].semester_uuid;
  };
  [semester, other] = [await make('2030-2031-1'), await make('2030-2031-2')];
});
afterAll(() => server.stop());

const body = (more: object = {}) => ({
  teacher_uuid: ids.li,
  semester_uuid: semester,
  day_of_week: 3,
  time_slot: 5,
  preference_level: 4,
  reason: '下午有会',
  ...more,
});
const create = async (token: string, more: object = {}) =>
  (await server.rest('teacherPreferenceCreate', { token, body: body(more) })).data;
const at = (id: string) => ({ path: { preference_uuid: id } });

test(
  'a preference belongs to the calling teacher, whoever the body names, and may be given ' + 'twice',
  async () => {
    const made = await create(tokens.wang);
    expect(made).toMatchObject({ ...body(), teacher_uuid: ids.wang });
    expect((await create(tokens.wang)).preference_uuid).not.toBe(made.preference_uuid);
    const read = await server.rest('teacherPreferenceGet', {
      token: tokens.wang,
      ...at(made.preference_uuid),
    });
    expect(read.data).toEqual(made);
  },
);

test('every field is checked and all faults are told at once', async () => {
  const refused = await server.rest('teacherPreferenceCreate', {
    token: tokens.wang,
    body: body({ day_of_week: 8, time_slot: 13, preference_level: 0, semester_uuid: null }),
  });
  expect(refused).toMatchObject({ status: 400, code: 40002 });
  expect(refused.data).toEqual(
    expect.arrayContaining([
      '学期不能为空',
      '星期几不能大于7（当前 8）',
      '第几节课不能大于12（当前 13）',
      '偏好程度不能小于1（当前 0）',
    ]),
  );
  const unknown = await server.rest('teacherPreferenceCreate', {
    token: tokens.wang,
    body: body({ semester_uuid: '019aa000-0000-7000-8000-00000000dead' }),
  });
  expect(unknown).toMatchObject({ status: 404 });
});

test('a teacher changes and deletes own preferences; others do not exist for them', async () => {
  const { preference_uuid: id } = await create(tokens.wang);
  const changed = await server.rest('teacherPreferenceUpdate', {
    token: tokens.wang,
    ...at(id),
    body: body({ preference_level: 1, reason: '' }),
  });
  expect(changed.data).toMatchObject({ preference_level: 1, reason: null, teacher_uuid: ids.wang });
  for (const operation of ['teacherPreferenceGet', 'teacherPreferenceUpdate', 'teacherPreferenceDelete']) {
    const sent = operation === 'teacherPreferenceUpdate' ? { body: body() } : {};
    expect(await server.rest(operation, { token: tokens.li, ...at(id), ...sent })).toMatchObject({
      code: 40400,
    });
  }
  expect(await server.rest('teacherPreferenceDelete', { token: tokens.wang, ...at(id) })).toMatchObject({
    status: 200,
    data: null,
  });
  expect(await server.rest('teacherPreferenceCreate', { token: affairsOfA, body: body() })).toMatchObject({
    status: 403,
  });
});

test('the own page, the page of all and the list of one teacher and semester', async () => {
  const slots = [
    [5, 2],
    [1, 4],
    [1, 3],
  ];
  for (const [day_of_week, time_slot] of slots)
    await create(tokens.li, { semester_uuid: other, day_of_week, time_slot });
  const mine = await server.rest('teacherPreferencePageMine', {
    token: tokens.li,
    query: { semester_uuid: other },
  });
  expect(mine.data).toMatchObject({ total: 3, size: 20, current: 1 });
  expect(mine.data.records.map(({ time_slot }: { time_slot: number }) => time_slot)).toEqual([3, 4, 2]);
  const query = { teacher_uuid: ids.li, semester_uuid: other };
  const page = (token: string) =>
    server.rest('teacherPreferencePage', { token, query: { ...query, is_desc: false } });
  expect((await page(affairsOfA)).data.total).toBe(3);
  expect((await page(affairsOfB)).data.total).toBe(0);
  const list = await server.rest('teacherPreferenceList', { token: affairsOfA, query });
  expect(list.data.map((row: Record<string, number>) => [row.day_of_week, row.time_slot])).toEqual([
    [1, 3],
    [1, 4],
    [5, 2],
  ]);
  const nothing = { ...query, semester_uuid: '019aa000-0000-7000-8000-00000000dead' };
  expect((await server.rest('teacherPreferenceList', { token: affairsOfA, query: nothing })).data).toEqual(
    [],
  );
  expect(
    await server.rest('teacherPreferenceList', { token: affairsOfA, query: { teacher_uuid: ids.li } }),
  ).toMatchObject({
    code: 40003,
    error_message: '请求参数 semester_uuid 缺失',
  });
});

test('a teacher with preferences is not deleted, and the refusal says why', async () => {
  const departmentId = await department(server);
  const id = await teacher(server, departmentId, 'TDEL');
  const token = await signedIn(server, { isStudent: false, number: 'TDEL' });
  await create(token);
  await server.graphql('mutation ($id: ID!) { deleteUser(id: $id) }', {
    id: (await server.rest('teacherGet', { token: server.administrator, path: { teacher_uuid: id } })).data
      .user_uuid,
  });
  const refused = await server.rest('teacherDelete', {
    token: server.administrator,
    path: { teacher_uuid: id },
  });
  expect(refused).toMatchObject({ code: 40901, error_message: expect.stringContaining('教师课程偏好 1 条') });
});

test('an account of the role without a teacher has no preferences and gives none', async () => {
  const token = await tokenOf(server, RoleKey.TEACHER);
  for (const operation of ['teacherPreferenceCreate', 'teacherPreferencePageMine']) {
    const sent = operation === 'teacherPreferenceCreate' ? { body: body() } : {};
    expect(await server.rest(operation, { token, ...sent })).toMatchObject({
      code: 40400,
      error_message: expect.stringContaining('教师不存在'),
    });
  }
});
