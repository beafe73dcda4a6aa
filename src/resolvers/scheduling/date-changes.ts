import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ChangedOccurrence, DateChange } from '../../entities/scheduling/date-changes.js';
import type { Context } from '../../data/context.js';
import type { Row } from '../../schema/rows.js';
import { dateChanges, occurrenceOf } from '../../services/scheduling/calendar/occurrences.js';
import { crudResolver } from '../crud.js';

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
