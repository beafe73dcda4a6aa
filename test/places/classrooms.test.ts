import { Building, Campus, Classroom, ClassroomTag, ClassroomType } from '../../src/entities/places.js';
import { workbook } from '../workbook/support/workbook.js';
import { department } from '../organisation/college.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { em } = server.context();
  const east = em.create(Campus, {
    name: '东校区',
    code: 'E',
    description: null,
    address: '一号',
    latitude: null,
    longitude: null,
  } as never);
  const west = em.create(Campus, {
    name: '西校区',
    code: 'W',
    description: null,
    address: '二号',
    latitude: null,
    longitude: null,
  } as never);
  // One name on two campuses.
  const one = em.create(Building, { name: '一号楼', campus: east } as never);
  const other = em.create(Building, { name: '一号楼', campus: west } as never);
  const west2 = em.create(Building, { name: '二号楼', campus: west } as never);
  await em.flush();
  const type = await em.findOneOrFail(ClassroomType, { name: '普通教室' });
  Object.assign(ids, {
    east: east.id,
    west: west.id,
    one: one.id,
    other: other.id,
    west2: west2.id,
    type: type.id,
  });
});
afterAll(() => server.stop());

const as = (options: object) => ({ token: server.administrator, ...options });

const classroomBody = (more: object) => ({
  number: 'A101',
  name: '阶梯教室',
  campus_uuid: ids.east,
  building_uuid: ids.one,
  floor: '1',
  type: ids.type,
  tag: null,
  capacity: 120,
  examination_room: false,
  is_multimedia: true,
  is_air_conditioned: false,
  status: true,
  area: 100,
  management_department: '',
  tables_chairs_type: '',
  ...more,
});

test(
  'a classroom shows its type, tags, campus and building beside it, and the building without its ' + 'campus',
  async () => {
    const [tag] = (await server.rest('classroomTagList', as({}))).data;
    const [type] = (await server.rest('classroomTypeList', as({}))).data;
    expect([tag.name, type.name].every(Boolean)).toBe(true);
    const { data } = await server.rest(
      'classroomCreate',
      as({ body: classroomBody({ tag: [tag.class_tag_uuid] }) }),
    );
    expect(data).toMatchObject({
      classroom: {
        number: 'A101',
        campus_uuid: ids.east,
        building_uuid: ids.one,
        management_department: null,
      },
      type: { name: '普通教室' },
      tag: [tag],
      campus: { campus_name: '东校区' },
      building: { building_name: '一号楼', campus: null },
    });
    const path = { classroom_uuid: data.classroom.classroom_uuid };
    const cleared = await server.rest('classroomUpdate', as({ path, body: { tag: [] } }));
    expect(cleared.data.tag).toEqual([]);
  },
);

test('the building of a classroom belongs to its campus', async () => {
  const refused = await server.rest(
    'classroomCreate',
    as({ body: classroomBody({ number: 'A102', building_uuid: ids.west2 }) }),
  );
  expect(refused).toMatchObject({
    status: 400,
    code: 40002,
    error_message: expect.stringContaining('不属于该校区，请选择'),
  });
});

test('floors are 1 to 3 digits, with B before them, or G; a classroom seats somebody', async () => {
  for (const floor of ['G001', '1234', 'B', 'g', '一']) {
    expect(
      await server.rest('classroomCreate', as({ body: classroomBody({ number: 'F', floor }) })),
    ).toMatchObject({
      status: 400,
      error_message: expect.stringContaining('楼层输入有误'),
    });
  }
  expect(
    await server.rest('classroomCreate', as({ body: classroomBody({ number: 'F', capacity: 0 }) })),
  ).toMatchObject({
    status: 400,
    error_message: '教室容量不能小于1（当前 0）',
  });
});

test(
  'tag and type narrow a page together with the keyword, and only enabled classrooms are ' + 'offered',
  async () => {
    const [tag] = (await server.rest('classroomTagList', as({}))).data;
    const add = (more: object) => server.rest('classroomCreate', as({ body: classroomBody(more) }));
    await add({ number: 'Z2', name: '机房', tag: [tag.class_tag_uuid] });
    await add({ number: 'Z1', name: '机房' });
    await add({ number: 'Z0', name: '机房', status: false });
    const page = (query: object) => server.rest('classroomPage', as({ query }));
    const numbers = ({ data }: { data?: any }) => data.records.map((record: any) => record.classroom.number);
    expect(numbers(await page({ keyword: '机房', tag: tag.class_tag_uuid, type: ids.type }))).toEqual(['Z2']);
    expect(numbers(await page({ keyword: '机房', tag: '', type: '' }))).toEqual(['Z0', 'Z1', 'Z2']);
    const offered = await server.rest('classroomList', as({ query: { keyword: '机房' } }));
    expect(offered.data.map(({ number }: { number: string }) => number)).toEqual(['Z1', 'Z2']);
  },
);

test(
  'an edit keeps what is left out, null and "" clear what is optional, and [] clears the ' + 'tags',
  async () => {
    const [tag] = (await server.rest('classroomTagList', as({}))).data;
    const [furniture] = (await server.rest('tablesChairsTypeList', as({}))).data;
    const body = classroomBody({
      number: 'CL1',
      description: '靠窗',
      tag: [tag.class_tag_uuid],
      tables_chairs_type: furniture.tables_chairs_type_uuid,
      examination_room_capacity: 30,
    });
    const { data: made } = await server.rest('classroomCreate', as({ body }));
    const path = { classroom_uuid: made.classroom.classroom_uuid };
    const edited = async (sent: object) =>
      (await server.rest('classroomUpdate', as({ path, body: sent }))).data;
    expect(await edited({ tag: null, name: '小教室' })).toMatchObject({
      classroom: { name: '小教室', description: '靠窗', examination_room_capacity: 30 },
      tag: [tag],
    });
    const cleared = { description: null, examination_room_capacity: '', tables_chairs_type: '', tag: [] };
    expect(await edited(cleared)).toMatchObject({
      classroom: { description: null, examination_room_capacity: null, tables_chairs_type: null },
      tag: [],
    });
  },
);

test(
  'a desk-and-chair type and a department with classrooms are not deleted, and the refusals say ' + 'why',
  async () => {
    const furniture = await server.rest('tablesChairsTypeCreate', as({ body: { name: '讲台' } }));
    const managing = await department(server);
    const { tables_chairs_type_uuid: uuid } = furniture.data;
    const more = { number: 'DL1', tables_chairs_type: uuid, management_department: managing };
    await server.rest('classroomCreate', as({ body: classroomBody(more) }));
    for (const [operation, path] of [
      ['tablesChairsTypeDelete', { uuid }],
      ['departmentDelete', { department_uuid: managing }],
    ] as const)
      expect(await server.rest(operation, as({ path }))).toMatchObject({
        code: 40901,
        error_message: expect.stringMatching(/教室 1 条，请先修改或删除这些引用$/),
      });
  },
);

const headings = [
  '*校区名称',
  '*楼栋名称',
  '*教室编号',
  '*教室名称',
  '*楼层',
  '*教室类型',
  '教室标签',
  '*教室容量',
  '*是否是考场',
  '考场容量',
  '*是否是多媒体教室',
  '*是否有空调',
  '*教室状态',
  '教室描述',
  '管理部门',
  '*教室面积',
  '桌椅类型',
];
const row = (
  campus: string,
  building: string,
  number: string,
  more: Record<number, string | number | null> = {},
) =>
  [
    campus,
    building,
    number,
    '教室',
    '1',
    '普通教室',
    null,
    60,
    '0',
    null,
    '是',
    '0',
    '1',
    null,
    '教务处',
    80,
    '固定桌椅',
  ].map((value, at) => more[at] ?? value);
const file = (...rows: (string | number | null)[][]) =>
  workbook([['导入教室模板'], headings, ...rows]).toString('base64');

test('the template has the layout that its users know and its example is not imported', async () => {
  const { data } = await server.rest('classroomTemplate', as({}));
  expect(data.name).toBe('教室导入模板.xlsx');
  const again = await server.rest(
    'classroomBatchImport',
    as({ body: { file: data.data, ignore_error: true } }),
  );
  expect(again.data).toMatchObject({ total_count: 0, failed_count: 0 });
});

test(
  'an import finds a building by campus and name, makes new tags once, and ignores what it cannot ' + 'find',
  async () => {
    const body = {
      file: file(
        row('东校区', '一号楼', 'I1', { 6: '电子屏,投影仪' }),
        row('西校区', '一号楼', 'I2', { 6: '投影仪' }),
      ),
    };
    expect(await server.rest('classroomBatchImport', as({ body }))).toMatchObject({
      message: '批量添加教室成功',
      data: { total_count: 2, success_count: 2, failed_count: 0, failed_details: null },
    });
    const { em } = server.context();
    const [first, second] = await em.find(
      Classroom,
      { code: { $in: ['I1', 'I2'] } },
      { orderBy: { code: 'asc' } },
    );
    expect([first.building.id, second.building.id]).toEqual([ids.one, ids.other]);
    expect(first).toMatchObject({ hasMultimedia: true, managingDepartment: null, furnitureType: null });
    const tags = await em.find(ClassroomTag, { name: { $in: ['电子屏', '投影仪'] } });
    expect(tags.map(({ description }) => description)).toEqual(['通过导入创建的标签', '通过导入创建的标签']);
  },
);

test(
  'every bad cell is told at once: strict changes nothing, tolerant stores the good rows, a dry run ' +
    'shows both',
  async () => {
    const upload = file(
      row('东校区', '二号楼', 'J1'),
      row('东校区', '一号楼', 'J2', { 8: '1' }),
      row('南校区', '一号楼', 'J3', { 5: '没有' }),
      row('东校区', '一号楼', 'J4'),
    );
    const strict = await server.rest('classroomBatchImport', as({ body: { file: upload } }));
    expect(strict).toMatchObject({ status: 400, code: 40007 });
    expect(strict.data).toEqual([
      "第3行楼栋 '二号楼' 不属于校区 '东校区'",
      '第4行考场容量不能为空：该教室是考场',
      '第5行校区名称不存在: 南校区',
      '第5行教室类型不存在: 没有',
    ]);
    const dry = await server.graphql(
      'mutation ($file: Upload!) { importClassrooms(file: $file, isTolerant: true, isDryRun: true) { ' +
        'totalCount successCount failures { row column } marked { name content } } }',
      { file: upload },
    );
    expect(dry.data.importClassrooms).toMatchObject({
      totalCount: 4,
      successCount: 1,
      failures: [
        { row: 3, column: 'B' },
        { row: 4, column: 'J' },
        { row: 5, column: 'A' },
        { row: 5, column: 'F' },
      ],
    });
    expect(Buffer.from(dry.data.importClassrooms.marked.content, 'base64').subarray(0, 2).toString()).toBe(
      'PK',
    );
    const count = (): Promise<number> => server.context().em.count(Classroom, { code: { $like: 'J%' } });
    expect(await count()).toBe(0);
    const tolerant = await server.rest(
      'classroomBatchImport',
      as({ body: { file: upload, ignore_error: true } }),
    );
    expect(tolerant).toMatchObject({
      status: 200,
      message: '存在添加失败的教室',
      data: { success_count: 1, failed_count: 3 },
    });
    expect(await count()).toBe(1);
  },
);
