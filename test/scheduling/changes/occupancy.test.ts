import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '../../data/support.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { faultsOf } from '../canonical.js';
import { makeUniversity } from '../university.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('what keeps slots apart is found in few blocks, also for identifiers that begin alike', async () => {
  const blocks = await withClient(server, async (client) => {
    // As the table, but for the records that it refers to.
    await client.query('create table apart (like occupancy including all)');
    const rowsOf = (timetable: number, things: string, slots: string): string => `
      insert into apart select ('00000000-0000-4000-8000-00000000000${timetable}')::uuid,
        ((4 + thing % 3) || '0000000-0000-4000-8000-' || lpad(to_hex(thing), 12, '0'))::uuid,
        gen_random_uuid(), 'ROOM', w.slots, w.slots
      from ${slots} slot, ${things} thing, lateral (
        select occurrences(array(select generate_series(1, 16)), 1, slot, slot) as slots) w
      order by md5(thing || ' ' || slot)`;
    for (const timetable of [1, 2, 3, 4, 5, 6])
      await client.query(rowsOf(timetable, 'generate_series(1, 400)', 'generate_series(1, 4)'));
    const one = rowsOf(3, 'generate_series(200, 200)', 'generate_series(9, 9)');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      `explain (analyze, buffers, format json) ${one}`,
    );
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  });
  // The table and three indexes of up to three levels. It was 83, and more with every draft.
  expect(blocks).toBeLessThan(40);
});

/** Conditions by which rows are looked for, each a way into an index that has the columns. */
const conditions = [
  'timetable_id = $1',
  'resource = $1',
  'timetable_id = $1 and resource = $1',
  `guarded && '{[1,2)}'`,
  `timetable_id = $1 and resource = $1 and guarded && '{[1,2)}'`,
];

test('no query reads the index of what keeps slots apart, because PostgreSQL would lose rows', async () => {
  const plans = await withClient(server, async (client) => {
    // All that is left but the indexes.
    await client.query('set enable_seqscan = off');
    const found: string[] = [];
    for (const condition of conditions) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select from occupancy where ${condition.replaceAll('$1', `'${crypto.randomUUID()}'`)}`,
      );
      found.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return found.join('\n');
  });
  expect(plans).toMatch(/occupancy_(pkey|meeting_index)/);
  expect(plans).not.toMatch(/occupancy_apart/);
});

test('what overlapped unseen because rows were missed becomes an open conflict', async () => {
  const university = await makeUniversity(server.runtime.app, { name: 'missed' });
  const { semester, meetings, rooms, teachers } = university;
  const call = async (document: string): Promise<any> => {
    const { data, errors } = await server.graphql(document);
    expect(errors).toBeUndefined();
    return Object.values(data)[0];
  };
  const { id: draft } = await call(
    `mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`,
  );
  for (const [meeting, room] of [
    [0, 0],
    [2, 1],
  ]) {
    const [classroom, teacher] = [rooms[room].id, teachers[meeting >> 1].id];
    const place = `dayOfWeek: 1 periodStart: 1 classroom: "${classroom}" teacher: "${teacher}"`;
    await call(`mutation { placeMeeting(timetable: "${draft}" meeting: "${meetings[meeting].id}"
      place: { ${place} }) { number } }`);
  }
  const migration = path.join('migrations', '0031-occupancy-for-the-constraint-alone.sql');
  const sql = await readFile(migration, 'utf8');
  await withClient(server, async (client) => {
    await client.query('begin');
    // As it came about when the row of the first meeting was not found.
    await client.query('update class_assignment set classroom_id = $2 where timetable_id = $1', [
      draft,
      rooms[0].id,
    ]);
    // The view had this name when the migration was made.
    await client.query('create temporary view occupied as select * from occupied_in_lanes');
    await client.query(sql);
    await client.query('drop view occupied; commit');
  });
  expect(await faultsOf(server.runtime.app, draft)).toEqual([]);
  const { items } = await call(
    `{ conflicts(timetable: "${draft}") { items { kind status clashes { resourceName } } } }`,
  );
  expect(items).toEqual([{ kind: 'ROOM', status: 'OPEN', clashes: [{ resourceName: 'R0' }] }]);
});

test('what hangs on a timetable is refused without it, and ends with it', async () => {
  await withClient(server, async (client) => {
    const [{ id }] = (await client.query<{ id: string }>("select id from timetable where status = 'DRAFT'"))
      .rows;
    const orphan = client.query(
      `insert into occupancy (timetable_id, resource, meeting_id, kind, occurrences, guarded)
       select gen_random_uuid(), resource, meeting_id, kind, occurrences, guarded from occupancy limit 1`,
    );
    await expect(orphan).rejects.toMatchObject({ code: '23503', table: 'occupancy' });
    const hanging = async (): Promise<string[]> => {
      const { rows } = await client.query<{ of: string }>(
        `select 'class_assignment' as of from class_assignment where timetable_id = $1
         union select 'occupancy' from occupancy where timetable_id = $1
         union select 'conflict' from conflict where timetable_id = $1
         union select 'conflict_pair' from conflict_pair where timetable_id = $1
         union select 'change_item' from change_item i where exists (
           select from change c where c.id = i.change_id and c.timetable_id = $1) order by 1`,
        [id],
      );
      return rows.map(({ of }) => of);
    };
    expect(await hanging()).toEqual([
      'change_item',
      'class_assignment',
      'conflict',
      'conflict_pair',
      'occupancy',
    ]);
    expect((await server.graphql(`mutation { discardDraft(id: "${id}") }`)).errors).toBeUndefined();
    expect(await hanging()).toEqual([]);
  });
});
