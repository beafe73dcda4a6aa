import type { OrderBy } from '../../data/lists/ordering.js';
import {
  columnsOf,
  entityInfo,
  linksOf,
  type Class,
  type EntityClass,
  type StoredEntity,
} from '../../data/columns.js';
import { fillIn } from '../../data/defaults/filling-in.js';
import { listOf, type Lookups, type RowError, type Sheet } from '../../sheets/sheet.js';
import { targetOf } from '../../sheets/sheet-of.js';
import { readSheet, writeMarked, writeTabs, writeTemplate, type PiecedTab } from '../../sheets/workbooks.js';
import { errors, type FieldProblem } from '../../schema/errors.js';
import { actsFor, actsForAll, authorize, declaredRights, declareRights } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import type { CrudService } from '../../data/crud.js';
import { inExportLine } from './export-line.js';
import { refusalOf } from './failures.js';
import { insertRows } from './insert-rows.js';
import type {
  BookPart,
  ImportOptions,
  ImportOutcome,
  ImportPlan,
  ImportSettings,
  ImportTemplate,
  ImportWatch,
  Lists,
  SpoiledNames,
  Values,
} from './import-plans.js';
import { listsFor } from './lists-of-names.js';
import { RowChecks, type Stored } from './row-checks.js';
import { slices } from '../../data/in-turns.js';
import { cellsIn, rowKeyOf, saysTheSame, sortingOf, storedRows, type StoredRow } from './stored-rows.js';
import { bytesOf, withFileErrors, type ImportFile } from './uploads.js';
import { outsideDatabase, transaction } from '../../data/transaction.js';

/** Rows that one statement inserts: few enough not to block other calls. */
const rowsPerInsert = 500;

/**
 * Workbooks of one resource: the template, and the import, which builds the same input as other callers. Who
 * may create records may import them.
 */
export class ImportService<T extends StoredEntity, I extends object> {
  readonly operations: { template: string; run: string; export: string };
  readonly sheet: Sheet;
  /** The name of its sheet in the workbook of an institution. */
  readonly tab: string;

  constructor(
    private readonly service: CrudService<T, I>,
    private readonly options: ImportOptions,
  ) {
    const { create, page } = service.operations;
    const { rule = declaredRights().get(create)! } = options;
    const { templateRule = rule } = options;
    this.operations = {
      template: `${page}ImportTemplate`,
      run: `import${page[0].toUpperCase()}${page.slice(1)}`,
      export: `${page}Export`,
    };
    this.sheet = options.sheet;
    this.tab = entityInfo(service.entity).noun.zh;
    declareRights({ [this.operations.template]: templateRule, [this.operations.run]: rule });
    declareRights({ [this.operations.export]: rule });
  }

  async template(ctx: Context): Promise<ImportTemplate> {
    authorize(ctx, this.operations.template);
    const { sheet } = this.options;
    const { lookups, examples = {} } = await this.#plan(ctx);
    const columns = sheet.columns.map((column) => {
      const example = examples[column.key];
      return example === undefined ? column : { ...column, example: example ?? undefined };
    });
    const filled = { ...sheet, columns };
    return workbook(sheet, await withFileErrors(() => writeTemplate(filled, namesOf(lookups))));
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
    part?: BookPart,
  ): Promise<ImportOutcome> {
    authorize(ctx, this.operations.run);
    const plan = await this.#plan(ctx);
    if (!part) this.options.refuseAlone?.(ctx, plan.lookups);
    const spoiled = part && this.#spoiledLists(part.spoiled);
    const { upload, content } = await this.#read(ctx, plan, file, watch, { tab: part?.tab, spoiled });
    const isStored = part && (await this.#storedBefore(ctx));
    const checks = new RowChecks(ctx, { ...this.#stored(ctx), spoiled, isStored }, plan, content);
    const { good, unchangedCount, failures, notices } = await checks.run(watch.signal);
    const refusal = tolerant || dryRun ? null : refusalOf(content, failures);
    const passing = tolerant || failures.length === 0 ? good : [];
    const outcome: ImportOutcome = {
      totalCount: content.rowCount,
      successCount: passing.length + unchangedCount,
      failedCount: content.rowCount - passing.length - unchangedCount,
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
    const write = (): Promise<Buffer> => writeMarked([{ sheet, errors: failures }], upload, ctx.language);
    const bytes = await withFileErrors(() => outsideDatabase(ctx, write));
    return workbook(sheet, bytes);
  }

  #stored(ctx: Context): Stored {
    const { entity, input } = this.service;
    const rulesOf = (values: Values): FieldProblem[] => this.service.problemsOf(ctx, values);
    return { ...this.options, entity: entity as EntityClass, input: input as unknown as Class, rulesOf };
  }

  async #plan(ctx: Context): Promise<ImportPlan> {
    const plan = await this.options.plan?.(ctx);
    const { entity } = this.service;
    return { ...plan, lookups: await listsFor(ctx, entity, this.options.sheet, plan?.lookups ?? {}) };
  }

  /** What is filled in may lead to a department that the caller does not act for. */
  #requireGrants(ctx: Context, rows: readonly Values[]): void {
    const { department } = entityInfo(this.service.entity).access;
    if (!department || department.includes('.')) return;
    const foreign = rows.find((row) => !actsFor(ctx, row[department] as string));
    if (foreign) throw errors.foreignDepartment(String(foreign[department]), String(foreign.name ?? ''));
  }

  /** What is stored that the caller may import, in the form of the template, without its instructions. */
  async export(ctx: Context): Promise<ImportTemplate> {
    authorize(ctx, this.operations.export);
    const write = (): Promise<Buffer> => outsideDatabase(ctx, () => writeTabs([this.storedTab(ctx)]));
    return fileOfBook(`${this.tab}.xlsx`, await inExportLine(write));
  }

  /** The sheet of what is stored. */
  storedTab(ctx: Context): PiecedTab {
    return { ...this.tabOf(this.#storedRows(ctx)), sorting: sortingOf(this.sheet) };
  }

  /** The sheet of rows, as they come. */
  tabOf(rows: AsyncIterable<readonly StoredRow[]> | Iterable<readonly StoredRow[]>): PiecedTab {
    const { sheet, tab } = this;
    const heading = sheet.columns.map((column) => column.heading);
    return { name: tab, heading, sorting: null, rows: cellsIn(sheet, rows) };
  }

  /** Forgets what the caller's rows were. */
  forget(ctx: Context): void {
    ctx.rows.forget(this.service.entity);
    for (const { table } of linksOf(this.service.entity)) ctx.rows.forget(table());
  }

  #storedRows(ctx: Context): AsyncGenerator<StoredRow[]> {
    const { entity } = this.service;
    const { exported } = this.options;
    const { department } = entityInfo(entity).access;
    const granted = { $in: ctx.viewer?.departmentIds ?? [] };
    const path = actsForAll(ctx) ? undefined : department?.split('.');
    const own = path?.reduceRight<object>((inner, column) => ({ [column]: inner }), granted) ?? {};
    return storedRows(ctx, entity as EntityClass, this.sheet, {
      ...exported,
      where: { $and: [exported?.where ?? {}, own] },
    });
  }

  /** Tells of a row whether it says no more than what is stored. */
  async #storedBefore(ctx: Context): Promise<(row: StoredRow) => boolean> {
    const keyOf = rowKeyOf(this.service.entity, this.sheet, this.options.exported);
    const stored = new Map<string, StoredRow>();
    for await (const rows of this.#storedRows(ctx)) for (const row of rows) stored.set(keyOf(row), row);
    return (row) => {
      const same = stored.get(keyOf(row));
      return same !== undefined && saysTheSame(row, same);
    };
  }

  /** The names that bad rows would make, by table, and by look-up list of this sheet. */
  #spoiledLists(spoiled: SpoiledNames): Map<string, Set<string>> {
    const { entity } = this.service;
    const { table } = entityInfo(entity);
    spoiled.set(table, spoiled.get(table) ?? new Set());
    const lists = new Map(spoiled);
    for (const column of this.sheet.columns) {
      const list = listOf(column);
      const declared = [...columnsOf(entity), ...linksOf(entity)].find(({ name }) => name === column.key);
      const target = declared && targetOf(declared);
      const names = target && spoiled.get(entityInfo(target).table);
      if (list !== undefined && names) lists.set(list, names);
    }
    return lists;
  }

  #read(
    ctx: Context,
    { lookups }: ImportPlan,
    file: ImportFile,
    { signal, progress }: ImportWatch,
    { tab, spoiled }: { tab?: string; spoiled?: ReadonlyMap<string, ReadonlySet<string>> },
  ) {
    return withFileErrors(async () => {
      const upload = bytesOf(file);
      const content = await outsideDatabase(ctx, () =>
        readSheet(this.options.sheet, upload, {
          lookups: namesOf(lookups, spoiled),
          tab,
          signal,
          onProgress: (rowsRead) => progress?.({ rowsRead, rowsStored: 0, totalCount: null }),
        }),
      );
      return { upload, content };
    });
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
      const rows = inputs.map((input) => ({ ...input }));
      await prepare?.(em, rows);
      await fillIn(ctx.app, em, entity, rows);
      this.#requireGrants(ctx, rows);
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

const workbook = ({ fileName }: Sheet, file: Buffer): ImportTemplate => fileOfBook(fileName, file);

/** A workbook as the API returns it. */
export const fileOfBook = (name: string, file: Buffer): ImportTemplate => ({
  name,
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  content: file.toString('base64'),
});

const namesOf = (lookups: Lists, spoiled?: ReadonlyMap<string, ReadonlySet<string>>): Lookups =>
  Object.fromEntries(
    Object.entries(lookups).map(([list, ids]) => [list, [...ids.keys(), ...(spoiled?.get(list) ?? [])]]),
  );
