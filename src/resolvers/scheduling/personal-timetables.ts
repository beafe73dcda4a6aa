import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { PersonalTimetable } from '../../entities/scheduling/personal-timetables.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { studentTimetable, teacherTimetable } from '../../services/scheduling/personal-timetables.js';

@Resolver()
export class PersonalTimetableResolver {
  @Query(() => PersonalTimetable, { description: 'What the calling teacher teaches, week by week.' })
  teacherTimetable(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { nullable: true, description: 'The current one by default.' })
    semester?: string,
  ): Promise<PersonalTimetable> {
    return teacherTimetable(ctx, semester);
  }

  @Query(() => PersonalTimetable, { description: 'What the calling student attends, week by week.' })
  studentTimetable(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { nullable: true, description: 'The current one by default.' })
    semester?: string,
  ): Promise<PersonalTimetable> {
    return studentTimetable(ctx, semester);
  }
}
