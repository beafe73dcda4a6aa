import { LockMode } from '@mikro-orm/core';
import type { Viewer } from '../../data/callers.js';
import { ClassAssignment } from '../../entities/scheduling/assignments.js';
import { Semester } from '../../entities/scheduling/semesters.js';
import { Timetable } from '../../entities/scheduling/timetables.js';
import { TeachingClassGroup } from '../../entities/scheduling.js';
import { selected } from '../../data/selected.js';
import { RoleKey, TimetableStatus } from '../../schema/enums.js';
import { DomainError } from '../../schema/errors.js';
import type { Row } from '../../schema/rows.js';
import { authorize, declareRights, planners, signedIn } from '../../data/access.js';
import type { Context } from '../../data/context.js';
import { translated } from '../../data/integrity.js';
import { CrudService } from '../../data/crud.js';
import { expectVersion, readOne } from '../../data/reading.js';
import { grouped, loaderOf } from '../../data/loaders.js';
import { noCurrentSemester } from './semesters.js';

declareRights({ timetable: signedIn, publishTimetable: planners });

/** The lists of the revisions. */
export const timetableRevisions = new CrudService<Timetable, never>(Timetable, {
  plural: 'timetables',
  filters: ['semester'],
  rights: { page: signedIn },
});

/** Whether the viewer plans timetables, and so sees drafts and tasks. */
export const isPlanner = (viewer: Viewer | null): boolean =>
  viewer?.role === RoleKey.ADMINISTRATOR || viewer?.role === RoleKey.ACADEMIC_AFFAIRS;

const published = { status: TimetableStatus.PUBLISHED };

/** Greatest number of assignments that one timetable gives at once. */
export const assignmentsMax = 20_000;

/** Which assignments of a timetable are wanted; what is left out does not narrow. */
export interface AssignmentFilter {
  teacher?: string | null;
  administrativeClass?: string | null;
  classroom?: string | null;
  department?: string | null;
  teachingClass?: string | null;
  /** Teaching week, from 1. */
  week?: number | null;
}

export const timetables = {
  /**
   * The timetable of a semester; without a revision the published one, for planners else the newest draft.
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

  /** The assignments of a timetable that match, by day and period. */
  assignments(ctx: Context, timetableId: string, filter: AssignmentFilter): Promise<Row<ClassAssignment>[]> {
    const name = `assignments ${JSON.stringify(filter)}`;
    const read = async (ids: readonly string[]): Promise<Map<string, Row<ClassAssignment>[]>> => {
      const rows = await findAssignments(ctx, {
        $and: [{ timetable: { $in: ids } }, ...conditionsOf(filter)],
      });
      return grouped(rows, (row) => row.timetable);
    };
    return loaderOf<Row<ClassAssignment>[]>(ctx, name, read, []).load(timetableId);
  },

  /** Where and when a meeting is held by the current timetable of its semester, if at all. */
  currentAssignment(ctx: Context, meetingId: string): Promise<Row<ClassAssignment> | null> {
    const read = async (ids: readonly string[]): Promise<Map<string, Row<ClassAssignment>>> => {
      const rows = await findAssignments(ctx, {
        meeting: { $in: ids },
        $sql: isCurrent,
      });
      return new Map(rows.map((row) => [row.meeting, row]));
    };
    return loaderOf<Row<ClassAssignment> | null>(ctx, 'current assignment', read, null).load(meetingId);
  },

  /** Makes a revision the one that everybody sees; the one before is archived in the same transaction. */
  async publish(ctx: Context, id: string, expectedVersion?: number | null): Promise<Row<Timetable>> {
    authorize(ctx, 'publishTimetable');
    const { semester } = await readOne(ctx, Timetable, id);
    await translated(ctx, () =>
      ctx.em.fork().transactional(async (em) => {
        // Locking the semester lines up everybody who publishes a timetable of it.
        await em.findOneOrFail(Semester, { id: semester }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        const timetable = await em.findOneOrFail(Timetable, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        expectVersion(Timetable, timetable.version, expectedVersion);
        if (timetable.status === TimetableStatus.PUBLISHED) throw alreadyPublished(timetable.revision);
        for (const before of await em.find(Timetable, { semester, ...published }))
          before.status = TimetableStatus.ARCHIVED;
        await em.flush();
        timetable.status = TimetableStatus.PUBLISHED;
        timetable.publishedAt = new Date();
      }),
    );
    ctx.rows.forget(Timetable);
    return readOne(ctx, Timetable, id);
  },
};

/**
 * Of each semester the published timetable, else its newest draft: DRAFT comes before PUBLISHED in the
 * alphabet.
 */
const isCurrent = `r.timetable_id in (
  select distinct on (t.semester_id) t.id from timetable t
  where t.status in ('DRAFT', 'PUBLISHED') order by t.semester_id, t.status desc, t.revision desc)`;

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

/** The timetable that is in force for the viewer in a semester. */
export const currentTimetable = (ctx: Context, semester: string): Promise<Row<Timetable> | null> =>
  timetableOf(ctx, semester, null);

async function requireCurrentSemester(ctx: Context): Promise<void> {
  if ((await ctx.rows.count(Semester, { isCurrent: true, isEnabled: true })) === 0) throw noCurrentSemester();
}

async function findAssignments(ctx: Context, where: object): Promise<Row<ClassAssignment>[]> {
  const orderBy = { dayOfWeek: 'asc', periodStart: 'asc', id: 'asc' } as const;
  const rows = await ctx.rows.find(ClassAssignment, where, { orderBy, limit: assignmentsMax + 1 });
  if (rows.length > assignmentsMax) throw tooManyAssignments();
  return rows;
}

function conditionsOf({
  teacher,
  classroom,
  teachingClass,
  department,
  administrativeClass,
  week,
}: AssignmentFilter): object[] {
  const conditions: object[] = [];
  if (teacher) conditions.push({ teacher });
  if (classroom) conditions.push({ classroom });
  if (teachingClass) conditions.push({ teachingClass });
  if (department) conditions.push({ teachingClass: { department } });
  if (administrativeClass) {
    const attended = selected(TeachingClassGroup, 'teachingClass', { administrativeClass });
    conditions.push({ teachingClass: { $in: attended } });
  }
  if (typeof week === 'number') conditions.push({ weeks: { $has: week } });
  return conditions;
}

const alreadyPublished = (revision: number): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `课表第 ${revision} 版已经发布`,
    en: `Revision ${revision} is the published one already.`,
  });

const tooManyAssignments = (): DomainError =>
  new DomainError('GRAPHQL_LIMIT', {
    zh: `一次最多读取 ${assignmentsMax} 条排课，请用教师、班级、教室、部门或周次筛选`,
    en:
      `A timetable gives at most ${assignmentsMax} assignments at once. Maybe filter by teacher, class, ` +
      `classroom, department or week.`,
  });
