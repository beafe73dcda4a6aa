import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import {
  EnrolmentOutcome,
  LotteryDraw,
  Offer,
  OfferFilter,
  OwnEnrolmentRound,
} from '../../entities/scheduling/enrolment-offers.js';
import { EnrolmentRound, WaitingPlace } from '../../entities/scheduling/enrolment-rounds.js';
import { EnrolledStudent } from '../../entities/scheduling/enrolments.js';
import { MeetingTime } from '../../entities/scheduling/assignments.js';
import { TeachingClass } from '../../entities/scheduling/teaching-classes.js';
import type { Context } from '../../data/context.js';
import { ConnectionArgs, connectionOf, type Connection } from '../../schema/connections.js';
import { EnrolmentRoundState, wishesMax } from '../../schema/enrolment.js';
import type { Row } from '../../schema/rows.js';
import { Id, Instant } from '../../schema/scalars.js';
import { lotteryDraw } from '../../services/scheduling/enrolment/drawing.js';
import { dropEnrolment, enrol, joinWaitingList } from '../../services/scheduling/enrolment/enrolling.js';
import { enrolledStudent } from '../../services/scheduling/enrolment/enrolments.js';
import { offersOf, ownRounds, timesOfOffer } from '../../services/scheduling/enrolment/offers.js';
import { enrolmentRounds, stateOfRound } from '../../services/scheduling/enrolment/rounds.js';
import {
  followWaiting,
  latestPlaces,
  waitingPlaces,
  waitingPosition,
} from '../../services/scheduling/enrolment/waiting-places.js';
import { rankWishes } from '../../services/scheduling/enrolment/wishes.js';
import { crudResolver, dryRun } from '../crud.js';

const roundId = Arg('id', () => Id, { description: 'Identifier of the enrolment round.' });
const classArg = Arg('teachingClass', () => Id, { description: 'The teaching class.' });
const studentArg = Arg('student', () => Id, {
  nullable: true,
  description: 'The student for whom staff do it; students leave it out.',
});
const roundArg = Arg('round', () => Id, {
  nullable: true,
  description: 'The round in which it is to be; by default the open one that offers it and closes first.',
});
const staffReason = Arg('reason', () => String, {
  nullable: true,
  description: 'Why staff do it although times, bounds or clashes speak against it.',
});

@Resolver(() => EnrolmentRound)
export class EnrolmentRoundResolver extends crudResolver(enrolmentRounds) {
  @Mutation(() => EnrolmentRound, {
    description: 'Closes an open enrolment round now; a lottery is drawn then.',
  })
  closeEnrolmentRound(@Ctx() ctx: Context, @roundId id: string): Promise<Row<EnrolmentRound>> {
    return enrolmentRounds.close(ctx, id);
  }

  @Mutation(() => EnrolmentRound, {
    description: 'Opens an enrolment round again that has closed and was not drawn.',
  })
  reopenEnrolmentRound(
    @Ctx() ctx: Context,
    @roundId id: string,
    @Arg('closesAt', () => Instant, { description: 'When it closes then.' }) closesAt: Date,
  ): Promise<Row<EnrolmentRound>> {
    return enrolmentRounds.reopen(ctx, id, closesAt);
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change, close or reopen it.' })
  mayChange(@Ctx() ctx: Context, @Root() { id }: Row<EnrolmentRound>): Promise<boolean> {
    return enrolmentRounds.mayChange(ctx, id);
  }

  @FieldResolver(() => EnrolmentRoundState, { description: 'How far it has come.' })
  state(@Ctx() ctx: Context, @Root() { id }: Row<EnrolmentRound>): Promise<EnrolmentRoundState> {
    return stateOfRound(ctx, id);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The seed of the lottery, in hex; none before it was drawn.',
  })
  seed(@Root() { seed, drawnAt }: Row<EnrolmentRound>): string | null {
    return drawnAt === null ? null : seed;
  }

  @Query(() => LotteryDraw, { description: 'A lottery that was drawn, with all that repeats it.' })
  lotteryDraw(
    @Ctx() ctx: Context,
    @Arg('round', () => Id, { description: 'The enrolment round.' }) round: string,
  ): Promise<LotteryDraw> {
    return lotteryDraw(ctx, round);
  }
}

@Resolver(() => OwnEnrolmentRound)
export class OwnEnrolmentRoundResolver {
  @Query(() => [OwnEnrolmentRound], {
    description:
      'The enrolment rounds for the calling student that have not ended for long, soonest end first.',
  })
  myEnrolmentRounds(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { nullable: true, description: 'All of this semester, however long ago.' })
    semester: string | undefined,
    @studentArg student: string | undefined,
  ): Promise<OwnEnrolmentRound[]> {
    return ownRounds(ctx, { semester, student });
  }

  @FieldResolver(() => [TeachingClass], {
    description: 'Wishes of the student in a lottery, the dearest first.',
  })
  async wishes(@Ctx() { rows }: Context, @Root() { wishIds }: OwnEnrolmentRound): Promise<object[]> {
    const wished = await Promise.all(wishIds.map((id) => rows.referenced(TeachingClass, id)));
    return wished.filter((each) => each !== null);
  }

  @Mutation(() => OwnEnrolmentRound, {
    description: 'Ranks wishes in a lottery that is open; they replace those that were ranked before.',
  })
  rankWishes(
    @Ctx() ctx: Context,
    @Arg('round', () => Id, { description: 'The enrolment round, a lottery.' }) round: string,
    @Arg('teachingClasses', () => [Id], {
      description: `At most ${wishesMax} teaching classes, the dearest first; none: no wishes.`,
    })
    teachingClasses: string[],
    @studentArg student: string | undefined,
  ): Promise<OwnEnrolmentRound> {
    return rankWishes(ctx, { round, teachingClasses, student });
  }
}

const OfferConnection = connectionOf(Offer);

@Resolver(() => Offer)
export class OfferResolver {
  @Query(() => OfferConnection, {
    description: 'What an enrolment round offers the calling student, by code, paged by cursor.',
  })
  offers(
    @Ctx() ctx: Context,
    @Arg('round', () => Id, { description: 'The enrolment round.' }) round: string,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Args(() => OfferFilter) filter: OfferFilter,
    @studentArg student: string | undefined,
  ): Promise<Connection<Offer>> {
    return offersOf(ctx, round, args, { ...filter, student });
  }

  @FieldResolver(() => [MeetingTime], { description: 'When it is held, by the published timetable.' })
  async times(@Ctx() ctx: Context, @Root() { id }: Offer): Promise<readonly MeetingTime[]> {
    return (await timesOfOffer(ctx, id)).times;
  }

  @FieldResolver(() => [String], { description: 'Names of its teachers, by the published timetable.' })
  async teachers(@Ctx() ctx: Context, @Root() { id }: Offer): Promise<readonly string[]> {
    return (await timesOfOffer(ctx, id)).teachers;
  }

  @Mutation(() => EnrolmentOutcome, {
    description:
      'Enrols the calling student in an elective. A refusal says why in `extensions.refusal`, and what ' +
      'could be taken instead in `extensions.alternatives`.',
  })
  enrol(
    @Ctx() ctx: Context,
    @classArg teachingClass: string,
    @roundArg round: string | undefined,
    @studentArg student: string | undefined,
    @staffReason reason: string | undefined,
    @dryRun isDryRun: boolean,
  ): Promise<EnrolmentOutcome> {
    return enrol(ctx, { teachingClass, round, student, reason, isDryRun });
  }

  @Mutation(() => Id, {
    description: 'Drops an elective; whoever waits for the seat moves up soon after. Returns the enrolment.',
  })
  dropEnrolment(
    @Ctx() ctx: Context,
    @classArg teachingClass: string,
    @studentArg student: string | undefined,
  ): Promise<string> {
    return dropEnrolment(ctx, { teachingClass, student });
  }
}

@Resolver(() => WaitingPlace)
export class WaitingPlaceResolver extends crudResolver(waitingPlaces) {
  @Mutation(() => WaitingPlace, {
    description: 'Puts the calling student on the waiting list of an elective that is full.',
  })
  joinWaitingList(
    @Ctx() ctx: Context,
    @classArg teachingClass: string,
    @roundArg round: string | undefined,
    @studentArg student: string | undefined,
    @staffReason reason: string | undefined,
  ): Promise<Row<WaitingPlace>> {
    return joinWaitingList(ctx, { teachingClass, round, student, reason });
  }

  @Mutation(() => WaitingPlace, { description: 'Gives up a place on a waiting list.' })
  leaveWaitingList(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the waiting place.' }) id: string,
  ): Promise<Row<WaitingPlace>> {
    return waitingPlaces.leave(ctx, id);
  }

  @Subscription(() => [WaitingPlace], {
    description:
      'The places of the calling student on waiting lists, as they are now and whenever one moved up, was ' +
      'passed over or left; those first in which something happened last, at most 50.',
    subscribe: ({ args, context }) =>
      followWaiting(context as Context, (args as { student?: string | null }).student),
  })
  waitingPlacesChanged(
    @Ctx() ctx: Context,
    @studentArg student: string | undefined,
  ): Promise<Row<WaitingPlace>[]> {
    return latestPlaces(ctx, student);
  }

  @FieldResolver(() => EnrolledStudent, { description: 'The student who waits.' })
  student(@Ctx() ctx: Context, @Root() { student }: Row<WaitingPlace>): Promise<EnrolledStudent> {
    return enrolledStudent(ctx, student);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Place on the list, from 1; none of one that does not wait any more.',
  })
  position(@Ctx() ctx: Context, @Root() { id }: Row<WaitingPlace>): Promise<number | null> {
    return waitingPosition(ctx, id);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Why the student was passed over.' })
  message(@Ctx() { language }: Context, @Root() { reasonZh, reasonEn }: Row<WaitingPlace>): string | null {
    return language === 'zh' ? reasonZh : reasonEn;
  }
}
