import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { FileContent, ImportFailure, ImportResult } from '../../entities/imports.js';
import type { Context } from '../../data/context.js';
import { Upload } from '../../schema/scalars.js';
import type { ImportOutcome, ImportTemplate } from '../../services/imports/import-plans.js';
import type { ImportFile } from '../../services/imports/uploads.js';
import { importServices } from '../../services/import-tasks/importable.js';

export const workbookFile =
  'The workbook (.xlsx, at most 10 MiB): a part of a multipart request, or base64 within the size limit ' +
  'of a JSON body.';
export const tolerance = 'Skips rows with errors instead of refusing the file.';
export const dryness = 'Stores nothing; reports what would be stored and every bad cell.';

/** Bad cells with the reason in the language of the caller. */
export const failuresFor = (ctx: Context, failures: ImportOutcome['failures']): ImportFailure[] =>
  failures.map((failure) => ({ ...failure, reason: failure[ctx.language] }));

/** The three operations of each importable resource. */
export const importResolvers = Object.values(importServices).map((service) => {
  @Resolver()
  class WorkbookResolver {
    @Query(() => FileContent, {
      name: service.operations.template,
      description: 'The workbook to fill in for an import. 导入用的表格模板。',
    })
    async template(@Ctx() ctx: Context): Promise<FileContent> {
      const template: ImportTemplate = await service.template(ctx);
      return Object.assign(new FileContent(), template);
    }

    @Query(() => FileContent, {
      name: service.operations.export,
      description:
        'What is stored, in the form of the workbook for an import: the same bytes for the same records. ' +
        '按导入表格的格式导出现有数据。',
    })
    async export(@Ctx() ctx: Context): Promise<FileContent> {
      return Object.assign(new FileContent(), await service.export(ctx));
    }

    @Mutation(() => ImportResult, {
      name: service.operations.run,
      description:
        'Stores the rows of a workbook: all or none, or with isTolerant the good ones. 导入填好的表格。',
    })
    async run(
      @Ctx() ctx: Context,
      @Arg('file', () => Upload, { description: workbookFile }) file: ImportFile,
      @Arg('isTolerant', () => Boolean, { defaultValue: false, description: tolerance }) isTolerant: boolean,
      @Arg('isDryRun', () => Boolean, { defaultValue: false, description: dryness }) isDryRun: boolean,
    ): Promise<ImportResult> {
      const outcome = await service.run(ctx, file, { tolerant: isTolerant, dryRun: isDryRun });
      const { totalCount, successCount, failedCount } = outcome;
      return Object.assign(new ImportResult(), {
        totalCount,
        successCount,
        failedCount,
        failures: failuresFor(ctx, outcome.failures),
        notices: failuresFor(ctx, outcome.notices),
        outcome,
      });
    }
  }
  return WorkbookResolver;
});
