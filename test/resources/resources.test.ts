import { allEntities, columnsOf, type EntityClass } from '../../src/data/columns.js';
import { type RestAnswer, type RestCall } from '../support/contract.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { fixtures, type ResourceFixture } from './fixtures.js';

/** One suite for every resource: what differs is in the fixtures. */
let server: TestServer;
let legacy: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  legacy = await startTestServer({ env: { REST_ENVELOPE: 'legacy' } });
});
afterAll(() => Promise.all([server.stop(), legacy.stop()]));

let count = 0;
const unknownId = '019aa000-0000-7000-8000-00000000dead';

/** Calls the operations of a resource on a server. */
const caller =
  (fixture: ResourceFixture, on: () => TestServer) =>
  (
    verb: keyof ResourceFixture['operations'],
    { body, query, ...options }: RestCall = {},
  ): Promise<RestAnswer> =>
    on().rest(fixture.operations[verb]!, {
      token: on().administrator,
      ...options,
      body: fixture.isSentInQuery ? undefined : body,
      query: {
        ...(verb === 'page' && fixture.paging.isRequired && { page: 1, size: 20 }),
        ...(fixture.isSentInQuery && inQuery(body)),
        ...query,
      },
    });

describe.each(fixtures.map((fixture) => [fixture.type, fixture] as const))(
  '%s over /api/v1',
  (_, fixture) => {
    const { operations, key, pathKey = key, paging, inputs, flat = (record) => record } = fixture;
    const { target } = allEntities().find((entity) => entity.target.name === fixture.type)!;
    const { sizeMax, isRequired } = paging;
    const call = caller(fixture, () => server);
    const at = (id: string) => ({ path: { [pathKey]: id } });
    const body = (): Promise<Record<string, unknown>> => fixture.body(server, ++count);

    /** Creates a record and finds it by its unique text, because not every create answers the record. */
    const created = async (): Promise<{
      id: string;
      sent: Record<string, unknown>;
      record: Record<string, any>;
    }> => {
      const sent = await body();
      const answer = await call('create', { body: sent });
      expect(answer).toMatchObject({ status: 200, code: 0 });
      const { data } = await call('page', {
        query: { keyword: String(sent[fixture.unique]), size: sizeMax },
      });
      const record = data.records
        .map(flat)
        .find((candidate: Record<string, unknown>) => candidate[fixture.unique] === sent[fixture.unique]);
      return { id: record[key], sent, record };
    };

    test('creates a record that reads back as it was sent', async () => {
      const { sent, record } = await created();
      const seen = Object.fromEntries(
        Object.entries(sent).filter(([name]) => !fixture.unseen?.includes(name)),
      );
      expect(record).toMatchObject(seen);
      expect(record.created_at).toBeGreaterThan(Date.now() - 60_000);
    });

    if (operations.get) {
      test('gives one record by its id, with or without dashes, in any case', async () => {
        const { id, record } = await created();
        for (const form of [id, id.replaceAll('-', ''), id.toUpperCase()]) {
          const address = fixture.getBy ? { query: { [fixture.getBy]: form } } : at(form);
          expect(flat((await call('get', address)).data)).toEqual(record);
        }
      });
    }

    test('changes only what is sent, and moves updated_at', async () => {
      const { id, record } = await created();
      const { change } = fixture;
      await call('update', { ...at(id), body: { [change.key]: change.value } });
      const { data } = await call('page', { query: { keyword: record[fixture.unique], size: sizeMax } });
      const changed = data.records
        .map(flat)
        .find((candidate: Record<string, unknown>) => candidate[key] === id);
      expect(changed).toEqual({ ...record, [change.key]: change.value, updated_at: expect.any(Number) });
      expect(changed.updated_at).toBeGreaterThan(record.updated_at);
    });

    test('deletes a record once', async () => {
      const { id } = await created();
      expect(await call('remove', at(id))).toMatchObject({ status: 200 });
      expect(await call('remove', at(id))).toMatchObject({
        status: 404,
        code: 40400,
        output: 'NotExist',
      });
    });

    test('refuses each missing or empty required field and names them all at once', async () => {
      for (const value of [undefined, null, '']) {
        const refused = await call('create', {
          body: Object.fromEntries(fixture.required.map((name) => [name, value])),
        });
        expect(refused).toMatchObject({ status: 400, code: 40002, output: 'ParameterError' });
        expect(refused.data).toHaveLength(fixture.required.length);
        expect(refused.data.every((message: string) => message.endsWith('不能为空'))).toBe(true);
      }
    });

    test('takes texts of the greatest length and refuses longer ones', async () => {
      for (const [name, max] of Object.entries(fixture.longest)) {
        const longest = `${++count}${'长'.repeat(max)}`.slice(0, max);
        expect(await call('create', { body: { ...(await body()), [name]: longest } })).toMatchObject({
          status: 200,
        });
        const refused = await call('create', { body: { ...(await body()), [name]: `${longest}x` } });
        expect(refused).toMatchObject({
          status: 400,
          code: 40002,
          error_message: expect.stringContaining(`不能超过${max}个字符`),
        });
      }
    });

    const bounded = Object.entries(inputs).filter(
      ([name, { minimum, maximum, pattern }]) =>
        !fixture.ignored?.includes(name) && (minimum ?? maximum ?? pattern) !== undefined,
    );
    if (bounded.length > 0) {
      test(
        'takes numbers up to the bounds of the contract, and refuses what is outside them or its ' +
          'patterns',
        async () => {
          for (const [name, { minimum, maximum, pattern }] of bounded) {
            const sent = async (value: unknown) => ({
              name,
              value,
              ...(await call('create', { body: { ...(await body()), [name]: value } })),
            });
            for (const bound of [minimum, maximum].filter((each) => each !== undefined))
              expect(await sent(bound)).toMatchObject({ status: 200 });
            const outside = [
              ...(minimum === undefined ? [] : [minimum - 1]),
              ...(maximum === undefined ? [] : [maximum + 1]),
              ...(pattern === undefined ? [] : ['!!']),
            ];
            for (const value of outside) expect(await sent(value)).toMatchObject({ status: 400 });
          }
        },
      );
    }

    test('refuses a duplicate, ignoring letter case and outer blanks', async () => {
      const { sent } = await created();
      const again = {
        ...(await body()),
        ...referencesOf(fixture, sent),
        [fixture.unique]: ` ${String(sent[fixture.unique]).toLowerCase()} `,
      };
      expect(await call('create', { body: again })).toMatchObject({
        status: 409,
        code: 40900,
        output: 'Existed',
        error_message: expect.stringContaining('已存在'),
      });
    });

    test('50 equal creations at the same moment make one record', async () => {
      const sent = await body();
      const answers = await Promise.all(Array.from({ length: 50 }, () => call('create', { body: sent })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
    });

    test('answers ids that are none with 40004 and unknown ones with 40400', async () => {
      for (const id of ['nope', '1', "' or 1=1 --", '0'.repeat(31)]) {
        expect(await call('update', { ...at(id), body: {} })).toMatchObject({
          status: 400,
          code: 40004,
        });
        expect(await call('remove', at(id))).toMatchObject({ status: 400, code: 40004 });
      }
      expect(await call('update', { ...at(unknownId), body: {} })).toMatchObject({
        status: 404,
        code: 40400,
      });
    });

    const { references = [] } = fixture;
    test('refers to other records by the keys that its fixture names, and by no others', () => {
      const isKey = (property: object): boolean => /"uuid"|\[0-9a-f\]\{32\}/.test(JSON.stringify(property));
      const keys = Object.keys(inputs).filter((name) => isKey(inputs[name]) && name !== key);
      expect(keys.filter((name) => !references.includes(name))).toEqual([]);
    });

    if (references.length > 0) {
      test.each(references)('names the reference %s when it leads nowhere', async (reference) => {
        expect(await call('create', { body: { ...(await body()), [reference]: unknownId } })).toMatchObject({
          status: 404,
          code: 40400,
        });
        expect(await call('create', { body: { ...(await body()), [reference]: 'nope' } })).toMatchObject({
          status: 400,
          code: 40004,
        });
      });
    }

    test('pages through the whole list without repeating or losing a record', async () => {
      const seen: string[] = [];
      let total = Infinity;
      for (let page = 1; seen.length < total; page++) {
        const { data } = await call('page', { query: { page, size: 3 } });
        expect(data).toMatchObject({ size: 3, current: page });
        total = data.total;
        seen.push(...data.records.map(flat).map((record: Record<string, string>) => record[key]));
      }
      expect(new Set(seen).size).toBe(total);
      expect((await call('page', { query: { page: 9999, size: 3 } })).data).toEqual({
        records: [],
        total,
        size: 3,
        current: 9999,
      });
    });

    test('refuses pages and sizes outside their bounds, and takes an empty value as absent', async () => {
      const outside: RestCall['query'][] = [
        { page: 0 },
        { page: -1 },
        { size: 0 },
        { size: sizeMax + 1 },
        { page: 'abc' },
        { size: '1.5' },
      ];
      for (const query of outside) {
        expect(await call('page', { query })).toMatchObject({ status: 400, code: 40004 });
      }
      const empty = await call('page', { query: { page: '', size: '', keyword: '' } });
      expect(empty).toMatchObject(isRequired ? { status: 400, code: 40003 } : { status: 200 });
    });

    test('looks for a keyword as text, not as a pattern', async () => {
      const { record } = await created();
      const query = { keyword: String(record[fixture.searched]), size: sizeMax };
      const found = await call('page', { query });
      expect(found.data.records.map(flat)).toContainEqual(record);
      for (const keyword of ['%', '_', '\\', "'"]) {
        const { data } = await call('page', { query: { keyword, size: sizeMax } });
        expect(
          data.records.filter((candidate: object) => !JSON.stringify(candidate).includes(keyword)),
        ).toEqual([]);
      }
    });

    test('refuses callers without a token, and takes a bare one', async () => {
      expect(await call('page', { token: null })).toMatchObject({ status: 401, code: 40101 });
      expect(await call('create', { token: 'not-a-token', body: {} })).toMatchObject({
        status: 401,
        code: 40101,
      });
      expect(await call('page', { bare: true })).toMatchObject({ status: 200 });
    });

    test(
      'answers older clients under REST_ENVELOPE=legacy: "Success" and 200, without a null ' + 'data',
      async () => {
        const older = caller(fixture, () => legacy);
        const done = { status: 200, output: 'Success', code: 200 };
        const sent = await fixture.body(legacy, ++count);
        const made = await older('create', { body: sent });
        const page = await older('page', { query: { keyword: String(sent[fixture.unique]) } });
        const path = { [pathKey]: page.data.records.map(flat)[0][key] as string };
        const one = fixture.getBy ? { query: { [fixture.getBy]: path[pathKey] } } : { path };
        const answers = [
          made,
          page,
          await older('list'),
          ...(operations.get ? [await older('get', one)] : []),
          await older('update', { path, body: { [fixture.change.key]: fixture.change.value } }),
          await older('remove', { path }),
        ];
        for (const answer of answers) {
          expect(answer).toMatchObject(done);
          expect(answer).not.toHaveProperty('error_message');
        }
        const refused = await older('remove', { path });
        expect(refused).toMatchObject({ status: 404, output: 'NotExist', code: 40400 });
        expect(refused).not.toHaveProperty('data');
      },
    );

    test('gives the pick list, with what is disabled or without', async () => {
      const [{ id }, { id: disabled }] = [await created(), await created()];
      const canBeDisabled = columnsOf(target).some(({ name }) => name === 'isEnabled');
      if (canBeDisabled) {
        const { em } = server.context();
        await em.nativeUpdate(target, { id: disabled } as object, { isEnabled: false } as object);
      }
      const { data } = await call('list');
      const offered = data.map((record: Record<string, string>) => record[key]);
      expect(offered).toContain(id);
      expect(offered.includes(disabled)).toBe(!canBeDisabled || fixture.listsDisabled === true);
    });

    if (!fixture.isSentInQuery) {
      test('takes the literal body null as no body', async () => {
        expect(await call('create', { body: null })).toMatchObject({
          status: 400,
          code: 40007,
          output: 'BodyError',
        });
      });
    }
  },
);

describe.each(fixtures.map((fixture) => [fixture.type, fixture] as const))(
  '%s over GraphQL',
  (type, fixture) => {
    test('a stale version is refused and nothing is changed (requirement 22)', async () => {
      const list = await server.graphql(`{ ${fixture.plural}(size: 1) { items { id version } } }`);
      const [{ id, version }] = list.data[fixture.plural].items;
      const change = `mutation ($id: ID!, $version: Int) { update${type}(id: $id, input: {},
        expectedVersion: $version) { version } }`;
      const stale = await server.graphql(change, { id, version: version + 1 });
      expect(stale.errors?.[0].extensions).toMatchObject({
        code: 'VERSION_CONFLICT',
        currentVersion: version,
      });
      expect((await server.graphql(change, { id, version })).errors).toBeUndefined();
    });

    const { target, noun } = allEntities().find((entity) => entity.target.name === type)!;
    const kept = columnsOf(target).flatMap(({ name, nullable, target: referred, onDelete }) =>
      !nullable && onDelete === 'restrict' && fixtures.some((each) => each.type === referred?.().name)
        ? [{ name, remove: `delete${referred!().name}` }]
        : [],
    );
    if (kept.length > 0) {
      test('what a record refers to is not deleted, and the refusal says what refers to it', async () => {
        const body = await fixture.body(server, ++count);
        const made = await server.rest(fixture.operations.create!, { token: server.administrator, body });
        expect(made.status).toBe(200);
        const [row] = await server
          .context()
          .rows.find(target as EntityClass, {}, { orderBy: { id: 'desc' }, limit: 1 });
        for (const { name, remove } of kept) {
          const document = `mutation ($id: ID!) { ${remove}(id: $id) }`;
          const { errors } = await server.graphql(document, { id: row[name as keyof typeof row] });
          expect(errors?.[0].extensions).toMatchObject({
            code: 'IN_USE',
            holders: expect.arrayContaining([{ what: noun.en, count: expect.any(Number) }]),
          });
        }
      });
    }
  },
);

const referencesOf = ({ references = [] }: ResourceFixture, sent: Record<string, unknown>): object =>
  Object.fromEntries(references.map((name) => [name, sent[name]]));

/** Values as parameters, which cannot tell null from absence. */
const inQuery = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((values ?? {}) as object)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
