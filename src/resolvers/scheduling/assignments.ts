import { FieldResolver, Resolver, Root } from 'type-graphql';
import {
  ClassAssignment,
  MeetingTime,
  type PlacedAssignment,
} from '../../entities/scheduling/assignments.js';

@Resolver(() => ClassAssignment)
export class ClassAssignmentResolver {
  @FieldResolver(() => MeetingTime, { description: 'When the meeting is held.' })
  time(@Root() assignment: PlacedAssignment): MeetingTime {
    return assignment;
  }
}
