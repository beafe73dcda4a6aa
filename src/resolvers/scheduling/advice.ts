import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Int,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import {
  ChangeCost,
  ChangeProposal,
  DisturbanceInput,
  FreePeriods,
  FreeTimesInput,
  Objection,
  PossiblePlaces,
  RoomCandidate,
  TeacherCandidate,
  TimetableRepair,
} from '../../entities/scheduling/advice.js';
import {
  AffectedPeople,
  ChangedMeeting,
  MeetingPlaceInput,
  TimetableChangeOutcome,
} from '../../entities/scheduling/changes.js';
import { Teacher } from '../../entities/people.js';
import { Classroom } from '../../entities/places.js';
import { Meeting } from '../../entities/scheduling/meetings.js';
import { CivilDate, Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import { filterOf, type FilterValues } from '../../data/lists/lists.js';
import { costOf, costOfProposal, type ChangeCost as Cost } from '../../services/scheduling/advice/cost.js';
import { freeRooms, freeTeachers, type Candidate } from '../../services/scheduling/advice/free-resources.js';
import { commonFreeTimes } from '../../services/scheduling/calendar/common-free-times.js';
import { possiblePlaces } from '../../services/scheduling/advice/possible-places.js';
import { repair } from '../../services/scheduling/advice/repair.js';
import { substitutesOn } from '../../services/scheduling/advice/substitutes.js';
import { suggestions, type Proposal } from '../../services/scheduling/advice/suggestions.js';
import { whyNot, type Objection as Found } from '../../services/scheduling/advice/why-not.js';
import { affectedByStates } from '../../services/scheduling/drafts/affected.js';
import { placeOf } from '../../services/scheduling/changes/edits.js';
import type { StateChange } from '../../services/scheduling/changes/states.js';
import { meaningOf } from '../../services/scheduling/runs/penalties.js';
import { affectedFor, changedMeetings } from './changed-meetings.js';

const ClassroomFilter = filterOf(Classroom);

/** What a query is charged for the rows of these lists. */
const suggestionsExpected = 10;
const candidatesExpected = 100;
const objectionsExpected = 5;
const daysExpected = 7;

const timetableArg = { description: 'Identifier of the timetable: a draft, or the published one.' };
const meetingArg = { description: 'Identifier of the meeting.' };

@ArgsType()
class WantedArgs {
  @Field(() => Int, { description: '1 Monday to 7 Sunday.' })
  dayOfWeek: number;

  @Field(() => Int, { description: 'The first period, from 1.' })
  periodStart: number;

  @Field(() => Int, {
    nullable: true,
    description: 'The last period; by default as long as the meeting lasts, or one period.',
  })
  periodEnd?: number | null;

  @Field(() => [Int], {
    nullable: true,
    description: 'Teaching weeks, from 1; by default those of the meeting, or all of the semester.',
  })
  weeks?: number[] | null;

  @Field(() => Id, {
    nullable: true,
    description: 'The meeting that it is wanted for: what it occupies now does not count.',
  })
  meeting?: string | null;

  @Field(() => Int, { defaultValue: 100, description: 'How many to answer at most, up to 500.' })
  max: number;
}

@ArgsType()
class SuggestionArgs {
  @Field(() => Int, { defaultValue: 10, description: 'How many to answer at most, up to 50.' })
  max: number;

  @Field(() => Int, { defaultValue: 3, description: 'How many meetings one may move at most, 1 to 3.' })
  moves: number;

  @Field(() => [Int], {
    nullable: true,
    description:
      'Only on these days of the week, 1 Monday to 7 Sunday; by default those on which runs place meetings.',
  })
  days?: number[] | null;

  @Field(() => Int, { nullable: true, description: 'Only where it begins at this period or later.' })
  earliestPeriod?: number | null;

  @Field(() => Int, { nullable: true, description: 'Only where it begins at this period or earlier.' })
  latestPeriod?: number | null;

  @Field(() => [Id], {
    nullable: true,
    description: 'Identifiers of classrooms: only in one of them; by default in any that suits the meeting.',
  })
  classrooms?: string[] | null;
}

@ArgsType()
class PossiblePlacesArgs {
  @Field(() => [Int], {
    nullable: true,
    description: 'Days of the week, 1 Monday to 7 Sunday; by default those on which runs place meetings.',
  })
  days?: number[] | null;

  @Field(() => [Id], {
    nullable: true,
    description: 'Identifiers of classrooms; by default the one in which the meeting stands.',
  })
  classrooms?: string[] | null;

  @Field(() => Id, {
    nullable: true,
    description: 'Identifier of who would teach it; by default the teacher that it has.',
  })
  teacher?: string | null;
}

@Resolver()
export class AdviceResolver {
  @Extensions({ expectedRows: suggestionsExpected })
  @Query(() => [ChangeProposal], {
    description:
      'Other places for a meeting, the best first, one per time: changes that clash with nothing. Where ' +
      'others stand in its way they are moved too, up to two of them.',
  })
  suggestions(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Args(() => SuggestionArgs) wanted: SuggestionArgs,
  ): Promise<Proposal[]> {
    return suggestions(ctx, timetable, meeting, wanted);
  }

  @Extensions({ expectedRows: candidatesExpected })
  @Query(() => PossiblePlaces, {
    description:
      'What speaks against every place that a meeting may be given: each period of the days in each of the ' +
      'classrooms, up to 2,400 places at once. It tells what `changeTimetable` would say of that place.',
  })
  async possiblePlaces(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Args(() => PossiblePlacesArgs) wanted: PossiblePlacesArgs,
  ): Promise<PossiblePlaces> {
    const { places, objections } = await possiblePlaces(ctx, timetable, meeting, wanted);
    return {
      places: places.map(({ day, period, room, ...told }) => ({
        ...told,
        dayOfWeek: day,
        periodStart: period,
        classroom: room,
      })),
      objections: objectionsFor(ctx, objections),
    };
  }

  @Extensions({ expectedRows: candidatesExpected })
  @Query(() => [RoomCandidate], {
    description:
      'The classrooms at a time, those first that nothing speaks against; of equals the smallest. Who ' +
      'plans nothing is told which are free, not why others are not, and names no meeting.',
  })
  async freeRooms(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Args(() => WantedArgs) wanted: WantedArgs,
    @Arg('filter', () => ClassroomFilter, {
      nullable: true,
      description: 'Conditions that the classrooms must match.',
    })
    filter?: FilterValues | null,
  ): Promise<object[]> {
    const candidates = await freeRooms(ctx, timetable, wanted, filter);
    return Promise.all(
      candidates.map(async (each) => ({
        ...candidateFor(ctx, each),
        classroom: await ctx.rows.referenced(Classroom, each.id),
      })),
    );
  }

  @Extensions({ expectedRows: daysExpected })
  @Query(() => [FreePeriods], {
    description:
      'The periods at which none of some people, classes and rooms has a meeting, by day. Only over ' +
      'timetables that the caller may see.',
  })
  commonFreeTimes(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('of', () => FreeTimesInput, { description: 'Whose, and in which weeks.' }) of: FreeTimesInput,
  ): Promise<FreePeriods[]> {
    return commonFreeTimes(ctx, timetable, of);
  }

  @Extensions({ expectedRows: candidatesExpected })
  @Query(() => [TeacherCandidate], {
    description:
      'The teachers at a time, those first whom nothing speaks against: who may teach the course of the ' +
      'meeting, or without one whoever may teach something in the semester.',
  })
  async freeTeachers(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Args(() => WantedArgs) wanted: WantedArgs,
  ): Promise<object[]> {
    return teachersFor(ctx, await freeTeachers(ctx, timetable, wanted));
  }

  @Extensions({ expectedRows: candidatesExpected })
  @Query(() => [TeacherCandidate], {
    description:
      'Who could teach a meeting on one date in place of its first teacher, those first who may teach the ' +
      'course and whom nothing speaks against. Teachers may ask for lessons that they teach.',
  })
  async substitutes(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Arg('date', () => CivilDate, { description: 'A date on which the week has it.' }) date: string,
    @Arg('max', () => Int, { defaultValue: 20, description: 'How many at most.' }) max: number,
  ): Promise<object[]> {
    return teachersFor(ctx, await substitutesOn(ctx, timetable, { meeting, date, max }));
  }

  @Extensions({ expectedRows: candidatesExpected })
  @Query(() => [Objection], {
    description:
      'Everything that forbids a place for a meeting or speaks against it, by name, the gravest first. ' +
      'Empty where nothing does.',
  })
  async whyNot(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('meeting', () => Id, meetingArg) meeting: string,
    @Arg('place', () => MeetingPlaceInput, { description: 'What of its place would change.' })
    place: MeetingPlaceInput,
  ): Promise<Objection[]> {
    return objectionsFor(ctx, await whyNot(ctx, timetable, meeting, placeOf(place)));
  }

  @Extensions({ expectedRows: candidatesExpected })
  @Query(() => TimetableRepair, {
    description:
      'The smallest change after which a timetable stands although a classroom is closed, a teacher absent ' +
      'or a class has changed. Takes some seconds and stores nothing: send its items to `changeTimetable`.',
  })
  async repair(
    @Ctx() ctx: Context,
    @Arg('timetable', () => Id, timetableArg) timetable: string,
    @Arg('disturbance', () => DisturbanceInput, { description: 'What is no longer as it was.' })
    disturbance: DisturbanceInput,
  ): Promise<TimetableRepair> {
    const { proposal, disturbed, unsolved, retaught } = await repair(ctx, timetable, disturbance);
    return {
      proposal,
      disturbed: await meetingsFor(ctx, disturbed),
      unsolved: await meetingsFor(ctx, unsolved),
      retaught: await changedMeetings(ctx, retaught),
    };
  }
}

const candidateFor = (ctx: Context, { isFree, objections }: Candidate): object => ({
  isFree,
  objections: objectionsFor(ctx, objections),
});

async function meetingsFor(ctx: Context, ids: readonly string[]): Promise<object[]> {
  const rows = await Promise.all(ids.map((id) => ctx.rows.referenced(Meeting, id)));
  return rows.filter((row) => row !== null);
}

/** The meetings of an objection are read where they are asked for. */
const objectionsFor = ({ language }: Context, found: readonly Found[]): Objection[] =>
  found.map(({ text, ...same }) => ({ ...same, text: text[language] }) as object as Objection);

@Resolver(() => Objection)
export class ObjectionResolver {
  @FieldResolver(() => [Meeting], {
    description: 'The other meetings that it is about, such as who holds a room.',
  })
  meetings(@Ctx() ctx: Context, @Root() { meetings }: Found): Promise<object[]> {
    return meetingsFor(ctx, meetings);
  }
}

@Resolver(() => ChangeProposal)
export class ChangeProposalResolver {
  @Extensions({ expectedRows: objectionsExpected })
  @FieldResolver(() => [ChangedMeeting], {
    description: 'What it does to each meeting; the one asked about first.',
  })
  items(@Ctx() ctx: Context, @Root() { changes }: Proposal): Promise<ChangedMeeting[]> {
    return changedMeetings(ctx, changes);
  }

  @FieldResolver(() => ChangeCost, {
    nullable: true,
    description: 'What the timetable costs before and after it.',
  })
  async cost(@Ctx() ctx: Context, @Root() proposal: Proposal): Promise<ChangeCost | null> {
    return costFor(ctx, await costOfProposal(proposal));
  }

  @FieldResolver(() => AffectedPeople, { description: 'Whom it concerns.' })
  async affected(@Ctx() ctx: Context, @Root() { changes }: Proposal): Promise<AffectedPeople> {
    return affectedFor(ctx, await affectedByStates(ctx, changes));
  }
}

@Resolver(() => TimetableChangeOutcome)
export class ChangeCostResolver {
  @FieldResolver(() => ChangeCost, {
    nullable: true,
    description:
      'What the timetable costs before and after it, rule by rule. Null where it leads to what the ' +
      'semester does not know, such as a room of another one.',
  })
  async cost(
    @Ctx() ctx: Context,
    @Root() { timetable, changes }: TimetableChangeOutcome & { timetable: string; changes: StateChange[] },
  ): Promise<ChangeCost | null> {
    return costFor(ctx, await costOf(ctx, timetable, changes));
  }
}

const costFor = ({ language }: Context, cost: Cost | null): ChangeCost | null =>
  cost && {
    ...cost,
    rules: cost.rules.map((rule) => ({ ...rule, meaning: meaningOf(rule.rule, language) })),
  };

/** Teachers who come into question, as records and with what speaks against them. */
const teachersFor = (ctx: Context, candidates: readonly Candidate[]): Promise<object[]> =>
  Promise.all(
    candidates.map(async (each) => ({
      ...candidateFor(ctx, each),
      teacher: await ctx.rows.referenced(Teacher, each.id),
    })),
  );
