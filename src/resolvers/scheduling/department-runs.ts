import { Arg, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { Course } from '../../entities/courses.js';
import {
  DepartmentSchedulingInput,
  SchedulingReport,
  SchedulingResult,
} from '../../entities/scheduling/department-runs.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { scheduleDepartment } from '../../services/scheduling/runs/department-runs.js';
import { schedulingReports } from '../../services/scheduling/runs/reports.js';

@Resolver()
export class DepartmentRunResolver {
  @Mutation(() => SchedulingReport, {
    description:
      'Makes teaching classes and meetings of what a department is to teach, and starts a run that gives ' +
      'them places in the published timetable. All else there stays as it is.',
  })
  scheduleDepartment(
    @Ctx() ctx: Context,
    @Arg('input', () => DepartmentSchedulingInput, { description: 'What to place, and how.' })
    input: DepartmentSchedulingInput,
    @Arg('reason', () => String, {
      nullable: true,
      description: 'Why the published timetable changes; kept with its change. Needed.',
    })
    reason?: string | null,
  ): Promise<SchedulingReport> {
    return scheduleDepartment(ctx, input, reason);
  }

  @Query(() => SchedulingReport, { description: 'Where a scheduling task stands.' })
  schedulingReport(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the task.' }) id: string,
  ): Promise<SchedulingReport> {
    return schedulingReports.one(ctx, id);
  }

  @Query(() => [Id], {
    description: 'The runs for departments that the caller started, newest first, at most 1,000.',
  })
  ownSchedulingTasks(@Ctx() ctx: Context): Promise<string[]> {
    return schedulingReports.own(ctx);
  }

  @Query(() => SchedulingResult, {
    nullable: true,
    description: "What the caller's latest run for a department made; null before there is one.",
  })
  latestSchedulingResult(@Ctx() ctx: Context): Promise<SchedulingResult | null> {
    return schedulingReports.latest(ctx);
  }

  @Extensions({ expectedRows: 200 })
  @Query(() => [Course], {
    description:
      "The courses of the caller's departments that somebody is approved to teach, by code, at most 1,000.",
  })
  schedulableCourses(@Ctx() ctx: Context): Promise<Row<Course>[]> {
    return schedulingReports.courses(ctx);
  }
}
