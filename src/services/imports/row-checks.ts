import { v7 as uuidv7 } from 'uuid';
import {
  columnsOf,
  entityInfo,
  namingColumnOf,
  uniquesOf,
  type Class,
  type Column,
  type EntityClass,
} from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { derive, isLeftOut } from '../../data/defaults/filling-in.js';
import { inTurns, slices } from '../../data/in-turns.js';
import { problemsOf, trimTexts } from '../../data/inputs.js';
import type { FieldProblem } from '../../schema/errors.js';
import type { Language } from '../../schema/texts.js';
import { cellSentence, type CellFault } from '../../sheets/cell-faults.js';
import { sameName } from '../../sheets/parse.js';
import {
  labelOf,
  listOf,
  type Column as SheetColumn,
  type RowError,
  type Sheet,
  type SheetRow,
  toldOfSheet,
} from '../../sheets/sheet.js';
import { errorInRow, type SheetContent } from '../../sheets/workbooks.js';
import type { FaultParams } from '../../workbook/faults.js';
import { Failures } from './failures.js';
import type { Cells, ImportPlan, SignInNumber, Values } from './import-plans.js';
import { keyOf, normal, storedKeys } from './stored-keys.js';

/** Rows whose keys one statement looks up: few enough not to block other calls. */
const rowsPerLookUp = 2_000;

/** What the rows of a workbook are stored as. */
export interface Stored {
  readonly entity: EntityClass;
  readonly input: Class;
  readonly sheet: Sheet;
  /** What is wrong with the values of a record beyond each column. */
  readonly rulesOf: (values: Values) => FieldProblem[];
  readonly number?: SignInNumber;
  readonly identity?: readonly string[];
  readonly namedBy?: (values: Cells) => string;
  /** Of part of a whole workbook: names that bad rows would make, by look-up list and by table. */
  readonly spoiled?: ReadonlyMap<string, Set<string>>;
  /** Of part of a whole workbook: whether a row says no more than what is stored. */
  readonly isStored?: (values: SheetRow['values']) => boolean;
}

interface Candidate {
  row: SheetRow;
  input: Values;
}

/** Those that have values in the columns. */
const withGood = (candidates: readonly Candidate[], columns: readonly string[]): Candidate[] =>
  candidates.filter(({ row }) => !row.bad?.some((key) => columns.includes(key)));

/** Texts that a notice of a column names. */
const textsShown = 5;

/** How the values are called that cells get that say what is not known. */
const fallbacks = {
  null: { zh: '空', en: 'nothing' },
  true: { zh: '是', en: 'yes' },
  false: { zh: '否', en: 'no' },
};

const furtherTab = (sheet: string): RowError =>
  toldOfSheet(sheet, 'FURTHER_SHEET', {
    zh: `工作表“${sheet}”未导入：一次只读取第一个工作表，请另行上传`,
    en: `The sheet "${sheet}" was not imported: only the first one is read. Maybe upload it on its own.`,
  });

/** What a row would store, and what is wrong with that. */
interface RowInput {
  readonly input: Values;
  readonly problems: FieldProblem[];
  /** Whether it names what a bad row would make, so that nothing can be said of it. */
  readonly isBlocked: boolean;
}

/** What is found about the rows of a sheet. */
export interface CheckedRows {
  readonly good: Values[];
  readonly unchangedCount: number;
  readonly failures: RowError[];
  readonly notices: RowError[];
}

/** Judges the rows of one sheet by the rules of the input that every other caller sends. */
export class RowChecks {
  readonly #failures: Failures;
  readonly #notices = new Failures([]);
  /** Columns of the sheet whose empty cells get a default. */
  readonly #defaults: readonly Column[];
  /** Ids of the records that earlier rows make, by name, and whether rows may name these. */
  readonly #made = new Map<string, string>();
  readonly #namesEarlierRows: boolean;
  readonly #unchanged: SheetRow[] = [];

  constructor(
    private readonly ctx: Context,
    private readonly stored: Stored,
    private readonly plan: ImportPlan,
    private readonly content: SheetContent,
  ) {
    this.#failures = new Failures(content.errors);
    for (const row of content.badRows) this.#spoil(row);
    this.#namesEarlierRows = stored.sheet.columns.some(({ kind }) => kind.is === 'lookup' && kind.isOpen);
    const keys = new Set(stored.sheet.columns.map(({ key }) => key));
    this.#defaults = columnsOf(stored.entity).filter(({ name, byDefault }) => byDefault && keys.has(name));
  }

  /** The inputs that may be stored, what to say of them, and the errors that prevent the others, by row. */
  async run(signal?: AbortSignal): Promise<CheckedRows> {
    const candidates: Candidate[] = [];
    await inTurns(
      [...this.content.rows, ...this.content.badRows].sort((a, b) => a.row - b.row),
      (row) => {
        if (!row.bad && this.#isStored(row)) return void this.#unchanged.push(row);
        const { input, problems, isBlocked } = this.#problemsIn(row);
        if (isBlocked) return this.#spoil(row);
        for (const problem of problems) this.#failures.add(row.row, () => this.#violationAt(row, problem));
        if (problems.length === 0 && !row.bad) this.#learn(input);
        else this.#spoil(row);
        candidates.push({ row, input });
      },
      signal,
    );
    await this.#findExisting(candidates);
    const passing = candidates.filter(({ row }) => !row.bad && !this.#failures.has(row.row));
    for (const { row } of candidates) if (this.#failures.has(row.row)) this.#spoil(row);
    this.#tellUnchanged();
    this.#tellDefaults(passing);
    this.#tellReplaced(passing);
    for (const tab of this.content.furtherTabs) this.#notices.add(1, () => furtherTab(tab));
    return {
      good: passing.map(({ input }) => input),
      unchangedCount: this.#unchanged.length,
      failures: this.#failures.sorted(),
      notices: this.#notices.sorted().filter(({ row }) => !this.#failures.has(row)),
    };
  }

  /** The input of a row, and everything that is wrong with it beside its bad cells, each cell once. */
  #problemsIn(row: SheetRow): RowInput {
    const { input, problems, isBlocked } = this.#inputOf(row);
    if (isBlocked) return { input, problems, isBlocked };
    const bad = new Set([...(row.bad ?? []), ...problems.map(({ field }) => field)]);
    const add = (found: readonly FieldProblem[]): void => {
      const told = new Set([...bad, ...problems.map(({ field }) => field)]);
      problems.push(...found.filter(({ field }) => !told.has(field)));
    };
    add(this.plan.complete?.(input, row.values, bad) ?? []);
    // What follows from a cell that is bad or refused is no fault of another one.
    const isWhole = bad.size === 0 && problems.length === 0;
    const isOwn = (field: string): boolean => isWhole || (input[field] ?? null) !== null;
    add(this.#violations(row, input).filter(({ field }) => isOwn(field)));
    derive(this.stored.entity, input);
    if (problems.length === 0 && bad.size === 0) add(this.stored.rulesOf(input));
    return { input, problems, isBlocked };
  }

  /** The input of a row: names of records are replaced by their ids, and what has a default is left out. */
  #inputOf({ values }: SheetRow): RowInput {
    const problems: FieldProblem[] = [];
    const input: Values = {};
    let isBlocked = false;
    for (const column of this.stored.sheet.columns) {
      const value = values[column.key];
      const list = listOf(column);
      if (list === undefined || value === null || value === undefined) input[column.key] = value;
      else if (Array.isArray(value)) {
        input[column.key] = value.map((name) => this.#idOf(list, String(name)));
        isBlocked ||= value.some((name) => !this.#idOf(list, String(name)));
      } else {
        input[column.key] = this.#idOf(list, String(value));
        if (input[column.key] !== undefined) continue;
        if (this.#isSpoiled(list, String(value))) isBlocked = true;
        else problems.push(unknownName(column, String(value)));
      }
    }
    for (const column of this.#defaults) if (isLeftOut(column, input)) delete input[column.name];
    return { input, problems, isBlocked };
  }

  /** The record that a name stands for, be it made by an earlier row. */
  #idOf(list: string, name: string): string | undefined {
    return this.plan.lookups[list].get(name) ?? this.#made.get(sameName(name));
  }

  /** Whether a bad row would make what the name stands for, so that nothing is wrong with the name. */
  #isSpoiled(list: string, name: string): boolean {
    return this.stored.spoiled?.get(list)?.has(sameName(name)) ?? false;
  }

  /** Remembers what a bad row would make. */
  #spoil({ row, values }: SheetRow): void {
    this.#failures.count(row);
    const { entity, spoiled, namedBy } = this.stored;
    const record: Values = { ...values };
    derive(entity, record);
    const name = namedBy?.(values) ?? record[labelColumnOf(entity)];
    if (spoiled && typeof name === 'string') spoiled.get(entityInfo(entity).table)?.add(sameName(name));
  }

  /** Says in how many rows there is nothing that is not stored already. */
  #tellUnchanged(): void {
    const [row] = this.#unchanged;
    if (!row) return;
    const [{ key }] = this.stored.sheet.columns;
    const params = { count: this.#unchanged.length };
    this.#notices.add(row.row, () =>
      errorInRow(this.stored.sheet, this.content, row, { key, code: 'UNCHANGED', params }),
    );
  }

  #isStored(row: SheetRow): boolean {
    return this.stored.isStored?.(row.values) ?? false;
  }

  /** Lets later rows name the record that a good one makes, where they may. */
  #learn(input: Values): void {
    if (!this.#namesEarlierRows) return;
    input.id = uuidv7();
    this.#made.set(sameName(String(input[namingColumnOf(this.stored.entity)])), input.id as string);
  }

  /** Says once of each column in how many rows its default was taken, and which that is. */
  #tellDefaults(rows: readonly Candidate[]): void {
    for (const { name, byDefault } of this.#defaults.filter((column) => !column.byDefault?.isUntold)) {
      const lacking = rows.filter(({ row }) => row.values[name] === null);
      if (lacking.length === 0) continue;
      this.#tellOfColumn(lacking, name, 'LEFT_OUT', (language) => ({ told: byDefault!.told[language] }));
    }
  }

  /** Says once of each column in how many rows it said what is not known, and what they got instead. */
  #tellReplaced(rows: readonly Candidate[]): void {
    for (const { key, fallback } of this.stored.sheet.columns) {
      const told = fallback === undefined ? [] : rows.filter(({ row }) => row.replaced?.[key]);
      if (told.length === 0) continue;
      const texts = [...new Set(told.map(({ row }) => row.replaced![key]))].slice(0, textsShown).join('、');
      const got = fallbacks[String(fallback) as keyof typeof fallbacks];
      this.#tellOfColumn(told, key, 'REPLACED', (language) => ({ told: got[language], texts }));
    }
  }

  #tellOfColumn(
    rows: readonly Candidate[],
    key: string,
    code: CellFault,
    paramsIn: (language: Language) => FaultParams,
  ): void {
    const [{ row }] = rows;
    const inLanguage = (language: Language): RowError =>
      errorInRow(this.stored.sheet, this.content, row, {
        ...{ key, code, params: { count: rows.length, ...paramsIn(language) } },
      });
    this.#notices.add(row.row, () => ({ ...inLanguage('zh'), en: inLanguage('en').en }));
  }

  /**
   * Violations of the input class that the sheet does not declare itself. The value that a column declares
   * for an empty cell is always valid.
   */
  #violations({ values }: SheetRow, input: Values): FieldProblem[] {
    trimTexts(this.stored.input, input);
    return problemsOf(this.stored.input, input, { isLenient: true }).filter(({ field }) => {
      const { whenEmpty } = this.stored.sheet.columns.find(({ key }) => key === field) ?? {};
      return whenEmpty === undefined || values[field] !== whenEmpty;
    });
  }

  #violationAt(row: SheetRow, { field, text }: FieldProblem): RowError {
    return { ...this.#errorAt(row, field, 'NOT_ALLOWED'), ...text };
  }

  /** Finds rows whose unique values are stored already, with few statements per unique set of columns. */
  async #findExisting(candidates: readonly Candidate[]): Promise<void> {
    const { number, entity, sheet, identity } = this.stored;
    if (number) await this.#findNames(candidates, number);
    const keys = new Set(sheet.columns.map(({ key }) => key));
    const sets = uniquesOf(entity).filter((set) => set.every((column) => keys.has(column)));
    if (identity) await this.#findRepeated(candidates, identity);
    for (const columns of sets) {
      const label = columns.at(-1)!;
      for (const slice of slices(withGood(candidates, columns), rowsPerLookUp)) {
        const inputs = slice.map(({ input }) => input);
        const stored = await storedKeys(this.ctx.em, entity, columns, inputs);
        await inTurns(slice, ({ row, input }) => {
          if (!stored.has(keyOf(columns, input))) return;
          this.#failures.add(row.row, () => this.#errorAt(row, label, 'EXISTS'));
        });
      }
    }
  }

  /** Finds rows that agree with a stored record or an earlier row in all columns that tell them apart. */
  async #findRepeated(candidates: readonly Candidate[], columns: readonly string[]): Promise<void> {
    const { entity, sheet } = this.stored;
    const labels = sheet.columns.filter(({ key }) => columns.includes(key)).map(labelOf);
    const list = { zh: labels.map(({ zh }) => zh).join('、'), en: labels.map(({ en }) => en).join(', ') };
    const text = cellSentence('REPEATED', list, {});
    const seen = new Set<string>();
    for (const slice of slices(withGood(candidates, columns), rowsPerLookUp)) {
      const inputs = slice.map(({ input }) => input);
      for (const key of await storedKeys(this.ctx.em, entity, columns, inputs)) seen.add(key);
      await inTurns(slice, ({ row, input }) => {
        const key = keyOf(columns, input);
        if (seen.has(key))
          this.#failures.add(row.row, () => this.#violationAt(row, { field: columns.at(-1)!, text }));
        seen.add(key);
      });
    }
  }

  /** Finds the rows whose number an account signs in with, or has as its name, which prevents nothing. */
  async #findNames(candidates: readonly Candidate[], { column, usesOf }: SignInNumber): Promise<void> {
    for (const slice of slices(withGood(candidates, [column]), rowsPerLookUp)) {
      const uses = await usesOf(
        this.ctx,
        slice.map(({ input }) => normal(input[column])),
      );
      for (const { row, input } of slice) {
        const use = uses.get(normal(input[column]));
        if (use === 'contact') this.#failures.add(row.row, () => this.#errorAt(row, column, 'SIGNS_IN'));
        if (use === 'name') this.#notices.add(row.row, () => this.#errorAt(row, column, 'IS_USER_NAME'));
      }
    }
  }

  #errorAt(row: SheetRow, key: string, code: CellFault): RowError {
    return errorInRow(this.stored.sheet, this.content, row, { key, code, params: { allowed: '' } });
  }
}

const unknownName = (column: SheetColumn, value: string): FieldProblem => ({
  field: column.key,
  text: cellSentence('NOT_FOUND', labelOf(column), { value: value.slice(0, 100) }),
});

/** The column by which rows name a record; the name where names are unique only within something else. */
const labelColumnOf = (entity: Class): string =>
  columnsOf(entity).some(({ name }) => name === 'name' || name === 'code') ? labelOfNamed(entity) : '';

const labelOfNamed = (entity: Class): string =>
  uniquesOf(entity).some((set) => set.length === 1 && /^(name|code)$/.test(set[0]))
    ? namingColumnOf(entity)
    : 'name';
