import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { entityInfo } from '../../../data/columns.js';
import { inputOf, inputType } from '../../../data/inputs.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { DomainError, errors, type FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Row } from '../../../schema/rows.js';
import { administrators, authorize, declareRights, signedIn, writtenBy } from '../../../data/access.js';
import type { App } from '../../../data/app.js';
import { contextWithin, type Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { semesterSheet } from '../../../sheets/scheduling.js';
import { ImportService } from '../../imports/import-service.js';
import { requireSoundRules } from './date-rules.js';
import { semestersExist } from './semester.queries.js';
import { schedulingDaysOf, weekCountMax, weekCountOf } from './weeks.js';
import { lockKey } from '../../../data/data.queries.js';

@inputType('What a caller may set on a semester.')
export class SemesterInput extends inputOf(
  Semester,
  [
    'name',
    'startDate',
    'endDate',
    'isEnabled',
    'description',
    'daysPerWeek',
    'schedulingDays',
    'periodsPerDay',
  ],
  { required: ['isEnabled'] },
) {}

/** Whether anything can be planned yet. */
export async function hasSemesters({ orm }: App): Promise<boolean> {
  const [{ exists }] = await semestersExist(orm.em.fork());
  return exists;
}

declareRights({ currentSemester: signedIn, setCurrentSemester: administrators });

class SemesterService extends CrudService<Semester, SemesterInput> {
  constructor() {
    super(Semester, {
      input: SemesterInput,
      plural: 'semesters',
      rights: { ...writtenBy(administrators), one: signedIn, page: signedIn, options: signedIn },
      // Clients take the first one as the current one.
      options: { where: { isEnabled: true }, orderBy: { isCurrent: 'desc', createdAt: 'desc', id: 'desc' } },
    });
  }

  /** The semester that timetables show by default. */
  async current(ctx: Context): Promise<Row<Semester>> {
    authorize(ctx, 'currentSemester');
    const [semester] = await ctx.rows.find(Semester, { isCurrent: true, isEnabled: true });
    if (!semester) throw noCurrentSemester();
    return semester;
  }

  /** Makes the semester the only current one. */
  async setCurrent(ctx: Context, id: string, expectedVersion?: number | null): Promise<Row<Semester>> {
    authorize(ctx, 'setCurrentSemester');
    // The answer is what this call made of it, although the next one may already take its place.
    return this.write(ctx, async (em) => {
      // Serialises all changes of the current semester; row locks alone could miss a semester that just
      // became current.
      await lockKey(em, currentSemesterLock);
      const semester = await this.lock(ctx, em, id);
      if (typeof expectedVersion === 'number' && expectedVersion !== semester.version)
        throw errors.versionConflict(entityInfo(Semester).noun, expectedVersion, semester.version);
      if (!semester.isEnabled) throw disabled(semester.name);
      for (const other of await em.find(
        Semester,
        { isCurrent: true },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      ))
        other.isCurrent = other.id === id;
      await em.flush();
      semester.isCurrent = true;
      await em.flush();
      return this.load(contextWithin(ctx, em), id);
    });
  }

  override problemsOf(_ctx: Context, record: Record<string, unknown>): FieldProblem[] {
    const { startDate, endDate } = record as { startDate: string; endDate: string };
    if (endDate < startDate) return [badEndDate(earlyEnd(startDate, endDate))];
    const weeks = weekCountOf({ startDate, endDate });
    return weeks > weekCountMax ? [badEndDate(tooLong(weeks))] : [];
  }

  protected override async check(_ctx: Context, em: EntityManager, semester: Semester): Promise<void> {
    await requireSoundRules(em, semester);
    semester.schedulingDays = [...new Set(semester.schedulingDays)].sort((a, b) => a - b);
    const unknown = semester.schedulingDays.find((day) => day < 1 || day > 7);
    if (unknown !== undefined) throw badDays(noSuchDay(unknown));
    if (schedulingDaysOf(semester).length === 0) throw badDays(noDay(semester));
  }
}

/** Key of the advisory lock for changing the current semester; an arbitrary constant. */
const currentSemesterLock = 7_305_417_005;

const badEndDate = (text: Text): FieldProblem => ({ field: 'endDate', text });

const earlyEnd = (startDate: string, endDate: string): Text => ({
  zh: `结束日期 ${endDate} 不能早于开始日期 ${startDate}`,
  en: `End date ${endDate} is before the start date ${startDate}.`,
});

const tooLong = (weeks: number): Text => ({
  zh: `学期不能超过 ${weekCountMax} 周（当前 ${weeks} 周）`,
  en: `A semester has at most ${weekCountMax} weeks, but this one has ${weeks}.`,
});

const badDays = (text: { zh: string; en: string }): DomainError =>
  errors.invalidInput([{ field: 'schedulingDays', text }]);

const noSuchDay = (day: number) => ({
  zh: `排课星期须为 1（星期一）至 7（星期日），现有 ${day}`,
  en: `Scheduling days are 1 Monday to 7 Sunday, not ${day}.`,
});

const noDay = ({ schedulingDays, daysPerWeek }: Semester) => ({
  zh: `排课星期 ${schedulingDays.join('、') || '空'} 都不在作息表的每周 ${daysPerWeek} 天内，请至少选一天`,
  en:
    `No scheduling day (${schedulingDays.join(', ') || 'none is given'}) is among the ${daysPerWeek} days ` +
    'of the grid. Maybe name at least one that is.',
});

/** The error when no semester is both current and enabled. */
export const noCurrentSemester = (): DomainError =>
  new DomainError('NOT_FOUND', {
    zh: '当前没有激活的学期，请指定学期，或由管理员设置当前学期（setCurrentSemester）',
    en:
      'No semester is current and enabled. Maybe name one, or let an administrator set the current ' +
      'semester.',
  });

const disabled = (name: string): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `学期“${name}”未启用，不能设为当前学期，请先启用`,
    en: `The semester "${name}" is disabled. Maybe enable it before it becomes the current one.`,
  });

export const semesters = new SemesterService();

export const semesterImport = new ImportService(semesters, { sheet: semesterSheet });
