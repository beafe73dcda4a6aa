import type { EntityManager } from '@mikro-orm/postgresql';
import { given, inputOf, inputType } from '../../../data/inputs.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { type DomainError, errors, type FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Row } from '../../../schema/rows.js';
import { administrators, authorize, declareRights, signedIn, writtenBy } from '../../../data/access.js';
import type { App } from '../../../data/app.js';
import { contextWithin, type Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { semesterSheet } from '../../../sheets/scheduling.js';
import { ImportService } from '../../imports/import-service.js';
import { requireSoundRules } from './date-rules.js';
import { lockCurrent, makeCurrent, noCurrentSemester, settleCurrent } from './current-semester.js';
import { lockPublished, semestersExist, storedFrame } from './semester.queries.js';
import { refuseToLoseMeetings, toldMove } from './term-changes.js';
import { schedulingDaysOf, weekCountMax, weekCountOf } from './weeks.js';

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
) {
  @given('flag', '是否当前学期', 'Current', {
    optional: true,
    about: 'True makes it the only current one. False changes nothing: another one has to become it.',
  })
  isCurrent?: boolean | null;
}

/** A semester that was just changed, with what is to be said of that. */
export type ChangedSemester = Row<Semester> & { readonly dateNotice?: Text | null };

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
      const semester = await this.lock(ctx, em, id);
      this.expectVersion(semester, expectedVersion);
      await makeCurrent(em, semester);
      return this.load(contextWithin(ctx, em), id);
    });
  }

  override async update(
    ctx: Context,
    id: string,
    patch: Partial<SemesterInput>,
    expectedVersion?: number | null,
  ): Promise<ChangedSemester> {
    authorize(ctx, this.operations.update);
    const before = await ctx.rows.one(Semester, id);
    const after = await super.update(ctx, id, patch, expectedVersion);
    return { ...after, dateNotice: before && (await toldMove(ctx.app.orm.em.fork(), before, after)) };
  }

  protected override write<R>(
    ctx: Context,
    change: (em: EntityManager) => Promise<R>,
    values?: Readonly<Record<string, unknown>>,
  ): Promise<R> {
    const alone = async (em: EntityManager): Promise<R> => {
      await lockCurrent(em);
      return change(em);
    };
    return super.write(ctx, alone, values);
  }

  protected override async lock(ctx: Context, em: EntityManager, id: string): Promise<Semester> {
    // Before its row, as whoever changes a timetable does.
    await lockPublished(em, id);
    return super.lock(ctx, em, id);
  }

  protected override async complete(_ctx: Context, input: Partial<SemesterInput>): Promise<object> {
    return { ...input, isCurrent: undefined };
  }

  override problemsOf(_ctx: Context, record: Record<string, unknown>): FieldProblem[] {
    const { startDate, endDate } = record as { startDate: string; endDate: string };
    if (endDate < startDate) return [badEndDate(earlyEnd(startDate, endDate))];
    const weeks = weekCountOf({ startDate, endDate });
    return weeks > weekCountMax ? [badEndDate(tooLong(weeks))] : [];
  }

  protected override async check(_ctx: Context, em: EntityManager, semester: Semester): Promise<void> {
    const [before] = await storedFrame(em, semester.id);
    await requireSoundRules(em, semester);
    if (before) await refuseToLoseMeetings(em, before, semester);
    semester.schedulingDays = [...new Set(semester.schedulingDays)].sort((a, b) => a - b);
    const unknown = semester.schedulingDays.find((day) => day < 1 || day > 7);
    if (unknown !== undefined) throw badDays(noSuchDay(unknown));
    if (schedulingDaysOf(semester).length === 0) throw badDays(noDay(semester));
  }

  protected override async settle(
    { app }: Context,
    em: EntityManager,
    semester: Semester,
    { isCurrent }: Partial<SemesterInput>,
  ): Promise<void> {
    // Clients send the current one back as they read it, also where they disable it.
    if (isCurrent && !semester.isCurrent) await makeCurrent(em, semester);
    await settleCurrent(em, app);
  }

  protected override async settleRemoval({ app }: Context, em: EntityManager): Promise<void> {
    await settleCurrent(em, app);
  }
}

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

export const semesters = new SemesterService();

export const semesterImport = new ImportService(semesters, {
  sheet: semesterSheet,
  plan: async ({ app }) => ({
    lookups: {},
    async settle(em) {
      await lockCurrent(em);
      await settleCurrent(em, app);
    },
  }),
});
