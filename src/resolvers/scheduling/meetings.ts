import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ClassAssignment } from '../../entities/scheduling/assignments.js';
import { Meeting } from '../../entities/scheduling/meetings.js';
import { TeacherInRole } from '../../entities/scheduling/further-teachers.js';
import type { Row } from '../../schema/rows.js';
import type { Context } from '../../data/context.js';
import { currentAssignment } from '../../services/scheduling/timetable/assignments.js';
import { teachersOfMeeting } from '../../services/scheduling/timetable/who-teaches.js';

@Resolver(() => Meeting)
export class MeetingResolver {
  @FieldResolver(() => ClassAssignment, {
    nullable: true,
    description:
      'Its time, room and teacher in the published timetable, or for planners otherwise in the newest draft.',
  })
  assignment(@Ctx() ctx: Context, @Root() meeting: Row<Meeting>): Promise<Row<ClassAssignment> | null> {
    return currentAssignment(ctx, meeting.id);
  }

  @FieldResolver(() => [TeacherInRole], { description: 'All who teach it, the first teacher first.' })
  teachers(@Ctx() ctx: Context, @Root() meeting: Row<Meeting>): Promise<TeacherInRole[]> {
    return teachersOfMeeting(ctx, meeting);
  }
}
