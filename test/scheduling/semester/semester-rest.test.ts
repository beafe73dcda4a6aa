import { administrativeClass, created, department, grade, major } from '../../organisation/college.js';
import type { TestServer } from '../../support/server.js';
import { workbook } from '../../workbook/support/workbook.js';
import { startWorkingServer } from '../support.js';

/**
 * One semester as the existing clients would go through it. Each step goes on where the one before ended, and
 * nothing is done past /api/v1.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

type Values = Record<string, any>;

/** What an operation answers to somebody. @throws when it is refused */
async function call(operation: string, token: string, more: Values = {}): Promise<any> {
  const { status, data, error_message } = await server.rest(operation, { token, ...more });
  if (status !== 200) throw new Error(`${operation}: ${error_message}`);
  return data;
}

/** Imports the rows of a workbook, all of which are stored. */
async function imported(operation: string, rows: readonly (readonly string[])[]): Promise<void> {
  const file = workbook(rows).toString('base64');
  const data = await call(operation, known.planner, { body: { file, ignore_error: false } });
  expect(data).toMatchObject({ success_count: rows.length - 1 });
}

/** Opens the account of a teacher or student with the initial password. Gives the token. */
async function registered(user: string, isStudent: boolean): Promise<string> {
  const name = `user-${user}`;
  const phone = `137${user.slice(-1).padStart(8, isStudent ? '1' : '2')}`;
  const initial_password = `${isStudent ? 'stu' : 'te'}${user}`;
  const account = { user, name, email: `${name}@example.com`, phone, initial_password };
  const body = { type: isStudent, new_password: 'Chosen123', ...account };
  expect((await server.rest('authRegister', { body })).message).toBe('注册成功');
  return signedIn(name, 'Chosen123');
}

async function signedIn(user: string, password: string): Promise<string> {
  const { data } = await server.rest('authLogin', { body: { user, password } });
  return data.token.token ?? data.token;
}

/** What one step leaves to the next. */
const known: {
  planner: string;
  teacher: string;
  student: string;
  department: string;
  campus: string;
  rooms: string[];
  semester: string;
  classId: string;
  /** By name. */
  courses: Map<string, string>;
  teachers: Map<string, string>;
  assignment: Values;
} = {} as never;

/** The university is entered, and its people and courses are imported from workbooks. */
async function entered(): Promise<void> {
  const { administrator } = server;
  known.department = await department(server, { department_name: '数学学院' });
  const campus = { campus_name: '东校区', campus_code: 'E', campus_address: '一号', campus_desc: '主' };
  known.campus = (await created(server, 'campusCreate', { ...campus, campus_status: true })).campus_uuid;
  const building = { building_name: '一号楼', campus_uuid: known.campus, status: true };
  await call('buildingCreate', administrator, { body: building });
  const [{ building_uuid }] = await call('buildingList', administrator);
  const types = await call('classroomTypeList', administrator);
  const type = types.find(({ name }: Values) => name === '普通教室').class_type_uuid;
  for (const number of ['R101', 'R102']) {
    await created(server, 'classroomCreate', {
      number,
      name: number,
      campus_uuid: known.campus,
      building_uuid,
      floor: '1',
      type,
      tag: [],
      capacity: 60,
      area: 80,
      status: true,
      examination_room: false,
      is_multimedia: true,
      is_air_conditioned: true,
    });
  }
  known.rooms = (await call('classroomList', administrator)).map((room: Values) => room.classroom_uuid);
  const group = await administrativeClass(server, known.department, {
    major_uuid: await major(server, known.department, { major_name: '应用数学' }),
    grade_uuid: await grade(server),
    class_name: '应数一班',
    student_count: 40,
  });
  known.classId = group.administrative_class_uuid;
  const dates = { start_date: '2026-09-07', end_date: '2026-12-27' };
  const semester = { name: '2026-2027-1', ...dates, is_enabled: true };
  await call('semesterCreate', administrator, { body: semester });
  [{ semester_uuid: known.semester }] = await call('semesterList', administrator);

  const roles = await call('roleList', administrator);
  const role_uuid = roles.find(({ role_name }: Values) => role_name === '教务').role_uuid;
  const account = { name: 'planner', email: 'planner@example.com', phone: '13911112222' };
  const grant = { role_uuid, department: known.department, type: 2 };
  await call('userAdd', administrator, { body: { ...account, ...grant, password: 'Planner123' } });
  known.planner = await signedIn('planner', 'Planner123');

  const [major_, grade_] = [group.major_name ?? '应用数学', await gradeName(group.grade_uuid)];
  await imported('teacherBatchImport', [
    ['教师工号 *', '教师姓名 *', '教师性别 *', '教师类型 *'],
    ['T1', '陈老师', '女', '讲师'],
    ['T2', '周老师', '男', '讲师'],
  ]);
  await imported('studentBatchImport', [
    ['学院', '专业', '年级', '班级', '学号', '姓名', '性别'],
    ['数学学院', major_, grade_, '应数一班', '1', '学生一', '男'],
  ]);
  await imported('courseBatchImport', [
    ['课程ID*', '课程名称*', '课程类型*', '所属部门*', '理论课时'],
    ...['数学分析', '线性代数'].map((name, at) => [`M${at}`, name, 'A类(纯理论课)', '数学学院', '32']),
    ['M2', '数学史', 'A类(纯理论课)', '数学学院', '24'],
  ]);
  const byName = (rows: Values[], key: string): Map<string, string> =>
    new Map(rows.map((row) => [row.name ?? row.course_name ?? row.teacher_name, row[key]]));
  known.courses = byName(await call('courseList', known.planner), 'course_library_uuid');
  known.teachers = byName(await call('teacherList', known.planner), 'teacher_uuid');
  expect([known.courses.size, known.teachers.size]).toEqual([3, 2]);
}

async function gradeName(grade_uuid: string): Promise<string> {
  return (await call('gradeGet', server.administrator, { path: { grade_uuid } })).name;
}

/** A teacher applies, the planner approves and adds another one; the teacher says a wish. */
async function qualified(): Promise<void> {
  known.teacher = await registered('T1', false);
  known.student = await registered('1', true);
  const values = { qualification_level: 2, is_primary: true, teach_years: 3, remarks: '' };
  const of = (teacher: string, course: string): Values => {
    const refers = { teacher_uuid: known.teachers.get(teacher), course_uuid: known.courses.get(course) };
    return { body: { ...values, ...refers } };
  };
  const applied = await call('teacherCourseQualificationApply', known.teacher, of('陈老师', '数学分析'));
  const review = { path: { qualification_uuid: applied }, query: { status: 1 } };
  await call('teacherCourseQualificationApprove', known.planner, review);
  await call('teacherCourseQualificationCreate', known.planner, of('周老师', '线性代数'));
  for (const time_slot of [1, 2]) {
    const wish = {
      semester_uuid: known.semester,
      day_of_week: 3,
      time_slot,
      preference_level: 5,
      reason: '',
    };
    const body = { ...wish, teacher_uuid: known.teachers.get('陈老师') };
    await call('teacherPreferenceCreate', known.teacher, { body });
  }
}

/** A run is asked for and polled until it has ended; its result is published and has no conflict. */
async function scheduled(): Promise<void> {
  const courses = await call('schedulingBaseData', known.planner, {
    query: { semester_uuid: known.semester, department_uuid: known.department },
  });
  expect(courses).toHaveLength(2);
  const rows = ['数学分析', '线性代数'].map((name) => ({
    course_id: known.courses.get(name),
    class_id: [known.classId],
    number: null,
    weekly_hours: 2,
    course_enu_type: 'THEORY',
    is_odd_week: false,
    start_week: 1,
    end_week: 16,
  }));
  const body = {
    semester_uuid: known.semester,
    department_uuid: known.department,
    strategy: 'QUICK',
    constraints: {
      teacher_preference: true,
      room_optimization: true,
      student_conflict_avoidance: true,
      consecutive_courses_preferred: true,
      specialization_room_matching: true,
    },
    priority_settings: { course_types: [] },
    time_preferences: {
      avoid_evening_courses: true,
      balance_weekday_courses: true,
      preferred_time_slots: [],
    },
    scope_settings: { specific_course_ids: rows, allowed_building_ids: [] },
  };
  const { task_id } = await call('schedulingAuto', known.planner, { body });
  expect(await call('schedulingTaskList', known.planner)).toEqual([task_id]);
  let task: Values;
  do {
    await new Promise((resolve) => setTimeout(resolve, 200));
    task = await call('schedulingTaskStatus', known.planner, { path: { task_id } });
  } while (task.status === 'processing');
  expect(task).toMatchObject({ status: 'completed', progress: 100 });
  expect(await conflicts()).toEqual([]);
  expect(await seen('Teacher')).toEqual(['数学分析 3-1']);
}

const conflicts = (): Promise<Values[]> =>
  call('schedulingConflictListSimple', known.planner, { query: { semester_uuid: known.semester } });

/** What somebody sees in week 2 of the own timetable. */
async function seen(who: 'Teacher' | 'Student'): Promise<string[]> {
  const token = who === 'Teacher' ? known.teacher : known.student;
  const query = { semester_uuid: known.semester };
  const { schedule_items } = await call(`timetable${who}`, token, { query });
  return schedule_items
    .filter(({ week }: Values) => week === 2)
    .map((item: Values) => `${item.course_name} ${item.day_of_week}-${item.start_slot}`)
    .toSorted();
}

const time = (day_of_week: number, period_start: number): Values => ({
  day_of_week,
  period_start,
  period_end: period_start + 1,
  week_numbers: weeksTo(20),
});

/** Those of the buttons of the forms, whose semesters all have 20 weeks; this one has 16. */
const weeksTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

const page = (): Promise<Values> =>
  call('classAssignmentPage', known.planner, {
    query: { semester_uuid: known.semester, page: 1, size: 100 },
  });

/** What the add form sends, whatever the course: weeks to 20 and 32 hours. */
async function form(): Promise<Values> {
  const [type] = await call('creditHourTypeList', known.planner);
  return {
    semester_uuid: known.semester,
    course_uuid: known.courses.get('线性代数'),
    teacher_uuid: known.teachers.get('周老师'),
    classroom_uuid: known.rooms[0],
    teaching_class_uuid: 'k3x9q2',
    course_ownership: known.department,
    teaching_class_name: '线性代数 补课',
    administrative_class_uuids: [known.classId],
    credit_hour_type: type.credit_hour_type_uuid,
    teaching_hours: '32',
    scheduled_hours: 32,
    total_hours: 32,
    scheduling_priority: '50',
    teaching_campus: known.campus,
    class_time: [time(3, 1)],
    consecutive_sessions: 2,
    specified_time: '',
    is_elective: false,
  };
}

/** An assignment is added beside the run's, first where it clashes, then elsewhere, and moved away. */
async function adjusted(): Promise<void> {
  expect((await page()).total).toBe(2);
  // The run has placed all hours of the course, so that the hours of the form itself have nothing left.
  const full = await server.rest('classAssignmentCreate', { token: known.planner, body: await form() });
  expect(full.error_message).toContain('行政班“应数一班”的已全部安排');
  const body = { ...(await form()), teaching_hours: 16, scheduled_hours: 16, total_hours: 16 };
  const clashes = await call('classAssignmentCreate', known.planner, { body });
  expect(clashes.length).toBeGreaterThan(0);
  expect((await page()).total).toBe(2);
  expect(
    await call('classAssignmentCreate', known.planner, { body: { ...body, class_time: [time(5, 7)] } }),
  ).toEqual([]);
  const { records } = await page();
  expect(records).toHaveLength(3);
  const [added] = records;
  expect(added.class_time_dto).toEqual([{ ...time(5, 7), week_numbers: weeksTo(16) }]);
  expect(await seen('Student')).toContain('线性代数 5-7');

  const adjust = (class_time: Values[], more: Values = {}): Promise<any> =>
    server.rest('classAssignmentUpdate', {
      token: known.planner,
      body: {
        assignment_id: added.class_assignment_uuid,
        adjustments: { class_time },
        adjust_teaching_class: {},
        ignore_conflicts: false,
        ...more,
      },
    });
  expect(await adjust([time(3, 1)])).toMatchObject({ code: 40021 });
  expect(await adjust([time(3, 1)], { ignore_conflicts: true, reason: '合班' })).toMatchObject({
    status: 200,
  });
  const accepted = await conflicts();
  expect(accepted.length).toBeGreaterThan(0);
  expect(accepted.every(({ resolution_status }) => resolution_status === 2)).toBe(true);
  expect(await adjust([time(4, 7)])).toMatchObject({ status: 200 });
  expect((await conflicts()).every(({ resolution_status }) => resolution_status === 1)).toBe(true);
  const path = { class_assignment_uuid: added.class_assignment_uuid };
  expect(await call('classAssignmentResolveConflicts', known.planner, { path })).toBe(accepted.length);
  expect(await conflicts()).toEqual([]);
  expect(await seen('Student')).toContain('线性代数 4-7');

  await call('classAssignmentDelete', known.planner, { path });
  expect((await page()).total).toBe(2);
}

/** A short course is added for somebody who is not approved for it, clashes, is accepted and moved away. */
async function added(): Promise<void> {
  const body = {
    ...(await form()),
    course_uuid: known.courses.get('数学史'),
    teaching_class_name: '数学史 应数一班',
    class_time: [time(3, 1)],
  };
  const [clash] = await call('classAssignmentCreate', known.planner, { body });
  expect(clash.description).toContain('未保存，确认无误请再次提交');
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const { message, data } = await server.rest('classAssignmentCreate', { token: known.planner, body });
  expect(data).toEqual([]);
  for (const part of ['第 17-20 周', '剩余的 24', '教师“周老师”没有课程“数学史”的已批准任课资格'])
    expect(message).toContain(part);
  const { records } = await page();
  const { class_assignment_uuid, ...assignment } = records[0];
  expect(assignment).toMatchObject({ teaching_hours: 24, scheduled_hours: 24, total_hours: 24 });
  const open = await conflicts();
  expect(open.length).toBeGreaterThan(0);
  expect(open.every((each) => each.resolution_status === 0 && each.accepted_by === 'planner')).toBe(true);
  const edit = {
    assignment_id: class_assignment_uuid,
    adjustments: { class_time: [time(6, 9)], teacher_id: known.teachers.get('陈老师') },
    adjust_teaching_class: { teaching_class_uuid: assignment.teaching_class_uuid },
    ignore_conflicts: false,
    reason: '排课更新',
  };
  const { after, warnings } = await call('classAssignmentUpdate', known.planner, { body: edit });
  expect(after.class_time).toEqual([{ ...time(6, 9), week_numbers: weeksTo(16) }]);
  // Of weeks, of the Saturday and of the teacher.
  expect(warnings).toHaveLength(3);
  expect((await conflicts()).every((each) => each.resolved_by === 'planner')).toBe(true);
  const path = { class_assignment_uuid };
  await call('classAssignmentResolveConflicts', known.planner, { path });
  await call('classAssignmentDelete', known.planner, { path });
}

/** Both timetables and the three dashboards show what is left. */
async function shown(): Promise<void> {
  const own = await seen('Teacher');
  expect(own).toEqual(['数学分析 3-1']);
  const attended = await seen('Student');
  expect(attended).toHaveLength(2);
  expect(attended).toEqual(expect.arrayContaining(own));
  expect(await call('statisticsTeacher', known.teacher)).toMatchObject({
    course_count: 1,
    class_count: 1,
    class_details: [{ course_name: '数学分析' }],
  });
  expect(await call('statisticsAcademic', known.planner)).toMatchObject({
    teacher_count: 2,
    student_count: 1,
    // What adding made went with its assignment.
    teaching_class_count: 2,
    course_library_count: 3,
  });
  const { teacher_count, request_logs } = await call('statisticsAdmin', server.administrator);
  expect(teacher_count).toBe(2);
  expect(request_logs.length).toBeGreaterThan(0);
}

test('a semester over /api/v1, from an empty university to timetables and dashboards', async () => {
  for (const step of [entered, qualified, scheduled, adjusted, added, shown]) await step();
}, 120_000);
