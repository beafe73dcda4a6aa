import { setImmediate as breath } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/core';
import {
  columnsOf,
  linksOf,
  snakeCase,
  uniquesOf,
  type Class,
  type EntityClass,
  type StoredEntity,
} from '../entities/columns.js';
import { problemsOf } from '../entities/inputs.js';
import { WorkbookError } from '../imports/workbook/faults.js';
import type { Lookups, RowError, Sheet, SheetRow } from '../imports/workbook/sheet.js';
import { decodeUpload } from '../imports/workbook/upload.js';
import {
  errorInRow,
  readSheet,
  writeMarked,
  writeTemplate,
  type SheetContent,
} from '../imports/workbook/workbook.js';
import { DomainError, type FieldProblem } from '../schema/errors.js';
import { authorize, declareRights, type Rule } from './access.js';
import type { Context } from './context.js';
import type { CrudService } from './crud.js';
import { translated } from './integrity.js';

/** Rows that one statement inserts: few enough that other calls do not wait for them. */
const batchRows = 150;

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
  /** The upload with its bad cells marked; null when there is none. */
  marked: () => Promise<ImportTemplate | null>;
}

/** The understood cells of a row, by column; a look-up column holds a name. */
export type Cells = SheetRow['values'];

/** What an import needs to know of the database before it reads, made for one caller. */
export interface ImportPlan {
  /** Ids by the names that cells of look-up columns may hold, by list. */
  readonly lookups: Lists;
  /** Completes the input of a row by what follows from several cells, and tells which of them contradict. */
  readonly complete?: (input: Values, cells: Cells) => FieldProblem[];
  /** Makes what good rows name and nobody made yet. */
  readonly prepare?: (em: EntityManager, inputs: readonly Values[]) => Promise<void>;
}

export interface ImportOptions {
  sheet: Sheet;
  /** Name of the plural in the operations: `Campuses` gives `importCampuses` and `campusesImportTemplate`. */
  name: string;
  rule: Rule;
  /** Who may read the template, when not those who may import. */
  templateRule?: Rule;
  plan?: (ctx: Context) => Promise<ImportPlan>;
}

export interface ImportSettings {
  /** Skips rows with errors instead of refusing the file. */
  tolerant: boolean;
  /** Only tells what would happen. */
  dryRun?: boolean;
}

type Lists = Record<string, ReadonlyMap<string, string>>;
type Values = Record<string, unknown>;
interface Candidate {
  row: SheetRow;
  input: Values;
}

/** Workbooks of one resource: the template, and the import that builds the same input as every other caller. */
export class ImportService<T extends StoredEntity, I extends object> {
  readonly operations: { template: string; run: string };

  constructor(
    private readonly service: CrudService<T, I>,
    private readonly input: new () => I,
    private readonly options: ImportOptions,
  ) {
    const { name, rule, templateRule = rule } = options;
    this.operations = {
      template: `${name[0].toLowerCase()}${name.slice(1)}ImportTemplate`,
      run: `import${name}`,
    };
    declareRights({ [this.operations.template]: templateRule, [this.operations.run]: rule });
  }

  async template(ctx: Context): Promise<ImportTemplate> {
    authorize(ctx, this.operations.template);
    const { sheet } = this.options;
    const { lookups } = await this.#plan(ctx);
    return workbook(sheet, await writeTemplate(sheet, namesOf(lookups)));
  }

  /**
   * Stores the rows of an upload. Strict: any bad cell refuses the whole file and all bad cells are told at once.
   * Tolerant: the good rows are stored and the bad ones are told. A dry run stores nothing and tells all.
   */
  async run(
    ctx: Context,
    file: string,
    { tolerant, dryRun = false }: ImportSettings,
  ): Promise<ImportOutcome> {
    authorize(ctx, this.operations.run);
    const { sheet } = this.options;
    const plan = await this.#plan(ctx);
    const { upload, content } = await usable(async () => {
      const upload = decodeUpload(file);
      return { upload, content: await readSheet(sheet, upload, { lookups: namesOf(plan.lookups) }) };
    });
    const { good, failures } = await this.#judged(ctx, plan, content);
    if (!tolerant && !dryRun) this.#refuseFailures(content, failures);
    const stored = tolerant || failures.length === 0 ? good : [];
    if (!dryRun) await this.#store(ctx, plan, stored);
    const totalCount = content.rowCount;
    return {
      totalCount,
      successCount: stored.length,
      failedCount: totalCount - stored.length,
      failures,
      marked: async () =>
        failures.length === 0
          ? null
          : workbook(sheet, await writeMarked(sheet, upload, failures, ctx.language)),
    };
  }

  async #plan(ctx: Context): Promise<ImportPlan> {
    return (await this.options.plan?.(ctx)) ?? { lookups: {} };
  }

  /** The inputs that may be stored, and everything that keeps others from it, by row. */
  async #judged(
    ctx: Context,
    plan: ImportPlan,
    content: SheetContent,
  ): Promise<{ good: Values[]; failures: RowError[] }> {
    const candidates: Candidate[] = [];
    const failures = [...content.errors];
    for (const rows of slices(content.rows)) {
      for (const row of rows) {
        const input = this.#inputOf(row, plan.lookups);
        const problems = plan.complete?.(input, row.values) ?? [];
        if (problems.length === 0) problems.push(...this.#rulesBroken(row, input));
        failures.push(...problems.map((problem) => this.#refused(content, row, problem)));
        candidates.push({ row, input });
      }
      await breath();
    }
    failures.push(...(await this.#existing(ctx, content, candidates)));
    const bad = new Set(failures.map(({ row }) => row));
    const good = candidates.filter(({ row }) => !bad.has(row.row)).map(({ input }) => input);
    return { good, failures: sorted(failures) };
  }

  async #store(ctx: Context, { prepare }: ImportPlan, inputs: readonly Values[]): Promise<void> {
    const { entity } = this.service;
    const links = linksOf(entity);
    await translated(ctx, () =>
      ctx.em.fork().transactional(async (em) => {
        await prepare?.(em, inputs);
        for (const slice of slices(inputs)) {
          const joined: { table: EntityClass; row: object }[] = [];
          const records = slice.map((input) => {
            const columns = Object.entries(input).filter(([key]) => !links.some(({ name }) => name === key));
            const record = em.create(entity, Object.fromEntries(columns) as never, { persist: false });
            for (const { name, table, owner, other } of links)
              for (const id of (input[name] as string[] | undefined) ?? [])
                joined.push({ table: table(), row: { [owner]: record.id, [other]: id } });
            return record;
          });
          await em.insertMany(entity, records as never);
          for (const { table } of links) {
            const rows = joined.filter((join) => join.table === table());
            const made = rows.map(({ row }) => em.create(table(), row as never, { persist: false }));
            if (made.length) await em.insertMany(table(), made as never);
          }
          await breath();
        }
      }),
    );
    ctx.rows.forget(entity);
    for (const { table } of links) ctx.rows.forget(table());
  }

  /** The input that a row becomes: names of records replaced by their ids. */
  #inputOf({ values }: SheetRow, lookups: Lists): Values {
    const entries = this.options.sheet.columns.map(({ key, kind }) => {
      const value = values[key];
      return [key, kind.is === 'lookup' && typeof value === 'string' ? lookups[kind.list].get(value) : value];
    });
    return Object.fromEntries(entries) as Values;
  }

  /** Rules of the input class that the sheet's own declaration does not know. What it declares for an empty cell is right. */
  #rulesBroken({ values }: SheetRow, input: Values): FieldProblem[] {
    return problemsOf(this.input as unknown as Class, input, { isLenient: true }).filter(({ field }) => {
      const { whenEmpty } = this.options.sheet.columns.find(({ key }) => key === field) ?? {};
      return whenEmpty === undefined || values[field] !== whenEmpty;
    });
  }

  #refused(content: SheetContent, row: SheetRow, { field, text }: FieldProblem): RowError {
    return { ...this.#errorAt(content, row, field, 'NOT_ALLOWED'), ...text };
  }

  /** Rows whose unique values are stored already: one statement for each unique set of columns. */
  async #existing(
    ctx: Context,
    content: SheetContent,
    candidates: readonly Candidate[],
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

/** The ids of the records that the caller may see, by their names, in the order of the names unless said otherwise. */
export async function idsByName<T extends StoredEntity & { name: string }>(
  ctx: Context,
  entity: EntityClass<T>,
  { where = {}, orderBy = { name: 'asc' } }: { where?: object; orderBy?: object } = {},
): Promise<Map<string, string>> {
  const rows = await ctx.rows.find(entity, where, { orderBy });
  return new Map(rows.map(({ name, id }) => [name as string, id as string]));
}

/** Rows in portions, between which other work gets its turn. */
function* slices<V>(rows: readonly V[]): Generator<readonly V[]> {
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows);
}

const workbook = ({ fileName }: Sheet, file: Buffer): ImportTemplate => ({
  name: fileName,
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  content: file.toString('base64'),
});

const namesOf = (lookups: Lists): Lookups =>
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
