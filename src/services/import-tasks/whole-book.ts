import { contextWithin, type Context } from '../../data/context.js';
import { administrators, authorize, declareRights } from '../../data/access.js';
import { slices } from '../../data/in-turns.js';
import { outsideDatabase, transaction } from '../../data/transaction.js';
import { ImportSubject } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import { type RowError, toldOfSheet } from '../../sheets/sheet.js';
import { readTabs, writeMarked, writeTabs, type PiecedTab } from '../../sheets/workbooks.js';
import { LIMITS } from '../../workbook/limits.js';
import type {
  ImportOutcome,
  ImportSettings,
  ImportTemplate,
  ImportWatch,
  SpoiledNames,
} from '../imports/import-plans.js';
import { inExportLine } from '../imports/export-line.js';
import { refusalOf } from '../imports/failures.js';
import { fileOfBook } from '../imports/import-service.js';
import type { StoredRow } from '../imports/stored-rows.js';
import { uploadOf, withFileErrors, type ImportFile } from '../imports/uploads.js';
import { subjectServices, type SingleSubject, type SubjectService } from './subjects.js';

/**
 * One workbook for a whole institution: a sheet per noun, each after those that its rows name, all stored in
 * one transaction or none. A row that says no more than what is stored is passed over, so that what an export
 * gives can be imported where some of it is there already.
 */

/** Rows of each sheet by the columns of its declaration; what a sheet has no column for is left out. */
export type InstitutionRows = Readonly<Partial<Record<SingleSubject, readonly object[]>>>;

const order: readonly SingleSubject[] = [
  ...([ImportSubject.CLASSROOM_TYPES, ImportSubject.FURNITURE_TYPES] as const),
  ...([ImportSubject.DEPARTMENTS, ImportSubject.CAMPUSES, ImportSubject.BUILDINGS] as const),
  ImportSubject.BELL_SEASONS,
  ...([
    ImportSubject.CLASSROOMS,
    ImportSubject.TEACHERS,
    ImportSubject.GRADES,
    ImportSubject.MAJORS,
  ] as const),
  ...([ImportSubject.ADMINISTRATIVE_CLASSES, ImportSubject.STUDENTS, ImportSubject.CLASS_GROUPS] as const),
  ImportSubject.COURSES,
  ...([ImportSubject.QUALIFICATIONS, ImportSubject.SEMESTERS, ImportSubject.CALENDAR_DAYS] as const),
  ImportSubject.TEACHING_CLASSES,
  ...([ImportSubject.TEACHING_LINKS, ImportSubject.ENROLMENTS, ImportSubject.PREFERENCES] as const),
];

const operations = {
  template: 'institutionImportTemplate',
  run: 'importInstitution',
  export: 'institutionExport',
};
declareRights(Object.fromEntries(Object.values(operations).map((name) => [name, administrators])));

/** Seconds after which no further sheet is begun. */
const secondsMax = 300;
/** Rows that are written at once. */
const rowsPerPiece = 250;
const fileName = '学校数据.xlsx';
/** Sheet of the instructions, which is not read. */
const guide = '说明';

/** Thrown to roll back what an import stored that is only tried, or refused. */
class NotKeptError extends Error {
  constructor(readonly outcome: ImportOutcome) {
    super('The rows of the workbook are not kept.');
    this.name = 'NotKeptError';
  }
}

async function attempt(
  ctx: Context,
  file: ImportFile,
  { tolerant, dryRun = false }: ImportSettings,
  watch: ImportWatch = {},
): Promise<ImportOutcome> {
  authorize(ctx, operations.run);
  if (tolerant) throw onlyWhole();
  const upload = await uploadOf(file);
  const tabs = await withFileErrors(() => outsideDatabase(ctx, () => readTabs(upload)));
  const marked = (failures: readonly RowError[]) => () => markedBook(ctx, upload, failures);
  try {
    const outcome = await transaction(ctx, async (em) => {
      const read = await storeAll(contextWithin(ctx, em), { upload, tabs }, watch);
      const result = {
        ...read,
        marked: marked(read.failures),
        notices: read.refusal && !dryRun ? [] : read.notices,
      };
      if (dryRun) throw new NotKeptError({ ...result, refusal: null });
      if (result.refusal) throw new NotKeptError(result);
      await watch.conclude?.(em, result);
      return result;
    });
    for (const subject of order) subjectServices[subject].forget(ctx);
    return outcome;
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
    await transaction(ctx, async (em) => watch.conclude?.(em, error.outcome));
    return error.outcome;
  }
}

/** Stores the good rows of every sheet, and tells what is wrong with the others. */
async function storeAll(
  ctx: Context,
  { upload, tabs }: { upload: Uint8Array; tabs: readonly string[] },
  { signal, progress }: ImportWatch,
): Promise<Omit<ImportOutcome, 'marked'>> {
  const services = order.map((subject) => subjectServices[subject]).filter(({ tab }) => tabs.includes(tab));
  if (services.length === 0) throw noSheet(tabs);
  const known = new Set([guide, ...services.map(({ tab }) => tab)]);
  const notices = tabs.filter((tab) => !known.has(tab)).map(unknownSheet);
  const failures: RowError[] = [];
  const spoiled: SpoiledNames = new Map();
  const begun = performance.now();
  let [totalCount, successCount] = [0, 0];
  for (const [at, service] of services.entries()) {
    if (performance.now() - begun > secondsMax * 1_000) throw tooSlow();
    const [before, stored] = [totalCount, successCount];
    const outcome = await inSheet(service.tab, () =>
      service.attempt(
        ctx,
        upload,
        { tolerant: true },
        {
          signal,
          progress: ({ rowsRead, rowsStored }) =>
            progress?.({
              rowsRead: before + rowsRead,
              rowsStored: stored + rowsStored,
              totalCount: null,
              share: at / services.length,
            }),
        },
        { tab: service.tab, spoiled },
      ),
    );
    totalCount += outcome.totalCount;
    successCount += outcome.successCount;
    failures.push(...outcome.failures.slice(0, Math.max(0, LIMITS.errors - failures.length)));
    notices.push(...outcome.notices.slice(0, Math.max(0, LIMITS.errors - notices.length)));
    if (totalCount > LIMITS.bookRows) throw tooManyRows();
  }
  const refusal = refusalOf({ rowCount: totalCount }, failures, { namesSheet: true });
  const passed = failures.length > 0 ? 0 : successCount;
  return { totalCount, successCount: passed, failedCount: totalCount - passed, failures, notices, refusal };
}

/** What is wrong with a sheet as a whole is told with its name. */
async function inSheet<R>(tab: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.details.reason === undefined) throw error;
    const { zh, en } = error.text;
    throw new DomainError(
      error.code,
      { zh: `工作表“${tab}”：${zh}`, en: `Sheet "${tab}": ${en}` },
      error.details,
    );
  }
}

async function markedBook(
  ctx: Context,
  upload: Uint8Array,
  failures: readonly RowError[],
): Promise<ImportTemplate | null> {
  if (failures.length === 0) return null;
  const parts = order
    .map((subject) => subjectServices[subject])
    .map(({ sheet, tab }) => ({ sheet, tab, errors: failures.filter((failure) => failure.sheet === tab) }))
    .filter(({ errors }) => errors.length > 0);
  const write = (): Promise<Buffer> => writeMarked(parts, upload, ctx.language);
  return fileOfBook(fileName, await withFileErrors(() => outsideDatabase(ctx, write)));
}

function book(
  ctx: Context,
  tabOf: (service: SubjectService, subject: SingleSubject) => PiecedTab,
): Promise<ImportTemplate> {
  const services = order.map((subject) => [subject, subjectServices[subject]] as const);
  const lines = services.flatMap(([, { tab, sheet }]) => [
    [`【${tab}】`],
    ...sheet.notice.lines.map((line) => [line]),
  ]);
  const heading = ['每类数据一张工作表，从左到右依次导入；全部正确才会保存，不需要的工作表可以删除'];
  const tabs = services.map(([subject, service]) => tabOf(service, subject));
  const write = (): Promise<Buffer> =>
    outsideDatabase(ctx, () => writeTabs([{ name: guide, heading, sorting: null, rows: [lines] }, ...tabs]));
  return withFileErrors(async () => fileOfBook(fileName, await write()));
}

/** The workbook of the whole institution: its template, its import, and what is stored, in the same form. */
export const institutionImport = {
  operations,
  attempt,
  marked: markedBook,
  async run(ctx: Context, file: ImportFile, settings: ImportSettings): Promise<ImportOutcome> {
    const outcome = await attempt(ctx, file, settings);
    if (outcome.refusal) throw outcome.refusal;
    return outcome;
  },
  template(ctx: Context): Promise<ImportTemplate> {
    authorize(ctx, operations.template);
    return book(ctx, (service) => service.tabOf([]));
  },
  export(ctx: Context): Promise<ImportTemplate> {
    authorize(ctx, operations.export);
    return inExportLine(() => book(ctx, (service) => service.storedTab(ctx)));
  },
  /** A workbook of rows that are not stored yet, for those who have them as data. */
  written(ctx: Context, rows: InstitutionRows): Promise<ImportTemplate> {
    return book(ctx, (service, subject) =>
      service.tabOf(slices((rows[subject] ?? []) as readonly StoredRow[], rowsPerPiece)),
    );
  },
};

const onlyWhole = (): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: '整本工作簿只能全部导入，不能忽略错误；请先试运行并改正所列单元格',
    en: 'A workbook is stored as a whole here, so isTolerant must be false. Maybe try isDryRun first.',
  });

const names = order.map((subject) => subjectServices[subject].tab).join('、');

const noSheet = (tabs: readonly string[]): DomainError =>
  new DomainError('INVALID_BODY', {
    zh: `工作簿中没有可导入的工作表（现有：${tabs.slice(0, 10).join('、')}），可用的名称：${names}`,
    en: `The workbook has no sheet to import (it has ${tabs.slice(0, 10).join(', ')}). There are ${names}.`,
  });

const unknownSheet = (sheet: string): RowError =>
  toldOfSheet(sheet, 'UNKNOWN_SHEET', {
    zh: `工作表“${sheet.slice(0, 31)}”不是可导入的工作表，已忽略；可用的名称：${names}`,
    en: `The sheet "${sheet.slice(0, 31)}" is none of those that are imported, and was ignored: ${names}`,
  });

const tooManyRows = (): DomainError =>
  new DomainError('INVALID_BODY', {
    zh: `整本工作簿最多 ${LIMITS.bookRows} 行数据，请把学生、选课等较大的表分开导入`,
    en: `All sheets together have more than ${LIMITS.bookRows} rows. Maybe import the largest ones alone.`,
  });

const tooSlow = (): DomainError =>
  new DomainError('OPERATION_FAILED', {
    zh: `整本工作簿处理超过 ${secondsMax} 秒，已中止且未保存；请把较大的表分开导入`,
    en: `It took longer than ${secondsMax} seconds; nothing is stored. Maybe import large sheets alone.`,
  });
