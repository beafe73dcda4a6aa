import { withClient } from '../data/support.js';
import { startTestServer, type TestServer } from '../support/server.js';

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
