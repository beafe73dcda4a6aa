import { Arg, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  BellSeason,
  CalendarChange,
  CalendarChangeInput,
  CalendarDayInput,
  CalendarLink,
  DatedMeeting,
  NewCalendarLink,
} from '../../entities/scheduling/calendar.js';
import type { ChangedDate } from '../../entities/scheduling/date-changes.js';
import type { Context } from '../../data/context.js';
import type { Row } from '../../schema/rows.js';
import { CivilDate, Id } from '../../schema/scalars.js';
import { bellSeasons } from '../../services/scheduling/calendar/bell-seasons.js';
import { changeCalendar, type CalendarEffect } from '../../services/scheduling/calendar/calendar-changes.js';
import {
  calendarLinks,
  createCalendarLink,
  revokeCalendarLink,
} from '../../services/scheduling/exports/calendar-links.js';
import { datedMeetings, TimetableOwnerInput } from '../../services/scheduling/calendar/dated-meetings.js';
import { proposedCalendarDays } from '../../services/scheduling/calendar/holidays.js';
import { crudResolver, dryRun } from '../crud.js';
import { endedDatesFor, endsDates } from './changed-meetings.js';

/** What a query is charged for what is held on some dates. */
const datedMeetingsExpected = 100;

@Resolver(() => BellSeason)
export class BellSeasonResolver extends crudResolver(bellSeasons) {}

@Resolver()
export class CalendarResolver {
  @Query(() => [CalendarDayInput], {
    description:
      'The public holidays and working weekends of mainland China in a semester, as far as they are ' +
      'decreed, for dates of which the calendar says nothing yet.',
  })
  proposedCalendarDays(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { description: 'Identifier of the semester.' }) semester: string,
  ): Promise<CalendarDayInput[]> {
    return proposedCalendarDays(ctx, semester);
  }

  @Mutation(() => CalendarChange, {
    description:
      'Changes on which dates of a semester the plan is taught, and tells which meetings move, fall out or ' +
      'are held again.',
  })
  changeCalendar(
    @Ctx() ctx: Context,
    @Arg('input', () => CalendarChangeInput, { description: 'What changes.' }) input: CalendarChangeInput,
    @dryRun isDryRun: boolean,
    @endsDates ends: boolean = false,
  ): Promise<CalendarChange> {
    const change = changeCalendar(ctx, input, { isDryRun, endsDates: ends });
    return change as Promise<object> as Promise<CalendarChange>;
  }

  @Query(() => [CalendarLink], {
    description: 'The addresses at which calendars read a timetable in the name of the caller.',
  })
  calendarLinks(@Ctx() ctx: Context): Promise<Row<CalendarLink>[]> {
    return calendarLinks(ctx);
  }

  @Extensions({ ignoresIdempotencyKey: true })
  @Mutation(() => NewCalendarLink, {
    description:
      'Makes an address at which a calendar reads the published timetable of a class or of the caller, and ' +
      'nothing else, until it is revoked, expires, or the password is reset.',
  })
  createCalendarLink(
    @Ctx() ctx: Context,
    @Arg('of', () => Id, { nullable: true, description: 'An administrative class; none: the caller.' })
    administrativeClass?: string,
    @Arg('expiresOn', () => CivilDate, {
      nullable: true,
      description: 'The last day on which it leads anywhere; by default it does until it is revoked.',
    })
    expiresOn?: string,
  ): Promise<NewCalendarLink> {
    return createCalendarLink(ctx, administrativeClass ?? null, expiresOn ?? null);
  }

  @Mutation(() => Id, { description: 'Ends an address of the caller at once.' })
  revokeCalendarLink(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the link.' }) id: string,
  ): Promise<string> {
    return revokeCalendarLink(ctx, id);
  }

  @Extensions({ expectedRows: datedMeetingsExpected })
  @Query(() => [DatedMeeting], {
    description:
      'What is held on some dates by the published timetables, or for planners otherwise the newest ' +
      'drafts, in order: at most 62 days.',
  })
  datedMeetings(
    @Ctx() ctx: Context,
    @Arg('from', () => CivilDate, { description: 'The first date.' }) from: string,
    @Arg('to', () => CivilDate, { description: 'The last date.' }) to: string,
    @Arg('of', () => TimetableOwnerInput, {
      defaultValue: {},
      description: 'Whose; that of the caller where it is left out.',
    })
    of: TimetableOwnerInput,
    @Arg('includesCancelled', () => Boolean, {
      defaultValue: false,
      description: 'Also what is not held then because a single date was changed, as `isHeld` tells.',
    })
    includesCancelled: boolean,
  ): Promise<DatedMeeting[]> {
    return datedMeetings(ctx, of, { from, to, includesCancelled });
  }
}

@Resolver(() => CalendarChange)
export class CalendarChangeResolver {
  @FieldResolver()
  endedDates(@Ctx() ctx: Context, @Root() { endedBy, ended }: CalendarEffect): Promise<ChangedDate[]> {
    return endedDatesFor(ctx, endedBy, ended);
  }
}
