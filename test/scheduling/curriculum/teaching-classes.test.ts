import { Meeting } from '../../../src/entities/scheduling/meetings.js';
import { academicAffairs, administrativeClass, department, teacher } from '../../organisation/college.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { offer, teachingClass, teachingClassBody, type Offer } from '../teaching.js';

let server: TestServer;
let of: Offer;

beforeAll(async () => {
  server = await startTestServer();
  of = await offer(server);
});
afterAll(() => server.stop());

const call = (operation: string, options: object = {}) =>
  server.rest(operation, { token: server.administrator, ...options });
const at = (id: string) => ({ path: { teachingClassUuid: id } });
const codesOf = (records: Record<string, unknown>[]): unknown[] =>
  records.map((record) => record.teaching_class_code);

async function attending(sizes: readonly number[]): Promise<Record<string, any>[]> {
  const classes = [];
  for (const student_count of sizes)
    classes.push(await administrativeClass(server, of.department, { student_count }));
  return classes;
}

describe('administrative classes', () => {
  test('combine with their head counts, written as JSON text or with commas', async () => {
    const classes = await attending([41, 38]);
    const ids = classes.map((each) => each.administrative_class_uuid as string);
    for (const text of [
      JSON.stringify(ids),
      ids.join(','),
      ids.map((id) => id.replaceAll('-', '')).join(', '),
    ]) {
      const made = await teachingClass(server, of, { administrative_classes: text });
      expect(made).toMatchObject({
        is_administrative: true,
        class_size: 2,
        actual_student_count: 79,
        administrative_classes: JSON.stringify(ids),
        administrative_class_names: classes.map((each) => each.class_name),
      });
      expect(made.administrative_class_list[1]).toEqual({
        administrative_class_uuid: ids[1],
        class_code: classes[1].class_code,
        class_name: classes[1].class_name,
        student_count: 38,
      });
      expect((await call('teachingClassGet', at(made.teaching_class_uuid))).data).toEqual(made);
    }
  });

  test('change together with the head count, unless the caller counts otherwise', async () => {
    const [one, other] = await attending([30, 12]);
    const made = await teachingClass(server, of, { administrative_classes: one.administrative_class_uuid });
    const change = (body: object) =>
      call('teachingClassUpdate', { ...at(made.teaching_class_uuid), body }).then(({ data }) => data);
    const both = [one, other].map((each) => each.administrative_class_uuid).join(',');
    expect(await change({ administrative_classes: both })).toMatchObject({
      class_size: 2,
      actual_student_count: 42,
    });
    expect(await change({ administrative_classes: both, actual_student_count: 45 })).toMatchObject({
      actual_student_count: 45,
    });
    expect(await change({ description: '周末' })).toMatchObject({ class_size: 2, actual_student_count: 45 });
    expect(await change({ administrative_classes: '[]' })).toMatchObject({
      class_size: 0,
      administrative_classes: '[]',
      administrative_class_names: [],
    });
  });

  test('are known ones, and attend nothing that is elective', async () => {
    const [{ administrative_class_uuid: id }] = await attending([30]);
    const refused = async (more: object) =>
      call('teachingClassCreate', { body: teachingClassBody(of, { ...more }) });
    for (const text of ['一班', '["x"]', `${id};${id}`])
      expect(await refused({ administrative_classes: text })).toMatchObject({ status: 400, code: 40004 });
    const unknown = '["019aa000-0000-7000-8000-00000000dead"]';
    expect(await refused({ administrative_classes: unknown })).toMatchObject({
      status: 404,
      error_message: expect.stringContaining('行政班级不存在'),
    });
    const elective = { is_administrative: false, administrative_classes: id };
    expect(await refused(elective)).toMatchObject({
      code: 40019,
      error_message: expect.stringContaining('是选修，不能包含行政班（1 个）'),
    });
    const made = await teachingClass(server, of, { administrative_classes: id });
    const change = { ...at(made.teaching_class_uuid), body: { is_administrative: false } };
    expect(await call('teachingClassUpdate', change)).toMatchObject({ code: 40019 });
    const open = await teachingClass(server, of, { is_administrative: false, actual_student_count: 48 });
    expect(open).toMatchObject({ class_size: 1, actual_student_count: 48, administrative_classes: '[]' });
  });
});

describe('lists', () => {
  test('of a semester have its enabled compulsory classes, at the first call too', async () => {
    const own = await offer(server);
    const made = await teachingClass(server, own);
    await teachingClass(server, own, { is_enabled: false });
    await teachingClass(server, own, { is_administrative: false });
    const path = { semesterUuid: own.semester };
    expect((await call('teachingClassListBySemester', { path })).data).toEqual([made]);
    expect(made).toMatchObject({ semester_name: expect.stringContaining('学期'), class_size: 0 });
    const unknown = { semesterUuid: '019aa000-0000-7000-8000-00000000dead' };
    expect((await call('teachingClassListBySemester', { path: unknown })).data).toEqual([]);
  });

  test('of a department have its enabled classes of all semesters, newest first', async () => {
    const own = await offer(server);
    const later = await offer(server, own.department);
    const [first, second] = [await teachingClass(server, own), await teachingClass(server, later)];
    await teachingClass(server, own, { is_enabled: false });
    const path = { departmentUuid: own.department };
    const { data } = await call('teachingClassListByDepartment', { path });
    expect(codesOf(data)).toEqual(codesOf([second, first]));
    expect(data[0]).toMatchObject({
      course_name: expect.stringContaining('离散数学'),
      course_department_name: expect.stringContaining('部门'),
    });
    const below = await offer(server, await department(server, { parent_department: own.department }));
    const third = await teachingClass(server, below);
    const all = { path, token: await academicAffairs(server, own.department) };
    const seen = (await call('teachingClassListByDepartment', all)).data;
    expect(codesOf(seen)).toEqual(codesOf([third, second, first]));
    const unknown = { departmentUuid: '019aa000-0000-7000-8000-00000000dead' };
    expect((await call('teachingClassListByDepartment', { path: unknown })).data).toEqual([]);
  });

  test('are narrowed under both spellings of every filter, and turned around', async () => {
    const own = await offer(server);
    const made = [
      await teachingClass(server, own),
      await teachingClass(server, own, { is_enabled: false }),
      await teachingClass(server, own),
    ];
    const { em } = server.context();
    const taughtBy = await teacher(server, own.department);
    em.create(Meeting, {
      teachingClass: made[2].teaching_class_uuid,
      sequence: 1,
      periods: 2,
      weeks: [1],
      teacher: taughtBy,
    } as never);
    await em.flush();
    const list = async (query: object): Promise<unknown[]> =>
      codesOf((await call('teachingClassList', { query })).data);
    const [one, disabled, taught] = codesOf(made);
    for (const semester of [{ semester_uuid: own.semester }, { semesterUuid: own.semester }]) {
      expect(await list(semester)).toEqual([taught, disabled, one]);
      for (const oldestFirst of [{ is_desc: false }, { isDesc: false }])
        expect(await list({ ...semester, ...oldestFirst })).toEqual([one, disabled, taught]);
      for (const enabled of [{ is_enabled: true }, { isEnabled: true }])
        expect(await list({ ...semester, ...enabled })).toEqual([taught, one]);
    }
    for (const by of [{ department_uuid: own.department }, { departmentUuid: own.department }]) {
      expect(await list(by)).toEqual([taught, disabled, one]);
      // A keyword narrows what the other filters leave.
      expect(await list({ ...by, keyword: String(one).toLowerCase() })).toEqual([one]);
      expect(await list({ ...by, semester_uuid: of.semester })).toEqual([]);
      const { data } = await call('teachingClassPage', { query: { ...by, size: 2 } });
      expect(data).toMatchObject({ total: 3, size: 2, current: 1 });
      expect(codesOf(data.records)).toEqual([taught, disabled]);
    }
    for (const by of [{ teacher_uuid: taughtBy }, { teacherUuid: taughtBy }])
      expect(await list(by)).toEqual([taught]);
  });
});

describe('refusals', () => {
  test('name every empty required field, what is unknown, and a code that is taken', async () => {
    const body = { teaching_class_code: '', teaching_class_name: ' ' };
    const { data } = await call('teachingClassCreate', { body });
    expect(data).toEqual([
      '学期不能为空',
      '课程不能为空',
      '开课部门不能为空',
      '教学班编码不能为空',
      '教学班名称不能为空',
    ]);
    const unknown = '019aa000-0000-7000-8000-00000000dead';
    const refused = async (more: object) =>
      call('teachingClassCreate', { body: teachingClassBody(of, { ...more }) });
    expect((await refused({ course_uuid: unknown })).error_message).toContain('课程不存在');
    expect((await refused({ semester_uuid: unknown })).error_message).toContain('学期不存在');
    const { teaching_class_code } = await teachingClass(server, of);
    expect((await refused({ teaching_class_code })).error_message).toContain('教学班编码已存在');
    const [one, other] = [await teachingClass(server, of), await teachingClass(server, of)];
    expect(
      await call('teachingClassUpdate', {
        ...at(one.teaching_class_uuid),
        body: { teaching_class_code: other.teaching_class_code },
      }),
    ).toMatchObject({ code: 40900 });
    expect((await call('teachingClassGet', at(unknown))).error_message).toContain('教学班不存在');
  });

  test('keep a class with meetings in its semester', async () => {
    const made = await teachingClass(server, of);
    const other = await offer(server, of.department);
    const change = { ...at(made.teaching_class_uuid), body: { semester_uuid: other.semester } };
    expect((await call('teachingClassUpdate', change)).data.semester_uuid).toBe(other.semester);
    const { em } = server.context();
    const meeting = { teachingClass: made.teaching_class_uuid, sequence: 1, periods: 2, weeks: [1] };
    em.create(Meeting, meeting as never);
    await em.flush();
    const back = { ...at(made.teaching_class_uuid), body: { semester_uuid: of.semester } };
    expect(await call('teachingClassUpdate', back)).toMatchObject({
      code: 40019,
      error_message: expect.stringContaining('已有 1 个课次，不能改到其他学期'),
    });
  });

  test('bug: keep a class with meetings with its course, which nobody was told of', async () => {
    const made = await teachingClass(server, of);
    const other = await offer(server, of.department);
    const change = { ...at(made.teaching_class_uuid), body: { course_uuid: other.course } };
    expect((await call('teachingClassUpdate', change)).data.course_uuid).toBe(other.course);
    const { em } = server.context();
    const meeting = { teachingClass: made.teaching_class_uuid, sequence: 1, periods: 2, weeks: [1] };
    em.create(Meeting, meeting as never);
    await em.flush();
    const back = { ...at(made.teaching_class_uuid), body: { course_uuid: of.course } };
    expect(await call('teachingClassUpdate', back)).toMatchObject({
      code: 40019,
      error_message: expect.stringContaining('已有 1 个课次，不能改为其他课程'),
    });
    expect(await call('teachingClassUpdate', change)).toMatchObject({ status: 200 });
  });

  test('tell 教务 of another department', async () => {
    const token = await academicAffairs(server, await department(server));
    const body = teachingClassBody(of);
    expect(await call('teachingClassCreate', { token, body })).toMatchObject({ status: 403, code: 40301 });
    const made = await teachingClass(server, of);
    // What they may not see does not exist for them.
    for (const [operation, body] of [
      ['teachingClassGet', undefined],
      ['teachingClassUpdate', {}],
      ['teachingClassDelete', undefined],
    ] as const) {
      const options = { token, ...at(made.teaching_class_uuid), body };
      expect(await call(operation, options)).toMatchObject({ status: 404 });
    }
  });
});
