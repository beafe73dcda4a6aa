import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  ClassAssignment,
  MeetingTime,
  type PlacedAssignment,
} from '../../entities/scheduling/assignments.js';
import { MeetingOccurrence } from '../../entities/scheduling/date-changes.js';
import { TeacherInRole } from '../../entities/scheduling/further-teachers.js';
import type { Context } from '../../data/context.js';
import { occurrencesOfAssignment } from '../../services/scheduling/calendar/occurrences.js';
import { teachersOfAssignment } from '../../services/scheduling/timetable/who-teaches.js';

@Resolver(() => ClassAssignment)
export class ClassAssignmentResolver {
  @FieldResolver(() => MeetingTime, { description: 'When the meeting is held.' })
  time(@Root() assignment: PlacedAssignment): MeetingTime {
    return assignment;
  }

  @FieldResolver(() => [TeacherInRole], { description: 'All who teach it, the first teacher first.' })
  teachers(@Ctx() ctx: Context, @Root() assignment: PlacedAssignment): Promise<TeacherInRole[]> {
    return teachersOfAssignment(ctx, assignment);
  }

  @FieldResolver(() => [MeetingOccurrence], {
    description: 'Week by week on which date it is, and what was changed of that.',
  })
  occurrences(@Ctx() ctx: Context, @Root() assignment: PlacedAssignment): Promise<MeetingOccurrence[]> {
    return occurrencesOfAssignment(ctx, assignment);
  }
}
