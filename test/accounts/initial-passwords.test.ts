// The first password of a person cannot be guessed from a number: it is a code that was handed out.
import ExcelJS from 'exceljs';
import { readConfig } from '../../src/app/config.js';
import { openRuntime } from '../../src/app/runtime.js';
import { systemContext } from '../../src/data/context.js';
import { InitialPasswordExport } from '../../src/entities/accounts.js';
import { signIn as signInService } from '../../src/services/accounts/sign-in.js';
import {
  academicAffairs,
  administrativeClass,
  department,
  student,
  teacher,
} from '../organisation/college.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { newPhone } from './people.js';

let server: TestServer;
let college: string;
let clazz: Record<string, any>;
let affairs: string;
beforeAll(async () => {
  server = await startTestServer({
    env: {
      INITIAL_PASSWORDS: 'codes',
      SIGN_IN_FAILURES_MAX: '1000',
      TRANSACTION_IDLE_SECONDS_MAX: '2',
      TRUST_PROXY: 'true',
    },
  });
});
beforeEach(async () => {
  college = await department(server);
  clazz = await administrativeClass(server, college);
  affairs = await academicAffairs(server, college);
});
afterAll(() => server.stop());

const exported = (wanted: object, token: string | null = affairs): Promise<GraphqlAnswer> =>
  server.graphql(
    `mutation ($administrativeClass: ID, $department: ID) {
      exportInitialPasswords(administrativeClass: $administrativeClass, department: $department) {
        passwords { isStudent number name group code } file { name type content } } }`,
    wanted,
    token,
  );
const ofClass = () => ({ administrativeClass: clazz.administrative_class_uuid as string });
const codesOf = async (wanted: object): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await exported(wanted)).data.exportInitialPasswords.passwords.map(
      ({ number, code }: Record<string, string>) => [number, code],
    ),
  );
const signIn = (user: string, password: string): Promise<GraphqlAnswer> =>
  server.graphql(
    'mutation ($u: String!, $p: String!) { signIn(user: $u, password: $p) { needsRegistration } }',
    { u: user, p: password },
    null,
  );
const isInvited = async (user: string, code: string): Promise<boolean> =>
  (await signIn(user, code)).data?.signIn?.needsRegistration === true;
const register = (type: boolean, user: string, initialPassword: string): Promise<{ code: number }> => {
  const account = { name: `name-${user}`, email: `${user}@example.com`, phone: newPhone() };
  const body = { type, user, new_password: 'Chosen123', initial_password: initialPassword, ...account };
  return server.rest('authRegister', { body });
};
const codeOf = ({ errors }: GraphqlAnswer): string | undefined => errors?.[0].extensions.code;

test('nobody comes in by a number, with a code of nobody or without one', async () => {
  await student(server, clazz, 'GUESS1');
  await teacher(server, college, 'GUESS2');
  expect(codeOf(await signIn('GUESS1', 'stuGUESS1'))).toBe('SIGN_IN_FAILED');
  expect(codeOf(await signIn('GUESS2', 'teGUESS2'))).toBe('SIGN_IN_FAILED');
  expect(await register(false, 'GUESS2', 'teGUESS2')).toMatchObject({ code: 40102 });
  expect(codeOf(await signIn('GUESS1', '-'))).toBe('SIGN_IN_FAILED');
});

test('the codes of a class let its students register, each once and with the own code', async () => {
  for (const number of ['CLASS2', 'CLASS1']) await student(server, clazz, number);
  const { passwords } = (await exported(ofClass())).data.exportInitialPasswords;
  expect(passwords).toEqual(
    ['CLASS1', 'CLASS2'].map((number) => ({
      isStudent: true,
      number,
      name: '王同学',
      group: clazz.class_name,
      code: expect.stringMatching(/^[a-km-np-z2-9]{5}-[a-km-np-z2-9]{5}$/),
    })),
  );
  const [one, other] = passwords.map(({ code }: { code: string }) => code);
  expect(one).not.toBe(other);
  expect(codeOf(await signIn('CLASS1', other))).toBe('SIGN_IN_FAILED');
  expect(await isInvited('CLASS1', one.toUpperCase().replace('-', ' '))).toBe(true);
  expect(await register(true, 'CLASS1', one)).toMatchObject({ code: 0 });
  expect(codeOf(await signIn('CLASS1', one))).toBe('SIGN_IN_FAILED');
  expect(await register(true, 'CLASS2', other)).toMatchObject({ code: 0 });
  expect(codeOf(await exported(ofClass()))).toBe('NOT_FOUND');
});

test('a second export voids the codes of the first', async () => {
  await student(server, clazz, 'TWICE1');
  const first = await codesOf(ofClass());
  const second = await codesOf(ofClass());
  expect(second.TWICE1).not.toBe(first.TWICE1);
  expect(codeOf(await signIn('TWICE1', first.TWICE1))).toBe('SIGN_IN_FAILED');
  expect(await isInvited('TWICE1', second.TWICE1)).toBe(true);
});

/** The code of a call of `/api/v1` that a proxy passed on from an address. */
async function restFrom(address: string, way: 'login' | 'registered', body: object): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/auth/${way}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { code: number }).code;
}

test('bug: a sign-in with a code let anybody register under the number, from any address', async () => {
  await student(server, clazz, 'WINDOW1');
  const { WINDOW1: password } = await codesOf(ofClass());
  const [owner, neighbour, stranger] = ['2001:db8:1:2::3', '2001:db8:1:2::4', '2001:db8:1:3::3'];
  const form = { type: true, user: 'WINDOW1', new_password: 'Chosen123', phone: newPhone() };
  const registration = { ...form, name: 'window-1', email: 'window1@example.com' };
  expect(await restFrom(owner, 'login', { user: 'WINDOW1', password })).toBe(0);
  expect(await restFrom(stranger, 'registered', registration)).toBe(40102);
  // Whoever tried closes nothing, and the code itself counts everywhere.
  expect(await restFrom(neighbour, 'registered', registration)).toBe(0);
  await student(server, clazz, 'WINDOW2');
  const { WINDOW2: code } = await codesOf(ofClass());
  const elsewhere = { ...form, user: 'WINDOW2', name: 'window-2', email: 'window2@example.com' };
  expect(await restFrom(owner, 'login', { user: 'WINDOW2', password: code })).toBe(0);
  expect(await restFrom(stranger, 'registered', { ...elsewhere, initial_password: code })).toBe(0);
});

test('bug: the code on a sheet could be kept as the password', async () => {
  await student(server, clazz, 'KEEP1');
  const { KEEP1: code } = await codesOf(ofClass());
  const account = { isStudent: true, number: 'KEEP1', name: 'keep-1', email: 'keep1@example.com' };
  const registered = (newPassword: string, initialPassword: string): Promise<GraphqlAnswer> =>
    server.graphql(
      'mutation ($input: RegistrationInput!) { register(input: $input) }',
      { input: { ...account, phone: newPhone(), newPassword, initialPassword } },
      null,
    );
  for (const kept of [code, ` ${code.toUpperCase().replace('-', '')} `]) {
    expect((await registered(kept, code)).errors).toMatchObject([
      { message: 'The new password must not be the initial one.', extensions: { code: 'INVALID_BODY' } },
    ]);
    // Who does not know the code learns nothing of it.
    expect(codeOf(await registered(kept, 'wrong'))).toBe('SIGN_IN_FAILED');
  }
  expect((await registered('Chosen123', code)).data).toEqual({ register: true });
});

test('a department is its students and teachers, and those of the departments below', async () => {
  const below = await department(server, { parent_department: college });
  await student(server, clazz, 'DEPT1');
  await teacher(server, college, 'DEPT2');
  await teacher(server, below, 'DEPT3');
  await teacher(server, await department(server), 'DEPT4');
  const codes = await codesOf({ department: college });
  expect(Object.keys(codes).sort()).toEqual(['DEPT1', 'DEPT2', 'DEPT3']);
  for (const [number, code] of Object.entries(codes)) expect(await isInvited(number, code)).toBe(true);
});

test('the workbook holds the same, to print', async () => {
  await student(server, clazz, '00123');
  const { passwords, file } = (await exported(ofClass())).data.exportInitialPasswords;
  expect(file).toMatchObject({ name: `${clazz.class_name}初始密码.xlsx` });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Buffer.from(file.content as string, 'base64') as unknown as ArrayBuffer);
  const rows = [1, 2, 3].map((row) =>
    [1, 2, 3, 4, 5].map((column) => book.worksheets[0].getCell(row, column).text),
  );
  expect(rows[0][0]).toBe(`${clazz.class_name}初始密码`);
  expect(rows.slice(1)).toEqual([
    ['班级/部门', '类别', '学号/工号', '姓名', '初始密码'],
    [clazz.class_name, '学生', '00123', '王同学', passwords[0].code],
  ]);
});

test('it is told who exported whose codes, and no code is', async () => {
  await student(server, clazz, 'AUDIT1');
  const { AUDIT1: code } = await codesOf(ofClass());
  const { em } = server.context();
  const [entry] = await em.find(InitialPasswordExport, {
    administrativeClass: clazz.administrative_class_uuid,
  });
  const { data } = await server.graphql('{ me { user { id } } }', {}, affairs);
  expect(entry).toMatchObject({ exportedBy: { id: data.me.user.id }, personCount: 1 });
  const page = `query ($who: ID) { initialPasswordExports(exportedBy: $who) { total items {
    exportedBy { name } administrativeClass { name } personCount } } }`;
  const told = (await server.graphql(page, { who: data.me.user.id })).data.initialPasswordExports;
  expect(told).toMatchObject({
    total: 1,
    items: [{ administrativeClass: { name: clazz.class_name }, personCount: 1 }],
  });
  expect(codeOf(await server.graphql(page, {}, affairs))).toBe('FORBIDDEN');
  const line = server.logLines.find((each) => each.includes(entry.id));
  expect(line).toContain('initial passwords were exported');
  expect(line).toContain(data.me.user.id);
  expect(server.logLines.join('\n')).not.toContain(code);
});

test('only who acts for the department exports, and either a class or a department', async () => {
  await student(server, clazz, 'RIGHT1');
  const foreign = await academicAffairs(server, await department(server));
  // Pick lists name classes of all departments, so that the refusal names it too.
  expect(codeOf(await exported(ofClass(), foreign))).toBe('FORBIDDEN');
  expect(codeOf(await exported({ department: college }, foreign))).toBe('FORBIDDEN');
  expect(codeOf(await exported(ofClass(), null))).toBe('UNAUTHENTICATED');
  expect(codeOf(await exported({}))).toBe('INVALID_PARAMETER');
  expect(codeOf(await exported({ ...ofClass(), department: college }))).toBe('INVALID_PARAMETER');
  expect(codeOf(await exported(ofClass(), server.administrator))).toBeUndefined();
});

test('more than a sheet holds are refused, and keep the codes that they have', async () => {
  await student(server, clazz, 'MANY');
  const { MANY: code } = await codesOf(ofClass());
  await server.context().em.execute(
    `insert into student (id, code, name, is_male, grade_id, department_id, major_id, administrative_class_id)
     select gen_random_uuid(), 'MANY' || n, name, is_male, grade_id, department_id, major_id,
       administrative_class_id from student, generate_series(1, 5000) as n where code = 'MANY'`,
  );
  expect(codeOf(await exported(ofClass()))).toBe('OPERATION_ERROR');
  expect(await isInvited('MANY', code)).toBe(true);

  // As many as it holds; meanwhile no transaction waits for the server for long.
  await server.context().em.execute(`delete from student where code = 'MANY1'`);
  expect(Object.keys(await codesOf(ofClass()))).toHaveLength(5000);
  expect(await isInvited('MANY', code)).toBe(false);
});

test('every server of an installation knows the codes', async () => {
  await student(server, clazz, 'SHARED');
  const { SHARED: code } = await codesOf(ofClass());
  const { databaseUrl, dataDir, log } = server.runtime.app;
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: `${dataDir}/other` });
  const other = await openRuntime(config, log);
  try {
    const credentials = { user: 'SHARED', password: code };
    expect(await signInService(systemContext(other.app, 'test'), credentials)).toMatchObject({
      needsRegistration: true,
    });
  } finally {
    await other.close();
  }
});

test('the predictable form is a setting, which warns, and which production refuses by itself', async () => {
  const predictable = await startTestServer({ env: { INITIAL_PASSWORDS: 'predictable' } });
  try {
    expect(predictable.logLines.join('\n')).toContain('initial passwords are predictable');
    const wanted = { department: await department(predictable) };
    const mutation =
      'mutation ($department: ID) { exportInitialPasswords(department: $department) { file { name } } }';
    expect(codeOf(await predictable.graphql(mutation, wanted))).toBe('OPERATION_INVALID');
  } finally {
    await predictable.stop();
  }
  expect(server.logLines.join('\n')).not.toContain('initial passwords are predictable');
  expect(readConfig({}).INITIAL_PASSWORDS).toBe('codes');
  const production = { NODE_ENV: 'production', INITIAL_PASSWORDS: 'predictable' };
  expect(() => readConfig(production)).toThrow(/INITIAL_PASSWORDS_RISK_ACCEPTED=true/);
  const accepted = readConfig({ ...production, INITIAL_PASSWORDS_RISK_ACCEPTED: 'true' });
  expect(accepted.INITIAL_PASSWORDS).toBe('predictable');
});

test('a dry run tells whose sheets would stop working, and the answer of an export says so', async () => {
  await server.graphql(
    `mutation ($id: ID!) { createStudent(input: { code: "DRYRUN1", name: "测试生", isMale: true,
      administrativeClass: $id }) { id } }`,
    { id: clazz.administrative_class_uuid },
  );
  const tell = async (more: string): Promise<Record<string, any>> =>
    (
      await server.graphql(
        `mutation ($id: ID!) { exportInitialPasswords(administrativeClass: $id${more}) {
          passwords { number code } file { name } personCount voidedCount message } }`,
        { id: clazz.administrative_class_uuid },
      )
    ).data.exportInitialPasswords as Record<string, any>;
  const { personCount: persons, passwords } = await tell('');
  const [{ number, code }] = passwords as { number: string; code: string }[];
  const tried = await tell(', isDryRun: true');
  expect(tried).toMatchObject({ passwords: [], file: null, personCount: persons, voidedCount: persons });
  expect(tried.message).toContain(`for ${persons} of them the one on an earlier sheet would stop working`);
  expect((await signIn(number, code)).data.signIn).toEqual({ needsRegistration: true });
  expect((await tell('')).message).toContain(`for ${persons} of them the one on an earlier sheet stopped`);
  expect((await signIn(number, code)).errors).toBeDefined();
});
