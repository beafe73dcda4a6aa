import { columnsOf, snakeCase, uniquesOf, type Class, type StoredEntity } from '../entities/columns.js';
import { problemsOf } from '../entities/inputs.js';
import { WorkbookError } from '../imports/workbook/faults.js';
import type { Lookups, RowError, Sheet, SheetRow } from '../imports/workbook/sheet.js';
import { decodeUpload } from '../imports/workbook/upload.js';
import { errorInRow, readSheet, writeTemplate, type SheetContent } from '../imports/workbook/workbook.js';
import { DomainError, type FieldProblem } from '../schema/errors.js';
import { authorize, declareRights, type Rule } from './access.js';
import type { Context } from './context.js';
import type { CrudService } from './crud.js';
import { translated } from './integrity.js';

/** Rows that one statement inserts. */
const batchRows = 500;

/** A file to save, as base64. */
export interface ImportTemplate {
  name: string;
  type: string;
  content: string;
}

/** What became of an import. */
export interface ImportOutcome {
  totalCount: number;
  successCount: number;
  failedCount: number;
  failures: RowError[];
}

export interface ImportOptions {
  sheet: Sheet;
  /** Name of the plural in the operations: `Campuses` gives `importCampuses` and `campusesImportTemplate`. */
  name: string;
  rule: Rule;
  /** Ids by the names that cells of look-up columns may hold, by list. */
  lookups?: (ctx: Context) => Promise<Record<string, ReadonlyMap<string, string>>>;
}

type Values = Record<string, unknown>;

/** Workbooks of one resource: the template, and the import that builds the same input as every other caller. */
export class ImportService<T extends StoredEntity, I extends object> {
  readonly operations: { template: string; run: string };

  constructor(
    private readonly service: CrudService<T, I>,
    private readonly input: new () => I,
    private readonly options: ImportOptions,
  ) {
    const { name, rule } = options;
    this.operations = {
      template: `${name[0].toLowerCase()}${name.slice(1)}ImportTemplate`,
      run: `import${name}`,
    };
    declareRights({ [this.operations.template]: rule, [this.operations.run]: rule });
  }

  async template(ctx: Context): Promise<ImportTemplate> {
    authorize(ctx, this.operations.template);
    const { sheet } = this.options;
    const file = await writeTemplate(sheet, namesOf(await this.#lookups(ctx)));
    return {
      name: sheet.fileName,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: file.toString('base64'),
    };
  }

  /**
   * Stores the rows of an upload. Strict: any bad cell refuses the whole file and all bad cells are told at once.
   * Tolerant: the good rows are stored and the bad ones are told.
   */
  async run(ctx: Context, file: string, { tolerant }: { tolerant: boolean }): Promise<ImportOutcome> {
    authorize(ctx, this.operations.run);
    const lookups = await this.#lookups(ctx);
    const content = await usable(() =>
      readSheet(this.options.sheet, decodeUpload(file), { lookups: namesOf(lookups) }),
    );
    return translated(ctx, () =>
      ctx.em.fork().transactional(async (em) => {
        const candidates = content.rows.map((row) => ({ row, input: this.#inputOf(row, lookups) }));
        const broken = candidates.flatMap(({ row, input }) => this.#rulesBroken(content, row, input));
        const failures = [...content.errors, ...broken, ...(await this.#existing(ctx, content, candidates))];
        if (!tolerant) this.#refuseFailures(content, failures);
        const bad = new Set(failures.map(({ row }) => row));
        const good = candidates.filter(({ row }) => !bad.has(row.row)).map(({ input }) => input);
        for (let at = 0; at < good.length; at += batchRows) {
          const records = good
            .slice(at, at + batchRows)
            .map((input) => em.create(this.service.entity, input as never, { persist: false }));
          await em.insertMany(this.service.entity, records as never);
        }
        ctx.rows.forget(this.service.entity);
        const totalCount = content.rowCount;
        return {
          totalCount,
          successCount: good.length,
          failedCount: totalCount - good.length,
          failures: sorted(failures),
        };
      }),
    );
  }

  async #lookups(ctx: Context): Promise<Record<string, ReadonlyMap<string, string>>> {
    return (await this.options.lookups?.(ctx)) ?? {};
  }

  /** The input that a row becomes: names of records replaced by their ids. */
  #inputOf({ values }: SheetRow, lookups: Record<string, ReadonlyMap<string, string>>): Values {
    const entries = this.options.sheet.columns.map(({ key, kind }) => {
      const value = values[key];
      return [key, kind.is === 'lookup' && typeof value === 'string' ? lookups[kind.list].get(value) : value];
    });
    return Object.fromEntries(entries) as Values;
  }

  /** Rules of the input class that the sheet's own declaration does not know. */
  #rulesBroken(content: SheetContent, row: SheetRow, input: Values): RowError[] {
    return problemsOf(this.input as unknown as Class, input).map(({ field, text }) => ({
      ...this.#errorAt(content, row, field, 'NOT_ALLOWED'),
      ...text,
    }));
  }

  /** Rows whose unique values are stored already: one statement for each unique set of columns. */
  async #existing(
    ctx: Context,
    content: SheetContent,
    candidates: { row: SheetRow; input: Values }[],
  ): Promise<RowError[]> {
    const keys = new Set(this.options.sheet.columns.map(({ key }) => key));
    const failures: RowError[] = [];
    for (const columns of uniquesOf(this.service.entity).filter((set) =>
      set.every((column) => keys.has(column)),
    )) {
      const stored = await this.#storedKeys(
        ctx,
        columns,
        candidates.map(({ input }) => input),
      );
      const label = columns.at(-1)!;
      for (const { row, input } of candidates) {
        if (stored.has(keyOf(columns, input))) failures.push(this.#errorAt(content, row, label, 'EXISTS'));
      }
    }
    return failures;
  }

  async #storedKeys(ctx: Context, columns: readonly string[], inputs: Values[]): Promise<Set<string>> {
    const known = new Map(columnsOf(this.service.entity).map((column) => [column.name, column]));
    const last = columns.at(-1)!;
    const expression = (column: string): string => {
      const reference = known.get(column)?.kind === 'reference';
      return reference ? `"${snakeCase(column)}_id"::text` : `lower(btrim("${snakeCase(column)}"))`;
    };
    const table = snakeCase(this.service.entity.name);
    const rows = await ctx.em
      .getConnection()
      .execute<Values[]>(
        `select ${columns.map((column, at) => `${expression(column)} as "${at}"`).join(', ')} from "${table}" where ${expression(last)} in (select jsonb_array_elements_text(?::jsonb))`,
        [JSON.stringify([...new Set(inputs.map((input) => normal(input[last])))])],
      );
    return new Set(rows.map((row) => columns.map((_, at) => String(row[String(at)])).join('\n')));
  }

  #errorAt(content: SheetContent, row: SheetRow, key: string, code: 'EXISTS' | 'NOT_ALLOWED'): RowError {
    return errorInRow(this.options.sheet, content, row, { key, code, params: { allowed: '' } });
  }

  #refuseFailures(content: SheetContent, failures: readonly RowError[]): void {
    if (failures.length > 0) {
      const problems = sorted(failures).map(problemOf);
      const onlyTaken = failures.every(({ code }) => code === 'EXISTS' || code === 'DUPLICATE');
      throw new DomainError(onlyTaken ? 'DUPLICATE' : 'INVALID_BODY', problems[0].text, { problems });
    }
    if (content.rowCount > 0) return;
    throw new DomainError('INVALID_BODY', {
      zh: '工作簿中没有可导入的数据行',
      en: 'The workbook has no rows to import. Maybe fill in the template below its headings.',
    });
  }
}

const normal = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .toLowerCase();

const keyOf = (columns: readonly string[], input: Values): string =>
  columns.map((column) => normal(input[column])).join('\n');

const namesOf = (lookups: Record<string, ReadonlyMap<string, string>>): Lookups =>
  Object.fromEntries(Object.entries(lookups).map(([list, ids]) => [list, [...ids.keys()]]));

const sorted = (failures: readonly RowError[]): RowError[] => [...failures].sort((a, b) => a.row - b.row);

/** `第3行校区名称不能为空`: the message of one bad cell. */
const problemOf = ({ row, column, zh, en }: RowError): FieldProblem => ({
  field: `row ${row}${column ? `, column ${column}` : ''}`,
  text: { zh: `第${row}行${zh}`, en: `Row ${row}${column ? `, column ${column}` : ''}: ${en}` },
});

/** Runs work on a workbook; what makes the whole file unusable becomes an error for people. */
async function usable<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    const code =
      error.code === 'FILE_TOO_LARGE'
        ? 'TOO_LARGE'
        : error.code === 'BUSY'
          ? 'TOO_MANY_REQUESTS'
          : 'INVALID_BODY';
    throw new DomainError(code, { zh: error.zh, en: error.en }, { reason: error.code });
  }
}
