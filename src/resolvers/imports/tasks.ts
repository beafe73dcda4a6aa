import {
  Arg,
  Ctx,
  Extensions,
  FieldResolver,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { FileContent, ImportFailure, ImportTask } from '../../entities/imports.js';
import { ImportSubject } from '../../schema/enums.js';
import type { Row } from '../../schema/rows.js';
import { Id, Upload } from '../../schema/scalars.js';
import type { Context } from '../../data/context.js';
import type { ImportFile } from '../../services/imports/uploads.js';
import { importTasks } from '../../services/import-tasks/import-tasks.js';
import { taskResolver } from '../tasks.js';
import { dryness, failuresFor, tolerance, workbookFile } from './factory.js';
import { taskAfter, type TaskEvent } from '../../data/tasks/task-events.js';

/**
 * Query cost of the fields: a query may ask for the failures of a few tasks, but not for those of whole
 * pages.
 */
const failuresExpected = 5_000;
const costOfMarking = 10_000;
const taskId = 'Identifier of the task.';

@Resolver(() => ImportTask)
export class ImportTaskResolver extends taskResolver(importTasks, 'Why the task failed') {
  @Query(() => [ImportSubject], { description: 'What you may import.' })
  importSubjects(@Ctx() ctx: Context): ImportSubject[] {
    return importTasks.subjects(ctx);
  }

  @Mutation(() => ImportTask, {
    description:
      'Imports a workbook in the background: all of its rows or none, or with isTolerant the good ones.',
  })
  startImport(
    @Ctx() ctx: Context,
    @Arg('subject', () => ImportSubject, { description: 'What the workbook contains.' })
    subject: ImportSubject,
    @Arg('file', () => Upload, { description: workbookFile }) file: ImportFile,
    @Arg('isTolerant', () => Boolean, { defaultValue: false, description: tolerance }) isTolerant: boolean,
    @Arg('isDryRun', () => Boolean, { defaultValue: false, description: dryness }) isDryRun: boolean,
  ): Promise<Row<ImportTask>> {
    return importTasks.start(ctx, { subject, file, isTolerant, isDryRun });
  }

  @Mutation(() => ImportTask, {
    description: 'Ends an import task early; nothing of the workbook is stored.',
  })
  cancelImport(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: taskId }) id: string,
  ): Promise<Row<ImportTask>> {
    return importTasks.cancel(ctx, id);
  }

  @Subscription(() => ImportTask, {
    name: 'importTask',
    description: 'An import task as it is now and after every change, until it has ended.',
    subscribe: ({ args, context }) => importTasks.follow(context as Context, (args as { id: string }).id),
  })
  importTaskChanged(
    @Ctx() ctx: Context,
    @Arg('id', () => Id, { description: taskId }) id: string,
    @Root() event: TaskEvent,
  ): Promise<Row<ImportTask>> {
    return taskAfter(event, () => importTasks.one(ctx, id));
  }

  @Extensions({ expectedRows: failuresExpected })
  @FieldResolver(() => [ImportFailure], {
    description: 'Bad cells by row, at most 10,000; available for a day after the task has ended.',
  })
  async failures(@Ctx() ctx: Context, @Root() task: Row<ImportTask>): Promise<ImportFailure[]> {
    return failuresFor(ctx, await importTasks.cells(ctx, task, 'failures'));
  }

  @Extensions({ expectedRows: failuresExpected })
  @FieldResolver(() => [ImportFailure], {
    description: 'Cells of rows that are stored of which something is to be said; kept like the failures.',
  })
  async notices(@Ctx() ctx: Context, @Root() task: Row<ImportTask>): Promise<ImportFailure[]> {
    return failuresFor(ctx, await importTasks.cells(ctx, task, 'notices'));
  }

  @Extensions({ expectedRows: costOfMarking })
  @FieldResolver(() => FileContent, {
    nullable: true,
    description:
      'The workbook with its bad cells marked and explained; null when there is none, and after a day.',
  })
  async marked(@Ctx() ctx: Context, @Root() task: Row<ImportTask>): Promise<FileContent | null> {
    return FileContent.of(await importTasks.marked(ctx, task));
  }
}
