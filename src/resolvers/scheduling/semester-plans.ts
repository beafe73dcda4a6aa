import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Course } from '../../entities/courses.js';
import {
  PlannedTeachingClass,
  PlanWarning,
  SemesterPlan,
  SemesterPlanInput,
} from '../../entities/scheduling/semester-plans.js';
import type { Soon } from '../../data/relations.js';
import type { Context } from '../../data/context.js';
import { semesterPlans } from '../../services/scheduling/curriculum/plans/semester-plans.js';

const planInput = Arg('input', () => SemesterPlanInput, {
  description: 'The semester, and what is to be taught in it.',
});

@Resolver(() => SemesterPlan)
export class SemesterPlanResolver {
  @Query(() => SemesterPlan, {
    description:
      'The teaching classes and meetings that a plan would make, with students and hours, before anything ' +
      'is stored. Everything that speaks against it is told at once.',
  })
  planSemester(@Ctx() ctx: Context, @planInput input: SemesterPlanInput): Promise<SemesterPlan> {
    return semesterPlans.preview(ctx, input);
  }

  @Mutation(() => SemesterPlan, {
    description:
      'Makes the teaching classes and meetings of a plan. What an earlier plan made of the same courses ' +
      'and kinds of hours is changed into it; what people entered stays, and what timetables hold.',
  })
  applySemesterPlan(@Ctx() ctx: Context, @planInput input: SemesterPlanInput): Promise<SemesterPlan> {
    return semesterPlans.apply(ctx, input);
  }
}

@Resolver(() => PlannedTeachingClass)
export class PlannedTeachingClassResolver {
  @FieldResolver(() => Course, { description: 'The course that it is for.' })
  course(@Ctx() { rows }: Context, @Root() { courseId }: PlannedTeachingClass): Soon<object | null> {
    return rows.referenced(Course, courseId);
  }
}

@Resolver(() => PlanWarning)
export class PlanWarningResolver {
  @FieldResolver(() => Course, { description: 'The course that it is about.' })
  course(@Ctx() { rows }: Context, @Root() { courseId }: PlanWarning): Soon<object | null> {
    return rows.referenced(Course, courseId);
  }
}
