import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { GroupMoveInput, MovedStudents } from '../../entities/class-group-inputs.js';
import { TeachingClassGroup } from '../../entities/scheduling/teaching-classes.js';
import type { Context } from '../../data/context.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { attendeeName } from '../../services/scheduling/attendance/attendees.js';
import { classPartitions } from '../../services/scheduling/groups/partitions.js';
import { crudResolver, dryRun, reason } from '../crud.js';

@Resolver()
export class ClassPartitionResolver extends crudResolver(classPartitions) {
  @Mutation(() => MovedStudents, {
    description:
      'Moves students of an administrative class between the groups of one of its partitions, into them and ' +
      'out of them. Where somebody would have to be in two places, it is refused without a reason.',
  })
  moveStudentsToGroups(
    @Ctx() ctx: Context,
    @Arg('partition', () => Id, { description: 'Identifier of the partition.' }) partition: string,
    @Arg('moves', () => [GroupMoveInput], { description: 'Who comes into which group, at most 1000 students.' })
    moves: GroupMoveInput[],
    @dryRun isDryRun: boolean,
    @reason why: string | undefined,
  ): Promise<MovedStudents> {
    return classPartitions.moveStudents(ctx, partition, moves, { isDryRun, reason: why });
  }
}

@Resolver(() => TeachingClassGroup)
export class TeachingClassGroupResolver {
  @FieldResolver(() => String, {
    description: 'Who attends: the name of the administrative class, with that of its group if only one does.',
  })
  name(@Ctx() ctx: Context, @Root() attendee: Row<TeachingClassGroup>): Promise<string> {
    return attendeeName(ctx, attendee);
  }
}
