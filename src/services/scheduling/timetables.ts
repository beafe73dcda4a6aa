import { LockMode } from '@mikro-orm/core';
import { Semester } from '../../entities/scheduling/semesters.js';
import { Timetable } from '../../entities/scheduling/timetables.js';
import { TimetableStatus } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights, planners, signedIn } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { CrudService } from '../../data/crud.js';
import { expectVersion, readOne } from '../../data/reading.js';
import { transaction } from '../../data/transaction.js';
import { noCurrentSemester } from './semesters.js';

declareRights({ timetable: signedIn, publishTimetable: planners });

/** The lists of revisions. */
export const timetableRevisions = new CrudService(Timetable, {
  plural: 'timetables',
  filters: ['semester'],
  rights: { page: signedIn },
});

const published = { status: TimetableStatus.PUBLISHED };

export const timetables = {
  /**
   * The given revision of a semester's timetable, else the published one, or for planners the newest draft.
   */
  async one(
    ctx: Context,
    { semester, revision }: { semester?: string | null; revision?: number | null },
  ): Promise<Row<Timetable> | null> {
    authorize(ctx, 'timetable');
    if (semester) await readOne(ctx, Semester, semester);
    const found = await timetableOf(ctx, semester ?? { isCurrent: true, isEnabled: true }, revision);
    if (!found && !semester) await requireCurrentSemester(ctx);
    return found;
  },

  /** Publishes a revision for everyone; the previous one is archived in the same transaction. */
  async publish(ctx: Context, id: string, expectedVersion?: number | null): Promise<Row<Timetable>> {
    authorize(ctx, 'publishTimetable');
    const { semester } = await readOne(ctx, Timetable, id);
    await transaction(ctx, async (em) => {
      // Locking the semester serialises publishing.
      await em.findOneOrFail(Semester, { id: semester }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const timetable = await em.findOneOrFail(Timetable, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      expectVersion(Timetable, timetable.version, expectedVersion);
      if (timetable.status === TimetableStatus.PUBLISHED) throw alreadyPublished(timetable.revision);
      for (const before of await em.find(Timetable, { semester, ...published }))
        before.status = TimetableStatus.ARCHIVED;
      await em.flush();
      timetable.status = TimetableStatus.PUBLISHED;
      timetable.publishedAt = new Date();
    });
    ctx.rows.forget(Timetable);
    return readOne(ctx, Timetable, id);
  },
};

async function timetableOf(
  ctx: Context,
  semester: string | object,
  revision: number | null | undefined,
): Promise<Row<Timetable> | null> {
  const isGiven = revision !== null && revision !== undefined;
  const which = isGiven
    ? { revision }
    : { status: { $in: [TimetableStatus.PUBLISHED, TimetableStatus.DRAFT] } };
  const orderBy = { status: 'desc', revision: 'desc' } as const;
  const [timetable] = await ctx.rows.find(Timetable, { semester, ...which }, { orderBy, limit: 1 });
  return timetable ?? null;
}

/** The timetable of a semester that is current for the viewer. */
export const currentTimetable = (ctx: Context, semester: string): Promise<Row<Timetable> | null> =>
  timetableOf(ctx, semester, null);

async function requireCurrentSemester(ctx: Context): Promise<void> {
  if ((await ctx.rows.count(Semester, { isCurrent: true, isEnabled: true })) === 0) throw noCurrentSemester();
}

const alreadyPublished = (revision: number): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `课表第 ${revision} 版已经发布`,
    en: `Revision ${revision} is already published.`,
  });
