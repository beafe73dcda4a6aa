import { LIMITS } from '../../workbook/limits.js';
import type { CellFault } from '../../sheets/cell-faults.js';
import type { RowError } from '../../sheets/sheet.js';
import type { SheetContent } from '../../sheets/workbooks.js';
import { DomainError, type FieldProblem } from '../../schema/errors.js';

/**
 * The bad rows of an import, or those of which something is said: all are known, and their cells are
 * described up to a limit.
 */
export class Failures {
  readonly #rows = new Set<number>();
  readonly #described: RowError[];

  constructor(described: readonly RowError[]) {
    this.#described = [...described];
    for (const { row } of described) this.#rows.add(row);
  }

  add(row: number, describe: () => RowError): void {
    this.#rows.add(row);
    if (this.#described.length < LIMITS.errors) this.#described.push(describe());
  }

  /** Counts a row as bad whose cause is told elsewhere. */
  count(row: number): void {
    this.#rows.add(row);
  }

  has(row: number): boolean {
    return this.#rows.has(row);
  }

  /** The descriptions, by row. */
  sorted(): RowError[] {
    return this.#described.toSorted((a, b) => a.row - b.row);
  }
}

/** What is wrong with a value that somebody else has. */
const duplicateCodes: ReadonlySet<string> = new Set([
  'EXISTS',
  'DUPLICATE',
  'SIGNS_IN',
] satisfies CellFault[]);

/** Why a strict import stores nothing; null when every row is good. */
export function refusalOf(
  { rowCount }: Pick<SheetContent, 'rowCount'>,
  failures: readonly RowError[],
  { namesSheet = false } = {},
): DomainError | null {
  if (failures.length > 0) {
    const problems = failures.map((failure) => problemOf(failure, namesSheet));
    const onlyDuplicates = failures.every(({ code }) => duplicateCodes.has(code));
    return new DomainError(onlyDuplicates ? 'DUPLICATE' : 'INVALID_BODY', problems[0].text, { problems });
  }
  if (rowCount > 0) return null;
  return new DomainError('INVALID_BODY', {
    zh: '工作簿中没有可导入的数据行，请在模板表头下方填写',
    en: 'The workbook has no rows to import. Maybe fill in the template below its headings.',
  });
}

/** `第3行校区名称不能为空`: the message of one bad cell. */
const problemOf = ({ sheet, row, column, code, zh, en }: RowError, namesSheet: boolean): FieldProblem => ({
  field: `row ${row}${column ? `, column ${column}` : ''}`,
  cell: { sheet, row, column, code },
  text: {
    zh: `${namesSheet ? `工作表“${sheet}”` : ''}第${row}行${zh}`,
    en: `${namesSheet ? `Sheet "${sheet}", row` : 'Row'} ${row}${column ? `, column ${column}` : ''}: ${en}`,
  },
});
