import { statement } from '../../../data/statements.js';
import type { StandingMeeting, Strays } from './placed-problem.js';

export const versionOf = statement<{ version: number }, [timetable: string]>(
  'select version from timetable where id = $1',
);

export const standingMeetings = statement<StandingMeeting, [timetable: string]>(`
  select a.meeting_id as meeting, t.department_id as department, a.is_locked as "isLocked",
    case when a.day_of_week is not null then json_build_object('day', a.day_of_week,
      'period', a.period_start, 'room', a.classroom_id, 'teacher', a.teacher_id) end as place
  from class_assignment a join teaching_class t on t.id = a.teaching_class_id
  where a.timetable_id = $1 order by a.meeting_id`);

export const roomsById = statement<Strays['rooms'][number], [ids: readonly string[]]>(`
  select r.id, r.name, r.capacity, r.type_id as type, b.id as building, b.campus_id as campus
  from classroom r join building b on b.id = r.building_id where r.id = any($1) order by r.id`);

export const teachersById = statement<Strays['teachers'][number], [ids: readonly string[]]>(
  'select id, name from teacher where id = any($1) order by id',
);

export interface Holder {
  readonly meeting: string;
  readonly name: string;
}

/** A room or teacher that could be taken, and who has it then. */
export interface CandidateRow {
  readonly id: string;
  readonly name: string;
  readonly holders: readonly Holder[];
}

/** A moment in a timetable. */
export type MomentValues = [
  timetable: string,
  weeks: readonly number[],
  day: number,
  first: number,
  last: number,
  withoutMeeting: string | null,
];

/**
 * Who occupies things at the time, of the timetable $1, without the meeting $6: read once for all of them, as
 * rows of `busy`.
 */
const busySql = `
  busy as materialized (
    select y.resource,
      json_agg(json_build_object('meeting', m.id, 'name', k.name) order by k.name, m.id) as holders
    from (select occurrences($2::int[], $3::int, $4::int, $5::int) as slots offset 0) w
    join occupancy y on y.timetable_id = $1 and y.occurrences && w.slots
    join meeting m on m.id = y.meeting_id join teaching_class k on k.id = m.teaching_class_id
    where y.meeting_id is distinct from $6::uuid group by y.resource)`;

const holdersSql = (resource: string): string =>
  `coalesce((select busy.holders from busy where busy.resource = ${resource}), '[]')`;

/** The rooms of these ids, all if null, the smallest first. */
export const candidateRooms = statement<
  CandidateRow,
  [...moment: MomentValues, rooms: readonly string[] | null]
>(`
  with ${busySql}
  select r.id, r.name, ${holdersSql('r.id')} as holders
  from classroom r where $7::uuid[] is null or r.id = any($7)
  order by r.capacity, r.name, r.id`);

/** The named teacher, and who may teach the course, if null something in the semester. */
export const candidateTeachers = statement<
  CandidateRow,
  [...moment: MomentValues, course: string | null, named: string | null, semester: string]
>(`
  with ${busySql}
  select t.id, t.name, ${holdersSql('t.id')} as holders
  from teacher t where t.id = $8::uuid or t.id in (
    select q.teacher_id from teacher_qualification q where q.status = 'APPROVED' and case
      when $7::uuid is not null then q.course_id = $7
      else q.course_id in (select k.course_id from teaching_class k where k.semester_id = $9) end)
  order by t.name, t.id`);
