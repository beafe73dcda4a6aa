import { columnsOf } from '../../src/data/columns.js';
import { named, rehearse, transaction, workOf } from '../../src/data/transaction.js';
import { entities } from '../../src/entities/all.js';
import { loggedTables, machinery } from '../../src/entities/logged.js';
import { Campus } from '../../src/entities/places.js';
import { keepAuditPartitions } from '../../src/services/system/audit-partitions.js';
import { addAccount } from '../accounts/people.js';
import { RoleKey } from '../../src/schema/enums.js';
import { withClient } from '../data/support.js';
import { collegeWithClass, studentWorkbook } from '../imports/support/students.js';
import { uploaded } from '../imports/support/upload.js';
import { academicAffairs, administrativeClass, department, teacher } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ env: { WORKER: 'true' } })));
afterAll(() => server.stop());

interface Line {
  readonly at: string;
  readonly action: string;
  readonly type: string;
  readonly noun: string;
  readonly count: number;
  readonly person: { id: string; name: string } | null;
  readonly reason: string | null;
  readonly task: string | null;
  readonly records: readonly {
    id: string;
    columns: readonly {
      name: string;
      label: string;
      before: unknown;
      after: unknown;
      isWithheld: boolean;
    }[];
  }[];
}

const query = `query ($record: ID, $person: ID, $task: ID, $from: DateTime, $to: DateTime, $first: Int,
  $after: String) {
  auditLog(record: $record, person: $person, task: $task, from: $from, to: $to, first: $first,
    after: $after) {
    nodes { at action type noun count person { id name } reason task
      records { id columns { name label before after isWithheld } } }
    pageInfo { endCursor hasNextPage }
    totalCount
  }
}`;

async function logOf(variables: object, token = server.administrator) {
  const { data, errors } = await server.graphql(query, variables, token);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.auditLog as {
    nodes: Line[];
    totalCount: number;
    pageInfo: { endCursor: string; hasNextPage: boolean };
  };
}

let count = 0;
async function aCampus(name = `校区${++count}`): Promise<string> {
  const { data, errors } = await server.graphql(
    'mutation ($input: CampusInput!) { createCampus(input: $input) { id } }',
    { input: { name, code: name, address: '学院路', description: '-', isEnabled: true } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createCampus.id as string;
}

const changeCampus = (id: string, patch: object) =>
  server.graphql(
    'mutation ($id: ID!, $patch: CampusPatch!) { updateCampus(id: $id, input: $patch) { id } }',
    {
      id,
      patch,
    },
  );

test('a record has a line for its creation, each change and its deletion, with who did it', async () => {
  const id = await aCampus('北校区');
  await changeCampus(id, { name: '南校区', isEnabled: false });
  await server.graphql('mutation ($id: ID!) { deleteCampus(id: $id) }', { id });

  const { nodes, totalCount } = await logOf({ record: id });

  expect(totalCount).toBe(3);
  expect(nodes.map(({ action, type, noun, count, reason }) => [action, type, noun, count, reason])).toEqual([
    ['DELETED', 'Campus', 'campus', 1, null],
    ['CHANGED', 'Campus', 'campus', 1, null],
    ['CREATED', 'Campus', 'campus', 1, null],
  ]);
  expect(nodes.map(({ person }) => person?.name)).toEqual(Array(3).fill('first-admin'));
  expect(nodes[1].records).toEqual([
    {
      id,
      columns: [
        { name: 'name', label: 'Campus name', before: '北校区', after: '南校区', isWithheld: false },
        { name: 'isEnabled', label: expect.any(String), before: true, after: false, isWithheld: false },
      ],
    },
  ]);
  const [created] = nodes[2].records;
  expect(created.columns).toContainEqual(expect.objectContaining({ name: 'address', after: '学院路' }));
  expect(created.columns.every(({ before }) => before === null)).toBe(true);
  const [deleted] = nodes[0].records;
  expect(deleted.columns).toContainEqual(
    expect.objectContaining({ name: 'name', before: '南校区', after: null }),
  );
});

test('the log is read by person and time, and page by page without gap or repetition', async () => {
  const from = new Date();
  const ids: string[] = [];
  for (let at = 0; at < 5; at++) ids.unshift(await aCampus());
  const { data } = await server.graphql('{ me { user { id } } }');
  const narrowed = { person: data.me.user.id as string, from };

  const pages: Line[][] = [];
  let after: string | null = null;
  for (;;) {
    const { nodes, pageInfo, totalCount } = await logOf({ ...narrowed, first: 2, after });
    expect(totalCount).toBe(5);
    pages.push(nodes);
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }

  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(pages.flat().flatMap(({ records }) => records.map(({ id }) => id))).toEqual(ids);
  expect((await logOf({ ...narrowed, to: from })).nodes).toEqual([]);
  const foreign = await server.graphql(query, { after: 'bm90IGEgY3Vyc29y' });
  expect(foreign.errors?.[0].message).toContain('no cursor of the audit log');
});

test('an import is one line with its count, its person and its task', async () => {
  const place = await collegeWithClass(server, '导入学院');
  const { data, errors } = await uploaded(
    server,
    'mutation ($file: Upload!) { startImport(subject: STUDENTS, file: $file) { id } }',
    studentWorkbook(place, { count: 1_200, prefix: 'AU' }),
    { token: server.administrator },
  );
  expect(errors).toBeUndefined();
  const task = data.startImport.id as string;
  let status = '';
  while (!['COMPLETED', 'FAILED'].includes(status)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await server.graphql('query ($id: ID!) { importTask(id: $id) { status } }', { id: task });
    status = answer.data.importTask.status as string;
  }
  expect(status).toBe('COMPLETED');

  const { nodes } = await logOf({ task });

  expect(nodes).toMatchObject([{ action: 'CREATED', type: 'Student', count: 1_200, task }]);
  expect(nodes[0].person?.name).toBe('first-admin');
  expect(nodes[0].records).toHaveLength(20);
  const [{ id }] = nodes[0].records;
  expect((await logOf({ record: id })).nodes).toMatchObject([{ count: 1, task, records: [{ id }] }]);
});

test('planners read lines of records of granted departments only, and no others', async () => {
  const [own, foreign] = [await department(server), await department(server)];
  const [ownClass, foreignClass] = [
    await administrativeClass(server, own),
    await administrativeClass(server, foreign),
  ];
  const campus = await aCampus();
  const token = await academicAffairs(server, own);

  const of = async (record: string) => (await logOf({ record }, token)).nodes.map(({ action }) => action);
  expect(await of(ownClass.administrative_class_uuid as string)).toEqual(['CREATED']);
  expect(await of(foreignClass.administrative_class_uuid as string)).toEqual([]);
  expect(await of(campus)).toEqual([]);
  const { nodes } = await logOf({ first: 100 }, token);
  expect(nodes.map(({ type }) => type).sort()).toEqual(['AdministrativeClass', 'Department', 'Major']);
});

test('what one transaction did in several departments is one line, of what one may know', async () => {
  const [own, foreign] = [await department(server), await department(server)];
  const token = await academicAffairs(server, own);
  const from = new Date();
  await named(server.runtime.app.orm.em.fork(), workOf('a test of two departments'), (em) =>
    em.execute(`update department set "order" = 7 where id = any ($1)`, [[own, foreign]]),
  );

  const reason = 'a test of two departments';
  expect((await logOf({ from })).nodes).toMatchObject([
    { action: 'CHANGED', count: 2, person: null, reason },
  ]);
  expect((await logOf({ from }, token)).nodes).toMatchObject([
    { action: 'CHANGED', count: 1, records: [{ id: own }] },
  ]);
});

test('personal columns are told to whom the record tells them', async () => {
  const [own, elsewhere] = [await department(server), await department(server)];
  const id = await teacher(server, own);
  const token = await academicAffairs(server, own);
  await server.context().em.execute(`update teacher set phone = '13911112222' where id = $1`, [id]);

  const phone = { name: 'phone', before: '13912345678', after: '13911112222', isWithheld: false };
  expect((await logOf({ record: id }, token)).nodes[0].records[0].columns).toMatchObject([phone]);
  // The line is of the department that the teacher came to, whose planners know the person from then on.
  await server.context().em.execute('update teacher set department_id = $2 where id = $1', [id, elsewhere]);
  expect((await logOf({ record: id }, token)).nodes.map(({ action }) => action)).toEqual([
    'CHANGED',
    'CREATED',
  ]);
});

test('37: no secret is ever logged: that a password changed is told, and nothing of it', async () => {
  const account = await addAccount(server, RoleKey.LEADER, 'audited');
  const mark = '$argon2id$v=19$planted-mark-of-a-secret';
  await server.context().em.execute('update "user" set password_hash = $1 where id = $2', [mark, account.id]);
  await server.context().em.execute('update system_value set value = $1 where key = $2', [mark, 'web_name']);

  const { nodes } = await logOf({ record: account.id });
  expect(nodes[0].records[0].columns).toEqual([
    { name: 'passwordHash', label: 'Password hash', before: null, after: null, isWithheld: true },
  ]);
  const all = await withClient(server, (client) => client.query('select l::text as text from audit_log l'));
  const texts = (all.rows as { text: string }[]).map(({ text }) => text).join('\n');
  expect(texts).toContain('audited');
  expect(texts).not.toMatch(/planted-mark|\$argon2|Correct1/);
});

test('every column that sounds like a secret is declared to be one', () => {
  const suspicious = entities.flatMap((entity) =>
    columnsOf(entity)
      .filter(({ name, secret }) => /hash|token|secret|password/i.test(name) && !secret)
      .map(({ name }) => `${entity.name}.${name}`),
  );
  expect(suspicious).toEqual([]);
});

test('every table of records has the triggers with department and secrets, machinery none', async () => {
  const { rows } = await withClient(server, (client) =>
    client.query<{ table: string; triggers: string[] }>(
      `select c.relname as table, array_agg(pg_get_triggerdef(t.oid) order by t.tgname) as triggers
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgname like '%\\_log\\_%' and c.relnamespace = 'public'::regnamespace
         and not c.relname like 'audit%' group by c.relname`,
    ),
  );
  const functionsOf = (triggers: readonly string[]): string[] =>
    triggers.map((each) => /EXECUTE FUNCTION (.*)$/.exec(each)![1].replace('_log_new(', '_log('));
  const found = Object.fromEntries(rows.map(({ table, triggers }) => [table, functionsOf(triggers)]));
  // Maybe a migration lacks the line that `node scripts/draft-migration.mjs <table>` writes.
  expect(found).toEqual(
    Object.fromEntries(
      loggedTables().map(({ table, department, secrets }) => [
        table,
        [
          ...Array<string>(3).fill(`${table}_log('${department}', '${secrets.join()}')`),
          'refuse_truncation()',
        ],
      ]),
    ),
  );
  expect(loggedTables().length + machinery.length).toBe(entities.length);
});

test('what nobody is named for is refused, and nothing is written', async () => {
  const insert = `insert into campus (id, name, code, address) values (gen_random_uuid(), '无名', '无名', '-')`;
  await expect(server.runtime.app.orm.em.fork().execute(insert)).rejects.toThrow(
    'A write to "campus" names neither person nor reason, so the log cannot tell who made it.',
  );
  expect(await server.context().em.count(Campus, { name: '无名' })).toBe(0);
});

test('a change that is taken back leaves no line', async () => {
  const ctx = server.context();
  const insert = `insert into campus (id, name, code, address) values (gen_random_uuid(), $1, $1, '-')`;
  await rehearse(ctx, (em) => em.execute(insert, ['只是演练']));
  const failing = transaction(ctx, async (em) => {
    await em.execute(insert, ['中途失败']);
    throw new Error('the process died here');
  });
  await expect(failing).rejects.toThrow('the process died here');
  const lines = await ctx.em.execute(
    `select id from audit_log where after->>'name' in ('只是演练', '中途失败')`,
  );
  expect(lines).toEqual([]);
});

test.each([
  ['update', 'the parent', `update audit_log set reason = 'x' where id = (select max(id) from audit_log)`],
  ['delete', 'the parent', 'delete from audit_log where id = (select max(id) from audit_log)'],
  ['truncate', 'the parent', 'truncate audit_log'],
  ['update', 'a partition', `update %p set reason = 'x' where id = (select max(id) from audit_log)`],
  ['delete', 'a partition', 'delete from %p where id = (select max(id) from audit_log)'],
  ['truncate', 'a partition', 'truncate %p'],
])('the log is only appended to: %s of %s is refused', async (verb, _, sql) => {
  await aCampus();
  const partition = `audit_log_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
  const refused = withClient(server, (client) => client.query(sql.replace('%p', partition)));
  await expect(refused).rejects.toThrow(`The audit log is only appended to: ${verb} of audit_log`);
});

test('a table of records cannot be emptied past the log', async () => {
  const refused = withClient(server, (client) => client.query('truncate campus cascade'));
  await expect(refused).rejects.toThrow('cannot be truncated');
});

const partitions = async (): Promise<string[]> => {
  const { rows } = await withClient(server, (client) =>
    client.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass
       order by 1`,
    ),
  );
  return rows.map(({ name }) => name);
};

test('each month has a partition three months ahead, and old ones are dropped in time', async () => {
  const app = { ...server.runtime.app, config: { ...server.runtime.app.config, AUDIT_MONTHS_KEPT: 24 } };
  await keepAuditPartitions(app, new Date('2001-01-31T23:59:59.999Z'));
  expect((await partitions()).slice(0, 4)).toEqual([
    'audit_log_2001_01',
    'audit_log_2001_02',
    'audit_log_2001_03',
    'audit_log_2001_04',
  ]);
  await withClient(server, async (client) => {
    await client.query(
      `insert into audit_log (at, table_name, record_id, action, reason, is_first)
       values ('2001-01-31T23:59:59.999Z', 'campus', gen_random_uuid(), 'CHANGED', 'a month''s end', true),
         ('2001-02-01T00:00:00Z', 'campus', gen_random_uuid(), 'CHANGED', 'a month''s end', true)`,
    );
    const { rows } = await client.query(
      `select tableoid::regclass::text as partition from audit_log where at < '2002-01-01' order by at`,
    );
    expect(rows).toEqual([{ partition: 'audit_log_2001_01' }, { partition: 'audit_log_2001_02' }]);
  });

  await keepAuditPartitions(app, new Date('2003-01-31T23:59:59.999Z'));
  expect((await partitions())[0]).toBe('audit_log_2001_01');
  await keepAuditPartitions(app, new Date('2003-02-01T00:00:00Z'));
  expect((await partitions())[0]).toBe('audit_log_2001_02');
  expect(await partitions()).toContain('audit_log_2003_05');
});

test('a time without a partition takes no line, because there is no partition for the rest', async () => {
  const insert = `insert into audit_log (at, table_name, record_id, action, reason, is_first)
    values ('1999-01-01', 'campus', gen_random_uuid(), 'CHANGED', 'too early', true)`;
  await expect(withClient(server, (client) => client.query(insert))).rejects.toThrow(
    'no partition of relation "audit_log" found',
  );
});
