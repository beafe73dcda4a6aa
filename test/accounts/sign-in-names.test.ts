// Whatever signs somebody in belongs to nobody else: else one could keep others from signing in.
import { User } from '../../src/entities/accounts.js';
import { RoleKey } from '../../src/schema/enums.js';
import { collegeWithClass, studentWorkbook, type Place } from '../imports/support/students.js';
import { uploaded } from '../imports/support/upload.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { addAccount, addStudent, addTeacher, newPhone, type Account } from './people.js';

let server: TestServer;
let other: Account;
let place: Place;
beforeAll(async () => {
  server = await startTestServer();
  other = await addAccount(server, RoleKey.LEADER, 'other-person');
  await addStudent(server, '20240001');
  await addTeacher(server, 'T0001');
  place = await collegeWithClass(server, '数学学院');
});
afterAll(() => server.stop());

const refusalOf = ({ errors }: GraphqlAnswer): unknown => errors?.[0].extensions;
const updateProfile =
  'mutation ($name: String, $phone: String) { updateProfile(name: $name, phone: $phone) { name } }';

test('nobody takes the number of somebody else as a name, in whichever way names are set', async () => {
  const { id, name, password } = await addAccount(server, RoleKey.LEADER, 'thief');
  const token = await server.signIn(name, password);
  const refused = { code: 'DUPLICATE', field: 'name' };
  for (const number of ['20240001', 't0001']) {
    const change = await server.graphql(updateProfile, { name: number }, token);
    expect(refusalOf(change)).toMatchObject(refused);
    const role = (await server.graphql('{ roles { items { id key } } }')).data.roles.items.find(
      ({ key }: { key: string }) => key === RoleKey.LEADER,
    ).id;
    const input = { name: number, email: `${number}@example.com`, phone: newPhone(), role };
    const creation = 'mutation ($input: UserInput!) { createUser(input: $input) { newPassword } }';
    expect(refusalOf(await server.graphql(creation, { input }))).toMatchObject(refused);
    const update =
      'mutation ($id: ID!, $n: String!) { updateUser(id: $id, input: { name: $n }) { user { name } } }';
    expect(refusalOf(await server.graphql(update, { id, n: number }))).toMatchObject(refused);
  }
  expect(await server.rest('authProfile', { token, query: { name: '20240001' } })).toMatchObject({
    code: 40900,
    error_message: expect.stringContaining('用户名已存在'),
  });
  await server
    .rest('authRegister', { body: registration('T0001', { name: '20240001' }) })
    .then((answer) =>
      expect(answer).toMatchObject({ code: 40900, error_message: expect.stringContaining('用户名已存在') }),
    );
  expect(await server.context().em.count(User, { name: { $in: ['20240001', 't0001'] } })).toBe(0);
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

test('nobody takes the phone of somebody else as a name, nor the name as a phone', async () => {
  const { name, password } = await addAccount(server, RoleKey.LEADER, '13812340001');
  const token = await server.signIn(name, password);
  expect(refusalOf(await server.graphql(updateProfile, { name: other.phone }, token))).toMatchObject({
    code: 'DUPLICATE',
    field: 'name',
  });
  const elsewhere = await server.signIn(other.name, other.password);
  expect(refusalOf(await server.graphql(updateProfile, { phone: name }, elsewhere))).toMatchObject({
    code: 'DUPLICATE',
    field: 'phone',
  });
});

test('a number that somebody signs in with is given to nobody, by hand or by import', async () => {
  const { em } = server.context();
  const { id } = await addStudent(server, '20240002');
  await addAccount(server, RoleKey.LEADER, '20249999');
  const update = 'mutation ($id: ID!, $n: String!) { updateStudent(id: $id, input: { code: $n }) { code } }';
  expect(refusalOf(await server.graphql(update, { id, n: '20249999' }))).toMatchObject({
    code: 'DUPLICATE',
    field: 'code',
  });
  const file = studentWorkbook(place, {
    count: 0,
    more: ['20249998', '20249999'].map((number) => [...place.names, number, '张三', '男']),
  });
  const run = `mutation ($file: Upload!) {
    importStudents(file: $file, isTolerant: true) { successCount failures { row column code } } }`;
  const { data } = await uploaded(server, run, file, { token: server.administrator });
  expect(data.importStudents).toEqual({
    successCount: 1,
    failures: [{ row: 3, column: 'E', code: 'EXISTS' }],
  });
  await expect(addStudent(server, 'other-PERSON')).rejects.toThrow('signs somebody else in');
  expect(await em.count(User, { name: '20249999' })).toBe(1);
});

test('a person may be called by the own number', async () => {
  expect(
    await server.rest('authRegister', { body: registration('20240001', { name: '20240001' }) }),
  ).toMatchObject({ status: 200 });
  const token = await server.signIn('20240001', 'Chosen123');
  expect((await server.graphql(updateProfile, { name: '20240001' }, token)).errors).toBeUndefined();
});

test('of a number and a name that are given at the same moment one is refused', async () => {
  const { name, password } = await addAccount(server, RoleKey.LEADER, 'racing');
  const token = await server.signIn(name, password);
  for (let n = 0; n < 10; n++) {
    const number = `RACE${n}`;
    const outcomes = await Promise.allSettled([
      addTeacher(server, number),
      server.graphql(updateProfile, { name: number }, token).then(({ errors }) => {
        if (errors) throw new Error(errors[0].message);
      }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});
