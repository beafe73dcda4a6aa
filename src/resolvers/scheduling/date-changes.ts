import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import {
  ChangedOccurrence,
  DateChange,
  DateItemInput,
  DateRequest,
} from '../../entities/scheduling/date-changes.js';
import type { Context } from '../../data/context.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { dateRequests, wantedBy } from '../../services/scheduling/calendar/date-requests.js';
import { dateChanges, occurrenceOf } from '../../services/scheduling/calendar/occurrences.js';
import type { DateItem } from '../../services/scheduling/changes/single-dates.js';
import { crudResolver, publicNote } from '../crud.js';
import { acceptsClashesText } from './changed-meetings.js';

/** What a caller asks of a single date, in the words of changes. */
export const dateItemOf = ({ to, ...same }: DateItemInput): DateItem => ({
  ...same,
  to: to && { date: to.date, period: to.periodStart, room: to.classroom, teacher: to.teacher },
});

@Resolver(() => DateChange)
export class DateChangeResolver extends crudResolver(dateChanges) {
  @FieldResolver(() => ChangedOccurrence, {
    nullable: true,
    description: 'How the week has it and how it is held, by date; null once the timetable is archived.',
  })
  occurrence(@Ctx() ctx: Context, @Root() change: Row<DateChange>): Promise<ChangedOccurrence | null> {
    return occurrenceOf(ctx, change);
  }
}

const idArg = { description: 'Identifier of the request.' };

@Resolver(() => DateRequest)
export class DateRequestResolver extends crudResolver(dateRequests) {
  @FieldResolver(() => ChangedOccurrence, {
    nullable: true,
    description: 'How the week has it and how it is wanted, by date; null where it has no place any more.',
  })
  wanted(@Ctx() ctx: Context, @Root() request: Row<DateRequest>): Promise<ChangedOccurrence | null> {
    return wantedBy(ctx, request);
  }

  @Mutation(() => DateRequest, {
    description:
      'Asks academic affairs to move or cancel a date of a meeting that the calling teacher teaches, or to ' +
      'let somebody else teach it. What cannot be is refused at once.',
  })
  requestDateChange(
    @Ctx() ctx: Context,
    @Arg('input', () => DateItemInput, { description: 'What is wanted.' }) input: DateItemInput,
    @Arg('reason', () => String, { description: 'Why, for academic affairs.' }) reason: string,
  ): Promise<Row<DateRequest>> {
    return dateRequests.request(ctx, dateItemOf(input), reason);
  }

  @Mutation(() => DateRequest, { description: 'Takes back a request on which nobody has decided.' })
  withdrawDateRequest(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, idArg) id: string,
  ): Promise<Row<DateRequest>> {
    return dateRequests.withdraw(ctx, id);
  }

  @Mutation(() => DateRequest, {
    description: 'Carries a request out as a change of the published timetable, or refuses it with words.',
  })
  reviewDateRequest(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, idArg) id: string,
    @Arg('accepts', () => Boolean, { description: 'Whether it is carried out.' }) accepts: boolean,
    @Arg('answer', () => String, {
      nullable: true,
      description: 'What the teacher is told; needed to refuse it.',
    })
    answer?: string,
    @publicNote note?: string,
    @Arg('acceptsClashes', () => Boolean, { defaultValue: false, description: acceptsClashesText })
    acceptsClashes?: boolean,
  ): Promise<Row<DateRequest>> {
    return dateRequests.review(ctx, id, { accepts, answer, publicNote: note, acceptsClashes });
  }
}
