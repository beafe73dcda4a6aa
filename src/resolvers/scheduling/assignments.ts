import { Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { ClassAssignment } from '../../entities/scheduling/assignments.js';
import type { Row } from '../../schema/rows.js';

@ObjectType({ description: 'When a meeting is held.' })
export class MeetingTime {
  @Field(() => Int, { description: '1 Monday to 7 Sunday.', simple: true })
  dayOfWeek: number;

  @Field(() => Int, { description: 'The first period, from 1.', simple: true })
  periodStart: number;

  @Field(() => Int, { description: 'The last period, inclusive.', simple: true })
  periodEnd: number;

  @Field(() => [Int], { description: 'Teaching weeks, from 1.', simple: true })
  weeks: number[];
}

@Resolver(() => ClassAssignment)
export class ClassAssignmentResolver {
  @FieldResolver(() => MeetingTime, { description: 'When the meeting is held.' })
  time(@Root() assignment: Row<ClassAssignment>): MeetingTime {
    return assignment;
  }
}
