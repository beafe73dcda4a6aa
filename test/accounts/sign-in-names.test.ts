// Whatever signs somebody in belongs to nobody else: else one could keep others from signing in.
import { User } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { administrativeClass } from '../organisation/college.js';
import { collegeWithClass, studentWorkbook, type Place } from '../imports/support/students.js';
import { uploaded } from '../imports/support/upload.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, addStudent, addTeacher, newPhone, type Account } from './people.js';

let server: TestServer;
let place: Place;
beforeAll(async () => {
  server = await startTestServer({
    env: { PERSON_NUMBER_PATTERN: '[ST]\\d{6}', SIGN_IN_FAILURES_MAX: '1000' },
  });
  await addStudent(server, '20240001');
  await addTeacher(server, 'T0001');
  place = await collegeWithClass(server, '数学学院');
});
afterAll(() => server.stop());

const refusalOf = ({ errors }: GraphqlAnswer): unknown => errors?.[0].extensions;
const updateProfile =
  'mutation ($name: String, $phone: String) { updateProfile(name: $name, phone: $phone) { name } }';

/** An account whose name was taken when names of any kind could be. */
async function accountFromBefore(name: string): Promise<Account> {
  const account = await addAccount(server, RoleKey.LEADER, `before-${name}`);
  await server.context().em.nativeUpdate(User, { id: account.id }, { name });
  return { ...account, name };
}

interface Answer {
  user: { id: string } | null;
  student: { code: string } | null;
  needsRegistration: boolean;
  needsNewName: boolean;
  token: { token: string } | null;
}

async function signIn(user: string, password: string): Promise<Answer | null> {
  const { data } = await server.graphql(
    `mutation ($user: String!, $password: String!) { signIn(user: $user, password: $password) {
      user { id } student { code } needsRegistration needsNewName token { token } } }`,
    { user, password },
    null,
  );
  return data?.signIn ?? null;
}

/** Tries a name in every way in which names are set; the answers in the same order. */
async function answersTo(name: string): Promise<unknown[]> {
  const { id, name: own, password } = await addAccount(server, RoleKey.LEADER, `thief-${name}`);
  const token = await server.signIn(own, password);
  const { data } = await server.graphql('{ roles { items { id key } } }');
  const role = data.roles.items.find(({ key }: { key: string }) => key === RoleKey.LEADER).id;
  const creation = 'mutation ($input: UserInput!) { createUser(input: $input) { newPassword } }';
  const update =
    'mutation ($id: ID!, $n: String!) { updateUser(id: $id, input: { name: $n }) { user { name } } }';
  const input = { name, email: `${name}@example.com`, phone: newPhone(), role };
  const number = `T9-${name}`.replace(/\W/g, '');
  await addTeacher(server, number);
  const registered = await server.rest('authRegister', { body: registration(number, { name }) });
  return [
    refusalOf(await server.graphql(updateProfile, { name }, token)),
    refusalOf(await server.graphql(creation, { input })),
    refusalOf(await server.graphql(update, { id, n: name })),
    { code: (await server.rest('authProfile', { token, query: { name } })).code },
    { code: registered.code },
  ];
}

test('nobody takes a number as a name, whether it is in use or only looks like one', async () => {
  const invalid = { code: 'INVALID_INPUT', problems: [{ field: 'name' }] };
  // Of a student; of nobody yet; as the institution writes its numbers.
  for (const name of ['20240001', '208810017', 's123456']) {
    const [own, created, updated, overRest, registered] = await answersTo(name);
    for (const refusal of [own, created, updated]) expect(refusal).toMatchObject(invalid);
    expect([overRest, registered]).toEqual([{ code: 40002 }, { code: 40002 }]);
  }
  const taken = { code: 'DUPLICATE', field: 'name' };
  const [own, created, updated, overRest, registered] = await answersTo('t0001');
  for (const refusal of [own, created, updated]) expect(refusal).toMatchObject(taken);
  expect([overRest, registered]).toEqual([{ code: 40900 }, { code: 40900 }]);
  const names = ['20240001', '208810017', 's123456', 't0001'];
  expect(await server.context().em.count(User, { name: { $in: names } })).toBe(0);
});

test('that a name is a number is told to administrators, to others only that it is taken', async () => {
  const { id, name, password } = await addAccount(server, RoleKey.LEADER, 'curious');
  const own = await server.graphql(updateProfile, { name: 'T0001' }, await server.signIn(name, password));
  expect(own.errors?.[0].message).toMatch(/"T0001" is taken/);
  const update = 'mutation ($id: ID!) { updateUser(id: $id, input: { name: "T0001" }) { user { name } } }';
  const { errors } = await server.graphql(update, { id });
  expect(errors?.[0].message).toMatch(/"T0001" is the number of a student or teacher/);
});

test('not even the own number is a name, because it may become that of somebody else', async () => {
  await addTeacher(server, 'T0002');
  const answer = await server.rest('authRegister', { body: registration('T0002', { name: 'T0002' }) });
  expect(answer).toMatchObject({ code: 40900, error_message: expect.stringContaining('用户名已存在') });
});

const registration = (number: string, more: object = {}): Record<string, unknown> => ({
  type: number.startsWith('2'),
  user: number,
  new_password: 'Chosen123',
  initial_password: `${number.startsWith('2') ? 'stu' : 'te'}${number}`,
  name: `name-${number}`,
  email: `${number}@example.com`,
  phone: newPhone(),
  ...more,
});

describe('an account from before whose name becomes the number of somebody else', () => {
  const number = '208810017';
  let account: Account;
  let token: string;
  beforeAll(async () => {
    account = await accountFromBefore(number);
    token = await server.signIn(number, account.password);
  });

  test('does not stand in the way of the record, which is created and says so', async () => {
    const clazz = await administrativeClass(server, place.departmentId, { class_name: '数学2班' });
    const student = { id: number, name: '张三', gender: true, clazz: clazz.administrative_class_uuid };
    const created = await server.rest('studentCreate', { token: server.administrator, body: student });
    expect(created).toMatchObject({ status: 200, data: { id: number } });
    expect(created.message).toMatch(/^添加学生成功；已有账号以“208810017”为用户名/);
    const { data } = await server.graphql('{ students(keyword: "208810017") { items { numberNotice } } }');
    expect(data.students.items).toEqual([{ numberNotice: expect.stringContaining('another name') }]);
  });

  test('keeps password and sessions, and is asked for another name', async () => {
    expect((await server.graphql('{ me { user { id } } }', {}, token)).data.me.user.id).toBe(account.id);
    const own = { user: { id: account.id }, student: null, needsRegistration: false, needsNewName: true };
    expect(await signIn(number, account.password)).toMatchObject(own);
    const overRest = await server.rest('authLogin', {
      body: { user: account.email, password: account.password },
    });
    expect(overRest.data).toMatchObject({ needs_new_name: true, initialization: false });
  });

  test('never opens the record: who has the number comes in with the own password', async () => {
    expect(await signIn(number, `stu${number}`)).toMatchObject({
      user: null,
      student: { code: number },
      needsRegistration: true,
      needsNewName: false,
    });
    expect((await server.rest('authRegister', { body: registration(number) })).status).toBe(200);
    expect(await signIn(number, 'Chosen123')).toMatchObject({
      student: { code: number },
      needsNewName: false,
    });
    expect(await signIn(number, account.password)).toMatchObject({ user: { id: account.id }, student: null });
    expect(await signIn(number, 'Wrong1234')).toBeNull();
  });

  test('may be edited as it is by clients that send every field', async () => {
    const input = { name: number, isEnabled: true };
    const update = 'mutation ($id: ID!, $i: UserPatch!) { updateUser(id: $id, input: $i) { user { name } } }';
    expect((await server.graphql(update, { id: account.id, i: input })).errors).toBeUndefined();
    expect((await server.graphql(updateProfile, { name: number }, token)).errors).toBeUndefined();
  });

  test('is free of it with a new name', async () => {
    expect(await server.rest('authProfile', { token, query: { name: 'free-at-last' } })).toMatchObject({
      status: 200,
      data: { name: 'free-at-last' },
    });
    expect(await signIn('free-at-last', account.password)).toMatchObject({ needsNewName: false });
    expect(await signIn(number, account.password)).toBeNull();
    const { data } = await server.graphql('{ students(keyword: "208810017") { items { numberNotice } } }');
    expect(data.students.items).toEqual([{ numberNotice: null }]);
  });
});

test('a strict import is not stopped by a name and says so; by a phone it is, with the cause', async () => {
  await accountFromBefore('209910001');
  const { phone } = await addAccount(server, RoleKey.LEADER, 'with-phone');
  const run = `mutation ($file: Upload!, $isTolerant: Boolean) {
    importStudents(file: $file, isTolerant: $isTolerant) {
      successCount notices { row column code } failures { row column code reason } } }`;
  const workbook = (...numbers: string[]): Buffer =>
    studentWorkbook(place, { count: 0, more: numbers.map((each) => [...place.names, each, '张三', '男']) });
  const send = (file: Buffer, isTolerant: boolean): Promise<GraphqlAnswer> =>
    uploaded(server, run, file, { token: server.administrator, variables: { isTolerant } });
  const strict = await send(workbook('209910000', '209910001'), false);
  expect(strict.data.importStudents).toEqual({
    successCount: 2,
    notices: [{ row: 3, column: 'E', code: 'IS_USER_NAME' }],
    failures: [],
  });
  expect((await send(workbook('209910002', phone), false)).errors?.[0]).toMatchObject({
    message: expect.stringContaining('the phone or e-mail with which an account signs in'),
    extensions: { code: 'DUPLICATE' },
  });
  expect((await send(workbook('209910002', phone), true)).data.importStudents).toMatchObject({
    successCount: 1,
    failures: [{ row: 3, column: 'E', code: 'SIGNS_IN' }],
  });
});

test('a number that is the phone of an account is refused by hand as well, with the cause', async () => {
  const { phone } = await addAccount(server, RoleKey.LEADER, 'other-phone');
  const { id } = await addTeacher(server, 'T0003');
  const update = 'mutation ($id: ID!, $n: String!) { updateTeacher(id: $id, input: { code: $n }) { code } }';
  const { errors } = await server.graphql(update, { id, n: phone });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('with which an account signs in'),
    extensions: { code: 'DUPLICATE', field: 'code' },
  });
});

test('of a number and a name that are given at the same moment the number stays', async () => {
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'racing');
  const token = await server.signIn(name, password);
  for (let n = 0; n < 5; n++) {
    const number = `RACE${n}`;
    const [, renamed] = await Promise.all([
      addTeacher(server, number),
      server.graphql(updateProfile, { name: number }, token),
    ]);
    if (renamed.errors) expect(refusalOf(renamed)).toMatchObject({ code: 'DUPLICATE' });
    else expect(await signIn(number, password)).toMatchObject({ needsNewName: true });
  }
});
