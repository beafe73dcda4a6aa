import {
  Arg,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Meeting } from '../../entities/scheduling/meetings.js';
import { SchedulingTask } from '../../entities/scheduling/tasks.js';
import { Teacher } from '../../entities/people.js';
import { Classroom } from '../../entities/places.js';
import { SchedulingCauseKind } from '../../schema/enums.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import type { BusEvent } from '../../database/event-bus.js';
import type { SchedulingCause } from '../../services/scheduling/causes.js';
import { readMoves, type MeetingMove } from '../../services/scheduling/moves.js';
import { explained, type ExplainedPenalty, type Penalty } from '../../services/scheduling/penalties.js';
import type { Place } from '../../services/scheduling/problem.js';
import { remainingSecondsOf, taskLists, tasks } from '../../services/scheduling/tasks.js';
import { SchedulingOptionsInput, StartSchedulingInput } from '../../services/scheduling/wishes.js';
import { crudResolver } from '../crud.js';
import { toldOf } from '../task-events.js';

/** What a query is charged for the moves of a task. */
const movesExpected = 200;

@ObjectType({ description: 'What a broken rule costs a timetable.' })
export class RulePenalty implements ExplainedPenalty {
  @Field(() => String, { description: 'Name of the rule, such as "room-stability".', simple: true })
  rule: ExplainedPenalty['rule'];

  @Field(() => String, {
    description: 'What the rule asks for, in the language of the caller.',
    simple: true,
  })
  meaning: string;

  @Field(() => Boolean, {
    description: 'Whether the rule must hold; a soft one only costs something.',
    simple: true,
  })
  isHard: boolean;

  @Field(() => Int, {
    description: 'How often a hard rule is broken; what a soft one costs, by its weight.',
    simple: true,
  })
  penalty: number;
}

@ObjectType({ description: 'Where and when a meeting stands.' })
export class MeetingPlace {
  @Field(() => Int, { description: '1 Monday to 7 Sunday.', simple: true })
  dayOfWeek: number;

  @Field(() => Int, { description: 'The first period, from 1.', simple: true })
  periodStart: number;

  @Field(() => Classroom, { nullable: true, description: 'The room; null when it was deleted since.' })
  classroom: object | null;

  @Field(() => Teacher, { nullable: true, description: 'Who teaches; null when deleted since.' })
  teacher: object | null;
}

@ObjectType({ description: 'A meeting that stands elsewhere than in the basis of a task.' })
export class MovedMeeting {
  @Field(() => Meeting, { nullable: true, description: 'The meeting; null when it was deleted since.' })
  meeting: object | null;

  @Field(() => MeetingPlace, { nullable: true, description: 'Where it stood; null when it had no place.' })
  from: MeetingPlace | null;

  @Field(() => MeetingPlace, {
    nullable: true,
    description: 'Where it stands now; null when it has no place any more.',
  })
  to: MeetingPlace | null;
}

@ObjectType('SchedulingCause', { description: 'Why not every meeting of a semester can have a place.' })
export class ToldCause {
  @Field(() => SchedulingCauseKind, { description: 'What is known.', simple: true })
  kind: SchedulingCauseKind;

  @Field(() => String, { description: 'The cause in words, in the language of the caller.', simple: true })
  text: string;

  @Field(() => [String], {
    description: 'Of a CONFLICT: the requirements that cannot hold together. Maybe give up one of them.',
    simple: true,
  })
  requirements: string[];

  @Field(() => Boolean, {
    description: 'Whether without any one of the requirements the others can be met.',
    simple: true,
  })
  isSmallest: boolean;

  @Field(() => Int, { description: 'Meetings that it concerns.', simple: true })
  meetingCount: number;

  @Field(() => [Meeting], { description: 'The first 20 of them.' })
  meetings: object[];
}

@Resolver(() => SchedulingTask)
export class SchedulingTaskResolver extends crudResolver({ service: taskLists }) {
  @Query(() => SchedulingTask, { description: 'One scheduling task.' })
  schedulingTask(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the task.' }) id: string,
  ): Promise<Row<SchedulingTask>> {
    return tasks.one(ctx, id);
  }

  @Mutation(() => SchedulingTask, { description: 'Lets the solver work out a timetable of a semester.' })
  startScheduling(
    @Ctx() ctx: Context,
    @Arg('input', () => StartSchedulingInput, { description: 'What the solver is asked for.' })
    input: StartSchedulingInput,
  ): Promise<Row<SchedulingTask>> {
    return tasks.start(ctx, input);
  }

  @Mutation(() => SchedulingTask, {
    description: 'Ends a task early; the best timetable that a running one has found is kept as a draft.',
  })
  cancelScheduling(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the task.' }) id: string,
  ): Promise<Row<SchedulingTask>> {
    return tasks.cancel(ctx, id);
  }

  @Subscription(() => SchedulingTask, {
    name: 'schedulingTask',
    description: 'A task as it is now and after every change, until it has ended.',
    subscribe: ({ args, context }) => tasks.follow(context as Context, (args as { id: string }).id),
  })
  schedulingTaskMoved(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the task.' }) id: string,
    @Root() news: BusEvent,
  ): Promise<Row<SchedulingTask>> {
    return toldOf(news, () => tasks.one(ctx, id));
  }

  @FieldResolver(() => Int, {
    description:
      'Estimated seconds of search that are left: the time limit less what was searched. 0 after the end.',
  })
  remainingSeconds(@Root() task: Row<SchedulingTask>): number {
    return remainingSecondsOf(task);
  }

  @FieldResolver(() => [RulePenalty], {
    nullable: true,
    description:
      'The score of the best timetable so far, rule by rule: hard ones sum up to hardViolations, soft ones ' +
      'to softCost.',
  })
  penalties(@Ctx() ctx: Context, @Root() { penalties }: Row<SchedulingTask>): RulePenalty[] | null {
    return penalties ? explained(penalties as readonly Penalty[], ctx.language) : null;
  }

  @FieldResolver(() => SchedulingOptionsInput, {
    nullable: true,
    description: 'What was wished of the timetable, only what was chosen; null when nothing was.',
  })
  options(@Root() { options }: Row<SchedulingTask>): SchedulingOptionsInput | null {
    return options as SchedulingOptionsInput | null;
  }

  @Extensions({ expectedRows: movesExpected })
  @FieldResolver(() => [MovedMeeting], {
    nullable: true,
    description: 'Who stands elsewhere than in the basis; null without one, and before the end.',
  })
  async moves(@Ctx() ctx: Context, @Root() { id }: Row<SchedulingTask>): Promise<MovedMeeting[] | null> {
    const moves = await readMoves(ctx, id);
    return moves && Promise.all(moves.map((move) => movedMeeting(ctx, move)));
  }

  @FieldResolver(() => [ToldCause], {
    description:
      'Why not every meeting can have a place: told within seconds, while the search goes on. Empty while ' +
      'nothing is known to stand in the way.',
  })
  causes(@Ctx() ctx: Context, @Root() { causes }: Row<SchedulingTask>): Promise<ToldCause[]> {
    return Promise.all(((causes ?? []) as SchedulingCause[]).map((cause) => toldCause(ctx, cause)));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why the task failed, in the language of the caller.',
  })
  failure(@Ctx() ctx: Context, @Root() { failureZh, failureEn }: Row<SchedulingTask>): string | null {
    return ctx.language === 'zh' ? failureZh : failureEn;
  }
}

async function movedMeeting(ctx: Context, { meeting, from, to }: MeetingMove): Promise<MovedMeeting> {
  const placeOf = async ({ day, period, room, teacher }: Place): Promise<MeetingPlace> => ({
    dayOfWeek: day,
    periodStart: period,
    classroom: await ctx.rows.referred(Classroom, room),
    teacher: await ctx.rows.referred(Teacher, teacher),
  });
  const [moved, was, is] = await Promise.all([
    ctx.rows.referred(Meeting, meeting),
    from && placeOf(from),
    to && placeOf(to),
  ]);
  return { meeting: moved, from: was, to: is };
}

async function toldCause(
  ctx: Context,
  { text, requirements, meetings, ...same }: SchedulingCause,
): Promise<ToldCause> {
  const found = await Promise.all(meetings.map((id) => ctx.rows.referred(Meeting, id)));
  return {
    ...same,
    text: text[ctx.language],
    requirements: requirements.map((requirement) => requirement[ctx.language]),
    meetings: found.filter((meeting) => meeting !== null),
  };
}
