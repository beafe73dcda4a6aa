import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Teacher } from '../../entities/people.js';
import {
  FurtherTeachersInput,
  FurtherTeachersOutcome,
  TeacherInRole,
} from '../../entities/scheduling/further-teachers.js';
import { Meeting } from '../../entities/scheduling/meetings.js';
import type { Context } from '../../data/context.js';
import type { Soon } from '../../data/relations.js';
import { teachingClasses } from '../../services/scheduling/curriculum/teaching-classes.js';
import { dryRun, reason } from '../crud.js';

@Resolver()
export class FurtherTeachersResolver {
  @Mutation(() => FurtherTeachersOutcome, {
    description:
      'Says who teaches meetings of up to 100 teaching classes beside their first teachers, all or ' +
      'nothing. Nobody is anywhere twice: what clashes in the published timetable, or lacks a ' +
      'qualification, needs a reason.',
  })
  async setFurtherTeachers(
    @Ctx() ctx: Context,
    @Arg('input', () => FurtherTeachersInput, { description: 'Who teaches which meetings too.' })
    input: FurtherTeachersInput,
    @dryRun isDryRun: boolean,
    @reason why: string | undefined,
  ): Promise<FurtherTeachersOutcome> {
    const set = await teachingClasses.setFurtherTeachers(ctx, input, { isDryRun, reason: why });
    const meetings = await Promise.all(set.meetings.map((id) => ctx.rows.one(Meeting, id)));
    return {
      changedCount: set.changedCount,
      meetings: meetings.filter((each) => each !== null),
      warnings: set.warnings.map((text) => text[ctx.language]),
    };
  }
}

@Resolver(() => TeacherInRole)
export class TeacherInRoleResolver {
  @FieldResolver(() => Teacher, { description: 'Who.' })
  teacher(@Ctx() { rows }: Context, @Root() { teacher }: TeacherInRole): Soon<object | null> {
    return rows.referenced(Teacher, teacher);
  }
}
