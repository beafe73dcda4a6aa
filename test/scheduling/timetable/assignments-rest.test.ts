import { ClassAssignment } from '../../../src/entities/scheduling/assignments.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { academicAffairs, department } from '../../organisation/college.js';
import { faultsOf } from '../canonical.js';
import { Assignments } from '../made-assignments.js';

let server: TestServer;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const begin = (teachingClasses = 3): Promise<Assignments> =>
  Assignments.begin(server, `ar${++made}`, teachingClasses);
const unknownId = '019aa000-0000-7000-8000-00000000dead';

describe('an assignment', () => {
  test('is stored with a teaching class of its own; the first one publishes a timetable', async () => {
    const of = await begin();
    expect(await of.page()).toMatchObject({ records: [], total: 0 });
    expect(await of.create()).toMatchObject({ status: 200, data: [], message: '排课分配添加成功' });
    const { records, total } = await of.page();
    expect(total).toBe(1);
    expect(records[0]).toMatchObject({
      class_assignment_uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      semester_uuid: of.university.semester.id,
      course_uuid: of.university.teachingClasses[0].course.id,
      teacher_uuid: of.university.teachers[0].id,
      classroom_uuid: of.university.rooms[0].id,
      classroom_type: of.university.rooms[0].type.id,
      building_uuid: of.university.rooms[0].building.id,
      campus_uuid: of.campus,
      teaching_campus: of.campus,
      course_ownership: of.university.department.id.replaceAll('-', ''),
      credit_hour_type: of.creditHourType,
      teaching_hours: 32,
      scheduling_priority: 50,
      consecutive_sessions: 2,
      specified_time: null,
      class_time_dto: [of.time(1, 1)],
      teaching_class_name: '手工 0',
      class_size: 0,
    });
    expect((await of.get(records[0].class_assignment_uuid)).data).toEqual(records[0]);
    const path = { teachingClassUuid: records[0].teaching_class_uuid };
    expect((await of.call('teachingClassGet', { path })).data).toMatchObject({
      teaching_class_code: expect.stringMatching(/^[0-9a-f]{32}$/),
      class_size: 1,
      is_administrative: true,
      actual_student_count: 40,
      is_enabled: true,
      course_department_uuid: of.university.department.id,
    });
    expect(await faultsOf(server.runtime.app, await of.timetable())).toEqual([]);
  });

  test('of an elective tells its students, by which the edit page knows it', async () => {
    const of = await begin();
    const more = { administrative_class_uuids: [], student_count: '37' };
    const shown = await of.created(0, { ...more, teaching_campus: `ar${made} campus` });
    expect(shown).toMatchObject({ class_size: 37, teaching_campus: of.campus });
    const path = { teachingClassUuid: shown.teaching_class_uuid };
    expect((await of.call('teachingClassGet', { path })).data).toMatchObject({
      is_administrative: false,
      class_size: 1,
      actual_student_count: 37,
    });
  });

  test('joins neighbouring periods of a day, and weeks that share them', async () => {
    const of = await begin();
    const class_time = [of.time(3, 5, [1, 3]), of.time(3, 7, [1]), of.time(2, 1, [4, 2]), of.time(3, 5, [2])];
    const { class_time_dto } = await of.created(0, { class_time });
    expect(class_time_dto).toEqual([
      { day_of_week: 2, period_start: 1, period_end: 2, week_numbers: [2, 4] },
      { day_of_week: 3, period_start: 5, period_end: 6, week_numbers: [2, 3] },
      { day_of_week: 3, period_start: 5, period_end: 8, week_numbers: [1] },
    ]);
  });

  test.each([
    ['semester_uuid', '', '学期主键不能为空'],
    ['course_uuid', '', '课程主键不能为空'],
    ['teacher_uuid', '', '教师主键不能为空'],
    ['classroom_uuid', undefined, '教室主键不能为空'],
    ['course_ownership', ' ', '课程归属不能为空'],
    ['teaching_class_name', '', '教学班名称不能为空'],
    ['credit_hour_type', '', '学时类型不能为空'],
    ['teaching_hours', null, '教学学时不能为空'],
    ['scheduled_hours', '', '排课学时不能为空'],
    ['total_hours', undefined, '总学时不能为空'],
    ['scheduling_priority', null, '排课优先级不能为空'],
    ['scheduling_priority', 101, '排课优先级不能大于100'],
    ['scheduling_priority', 0, '排课优先级不能小于1'],
    ['teaching_campus', '', '教学校区不能为空'],
    ['consecutive_sessions', undefined, '连堂节数不能为空'],
    ['consecutive_sessions', 12, '连堂节数不能大于11'],
    ['student_count', -1, '学生人数不能小于0'],
    ['class_time', undefined, '调整时间信息不完整或无效'],
    ['class_time', [], '调整时间信息不完整或无效'],
    [
      'class_time',
      [{ day_of_week: 1, period_start: 1, period_end: 2 }],
      '周次（class_time[0].week_numbers）不能为空',
    ],
    ['class_time', [{ day_of_week: 1, period_start: 1, period_end: 2, week_numbers: [] }], '没有周次'],
    ['class_time', [{ day_of_week: 1, period_start: 3, period_end: 2, week_numbers: [1] }], '无效'],
    ['class_time', [{ day_of_week: 1, period_start: 1, period_end: 2, week_numbers: [17] }], '不在学期内'],
    ['class_time', [{ day_of_week: 8, period_start: 1, period_end: 2, week_numbers: [1] }], '星期'],
    ['total_hours', 65, '实际安排学时不能大于课程要求总学时'],
    ['teaching_hours', 65, '实际安排学时不能大于课程要求总学时'],
    ['scheduled_hours', 49, '实际安排学时不能大于课程要求理论学时'],
  ])('with %s %j is refused, and leaves nothing behind', async (key, value, text) => {
    const of = await begin();
    const answer = await of.create(0, { [key]: value });
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify([answer.error_message, answer.data])).toContain(text);
    expect(await of.count()).toBe(0);
  });

  test('with several mistakes names all of them, the first as the reason', async () => {
    const of = await begin();
    const answer = await of.create(0, { semester_uuid: '', course_ownership: '', scheduling_priority: 0 });
    expect(answer.code).toBe(40002);
    expect(answer.data).toEqual(['学期主键不能为空', '课程归属不能为空', '排课优先级不能小于1（当前 0）']);
    expect(answer.error_message).toContain('学期主键不能为空');
  });

  test.each([
    ['semester_uuid', '学期不存在'],
    ['course_uuid', '课程不存在'],
    ['teacher_uuid', '教师不存在'],
    ['classroom_uuid', '教室不存在'],
    ['teaching_campus', '教学校区不存在'],
    ['credit_hour_type', '学时类型不存在'],
    ['administrative_class_uuids', '行政班级不存在'],
  ])('with an unknown %s is refused', async (key, text) => {
    const of = await begin();
    const value = key === 'administrative_class_uuids' ? [unknownId] : unknownId;
    expect(await of.create(0, { [key]: value })).toMatchObject({
      status: 404,
      error_message: expect.stringContaining(text),
    });
    expect(await of.count()).toBe(0);
  });

  test('is refused in a semester that is disabled', async () => {
    const of = await begin();
    const { id } = of.university.semester;
    await server.graphql(`mutation { updateSemester(id: "${id}", input: { isEnabled: false }) { id } }`);
    const refusal = { status: 400, error_message: expect.stringContaining('学期未启用') };
    expect(await of.create()).toMatchObject(refusal);
    expect(await of.call('classAssignmentList', { query: { semester_uuid: id } })).toMatchObject(refusal);
  });

  test('of an unknown key is not there', async () => {
    const of = await begin();
    const path = { class_assignment_uuid: '019aa000-0000-7000-8000-000000000001' };
    expect(await of.call('classAssignmentGet', { path })).toMatchObject({ code: 40400, data: null });
  });

  test('is made by planners of the department that offers the course', async () => {
    const of = await begin();
    const call = (token: string) => of.call('classAssignmentCreate', { token, body: of.body() });
    const stranger = await academicAffairs(server, await department(server));
    expect(await call(stranger)).toMatchObject({ status: 403, code: 40301 });
    expect(await of.count()).toBe(0);
    expect(await call(await academicAffairs(server, of.university.department.id))).toMatchObject({
      data: [],
    });
  });
});

describe('clashes', () => {
  test('are the answer, nothing is stored, and the same again means nevertheless', async () => {
    const of = await begin();
    const { class_assignment_uuid: first } = await of.created(0);
    const answer = await of.create(1);
    expect(answer.message).toContain('排课分配未保存');
    expect(answer.data).toHaveLength(1);
    expect(answer.data[0]).toMatchObject({
      semester_uuid: of.university.semester.id,
      first_assignment_uuid: first,
      conflict_type: 2,
      conflict_time: { week: 1, day: 1, period: 1 },
      resolution_status: 0,
      resolved_by: null,
      resolved_at: null,
      description: expect.stringContaining('手工 0'),
    });
    expect((await of.page()).total).toBe(1);
    const tooSoon = await of.create(1);
    expect(tooSoon.data).toHaveLength(1);
    await of.read();
    const again = await of.create(1, { teaching_class_uuid: 'other', scheduling_priority: 50 });
    expect(again).toMatchObject({ data: [], message: '排课分配添加成功' });
    const { records, total } = await of.page();
    expect(total).toBe(2);
    expect(records[0].class_assignment_uuid).toBe(answer.data[0].second_assignment_uuid);
    expect(await faultsOf(server.runtime.app, await of.timetable())).toEqual([]);
    const conflicts = await server.runtime.app.orm.em
      .fork()
      .execute('select status, note, accepted_by_id from conflict where timetable_id = $1', [
        await of.timetable(),
      ]);
    expect(conflicts).toEqual([
      { status: 'OPEN', note: expect.stringContaining('再次提交'), accepted_by_id: expect.any(String) },
    ]);
  });

  test('are shown anew once they are others, too old, or of somebody else', async () => {
    const of = await begin();
    await of.created(0);
    await of.create(1);
    await of.read(301);
    expect((await of.create(1)).data).toHaveLength(1);
    await of.read();
    const token = await academicAffairs(server, of.university.department.id);
    const other = await of.call('classAssignmentCreate', { token, body: of.body(1) });
    expect(other.data).toHaveLength(1);
    // The class comes to clash as well.
    await of.created(2, {
      classroom_uuid: of.university.rooms[1].id,
      administrative_class_uuids: [of.university.classes[1].id],
    });
    const answer = await of.create(1);
    expect(answer.data.map((each: any) => each.conflict_type).sort()).toEqual([2, 3]);
    expect((await of.page()).total).toBe(2);
  });

  test('in other weeks are none', async () => {
    const of = await begin();
    await of.created(0, { class_time: [of.time(1, 1, [1, 3, 5])] });
    expect((await of.create(1, { class_time: [of.time(1, 1, [2, 4, 6])] })).data).toEqual([]);
  });

  test('21: of 200 who want 20 free places at once, 20 get one, and 180 are told who holds it', async () => {
    const of = await begin(1);
    const bodies = Array.from({ length: 200 }, (_, at) => {
      const slot = at % 20;
      const time = of.time(1 + (slot % 5), 1 + 2 * Math.floor(slot / 5));
      // Hours that somebody asked for; those that the form fills in by itself would be used up.
      const hours = { teaching_hours: 16, scheduled_hours: 16, total_hours: 16 };
      return of.body(0, { ...hours, teaching_class_name: `争 ${at}`, class_time: [time] });
    });
    const answers = await Promise.all(bodies.map((body) => of.call('classAssignmentCreate', { body })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const refused = answers.filter(({ data }) => data.length > 0);
    expect(answers.length - refused.length).toBe(20);
    const { records, total } = await of.page({ size: 200 });
    expect(total).toBe(20);
    const names = new Map(records.map((each: any) => [each.class_assignment_uuid, each.teaching_class_name]));
    for (const { data } of refused)
      for (const clash of data) expect(clash.description).toContain(names.get(clash.first_assignment_uuid));
    expect(await faultsOf(server.runtime.app, await of.timetable())).toEqual([]);
  });
});

describe('adjusting', () => {
  test('tells before and after; what is left out, null or empty stays', async () => {
    const of = await begin();
    const shown = await of.created();
    const id = shown.class_assignment_uuid;
    const nothing = { classroom_id: '', teacher_id: null, class_time: [], scheduling_priority: '' };
    const kept = await of.adjust(id, nothing, {
      adjust_teaching_class: { teaching_class_uuid: '', teaching_class_name: '' },
    });
    expect(kept.data.after).toEqual(kept.data.before);
    const room = of.university.rooms[1];
    const answer = await of.adjust(
      id,
      {
        classroom_id: room.id,
        consecutive_sessions: '3',
        scheduling_priority: 7,
        class_time: [of.time(2, 3)],
      },
      {
        adjust_teaching_class: {
          teaching_class_uuid: shown.teaching_class_uuid,
          teaching_class_name: '改名',
        },
        reason: '排课更新',
      },
    );
    expect(answer).toMatchObject({
      message: '排课分配更新成功',
      data: {
        assignment_id: id,
        course_name: 'K0',
        before: { classroom_name: 'R0', class_time: [of.time(1, 1)], scheduling_priority: 50 },
        after: {
          classroom_id: room.id,
          classroom_name: 'R1',
          class_time: [of.time(2, 3)],
          consecutive_sessions: 3,
          scheduling_priority: 7,
        },
        adjusted_by: expect.any(String),
        adjusted_by_name: server.credentials.user,
        new_conflicts: [],
        reason: '排课更新',
      },
    });
    expect((await of.get(id)).data).toMatchObject({
      classroom_uuid: room.id,
      teaching_class_name: '改名',
      class_time_dto: [of.time(2, 3)],
    });
  });

  test('to other weeks or another length retires meetings and adds others', async () => {
    const of = await begin();
    const { class_assignment_uuid: id } = await of.created(0, {
      class_time: [of.time(1, 1), of.time(2, 1)],
    });
    const times = [of.time(2, 1), { ...of.time(4, 5, [1, 2]), period_end: 7 }];
    const { data } = await of.adjust(id, { class_time: times });
    expect(data.after.class_time).toEqual(times);
    expect((await of.get(id)).data.class_time_dto).toEqual(times);
    expect(await faultsOf(server.runtime.app, await of.timetable())).toEqual([]);
  });

  test('gives meetings that were taken out their places again, before it makes others', async () => {
    const of = await begin();
    const both = [of.time(1, 1), of.time(2, 1)];
    const { class_assignment_uuid: id } = await of.created(0, { class_time: both });
    const timetable = await of.timetable();
    const meetings = async (): Promise<any[]> =>
      server.context().rows.find(ClassAssignment, { timetable, series: id });
    const [first] = await meetings();
    const { errors } = await server.graphql(
      `mutation { takeOutMeeting(timetable: "${timetable}", meeting: "${first.meeting}", reason: "ill") {
        number } }`,
    );
    expect(errors).toBeUndefined();
    const { data } = await of.adjust(id, { class_time: both });
    expect(data.after.class_time).toEqual(both);
    expect((await meetings()).filter(({ dayOfWeek }) => dayOfWeek !== null)).toHaveLength(2);
    expect(await meetings()).toHaveLength(2);
    for (const { meeting } of await meetings())
      await server.graphql(
        `mutation { takeOutMeeting(timetable: "${timetable}", meeting: "${meeting}", reason: "ill") {
          number } }`,
      );
    const refused = await of.adjust(id, { class_time: both });
    expect([refused.status, refused.error_message]).toEqual([400, expect.stringMatching(/都没有位置/)]);
    expect(await meetings()).toHaveLength(2);
  });

  test('into a clash is refused with names, or accepted with a reason', async () => {
    const of = await begin();
    await of.created(0);
    const { class_assignment_uuid: id } = await of.created(1, { class_time: [of.time(2, 1)] });
    const onto = { class_time: [of.time(1, 1)] };
    const refusal = await of.adjust(id, onto);
    expect(refusal).toMatchObject({ code: 40021, status: 400 });
    for (const name of ['R0', '手工 0', '手工 1']) expect(refusal.error_message).toContain(name);
    expect(await of.adjust(id, onto, { ignore_conflicts: true })).toMatchObject({
      code: 40002,
      error_message: expect.stringContaining('原因'),
    });
    const accepted = await of.adjust(id, onto, { ignore_conflicts: true, reason: '合班考试' });
    expect(accepted.data.new_conflicts).toEqual([
      expect.objectContaining({ conflict_type: 2, resolution_status: 2, second_assignment_uuid: id }),
    ]);
    // Only what a change adds is judged.
    expect(await of.adjust(id, { scheduling_priority: 9 })).toMatchObject({ status: 200 });
    expect(await faultsOf(server.runtime.app, await of.timetable())).toEqual([]);
  });

  test('changes who attends, and refuses a class that is busy', async () => {
    const of = await begin();
    const { classes, rooms } = of.university;
    await of.created(0);
    const more = { classroom_uuid: rooms[1].id };
    const { class_assignment_uuid: id, teaching_class_uuid } = await of.created(1, more);
    const attend = (ids: string[], rest: object = {}) =>
      of.adjust(
        id,
        {},
        { adjust_teaching_class: { teaching_class_uuid, administrative_class_uuids: ids }, ...rest },
      );
    expect(await attend([classes[1].id, classes[0].id])).toMatchObject({
      code: 40021,
      error_message: expect.stringContaining('手工 0'),
    });
    expect(await attend([classes[1].id, classes[2].id])).toMatchObject({ status: 200 });
    expect(await attend([unknownId])).toMatchObject({ status: 404 });
    expect(await faultsOf(server.runtime.app, await of.timetable())).toEqual([]);
    expect((await of.page({ administrative_class_uuid: classes[2].id })).total).toBe(1);
  });

  test('refuses unknown and foreign things, and changes nothing then', async () => {
    const of = await begin();
    const shown = await of.created(0);
    const elective = await of.created(1, {
      administrative_class_uuids: [],
      student_count: 20,
      class_time: [of.time(4, 1)],
    });
    const id = shown.class_assignment_uuid;
    const withClass = (more: object) =>
      of.adjust(id, { scheduling_priority: 3 }, { adjust_teaching_class: more });
    const wrong: [Promise<any>, number, string][] = [
      [of.adjust(unknownId, {}), 404, '排课分配不存在'],
      [of.adjust(id, { classroom_id: unknownId }), 404, '教室不存在'],
      [of.adjust(id, { teacher_id: unknownId }), 404, '教师不存在'],
      [of.adjust(id, { teacher_id: 'x' }), 400, '教师'],
      [of.adjust(id, { class_time: [{ day_of_week: 1, period_start: 1 }] }), 400, '不能为空'],
      [of.adjust(id, { class_time: [{ ...of.time(1, 5), period_end: 4 }] }), 400, '调整时间信息不完整或无效'],
      [withClass({ teaching_class_uuid: unknownId }), 404, '教学班不存在'],
      [withClass({ teaching_class_uuid: elective.teaching_class_uuid }), 400, '教学班不属于此课程'],
      [of.call('classAssignmentUpdate', { body: { assignment_id: id, adjustments: {} } }), 400, '不能为空'],
      [
        of.call('classAssignmentUpdate', {
          body: { assignment_id: '', adjustments: {}, adjust_teaching_class: {} },
        }),
        400,
        'assignment_id',
      ],
      [
        of.adjust(
          elective.class_assignment_uuid,
          {},
          { adjust_teaching_class: { administrative_class_uuids: [of.university.classes[0].id] } },
        ),
        400,
        '选修课程禁止添加行政班级',
      ],
    ];
    for (const [answer, status, text] of wrong)
      expect(await answer).toMatchObject({ status, error_message: expect.stringContaining(text) });
    expect((await of.get(id)).data).toEqual(shown);
    const token = await academicAffairs(server, await department(server));
    const body = { assignment_id: id, adjustments: {}, adjust_teaching_class: {} };
    expect(await of.call('classAssignmentUpdate', { token, body })).toMatchObject({ code: 40301 });
  });

  test('has an older address without the teaching class', async () => {
    const of = await begin();
    const { class_assignment_uuid: assignment_id } = await of.created();
    const body = { adjustments: { class_time: [of.time(5, 3)] }, reason: '换时间' };
    const path = { assignment_id };
    expect(await of.call('schedulingAdjust', { path, body })).toMatchObject({
      message: '获取排课任务状态成功',
      data: { assignment_id, after: { class_time: [of.time(5, 3)] }, reason: '换时间' },
    });
    expect(await of.call('schedulingAdjust', { path })).toMatchObject({ code: 40007 });
    const unknown = { path: { assignment_id: unknownId }, body };
    expect(await of.call('schedulingAdjust', unknown)).toMatchObject({ status: 404 });
  });
});

describe('lists', () => {
  test('show the granted departments, newest first, by every filter; empty ones mean none', async () => {
    const of = await begin();
    const { rooms, teachers, classes, teachingClasses, semester, department: own } = of.university;
    const first = await of.created(0);
    const second = await of.created(1, { classroom_uuid: rooms[1].id });
    const idsOf = async (query: object) =>
      (await of.page(query)).records.map((each: any) => each.class_assignment_uuid);
    const both = [second.class_assignment_uuid, first.class_assignment_uuid];
    const empty = { course_uuid: '', teacher_uuid: '', classroom_uuid: '', teaching_class_uuid: '' };
    expect(await idsOf({ ...empty, administrative_class_uuid: '' })).toEqual(both);
    for (const query of [
      { course_uuid: teachingClasses[1].course.id },
      { teacher_uuid: teachers[1].id },
      { classroom_uuid: rooms[1].id },
      { administrative_class_uuid: classes[1].id },
      { teaching_class_uuid: second.teaching_class_uuid },
    ])
      expect(await idsOf(query)).toEqual(both.slice(0, 1));
    const query = { semester_uuid: semester.id };
    const list = (await of.call('classAssignmentList', { query })).data;
    expect(list.map((each: any) => each.class_assignment_uuid)).toEqual(both);
    expect(list[0]).toMatchObject({
      semester_name: semester.name,
      course_name: 'K1',
      teacher_name: 'T1',
      classroom_name: 'R1',
      teaching_class_name: '手工 1',
      campus_name: `ar${made} campus`,
      teaching_campus_name: `ar${made} campus`,
      credit_hour_type_name: expect.any(String),
    });
    const narrowed = { ...query, teacher_uuid: teachers[0].id, course_uuid: '' };
    expect((await of.call('classAssignmentList', { query: narrowed })).data).toHaveLength(1);
    for (const [departmentId, count] of [
      [own.id, 2],
      [await department(server), 0],
    ] as const) {
      const token = await academicAffairs(server, departmentId);
      expect((await of.call('classAssignmentPage', { token, query })).data.total).toBe(count);
      expect((await of.call('classAssignmentList', { token, query })).data).toHaveLength(count);
    }
  });

  test('refuse what they cannot be asked for', async () => {
    const of = await begin();
    const semester_uuid = of.university.semester.id;
    for (const operation of ['classAssignmentPage', 'classAssignmentList']) {
      const refused = async (query: object) => of.call(operation, { query });
      expect(await refused({})).toMatchObject({
        code: 40003,
        error_message: expect.stringContaining('semester_uuid'),
      });
      expect(await refused({ semester_uuid, course_uuid: 'x' })).toMatchObject({ code: 40004 });
      expect(await refused({ semester_uuid, teacher_uuid: 'x' })).toMatchObject({ code: 40004 });
      const noCourse = await refused({ semester_uuid, course_uuid: unknownId });
      expect(noCourse).toMatchObject({ status: 404, error_message: expect.stringContaining('课程不存在') });
      const noTeacher = await refused({ semester_uuid, teacher_uuid: unknownId });
      expect(noTeacher).toMatchObject({ status: 404, error_message: expect.stringContaining('教师不存在') });
    }
    const unknown = { query: { semester_uuid: unknownId } };
    expect(await of.call('classAssignmentList', unknown)).toMatchObject({ status: 404 });
    expect((await of.call('classAssignmentPage', unknown)).data.total).toBe(0);
    const large = { query: { semester_uuid, size: 201 } };
    expect(await of.call('classAssignmentPage', large)).toMatchObject({ code: 40004 });
    expect(await of.get(unknownId)).toMatchObject({
      status: 404,
      error_message: expect.stringContaining('排课分配不存在'),
    });
    expect(await of.get('x')).toMatchObject({ status: 400 });
  });
});

test('deleting retires: the assignment is gone, its place is free, and that can be undone', async () => {
  const of = await begin();
  const { class_assignment_uuid } = await of.created();
  const path = { class_assignment_uuid };
  expect(await of.call('classAssignmentDelete', { path })).toMatchObject({
    data: null,
    message: '排课分配记录已删除',
  });
  expect(await of.get(class_assignment_uuid)).toMatchObject({ status: 404 });
  expect(await of.call('classAssignmentDelete', { path })).toMatchObject({ status: 404 });
  expect((await of.create(1)).data).toEqual([]);
  await of.call('classAssignmentDelete', {
    path: { class_assignment_uuid: (await of.page()).records[0].class_assignment_uuid },
  });
  const undo = `mutation { undoChange(timetable: "${await of.timetable()}") { number } }`;
  expect((await server.graphql(undo)).errors).toBeUndefined();
  expect((await of.page()).total).toBe(1);
});

test('GraphQL tries a series first, refuses clashes by name, and accepts them with a reason', async () => {
  const of = await begin();
  const id = (await of.created()).class_assignment_uuid;
  const { semester, teachingClasses, teachers, rooms } = of.university;
  const input = {
    semester: semester.id,
    course: teachingClasses[1].course.id,
    teacher: teachers[1].id,
    classroom: rooms[0].id,
    courseOwnership: '-',
    teachingClassName: '另一个',
    creditHourType: of.creditHourType,
    teachingHours: 1,
    scheduledHours: 1,
    totalHours: 1,
    priority: 1,
    teachingCampus: of.campus,
    times: [{ dayOfWeek: 1, periodStart: 1, periodEnd: 2, weeks: [1] }],
    consecutivePeriods: 2,
  };
  const create = (args: string) =>
    server.graphql(
      `mutation ($input: SeriesInput!) { createSeries(input: $input ${args}) {
         isStored series { id hours { total } } clashes { kind firstId text } } }`,
      { input },
    );
  expect((await create('isDryRun: true')).data.createSeries).toEqual({
    isStored: false,
    series: null,
    clashes: [{ kind: 'ROOM', firstId: id, text: expect.stringContaining('"另一个"') }],
  });
  expect((await create('')).errors![0].extensions.code).toBe('OPERATION_DENIED');
  expect((await create('acceptsClashes: true')).errors![0].extensions.code).toBe('INVALID_INPUT');
  expect((await of.page()).total).toBe(1);
  const { data } = await create('acceptsClashes: true reason: "exam"');
  expect(data.createSeries).toMatchObject({ isStored: true, series: { hours: { total: 1 } } });
  const change = (field: string) => server.graphql(`mutation { ${field} }`);
  const moved = `updateSeries(id: "${id}", input: { adjustments: { times: [
    { dayOfWeek: 2, periodStart: 3, periodEnd: 4, weeks: [2] }] } },
    isDryRun: true) { after { times { weeks } } }`;
  expect((await change(moved)).data.updateSeries).toEqual({ after: { times: [{ weeks: [2] }] } });
  expect((await change(`retireSeries(id: "${id}", isDryRun: true)`)).data).toEqual({ retireSeries: id });
  expect((await of.get(id)).data.class_time_dto).toEqual([of.time(1, 1)]);
});
