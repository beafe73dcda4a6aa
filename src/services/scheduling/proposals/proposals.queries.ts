import { type Json, statement } from '../../../data/statements.js';
import { classSize } from '../attendance/attendees.queries.js';
import { offeredSql } from '../problem/problem.queries.js';
import type { Time } from '../series/wanted-times.js';

/** A teacher who could be asked. */
export interface TeacherChoice {
  readonly id: string;
  readonly name: string;
}

/** A room that could be taken. */
export interface RoomChoice {
  readonly id: string;
  readonly name: string;
  readonly capacity: number;
  readonly campus: string;
}

/** Those that are named, else who may teach the course; the first are the best ones. */
export const teacherChoices = statement<
  TeacherChoice,
  [course: string, timetable: string | null, wanted: readonly string[], max: number]
>(`
  select t.id, t.name
  from teacher t left join teacher_qualification q
    on q.teacher_id = t.id and q.course_id = $1 and q.status = 'APPROVED',
  lateral (select coalesce(max(load), 0) as weekly from (
      select sum(a.period_end - a.period_start + 1) as load
      from class_assignment a cross join unnest(a.weeks) as week
      where a.timetable_id = $2 and a.teacher_id = t.id group by week) loads) l
  where case when $3::uuid[] = '{}' then q.id is not null else t.id = any($3) end
  order by q.id is null, l.weekly >= coalesce(t.weekly_periods_max, 1000), q.is_primary desc nulls last,
    q.level desc nulls last, q.teach_years desc nulls last, l.weekly, t.name, t.id limit $4`);

/** A room that is named is taken as it is; whether it holds everybody is told by the check. */
export const roomChoices = statement<
  RoomChoice,
  [
    semester: string,
    room: string | null,
    building: string | null,
    seats: number,
    campus: string | null,
    type: string | null,
    isSameCampus: boolean,
    hasMultimedia: boolean,
    hasAirConditioning: boolean,
    hasComputers: boolean,
    isLaboratory: boolean,
    max: number,
  ]
>(`
  select r.id, r.name, r.capacity, c.id as campus
  from classroom_type k, ${offeredSql}
  where k.id = r.type_id and o.offered and case when $2::uuid is not null then r.id = $2 else
    ($3::uuid is null or b.id = $3) and r.capacity >= $4::int
    and (not $7::boolean or $5::uuid is null or c.id = $5)
    and (not $8::boolean or r.has_multimedia) and (not $9::boolean or r.is_air_conditioned)
    and (not $10::boolean or k.name ~* '机房|计算机|上机|电脑|computer')
    and (not $11::boolean or k.is_laboratory) end
  order by c.id is distinct from coalesce($5::uuid, c.id),
    r.type_id is distinct from coalesce($6::uuid, r.type_id),
    r.capacity, r.name, r.id limit $12`);

export const roomById = statement<RoomChoice, [id: string]>(`
  select r.id, r.name, r.capacity, b.campus_id as campus
  from classroom r join building b on b.id = r.building_id where r.id = $1`);

export const teacherById = statement<TeacherChoice, [id: string]>(
  'select id, name from teacher where id = $1',
);

/** A series as the published timetable has it. */
export interface SeriesFacts {
  readonly department: string;
  readonly semester: string;
  readonly semesterName: string;
  readonly course: string;
  readonly name: string;
  readonly students: number;
  readonly type: string | null;
  readonly priority: number;
  readonly consecutivePeriods: number;
  readonly classes: readonly string[];
}

export const seriesFacts = statement<SeriesFacts, [series: string]>(`
  select t.department_id as department, t.semester_id as semester, e.name as "semesterName",
    t.course_id as course, t.name, t.student_count as students, s.priority,
    (select min(r.type_id::text)::uuid from class_assignment a join classroom r on r.id = a.classroom_id
     where a.series_id = s.id and a.timetable_id = p.id) as type,
    s.consecutive_periods as "consecutivePeriods", array(select distinct g.administrative_class_id
      from teaching_class_group g where g.teaching_class_id = t.id) as classes
  from series s join teaching_class t on t.id = s.teaching_class_id join semester e on e.id = t.semester_id
  join timetable p on p.semester_id = t.semester_id and p.status = 'PUBLISHED'
  where s.id = $1 and exists (
    select from class_assignment a where a.series_id = s.id and a.timetable_id = p.id)`);

/** An administrative class that attends. */
export interface Attending {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

export const attendingClasses = statement<Attending, [ids: readonly string[]]>(
  `select a.id, a.name, ${classSize()} as count from administrative_class a
   where a.id = any($1) order by a.name, a.id`,
);

export const creditHourTypes = statement<{ id: string; name: string }>(
  'select id, name from credit_hour_type order by name, id limit 500',
);

const namedInForms = [
  ...['classroom', 'teacher', 'course', 'credit_hour_type', 'campus', 'administrative_class', 'department'],
];

/** The names of what a form refers to. */
export const namesInForm = statement<{ id: string; name: string }, [ids: readonly string[]]>(
  namedInForms.map((table) => `select id, name from ${table} where id = any($1::uuid[])`).join(' union all '),
);

/** Of the resources those that meetings need at each of the times, but for the meetings that are named. */
export const busyAtTimes = statement<
  { at: number; busy: string[] },
  [
    timetable: string,
    times: Json<readonly (Time & { readonly at: number })[]>,
    resources: readonly string[],
    without: readonly string[],
  ]
>(`
  select w.at, array_agg(distinct y.resource) as busy
  from (select s.at, occurrences(s.weeks, s."dayOfWeek", s."periodStart", s."periodEnd") as slots
    from jsonb_to_recordset($2) as s (
      at int, weeks int[], "dayOfWeek" int, "periodStart" int, "periodEnd" int)
    offset 0) w
  join occupancy y on y.timetable_id = $1 and y.resource = any($3) and y.occurrences && w.slots
  where not (y.meeting_id = any($4)) group by w.at`);
