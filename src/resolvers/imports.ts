import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../services/context.js';
import type { ImportOutcome, ImportService, ImportTemplate } from '../services/imports.js';

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

  @Field(() => [ImportFailure], { description: 'Every bad cell, by row.' })
  failures: ImportFailure[];

  outcome: ImportOutcome;

  @Field(() => FileContent, {
    nullable: true,
    description: 'The workbook with its bad cells marked and explained; null when there is none.',
  })
  async marked(): Promise<FileContent | null> {
    const file = await this.outcome.marked();
    return file && Object.assign(new FileContent(), file);
  }
}

/** The two operations of a resource that is imported from workbooks. */
export function importResolver<T extends object>(
  service: Pick<ImportService<never, T>, 'operations' | 'template' | 'run'>,
) {
  @Resolver()
  abstract class WorkbookResolver {
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
      @Arg('file', () => String, {
        description: 'The workbook (.xlsx, at most 10 MiB) as base64 or data URI.',
      })
      file: string,
      @Arg('isTolerant', () => Boolean, {
        defaultValue: false,
        description: 'Skips rows with errors instead of refusing the file.',
      })
      isTolerant: boolean,
      @Arg('isDryRun', () => Boolean, {
        defaultValue: false,
        description: 'Stores nothing: tells what would be stored and every bad cell.',
      })
      isDryRun: boolean,
    ): Promise<ImportResult> {
      const outcome = await service.run(ctx, file, { tolerant: isTolerant, dryRun: isDryRun });
      const { failures, totalCount, successCount, failedCount } = outcome;
      const counts = { totalCount, successCount, failedCount };
      const reasons = failures.map((failure) => ({ ...failure, reason: failure[ctx.language] }));
      return Object.assign(new ImportResult(), counts, { outcome, failures: reasons });
    }
  }
  return WorkbookResolver as abstract new () => object;
}
