import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Int,
  Mutation,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import {
  type AffectedPeople,
  Change,
  ChangedMeeting,
  type ChangeItemInput,
  MeetingPlaceInput,
  TimetableChangeInput,
  TimetableChangeOutcome,
} from '../../entities/scheduling/changes.js';
import { ChangedDate } from '../../entities/scheduling/date-changes.js';
import { TimetableStatus } from '../../schema/timetables.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import type { OrderedEvent } from '../../data/in-order.js';
import type { ChangeOutcome } from '../../services/scheduling/changes/change.js';
import type { ItemRequest } from '../../services/scheduling/changes/items.js';
import { edits, placeOf } from '../../services/scheduling/changes/edits.js';
import { affectedByStates } from '../../services/scheduling/drafts/affected.js';
import {
  changeLists,
  changesSince,
  followChanges,
  itemsOf,
} from '../../services/scheduling/changes/follow.js';
import { crudResolver, dryRun, DryRunField, publicNote, PublicNoteField } from '../crud.js';
import {
  acceptsClashesText,
  affectedFor,
  changedMeetings,
  clashFor,
  endedDatesFor,
  endsDatesText,
} from './changed-meetings.js';
import { dateItemOf } from './date-changes.js';

/** What a query is charged for the items of a change. */
const itemsExpected = 20;

@ArgsType()
class ChangeTermsArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Why; kept with the change, and in the audit log. Needed in the published timetable, where clashes ' +
      'are accepted, and for a teacher without qualification.',
  })
  reason?: string | null;

  @PublicNoteField
  publicNote?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the newest change that you know; a newer one refuses yours. Any if left out.',
  })
  expectedNumber?: number | null;

  @Field(() => TimetableStatus, {
    nullable: true,
    description: 'What you believe the timetable to be, so that no change of a draft hits a published one.',
  })
  expectedStatus?: TimetableStatus | null;

  @Field(() => Boolean, { defaultValue: false, description: acceptsClashesText })
  acceptsClashes: boolean;

  @Field(() => Boolean, { defaultValue: false, description: endsDatesText })
  endsDates: boolean;

  @DryRunField
  isDryRun: boolean;
}

const timetableArg = { description: 'Identifier of the timetable: a draft, or the published one.' };
const reversalReason = Arg('reason', () => String, {
  nullable: true,
  description: 'Why; kept with the change. That of the change in question if left out.',
});
const meetingArg = { description: 'Identifier of the meeting.' };

@Resolver(() => Change)
export class ChangeResolver extends crudResolver(changeLists) {
  @Subscription(() => [Change], {
    description:
      'The changes of a timetable in order: first those after the number that you know, then each that ' +
      'comes. Follow again with the last number to go on where you left off.',
    subscribe: ({ args, context }) => {
      const { timetable, after } = args as { timetable: string; after: number };
      return followChanges(context as Context, timetable, after);
    },
  })
  timetableChanges(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Root() event: OrderedEvent,
    @Arg('after', () => Int, { defaultValue: 0, description: 'Number of the newest change that you know.' })
    _after: number,
  ): Promise<Row<Change>[]> {
    return changesSince(ctx, timetable, event);
  }

  @Mutation(() => TimetableChangeOutcome, {
    description:
      'Changes meetings of a timetable, all or nothing: places, locks, meetings that it holds, and single ' +
      'dates of the published one. Refused with what stands in its way, by name.',
  })
  changeTimetable(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('input', () => TimetableChangeInput, { description: 'What changes.' })
    { items, dates }: TimetableChangeInput,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    const wanted = { ...terms, dates: (dates ?? []).map(dateItemOf) };
    return outcomeFor(ctx, edits.change(ctx, 'changeTimetable', timetable, requestsOf(items ?? []), wanted));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description: 'Moves a meeting that has a place: to another time, room or teacher.',
  })
  moveMeeting(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Arg('place', () => MeetingPlaceInput, { description: 'What of its place changes.' })
    place: MeetingPlaceInput,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    const items = [{ meeting, place: placeOf(place) }];
    return outcomeFor(ctx, edits.change(ctx, 'moveMeeting', timetable, items, terms));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description: 'Exchanges the times and rooms of two meetings; each keeps its teacher.',
  })
  swapMeetings(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('first', () => Id, meetingArg) first: string,
    @Arg('second', () => Id, { description: 'Identifier of the other meeting.' }) second: string,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    return outcomeFor(ctx, edits.swap(ctx, timetable, [first, second], terms));
  }

  @Mutation(() => TimetableChangeOutcome, { description: 'Gives a meeting another room at the same time.' })
  assignRoom(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Arg('classroom', () => Id, { description: 'Identifier of the room.' }) room: string,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    return outcomeFor(ctx, edits.change(ctx, 'assignRoom', timetable, [{ meeting, place: { room } }], terms));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description:
      'Gives a meeting another teacher at the same time; one who is not qualified for the course needs a ' +
      'reason.',
  })
  assignTeacher(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Arg('teacher', () => Id, { description: 'Identifier of the teacher.' }) teacher: string,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    const items = [{ meeting, place: { teacher } }];
    return outcomeFor(ctx, edits.change(ctx, 'assignTeacher', timetable, items, terms));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description:
      'Locks a meeting where it is: runs and repairs leave it there, and nobody moves, takes out or ' +
      'retires it before it is unlocked.',
  })
  lockMeeting(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    return outcomeFor(ctx, edits.change(ctx, 'lockMeeting', timetable, [{ meeting, isLocked: true }], terms));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description: 'Lets runs, repairs and people move a meeting again.',
  })
  unlockMeeting(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    const items = [{ meeting, isLocked: false }];
    return outcomeFor(ctx, edits.change(ctx, 'unlockMeeting', timetable, items, terms));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description: 'Places a meeting that has no place; one that the timetable does not hold is added.',
  })
  placeMeeting(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Arg('place', () => MeetingPlaceInput, {
      description: 'Its place; the teacher may be left out where the meeting names one.',
    })
    place: MeetingPlaceInput,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    const items = [{ meeting, place: placeOf(place), expected: null }];
    return outcomeFor(ctx, edits.change(ctx, 'placeMeeting', timetable, items, terms));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description: 'Takes a meeting out of its place; the timetable still holds it, as unplaced.',
  })
  takeOutMeeting(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    return outcomeFor(ctx, edits.change(ctx, 'takeOutMeeting', timetable, [{ meeting, place: null }], terms));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description: 'Retires a meeting: this timetable no longer holds it, others are not touched.',
  })
  retireMeeting(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Args(() => ChangeTermsArgs) terms: ChangeTermsArgs,
  ): Promise<TimetableChangeOutcome> {
    const items = [{ meeting, isRetired: true }];
    return outcomeFor(ctx, edits.change(ctx, 'retireMeeting', timetable, items, terms));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description:
      'Takes back your newest change of the timetable that still stands, as long as nobody has changed ' +
      'these meetings since. Works after a restart, too.',
  })
  undoChange(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @dryRun isDryRun: boolean,
    @reversalReason reason?: string | null,
    @publicNote note?: string | null,
  ): Promise<TimetableChangeOutcome> {
    return outcomeFor(ctx, edits.undo(ctx, timetable, { isDryRun, reason, publicNote: note }));
  }

  @Mutation(() => TimetableChangeOutcome, {
    description: 'Makes again what you took back last. A new change of yours leaves nothing to make again.',
  })
  redoChange(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @dryRun isDryRun: boolean,
    @reversalReason reason?: string | null,
    @publicNote note?: string | null,
  ): Promise<TimetableChangeOutcome> {
    return outcomeFor(ctx, edits.redo(ctx, timetable, { isDryRun, reason, publicNote: note }));
  }

  @Extensions({ expectedRows: itemsExpected })
  @FieldResolver(() => [ChangedMeeting], { description: 'What it does to each meeting.' })
  async items(@Ctx() ctx: Context, @Root() { id }: Row<Change>): Promise<ChangedMeeting[]> {
    return changedMeetings(ctx, await itemsOf(ctx, id));
  }
}

/** What callers ask of meetings, in the words of changes. */
export const requestsOf = (items: readonly ChangeItemInput[]): ItemRequest[] =>
  items.map(({ place, expected, ...same }) => ({
    ...same,
    ...(place !== undefined && { place: place && placeOf(place) }),
    ...(expected !== undefined && { expected: expected && placeOf(expected) }),
  }));

/** The outcome of a change as it is answered; what refers to records is read where it is asked for. */
export async function outcomeFor(
  ctx: Context,
  pending: Promise<ChangeOutcome>,
): Promise<TimetableChangeOutcome> {
  const { clashes, problems, warnings, warnedRules = [], ...same } = await pending;
  const { language } = ctx;
  const outcome = {
    ...same,
    clashes: await Promise.all(clashes.map((clash) => clashFor(ctx, clash))),
    problems: problems.map(({ text }) => text[language]),
    warnings: warnings.map((text) => text[language]),
    warnedRules: [...warnedRules],
  };
  return outcome as object as TimetableChangeOutcome;
}

@Resolver(() => TimetableChangeOutcome)
export class ChangeOutcomeResolver {
  @FieldResolver()
  change(@Ctx() ctx: Context, @Root() { change }: ChangeOutcome): Promise<object | null> | null {
    return change === null ? null : ctx.rows.one(Change, change);
  }

  @FieldResolver()
  items(@Ctx() ctx: Context, @Root() { changes }: ChangeOutcome): Promise<ChangedMeeting[]> {
    return changedMeetings(ctx, changes);
  }

  @FieldResolver()
  endedDates(@Ctx() ctx: Context, @Root() { changes, ended = [] }: ChangeOutcome): Promise<ChangedDate[]> {
    return endedDatesFor(ctx, changes, ended);
  }

  @FieldResolver()
  async affected(@Ctx() ctx: Context, @Root() { changes }: ChangeOutcome): Promise<AffectedPeople> {
    return affectedFor(ctx, await affectedByStates(ctx, changes));
  }
}
