import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { CalendarDay, PeriodTime, PlannedDay } from '../../entities/scheduling/calendar.js';
import { BellSchedule, bellScheduleId, Semester } from '../../entities/scheduling/semesters.js';
import { SemesterCopy, SemesterCopyInput } from '../../entities/scheduling/timetables.js';
import type { Row } from '../../schema/rows.js';
import { CivilDate, Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { patchOf } from '../../data/inputs.js';
import { bellSchedule, BellScheduleInput } from '../../services/scheduling/semester/bell-schedule.js';
import {
  calendarDaysOf,
  datesOfSemester,
  periodTimesOn,
} from '../../services/scheduling/calendar/held-dates.js';
import { copySemester } from '../../services/scheduling/copies/semester-copies.js';
import { semesters, type ChangedSemester } from '../../services/scheduling/semester/semesters.js';
import { weekCountOf } from '../../services/scheduling/semester/weeks.js';
import { crudResolver, dryRun, expectedVersion } from '../crud.js';

const BellSchedulePatch = patchOf(BellScheduleInput);

@Resolver(() => BellSchedule)
export class BellScheduleResolver {
  @Query(() => BellSchedule, { description: 'How the institution divides a day.' })
  bellSchedule(@Ctx() ctx: Context): Promise<Row<BellSchedule>> {
    return bellSchedule.get(ctx);
  }

  @Mutation(() => BellSchedule, { description: 'Changes how the institution divides a day.' })
  updateBellSchedule(
    @Ctx() ctx: Context,
    @Arg('input', () => BellSchedulePatch, { description: 'What changes.' })
    input: Partial<BellScheduleInput>,
    @expectedVersion version?: number,
  ): Promise<Row<BellSchedule>> {
    return bellSchedule.update(ctx, bellScheduleId, input, version);
  }
}

@Resolver(() => Semester)
export class SemesterResolver extends crudResolver(semesters) {
  @Query(() => Semester, { description: 'The semester that timetables show by default.' })
  currentSemester(@Ctx() ctx: Context): Promise<Row<Semester>> {
    return semesters.current(ctx);
  }

  @Mutation(() => Semester, { description: 'Makes a semester the only current one.' })
  setCurrentSemester(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the semester.' }) id: string,
    @expectedVersion version?: number,
  ): Promise<Row<Semester>> {
    return semesters.setCurrent(ctx, id, version);
  }

  @FieldResolver(() => Int, {
    description: 'Teaching weeks, counted from the Monday of the week in which it starts.',
  })
  weekCount(@Root() semester: Row<Semester>): number {
    return weekCountOf(semester);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'What its change just now moved of the published timetable; null where it moved nothing.',
  })
  dateNotice(@Ctx() { language }: Context, @Root() { dateNotice }: ChangedSemester): string | null {
    return dateNotice?.[language] ?? null;
  }

  @FieldResolver(() => [CalendarDay], {
    description: 'The dates on which not their own plan is taught, in order.',
  })
  calendarDays(@Ctx() ctx: Context, @Root() { id }: Row<Semester>): Promise<Row<CalendarDay>[]> {
    return calendarDaysOf(ctx, id);
  }

  @FieldResolver(() => String, { description: 'Time zone of its dates, by its IANA name.' })
  timeZone(@Ctx() { app }: Context): string {
    return app.config.TIME_ZONE;
  }

  @FieldResolver(() => PlannedDay, {
    nullable: true,
    description: 'Which day of its plan is taught on a date; null where none is.',
  })
  async plannedOn(
    @Ctx() ctx: Context,
    @Root() { id }: Row<Semester>,
    @Arg('date', () => CivilDate, { description: 'The date.' }) date: string,
  ): Promise<PlannedDay | null> {
    const planned = (await datesOfSemester(ctx, id)).dates.plannedOn(date);
    return planned && { week: planned.week, dayOfWeek: planned.day };
  }

  @FieldResolver(() => [PeriodTime], {
    description: 'When the periods begin and end on a date; those without a time are left out.',
  })
  periodTimes(
    @Ctx() ctx: Context,
    @Root() semester: Row<Semester>,
    @Arg('date', () => CivilDate, { description: 'The date, in whose season they have their times.' })
    date: string,
    @Arg('campus', () => Id, { nullable: true, description: 'None: as where no campus says otherwise.' })
    campus?: string,
  ): Promise<PeriodTime[]> {
    return periodTimesOn(ctx, semester, date, campus ?? null);
  }
}

@Resolver()
export class SemesterCopyResolver {
  @Mutation(() => SemesterCopy, {
    description:
      'Copies the enabled teaching classes of a semester into another one, with their groups, seats and ' +
      'meetings, and the places of a timetable as a draft. Administrative classes attend again what they ' +
      'attended, but for those that have left; no student is enrolled. Done again, it adds only what is ' +
      'missing, and makes another draft.',
  })
  copySemester(
    @Ctx() ctx: Context,
    @Arg('input', () => SemesterCopyInput, { description: 'What is copied, and into which semester.' })
    input: SemesterCopyInput,
    @dryRun isDryRun: boolean,
  ): Promise<SemesterCopy> {
    return copySemester(ctx, input, isDryRun);
  }
}
