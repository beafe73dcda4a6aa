import type { PersonalTimetable, TimetableItem } from '../../../entities/scheduling/personal-timetables.js';
import { Course, CreditHourType } from '../../../entities/courses.js';
import { Teacher } from '../../../entities/people.js';
import { Building, Campus, Classroom } from '../../../entities/places.js';
import type { PlacedAssignment } from '../../../entities/scheduling/assignments.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { TeachingClass, TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import type { Timetable } from '../../../entities/scheduling/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { authorize, declareRights, students, teachers, viewerOf } from '../../../data/access.js';
import type { Soon } from '../../../data/relations.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { assignmentsOf, type AssignmentFilter } from './assignments.js';
import { attendeeName } from '../attendance/attendees.js';
import { noCurrentSemester } from '../semester/current-semester.js';
import { currentTimetable } from './timetables.js';

declareRights({ teacherTimetable: teachers, studentTimetable: students });

/** A range of teaching weeks, both ends of which count; an absent one is that of the semester. */
type Weeks = Pick<AssignmentFilter, 'weekFrom' | 'weekTo'>;

/** The timetable of the calling teacher. */
export async function teacherTimetable(
  ctx: Context,
  semesterId?: string | null,
  range: Weeks = {},
): Promise<PersonalTimetable> {
  authorize(ctx, 'teacherTimetable');
  const { teacherId } = viewerOf(ctx);
  if (!teacherId) throw notOneOf({ zh: '教师', en: 'teacher' });
  const semester = await wantedSemester(ctx, semesterId);
  return { semester, items: await timetableItems(ctx, semester.id, { teacher: teacherId, ...range }) };
}

/** The timetable of the calling student: what the administrative class attends, and the electives. */
export async function studentTimetable(
  ctx: Context,
  semesterId?: string | null,
  range: Weeks = {},
): Promise<PersonalTimetable> {
  authorize(ctx, 'studentTimetable');
  const { studentId } = viewerOf(ctx);
  if (!studentId) throw notOneOf({ zh: '学生', en: 'student' });
  const semester = await wantedSemester(ctx, semesterId);
  return { semester, items: await timetableItems(ctx, semester.id, { student: studentId, ...range }) };
}

/** That the account of the caller belongs to no such person. */
export const notOneOf = ({ zh, en }: { zh: string; en: string }): DomainError =>
  new DomainError('OPERATION_DENIED', {
    zh: `当前用户不是${zh}，请联系管理员关联账号`,
    en: `Your account does not belong to a ${en}. Maybe ask an administrator to link it.`,
  });

/** The semester that is named, else the current one. @throws NOT_FOUND when there is none */
export async function wantedSemester(ctx: Context, id: string | null | undefined): Promise<Row<Semester>> {
  if (id) return readOne(ctx, Semester, id);
  const [semester] = await ctx.rows.find(Semester, { isCurrent: true, isEnabled: true });
  if (!semester) throw noCurrentSemester();
  return semester;
}

/** What the current timetable of a semester has of some assignments, week by week. */
async function timetableItems(
  ctx: Context,
  semesterId: string,
  filter: AssignmentFilter,
): Promise<TimetableItem[]> {
  const timetable = await currentTimetable(ctx, semesterId);
  if (!timetable) return [];
  const items = await placedItems(ctx, timetable, filter);
  const { weekFrom, weekTo } = filter;
  return items
    .flatMap(({ weeks, ...item }) => weeks.map((week) => ({ ...item, week })))
    .filter(({ week }) => week >= (weekFrom ?? 1) && week <= (weekTo ?? Infinity))
    .sort((a, b) => a.week - b.week || a.dayOfWeek - b.dayOfWeek || a.periodStart - b.periodStart);
}

/** A meeting in all of its weeks. */
export type PlacedItem = Omit<TimetableItem, 'week'> & { readonly weeks: readonly number[] };

/** What a timetable has of some assignments. The loaders batch the references over all of them. */
export async function placedItems(
  ctx: Context,
  timetable: Row<Timetable>,
  filter: AssignmentFilter,
): Promise<PlacedItem[]> {
  const assignments = await assignmentsOf(ctx, timetable, filter);
  const items = await Promise.all(
    assignments.map((assignment) => itemOf(ctx, timetable.semester, assignment)),
  );
  return items.filter((item) => item !== null);
}

/** An assignment with the names of everything to which it refers; null where some of that is gone. */
export async function itemOf(
  ctx: Context,
  semesterId: string,
  assignment: PlacedAssignment,
): Promise<PlacedItem | null> {
  const { rows } = ctx;
  const [meeting, teachingClass, teacher, classroom] = await Promise.all([
    rows.one(Meeting, assignment.meeting),
    rows.referenced(TeachingClass, assignment.teachingClass) as Soon<Row<TeachingClass> | null>,
    rows.one(Teacher, assignment.teacher),
    rows.one(Classroom, assignment.classroom),
  ]);
  if (!meeting || !teachingClass?.isEnabled || !teacher || !classroom) return null;
  const { creditHourType: type } = meeting;
  const [course, building, creditHourType, attendees] = await Promise.all([
    rows.one(Course, teachingClass.course),
    rows.one(Building, classroom.building),
    type ? rows.one(CreditHourType, type) : null,
    rows.many(TeachingClassGroup, 'teachingClass', teachingClass.id),
  ]);
  const groups = (attendees as Row<TeachingClassGroup>[]).filter(({ classGroup }) => classGroup !== null);
  const campus = building && (await rows.one(Campus, building.campus));
  if (!course || !building || !campus) return null;
  return {
    semesterId,
    assignmentId: assignment.id,
    seriesId: assignment.series,
    meetingId: meeting.id,
    courseId: course.id,
    courseName: course.name,
    teacherId: teacher.id,
    teacherName: teacher.name,
    teachingClassId: teachingClass.id,
    teachingClassName: teachingClass.name,
    groupNames: await Promise.all(groups.map((group) => attendeeName(ctx, group))),
    campusId: campus.id,
    campusName: campus.name,
    buildingId: building.id,
    buildingName: building.name,
    classroomId: classroom.id,
    classroomName: classroom.name,
    creditHourTypeId: creditHourType?.id ?? null,
    creditHourTypeName: creditHourType?.name ?? null,
    dayOfWeek: assignment.dayOfWeek,
    periodStart: assignment.periodStart,
    periodEnd: assignment.periodEnd,
    consecutivePeriods: assignment.periodEnd - assignment.periodStart + 1,
    weeks: assignment.weeks,
  };
}
