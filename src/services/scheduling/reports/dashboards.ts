import type {
  AcademicDashboard,
  AdministratorDashboard,
  MajorStudentCount,
  PersonLoad,
  StudentDashboard,
  TaughtClass,
  TeacherDashboard,
} from '../../../entities/scheduling/dashboards.js';
import { LoggedRequest } from '../../../entities/system.js';
import { RoleKey } from '../../../schema/enums.js';
import { administrators, authorize, declareRights, planners, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { wantedDepartments } from '../../organisation/wanted-departments.js';
import { placedMeetings } from './held-meetings.js';
import { attendedClasses, loadOfStudent, loadOfTeacher } from './loads.js';
import { notOneOf, wantedSemester } from '../timetable/personal-timetables.js';
import { currentTimetable } from '../timetable/timetables.js';

declareRights({
  administratorDashboard: administrators,
  academicDashboard: planners,
  teacherDashboard: [RoleKey.TEACHER],
  studentDashboard: [RoleKey.STUDENT],
});

/** Requests on the dashboard of administrators. */
const requestsMax = 100;

/** What the installation holds, and the newest requests. */
export async function administratorDashboard(ctx: Context): Promise<AdministratorDashboard> {
  authorize(ctx, 'administratorDashboard');
  const newest = { orderBy: { requestedAt: 'desc', id: 'desc' }, limit: requestsMax } as const;
  const [[counts], requests] = await Promise.all([
    ctx.em.execute<[Omit<AdministratorDashboard, 'requests'>]>(installationSql),
    ctx.rows.find(LoggedRequest, {}, newest),
  ]);
  return { ...counts, requests };
}

const installationSql = `
  select (select count(*) from "user")::int as "userCount",
    (select count(*) from campus)::int as "campusCount",
    (select count(*) from building)::int as "buildingCount",
    (select count(*) from teacher)::int as "teacherCount",
    (select count(*) from student)::int as "studentCount"`;

/** What a department and those below it hold; without one, all that the caller acts for. */
export async function academicDashboard(
  ctx: Context,
  department?: string | null,
): Promise<AcademicDashboard> {
  authorize(ctx, 'academicDashboard');
  const departmentIds = await wantedDepartments(ctx, department);
  const [[counts], majors] = await Promise.all([
    ctx.em.execute<[Omit<AcademicDashboard, 'majors'>]>(departmentsSql, [departmentIds]),
    ctx.em.execute<MajorStudentCount[]>(majorsSql, [departmentIds]),
  ]);
  return { ...counts, majors };
}

const inDepartments = '($1::uuid[] is null or department_id = any($1::uuid[]))';

const departmentsSql = `
  select (select count(*) from teacher where ${inDepartments})::int as "teacherCount",
    (select count(*) from student where ${inDepartments})::int as "studentCount",
    (select count(*) from administrative_class where ${inDepartments})::int as "administrativeClassCount",
    (select count(*) from teaching_class where ${inDepartments} and not is_withdrawn)::int
      as "teachingClassCount",
    (select count(*) from course where ${inDepartments})::int as "courseCount"`;

const majorsSql = `
  select m.id as "majorId", m.name as "majorName",
    (select count(*) from student s where s.major_id = m.id)::int as "studentCount"
  from major m where ${inDepartments} order by m.name collate "chinese", m.id`;

/** What the calling teacher teaches, in all semesters. */
export async function teacherDashboard(ctx: Context): Promise<TeacherDashboard> {
  authorize(ctx, 'teacherDashboard');
  const classes = await ctx.em.execute<TaughtClass[]>(taughtSql, [ownTeacherId(ctx)]);
  const sumOf = (valueOf: (each: TaughtClass) => number): number =>
    classes.reduce((sum, each) => sum + valueOf(each), 0);
  return {
    courseCount: new Set(classes.map(({ courseId }) => courseId)).size,
    classCount: classes.length,
    studentCount: sumOf(({ studentCount }) => studentCount),
    totalHours: sumOf(({ totalHours }) => Math.floor(totalHours)),
    classes,
  };
}

// Hours of a course `k` of the type `h`, which is known by a word of its name; null where it has none.
const libraryHours = `nullif(case
    when h.name like '%理论%' then k.theory_hours when h.name like '%实验%' then k.lab_hours
    when h.name like '%实践%' then k.practice_hours when h.name like '%上机%' then k.computer_hours
    when h.name like '%其他%' then k.other_hours end, 0)`;

// A teaching class counts once for each type of hours that the teacher teaches it.
const taughtSql = `
  with taught as (
    select distinct on (p.teaching_class_id, credit_hour_type_id) p.teaching_class_id,
      s.total_hours, m.sequence,
      coalesce(s.credit_hour_type_id, m.credit_hour_type_id) as credit_hour_type_id
    from ${placedMeetings} p join timetable t on t.id = p.timetable_id join meeting m on m.id = p.meeting_id
      left join series s on s.id = p.series_id
    where p.teacher_id = $1 and t.status = 'PUBLISHED'
    order by p.teaching_class_id, credit_hour_type_id, m.sequence),
  counted as (
    select taught.teaching_class_id, string_agg(h.name, '、' order by taught.sequence) as types,
      sum(coalesce(taught.total_hours, ${libraryHours})) as hours
    from taught join teaching_class c on c.id = taught.teaching_class_id join course k on k.id = c.course_id
      left join credit_hour_type h on h.id = taught.credit_hour_type_id
    group by taught.teaching_class_id)
  select c.id as "teachingClassId", c.name as "teachingClassName", k.id as "courseId", k.name as "courseName",
    c.student_count as "studentCount", counted.types as "creditHourTypeName",
    coalesce(counted.hours, k.total_hours)::float8 as "totalHours"
  from counted join teaching_class c on c.id = counted.teaching_class_id join course k on k.id = c.course_id
    join semester s on s.id = c.semester_id
  order by s.start_date desc, c.name collate "chinese", c.id`;

/** How much the calling teacher teaches in a semester, by default the current one. */
export async function ownTeachingLoad(ctx: Context, semester?: string | null): Promise<PersonLoad | null> {
  const { id } = await wantedSemester(ctx, semester);
  const timetable = await currentTimetable(ctx, id);
  return timetable && loadOfTeacher(ctx, timetable.id, ownTeacherId(ctx));
}

/** What the calling student attends in a semester, by default the current one. */
export async function studentDashboard(ctx: Context, semesterId?: string | null): Promise<StudentDashboard> {
  authorize(ctx, 'studentDashboard');
  const student = ownStudentId(ctx);
  const semester = await wantedSemester(ctx, semesterId);
  const [counts] = await ctx.em.execute<[Omit<StudentDashboard, 'semester'>]>(attendedSql, [
    semester.id,
    student,
  ]);
  return { semester, ...counts };
}

const attendedSql = `
  with attended as (
    select c.course_id from teaching_class c where c.semester_id = $1 and c.id in (${attendedClasses('$2')}))
  select (select count(*) from attended)::int as "classCount", count(*)::int as "courseCount",
    coalesce(sum(k.credits), 0)::float8 as credits
  from course k where k.id in (select course_id from attended)`;

/** How much the calling student attends in a semester, as published. */
export async function ownAttendance(ctx: Context, semesterId: string): Promise<PersonLoad | null> {
  const timetable = await currentTimetable(ctx, semesterId);
  return timetable && loadOfStudent(ctx, timetable.id, ownStudentId(ctx));
}

function ownTeacherId(ctx: Context): string {
  const { teacherId } = viewerOf(ctx);
  if (!teacherId) throw notOneOf({ zh: '教师', en: 'teacher' });
  return teacherId;
}

function ownStudentId(ctx: Context): string {
  const { studentId } = viewerOf(ctx);
  if (!studentId) throw notOneOf({ zh: '学生', en: 'student' });
  return studentId;
}
