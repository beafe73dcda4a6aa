import { randomUUID } from 'node:crypto';
import { recordsOf } from '../../support/records.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { makeUniversity } from '../university.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function call(document: string): Promise<any> {
  const { data, errors } = await server.graphql(document);
  expect(errors).toBeUndefined();
  return Object.values(data)[0];
}

test('a teacher who cannot get to the room of a meeting in time is not free for it', async () => {
  const { semester, meetings, rooms, teachers } = await makeUniversity(server.runtime.app);
  const sql = (text: string, values: unknown[]): Promise<unknown> =>
    recordsOf(server.runtime.app).execute(text, values);
  const [campus, building] = [randomUUID(), randomUUID()];
  await sql(`insert into campus (id, name, code, address, travel_periods) values ($1, 'F', 'F', '-', 2)`, [
    campus,
  ]);
  await sql(`insert into building (id, name, campus_id) values ($1, 'B', $2)`, [building, campus]);
  await sql('update classroom set building_id = $2 where id = $1', [rooms[1].id, building]);
  const { id: draft } = await call(
    `mutation { createDraft(semester: "${semester.id}", isEmpty: true) { id } }`,
  );
  const [near, far] = meetings;
  for (const [{ id }, day, room] of [
    [far, 1, rooms[1]],
    [near, 2, rooms[0]],
  ] as const)
    await call(`mutation { placeMeeting(timetable: "${draft}" meeting: "${id}" place: { dayOfWeek: ${day}
      periodStart: 1 classroom: "${room.id}" teacher: "${teachers[0].id}" }) { number } }`);
  const toldOn = async (day: number): Promise<[boolean, string]> => {
    const found = await call(`{ freeTeachers(timetable: "${draft}" meeting: "${near.id}" dayOfWeek: ${day}
      periodStart: 3 max: 500) { teacher { id } isFree objections { text } } }`);
    const { isFree, objections } = found.find(({ teacher }: any) => teacher.id === teachers[0].id);
    return [isFree, objections.map(({ text }: any) => text).join()];
  };
  expect(await toldOn(1)).toEqual([false, expect.stringMatching(/needs 2 periods from room/)]);
  expect(await toldOn(3)).toEqual([true, '']);
});
