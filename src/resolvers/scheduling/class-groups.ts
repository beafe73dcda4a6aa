import { Arg, Ctx, Extensions, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { ClassPartition } from '../../entities/class-groups.js';
import { Student } from '../../entities/people.js';
import { MovedStudents, StudentMovesInput } from '../../entities/class-group-inputs.js';
import { TeachingClassGroup } from '../../entities/scheduling/teaching-classes.js';
import type { Context } from '../../data/context.js';
import type { Row } from '../../schema/rows.js';
import { attendeeName } from '../../services/scheduling/attendance/attendees.js';
import { classGroups } from '../../services/scheduling/groups/group-import.js';
import { classPartitions, ungroupedStudents } from '../../services/scheduling/groups/partitions.js';
import { crudResolver, dryRun } from '../crud.js';

@Resolver(() => ClassPartition)
export class ClassPartitionResolver extends crudResolver(classPartitions) {
  @FieldResolver(() => [Student], {
    description: 'Students of the class who are in none of its groups, as far as you may see them.',
  })
  @Extensions({ expectedRows: 10 })
  ungroupedStudents(@Ctx() ctx: Context, @Root() partition: Row<ClassPartition>): Promise<Row<Student>[]> {
    return ungroupedStudents(ctx, partition);
  }

  @Mutation(() => MovedStudents, {
    description:
      'Moves students of an administrative class between the groups of one of its partitions, into them ' +
      'and out of them. Where somebody would have to be in two places, it is refused without a reason.',
  })
  moveStudentsToGroups(
    @Ctx() ctx: Context,
    @Arg('input', () => StudentMovesInput, { description: 'Who comes into which group.' })
    input: StudentMovesInput,
    @dryRun isDryRun: boolean,
  ): Promise<MovedStudents> {
    return classPartitions.moveStudents(ctx, input, isDryRun);
  }
}

@Resolver()
export class ClassGroupResolver extends crudResolver(classGroups) {}

@Resolver(() => TeachingClassGroup)
export class TeachingClassGroupResolver {
  @FieldResolver(() => String, {
    description:
      'Who attends: the name of the administrative class, with that of its group if only one does.',
  })
  name(@Ctx() ctx: Context, @Root() attendee: Row<TeachingClassGroup>): Promise<string> {
    return attendeeName(ctx, attendee);
  }
}
