import { Arg, Ctx, Mutation, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../../data/context.js';
import { taskAfter, type TaskEvent } from '../../data/tasks/task-events.js';
import { TimetableExport } from '../../entities/timetable-exports.js';
import type { Row } from '../../schema/rows.js';
import { Id } from '../../schema/scalars.js';
import { TimetableFileFormat } from '../../schema/timetables.js';
import { timetableExports } from '../../services/scheduling/exports/export-tasks.js';
import { TimetableFileInput } from '../../services/scheduling/exports/files.js';
import { taskResolver } from '../tasks.js';

const taskId = 'Identifier of the task.';

@Resolver(() => TimetableExport)
export class TimetableExportResolver extends taskResolver(timetableExports, 'Why the task failed') {
  @Mutation(() => TimetableExport, {
    description:
      'Makes a file of timetables in the background, with the rights that the caller has then; `path` ' +
      'tells where it is when the task is COMPLETED.',
  })
  startTimetableExport(
    @Ctx() ctx: Context,
    @Arg('format', () => TimetableFileFormat, { description: 'The format of the file.' })
    format: TimetableFileFormat,
    @Arg('input', () => TimetableFileInput, { description: 'Which timetables it has.' })
    input: TimetableFileInput,
  ): Promise<Row<TimetableExport>> {
    return timetableExports.start(ctx, format, input);
  }

  @Mutation(() => TimetableExport, { description: 'Ends an export early.' })
  cancelTimetableExport(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: taskId }) id: string,
  ): Promise<Row<TimetableExport>> {
    return timetableExports.cancel(ctx, id);
  }

  @Subscription(() => TimetableExport, {
    name: 'timetableExport',
    description: 'An export as it is now and after every change, until it has ended.',
    subscribe: ({ args, context }) =>
      timetableExports.follow(context as Context, (args as { id: string }).id),
  })
  timetableExportChanged(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: taskId }) id: string,
    @Root() event: TaskEvent,
  ): Promise<Row<TimetableExport>> {
    return taskAfter(event, () => timetableExports.one(ctx, id));
  }
}
