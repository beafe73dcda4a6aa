import { recordsOf } from '../support/records.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { courseRow, DepartmentRuns } from '../scheduling/department-wishes.js';
import { Assignments } from '../scheduling/made-assignments.js';
import { TeachingClass } from '../../src/entities/scheduling/teaching-classes.js';
import { RoleKey } from '../../src/schema/enums.js';
import { tokenOf } from '../scheduling/people.js';

/** What the forms of existing clients send, in both envelopes. */
describe.each(['specified', 'legacy'] as const)('in the %s envelope', (REST_ENVELOPE) => {
  let server: TestServer;
  let made = 0;
  let keys = 0;

  beforeAll(async () => {
    server = await startTestServer({ env: { REST_ENVELOPE } });
  });
  afterAll(() => server.stop());

  /** A university whose courses have hours of theory only, and the forms of that kind of hours. */
  async function begin(hours: number, teachingClasses = 2): Promise<Assignments> {
    const of = await Assignments.begin(server, `${REST_ENVELOPE[0]}f${++made}`, teachingClasses);
    const sql = `update course set total_hours = $1, theory_hours = $1 where department_id = $2`;
    await recordsOf(server.runtime.app).execute(sql, [hours, of.university.department.id]);
    return of;
  }

  const weeksTo = (last: number, step = 1): number[] =>
    Array.from({ length: Math.ceil(last / step) }, (_, at) => 1 + at * step);

  test('a run places what is selected alone: other classes and earlier lots of electives stay', async () => {
    const runs = await DepartmentRuns.of(server);
    const semester = await runs.semester();
    const [required, elective] = [await runs.course(), await runs.course()];
    const [one, other] = [await runs.group(70), await runs.group(70)];
    const { em } = server.context();
    const ofClass = (group: string): object => courseRow(required, { class_id: [group] });
    const lot = (number: number): object => courseRow(elective, { class_id: [null], number });
    await runs.work();
    await runs.run(runs.wish(semester, [ofClass(one), lot(60)]));
    // Nobody would place it there again, and no run is asked to.
    const [meeting] = (await runs.publishedRows(semester)).map((row) => row.meeting.id);
    const timetable = (await runs.published(semester))!.id;
    const items = [{ meeting, place: { dayOfWeek: 7, periodStart: 11 } }];
    const moved = await server.graphql(
      `mutation ($timetable: ID!, $input: TimetableChangeInput!) {
         changeTimetable(timetable: $timetable, input: $input, reason: "Sunday") { isApplicable warnings } }`,
      { timetable, input: { items } },
    );
    expect(moved.data.changeTimetable.warnings).toHaveLength(1);
    const before = await runs.everyRow(semester);

    expect(await runs.run(runs.wish(semester, [ofClass(other), lot(90)]))).toMatchObject({
      status: 'completed',
      message: '排课完成，共排 2 个课次',
    });

    const after = await runs.everyRow(semester);
    expect(after).toEqual(expect.arrayContaining(before));
    const classes = await em.find(TeachingClass, { semester }, { orderBy: { code: 'asc' } });
    const sizesOf = (course: string): number[] =>
      classes.filter((each) => each.course.id === course).map(({ studentCount }) => studentCount);
    expect([sizesOf(required), sizesOf(elective)]).toEqual([
      [70, 70],
      [60, 30],
    ]);
    expect(await runs.publishedRows(semester)).toHaveLength(4);
    await runs.rest();
  });

  test('a run gives a class one teacher, counts clashes, and preferred weekends for nothing', async () => {
    const runs = await DepartmentRuns.of(server);
    const semester = await runs.semester({ name: '优先时段学期' });
    const course = await runs.course({ theoryHours: 64 });
    const row = courseRow(course, { class_id: [await runs.group()], weekly_hours: 4 });
    const slots = [1, 6, 7].map((day) => ({ day, period_start: 1, period_end: 8, priority_level: 5 }));
    const { time_preferences, ...rest } = runs.wish(semester, [row], { strategy: 'OPTIMAL' });
    const wish = {
      ...rest,
      time_preferences: { ...(time_preferences as object), preferred_time_slots: slots },
    };
    const started = await runs.start(wish);
    expect(started.message).toBe('开始排课；优先时段中的星期六、星期日不安排课次，未计入');
    await runs.work();
    expect(await runs.polled(started.data.task_id as string)).toMatchObject({
      status: 'completed',
      message: expect.stringMatching(/^排课完成，共排 2 个课次/),
      conflicts_count: { teacher: 0, classroom: 0, clazz: 0 },
    });
    // It goes on telling what it did, whatever becomes of the semester.
    const everyDay = `input: { schedulingDays: [1, 2, 3, 4, 5, 6, 7] }`;
    await server.graphql(`mutation { updateSemester(id: "${semester}", ${everyDay}) { id } }`);
    const told = await server.graphql(
      `{ schedulingReport(id: "${started.data.task_id as string}") { warnings } }`,
    );
    expect(told.data.schedulingReport.warnings).toHaveLength(1);
    const page = await server.rest('classAssignmentPage', {
      token: runs.planner,
      query: { semester_uuid: semester },
    });
    expect(new Set(page.data.records.map((each: any) => each.teacher_name)).size).toBe(1);
    await runs.rest();
  });

  test('a question in the box of a form is answered, and changes none of its fields', async () => {
    const of = await begin(64);
    const filled = {
      ...of.body(),
      class_time: [of.time(3, 5)],
    };
    const { data } = await of.call('aiManualScheduling', {
      body: {
        structured_data: JSON.stringify(filled),
        current_semester_uuid: of.university.semester.id,
        ask: '为什么不能排在周一第1节',
        edit: false,
      },
    });
    const told = REST_ENVELOPE === 'legacy' ? JSON.parse(data as string) : data;
    expect(told).toMatchObject({ message: expect.stringContaining('表单没有改动'), data: null });
  });

  test("a teacher's figures count every kind of hours", async () => {
    const of = await begin(64);
    const [theory, laboratory] = ['理论学时', '实验学时'];
    const em = recordsOf(server.runtime.app);
    await em.execute('update course set lab_hours = 32, total_hours = 96 where department_id = $1', [
      of.university.department.id,
    ]);
    const kinds = await em.execute<{ id: string; name: string }[]>('select id, name from credit_hour_type');
    const kind = (name: string): string => kinds.find((each) => each.name === name)!.id;
    await of.created(0, { credit_hour_type: kind(theory), class_time: [of.time(1, 1)] });
    await of.created(0, { credit_hour_type: kind(laboratory), class_time: [of.time(2, 1)] });
    const token = await tokenOf(server, RoleKey.TEACHER, { teacher: of.university.teachers[0].id });
    const { data } = await server.rest('statisticsTeacher', { token });
    const counted = data.class_details.map((each: any) => [each.credit_hour_type, each.total_hours]);
    expect(Object.fromEntries(counted)).toEqual({ [theory]: 32, [laboratory]: 32 });
    expect(data.total_hours).toBe(64);
  });

  test('bug: a week tells the hours of a lesson as its assignment does, not the course’s', async () => {
    const of = await begin(64);
    const em = recordsOf(server.runtime.app);
    const kinds = await em.execute<{ id: string; name: string }[]>('select id, name from credit_hour_type');
    const [laboratory] = kinds.filter(({ name }) => name.includes('实验'));
    await em.execute('update course set lab_hours = 16, total_hours = 80 where department_id = $1', [
      of.university.department.id,
    ]);
    await of.created(0, { credit_hour_type: laboratory.id, total_hours: 16, teaching_hours: 16 });
    const semester_uuid = of.university.semester.id;
    const token = await tokenOf(server, RoleKey.TEACHER, { teacher: of.university.teachers[0].id });
    const week = async (): Promise<number[]> => {
      const { data } = await server.rest('timetableTeacher', { token, query: { semester_uuid } });
      return [...new Set<number>(data.schedule_items.map((each: any) => each.total_hours as number))];
    };
    expect(await week()).toEqual([16]);
    // What a run makes states no hours: the course tells those of the kind.
    await em.execute('update course set lab_hours = 12 where department_id = $1', [
      of.university.department.id,
    ]);
    await em.execute(
      'update series set total_hours = null where id in (select series_id from class_assignment)',
    );
    expect([await week(), (await of.page()).records[0].total_hours]).toEqual([[12], 12]);
  });

  test('weeks after the semester are left out of add and edit, and the answer tells the rest', async () => {
    const of = await begin(64);
    const added = await of.create(0, { class_time: [of.time(1, 1, weeksTo(20)), of.time(2, 1, [19, 20])] });
    expect(added).toMatchObject({ status: 200, data: [] });
    expect(added.message).toMatch(/^排课分配添加成功；.*共 16 周.*第 17-20 周.*第 1-16 周/);
    const { records } = await of.page();
    expect(records[0].class_time_dto).toEqual([of.time(1, 1)]);
    const id = records[0].class_assignment_uuid;
    const edited = await of.adjust(id, { class_time: [of.time(3, 5, weeksTo(19, 2))] });
    expect(edited).toMatchObject({
      status: 200,
      data: {
        after: { class_time: [of.time(3, 5, weeksTo(16, 2))] },
        warnings: [expect.stringContaining('第 17, 19 周')],
      },
    });
    expect(edited.message).toContain('第 17, 19 周');
    // Their lists have seven days; runs place nothing on two of them.
    const sunday = await of.adjust(id, { class_time: [of.time(7, 11)] });
    expect(sunday.data).toMatchObject({
      after: { class_time: [of.time(7, 11)] },
      warnings: [expect.stringContaining('星期日')],
    });
    const none = { class_time: [of.time(4, 1, [19, 20])] };
    for (const answer of [await of.create(1, none), await of.adjust(id, none)])
      expect(answer).toMatchObject({
        status: 400,
        error_message: expect.stringContaining('第 19-20 周不在学期内（共 16 周）'),
      });
  });

  test('the 32 hours of the form are cut to what the course has left; none left is refused', async () => {
    const of = await begin(24);
    const first = await of.create(0, { class_time: [of.time(1, 1, weeksTo(8))] });
    expect(first).toMatchObject({ status: 200, data: [], message: expect.stringMatching(/减为剩余的 24$/) });
    const hoursOf = async (): Promise<object> => {
      const { teaching_hours, scheduled_hours, total_hours } = (await of.page()).records[0];
      return { teaching_hours, scheduled_hours, total_hours };
    };
    expect(await hoursOf()).toEqual({ teaching_hours: 24, scheduled_hours: 24, total_hours: 24 });
    const second = { teaching_class_name: '手工 二', class_time: [of.time(2, 1, weeksTo(4))] };
    expect((await of.create(0, second)).message).toContain('减为剩余的 8');
    expect(await hoursOf()).toEqual({ teaching_hours: 8, scheduled_hours: 8, total_hours: 8 });
    const refused = await of.create(0, { class_time: [of.time(3, 1)] });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.error_message).toContain('“手工 0” 16 学时，周一第 1-2 节（第 1-8 周）');
    expect(refused.error_message).toContain('“手工 二” 8 学时');
    // Hours that somebody asked for are judged as ever.
    const asked = await of.create(1, { total_hours: 25, teaching_hours: 24, scheduled_hours: 24 });
    expect(asked.error_message).toContain('实际安排学时不能大于课程要求总学时');
    // Those who attend an elective are others than before.
    const elective = { administrative_class_uuids: [], student_count: 30, class_time: [of.time(3, 1)] };
    expect(await of.create(0, elective)).toMatchObject({
      status: 200,
      data: [],
      message: expect.stringContaining('减为剩余的 24；上课时间共 32 节，多于 24 学时'),
    });
    expect(await hoursOf()).toMatchObject({ total_hours: 24 });
  });

  test('hours are cut by kind, whatever earlier assignments and other classes hold', async () => {
    const of = await begin(48);
    const em = recordsOf(server.runtime.app);
    await em.execute('update course set lab_hours = 20, total_hours = 68 where department_id = $1', [
      of.university.department.id,
    ]);
    const kinds = await em.execute<{ id: string; name: string }[]>('select id, name from credit_hour_type');
    const kind = (name: string): string => kinds.find((each) => each.name === name)!.id;
    const theory = { credit_hour_type: kind('理论学时') };
    const hours = async (): Promise<number> => (await of.page()).records[0].total_hours;
    const [one, other] = of.university.classes.map(({ id }) => id);
    const { class_assignment_uuid: id } = await of.created(0, { ...theory, class_time: [of.time(1, 1)] });
    expect(await hours()).toBe(32);
    // 48 are more than the form sends, but 32 of them are held.
    const second = { ...theory, teaching_class_name: '手工 二', class_time: [of.time(2, 1, weeksTo(8))] };
    expect((await of.create(0, second)).message).toMatch(/理论学时为 48，学时已由 32 减为剩余的 16$/);
    expect(await hours()).toBe(16);
    const third = await of.create(0, { ...theory, class_time: [of.time(3, 1)] });
    expect(third.error_message).toContain('“手工 0” 32 学时，周一第 1-2 节（第 1-16 周）');
    // Another kind is counted by itself, another class too; who attends together has what is left for all.
    const laboratory = { credit_hour_type: kind('实验学时'), class_time: [of.time(3, 1, weeksTo(8))] };
    expect((await of.create(0, laboratory)).message).toMatch(/实验学时为 20，学时已由 32 减为剩余的 20$/);
    const both = { ...theory, administrative_class_uuids: [one, other], class_time: [of.time(5, 1)] };
    expect((await of.create(0, both)).error_message).toContain(`行政班“${of.university.classes[0].name}”的`);
    const alone = { ...theory, administrative_class_uuids: [other], class_time: [of.time(5, 1)] };
    expect(await of.create(0, alone)).toMatchObject({ status: 200, message: '排课分配添加成功' });
    // An edit that lengthens is told; one that shortens gives hours back.
    const longer = await of.adjust(id, { class_time: [of.time(1, 1), of.time(4, 1)] });
    expect(longer.data.warnings).toEqual([expect.stringContaining('上课时间共 64 节，多于 32 学时')]);
    const shorter = await of.adjust(id, { class_time: [of.time(1, 1, weeksTo(4))] });
    expect(shorter.data.warnings).toEqual([]);
    expect((await of.create(0, { ...theory, class_time: [of.time(6, 1, [1])] })).message).toContain(
      '减为剩余的 24',
    );
  });

  test('clashes come with the warnings, in add and edit, and beside what is refused', async () => {
    const of = await begin(24);
    const { rooms, teachers, classes } = of.university;
    const em = recordsOf(server.runtime.app);
    await em.execute('update classroom set capacity = 10 where id = $1', [rooms[0].id]);
    const at = { class_time: [of.time(6, 1, weeksTo(12))] };
    await of.created(0, at);
    const wrong = { ...at, teacher_uuid: teachers[0].id };
    const warnings = [
      '减为剩余的 24',
      '只有 10 座',
      '星期六不在学期的排课星期内',
      '没有课程“K1”的已批准任课资格',
    ];
    const shown = await of.create(1, wrong);
    expect(shown.message).toMatch(/^排课分配未保存：存在冲突，确认无误请再次提交；/);
    for (const told of [shown.message, ...shown.data.map(({ description }: any) => description)])
      for (const each of warnings) expect(told).toContain(each);
    for (const { description } of shown.data)
      expect(description).toMatch(/排课分配未保存，确认无误请再次提交$/);
    await of.read();
    const stored = await of.create(1, wrong);
    expect(stored.data).toEqual([]);
    for (const each of warnings) expect(stored.message).toContain(each);
    // What is refused names the clash, too, where its times are right.
    const refused = await of.create(1, {
      ...wrong,
      administrative_class_uuids: [classes[0].id],
      total_hours: 40,
    });
    expect(refused.data).toEqual([
      expect.stringContaining('总学时：“K1”为 24，现为 40'),
      expect.stringMatching(/^(教师|教室|班级)“.*冲突/),
    ]);
    const { class_assignment_uuid: id } = await of.created(0, {
      ...{ administrative_class_uuids: [classes[1].id], class_time: [of.time(2, 1, weeksTo(12))] },
    });
    const edit = await of.adjust(id, { class_time: [of.time(6, 1, weeksTo(20))] });
    expect(edit).toMatchObject({ status: 400, code: 40021 });
    for (const each of ['第 17-20 周', '星期六', '多于 24 学时', '未保存，确认无误请再次提交'])
      expect(edit.error_message).toContain(each);
  });

  test('rooms of another type than the course asks for are told where a form names them', async () => {
    const of = await begin(64);
    const em = recordsOf(server.runtime.app);
    const [{ id: asked }] = await em.execute<{ id: string }[]>(
      'select id from classroom_type where id <> (select type_id from classroom where id = $1) limit 1',
      [of.university.rooms[0].id],
    );
    await em.execute('update course set theory_classroom_type_id = $2 where department_id = $1', [
      of.university.department.id,
      asked,
    ]);
    const kinds = await em.execute<{ id: string }[]>("select id from credit_hour_type where name ~ '理论'");
    const theory = { credit_hour_type: kinds[0].id };
    const told = '教室“R0”不是“手工 0”要求的教室类型';
    expect((await of.create(0, theory)).message).toContain(told);
    const [{ class_assignment_uuid: id }] = (await of.page()).records;
    const edited = await of.adjust(id, { classroom_id: of.university.rooms[1].id });
    expect(edited.data.warnings).toEqual([expect.stringContaining('教室“R1”不是')]);
    // Meetings that an edit adds ask for it as well.
    const added = await of.adjust(id, {
      classroom_id: of.university.rooms[0].id,
      class_time: [of.time(2, 3, weeksTo(10))],
    });
    expect(added.data.warnings).toEqual([expect.stringContaining(told)]);
    await em.execute('update classroom set type_id = $2 where id = $1', [of.university.rooms[2].id, asked]);
    expect((await of.adjust(id, { classroom_id: of.university.rooms[2].id })).data.warnings).toEqual([]);
  });

  test('a teacher without qualification is told of by course, and GraphQL asks for a reason', async () => {
    const of = await begin(64);
    const { teachers } = of.university;
    const answer = await of.create(0, { teacher_uuid: teachers[1].id });
    expect(answer).toMatchObject({ status: 200, data: [] });
    expect(answer.message).toContain('教师“T1”没有课程“K0”的已批准任课资格');
    const [{ class_assignment_uuid: id, teacher_uuid }] = (await of.page()).records;
    expect(teacher_uuid).toBe(teachers[1].id);
    expect((await of.adjust(id, { teacher_id: teachers[0].id })).data.warnings).toEqual([]);
    const { data } = await of.adjust(id, { teacher_id: teachers[1].id });
    expect(data).toMatchObject({
      after: { teacher_id: teachers[1].id },
      warnings: [expect.stringContaining('“K0”')],
    });
    await of.adjust(id, { teacher_id: teachers[0].id });
    const change = (more: string): Promise<any> =>
      server.graphql(
        `mutation { updateSeries(id: "${id}", input: { adjustments: { teacher: "${teachers[1].id}" }
           ${more} }) { warnings } }`,
      );
    expect((await change('')).errors[0]).toMatchObject({
      message: expect.stringContaining('the course "K0". Maybe approve one first, or give a reason'),
      extensions: { code: 'INVALID_INPUT' },
    });
    expect((await change('reason: "stands in"')).data.updateSeries.warnings).toHaveLength(1);
  });

  test('everything that is wrong with a form is told at once, room, weeks and hours', async () => {
    const of = await begin(24);
    const { rooms } = of.university;
    const sql = 'update classroom set is_enabled = false where id = $1';
    await recordsOf(server.runtime.app).execute(sql, [rooms[1].id]);
    const wrong = { classroom_uuid: rooms[1].id, class_time: [of.time(1, 1, [19])], total_hours: 40 };
    const added = await of.create(0, wrong);
    expect(added).toMatchObject({ status: 400, code: 40002 });
    expect(added.data).toEqual([
      expect.stringContaining('总学时'),
      expect.stringContaining('第 19 周不在学期内'),
      expect.stringContaining('“R1”'),
    ]);
    for (const each of added.data) expect(added.error_message).toContain(each);
    expect(await of.count()).toBe(0);
    const { class_assignment_uuid } = await of.created(0);
    const edited = await of.adjust(class_assignment_uuid, {
      classroom_id: rooms[1].id,
      class_time: [{ ...of.time(1, 5), period_end: 4 }],
    });
    expect(edited.data).toEqual([expect.stringContaining('开始晚于'), expect.stringContaining('“R1”')]);
    const unknown = '019aa000-0000-7000-8000-00000000dead';
    const missing = await of.create(1, { teacher_uuid: unknown, classroom_uuid: unknown, total_hours: 40 });
    expect(missing).toMatchObject({ status: 404, code: 40400 });
    expect(missing.data).toHaveLength(3);
  });

  test('a clash that is sent again stays open and tells who accepted it; a publish goes on', async () => {
    const of = await begin(64);
    await of.created(0);
    const shown = await of.create(1);
    expect(shown.data).toHaveLength(1);
    expect(shown.data[0].description).toMatch(/手工 0.*未保存，确认无误请再次提交$/);
    await of.read();
    expect((await of.create(1)).data).toEqual([]);
    const query = { semester_uuid: of.university.semester.id };
    const conflicts = async (more = {}): Promise<any[]> =>
      (await of.call('schedulingConflictListSimple', { query: { ...query, ...more } })).data;
    const [conflict, ...others] = await conflicts({ resolution_status: 0 });
    expect(others).toEqual([]);
    const open = { resolution_method: null, resolved_by: null, resolved_at: null };
    const accepted = { accepted_by: server.credentials.user, accepted_at: expect.any(Number) };
    expect(conflict).toMatchObject({ ...open, ...accepted });
    const publish = `mutation ($semester: ID!) { createDraft(semester: $semester) { id } }`;
    const { data } = await server.graphql(publish, { semester: query.semester_uuid });
    const { errors } = await server.graphql(
      `mutation { publishTimetable(id: "${data.createDraft.id}") { status } }`,
    );
    expect(errors).toBeUndefined();
    const [kept] = await conflicts({ resolution_status: 0 });
    expect(kept).toMatchObject(accepted);
    // The edit ends it, and tells by whom.
    expect(await of.adjust(kept.first_assignment_uuid, { class_time: [of.time(4, 1)] })).toMatchObject({
      status: 200,
    });
    expect(await conflicts()).toEqual([
      expect.objectContaining({ resolution_status: 1, resolved_by: server.credentials.user }),
    ]);
  });

  test('a double click that accepts clashes stores once, and both are told that it is stored', async () => {
    const of = await begin(64);
    await of.created(0);
    expect((await of.create(1)).data).toHaveLength(1);
    await of.read();
    const both = await Promise.all([of.create(1), of.create(1)]);
    for (const answer of both)
      expect(answer).toMatchObject({ status: 200, data: [], message: '排课分配添加成功' });
    expect((await of.page()).total).toBe(2);
  });

  test('what adding made goes with the last assignment, is undone with it, and goes again', async () => {
    const of = await begin(64);
    const { teaching_class_uuid, class_assignment_uuid } = await of.created(0);
    const semester_uuid = of.university.semester.id;
    const selector = async (): Promise<string[]> => {
      const { data } = await of.call('teachingClassList', { query: { semester_uuid, is_enabled: true } });
      return data.map((each: any) => each.teaching_class_uuid).toSorted();
    };
    const before = await selector();
    const left = before.filter((each) => each !== teaching_class_uuid);
    expect(left).toHaveLength(before.length - 1);
    const path = { class_assignment_uuid };
    expect(await of.call('classAssignmentDelete', { path })).toMatchObject({ status: 200 });
    const isGone = async (): Promise<void> => {
      expect(await selector()).toEqual(left);
      const { status } = await of.call('teachingClassGet', {
        path: { teachingClassUuid: teaching_class_uuid },
      });
      expect(status).toBe(404);
    };
    await isGone();
    const timetable = await of.timetable();
    const run = async (operation: string): Promise<void> => {
      const { errors } = await server.graphql(
        `mutation { ${operation}(timetable: "${timetable}") { number } }`,
      );
      expect(errors).toBeUndefined();
    };
    await run('undoChange');
    expect(await selector()).toEqual(before);
    expect((await of.get(class_assignment_uuid)).data).toMatchObject({ teaching_class_uuid });
    await run('redoChange');
    await isGone();
    // The history still tells of it.
    const { data } = await server.graphql(
      `{ changes(timetable: "${timetable}") { items { items { meeting { teachingClass { name } } } } } }`,
    );
    expect(JSON.stringify(data)).toContain('手工 0');
  });

  test('a teaching class that a draft still uses, or people made, stays without its assignment', async () => {
    const of = await begin(64);
    const drafted = await of.created(0);
    const { data } = await server.graphql(
      `mutation { createDraft(semester: "${of.university.semester.id}") { id } }`,
    );
    const get = (id: string): Promise<any> =>
      of.call('teachingClassGet', { path: { teachingClassUuid: id } });
    const remove = (id: string): Promise<any> =>
      of.call('classAssignmentDelete', { path: { class_assignment_uuid: id } });
    await remove(drafted.class_assignment_uuid);
    expect(await get(drafted.teaching_class_uuid)).toMatchObject({ status: 200 });
    await server.graphql(`mutation { discardDraft(id: "${data.createDraft.id}") }`);
    expect(await get(drafted.teaching_class_uuid)).toMatchObject({ status: 404 });
    // A person made this one, and a run or a planner placed it.
    const [{ id: planned }] = of.university.teachingClasses;
    const [meeting] = of.university.meetings;
    const place = `{ dayOfWeek: 2, periodStart: 1, classroom: "${of.university.rooms[0].id}",
      teacher: "${of.university.teachers[0].id}" }`;
    const timetable = await of.timetable();
    const placed = await server.graphql(
      `mutation { placeMeeting(timetable: "${timetable}", meeting: "${meeting.id}", place: ${place}
        reason: "once more") { number } }`,
    );
    expect(placed.errors).toBeUndefined();
    await remove((await of.page()).records[0].class_assignment_uuid);
    expect((await of.page()).total).toBe(0);
    expect(await get(planned)).toMatchObject({ status: 200 });
  });

  test('a student added by the name of a class is told which key wants an identifier', async () => {
    const of = await begin(64);
    const own = of.university.classes[0];
    const student = { id: `s${REST_ENVELOPE[0]}1`, name: '学生', gender: true };
    const refused = await of.call('studentCreate', { body: { ...student, clazz: own.name } });
    expect(refused).toMatchObject({ status: 400, code: 40004 });
    expect(refused.error_message).toContain(own.name);
    expect(refused.error_message).toContain('clazz 应填 UUID，不是名称或编号');
    const undashed = own.id.replaceAll('-', '');
    const added = await of.call('studentCreate', { body: { ...student, clazz: undashed } });
    expect(added.data).toMatchObject({ clazz: own.id });
  });

  test('rooms of one name in two buildings are told apart in lists, if need be by the campus', async () => {
    const of = await begin(64);
    const em = recordsOf(server.runtime.app);
    const [room, other] = of.university.rooms;
    const name = `同名室${made}`;
    await em.execute('update classroom set name = $2 where id = any($1)', [[room.id, other.id], name]);
    const shown = async (): Promise<string[]> => {
      const { data } = await of.call('classroomList', { query: { keyword: name } });
      return data.map(({ name }: any) => name).toSorted();
    };
    expect(await shown()).toEqual([name, name]);
    const moveTo = async (building: string, campus: string): Promise<void> => {
      await em.execute(
        `with made as (
           insert into building (id, name, campus_id) values (gen_random_uuid(), $2, $3) returning id)
         update classroom set building_id = made.id from made where classroom.id = $1`,
        [other.id, building, campus],
      );
    };
    await moveTo('二号楼', of.campus);
    const [{ building }] = await em.execute<{ building: string }[]>(
      'select b.name as building from building b join classroom r on r.building_id = b.id where r.id = $1',
      [room.id],
    );
    expect(await shown()).toEqual([`${name}（${building}）`, `${name}（二号楼）`].toSorted());
    const elsewhereName = `别处的一个名称很长的校区${made}${REST_ENVELOPE}`;
    const [{ id: elsewhere }] = await em.execute<{ id: string }[]>(
      `insert into campus (id, name, code, address) values (gen_random_uuid(), $1, $1, '-') returning id`,
      [elsewhereName],
    );
    await moveTo(building, elsewhere);
    const place = `${elsewhereName} ${building}`;
    const [long] = (await shown()).filter((label) => label.startsWith(`${name}（${place.slice(0, 6)}`));
    expect(long).toHaveLength(32);
    expect(long.endsWith('…）')).toBe(true);
  });

  test('a code that is taken is told as it was typed', async () => {
    const rest = { campus_address: '-', campus_desc: '-', campus_status: true };
    const body = { campus_name: '重码一', campus_code: 'ABc-9', ...rest };
    const token = server.administrator;
    expect(await server.rest('campusCreate', { token, body })).toMatchObject({ status: 200 });
    const again = await server.rest('campusCreate', {
      token,
      body: { ...body, campus_name: '重码二', campus_code: ' aBC-9' },
    });
    expect(again).toMatchObject({ status: 409, error_message: expect.stringContaining('：aBC-9') });
  });

  test('a day that there is not, and a name for an identifier, are refused with a remedy', async () => {
    const token = server.administrator;
    const body = {
      semester_name: '二月',
      start_date: '2026-02-31',
      end_date: '2026-07-05',
      is_enabled: true,
    };
    expect(await server.rest('semesterCreate', { token, body })).toMatchObject({
      status: 400,
      error_message:
        '开始日期输入有误：2026-02-31，日历上没有这一天，应为 YYYY-MM-DD 或毫秒时间戳；学期名称不能为空',
    });
    const query = { semester_uuid: '2026' };
    expect(await server.rest('classAssignmentPage', { token, query })).toMatchObject({
      status: 400,
      error_message: '请求参数 semester_uuid 无效：2026，主键不合法（应填 UUID，不是名称或编号）',
    });
  });

  test('what is wrong within lists is told by its key, its value and a remedy, all of it', async () => {
    const of = await begin(64);
    const wrong = [
      { ...of.time(1, 1), week_numbers: ['x', 2, 1.5] },
      { ...of.time(1, 3), day_of_week: 'Mo', period_end: undefined },
    ];
    const answer = await of.create(0, { class_time: wrong, administrative_class_uuids: ['G0'] });
    expect(answer).toMatchObject({ status: 400, code: 40002 });
    expect(answer.data.toSorted()).toEqual(
      [
        '行政班（administrative_class_uuids[0]）输入有误：G0，主键不合法（administrative_class_uuids 应填 UUID，不是名称或编号）',
        '周次（class_time[0].week_numbers[0]）输入有误：x，应为整数',
        '周次（class_time[0].week_numbers[2]）输入有误：1.5，应为整数',
        '星期（class_time[1].day_of_week）输入有误：Mo，应为整数',
        '结束节次（class_time[1].period_end）不能为空，请填写',
      ].toSorted(),
    );
    for (const each of answer.data) expect(answer.error_message).toContain(each);
    // What the operation judges is told where it stands, too.
    const { class_assignment_uuid: id } = await of.created();
    const late = await of.adjust(id, { class_time: [of.time(2, 1), { ...of.time(1, 1), day_of_week: 9 }] });
    expect(late.error_message).toBe('星期不能大于7（当前 9）（adjustments.class_time[1].day_of_week）');
  });

  test('an edit into a clash is refused, and stored when it is sent again after reading', async () => {
    const of = await begin(64);
    const { class_assignment_uuid: first } = await of.created(0);
    const { class_assignment_uuid: id } = await of.created(1, { class_time: [of.time(2, 1)] });
    // Each under a key of its own: what a keyed call is refused with is remembered all the same.
    const send = (): Promise<any> => {
      const options = { headers: { 'idempotency-key': `${REST_ENVELOPE} edit ${++keys}` } };
      return of.adjust(id, { class_time: [of.time(1, 1)] }, { reason: '排课更新' }, options);
    };
    const told = { code: 40021, error_message: expect.stringMatching(/手工 0.*未保存，确认无误请再次提交$/) };
    expect(await send()).toMatchObject(told);
    expect(await send()).toMatchObject(told);
    await of.read();
    expect(await send()).toMatchObject({
      status: 200,
      data: {
        after: { class_time: [of.time(1, 1)] },
        new_conflicts: [{ first_assignment_uuid: first, second_assignment_uuid: id, resolution_status: 0 }],
      },
    });
    const query = { semester_uuid: of.university.semester.id };
    const { data } = await of.call('schedulingConflictListSimple', { query });
    expect(data).toEqual([expect.objectContaining({ accepted_by: server.credentials.user })]);
  });

  test('an elective that adding made stays for its students, and goes with the last of them', async () => {
    const of = await begin(64);
    const elective = { administrative_class_uuids: [], student_count: 30 };
    const { teaching_class_uuid, class_assignment_uuid } = await of.created(0, elective);
    const em = recordsOf(server.runtime.app);
    const { department, classes } = of.university;
    const [{ id }] = await em.execute<{ id: string }[]>(
      `with s as (
         insert into student (id, code, name, is_male, department_id, major_id, grade_id,
           administrative_class_id)
         select gen_random_uuid(), $2, '学生', true, $3, major_id, grade_id, id
         from administrative_class where id = $4 returning id)
       insert into enrolment (id, teaching_class_id, student_id)
       select gen_random_uuid(), $1, id from s returning id`,
      [teaching_class_uuid, `${REST_ENVELOPE} e`, department.id, classes[0].id],
    );
    const status = async (): Promise<number> => {
      const path = { teachingClassUuid: teaching_class_uuid };
      return (await of.call('teachingClassGet', { path })).status;
    };
    await of.call('classAssignmentDelete', { path: { class_assignment_uuid } });
    expect(await status()).toBe(200);
    const { errors } = await server.graphql(`mutation { deleteEnrolment(id: "${id}") }`);
    expect(errors).toBeUndefined();
    expect(await status()).toBe(404);
  });
});
