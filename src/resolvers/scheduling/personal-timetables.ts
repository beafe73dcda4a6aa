import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Float,
  Int,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Course } from '../../entities/courses.js';
import { Teacher } from '../../entities/people.js';
import { Classroom } from '../../entities/places.js';
import { MeetingDate } from '../../entities/scheduling/calendar.js';
import { ChangedOccurrence } from '../../entities/scheduling/date-changes.js';
import { PersonalTimetable, TimetableItem } from '../../entities/scheduling/personal-timetables.js';
import { Series } from '../../entities/scheduling/series.js';
import { TeacherInRole } from '../../entities/scheduling/further-teachers.js';
import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import { Id } from '../../schema/scalars.js';
import type { Soon } from '../../data/relations.js';
import type { Context } from '../../data/context.js';
import { changedOccurrence, changeOf, heldWhen } from '../../services/scheduling/calendar/occurrences.js';
import { totalHoursOf } from '../../services/scheduling/series/standing.js';
import { teachersOf } from '../../services/scheduling/timetable/who-teaches.js';
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

@Resolver(() => TimetableItem)
export class TimetableItemResolver {
  @FieldResolver(() => Course, { description: 'The course.' })
  course(@Ctx() { rows }: Context, @Root() { courseId }: TimetableItem): Soon<object | null> {
    return rows.referenced(Course, courseId);
  }

  @FieldResolver(() => Teacher, { description: 'Who teaches it.' })
  teacher(@Ctx() { rows }: Context, @Root() { teacherId }: TimetableItem): Soon<object | null> {
    return rows.referenced(Teacher, teacherId);
  }

  @FieldResolver(() => [TeacherInRole], { description: 'All who teach it, the first teacher first.' })
  teachers(@Ctx() ctx: Context, @Root() { meetingId, teacherId }: TimetableItem): Promise<TeacherInRole[]> {
    return teachersOf(ctx, meetingId, teacherId);
  }

  @FieldResolver(() => Float, {
    description: 'Hours of this kind that the course has, or that somebody stated for its series.',
  })
  async totalHours(
    @Ctx() ctx: Context,
    @Root() { seriesId, teachingClassId, creditHourTypeId }: TimetableItem,
  ): Promise<number> {
    const series = seriesId && (await ctx.rows.one(Series, seriesId));
    const ofMeeting = { teachingClass: teachingClassId, creditHourType: creditHourTypeId, totalHours: null };
    return totalHoursOf(ctx, series || ofMeeting);
  }

  @FieldResolver(() => TeachingClass, { description: 'The teaching class, which knows its groups.' })
  teachingClass(@Ctx() { rows }: Context, @Root() { teachingClassId }: TimetableItem): Soon<object | null> {
    return rows.referenced(TeachingClass, teachingClassId);
  }

  @FieldResolver(() => MeetingDate, {
    nullable: true,
    description:
      'On which date and at what time it is held; null if it falls out by the calendar, or was cancelled.',
  })
  held(@Ctx() ctx: Context, @Root() item: TimetableItem): Promise<MeetingDate | null> {
    return heldWhen(ctx, item);
  }

  @FieldResolver(() => ChangedOccurrence, {
    nullable: true,
    description: 'How it stands otherwise than the week says; null if it does not.',
  })
  async change(@Ctx() ctx: Context, @Root() item: TimetableItem): Promise<ChangedOccurrence | null> {
    const found = await changeOf(ctx, item);
    return found && changedOccurrence(ctx, item.semesterId, found);
  }

  @FieldResolver(() => Classroom, { description: 'Where it is held.' })
  classroom(@Ctx() { rows }: Context, @Root() { classroomId }: TimetableItem): Soon<object | null> {
    return rows.referenced(Classroom, classroomId);
  }
}
