import { authorize, declareRights, planners, viewerOf } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { given, inputType, nested, requireValid } from '../../../data/inputs.js';
import { readOne } from '../../../data/lists/reading.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { RoleKey } from '../../../schema/enums.js';
import { DomainError, errors } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { fileExtensions, TimetableFileFormat, TimetablePages } from '../../../schema/timetables.js';
import { plain } from '../../../sheets/print/printed.js';
import type { PrintFormat, ProblemFormat } from '../../../sheets/task.js';
import { writePrinted } from '../../../sheets/workbooks.js';
import { LIMITS } from '../../../workbook/limits.js';
import { requireGrant } from '../../organisation/grants.js';
import { withFileErrors } from '../../imports/uploads.js';
import { TimetableOwnerInput } from '../calendar/dated-meetings.js';
import { weekCountOf } from '../semester/weeks.js';
import { wantedSemester } from '../timetable/personal-timetables.js';
import { currentTimetable } from '../timetable/timetables.js';
import { ownersOf, singleOwner } from './owners.js';
import { problemFile } from './problem-files.js';
import { frameOf, pagesOf, weekOfToday, type PageSource } from './pages.js';

@inputType('Which timetables a file has: that of one owner, or a page of each owner of a kind.')
export class TimetableFileInput {
  @given('reference', '学期', 'Semester', { optional: true, about: 'The current one by default.' })
  semester?: string | null;

  @given('reference', '课表', 'Timetable', {
    optional: true,
    about: 'A revision; by default the published one, or for planners the newest draft.',
  })
  timetable?: string | null;

  @given('integer', '周次', 'Week', {
    ...{ optional: true, min: 1 },
    about: 'The week whose grid is shown by dates; only of the timetable that is shown by default.',
  })
  week?: number | null;

  @nested(() => TimetableOwnerInput, '课表所有者', 'Owner', { about: 'Whose, where no pages are asked for.' })
  of?: TimetableOwnerInput | null;

  @given('choice', '分页对象', 'Pages', {
    ...{ optional: true, type: () => TimetablePages },
    about: 'Whose timetables have a page each; only planners ask for them.',
  })
  pages?: TimetablePages | null;

  @given('reference', '部门', 'Department', {
    optional: true,
    about: 'Restricts classes and teachers to it and all below.',
  })
  department?: string | null;

  @given('reference', '教学楼', 'Building', { optional: true, about: 'Restricts classrooms to it.' })
  building?: string | null;
}

declareRights({ startTimetableExport: planners });

/** A file of timetables. */
export interface TimetableFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Pages of a file that is made while somebody waits for it; a task makes longer ones. */
const pagesAtOnce = 100;

const mediaTypes: Readonly<Record<TimetableFileFormat, string>> = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv',
  JSON: 'application/json',
  ITC_2019: 'application/xml',
  ITC_2019_SOLUTION: 'application/xml',
};

interface FileOptions {
  /** Whether nobody waits for it. */
  readonly isTask?: boolean;
  /** Ends the work. */
  readonly signal?: AbortSignal;
  readonly onPage?: (number: number, count: number) => void;
}

/** Makes a file of timetables with the rights that the caller has now. */
export async function timetableFile(
  ctx: Context,
  format: TimetableFileFormat,
  input: TimetableFileInput,
  options: FileOptions = {},
): Promise<TimetableFile> {
  authorizeFile(ctx, format, input);
  const source = await sourceOf(ctx, format, requireValid(TimetableFileInput, input));
  const extension = fileExtensions[format];
  const { name, make } = isProblem(format)
    ? problemIn(ctx, extension as ProblemFormat, source, options)
    : await pagesIn(ctx, extension as PrintFormat, { source, input }, options);
  const content = await withFileErrors(make);
  return { name: `${name.replaceAll(/[\\/:*?"<>|]/g, ' ')}.${extension}`, type: mediaTypes[format], content };
}

/** What a file is called, and how it is made. */
interface Making {
  readonly name: string;
  readonly make: () => Promise<Buffer>;
}

const problemIn = (
  ctx: Context,
  format: ProblemFormat,
  source: PageSource,
  { signal }: FileOptions,
): Making => ({ name: source.semester.name, make: () => problemFile(ctx, format, source, signal) });

async function pagesIn(
  ctx: Context,
  format: PrintFormat,
  { source, input }: { source: PageSource; input: TimetableFileInput },
  { isTask = false, signal, onPage }: FileOptions,
): Promise<Making> {
  const { pages } = input;
  if (pages === TimetablePages.DEPARTMENTS && format !== 'csv') throw onlyList();
  const owners = pages ? await ownersOf(ctx, pages, input) : [await singleOwner(ctx, input.of ?? {})];
  if (owners.length === 0) {
    if (input.department) await requireGrant(ctx, input.department);
    throw nobody();
  }
  const most = !isTask ? pagesAtOnce : format === 'xlsx' ? LIMITS.bookPages : LIMITS.printedPages;
  if (owners.length > most) throw tooManyPages(owners.length, most, isTask);
  const frame = await frameOf(ctx, source);
  return {
    name: plain(pages ? source.semester.name : owners[0].title),
    make: () => writePrinted(format, frame, pagesOf(ctx, source, owners, onPage), signal),
  };
}

/** @throws FORBIDDEN unless the caller may have such a file */
export function authorizeFile(
  ctx: Context,
  format: TimetableFileFormat,
  { pages }: TimetableFileInput,
): void {
  authorize(ctx, pages ? 'startTimetableExport' : 'datedMeetings');
  if (isProblem(format) && viewerOf(ctx).role !== RoleKey.ADMINISTRATOR) throw errors.forbidden(format);
}

/** Whether a file tells all that a run knows, such as what teachers of any department wish. */
const isProblem = (format: TimetableFileFormat): boolean =>
  format === TimetableFileFormat.JSON || format.startsWith('ITC');

async function sourceOf(
  ctx: Context,
  format: TimetableFileFormat,
  { semester, timetable, week, pages }: TimetableFileInput,
): Promise<PageSource> {
  const named = timetable ? await readOne(ctx, Timetable, timetable) : null;
  const owned = named ? await readOne(ctx, Semester, named.semester) : await wantedSemester(ctx, semester);
  if (typeof week === 'number' && (named || week > weekCountOf(owned)))
    throw noWeek(week, weekCountOf(owned));
  const found = named ?? (await currentTimetable(ctx, owned.id));
  if (!found) throw noTimetable(owned);
  const usual = format === TimetableFileFormat.XLSX && !named ? weekOfToday(ctx, owned) : null;
  const isEmptyShown = !pages || pages === TimetablePages.CLASSROOMS;
  return { semester: owned, timetable: found, week: week ?? usual, isEmptyShown };
}

const noWeek = (week: number, count: number): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: `没有第 ${week} 周的课表：学期共 ${count} 周，且指定版本的课表没有按日期的周课表，请改用其他周次`,
    en:
      `There is no grid of week ${week}: the semester has ${count} weeks, and revisions that are named ` +
      'have none by dates. Maybe ask for another.',
  });

const noTimetable = ({ name }: Row<Semester>): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: `学期“${name}”还没有发布的课表`,
    en: `The semester "${name}" has no published timetable yet.`,
  });

const onlyList = (): DomainError =>
  new DomainError('INVALID_PARAMETER', {
    zh: '按部门分页（DEPARTMENTS）只能导出为 CSV，请改用班级、教师或教室',
    en: 'Pages of DEPARTMENTS come as CSV only. Maybe ask for classes, teachers or classrooms.',
  });

const nobody = (): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: '所选范围内没有可导出的课表，请检查部门、教学楼或分页对象',
    en: 'There are no timetables of that kind there. Maybe ask for another department, building or kind.',
  });

const tooManyPages = (count: number, most: number, isTask: boolean): DomainError =>
  new DomainError('GRAPHQL_LIMIT', {
    zh: `文件有 ${count} 页，超过 ${most} 页，请` + (isTask ? '按部门或教学楼分开导出' : '改用后台导出'),
    en:
      `The file would have ${count} pages, more than ${most}. Maybe ` +
      (isTask ? 'export departments or buildings apart.' : 'use startTimetableExport.'),
  });
