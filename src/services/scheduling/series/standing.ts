import { Course, CreditHourType } from '../../../entities/courses.js';
import { Building, Classroom } from '../../../entities/places.js';
import { ClassAssignment, type PlacedAssignment } from '../../../entities/scheduling/assignments.js';
import type { Series } from '../../../entities/scheduling/series.js';
import type { SeriesHours } from '../../../entities/scheduling/series-changes.js';
import { TeachingClass } from '../../../entities/scheduling/teaching-classes.js';
import { TimetableStatus } from '../../../schema/timetables.js';
import type { Row } from '../../../schema/rows.js';
import type { Context } from '../../../data/context.js';
import { groupBy, loaderOf } from '../../../data/loaders.js';
import { hoursByKind, kindCalled } from './course-kinds.js';

/** Greatest number of rows that are read for the series of one answer. */
const rowsMax = 50_000;

/** The rows with which the published timetable places a series, by day and period. */
export function placesOf(ctx: Context, series: string): Promise<PlacedAssignment[]> {
  const read = async (ids: readonly string[]): Promise<Map<string, PlacedAssignment[]>> => {
    const published = { timetable: { status: TimetableStatus.PUBLISHED } };
    const where = { $and: [{ series: { $in: ids } }, published, { dayOfWeek: { $isNull: false } }] };
    const orderBy = { dayOfWeek: 'asc', periodStart: 'asc', id: 'asc' } as const;
    const rows = (await ctx.rows.find(ClassAssignment, where, {
      orderBy,
      limit: rowsMax,
    })) as PlacedAssignment[];
    return groupBy(rows, (row) => row.series!);
  };
  return loaderOf<PlacedAssignment[]>(ctx, 'published places of series', read, []).load(series);
}

/** The hours of a series: as somebody stated them, else what is placed and what the course needs. */
export async function hoursOf(ctx: Context, series: Row<Series>): Promise<SeriesHours> {
  const places = await placesOf(ctx, series.id);
  const periods = places.map(
    ({ periodStart, periodEnd, weeks }) => (periodEnd - periodStart + 1) * weeks.length,
  );
  return {
    taught: Number(series.teachingHours),
    scheduled: Number(series.scheduledHours ?? periods.reduce((sum, count) => sum + count, 0)),
    total: await totalHoursOf(ctx, series),
  };
}

/** The hours that a series is to have: as stated, else as many as the course has of its kind. */
export async function totalHoursOf(
  ctx: Context,
  series: Pick<Row<Series>, 'teachingClass' | 'creditHourType' | 'totalHours'>,
): Promise<number> {
  if (series.totalHours !== null) return Number(series.totalHours);
  const teachingClass = await ctx.rows.referenced(TeachingClass, series.teachingClass);
  const course = await ctx.rows.one(Course, (teachingClass as Row<TeachingClass>).course);
  const type = series.creditHourType && (await ctx.rows.one(CreditHourType, series.creditHourType));
  const kind = type ? kindCalled(type.name) : undefined;
  if (!course) return 0;
  // A course that lists no hours of the kind tells all that it has.
  return Number(kind ? hoursByKind[kind](course) : 0) || Number(course.totalHours);
}

/** The campus that somebody stated, else that of the room. */
export async function campusOf(ctx: Context, series: Row<Series>): Promise<string | null> {
  if (series.teachingCampus) return series.teachingCampus;
  const [place] = await placesOf(ctx, series.id);
  const room = place && (await ctx.rows.one(Classroom, place.classroom));
  const building = room && (await ctx.rows.one(Building, room.building));
  return building?.campus ?? null;
}
