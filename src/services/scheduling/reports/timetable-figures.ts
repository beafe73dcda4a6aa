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
import { heldMeetings, placedMeetings } from './held-meetings.js';
import { loadsOfTeachers, type TeachersWanted } from './loads.js';
import { offeredSql } from '../problem/snapshot.js';
import { timetables } from '../timetable/timetables.js';
import { schedulingDaysOf, weekCountOf } from '../semester/weeks.js';

declareRights({ timetableFigures: planners });

/** Of which timetable and departments the figures are wanted. */
export interface FiguresWanted {
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
  const departmentIds = await wantedDepartments(ctx, department);
  const timetable = await timetables.one(ctx, which);
  if (!timetable) return null;
  const [days, clashCount] = await Promise.all([
    ctx.em.execute<HeldOnDay[]>(daysSql, [timetable.id, departmentIds]),
    countOpenClashes(ctx, timetable.id, departmentIds),
  ]);
  const placed = days.filter((day): day is HeldOnDay & DayHours => day.dayOfWeek !== null);
  const unplaced = days.find(({ dayOfWeek }) => dayOfWeek === null);
  return {
    timetable,
    departmentIds,
    meetingCount: days.reduce((sum, { meetings }) => sum + meetings, 0),
    unplacedCount: unplaced?.meetings ?? 0,
    hours: placed.reduce((sum, { hours }) => sum + hours, 0),
    unplacedHours: unplaced?.hours ?? 0,
    clashCount,
    days: placed,
  };
}

interface HeldOnDay {
  /** Null: what has no place. */
  readonly dayOfWeek: number | null;
  readonly meetings: number;
  readonly hours: number;
}

const daysSql = `
  select h.day_of_week as "dayOfWeek", count(*)::int as meetings,
    sum(h.periods * cardinality(h.weeks))::int as hours
  from ${heldMeetings} h join teaching_class c on c.id = h.teaching_class_id
  where h.timetable_id = $1 and ($2::uuid[] is null or c.department_id = any($2::uuid[]))
  group by h.day_of_week order by h.day_of_week`;

/** Conflicts of a timetable that nobody has resolved or accepted, with one of the departments on a side. */
async function countOpenClashes(
  { em }: Context,
  timetableId: string,
  departmentIds: readonly string[] | null,
): Promise<number> {
  const [{ count }] = await em.execute<[{ count: number }]>(clashesSql, [timetableId, departmentIds]);
  return count;
}

const clashesSql = `
  select count(*)::int as count from conflict c
  where c.timetable_id = $1 and c.status = 'OPEN' and ($2::uuid[] is null or exists (
    select from series s join teaching_class t on t.id = s.teaching_class_id
    where s.id in (c.first_series_id, c.second_series_id) and t.department_id = any($2::uuid[])))`;

/** How much the teachers of the figures teach. */
export function teacherLoads(
  ctx: Context,
  { timetable, departmentIds }: TimetableFigures,
  stretch: Omit<TeachersWanted, 'departmentIds'>,
): Promise<TeacherLoad[]> {
  checkPage(stretch);
  return loadsOfTeachers(ctx, timetable.id, { ...stretch, departmentIds });
}

/**
 * How full the rooms are, by type and by period of the week. Rooms belong to no department, so meetings of
 * all departments count; two at once in one room count as one.
 */
export async function roomUse(ctx: Context, { timetable }: TimetableFigures): Promise<RoomTypeUse[]> {
  const semester = await readOne(ctx, Semester, timetable.semester);
  return ctx.em.execute<RoomTypeUse[]>(roomsSql, [
    semester.id,
    timetable.id,
    weekCountOf(semester),
    schedulingDaysOf(semester),
    semester.periodsPerDay,
  ]);
}

// $1 semester, $2 timetable, $3 weeks, $4 scheduling days and $5 periods of the grid. A weekend that is
// hardly used does not make rooms look empty.
const roomsSql = `
  with used as (
    select p.classroom_id as room, p.day_of_week as day, h.period, count(distinct w.week) as weeks
    from ${placedMeetings} p, generate_series(p.period_start, p.period_end) h(period), unnest(p.weeks) w(week)
    where p.timetable_id = $2 group by 1, 2, 3),
  rooms as (
    select r.id, r.type_id as type from ${offeredSql} where o.offered or r.id in (select room from used)),
  types as (select type, count(*)::int as rooms from rooms group by 1),
  hours as (
    select d.day, h.period from unnest($4::int[]) d(day), generate_series(1, $5::int) h(period)
    union select day, period from used),
  used_of_type as (
    select r.type, u.day, u.period, sum(u.weeks) as weeks from used u join rooms r on r.id = u.room
    group by 1, 2, 3),
  filled as (
    select t.type, t.rooms, h.day, h.period, coalesce(u.weeks, 0) as weeks
    from types t cross join hours h
      left join used_of_type u on u.type = t.type and u.day = h.day and u.period = h.period)
  select k.id as "classroomTypeId", k.name as "classroomTypeName", f.rooms as "roomCount",
    round(sum(f.weeks) filter (where f.day = any($4::int[]) and f.period <= $5::int)
      / (f.rooms * $3::int * cardinality($4::int[]) * $5::int), 4)::float8 as share,
    json_agg(json_build_object('dayOfWeek', f.day, 'period', f.period,
      'share', round(f.weeks / (f.rooms * $3::int), 4)) order by f.day, f.period) as hours
  from filled f join classroom_type k on k.id = f.type
  group by k.id, k.name, f.rooms order by k.name collate "chinese", k.id`;
