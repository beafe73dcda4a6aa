import type { EntityManager } from '@mikro-orm/postgresql';
import type { DomainError, FieldProblem } from '../../schema/errors.js';
import type { RowError, Sheet, SheetRow } from '../../sheets/sheet.js';
import type { Rule } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import type { Exported } from './stored-rows.js';

/** What an import is told, and what it tells. */

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
  /** For each look-up list, the ids by the names that cells may hold; others are of all records. */
  readonly lookups: Lists;
  /**
   * Derives the fields of a row's input that depend on several cells, and reports contradictions.
   * @param bad columns of the row without a value, of which nothing is said again
   */
  readonly complete?: (input: Values, cells: Cells, bad: ReadonlySet<string>) => FieldProblem[];
  /** What the template has in the example row in place of the first entry of a list; null for nothing. */
  readonly examples?: Readonly<Record<string, string | null>>;
  /** Creates the records that good rows refer to and that do not exist yet. */
  readonly prepare?: (em: EntityManager, inputs: readonly Values[]) => Promise<void>;
  /** What must hold once all rows are stored; throws when it does not. */
  readonly settle?: (em: EntityManager, inputs: readonly Values[]) => Promise<void>;
}

/** The number with which a person signs in, and what accounts have it as, or as something else. */
export interface SignInNumber {
  readonly column: string;
  readonly usesOf: (
    ctx: Context,
    numbers: readonly string[],
  ) => Promise<ReadonlyMap<string, 'contact' | 'name'>>;
}

export interface ImportOptions {
  sheet: Sheet;
  /** Who may import, if other than who may create. */
  rule?: Rule;
  /** Who may read the template, if other than who may import. */
  templateRule?: Rule;
  plan?: (ctx: Context) => Promise<ImportPlan>;
  number?: SignInNumber;
  /** By what other rows name the record that a row makes, where that is no column. */
  namedBy?: (values: Cells) => string;
  /** Columns in which no two records may agree that come from a workbook, though others may. */
  identity?: readonly string[];
  exported?: Exported;
  /** Refuses a workbook of this sheet alone whose lists lack something; its template can be had before. */
  refuseAlone?: (ctx: Context, lookups: Lists) => void;
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
  /** How much is done, of work whose rows are not counted beforehand. */
  readonly share?: number;
}

/** Names of records that rows of the same file would make if they were not bad themselves, by table. */
export type SpoiledNames = Map<string, Set<string>>;

/** An import that is part of that of a whole workbook. */
export interface BookPart {
  readonly tab: string;
  readonly spoiled: SpoiledNames;
}

/** Observes and cancels a long import. */
export interface ImportWatch {
  /** Cancels the import; what it stored is rolled back. */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: ImportProgress) => void;
  /** Runs in the transaction that stores the rows, so both happen or neither. */
  readonly conclude?: (em: EntityManager, outcome: ImportOutcome) => Promise<void>;
}

/** For each look-up list, the ids by name. */
export type Lists = Record<string, ReadonlyMap<string, string>>;
/** The input of a row, by column. */
export type Values = Record<string, unknown>;
