import type { EntityClass } from '../../../data/columns.js';
import { optionsMax } from '../../../data/bounds.js';
import { selected } from '../../../data/lists/selected.js';
import { Course } from '../../../entities/courses.js';
import { Teacher } from '../../../entities/people.js';
import { Classroom } from '../../../entities/places.js';
import { ClassAssignment } from '../../../entities/scheduling/assignments.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { Series } from '../../../entities/scheduling/series.js';
import type { SeriesChangeInput, SeriesInput } from '../../../entities/scheduling/series-changes.js';
import { TeachingClass, TeachingClassGroup } from '../../../entities/scheduling/teaching-classes.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import type { PageArgs, Page } from '../../../schema/pages.js';
import type { Row } from '../../../schema/rows.js';
import { Id } from '../../../schema/scalars.js';
import { actsForAll, authorize, declareRights, planners, viewerOf } from '../../../data/access.js';
import type { Scope } from '../../../data/callers.js';
import type { Context } from '../../../data/context.js';
import { CrudService, type Filter, type FilterArguments } from '../../../data/crud.js';
import { readOne, type Listing } from '../../../data/lists/reading.js';
import { invalid } from '../changes/timetable.js';
import {
  adjustSeries,
  retireSeries,
  type Adjustment,
  type AdjustmentTerms,
  type RetirementTerms,
} from './adjust.js';
import { createSeries, type Creation, type CreationTerms } from './create.js';
import { noSeries } from './open.js';

declareRights({
  seriesOptions: planners,
  createSeries: planners,
  updateSeries: planners,
  retireSeries: planners,
});

/** Series that a published timetable has placed, all of them or those with a row that fits. */
const placed = (where: object = {}): object => ({
  id: {
    $in: selected(ClassAssignment, 'series', {
      $and: [{ timetable: { status: TimetableStatus.PUBLISHED } }, { dayOfWeek: { $isNull: false } }, where],
    }),
  },
});

const filter = (name: string, about: string, where: (id: string) => object): Filter => ({
  name,
  type: () => Id,
  about,
  where,
});

const filters: readonly Filter[] = [
  filter('semester', 'Keeps those of this semester.', (id) => ({ teachingClass: { semester: id } })),
  filter('course', 'Keeps those of this course.', (id) => ({ teachingClass: { course: id } })),
  filter('teacher', 'Keeps those that this teacher holds.', (id) => placed({ teacher: id })),
  filter('classroom', 'Keeps those in this room.', (id) => placed({ classroom: id })),
  filter('teachingClass', 'Keeps those of this teaching class.', (id) => ({ teachingClass: id })),
  filter('administrativeClass', 'Keeps those that this administrative class attends.', (id) => ({
    teachingClass: { $in: selected(TeachingClassGroup, 'teachingClass', { administrativeClass: id }) },
  })),
];

/** What a pick list of series may be narrowed by, beside its semester. */
interface OptionFilter {
  readonly course?: string | null;
  readonly teacher?: string | null;
}

class SeriesService extends CrudService<Series> {
  constructor() {
    super(Series, { plural: 'seriesList', filters, rights: { one: planners, page: planners } });
  }

  /** One that the published timetable has placed. */
  override async load(ctx: Context, id: string): Promise<Row<Series>> {
    const [row] = await ctx.rows.find(Series, { $and: [{ id }, placed()] });
    if (!row) throw noSeries(id);
    return row;
  }

  protected override async pageOf(
    ctx: Context,
    args: PageArgs,
    values: FilterArguments,
    listing: Listing = {},
  ): Promise<Page<Row<Series>>> {
    refuseWithoutGrant(ctx);
    await refuseUnknown(ctx, values);
    return super.pageOf(ctx, args, values, listing);
  }

  /** Those of a semester, newest first. */
  async ofSemester(
    ctx: Context,
    semester: string,
    { course, teacher }: OptionFilter,
  ): Promise<Row<Series>[]> {
    authorize(ctx, 'seriesOptions');
    refuseWithoutGrant(ctx);
    const { isEnabled, name } = await readOne(ctx, Semester, semester);
    if (!isEnabled)
      throw invalid(
        `学期未启用：“${name}”，请先启用`,
        `The semester "${name}" is disabled. Maybe enable it first.`,
      );
    await refuseUnknown(ctx, { course, teacher });
    const conditions = [
      { teachingClass: { semester } },
      course ? { teachingClass: { course } } : {},
      placed(teacher ? { teacher } : {}),
      ownDepartments(ctx),
    ];
    const orderBy = { createdAt: 'desc', id: 'desc' } as const;
    return ctx.rows.find(Series, { $and: conditions }, { orderBy, limit: optionsMax });
  }

  /** Planners list what belongs to the departments granted to them. */
  protected override listScope(ctx: Context): Scope {
    return { $and: [placed(), ownDepartments(ctx)] };
  }

  place(ctx: Context, input: SeriesInput, terms: CreationTerms): Promise<Creation> {
    authorize(ctx, 'createSeries');
    return createSeries(ctx, input, terms);
  }

  adjust(ctx: Context, id: string, input: SeriesChangeInput, terms: AdjustmentTerms): Promise<Adjustment> {
    authorize(ctx, 'updateSeries');
    return adjustSeries(ctx, id, input, terms);
  }

  retire(ctx: Context, id: string, terms: RetirementTerms): Promise<string> {
    authorize(ctx, 'retireSeries');
    return retireSeries(ctx, id, terms);
  }
}

const ownDepartments = (ctx: Context): object =>
  actsForAll(ctx) ? {} : { teachingClass: { department: { $in: viewerOf(ctx).departmentIds } } };

function refuseWithoutGrant(ctx: Context): void {
  if (actsForAll(ctx) || viewerOf(ctx).departmentIds.length > 0) return;
  throw new DomainError('FORBIDDEN', {
    zh: '教务所权限不存在，请管理员授予部门权限',
    en: 'No department is granted to you. Maybe ask an administrator for a grant.',
  });
}

const referred: Readonly<Record<string, EntityClass>> = {
  course: Course,
  teacher: Teacher,
  classroom: Classroom,
  teachingClass: TeachingClass,
};

/** Throws NOT_FOUND for a filter that names what does not exist. */
async function refuseUnknown(ctx: Context, values: FilterArguments): Promise<void> {
  for (const [name, entity] of Object.entries(referred))
    if (values[name]) await readOne(ctx, entity, values[name] as string);
}

export const series = new SeriesService();
