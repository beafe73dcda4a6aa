import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { TeachingClass, TeachingClassGroup } from '../../entities/scheduling/teaching-classes.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { enrolledCount } from '../../services/scheduling/enrolments.js';
import { teachingClasses } from '../../services/scheduling/teaching-classes.js';
import { crudResolver } from '../crud.js';

@Resolver(() => TeachingClass)
export class TeachingClassResolver extends crudResolver(teachingClasses) {
  @Query(() => [TeachingClass], {
    description: 'The enabled teaching classes of a department and those below, newest first.',
  })
  departmentTeachingClasses(
    @Ctx() ctx: Context,
    @Arg('department', () => Id, { description: 'The department that offers them, or one above that.' })
    department: string,
  ): Promise<Row<TeachingClass>[]> {
    return teachingClasses.ofDepartment(ctx, department);
  }

  @FieldResolver(() => Int, {
    description: 'How many groups of students attend: its administrative classes, and 1 if it is elective.',
  })
  async classSize(
    @Ctx() { rows }: Context,
    @Root() { id, isCompulsory }: Row<TeachingClass>,
  ): Promise<number> {
    return isCompulsory ? (await rows.many(TeachingClassGroup, 'teachingClass', id)).length : 1;
  }

  @FieldResolver(() => Int, { description: 'Students who are enrolled; none where it is compulsory.' })
  enrolledCount(@Ctx() ctx: Context, @Root() { id }: Row<TeachingClass>): Promise<number> {
    return enrolledCount(ctx, id);
  }
}
