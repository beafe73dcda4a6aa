import { Arg, Ctx, Extensions, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { User } from '../../entities/accounts.js';
import { Course } from '../../entities/courses.js';
import { Teacher } from '../../entities/people.js';
import { Campus, Classroom } from '../../entities/places.js';
import { MeetingTime } from '../../entities/scheduling/assignments.js';
import { Series } from '../../entities/scheduling/series.js';
import {
  SeriesAdjustment,
  SeriesChangeInput,
  SeriesHours,
  SeriesInput,
  SeriesPlacement,
  type SeriesStanding,
} from '../../entities/scheduling/series-changes.js';
import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import { optionsMax } from '../../data/bounds.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import type { Act } from '../../services/scheduling/placement/acts.js';
import type { Standing } from '../../services/scheduling/series/adjust.js';
import { series } from '../../services/scheduling/series/series.js';
import { campusOf, hoursOf, placesOf } from '../../services/scheduling/series/standing.js';
import { joinedTimes } from '../../services/scheduling/series/wanted-times.js';
import { crudResolver, dryRun } from '../crud.js';

const idArg = { description: 'Identifier of the series.' };
const isForm = Arg('isForm', () => Boolean, {
  defaultValue: false,
  description:
    'Judges it as a form of existing clients, which cannot ask back: weeks after the end of the semester ' +
    'are left out, 32 hours are cut to what the course has left of their kind, a teacher without ' +
    'qualification is told among the warnings, and no reason is needed.',
});
const acceptsByRepetition = (answer: string) =>
  Arg('acceptsByRepetition', () => Boolean, {
    defaultValue: false,
    description:
      `${answer}; the same input once more, at least 2 seconds and at most 5 minutes later, accepts them ` +
      'if they are still the same. They are kept as open conflicts that tell who accepted them, and stop ' +
      'no publish.',
  });
const actOf = (isForm: boolean): Act => (isForm ? 'form' : 'editPublished');

@Resolver(() => Series)
export class SeriesResolver extends crudResolver(series) {
  @Extensions({ expectedRows: optionsMax / 2 })
  @Query(() => [Series], {
    description:
      'The series that the published timetable of a semester has placed, of the departments granted to the ' +
      `caller, newest first, at most ${optionsMax}.`,
  })
  seriesOptions(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { description: 'Identifier of the semester.' }) semester: string,
    @Arg('course', () => Id, { nullable: true, description: 'Keeps those of this course.' }) course?: string,
    @Arg('teacher', () => Id, { nullable: true, description: 'Keeps those that this teacher holds.' })
    teacher?: string,
  ): Promise<Row<Series>[]> {
    return series.ofSemester(ctx, semester, { course, teacher });
  }

  @Mutation(() => SeriesPlacement, {
    description:
      'Creates a teaching class with the meetings of a series and places them in the published timetable, ' +
      'all or nothing; where the semester has none, one is published. Refused with the clashes, by name.',
  })
  async createSeries(
    @Ctx() ctx: Context,
    @Arg('input', () => SeriesInput, { description: 'The new series.' }) input: SeriesInput,
    @Arg('reason', () => String, {
      nullable: true,
      description: 'Why; kept with the change. Needed unless it comes from a form of existing clients.',
    })
    reason: string | undefined,
    @Arg('acceptsClashes', () => Boolean, {
      defaultValue: false,
      description: 'Stores it although meetings clash then; each clash is kept as an ignored conflict.',
    })
    acceptsClashes: boolean,
    @acceptsByRepetition('Answers clashes instead of refusing them') acceptsByRepetition: boolean,
    @isForm isForm: boolean,
    @dryRun isDryRun: boolean,
  ): Promise<SeriesPlacement> {
    const terms = { act: actOf(isForm), reason, acceptsClashes, acceptsByRepetition, isDryRun };
    const { series: id, clashes, warnings } = await series.place(ctx, input, terms);
    return {
      series: id === null ? null : await series.load(ctx, id),
      isStored: id !== null,
      clashes,
      warnings: warnings.map((text) => text[ctx.language]),
    };
  }

  @Mutation(() => SeriesAdjustment, {
    description:
      'Changes a series in the published timetable: room, teacher, times, and its teaching class; all or ' +
      'nothing. Refused with the clashes that it adds, by name, unless they are accepted with a reason.',
  })
  async updateSeries(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, idArg) id: string,
    @Arg('input', () => SeriesChangeInput, { description: 'What changes.' }) input: SeriesChangeInput,
    @acceptsByRepetition('Refuses clashes at first') acceptsByRepetition: boolean,
    @isForm isForm: boolean,
    @dryRun isDryRun: boolean,
  ): Promise<SeriesAdjustment> {
    const terms = { act: actOf(isForm), acceptsByRepetition, isDryRun };
    const { before, after, course, clashes, warnings } = await series.adjust(ctx, id, input, terms);
    const person = ctx.viewer?.userId ?? null;
    return {
      seriesId: id,
      course: await ctx.rows.one(Course, course),
      before: await shownStanding(ctx, before),
      after: await shownStanding(ctx, after),
      adjustedAt: new Date(),
      adjustedById: person,
      adjustedByName: person && ((await ctx.rows.one(User, person))?.name ?? null),
      clashes: [...clashes],
      warnings: warnings.map((text) => text[ctx.language]),
      reason: input.reason ?? null,
    };
  }

  @Mutation(() => Id, {
    description:
      'Takes all meetings of a series out of the published timetable and returns its identifier; other ' +
      'timetables are not touched.',
  })
  retireSeries(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, idArg) id: string,
    @Arg('reason', () => String, { nullable: true, description: 'Why; kept with the change. Needed.' })
    reason: string | undefined,
    @Arg('isForm', () => Boolean, {
      defaultValue: false,
      description: 'Takes it from a form of existing clients, which cannot ask for a reason.',
    })
    isForm: boolean,
    @dryRun isDryRun: boolean,
  ): Promise<string> {
    return series.retire(ctx, id, { act: actOf(isForm), reason, isDryRun });
  }

  @FieldResolver(() => Teacher, { nullable: true, description: 'Who holds it, as published.' })
  async teacher(@Ctx() ctx: Context, @Root() { id }: Row<Series>): Promise<object | null> {
    const [place] = await placesOf(ctx, id);
    return place ? ctx.rows.referenced(Teacher, place.teacher) : null;
  }

  @FieldResolver(() => Classroom, { nullable: true, description: 'Where it is held, as published.' })
  async classroom(@Ctx() ctx: Context, @Root() { id }: Row<Series>): Promise<object | null> {
    const [place] = await placesOf(ctx, id);
    return place ? ctx.rows.referenced(Classroom, place.classroom) : null;
  }

  @FieldResolver(() => [MeetingTime], {
    description: 'When it is held, as published, by day and first period; neighbouring periods are joined.',
  })
  async times(@Ctx() ctx: Context, @Root() { id }: Row<Series>): Promise<MeetingTime[]> {
    return joinedTimes(await placesOf(ctx, id)).map((time) => ({ ...time, weeks: [...time.weeks] }));
  }

  @FieldResolver(() => SeriesHours, { description: 'Its hours.' })
  hours(@Ctx() ctx: Context, @Root() row: Row<Series>): Promise<SeriesHours> {
    return hoursOf(ctx, row);
  }

  @FieldResolver(() => Campus, { nullable: true, description: 'The campus stated, else that of the room.' })
  async campus(@Ctx() ctx: Context, @Root() row: Row<Series>): Promise<object | null> {
    const id = await campusOf(ctx, row);
    return id ? ctx.rows.referenced(Campus, id) : null;
  }

  @FieldResolver(() => String, {
    description:
      'The ownership stated, else the identifier of the department that offers it, without dashes.',
  })
  async ownership(@Ctx() ctx: Context, @Root() row: Row<Series>): Promise<string> {
    return row.courseOwnership ?? (await classOf(ctx, row)).department.replaceAll('-', '');
  }

  @FieldResolver(() => Int, {
    description: 'Students, where it is elective; 0 of a compulsory one, by which existing clients know it.',
  })
  async classSize(@Ctx() ctx: Context, @Root() row: Row<Series>): Promise<number> {
    const { isCompulsory, studentCount } = await classOf(ctx, row);
    return isCompulsory ? 0 : studentCount;
  }
}

const classOf = async (ctx: Context, { teachingClass }: Row<Series>): Promise<Row<TeachingClass>> =>
  (await ctx.rows.referenced(TeachingClass, teachingClass)) as Row<TeachingClass>;

/** A standing with what it refers to. */
export async function shownStanding(
  ctx: Context,
  { room, teacher, times, ...stated }: Standing,
): Promise<SeriesStanding> {
  return {
    classroom: room && (await ctx.rows.referenced(Classroom, room)),
    teacher: teacher && (await ctx.rows.referenced(Teacher, teacher)),
    times: times.map((time) => ({ ...time, weeks: [...time.weeks] })),
    ...stated,
  } as SeriesStanding;
}
