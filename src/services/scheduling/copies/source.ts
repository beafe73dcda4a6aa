import type { EntityManager } from '@mikro-orm/postgresql';
import type { MeetingState } from '../changes/states.js';

/** A teaching class that is copied, as it is in its semester. */
export interface CopiedClass {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly department: string;
  readonly isCourseEnabled: boolean;
  readonly courseName: string;
  /** The administrative classes that still study when the target semester begins. */
  readonly groups: readonly string[];
  /** Names of those that have left, and how many students they were expected to have. */
  readonly leftNames: readonly string[];
  readonly leftStudents: number;
}

/** A meeting that is copied, with what the timetable says of it; a state of null where it says nothing. */
export interface CopiedMeeting {
  readonly id: string;
  readonly class: string;
  readonly sequence: number;
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly creditHourType: string | null;
  readonly classroomType: string | null;
  readonly teacher: string | null;
  readonly teacherName: string | null;
  /** Whether the account of that teacher is closed. */
  readonly hasTeacherLeft: boolean;
  readonly place: MeetingState['place'];
  readonly isLocked: boolean;
  readonly series: string | null;
  readonly reasonZh: string | null;
  readonly reasonEn: string | null;
}

/**
 * The enabled teaching classes of a semester, of some departments or of all.
 * @param startDate first day of the target semester: who has left by then attends nothing
 */
export const copiedClasses = (
  em: EntityManager,
  semester: string,
  { departments, startDate, max }: { departments: readonly string[] | null; startDate: string; max: number },
): Promise<CopiedClass[]> => em.execute(classesSql, [semester, departments, startDate, max]);

const classesSql = `
  select t.id, t.code, t.name, t.department_id as department, c.is_enabled as "isCourseEnabled",
    c.name as "courseName",
    coalesce(g.staying, '{}') as groups, coalesce(g.left_names, '{}') as "leftNames",
    coalesce(g.left_students, 0)::int as "leftStudents"
  from teaching_class t join course c on c.id = t.course_id
    cross join lateral (
      select array_agg(a.id order by a.code, a.id) filter (where a.stays) as staying,
        array_agg(a.name order by a.code, a.id) filter (where not a.stays) as left_names,
        sum(a.student_count) filter (where not a.stays) as left_students
      from (
        select k.id, k.code, k.name, k.student_count,
          k.is_enabled and coalesce(r.end_date >= $3::date, true) as stays
        from teaching_class_group l join administrative_class k on k.id = l.administrative_class_id
          join grade r on r.id = k.grade_id
        where l.teaching_class_id = t.id) a) g
  where t.semester_id = $1 and t.is_enabled and ($2::uuid[] is null or t.department_id = any($2))
  order by t.id limit $4`;

/**
 * The meetings of the teaching classes, but for those that a later plan replaced, or that were retired from
 * the timetable or from one that was published.
 */
export const copiedMeetings = (
  em: EntityManager,
  classes: readonly string[],
  timetable: string | null,
  max: number,
): Promise<CopiedMeeting[]> => em.execute(meetingsSql, [classes, timetable, max]);

const meetingsSql = `
  select m.id, m.teaching_class_id as class, m.sequence, m.periods, m.weeks,
    m.credit_hour_type_id as "creditHourType", m.classroom_type_id as "classroomType",
    m.teacher_id as teacher, k.name as "teacherName",
    coalesce(not u.is_enabled or u.is_banned, false) as "hasTeacherLeft",
    case when a.day_of_week is not null then jsonb_build_object('day', a.day_of_week, 'period',
      a.period_start, 'room', a.classroom_id, 'teacher', a.teacher_id) end as place,
    coalesce(a.is_locked, false) as "isLocked", a.series_id as series, a.reason_zh as "reasonZh",
    a.reason_en as "reasonEn"
  from meeting m
    left join class_assignment a on a.timetable_id = $2 and a.meeting_id = m.id
    left join teacher k on k.id = m.teacher_id left join "user" u on u.id = k.user_id
  where m.teaching_class_id = any($1) and not m.is_replaced
    and (a.id is not null or $2::uuid is null or not exists (
      select from change_item i join change c on c.id = i.change_id join timetable t on t.id = c.timetable_id
      where i.meeting_id = m.id and (t.id = $2 or t.published_at is not null)
        and coalesce(i.after, 'null') = 'null'))
  order by m.teaching_class_id, m.sequence limit $3`;
