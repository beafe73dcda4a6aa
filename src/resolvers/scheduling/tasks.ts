import {
  Arg,
  Ctx,
  Extensions,
  FieldResolver,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Meeting } from '../../entities/scheduling/meetings.js';
import {
  MeetingPlace,
  MovedMeeting,
  RulePenalty,
  SchedulingCause,
  SchedulingTask,
} from '../../entities/scheduling/tasks.js';
import { Teacher } from '../../entities/people.js';
import { Classroom } from '../../entities/places.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import type { CauseRecord } from '../../services/scheduling/causes.js';
import { readMoves, type MeetingMove } from '../../services/scheduling/moves.js';
import { explained, type Penalty } from '../../services/scheduling/penalties.js';
import type { Place } from '../../services/scheduling/snapshot.js';
import {
  remainingSecondsOf,
  StartSchedulingInput,
  taskLists,
  tasks,
} from '../../services/scheduling/tasks.js';
import { SchedulingOptionsInput } from '../../entities/scheduling/options.js';
import { crudResolver } from '../crud.js';
import { taskAfter, type TaskEvent } from '../../data/task-events.js';

/** What a query is charged for the moves of a task. */
const movesExpected = 200;

@Resolver(() => SchedulingTask)
export class SchedulingTaskResolver extends crudResolver(taskLists) {
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
    @Root() event: TaskEvent,
  ): Promise<Row<SchedulingTask>> {
    return taskAfter(event, () => tasks.one(ctx, id));
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

  @FieldResolver(() => [SchedulingCause], {
    description:
      'Why not every meeting can have a place: told within seconds, while the search goes on. Empty while ' +
      'nothing is known to stand in the way.',
  })
  causes(@Ctx() ctx: Context, @Root() { causes }: Row<SchedulingTask>): Promise<SchedulingCause[]> {
    return Promise.all(((causes ?? []) as CauseRecord[]).map((cause) => causeFor(ctx, cause)));
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

async function causeFor(
  ctx: Context,
  { text, requirements, meetings, ...same }: CauseRecord,
): Promise<SchedulingCause> {
  const found = await Promise.all(meetings.map((id) => ctx.rows.referred(Meeting, id)));
  return {
    ...same,
    text: text[ctx.language],
    requirements: requirements.map((requirement) => requirement[ctx.language]),
    meetings: found.filter((meeting) => meeting !== null),
  };
}
