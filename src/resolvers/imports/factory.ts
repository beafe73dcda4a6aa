import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../data/context.js';
import { Upload } from '../../schema/scalars.js';
import type { RowError } from '../../sheets/sheet.js';
import type { ImportFile, ImportOutcome, ImportTemplate } from '../../services/imports/import-service.js';
import { importServices } from '../../services/imports/subjects.js';

/** A file to save. */
@ObjectType({ description: 'A file to save.' })
export class FileContent {
  @Field({ description: 'Name under which it is saved.' })
  name: string;

  @Field({ description: 'MIME type.' })
  type: string;

  @Field({ description: 'Content in base64.' })
  content: string;

  @Field({ description: 'The whole file as a data URI.' })
  dataUri(): string {
    return `data:${this.type};base64,${this.content}`;
  }
}

@ObjectType({ description: 'One bad cell of an imported workbook.' })
export class ImportFailure {
  @Field({ description: 'Name of the sheet.' })
  sheet: string;

  @Field(() => Int, { description: 'Number of the row in the sheet, as people see it.' })
  row: number;

  @Field(() => String, {
    nullable: true,
    description: 'Letters of the column; null when the sheet lacks it.',
  })
  column: string | null;

  @Field(() => String, { nullable: true, description: 'Heading of the column.' })
  heading: string | null;

  @Field({ description: 'What the cell holds.' })
  value: string;

  @Field({ description: 'What is wrong, as a code.' })
  code: string;

  @Field({ description: 'What is wrong, for people.' })
  reason: string;
}

@ObjectType({ description: 'What became of an import.' })
export class ImportResult {
  @Field(() => Int, { description: 'Rows that hold data.' })
  totalCount: number;

  @Field(() => Int, { description: 'Rows that were stored.' })
  successCount: number;

  @Field(() => Int, { description: 'Rows that were left out.' })
  failedCount: number;

  @Field(() => [ImportFailure], { description: 'Bad cells by row, at most 10,000 of them.' })
  failures: ImportFailure[];

  outcome: ImportOutcome;

  @Field(() => FileContent, {
    nullable: true,
    description: 'The workbook with its bad cells marked and explained; null when there is none.',
  })
  async marked(): Promise<FileContent | null> {
    return fileContent(await this.outcome.marked());
  }
}

export const workbookFile =
  'The workbook (.xlsx, at most 10 MiB): a part of a multipart request, or base64 as far as a JSON body ' +
  'may be large.';
export const tolerance = 'Skips rows with errors instead of refusing the file.';
export const dryness = 'Stores nothing: tells what would be stored and every bad cell.';

/** A file as callers save it. */
export const fileContent = (file: ImportTemplate | null): FileContent | null =>
  file && Object.assign(new FileContent(), file);

/** Bad cells with their reason in the language of the caller. */
export const failuresFor = (ctx: Context, failures: readonly RowError[]): ImportFailure[] =>
  failures.map((failure) => ({ ...failure, reason: failure[ctx.language] }));

/** The two operations of each resource that is imported from workbooks. */
export const importResolvers = Object.values(importServices).map((service) => {
  @Resolver()
  class WorkbookResolver {
    @Query(() => FileContent, {
      name: service.operations.template,
      description: 'The workbook to fill in for an import.',
    })
    async template(@Ctx() ctx: Context): Promise<FileContent> {
      const template: ImportTemplate = await service.template(ctx);
      return Object.assign(new FileContent(), template);
    }

    @Mutation(() => ImportResult, {
      name: service.operations.run,
      description: 'Stores the rows of a workbook: all of them or none, or with isTolerant the good ones.',
    })
    async run(
      @Ctx() ctx: Context,
      @Arg('file', () => Upload, { description: workbookFile }) file: ImportFile,
      @Arg('isTolerant', () => Boolean, { defaultValue: false, description: tolerance }) isTolerant: boolean,
      @Arg('isDryRun', () => Boolean, { defaultValue: false, description: dryness }) isDryRun: boolean,
    ): Promise<ImportResult> {
      const outcome = await service.run(ctx, file, { tolerant: isTolerant, dryRun: isDryRun });
      const { totalCount, successCount, failedCount } = outcome;
      const failures = failuresFor(ctx, outcome.failures);
      return Object.assign(new ImportResult(), { totalCount, successCount, failedCount, failures, outcome });
    }
  }
  return WorkbookResolver;
});
