import type { ClassAssignment } from '../../../entities/scheduling/assignments.js';
import {
  ArchivedTeacher,
  FurtherTeacher,
  type TeacherInRole,
} from '../../../entities/scheduling/further-teachers.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { TeachingRole } from '../../../schema/timetables.js';
import type { Row } from '../../../schema/rows.js';
import type { Context } from '../../../data/context.js';
import { currentAssignment, isArchived } from './assignments.js';

/** All who teach a meeting: its first teacher, if there is one, then the others as they were given. */
export async function teachersOf(
  { rows }: Context,
  meeting: string,
  first: string | null,
): Promise<TeacherInRole[]> {
  const further = (await rows.many(FurtherTeacher, 'meeting', meeting)) as Row<FurtherTeacher>[];
  return withFirst(first, further);
}

const withFirst = (first: string | null, further: readonly TeacherInRole[]): TeacherInRole[] => [
  ...(first === null ? [] : [{ teacher: first, role: TeachingRole.LECTURER }]),
  ...further.filter(({ teacher }) => teacher !== first),
];

/** All who teach what a timetable holds, or did when it was archived. */
export async function teachersOfAssignment(
  ctx: Context,
  { id, timetable, meeting, teacher }: Row<ClassAssignment>,
): Promise<TeacherInRole[]> {
  if (!(await isArchived(ctx, timetable))) return teachersOf(ctx, meeting, teacher);
  const further = (await ctx.rows.many(ArchivedTeacher, 'assignment', id)) as Row<ArchivedTeacher>[];
  return withFirst(teacher, further);
}

/** All who teach a meeting where it stands, else who are to. */
export async function teachersOfMeeting(ctx: Context, meeting: Row<Meeting>): Promise<TeacherInRole[]> {
  const assignment = await currentAssignment(ctx, meeting.id);
  return teachersOf(ctx, meeting.id, assignment?.teacher ?? meeting.teacher);
}

/** Whether somebody teaches a meeting, alone or with others. */
export async function teaches(ctx: Context, meeting: Row<Meeting>, teacher: string | null): Promise<boolean> {
  return (await teachersOfMeeting(ctx, meeting)).some((each) => each.teacher === teacher);
}

/** All who teach some meeting of a teaching class, each once for each role. */
export async function teachersOfClass(ctx: Context, teachingClass: string): Promise<TeacherInRole[]> {
  const meetings = (await ctx.rows.many(Meeting, 'teachingClass', teachingClass)) as Row<Meeting>[];
  const held = meetings.filter(({ isReplaced }) => !isReplaced);
  const teachers = await Promise.all(held.map((meeting) => teachersOfMeeting(ctx, meeting)));
  return [...new Map(teachers.flat().map((each) => [`${each.teacher} ${each.role}`, each])).values()];
}
