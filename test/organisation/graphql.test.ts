import { startTestServer, type TestServer } from '../support/server.js';
import { academicAffairs, administrativeClass, department, grade, major, student } from './college.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('pages and pick lists are narrowed by every declared field', async () => {
  const departmentId = await department(server);
  const gradeId = await grade(server);
  const wanted = await administrativeClass(server, departmentId, { grade_uuid: gradeId });
  const disabled = await administrativeClass(server, departmentId, {
    grade_uuid: gradeId,
    is_enabled: false,
  });
  await administrativeClass(server, await department(server));

  const codes = async (filter: string): Promise<string[]> => {
    const { data, errors } = await server.graphql(
      `{ administrativeClasses(isDesc: false, ${filter}) { items { code } total } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.administrativeClasses.total).toBe(data.administrativeClasses.items.length);
    return data.administrativeClasses.items.map(({ code }: { code: string }) => code);
  };
  const both = [wanted.class_code, disabled.class_code];
  expect(await codes(`department: "${departmentId}"`)).toEqual(both);
  expect(await codes(`grade: "${gradeId}"`)).toEqual(both);
  expect(await codes(`grade: "${gradeId}", isEnabled: false`)).toEqual([disabled.class_code]);
  expect(await codes(`major: "${wanted.major_uuid}"`)).toEqual([wanted.class_code]);
  expect(await codes(`department: null, grade: "${gradeId}"`)).toEqual(both);

  const options = await server.graphql(
    `{ administrativeClassOptions(department: "${departmentId}") { code } }`,
  );
  expect(options.data.administrativeClassOptions).toEqual([{ code: wanted.class_code }]);
});

test('relations are read from both sides', async () => {
  const departmentId = await department(server, { department_name: '两面学院' });
  const homeClass = await administrativeClass(server, departmentId, { class_name: '两面班' });
  await student(server, homeClass);
  const { data, errors } = await server.graphql(
    `query ($id: ID!) { department(id: $id) {
      majors { administrativeClasses { name grade { administrativeClasses { name } } } }
      administrativeClasses { department { name } students { administrativeClass { name } } }
    } }`,
    { id: departmentId },
  );
  expect(errors).toBeUndefined();
  expect(data.department).toEqual({
    majors: [
      {
        administrativeClasses: [{ name: '两面班', grade: { administrativeClasses: [{ name: '两面班' }] } }],
      },
    ],
    administrativeClasses: [
      { department: { name: '两面学院' }, students: [{ administrativeClass: { name: '两面班' } }] },
    ],
  });
});

test('a relation shows academic affairs the rows of their departments only', async () => {
  const [own, other, gradeId] = [await department(server), await department(server), await grade(server)];
  const { class_name: name } = await administrativeClass(server, own, { grade_uuid: gradeId });
  const foreign = await administrativeClass(server, other, { grade_uuid: gradeId });
  await student(server, foreign);
  const token = await academicAffairs(server, own);
  const { data } = await server.graphql(
    `query ($grade: ID!, $other: ID!) {
      grade(id: $grade) { administrativeClasses { name } }
      department(id: $other) { majors { name } administrativeClasses { name } }
    }`,
    { grade: gradeId, other },
    token,
  );
  expect(data).toEqual({
    grade: { administrativeClasses: [{ name }] },
    department: { majors: [], administrativeClasses: [] },
  });
});

test(
  'a list of buildings is set with the other values of a department, and read anew after each ' + 'change',
  async () => {
    const { data: campus } = await server.graphql(
      'mutation { createCampus(input: { name: "本部", code: "BB", description: "本部", address: "路", ' +
        'isEnabled: ' +
        'true }) { id } }',
    );
    const { data: houses } = await server.graphql(
      `mutation ($campus: ID!) {
      a: createBuilding(input: { name: "甲楼", campus: $campus, isEnabled: true }) { id }
      b: createBuilding(input: { name: "乙楼", campus: $campus, isEnabled: true }) { id }
    }`,
      { campus: campus.createCampus.id },
    );
    const { data, errors } = await server.graphql(
      `mutation ($id: ID!, $a: ID!, $b: ID!) {
      first: updateDepartment(id: $id, input: { buildings: [$a] }) { version buildings { name } }
      second: updateDepartment(id: $id, input: { buildings: [$b, $a] }) { version buildings { name } }
      third: updateDepartment(id: $id, input: { remark: "无" }) { version buildings { id } }
    }`,
      { id: await department(server), a: houses.a.id, b: houses.b.id },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      first: { version: 2, buildings: [{ name: '甲楼' }] },
      second: { version: 3, buildings: [{ name: '乙楼' }, { name: '甲楼' }] },
      third: { version: 4, buildings: [{ id: houses.b.id }, { id: houses.a.id }] },
    });
  },
);

test('the only list of a change may not be null', async () => {
  const { errors } = await server.graphql(
    'mutation ($id: ID!) { updateDepartment(id: $id, input: { buildings: null }) { id } }',
    { id: await department(server) },
  );
  expect(errors?.[0].extensions).toMatchObject({ code: 'INVALID_INPUT' });
});

test('resources that nobody changes have no operation that changes them', async () => {
  const { data } = await server.graphql(
    '{ __schema { mutationType { fields { name } } queryType { fields { name } } } }',
  );
  const names = [...data.__schema.mutationType.fields, ...data.__schema.queryType.fields].map(
    ({ name }: { name: string }) => name,
  );
  expect(names.filter((name) => /courseNature/i.test(name)).sort()).toEqual([
    'courseNature',
    'courseNatureOptions',
  ]);
});

test('a major keeps its key, whatever a change says', async () => {
  const id = await major(server, await department(server));
  const { data } = await server.graphql(
    'mutation ($id: ID!) { updateMajor(id: $id, input: { id: null, trainingLevel: "专科" }) { id ' +
      'trainingLevel } }',
    { id },
  );
  expect(data.updateMajor).toEqual({ id, trainingLevel: '专科' });
});
