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
  MovedMeeting,
  RulePenalty,
  SchedulingCause,
  SchedulingTask,
} from '../../entities/scheduling/tasks.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import type { Text } from '../../schema/texts.js';
import type { Context } from '../../data/context.js';
import type { CauseRecord } from '../../services/scheduling/problem/causes.js';
import { storeTaskResult } from '../../services/scheduling/runs/kept-results.js';
import { madeInTurns } from '../../data/in-turns.js';
import { readMoves } from '../../services/scheduling/problem/meeting-moves.js';
import type { MeetingMove } from '../../services/scheduling/problem/snapshot.js';
import { explained, type Penalty } from '../../services/scheduling/runs/penalties.js';
import { outlookOf } from '../../services/scheduling/runs/outlook.js';
import {
  knownCostOf,
  remainingSecondsOf,
  StartSchedulingInput,
  taskLists,
  tasks,
} from '../../services/scheduling/runs/tasks.js';
import { endsDates, placeFor } from './changed-meetings.js';
import { SchedulingOptionsInput, SchedulingWishes } from '../../entities/scheduling/options.js';
import { schedulingWishes } from '../../services/scheduling/runs/run-wishes.js';
import { taskResolver } from '../tasks.js';
import { taskAfter, type TaskEvent } from '../../data/tasks/task-events.js';

/** Query cost of the moves of a task. */
const movesExpected = 200;

@Resolver(() => SchedulingTask)
export class SchedulingTaskResolver extends taskResolver(
  taskLists,
  'Why the task failed, or its result was not stored, and what helps',
) {
  @Query(() => SchedulingWishes, {
    description:
      'What may be wished of a run in a semester, with its meaning, and what holds by default: for ' +
      '`startScheduling`.',
  })
  schedulingWishes(
    @Ctx() ctx: Context,
    @Arg('semester', () => Id, { description: 'Identifier of the semester.' }) semester: string,
  ): Promise<SchedulingWishes> {
    return schedulingWishes(ctx, semester);
  }

  @Mutation(() => SchedulingTask, { description: 'Starts the solver on the timetable of a semester.' })
  startScheduling(
    @Ctx() ctx: Context,
    @Arg('input', () => StartSchedulingInput, { description: 'What to solve, and how.' })
    input: StartSchedulingInput,
  ): Promise<Row<SchedulingTask>> {
    return tasks.start(ctx, input);
  }

  @Mutation(() => SchedulingTask, {
    description:
      'Asks again for what an ended task asked for, from what stands now. To go on from its result with ' +
      'other wishes, start a run that names its timetable.',
  })
  retryScheduling(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the task.' }) id: string,
    @Arg('seed', () => Int, {
      nullable: true,
      description: 'Seed of the search, 0 or more; the one after that of the task if left out.',
    })
    seed?: number | null,
  ): Promise<Row<SchedulingTask>> {
    return tasks.retry(ctx, id, seed);
  }

  @Mutation(() => SchedulingTask, {
    description: 'Ends a task early; the best timetable found so far is kept as a draft.',
  })
  cancelScheduling(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the task.' }) id: string,
  ): Promise<Row<SchedulingTask>> {
    return tasks.cancel(ctx, id);
  }

  @Mutation(() => SchedulingTask, {
    description:
      'Stores what a task kept because it could not be stored at its end (isResultKept), under the same ' +
      'checks, in the name of the caller: whoever asked for it, or an administrator.',
  })
  storeTaskResult(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the task.' }) id: string,
    @endsDates ends?: boolean,
  ): Promise<Row<SchedulingTask>> {
    return storeTaskResult(ctx, id, ends);
  }

  @Subscription(() => SchedulingTask, {
    name: 'schedulingTask',
    description: 'A task as it is now and after every change, until it has ended.',
    subscribe: ({ args, context }) => tasks.follow(context as Context, (args as { id: string }).id),
  })
  schedulingTaskChanged(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: 'Identifier of the task.' }) id: string,
    @Root() event: TaskEvent,
  ): Promise<Row<SchedulingTask>> {
    return taskAfter(event, () => taskLists.one(ctx, id));
  }

  @FieldResolver(() => Int, {
    description:
      'Estimated seconds of search left: the time limit minus the searched seconds. 0 after the end.',
  })
  remainingSeconds(@Root() task: Row<SchedulingTask>): number {
    return remainingSecondsOf(task);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'How much better the timetable may become at most, and what the last ten seconds of a running search ' +
      'gained, in the language of the caller; null while nothing is known of that.',
  })
  outlook(@Ctx() ctx: Context, @Root() task: Row<SchedulingTask>): string | null {
    return outlookOf(knownCostOf(task))?.[ctx.language] ?? null;
  }

  @FieldResolver(() => [RulePenalty], {
    nullable: true,
    description:
      'The score of the best timetable so far, rule by rule: hard ones add up to hardViolations, soft ones ' +
      'to softCost.',
  })
  penalties(@Ctx() ctx: Context, @Root() { penalties }: Row<SchedulingTask>): RulePenalty[] | null {
    return penalties ? explained(penalties as readonly Penalty[], ctx.language) : null;
  }

  @FieldResolver(() => SchedulingOptionsInput, {
    nullable: true,
    description: 'What was requested of the timetable: only the options that were given; null if none were.',
  })
  options(@Root() { options }: Row<SchedulingTask>): SchedulingOptionsInput | null {
    return options as SchedulingOptionsInput | null;
  }

  @FieldResolver(() => [String], {
    description:
      'What the run passes over because something is missing to it, as it was when the run was asked for, ' +
      'in the language of the caller. `readiness` names what it is about.',
  })
  warnings(@Ctx() { language }: Context, @Root() { warnings }: Row<SchedulingTask>): string[] {
    return ((warnings ?? []) as Text[]).map((text) => text[language]);
  }

  @Extensions({ expectedRows: movesExpected })
  @FieldResolver(() => [MovedMeeting], {
    nullable: true,
    description: 'Meetings whose place differs from the basis; null without a basis, and before the end.',
  })
  async moves(@Ctx() ctx: Context, @Root() { id }: Row<SchedulingTask>): Promise<MovedMeeting[] | null> {
    const moves = await readMoves(ctx, id);
    return moves && madeInTurns(moves, (move) => movedMeeting(ctx, move));
  }

  @FieldResolver(() => [SchedulingCause], {
    description:
      'Why not every meeting can be placed, reported within seconds while the search goes on. Empty while ' +
      'no obstacle is known.',
  })
  causes(@Ctx() ctx: Context, @Root() { causes }: Row<SchedulingTask>): Promise<SchedulingCause[]> {
    return Promise.all(((causes ?? []) as CauseRecord[]).map((cause) => causeFor(ctx, cause)));
  }
}

async function movedMeeting(ctx: Context, { meeting, from, to }: MeetingMove): Promise<MovedMeeting> {
  const [meetingRow, oldPlace, newPlace] = await Promise.all([
    ctx.rows.referenced(Meeting, meeting),
    from && placeFor(ctx, from),
    to && placeFor(ctx, to),
  ]);
  return { meeting: meetingRow, from: oldPlace, to: newPlace };
}

async function causeFor(
  ctx: Context,
  { text, requirements, meetings, ...same }: CauseRecord,
): Promise<SchedulingCause> {
  const found = await Promise.all(meetings.map((id) => ctx.rows.referenced(Meeting, id)));
  return {
    ...same,
    text: text[ctx.language],
    requirements: requirements.map((requirement) => requirement[ctx.language]),
    meetings: found.filter((meeting) => meeting !== null),
  };
}
