import { roomsFor } from '../../src/services/scheduling/proposals/candidates.js';
import { hasWished } from '../../src/services/assistant/planner/rooms.js';
import { makeUniversity } from '../scheduling/university.js';
import { recordsOf } from '../support/records.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a room is a laboratory because its type says so, whatever it is called', async () => {
  const { semester, rooms } = await makeUniversity(server.runtime.app);
  const sql = (text: string, values: unknown[]): Promise<any[]> =>
    recordsOf(server.runtime.app).execute(text, values);
  const [{ type }] = await sql('select type_id as type from classroom where id = $1', [rooms[0].id]);
  const found = async (): Promise<string[]> => {
    const wish = { features: ['LABORATORY' as const] };
    const needs = { semester: semester.id, students: 1, type: null, campus: null, wish };
    return (await roomsFor(recordsOf(server.runtime.app), needs)).map(({ id }) => id);
  };
  expect(await found()).toEqual([]);
  const { data, errors } = await server.graphql(
    `mutation { updateClassroomType(id: "${type}", input: { isLaboratory: true }) { isLaboratory } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.updateClassroomType.isLaboratory).toBe(true);
  expect(await found()).toContain(rooms[0].id);
  const room = {
    ...{ floor: '1', capacity: 1, hasMultimedia: false, isAirConditioned: false },
    tags: [],
    building: null,
  };
  const of = (isLaboratory: boolean) => ({
    ...room,
    id: 'r',
    name: '实验室',
    type: { id: 't', name: '实验室', isLaboratory },
  });
  expect([true, false].map((each) => hasWished(of(each), { features: ['LABORATORY'] }, null))).toEqual([
    true,
    false,
  ]);
});

test('of the types of a new installation those are laboratories that were marked so', async () => {
  const { data } = await server.graphql('{ classroomTypeOptions { name isLaboratory } }');
  const types = data.classroomTypeOptions as { name: string; isLaboratory: boolean }[];
  const of = (name: string) => types.find((each) => each.name === name)?.isLaboratory;
  expect([of('电工实训室'), of('普通教室')]).toEqual([true, false]);
});
