import { Field, Int, ObjectType } from 'type-graphql';
import type { Ref } from '@mikro-orm/core';
import { ImportStage, ImportSubject } from '../schema/enums.js';
import { User } from './accounts.js';
import { all, own } from '../data/callers.js';
import { belongsTo, choice, flag, integer, stored } from '../data/decorators.js';
import { Task } from '../data/tasks/task.js';
import { calledMessage } from '../schema/texts.js';

@stored('导入任务', 'import task', 'An import of a workbook that goes on after the request.', {
  rows: { ADMINISTRATOR: all, SIGNED_IN: own('requestedBy', 'userId') },
})
export class ImportTask extends Task {
  @choice('导入对象', 'Subject', ImportSubject, { about: 'What the workbook contains.' })
  subject: ImportSubject;

  @flag('忽略错误', 'Is tolerant', {
    initial: false,
    about: 'Skips rows with errors instead of refusing the file.',
  })
  isTolerant: boolean;

  @flag('试运行', 'Is dry run', { initial: false, about: 'Stores nothing; reports what would be stored.' })
  isDryRun: boolean;

  @choice('任务阶段', 'Stage', ImportStage, { initial: ImportStage.READING })
  stage: ImportStage;

  @integer('已读行数', 'Rows read', { initial: 0, about: 'Rows read of the workbook so far.' })
  rowsRead: number;

  @integer('已存行数', 'Rows stored', {
    initial: 0,
    about:
      'Rows stored so far. They are kept only if the task ends as COMPLETED; otherwise they are rolled back.',
  })
  rowsStored: number;

  @integer('总行数', 'Rows that hold data', {
    nullable: true,
    about: 'Rows that hold data; null until known.',
  })
  totalCount: number | null;

  @integer('成功行数', 'Rows stored at the end', {
    nullable: true,
    about: 'Rows that were stored, or would be.',
  })
  successCount: number | null;

  @integer('失败行数', 'Rows left out', { nullable: true, about: 'Rows that were skipped, or would be.' })
  failedCount: number | null;

  @belongsTo(() => User, '发起人', 'Requested by', { nullable: true, onDelete: 'set null' })
  requestedBy: Ref<User> | null;
}

@ObjectType({ description: 'A file to download.' })
export class FileContent {
  @Field({ description: 'File name.' })
  name: string;

  @Field({ description: 'MIME type.' })
  type: string;

  @Field({ description: 'Content in base64.' })
  content: string;

  /** The file as the API returns it; null when there is none. */
  static of(file: Pick<FileContent, 'name' | 'type' | 'content'> | null): FileContent | null {
    return file && Object.assign(new FileContent(), file);
  }

  @Field({ description: 'The whole file as a data URI.' })
  dataUri(): string {
    return `data:${this.type};base64,${this.content}`;
  }
}

@ObjectType({
  description: 'One cell of an imported workbook that is bad, or of which something is to be said.',
})
export class ImportFailure {
  @Field({ description: 'Name of the sheet.' })
  sheet: string;

  @Field(() => Int, { description: 'Number of the row as shown in the sheet.' })
  row: number;

  @Field(() => String, {
    nullable: true,
    description: 'Letters of the column; null when the sheet lacks it.',
  })
  column: string | null;

  @Field(() => String, { nullable: true, description: 'Heading of the column.' })
  heading: string | null;

  @Field({ description: 'Content of the cell.' })
  value: string;

  @Field({ description: 'What is wrong or to be said, as a code.' })
  code: string;

  @Field({ deprecationReason: calledMessage, description: 'The same as a sentence.' })
  reason: string;
}

@ObjectType({ description: 'The result of an import.' })
export class ImportResult {
  @Field(() => Int, { description: 'Rows that hold data.' })
  totalCount: number;

  @Field(() => Int, { description: 'Rows that were stored.' })
  successCount: number;

  @Field(() => Int, { description: 'Rows that were skipped.' })
  failedCount: number;

  @Field(() => [ImportFailure], { description: 'Bad cells by row, at most 10,000 of them.' })
  failures: ImportFailure[];

  @Field(() => [ImportFailure], {
    description:
      'Cells of rows that are stored nevertheless, of which something is to be said: by row, at most 10,000.',
  })
  notices: ImportFailure[];

  outcome: { marked(): Promise<Parameters<typeof FileContent.of>[0]> };

  @Field(() => FileContent, {
    nullable: true,
    description: 'The workbook with its bad cells marked and explained; null when there is none.',
  })
  async marked(): Promise<FileContent | null> {
    return FileContent.of(await this.outcome.marked());
  }
}
