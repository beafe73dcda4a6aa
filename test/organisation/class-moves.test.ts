import { Student } from '../../src/entities/people.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { administrativeClass, classValues, created, department, grade, major, student } from './college.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const update = (homeClass: Record<string, any>, body: object) =>
  server.rest('administrativeClassUpdate', {
    token: server.administrator,
    path: { administrative_class_uuid: homeClass.administrative_class_uuid },
    body,
  });
const belongings = async (id: string): Promise<string[]> => {
  const { department: unit, major: of, grade: year } = await server.context().em.findOneOrFail(Student, id);
  return [unit.id, of.id, year.id];
};

test('bug: students follow their class to another major, grade and department, not graduates', async () => {
  const [from, to] = [await department(server), await department(server)];
  const homeClass = await administrativeClass(server, from);
  const [present, graduate] = [await student(server, homeClass), await student(server, homeClass)];
  await server.context().em.nativeUpdate(Student, { id: graduate }, { isGraduated: true });
  const former = await belongings(graduate);
  const body = {
    ...{ department_uuid: to, major_uuid: await major(server, to), grade_uuid: await grade(server) },
  };
  expect(await update(homeClass, { ...homeClass, ...body })).toMatchObject({ status: 200 });
  expect(await belongings(present)).toEqual([to, body.major_uuid, body.grade_uuid]);
  expect(await belongings(graduate)).toEqual(former);
  const { data } = await server.graphql(
    'query ($record: ID!) { auditLog(record: $record) { nodes { action person { name } } } }',
    { record: present },
  );
  expect(data.auditLog.nodes[0]).toEqual({ action: 'CHANGED', person: { name: expect.any(String) } });
});

test('bug: only a student of the class becomes its monitor, one who has left it may stay', async () => {
  const unit = await department(server);
  const [own, other] = [await administrativeClass(server, unit), await administrativeClass(server, unit)];
  const [member, stranger] = [await student(server, own), await student(server, other)];
  const foreign = {
    status: 400,
    error_message: expect.stringMatching(/班长“王同学”不是班级“.+”的学生，请先将其编入该班级/),
  };
  expect(await update(own, { monitor_uuid: stranger })).toMatchObject(foreign);
  const values = await classValues(server, unit, { monitor_uuid: stranger });
  // Nobody can be in a class that is just made.
  expect(await created(server, 'administrativeClassCreate', values)).toMatchObject({
    monitor_uuid: stranger,
  });
  expect(await update(own, { monitor_uuid: member })).toMatchObject({ status: 200 });
  await server
    .context()
    .em.nativeUpdate(Student, { id: member }, { administrativeClass: other.administrative_class_uuid });
  expect(await update(own, { monitor_uuid: member, class_desc: '新' })).toMatchObject({ status: 200 });
});
