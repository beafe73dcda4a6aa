import { startTestServer, type TestServer } from '../support/server.js';
import {
  academicAffairs,
  administrativeClass,
  classValues,
  created,
  department,
  grade,
  major,
  student,
  teacher,
} from './college.js';

/** What existing clients do that is easily forgotten, each under its name. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const as = () => ({ token: server.administrator });
const unknownId = '019aa000-0000-7000-8000-00000000dead';

describe('unit types', () => {
  test('every request of the group may carry a bare token', async () => {
    const bare = { ...as(), bare: true };
    const { data } = await server.rest('unitTypeCreate', { ...bare, body: { name: '联合办学' } });
    const path = { unit_type_uuid: data.unit_type_uuid };
    for (const [operation, call] of Object.entries({
      unitTypePage: {},
      unitTypeList: {},
      unitTypeGet: { path },
      unitTypeUpdate: { path, body: { name: '联合办学' } },
      unitTypeDelete: { path },
    }))
      expect(await server.rest(operation, { ...bare, ...call })).toMatchObject({ status: 200 });
  });

  test('an absent order is 100, and saving without changing the name is no duplicate', async () => {
    const { data } = await server.rest('unitTypeCreate', { ...as(), body: { name: '中外合办' } });
    expect(data.order).toBe(100);
    const path = { unit_type_uuid: data.unit_type_uuid };
    const saved = await server.rest('unitTypeUpdate', {
      ...as(),
      path,
      body: { name: '中外合办', order: 7 },
    });
    expect(saved).toMatchObject({ status: 200, data: { order: 7 } });
  });

  test('pages are sorted by order, greatest first unless is_desc is false', async () => {
    for (const order of [3, 1, 2])
      await created(server, 'unitTypeCreate', { name: `排序办别${order}`, order });
    const orders = async (query: Record<string, string | boolean>) =>
      (
        await server.rest('unitTypePage', { ...as(), query: { keyword: '排序办别', ...query } })
      ).data.records.map(({ order }: { order: number }) => order);
    expect(await orders({})).toEqual([3, 2, 1]);
    expect(await orders({ is_desc: false })).toEqual([1, 2, 3]);
  });

  test('a keyword may be the id', async () => {
    const { unit_type_uuid: id } = await created(server, 'unitTypeCreate', { name: '按主键查找' });
    const { data } = await server.rest('unitTypePage', {
      ...as(),
      query: { keyword: id.replaceAll('-', '') },
    });
    expect(data.records).toMatchObject([{ unit_type_uuid: id }]);
  });

  test('a unit type of a department is not deleted', async () => {
    const { unit_type_uuid: id } = await created(server, 'unitTypeCreate', { name: '被使用的办别' });
    await department(server, { unit_type: id });
    expect(await server.rest('unitTypeDelete', { ...as(), path: { unit_type_uuid: id } })).toMatchObject({
      code: 40901,
      error_message: '该单位办别已被使用，无法删除：部门 1 条，请先修改或删除这些引用',
    });
  });
});

describe('grades', () => {
  const values = (year: number, more: object = {}) => ({
    name: `${year}级`,
    year,
    start_date: `${year}-09-01`,
    ...more,
  });

  test('a grade is created with a trailing slash', async () => {
    const response = await fetch(`${server.url}/api/v1/grade/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.administrator}`, 'content-type': 'application/json' },
      body: JSON.stringify(values(2001)),
    });
    expect(await response.json()).toMatchObject({
      code: 0,
      data: { name: '2001级', start_date: '2001-09-01' },
    });
  });

  test.each([
    ['the name', { name: '2011级' }, '年级名称已存在：2011级'],
    ['the year', { year: 2011 }, '入学年份已存在：2011'],
    ['the start date', { start_date: '2011-09-01' }, '年级开始日期已存在：2011-09-01'],
  ])('%s of a grade is unique', async (what, taken, message) => {
    if (what === 'the name') await created(server, 'gradeCreate', values(2011));
    expect(await server.rest('gradeCreate', { ...as(), body: values(2012, taken) })).toMatchObject({
      status: 409,
      code: 40900,
      error_message: expect.stringContaining(message),
    });
  });

  test.each([
    ['a name of one character', { name: '新' }, '年级名称不能少于2个字符'],
    ['a year before 1901', { year: 1900 }, '入学年份不能小于1901'],
    ['a year after 2155', { year: 2156 }, '入学年份不能大于2155'],
    ['a start date in the future', { start_date: '2099-09-01' }, '年级开始日期不能是未来日期'],
    ['an empty start date', { start_date: '' }, '年级开始日期不能为空'],
    ['an end date before the start', { end_date: '2012-01-01' }, '年级结束日期必须晚于开始日期'],
  ])('%s is refused for a grade, when it is created and when it is changed', async (what, more, message) => {
    const refusal = { status: 400, code: 40002, error_message: expect.stringContaining(message) };
    expect(await server.rest('gradeCreate', { ...as(), body: values(2013, more) })).toMatchObject(refusal);
    const { grade_uuid } = await created(server, 'gradeCreate', values(2013));
    const change = await server.rest('gradeUpdate', { ...as(), path: { grade_uuid }, body: more });
    expect({ what, ...change }).toMatchObject(refusal);
    await server.rest('gradeDelete', { ...as(), path: { grade_uuid } });
  });

  test('a grade may start and end on the same day', async () => {
    const body = values(2014, { end_date: '2014-09-01' });
    expect((await created(server, 'gradeCreate', body)).end_date).toBe('2014-09-01');
  });

  test('an edit does not drift the dates of a grade by a day', async () => {
    const sent = Date.UTC(2015, 7, 31, 16);
    const { grade_uuid } = await created(server, 'gradeCreate', values(2015, { start_date: sent }));
    const { data } = await server.rest('gradeUpdate', {
      ...as(),
      path: { grade_uuid },
      body: { name: '一五级' },
    });
    expect(data.start_date).toBe('2015-09-01');
  });

  test('the page of grades takes name, year and keyword, and holds at most 100', async () => {
    await created(server, 'gradeCreate', values(2016));
    const years = async (query: Record<string, string | number>) =>
      (await server.rest('gradePage', { ...as(), query })).data.records.map(
        ({ year }: { year: number }) => year,
      );
    expect(await years({ name: '2016' })).toEqual([2016]);
    expect(await years({ keyword: '2016' })).toEqual([2016]);
    expect(await years({ year: 2016 })).toEqual([2016]);
    expect(await years({ name: '没有' })).toEqual([]);
    expect(await server.rest('gradePage', { ...as(), query: { size: 101 } })).toMatchObject({
      code: 40004,
      error_message: expect.stringContaining('不能超过100'),
    });
    expect((await server.rest('gradePage', as())).data.size).toBe(10);
  });

  test('lists and pages of grades begin with the latest year', async () => {
    for (const year of [2018, 2017, 2019]) await created(server, 'gradeCreate', values(year));
    for (const { data } of [await server.rest('gradeList', as()), await server.rest('gradePage', as())]) {
      const years = (data.records ?? data).map(({ year }: { year: number }) => year);
      expect(years).toEqual([...years].sort((a, b) => b - a));
    }
  });

  test('a deleted grade answers true; one with classes is not deleted', async () => {
    const free = await grade(server);
    expect((await server.rest('gradeDelete', { ...as(), path: { grade_uuid: free } })).data).toBe(true);
    const used = await grade(server);
    await administrativeClass(server, await department(server), { grade_uuid: used });
    expect(await server.rest('gradeDelete', { ...as(), path: { grade_uuid: used } })).toMatchObject({
      code: 40901,
      error_message: expect.stringContaining('行政班级 1 条'),
    });
  });
});

describe('majors', () => {
  test('major_status is an integer, 0 or 1', async () => {
    const departmentId = await department(server);
    const id = await major(server, departmentId, { major_name: '带状态的专业', major_status: 0 });
    const read = await server.rest('majorGet', { ...as(), path: { major_uuid: id } });
    expect(read.data).toMatchObject({ major_status: 0, education_years: 4 });
    const { data } = await server.rest('majorUpdate', {
      ...as(),
      path: { major_uuid: id },
      body: { major_status: 1, education_years: 5 },
    });
    expect(data).toMatchObject({ major_status: 1, education_years: 5 });
    const list = await server.rest('majorList', { ...as(), query: { name: '带状态' } });
    expect(list.data).toEqual([expect.objectContaining({ major_status: 1, education_years: 5 })]);
  });

  test('a major_uuid in the body becomes the key of a new major, and is ignored in a change', async () => {
    const departmentId = await department(server);
    const chosen = '019aa000-0000-7000-8000-00000000beef';
    expect(await major(server, departmentId, { major_uuid: chosen.replaceAll('-', '') })).toBe(chosen);
    const again = { major_name: '又一个', major_code: 'AGAIN', department_uuid: departmentId };
    expect(
      await server.rest('majorCreate', {
        ...as(),
        body: { ...again, education_years: 4, training_level: '本科', major_uuid: chosen },
      }),
    ).toMatchObject({ code: 40900, error_message: expect.stringContaining(`主键已存在：${chosen}`) });
    const { data } = await server.rest('majorUpdate', {
      ...as(),
      path: { major_uuid: chosen },
      body: { major_uuid: unknownId, training_level: '专科' },
    });
    expect(data).toMatchObject({ major_uuid: chosen, training_level: '专科' });
  });

  test('department is an id in the list of majors and a name in their pages', async () => {
    const departmentId = await department(server, { department_name: '航空学院' });
    const id = await major(server, departmentId);
    await major(server, await department(server));

    const list = await server.rest('majorList', { ...as(), query: { department: departmentId } });
    expect(list.data.map(({ major_uuid }: { major_uuid: string }) => major_uuid)).toEqual([id]);
    for (const operation of ['majorPageAdmin', 'majorPageAcademic', 'majorPageStudent']) {
      const page = await server.rest(operation, {
        ...as(),
        query: { page: 1, size: 20, department: '航空' },
      });
      expect(page.data.records).toMatchObject([{ major_uuid: id, department_uuid: departmentId }]);
      expect(
        await server.rest(operation, { ...as(), query: { page: 1, size: 20, department: '没有的学院' } }),
      ).toMatchObject({ code: 40400, error_message: '学院不存在：没有的学院' });
    }
  });

  test('the pages of majors need page and size, and take name and keyword', async () => {
    const id = await major(server, await department(server), { major_name: '考古学' });
    for (const operation of ['majorPageAdmin', 'majorPageAcademic', 'majorPageStudent']) {
      for (const name of ['name', 'keyword']) {
        const query = { page: 1, size: 20, [name]: '考古' };
        expect((await server.rest(operation, { ...as(), query })).data.records).toMatchObject([
          { major_uuid: id },
        ]);
      }
      expect(await server.rest(operation, { ...as(), query: { page: 1 } })).toMatchObject({
        code: 40003,
        error_message: '请求参数 size 缺失',
      });
    }
  });

  test('a major with classes or students is not deleted', async () => {
    const homeClass = await administrativeClass(server, await department(server));
    await student(server, homeClass);
    const refused = await server.rest('majorDelete', { ...as(), path: { major_uuid: homeClass.major_uuid } });
    expect(refused.code).toBe(40901);
    expect(refused.error_message).toContain('行政班级 1 条');
    expect(refused.error_message).toContain('学生 1 条');
  });
});

describe('administrative classes', () => {
  test('"" for an optional counsellor or monitor means none', async () => {
    const departmentId = await department(server);
    const counselor = await teacher(server, departmentId);
    const body = await classValues(server, departmentId, { counselor_uuid: counselor, monitor_uuid: '' });
    const homeClass = await created(server, 'administrativeClassCreate', body);
    expect(homeClass).toMatchObject({
      counselor_uuid: counselor,
      monitor_uuid: null,
      student_count: 0,
      is_enabled: true,
    });
    const { data } = await server.rest('administrativeClassUpdate', {
      ...as(),
      path: { administrative_class_uuid: homeClass.administrative_class_uuid },
      body: { ...body, counselor_uuid: '' },
    });
    expect(data.counselor_uuid).toBeNull();
  });

  test.each(['department_uuid', 'major_uuid', 'class_code', 'class_name', 'grade_uuid'])(
    'a change of a class to an empty %s is refused',
    async (key) => {
      const { administrative_class_uuid } = await administrativeClass(server, await department(server));
      expect(
        await server.rest('administrativeClassUpdate', {
          ...as(),
          path: { administrative_class_uuid },
          body: { [key]: '' },
        }),
      ).toMatchObject({ code: 40002, error_message: expect.stringContaining('不能为空') });
    },
  );

  test('a change of a class that does not exist is answered so, whatever the body', async () => {
    const path = { administrative_class_uuid: unknownId };
    expect(await server.rest('administrativeClassUpdate', { ...as(), path, body: {} })).toMatchObject({
      code: 40400,
    });
  });

  test(
    'the three pages of classes filter by department, major and name; the one of students shows enabled ' +
      'ones',
    async () => {
      const departmentId = await department(server);
      const enabled = await administrativeClass(server, departmentId, { class_name: '启用的班' });
      const disabled = await administrativeClass(server, departmentId, {
        class_name: '停用的班',
        is_enabled: false,
      });
      const codes = async (operation: string, query: Record<string, string>) =>
        (
          await server.rest(operation, { ...as(), query: { page: 1, size: 20, is_desc: false, ...query } })
        ).data.records.map((record: Record<string, string>) => record.class_code);
      const both = [enabled.class_code, disabled.class_code];
      for (const operation of ['administrativeClassListAdmin', 'administrativeClassListAcademic']) {
        expect(await codes(operation, { department_uuid: departmentId })).toEqual(both);
        expect(await codes(operation, { major_uuid: disabled.major_uuid })).toEqual([disabled.class_code]);
        expect(await codes(operation, { name: '用的班' })).toEqual(both);
      }
      const queries: Record<string, string>[] = [{}, { is_enabled: 'false' }];
      for (const query of queries) {
        expect(
          await codes('administrativeClassListStudent', { department_uuid: departmentId, ...query }),
        ).toEqual([enabled.class_code]);
      }
      expect(await server.rest('administrativeClassListStudent', { ...as(), query: {} })).toMatchObject({
        code: 40003,
      });
    },
  );

  test('the list of all classes honours department_uuid, and is ordered by name', async () => {
    const departmentId = await department(server);
    const second = await administrativeClass(server, departmentId, { class_name: 'B班' });
    const first = await administrativeClass(server, departmentId, { class_name: 'A班' });
    await administrativeClass(server, departmentId, { class_name: 'C班', is_enabled: false });
    const query = { department_uuid: departmentId, is_enabled: 'true' };
    const { data } = await server.rest('administrativeClassListAll', { ...as(), query });
    expect(data.map((record: Record<string, string>) => record.class_code)).toEqual([
      first.class_code,
      second.class_code,
    ]);
    const everywhere = await server.rest('administrativeClassListAll', as());
    expect(everywhere.data.length).toBeGreaterThan(2);
  });

  test('a class with students is not deleted', async () => {
    const homeClass = await administrativeClass(server, await department(server));
    await student(server, homeClass);
    expect(
      await server.rest('administrativeClassDelete', {
        ...as(),
        path: { administrative_class_uuid: homeClass.administrative_class_uuid },
      }),
    ).toMatchObject({ code: 40901, error_message: expect.stringContaining('学生 1 条') });
  });
});

describe('teacher types', () => {
  test('teacher types are written by query parameters or a form', async () => {
    const { data } = await server.rest('teacherTypeCreate', {
      ...as(),
      query: { type_name: '客座教授', type_english_name: 'visiting professor' },
      // Clients without data send the body null.
      body: null,
    });
    expect(data).toMatchObject({ type_name: '客座教授', type_desc: null });
    const response = await fetch(`${server.url}/api/v1/teacher-type/${data.teacher_type_uuid}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${server.administrator}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'type_desc=%E8%AE%B2%E5%AD%A6',
    });
    expect(await response.json()).toMatchObject({ data: { type_name: '客座教授', type_desc: '讲学' } });
  });

  test('a blank name is refused, and both names are unique', async () => {
    const create = (type_name: string, type_english_name: string) =>
      server.rest('teacherTypeCreate', { ...as(), query: { type_name, type_english_name } });
    expect(await create(' ', 'x')).toMatchObject({ code: 40002, error_message: '教师类型名称不能为空' });
    expect(await create('讲师', 'unheard of')).toMatchObject({
      code: 40900,
      error_message: '教师类型名称已存在：讲师，请换一个（不区分大小写和首尾空格）',
    });
    expect(await create('闻所未闻', 'LECTURER')).toMatchObject({
      code: 40900,
      error_message: expect.stringContaining('教师类型英文名称已存在'),
    });
    const [{ teacher_type_uuid }] = (await server.rest('teacherTypeList', as())).data;
    expect(
      await server.rest('teacherTypeUpdate', {
        ...as(),
        path: { teacher_type_uuid },
        query: { type_name: '' },
      }),
    ).toMatchObject({ code: 40002 });
  });

  test('the list holds the nine types that every institution begins with, in their order', async () => {
    const { data } = await server.rest('teacherTypeList', as());
    expect(data.slice(0, 9).map(({ type_name }: { type_name: string }) => type_name)).toEqual([
      '专职教师',
      '兼职教师',
      '实习教师',
      '助教',
      '讲师',
      '副教授',
      '教授',
      '辅导员',
      '其他',
    ]);
  });

  test('a type that a teacher has is not deleted', async () => {
    await teacher(server, await department(server));
    const { data } = await server.rest('teacherTypePage', { ...as(), query: { name: '讲师' } });
    const path = { teacher_type_uuid: data.records[0].teacher_type_uuid };
    expect(await server.rest('teacherTypeDelete', { ...as(), path })).toMatchObject({ code: 40901 });
  });
});

describe('classifications of courses and desk-and-chair types', () => {
  test.each([
    ['courseNatureList', 'courseNatureGet', 'course_nature_uuid', '必修课'],
    ['courseTypeList', 'courseTypeGet', 'course_type_uuid', 'A类(纯理论课)'],
    ['coursePropertyList', 'coursePropertyGet', 'course_property_uuid', '必修'],
    ['courseCategoryList', 'courseCategoryGet', 'course_category_uuid', '实习实训(必修)'],
  ])('%s begins with the first of the seed, and %s reads it', async (list, get, key, first) => {
    const { data } = await server.rest(list, as());
    expect(data[0].name).toBe(first);
    const one = await server.rest(get, { ...as(), path: { [key]: data[0][key] } });
    expect(one.data).toEqual(data[0]);
    expect(await server.rest(get, { ...as(), path: { [key]: unknownId } })).toMatchObject({ code: 40400 });
    expect(await server.rest(get, { ...as(), path: { [key]: 'nope' } })).toMatchObject({ code: 40004 });
    expect(await server.rest(list, { token: null })).toMatchObject({ code: 40101 });
    expect(await server.rest(get, { token: null, path: { [key]: unknownId } })).toMatchObject({
      code: 40101,
    });
  });

  test('credit-hour types come in the order of the seed, because clients preselect the first', async () => {
    const { data } = await server.rest('creditHourTypeList', as());
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      '理论学时',
      '实验学时',
      '上机学时',
      '实践学时',
      '其他学时',
    ]);
    expect(data[0].course_enu_type).toBeNull();
  });

  test('desk-and-chair types are listed by name', async () => {
    const { data } = await server.rest('tablesChairsTypeList', as());
    const sorted = await server
      .context()
      .em.execute<{ name: string }[]>('select name from furniture_type order by name');
    expect(data.map(({ name }: { name: string }) => name)).toEqual(sorted.map(({ name }) => name));
  });
});

describe('academic-affairs permission', () => {
  test('a member of academic affairs learns the department, everybody else that there is none', async () => {
    const departmentId = await department(server);
    const token = await academicAffairs(server, departmentId);
    const { data } = await server.rest('academicAffairsPermissionCurrent', { token });
    expect(data).toMatchObject({ department: departmentId, type: 1 });
    const { data: me } = await server.rest('userCurrent', { token });
    expect(data.authorized_user).toBe(me.user.user_uuid);
    expect(await server.rest('academicAffairsPermissionCurrent', as())).toMatchObject({ code: 40400 });
    expect(await server.rest('academicAffairsPermissionCurrent', { token: null })).toMatchObject({
      code: 40101,
    });
  });
});
