import type {
  AcademicDashboard,
  AdministratorDashboard,
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
import { notOneOf, wantedSemester } from '../timetable/personal-timetables.js';
import { currentTimetable } from '../timetable/timetables.js';
import {
  attendedCounts,
  departmentCounts,
  installationCounts,
  loadOfStudent,
  loadOfTeacher,
  majorCounts,
  taughtClasses,
} from './reports.queries.js';

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
    installationCounts(ctx.em),
    ctx.rows.find(LoggedRequest, {}, newest),
  ]);
  return { ...counts, requests };
}

/** What a department and those below it hold; without one, all that the caller acts for. */
export async function academicDashboard(
  ctx: Context,
  department?: string | null,
): Promise<AcademicDashboard> {
  authorize(ctx, 'academicDashboard');
  const departments = await wantedDepartments(ctx, department);
  const [[counts], majors] = await Promise.all([
    departmentCounts(ctx.em, departments),
    majorCounts(ctx.em, departments),
  ]);
  return { ...counts, majors };
}

/** What the calling teacher teaches, in all semesters. */
export async function teacherDashboard(ctx: Context): Promise<TeacherDashboard> {
  authorize(ctx, 'teacherDashboard');
  const classes = await taughtClasses(ctx.em, ownTeacherId(ctx));
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

/** How much the calling teacher teaches in a semester, by default the current one. */
export async function ownTeachingLoad(ctx: Context, semester?: string | null): Promise<PersonLoad | null> {
  const { id } = await wantedSemester(ctx, semester);
  const timetable = await currentTimetable(ctx, id);
  return timetable && ((await loadOfTeacher(ctx.em, timetable.id, ownTeacherId(ctx)))[0] ?? noLoad);
}

/** What the calling student attends in a semester, by default the current one. */
export async function studentDashboard(ctx: Context, semesterId?: string | null): Promise<StudentDashboard> {
  authorize(ctx, 'studentDashboard');
  const student = ownStudentId(ctx);
  const semester = await wantedSemester(ctx, semesterId);
  const [counts] = await attendedCounts(ctx.em, semester.id, student);
  return { semester, ...counts };
}

/** How much the calling student attends in a semester, as published. */
export async function ownAttendance(ctx: Context, semesterId: string): Promise<PersonLoad | null> {
  const timetable = await currentTimetable(ctx, semesterId);
  return timetable && ((await loadOfStudent(ctx.em, timetable.id, ownStudentId(ctx)))[0] ?? noLoad);
}

const noLoad: PersonLoad = { hours: 0, minutes: 0, weekHoursMax: 0, dayHoursMax: 0, days: [], roles: [] };

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
