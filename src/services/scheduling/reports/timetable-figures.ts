import type {
  DayHours,
  RoomTypeUse,
  TeacherLoad,
  TimetableFigures,
} from '../../../entities/scheduling/dashboards.js';
import { Semester } from '../../../entities/scheduling/semesters.js';
import { checkPage } from '../../../schema/pages.js';
import { authorize, declareRights, planners } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { wantedDepartments } from '../../organisation/wanted-departments.js';
import { timetables } from '../timetable/timetables.js';
import { schedulingDaysOf, weekCountOf } from '../semester/weeks.js';
import {
  type HeldOnDay,
  heldOnDays,
  loadsOfTeachers,
  openClashCount,
  roomTypeUses,
} from './reports.queries.js';

declareRights({ timetableFigures: planners });

/** Of which timetable and departments the figures are wanted. */
interface FiguresWanted {
  readonly semester?: string | null;
  readonly revision?: number | null;
  readonly department?: string | null;
}

/**
 * The figures of a timetable: the given revision, else the published one, of the given semester, else the
 * current one. Meetings and teachers are those of the departments for which the caller acts.
 */
export async function timetableFigures(
  ctx: Context,
  { department, ...which }: FiguresWanted,
): Promise<TimetableFigures | null> {
  authorize(ctx, 'timetableFigures');
  const departments = await wantedDepartments(ctx, department);
  const timetable = await timetables.one(ctx, which);
  if (!timetable) return null;
  const [days, [{ count: clashCount }]] = await Promise.all([
    heldOnDays(ctx.em, timetable.id, departments),
    openClashCount(ctx.em, timetable.id, departments),
  ]);
  const placed = days.filter((day): day is HeldOnDay & DayHours => day.dayOfWeek !== null);
  const unplaced = days.find(({ dayOfWeek }) => dayOfWeek === null);
  return {
    timetable,
    departments,
    meetingCount: days.reduce((sum, { meetings }) => sum + meetings, 0),
    unplacedCount: unplaced?.meetings ?? 0,
    hours: placed.reduce((sum, { hours }) => sum + hours, 0),
    unplacedHours: unplaced?.hours ?? 0,
    clashCount,
    days: placed,
  };
}

/** How much the teachers of the figures teach, by their fullest week. */
export function teacherLoads(
  { em }: Context,
  { timetable, departments }: TimetableFigures,
  { page, size, isDesc }: { page: number; size: number; isDesc: boolean },
): Promise<TeacherLoad[]> {
  checkPage({ page, size });
  return loadsOfTeachers(isDesc ? 'desc' : 'asc')(em, timetable.id, departments, size, (page - 1) * size);
}

/**
 * How full the rooms are, by type and by period of the week. Rooms belong to no department, so meetings of
 * all departments count; two at once in one room count as one.
 */
export async function roomUse(ctx: Context, { timetable }: TimetableFigures): Promise<RoomTypeUse[]> {
  const semester = await readOne(ctx, Semester, timetable.semester);
  return roomTypeUses(
    ctx.em,
    semester.id,
    timetable.id,
    weekCountOf(semester),
    schedulingDaysOf(semester),
    semester.periodsPerDay,
  );
}
