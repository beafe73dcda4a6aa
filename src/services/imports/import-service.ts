import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderBy } from '../../data/lists/ordering.js';
import { linksOf, uniquesOf, type Class, type EntityClass, type StoredEntity } from '../../data/columns.js';
import { problemsOf, trimTexts } from '../../data/inputs.js';
import type { CellFault } from '../../sheets/cell-faults.js';
import type { Lookups, RowError, Sheet, SheetRow } from '../../sheets/sheet.js';
import {
  errorInRow,
  readSheet,
  writeMarked,
  writeTemplate,
  type SheetContent,
} from '../../sheets/workbooks.js';
import { DomainError, type FieldProblem } from '../../schema/errors.js';
import { authorize, declaredRights, declareRights, type Rule } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import type { CrudService } from '../../data/crud.js';
import { Failures } from './failures.js';
import { numbersInUse } from '../accounts/sign-in-names.js';
import { insertRows } from './insert-rows.js';
import { keyOf, normal, storedKeys } from './stored-keys.js';
import { inTurns, slices } from '../../data/in-turns.js';
import { bytesOf, withFileErrors, type ImportFile } from './uploads.js';
import { outsideDatabase, transaction } from '../../data/transaction.js';

/**
 * Rows that one statement inserts, and whose keys one statement looks up: few enough not to block other
 * calls.
 */
const rowsPerInsert = 500;
const rowsPerLookUp = 2_000;

/** A file to download, in base64. */
export interface ImportTemplate {
  name: string;
  type: string;
  content: string;
}

/** The result of an import. */
export interface ImportOutcome {
  totalCount: number;
  successCount: number;
  failedCount: number;
  /** Bad cells by row, up to a limit; the counts include all bad rows. */
  failures: RowError[];
  /** What to say of cells of rows that are stored nevertheless, up to the same limit. */
  notices: RowError[];
  /** Why a strict import stored nothing. */
  refusal: DomainError | null;
  /** The upload with its bad cells marked; null when there are none. */
  marked: () => Promise<ImportTemplate | null>;
}

/** The parsed cells of a row, by column; a look-up column holds a name. */
export type Cells = SheetRow['values'];

/** What an import needs from the database before it reads the workbook, for one caller. */
export interface ImportPlan {
  /** For each look-up list, the ids by the names that cells may hold. */
  readonly lookups: Lists;
  /** Derives the fields of a row's input that depend on several cells, and reports contradictions. */
  readonly complete?: (input: Values, cells: Cells) => FieldProblem[];
  /** Creates the records that good rows refer to and that do not exist yet. */
  readonly prepare?: (em: EntityManager, inputs: readonly Values[]) => Promise<void>;
  /** What must hold once all rows are stored; throws when it does not. */
  readonly settle?: (em: EntityManager, inputs: readonly Values[]) => Promise<void>;
}

export interface ImportOptions {
  sheet: Sheet;
  /** Who may read the template, if other than who may import. */
  templateRule?: Rule;
  /** What rows are judged by; a template needs the lists alone, and can be had before there is any. */
  plan?: (ctx: Context, purpose: { readonly isTemplate: boolean }) => Promise<ImportPlan>;
  /** Column of the number with which a person signs in. */
  number?: string;
}

export interface ImportSettings {
  /** Skips rows with errors instead of refusing the file. */
  tolerant: boolean;
  /** Reports what would happen and stores nothing. */
  dryRun?: boolean;
}

/** The progress of an import. */
export interface ImportProgress {
  readonly rowsRead: number;
  readonly rowsStored: number;
  /** Null until the workbook has been read. */
  readonly totalCount: number | null;
}

/** Observes and cancels a long import. */
export interface ImportWatch {
  /** Cancels the import; what it stored is rolled back. */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: ImportProgress) => void;
  /** Runs in the transaction that stores the rows, so both happen or neither. */
  readonly conclude?: (em: EntityManager, outcome: ImportOutcome) => Promise<void>;
}

type Lists = Record<string, ReadonlyMap<string, string>>;
type Values = Record<string, unknown>;
/** What is found about rows: what prevents them, and what is only said. */
interface Findings {
  readonly failures: Failures;
  readonly notices: Failures;
}
interface Candidate {
  row: SheetRow;
  input: Values;
}

/**
 * Workbooks of one resource: the template, and the import, which builds the same input as other callers. Who
 * may create records may import them.
 */
export class ImportService<T extends StoredEntity, I extends object> {
  readonly operations: { template: string; run: string };

  constructor(
    private readonly service: CrudService<T, I>,
    private readonly options: ImportOptions,
  ) {
    const { create, page } = service.operations;
    const rule = declaredRights().get(create)!;
    const { templateRule = rule } = options;
    this.operations = {
      template: `${page}ImportTemplate`,
      run: `import${page[0].toUpperCase()}${page.slice(1)}`,
    };
    declareRights({ [this.operations.template]: templateRule, [this.operations.run]: rule });
  }

  async template(ctx: Context): Promise<ImportTemplate> {
    authorize(ctx, this.operations.template);
    const { sheet } = this.options;
    const { lookups } = await this.#plan(ctx, { isTemplate: true });
    return workbook(sheet, await writeTemplate(sheet, namesOf(lookups)));
  }

  /**
   * Stores the rows of an upload. Strict: any bad cell refuses the whole file. Tolerant: good rows are
   * stored, bad ones skipped. A dry run stores nothing. All of them report every bad row.
   */
  async run(ctx: Context, file: ImportFile, settings: ImportSettings): Promise<ImportOutcome> {
    const outcome = await this.attempt(ctx, file, settings);
    if (outcome.refusal) throw outcome.refusal;
    return outcome;
  }

  /** Like `run`, but observable, and with a refusal as part of the outcome. */
  async attempt(
    ctx: Context,
    file: ImportFile,
    { tolerant, dryRun = false }: ImportSettings,
    watch: ImportWatch = {},
  ): Promise<ImportOutcome> {
    authorize(ctx, this.operations.run);
    const plan = await this.#plan(ctx, { isTemplate: false });
    const { upload, content } = await this.#read(ctx, plan, file, watch);
    const { good, failures, notices } = await this.#checked(ctx, plan, content, watch);
    const refusal = tolerant || dryRun ? null : refusalOf(content, failures);
    const passing = tolerant || failures.length === 0 ? good : [];
    const outcome: ImportOutcome = {
      totalCount: content.rowCount,
      successCount: passing.length,
      failedCount: content.rowCount - passing.length,
      failures,
      notices: refusal ? [] : notices,
      refusal,
      marked: () => this.marked(ctx, upload, failures),
    };
    await this.#store(ctx, plan, dryRun || refusal ? [] : passing, outcome, watch);
    return outcome;
  }

  /** The upload of an import with its bad cells marked and explained; null when there are none. */
  async marked(
    ctx: Context,
    upload: Uint8Array,
    failures: readonly RowError[],
  ): Promise<ImportTemplate | null> {
    const { sheet } = this.options;
    if (failures.length === 0) return null;
    const bytes = await outsideDatabase(ctx, () => writeMarked(sheet, upload, failures, ctx.language));
    return workbook(sheet, bytes);
  }

  async #plan(ctx: Context, purpose: { readonly isTemplate: boolean }): Promise<ImportPlan> {
    return (await this.options.plan?.(ctx, purpose)) ?? { lookups: {} };
  }

  #read(ctx: Context, { lookups }: ImportPlan, file: ImportFile, { signal, progress }: ImportWatch) {
    return withFileErrors(async () => {
      const upload = bytesOf(file);
      const content = await outsideDatabase(ctx, () =>
        readSheet(this.options.sheet, upload, {
          lookups: namesOf(lookups),
          signal,
          onProgress: (rowsRead) => progress?.({ rowsRead, rowsStored: 0, totalCount: null }),
        }),
      );
      return { upload, content };
    });
  }

  /** The inputs that may be stored, what to say of them, and the errors that prevent the others, by row. */
  async #checked(
    ctx: Context,
    plan: ImportPlan,
    content: SheetContent,
    { signal }: ImportWatch,
  ): Promise<{ good: Values[]; failures: RowError[]; notices: RowError[] }> {
    const candidates: Candidate[] = [];
    const failures = new Failures(content.errors);
    await inTurns(
      content.rows,
      (row) => {
        const input = this.#inputOf(row, plan.lookups);
        const problems = plan.complete?.(input, row.values) ?? [];
        if (problems.length === 0) problems.push(...this.#violations(row, input));
        for (const problem of problems) failures.add(row.row, () => this.#violationAt(content, row, problem));
        candidates.push({ row, input });
      },
      signal,
    );
    const notices = new Failures([]);
    await this.#findExisting(ctx, content, candidates, { failures, notices });
    const good = candidates.filter(({ row }) => !failures.has(row.row)).map(({ input }) => input);
    const said = notices.sorted().filter(({ row }) => !failures.has(row));
    return { good, failures: failures.sorted(), notices: said };
  }

  /** Stores all rows and runs `conclude` in one transaction. */
  async #store(
    ctx: Context,
    { prepare, settle }: ImportPlan,
    inputs: readonly Values[],
    outcome: ImportOutcome,
    { signal, progress, conclude }: ImportWatch,
  ): Promise<void> {
    const { entity } = this.service;
    const { totalCount } = outcome;
    await transaction(ctx, async (em) => {
      // Prepared anew when the transaction is run again.
      const rows = prepare ? inputs.map((input) => ({ ...input })) : inputs;
      await prepare?.(em, rows);
      let rowsStored = 0;
      for (const slice of slices(rows, rowsPerInsert)) {
        await insertRows(em, entity as EntityClass, slice);
        signal?.throwIfAborted();
        rowsStored += slice.length;
        progress?.({ rowsRead: totalCount, rowsStored, totalCount });
      }
      await settle?.(em, rows);
      await conclude?.(em, outcome);
    });
    ctx.rows.forget(entity);
    for (const { table } of linksOf(entity)) ctx.rows.forget(table());
  }

  /** The input of a row: names of records are replaced by their ids. */
  #inputOf({ values }: SheetRow, lookups: Lists): Values {
    const entries = this.options.sheet.columns.map(({ key, kind }) => {
      const value = values[key];
      return [key, kind.is === 'lookup' && typeof value === 'string' ? lookups[kind.list].get(value) : value];
    });
    return Object.fromEntries(entries) as Values;
  }

  /**
   * Violations of the input class that the sheet does not declare itself. The value that a column declares
   * for an empty cell is always valid.
   */
  #violations({ values }: SheetRow, input: Values): FieldProblem[] {
    trimTexts(this.service.input as unknown as Class, input);
    return problemsOf(this.service.input as unknown as Class, input, { isLenient: true }).filter(
      ({ field }) => {
        const { whenEmpty } = this.options.sheet.columns.find(({ key }) => key === field) ?? {};
        return whenEmpty === undefined || values[field] !== whenEmpty;
      },
    );
  }

  #violationAt(content: SheetContent, row: SheetRow, { field, text }: FieldProblem): RowError {
    return { ...this.#errorAt(content, row, field, 'NOT_ALLOWED'), ...text };
  }

  /** Finds rows whose unique values are stored already, with few statements per unique set of columns. */
  async #findExisting(
    ctx: Context,
    content: SheetContent,
    candidates: readonly Candidate[],
    { failures, notices }: Findings,
  ): Promise<void> {
    const { number } = this.options;
    if (number) await this.#findNames(ctx, content, candidates, { failures, notices }, number);
    const keys = new Set(this.options.sheet.columns.map(({ key }) => key));
    const sets = uniquesOf(this.service.entity).filter((set) => set.every((column) => keys.has(column)));
    for (const columns of sets) {
      const label = columns.at(-1)!;
      for (const slice of slices(candidates, rowsPerLookUp)) {
        const stored = await storedKeys(
          ctx.em,
          this.service.entity,
          columns,
          slice.map(({ input }) => input),
        );
        await inTurns(slice, ({ row, input }) => {
          if (!stored.has(keyOf(columns, input))) return;
          failures.add(row.row, () => this.#errorAt(content, row, label, 'EXISTS'));
        });
      }
    }
  }

  /** Finds the rows whose number an account signs in with, or has as its name, which prevents nothing. */
  async #findNames(
    ctx: Context,
    content: SheetContent,
    candidates: readonly Candidate[],
    { failures, notices }: Findings,
    column: string,
  ): Promise<void> {
    for (const slice of slices(candidates, rowsPerLookUp)) {
      const uses = await numbersInUse(
        ctx,
        slice.map(({ input }) => normal(input[column])),
      );
      for (const { row, input } of slice) {
        const use = uses.get(normal(input[column]));
        if (use === 'contact') failures.add(row.row, () => this.#errorAt(content, row, column, 'SIGNS_IN'));
        if (use === 'name') notices.add(row.row, () => this.#errorAt(content, row, column, 'IS_USER_NAME'));
      }
    }
  }

  #errorAt(content: SheetContent, row: SheetRow, key: string, code: CellFault): RowError {
    return errorInRow(this.options.sheet, content, row, { key, code, params: { allowed: '' } });
  }
}

/** What is wrong with a value that somebody else has. */
const duplicateCodes: ReadonlySet<string> = new Set([
  'EXISTS',
  'DUPLICATE',
  'SIGNS_IN',
] satisfies CellFault[]);

/** Why a strict import stores nothing; null when every row is good. */
function refusalOf({ rowCount }: SheetContent, failures: readonly RowError[]): DomainError | null {
  if (failures.length > 0) {
    const problems = failures.map(problemOf);
    const onlyDuplicates = failures.every(({ code }) => duplicateCodes.has(code));
    return new DomainError(onlyDuplicates ? 'DUPLICATE' : 'INVALID_BODY', problems[0].text, { problems });
  }
  if (rowCount > 0) return null;
  return new DomainError('INVALID_BODY', {
    zh: '工作簿中没有可导入的数据行',
    en: 'The workbook has no rows to import. Maybe fill in the template below its headings.',
  });
}

/** The ids of the records that the caller may see, by name; in the order of the names by default. */
export async function idsByName<T extends StoredEntity & { name: string }>(
  ctx: Context,
  entity: EntityClass<T>,
  { where = {}, orderBy = { name: 'asc' } }: { where?: object; orderBy?: OrderBy } = {},
): Promise<Map<string, string>> {
  const rows = await ctx.rows.find(entity, where, { orderBy });
  return new Map(rows.map(({ name, id }) => [name as string, id as string]));
}

const workbook = ({ fileName }: Sheet, file: Buffer): ImportTemplate => ({
  name: fileName,
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  content: file.toString('base64'),
});

const namesOf = (lookups: Lists): Lookups =>
  Object.fromEntries(Object.entries(lookups).map(([list, ids]) => [list, [...ids.keys()]]));

/** `第3行校区名称不能为空`: the message of one bad cell. */
const problemOf = ({ sheet, row, column, code, zh, en }: RowError): FieldProblem => ({
  field: `row ${row}${column ? `, column ${column}` : ''}`,
  cell: { sheet, row, column, code },
  text: { zh: `第${row}行${zh}`, en: `Row ${row}${column ? `, column ${column}` : ''}: ${en}` },
});
