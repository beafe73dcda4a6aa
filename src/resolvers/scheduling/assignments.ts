import { FieldResolver, Resolver, Root } from 'type-graphql';
import { ClassAssignment, MeetingTime } from '../../entities/scheduling/assignments.js';
import type { Row } from '../../schema/rows.js';

@Resolver(() => ClassAssignment)
export class ClassAssignmentResolver {
  @FieldResolver(() => MeetingTime, { description: 'When the meeting is held.' })
  time(@Root() assignment: Row<ClassAssignment>): MeetingTime {
    return assignment;
  }
}
