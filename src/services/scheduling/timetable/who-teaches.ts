import { FurtherTeacher, type TeacherInRole } from '../../../entities/scheduling/further-teachers.js';
import { Meeting } from '../../../entities/scheduling/meetings.js';
import { TeachingRole } from '../../../schema/timetables.js';
import type { Row } from '../../../schema/rows.js';
import type { Context } from '../../../data/context.js';
import { currentAssignment } from './assignments.js';

/** All who teach a meeting: its first teacher, if there is one, then the others as they were given. */
export async function teachersOf(
  { rows }: Context,
  meeting: string,
  first: string | null,
): Promise<TeacherInRole[]> {
  const further = (await rows.many(FurtherTeacher, 'meeting', meeting)) as Row<FurtherTeacher>[];
  const others = further.filter(({ teacher }) => teacher !== first);
  return [...(first === null ? [] : [{ teacher: first, role: TeachingRole.LECTURER }]), ...others];
}

/** All who teach a meeting where it stands, else who are to. */
export async function teachersOfMeeting(ctx: Context, meeting: Row<Meeting>): Promise<TeacherInRole[]> {
  const assignment = await currentAssignment(ctx, meeting.id);
  return teachersOf(ctx, meeting.id, assignment?.teacher ?? meeting.teacher);
}

/** All who teach some meeting of a teaching class, each once for each role. */
export async function teachersOfClass(ctx: Context, teachingClass: string): Promise<TeacherInRole[]> {
  const meetings = (await ctx.rows.many(Meeting, 'teachingClass', teachingClass)) as Row<Meeting>[];
  const held = meetings.filter(({ isReplaced }) => !isReplaced);
  const teachers = await Promise.all(held.map((meeting) => teachersOfMeeting(ctx, meeting)));
  return [...new Map(teachers.flat().map((each) => [`${each.teacher} ${each.role}`, each])).values()];
}
