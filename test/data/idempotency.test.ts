// Requirement 23: a change repeated under one idempotency key has one effect and one answer.
import { Client } from 'pg';
import { Campus } from '../../src/entities/places.js';
import { ImportTask } from '../../src/entities/imports.js';
import { Role, User } from '../../src/entities/accounts.js';
import { Student } from '../../src/entities/people.js';
import { buildProductSchema } from '../../src/app/schema.js';
import { forgetOldAnswers } from '../../src/data/idempotency.js';
import { ImportSubject, RoleKey } from '../../src/schema/enums.js';
import { addAccount, newPhone } from '../accounts/people.js';
import { collegeWithClass, studentWorkbook } from '../imports/support/students.js';
import { startTestServer, type GraphqlAnswer, type TestServer } from '../support/server.js';
import { SocketClient } from '../transport/socket-client.js';
import { sendKeyed, type Keyed } from './keyed-client.js';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ env: { STATEMENT_SECONDS_MAX: '5' } })));
afterAll(() => server.stop());

const create = 'mutation ($input: CampusInput!) { createCampus(input: $input) { id name createdAt } }';
const campusInput = (code: string, name = code): object => ({
  input: { name, code, address: 'A', description: 'A', isEnabled: true },
});
const send = (query: string, variables: object, keyed: Partial<Keyed>): Promise<GraphqlAnswer> =>
  sendKeyed(server.url, query, variables, { token: server.administrator, ...keyed });
const campuses = (code: string): Promise<number> => server.context().em.count(Campus, { code });
const codeOf = ({ errors }: GraphqlAnswer): unknown => errors?.[0].extensions.code;

describe('23: a change that is sent again', () => {
  test.each([
    ['in the header', { key: 'sent again' }],
    ['in the extensions', { extension: 'extended' }],
    ['in both', { key: 'both', extension: 'both' }],
  ])('with its key %s has one effect and one answer', async (how, keyed) => {
    const first = await send(create, campusInput(how), keyed);
    expect(first.data.createCampus).toMatchObject({ name: how });
    expect(await send(create, campusInput(how), keyed)).toEqual(first);
    expect(await campuses(how)).toBe(1);
  });

  test('over a socket has one effect and one answer, and shares its key with HTTP', async () => {
    const socket = await SocketClient.signedIn(
      `${server.url.replace('http', 'ws')}/graphql`,
      server.administrator,
    );
    const payload = {
      query: create,
      variables: campusInput('socket'),
      extensions: { idempotencyKey: 'socket' },
    };
    const ask = async (id: string) => {
      socket.send({ type: 'subscribe', id, payload });
      const answer = await socket.next();
      await socket.next();
      return answer.payload as GraphqlAnswer;
    };
    const { data } = await ask('1');
    expect(await ask('2')).toEqual({ data });
    expect((await send(create, campusInput('socket'), { key: 'socket' })).data).toEqual(data);
    expect(await campuses('socket')).toBe(1);
    socket.send({ type: 'subscribe', id: '3', payload: { ...payload, extensions: { idempotencyKey: '' } } });
    expect((await socket.next()).payload[0].extensions.code).toBe('INVALID_PARAMETER');
    await socket.end();
  });

  test('over /api/v1 has one effect and one answer; CORS names the header', async () => {
    const body = (name: string): object => ({
      campus_name: name,
      campus_code: 'wire',
      campus_desc: 'A',
      campus_status: true,
      campus_address: 'A',
    });
    const add = (name: string) =>
      server.rest('campusCreate', {
        token: server.administrator,
        body: body(name),
        headers: { 'idempotency-key': 'wire' },
      });
    const { headers: _, ...first } = await add('wire');
    expect(first).toMatchObject({ status: 200, data: { campus_name: 'wire' } });
    expect(await add('wire')).toMatchObject(first);
    expect(await add('other')).toMatchObject({ status: 409, code: 40903, output: 'KeyConflict' });
    expect(await campuses('wire')).toBe(1);
    const preflight = await fetch(`${server.url}/api/v1/campus`, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  });

  test('fifty times at once has one effect, and all have one answer', async () => {
    const sent = Array.from({ length: 50 }, () => send(create, campusInput('fifty'), { key: 'fifty' }));
    const [first, ...others] = await Promise.all(sent);
    expect(first.data.createCampus.name).toBe('fifty');
    expect(others).toEqual(others.map(() => first));
    expect(await campuses('fifty')).toBe(1);
  });

  test('is answered as before, although the record was changed and deleted since', async () => {
    const first = await send(create, campusInput('past'), { key: 'past' });
    const { id } = first.data.createCampus;
    await server.graphql('mutation ($id: ID!) { updateCampus(id: $id, input: { name: "now" }) { id } }', {
      id,
    });
    expect(await send(create, campusInput('past'), { key: 'past' })).toEqual(first);
    await server.graphql('mutation ($id: ID!) { deleteCampus(id: $id) }', { id });
    expect(await send(create, campusInput('past'), { key: 'past' })).toEqual(first);
    expect(await campuses('past')).toBe(0);
  });

  test('starts one task with one job', async () => {
    const place = await collegeWithClass(server, 'jobs');
    const file = studentWorkbook(place, { count: 1, prefix: 'J' }).toString('base64');
    const start = 'mutation ($file: Upload!) { startImport(subject: STUDENTS, file: $file) { id status } }';
    const first = await send(start, { file }, { key: 'task' });
    expect(first.data.startImport.status).toBe('QUEUED');
    expect(await send(start, { file }, { key: 'task' })).toEqual(first);
    const { em } = server.context();
    expect(await em.count(ImportTask, { subject: ImportSubject.STUDENTS })).toBe(1);
    const [{ count }] = await em.execute<[{ count: string }]>(
      `select count(*) from pgboss.job where name = 'import' and data->>'id' = $1`,
      [first.data.startImport.id],
    );
    expect(Number(count)).toBe(1);
  });

  test('is refused after its sender lost the right', async () => {
    const { id, name, password } = await addAccount(server, RoleKey.ADMINISTRATOR, 'fallen');
    const first = await send(create, campusInput('right'), {
      key: 'right',
      token: await server.signIn(name, password),
    });
    expect(first.errors).toBeUndefined();
    const { em } = server.context();
    const leader = await em.findOneOrFail(Role, { key: RoleKey.LEADER });
    await em.nativeUpdate(User, { id }, { role: leader.id });
    const token = await server.signIn(name, password);
    expect(codeOf(await send(create, campusInput('right'), { key: 'right', token }))).toBe('FORBIDDEN');
  });
});

describe('23: a key', () => {
  test('is refused by name for another input or selection, and is each person’s own', async () => {
    await send(create, campusInput('other'), { key: 'taken' });
    const refused = await send(create, campusInput('another'), { key: 'taken' });
    expect(refused).toMatchObject({
      data: null,
      errors: [
        {
          path: ['createCampus'],
          message: expect.stringContaining('The idempotency key "taken" was used for another input'),
          extensions: { code: 'KEY_CONFLICT', idempotencyKey: 'taken' },
        },
      ],
    });
    const narrower = 'mutation ($input: CampusInput!) { createCampus(input: $input) { id } }';
    expect(codeOf(await send(narrower, campusInput('other'), { key: 'taken' }))).toBe('KEY_CONFLICT');
    expect(await campuses('another')).toBe(0);
    const { name, password } = await addAccount(server, RoleKey.ADMINISTRATOR, 'second');
    const token = await server.signIn(name, password);
    const foreign = await send(create, campusInput('another'), { key: 'taken', token });
    expect(foreign.data.createCampus.name).toBe('another');
  });

  test('knows the same input as literals and as variables, in any order', async () => {
    const selection = '{ id createdAt }';
    const byVariables = `mutation ($name: String!) { createCampus(input:
      { name: $name, code: "order", address: "A", description: "A", isEnabled: true }) ${selection} }`;
    const byLiterals = `mutation { createCampus(input:
      { isEnabled: true, description: "A", address: "A", code: "order", name: "N" }) ${selection} }`;
    const first = await send(byVariables, { name: 'N' }, { key: 'order' });
    expect(first.data.createCampus.id).toBeDefined();
    expect(await send(byLiterals, {}, { key: 'order' })).toEqual(first);
  });

  test.each([
    ['empty', { extension: '' }],
    ['too long', { key: 'k'.repeat(256) }],
    ['not printable', { extension: 'tab\t' }],
    ['no text', { extension: 5 }],
    ['two different ones', { key: 'one', extension: 'two' }],
  ])('is refused when it is %s', async (how, keyed) => {
    const refused = await send(create, campusInput(how), keyed);
    expect([refused.status, codeOf(refused)]).toEqual([400, 'INVALID_PARAMETER']);
    expect(await campuses(how)).toBe(0);
  });

  test('counts for a day, and is forgotten then', async () => {
    const { em } = server.context();
    const keys = async () =>
      (await em.execute<object[]>(`select from idempotency_key where key = 'day'`)).length;
    const age = (interval: string) =>
      em.execute(`update idempotency_key set created_at = created_at - $1::interval where key = 'day'`, [
        interval,
      ]);
    const remove = 'mutation ($id: ID!) { deleteCampus(id: $id) }';
    const first = await send(create, campusInput('day'), { key: 'day' });
    await server.graphql(remove, { id: first.data.createCampus.id });
    await age('23 hours 59 minutes');
    await forgetOldAnswers(server.context());
    expect(await send(create, campusInput('day'), { key: 'day' })).toEqual(first);
    await age('1 minute');
    const next = await send(create, campusInput('day'), { key: 'day' });
    expect(next.data.createCampus.id).not.toBe(first.data.createCampus.id);
    await age('1440 minutes');
    await forgetOldAnswers(server.context());
    expect(await keys()).toBe(0);
  });

  test('of a request that takes too long is told to be busy', async () => {
    const { data } = await server.graphql('{ me { user { id } } }');
    const client = new Client({ connectionString: server.runtime.app.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(
      `insert into idempotency_key (user_id, key, response_key, fingerprint)
       values ($1, 'busy', 'createCampus', '')`,
      [data.me.user.id],
    );
    const busy = await send(create, campusInput('busy'), { key: 'busy' });
    await client.query('rollback');
    await client.end();
    expect(busy.errors![0]).toMatchObject({
      message: expect.stringContaining('is still being carried out'),
      extensions: { code: 'KEY_CONFLICT' },
    });
    expect((await send(create, campusInput('busy'), { key: 'busy' })).data.createCampus.name).toBe('busy');
  });

  test('is one of 10,000 that a person may use in a day', async () => {
    const { id, name, password } = await addAccount(server, RoleKey.ADMINISTRATOR, 'busy-bee');
    await server.context().em.execute(
      `insert into idempotency_key (user_id, key, response_key, fingerprint)
       select $1, n::text, 'x', '' from generate_series(1, 9999) n`,
      [id],
    );
    const token = await server.signIn(name, password);
    expect((await send(create, campusInput('last'), { key: 'last', token })).errors).toBeUndefined();
    const refused = await send(create, campusInput('over'), { key: 'over', token });
    expect(codeOf(refused)).toBe('TOO_MANY_REQUESTS');
    expect(await campuses('over')).toBe(0);
    expect((await send(create, campusInput('over'), { token })).errors).toBeUndefined();
  });
});

describe('23: what failed', () => {
  test('leaves nothing, and is done when it is sent again and can be', async () => {
    const { data } = await server.graphql(create, campusInput('blocked'));
    const refused = await send(create, campusInput('blocked'), { key: 'blocked' });
    expect(refused).toMatchObject({ data: null, errors: [{ extensions: { code: 'DUPLICATE' } }] });
    await server.graphql('mutation ($id: ID!) { deleteCampus(id: $id) }', { id: data.createCampus.id });
    const done = await send(create, campusInput('blocked'), { key: 'blocked' });
    expect(done.data.createCampus.name).toBe('blocked');
  });

  test('of several mutations is done the next time, and what was done before is not done again', async () => {
    const several = `mutation ($one: CampusInput!, $two: CampusInput!, $three: CampusInput!, $not: Boolean!) {
      one: createCampus(input: $one) { ...shown }
      ...others
      not: createCampus(input: $one) @skip(if: $not) { id }
    }
    fragment others on Mutation {
      two: createCampus(input: $two) { ...shown }
      three: createCampus(input: $three) { code }
      three: createCampus(input: $three) { ...shown }
    }
    fragment shown on Campus { id createdAt }`;
    const inputOf = (code: string): unknown => (campusInput(code) as { input: unknown }).input;
    const variables = { one: inputOf('s1'), two: inputOf('s2'), three: inputOf('s3'), not: true };
    const { data } = await server.graphql(create, campusInput('s2'));
    const failed = await send(several, variables, { key: 'several' });
    expect(failed).toMatchObject({
      data: null,
      errors: [{ path: ['two'], extensions: { code: 'DUPLICATE' } }],
    });
    expect([await campuses('s1'), await campuses('s3')]).toEqual([1, 0]);
    await server.graphql('mutation ($id: ID!) { deleteCampus(id: $id) }', { id: data.createCampus.id });
    const { id } = await server.context().em.findOneOrFail(Campus, { code: 's1' });
    const done = await send(several, variables, { key: 'several' });
    expect(done.errors).toBeUndefined();
    expect(Object.keys(done.data)).toEqual(['one', 'two', 'three']);
    expect(done.data).toMatchObject({ one: { id }, three: { code: 's3' } });
    expect(await send(several, variables, { key: 'several' })).toEqual(done);
    expect(await server.context().em.count(Campus, { code: ['s1', 's2', 's3'] })).toBe(3);
  });

  test('because its answer is too large to be kept is undone', async () => {
    const place = await collegeWithClass(server, 'large');
    const bad = Array.from({ length: 6_000 }, (_, at) => [...place.names, `B${at}`, null, '男']);
    const file = studentWorkbook(place, { count: 1, prefix: 'L', more: bad }).toString('base64');
    const run = `mutation ($file: Upload!) { importStudents(file: $file, isTolerant: true) {
      successCount failures { ${'abcdefgh'
        .split('')
        .map((name) => `${name}: reason`)
        .join(' ')} } } }`;
    const refused = await send(run, { file }, { key: 'large' });
    expect(refused).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'GRAPHQL_LIMIT', limit: 'keptBytes' } }],
    });
    expect(await server.context().em.count(Student, { code: 'L000000' })).toBe(0);
    const done = await send(run, { file }, {});
    expect(done.data.importStudents.successCount).toBe(1);
  });
});

describe('23: keys are ignored', () => {
  const mutations = Object.values(buildProductSchema().getMutationType()!.getFields());
  const secrets = ['SignIn!', 'AccessToken!', 'CreatedUser!', 'InitialPasswordSheet!', 'NewCalendarLink!'];

  test('by the mutations whose answers hold a secret, which say so, and by no others', () => {
    const ignoring = mutations.filter(({ extensions }) => extensions.ignoresIdempotencyKey);
    expect(ignoring.map(({ type }) => String(type)).sort()).toEqual(secrets.toSorted());
    const holding = mutations.filter(({ type }) => secrets.includes(String(type)));
    const saying = mutations.filter(({ description }) => description!.includes('Ignores an idempotency key'));
    expect(holding).toEqual(ignoring);
    expect(saying).toEqual(ignoring);
  });

  test('where an account is made, whose password is kept nowhere', async () => {
    const { id: role } = await server.context().em.findOneOrFail(Role, { key: RoleKey.LEADER });
    const make = 'mutation ($input: UserInput!) { createUser(input: $input) { newPassword user { id } } }';
    const person = (name: string): object => ({
      input: { name, email: `${name}@example.com`, phone: newPhone(), role },
    });
    const first = await send(make, person('ignored'), { key: 'ignored' });
    const second = await send(make, person('ignored-too'), { key: 'ignored' });
    expect(second.data.createUser.user.id).not.toBe(first.data.createUser.user.id);
    const rows = await server
      .context()
      .em.execute<object[]>(`select from idempotency_key where key = 'ignored'`);
    expect(rows).toEqual([]);
  });

  test('of callers who are not signed in', async () => {
    const ask = 'mutation ($email: String!) { requestPasswordReset(email: $email) { expiresAt } }';
    const sent = { key: 'nobody', token: null };
    expect((await send(ask, { email: 'a@example.com' }, sent)).errors).toBeUndefined();
    expect((await send(ask, { email: 'b@example.com' }, sent)).errors).toBeUndefined();
  });
});

// Two transactions that meet by themselves would decide by the clock which of them is given up.
describe.each([
  ['serialisation failure', '40001'],
  ['deadlock', '40P01'],
])('a change that the database gives up for a %s', (_, code) => {
  let client: Client;
  /** How often the next changes of campuses are given up; sequences count what is rolled back, too. */
  const giveUp = (times: number) =>
    client.query(`
      create sequence attempts;
      create function give_up() returns trigger language plpgsql as $$
        begin
          if nextval('attempts') > ${times} then return new; end if;
          raise exception 'given up' using errcode = '${code}';
        end $$;
      create trigger give_up before insert on campus for each row execute function give_up()`);
  beforeEach(async () => {
    client = new Client({ connectionString: server.runtime.app.databaseUrl });
    await client.connect();
  });
  afterEach(async () => {
    await client.query('drop trigger give_up on campus; drop function give_up; drop sequence attempts');
    await client.end();
  });

  test('is carried out again three times, with a key and without one', async () => {
    await giveUp(3);
    const without = await server.graphql(create, campusInput(`${code} without`));
    expect(without.data.createCampus.name).toBe(`${code} without`);
    await client.query(`select setval('attempts', 1, false)`);
    const first = await send(create, campusInput(code), { key: code });
    expect(first.data.createCampus.name).toBe(code);
    expect(await send(create, campusInput(code), { key: code })).toEqual(first);
    expect(await campuses(code)).toBe(1);
  });

  test('fails after that, and leaves nothing', async () => {
    await giveUp(4);
    const sent = { key: `${code} four times` };
    expect(codeOf(await send(create, campusInput(sent.key), sent))).toBe('INTERNAL');
    expect(await campuses(sent.key)).toBe(0);
    expect((await send(create, campusInput(sent.key), sent)).data.createCampus.name).toBe(sent.key);
  });
});
