import { Arg, Args, ArgsType, Ctx, Field, Int, Query, Resolver } from 'type-graphql';
import { PersonalTimetable } from '../../entities/scheduling/personal-timetables.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import {
  studentTimetable,
  teacherTimetable,
} from '../../services/scheduling/timetable/personal-timetables.js';

/** A range of weeks; all where it is left out. */
@ArgsType()
export class WeeksArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'The first teaching week, from 1; all before it are left out.',
  })
  weekFrom?: number | null;

  @Field(() => Int, { nullable: true, description: 'The last teaching week; all after it are left out.' })
  weekTo?: number | null;
}

@Resolver()
export class PersonalTimetableResolver {
  @Query(() => PersonalTimetable, { description: 'What the calling teacher teaches, week by week.' })
  teacherTimetable(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { nullable: true, description: 'The current one by default.' })
    semester?: string,
    @Args(() => WeeksArgs) range: WeeksArgs = {},
  ): Promise<PersonalTimetable> {
    return teacherTimetable(ctx, semester, range);
  }

  @Query(() => PersonalTimetable, { description: 'What the calling student attends, week by week.' })
  studentTimetable(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { nullable: true, description: 'The current one by default.' })
    semester?: string,
    @Args(() => WeeksArgs) range: WeeksArgs = {},
  ): Promise<PersonalTimetable> {
    return studentTimetable(ctx, semester, range);
  }
}
