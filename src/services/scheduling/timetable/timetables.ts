import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import type { Row } from '../../../schema/rows.js';
import { authorize, declareRights, signedIn } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { readOne } from '../../../data/lists/reading.js';
import { noCurrentSemester } from '../semester/current-semester.js';
import { publishedTimetable } from './published-timetable.js';

declareRights({ timetable: signedIn });

/** The lists of revisions. */
export const timetableRevisions = new CrudService(Timetable, {
  plural: 'timetables',
  filters: ['semester'],
  rights: { page: signedIn },
});

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
};

async function timetableOf(
  ctx: Context,
  semester: string | object,
  revision: number | null | undefined,
): Promise<Row<Timetable> | null> {
  const isGiven = revision !== null && revision !== undefined;
  const published = isGiven ? null : await publishedTimetable(ctx, semester);
  if (published) return published;
  const which = isGiven
    ? { revision }
    : { status: { $in: [TimetableStatus.PUBLISHED, TimetableStatus.DRAFT] } };
  const range = { orderBy: { status: 'desc', revision: 'desc' }, limit: 1, isPrepared: true } as const;
  const [timetable] = await ctx.rows.find(Timetable, { semester, ...which }, range);
  return timetable ?? null;
}

/** The timetable of a semester that is current for the viewer. */
export const currentTimetable = (ctx: Context, semester: string): Promise<Row<Timetable> | null> =>
  timetableOf(ctx, semester, null);

async function requireCurrentSemester(ctx: Context): Promise<void> {
  if ((await ctx.rows.count(Semester, { isCurrent: true, isEnabled: true })) === 0) throw noCurrentSemester();
}
