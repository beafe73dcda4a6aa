import { IsolationLevel, type EntityManager } from '@mikro-orm/postgresql';
import { RuleProfile } from '../../../schema/enums.js';
import type { Context } from '../../../data/context.js';
import type { SchedulingOptions } from './options.js';
import { servesSql, usableSql } from '../placement/placement.queries.js';
import { departmentsBelow } from '../../organisation/departments-below.js';
import { isOfRun, runValues, scopeOf, type RunScope } from './run-scope.js';
import { weekCountOf } from '../semester/weeks.js';

/**
 * Everything that the timetable of a semester depends on, as plain data in a fixed order. Stored with the
 * task, so that a worker that takes over solves the same problem. Days, periods and weeks count from 1.
 */
export interface Snapshot {
  readonly name: string;
  readonly profile: RuleProfile;
  readonly weeks: number;
  readonly days: number;
  /** The days on which runs place meetings; absent: every day, as before it was a setting. */
  readonly schedulingDays?: readonly number[];
  readonly periods: number;
  /** The periods after which a long break follows; absent: the usual ones, as before it was a setting. */
  readonly longBreaks?: readonly number[];
  readonly rooms: readonly SnapshotRoom[];
  readonly teachers: readonly SnapshotTeacher[];
  readonly groups: readonly { readonly id: string; readonly name: string; readonly size: number }[];
  /** Approved qualifications for the courses of the semester. */
  readonly qualifications: readonly SnapshotQualification[];
  /** Absent, like all that is optional here, in snapshots taken before it was considered. */
  readonly campuses?: readonly SnapshotCampus[];
  readonly teachingClasses: readonly SnapshotTeachingClass[];
  readonly meetings: readonly SnapshotMeeting[];
  readonly unavailable: readonly SnapshotUnavailability[];
  readonly preferences: readonly SnapshotPreference[];
  /** What students attend by choice; only runs consider it, and those of the competition have none. */
  readonly students?: readonly SnapshotStudents[];
  /** What the planner requests of this run. */
  readonly options?: SchedulingOptions;
  /** The places in the timetable that the run starts from; absent when it starts from none. */
  readonly basis?: readonly Place[];
  /** Whether the search starts from the places of the basis. */
  readonly isContinued?: boolean;
  /** Whether the request named the timetable that the run starts from. */
  readonly isNamed?: boolean;
  /**
   * Of a run for one department: it and all below, whose meetings it places. The others keep their places.
   */
  readonly departments?: readonly string[];
  /** What is taken by meetings that are no part of the problem. */
  readonly taken?: readonly TakenPlace[];
}

/** Students of one administrative class who chose the same electives. */
export interface SnapshotStudents {
  /** Their administrative class, if they have one. */
  readonly group: string | null;
  readonly teachingClasses: readonly string[];
  readonly count: number;
}

/** What a meeting takes that is no part of the problem. */
export interface TakenPlace extends Place {
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly groups: readonly string[];
}

/** Time, room and teacher of one meeting, in the terms of the records. */
export interface Place {
  readonly meeting: string;
  readonly day: number;
  readonly period: number;
  readonly room: string;
  readonly teacher: string;
}

export interface SnapshotRoom {
  readonly id: string;
  readonly name: string;
  readonly capacity: number;
  readonly type: string;
  readonly building: string;
  readonly campus: string;
  /** Whether the semester may use it; other rooms are included because a meeting is locked to them. */
  readonly offered: boolean;
}

export interface SnapshotTeacher {
  readonly id: string;
  readonly name: string;
  readonly weeklyPeriods?: number | null;
  readonly dailyPeriods?: number | null;
  /** As the teacher's record has them. */
  readonly forbiddenTimes?: string | null;
}

export interface SnapshotQualification {
  readonly teacher: string;
  readonly course: string;
  readonly level?: number;
  readonly isPrimary?: boolean;
}

/** Free periods needed on the way to or from a campus. */
export interface SnapshotCampus {
  readonly id: string;
  readonly travelPeriods: number;
}

export interface SnapshotTeachingClass {
  readonly id: string;
  readonly name: string;
  readonly course: string;
  /** The department that offers it; absent in snapshots taken before it was considered. */
  readonly department?: string;
  /** Absent in snapshots taken before course types were considered. */
  readonly courseType?: string;
  readonly size: number;
  readonly minimumDays: number;
  readonly groups: readonly string[];
}

export interface SnapshotMeeting {
  readonly id: string;
  readonly teachingClass: string;
  readonly sequence: number;
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly kind: string | null;
  readonly roomType: string | null;
  readonly teacher: string | null;
  readonly lockedDay: number | null;
  readonly lockedPeriod: number | null;
  readonly lockedRoom: string | null;
}

/** A weekly period at which the course, teacher or room is not available. */
export interface SnapshotUnavailability {
  readonly course: string | null;
  readonly teacher: string | null;
  readonly room: string | null;
  readonly day: number;
  readonly period: number;
}

export interface SnapshotPreference {
  readonly teacher: string;
  readonly day: number;
  readonly period: number;
  readonly level: number;
}

/**
 * Reads a consistent snapshot of the semester, with one statement for each kind of record.
 * @param basisId the timetable that the run starts from
 * @param isContinued whether the search starts from its places
 * @param isNamed whether the request named it
 * @param department of a run that places the meetings of one department in the published timetable
 * @param hasStudents whether single students count, which advice would be too slow with
 */
export async function takeSnapshot(
  ctx: Context,
  semesterId: string,
  {
    options = {},
    basisId: basis = null,
    isContinued = false,
    isNamed = false,
    department = null,
    hasStudents = false,
  }: {
    options?: SchedulingOptions;
    basisId?: string | null;
    isContinued?: boolean;
    isNamed?: boolean;
    department?: string | null;
    hasStudents?: boolean;
  } = {},
): Promise<Snapshot> {
  const read = async (em: EntityManager): Promise<Snapshot> => {
    const departments = department === null ? null : await departmentsBelow(em, department);
    const semester = await readSnapshot(em, semesterId, basis);
    const counts = hasStudents && semester.profile === RuleProfile.STANDARD;
    return {
      ...semester,
      ...(counts && { students: await em.execute<SnapshotStudents[]>(studentsSql, [semesterId]) }),
      options,
      ...(basis !== null && { basis: (await em.execute(basisSql, [basis])) as Place[] }),
      ...(isContinued && { isContinued }),
      ...(isNamed && { isNamed }),
      ...(departments && {
        departments,
        taken: await takenBy(em, basis, scopeOf(departments, options)),
      }),
    };
  };
  return ctx.em.fork().transactional(read, {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

async function readSnapshot(
  em: EntityManager,
  semesterId: string,
  basisId: string | null,
): Promise<Snapshot> {
  const read = <R>(sql: string): Promise<R[]> => em.execute(sql, [semesterId]) as Promise<R[]>;
  const readLocked = <R>(sql: string): Promise<R[]> => em.execute(sql, [semesterId, basisId]) as Promise<R[]>;
  const [semester] = await read<SemesterRow>(semesterSql);
  return {
    name: semester.name,
    profile: semester.profile,
    weeks: weekCountOf(semester),
    days: semester.days,
    schedulingDays: semester.schedulingDays,
    periods: semester.periods,
    longBreaks: semester.longBreaks,
    rooms: await readLocked(roomsSql),
    teachers: await readLocked(teachersSql),
    groups: await read(groupsSql),
    qualifications: await read(qualificationsSql),
    campuses: (await em.execute(campusesSql)) as SnapshotCampus[],
    teachingClasses: await read(teachingClassesSql),
    meetings: await readLocked(meetingsSql),
    unavailable: await read(unavailableSql),
    preferences: await read(preferencesSql),
  };
}

/** Identifiers of the buildings with a room that the semester may use. */
export async function offeredBuildings(ctx: Context, semesterId: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.em.execute<{ id: string }[]>(
    `select distinct b.id from ${offeredSql} where o.offered`,
    [semesterId],
  );
  return new Set(rows.map(({ id }) => id));
}

interface SemesterRow {
  name: string;
  profile: RuleProfile;
  startDate: string;
  endDate: string;
  days: number;
  schedulingDays: number[];
  periods: number;
  longBreaks: number[];
}

const semesterSql = `
  select name, rule_profile as profile, start_date::text as "startDate", end_date::text as "endDate",
    days_per_week as days, scheduling_days as "schedulingDays", periods_per_day as periods,
    (select long_breaks from bell_schedule) as "longBreaks"
  from semester where id = $1`;

/**
 * Every room `r`, with `o.offered` for whether the semester $1 may use it; a campus that belongs to one
 * semester serves no other.
 */
export const offeredSql = `
  classroom r join building b on b.id = r.building_id join campus c on c.id = b.campus_id,
  lateral (select ${usableSql} and ${servesSql} as offered from semester s where s.id = $1) o`;

/**
 * The locked rows of the timetable $2 that a run starts from, else of the published one of the semester $1.
 */
const lockedSql = `
  select * from class_assignment where is_locked and timetable_id = coalesce($2,
    (select id from timetable where semester_id = $1 and status = 'PUBLISHED'))`;

/** The rows whose rooms and teachers are read: what the timetable $2 has placed, and what is locked. */
const heldSql = `
  select teacher_id, classroom_id from class_assignment where timetable_id = $2 and day_of_week is not null
  union select teacher_id, classroom_id from (${lockedSql}) l`;

const roomsSql = `
  select r.id, r.name, r.capacity, r.type_id as type, b.id as building, b.campus_id as campus, o.offered
  from ${offeredSql}
  where o.offered or r.id in (select h.classroom_id from (${heldSql}) h)
  order by r.id`;

const teachersSql = `
  select id, name, weekly_periods_max as "weeklyPeriods", daily_periods_max as "dailyPeriods",
    forbidden_times as "forbiddenTimes"
  from teacher where id in (
    select m.teacher_id from meeting m join teaching_class t on t.id = m.teaching_class_id
    where t.semester_id = $1
    union
    select q.teacher_id from teacher_qualification q join teaching_class t on t.course_id = q.course_id
    where q.status = 'APPROVED' and t.semester_id = $1
    union
    select h.teacher_id from (${heldSql}) h)
  order by id`;

const groupsSql = `
  select a.id, a.name, a.student_count as size from administrative_class a where a.id in (
    select g.administrative_class_id from teaching_class_group g join teaching_class t on t.id =
    g.teaching_class_id
    where t.semester_id = $1 and t.is_enabled)
  order by a.id`;

const qualificationsSql = `
  select distinct q.course_id as course, q.teacher_id as teacher, q.level, q.is_primary as "isPrimary"
  from teacher_qualification q join teaching_class t on t.course_id = q.course_id
  where q.status = 'APPROVED' and t.semester_id = $1 order by 1, 2, 3, 4`;

const campusesSql = 'select id, travel_periods as "travelPeriods" from campus order by id';

const teachingClassesSql = `
  select t.id, t.name, t.course_id as course, t.department_id as department,
    c.type_id as "courseType", t.student_count as size,
  t.min_working_days as "minimumDays",
    array(select g.administrative_class_id from teaching_class_group g where g.teaching_class_id = t.id
      order by g.administrative_class_id) as groups
  from teaching_class t join course c on c.id = t.course_id where t.semester_id = $1 and t.is_enabled order
  by t.id`;

const meetingsSql = `
  select m.id, m.teaching_class_id as "teachingClass", m.sequence, m.periods, m.weeks,
  m.credit_hour_type_id as kind,
    m.classroom_type_id as "roomType", coalesce(l.teacher_id, m.teacher_id) as teacher,
    l.day_of_week as "lockedDay", l.period_start as "lockedPeriod", l.classroom_id as "lockedRoom"
  from meeting m join teaching_class t on t.id = m.teaching_class_id
    left join (${lockedSql}) l on l.meeting_id = m.id
  where t.semester_id = $1 and t.is_enabled and not m.is_replaced order by m.teaching_class_id, m.sequence`;

const unavailableSql = `
  select course_id as course, teacher_id as teacher, classroom_id as room, day_of_week as day, period
  from unavailability where semester_id = $1 order by 1, 2, 3, 4, 5`;

const preferencesSql = `
  select teacher_id as teacher, day_of_week as day, period, level
  from teacher_preference where semester_id = $1 order by 1, 2, 3, 4`;

/** Different choices that a run considers; far above what a university has. */
const choicesMax = 50_000;

const studentsSql = `
  select s.administrative_class_id as "group", c.chosen as "teachingClasses", count(*)::int as count
  from (select e.student_id, array_agg(e.teaching_class_id::text order by e.teaching_class_id) as chosen
      from enrolment e join teaching_class t on t.id = e.teaching_class_id
      where t.semester_id = $1 and t.is_enabled group by e.student_id) c
    join student s on s.id = c.student_id
  group by 1, 2 order by 1, 2 limit ${choicesMax}`;

const basisSql = `
  select meeting_id as meeting, day_of_week as day, period_start as period, classroom_id as room,
  teacher_id as teacher
  from class_assignment where timetable_id = $1 and day_of_week is not null order by 1`;

const takenBy = (em: EntityManager, basis: string | null, run: RunScope): Promise<TakenPlace[]> =>
  em.execute(takenSql, [basis, ...runValues(run)]);

/** What the timetable $1 holds although a plan does without it, as far as a run leaves it. */
const takenSql = `
  select a.meeting_id as meeting, a.day_of_week as day, a.period_start as period, a.classroom_id as room,
    a.teacher_id as teacher, m.periods, m.weeks, array(select g.administrative_class_id
      from teaching_class_group g where g.teaching_class_id = t.id order by 1) as groups
  from class_assignment a join meeting m on m.id = a.meeting_id
    join teaching_class t on t.id = m.teaching_class_id
  where a.timetable_id = $1 and a.day_of_week is not null and (m.is_replaced or not t.is_enabled)
    and (a.is_locked or not ${isOfRun})
  order by 1`;
