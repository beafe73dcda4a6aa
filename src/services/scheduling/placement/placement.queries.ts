import { preparedStatement } from '../../../data/statements.js';
import { attendeeName, attendees, laneKey, lanes } from '../attendance/attendees.queries.js';
import type { Span } from '../semester/periods.js';
import { pairedKinds, type LinkKind } from '../../../schema/timetables.js';

export interface RoomFacts {
  readonly id: string;
  readonly name: string;
  readonly capacity: number;
  readonly type: string;
  readonly isUsable: boolean;
  /** Whether the semester may use it, once it is open. */
  readonly isOffered: boolean;
  readonly campus: string;
  /** Its campus and building by name: several may have rooms of one name. */
  readonly building: string;
  /** Free periods that the way to another campus takes. */
  readonly travelPeriods: number;
}

export interface TeacherRow {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  /** The courses that this teacher may teach. */
  readonly courses: readonly string[];
  readonly forbiddenTimes: string | null;
  readonly dailyMax: number | null;
  readonly weeklyMax: number | null;
  /** The times that this teacher does not wish for. */
  readonly unwanted: readonly Span[];
}

export interface Group {
  readonly id: string;
  readonly name: string;
}

/** Where a timetable puts a meeting. Day from 1 Monday, period from 1. */
export interface MeetingPlace {
  readonly day: number;
  readonly period: number;
  readonly room: string;
  readonly teacher: string;
}

/** A meeting that a link ties to another one, and where it stands. */
export interface LinkedMeeting {
  readonly meeting: string;
  readonly name: string;
  readonly periods: number;
  readonly place: MeetingPlace | null;
}

/** Two meetings that a link ties, the first side first. */
export interface Link {
  readonly kind: LinkKind;
  readonly isRequired: boolean;
  readonly first: LinkedMeeting;
  readonly second: LinkedMeeting;
}

/** A meeting that stands somewhere. */
export interface HeldTime extends Span {
  readonly meeting: string;
  readonly name: string;
  readonly weeks: readonly number[];
  /** Null where it is not known. */
  readonly room: Pick<RoomFacts, 'name' | 'building' | 'campus' | 'travelPeriods'> | null;
}

interface FactsRow {
  readonly types: Readonly<Record<string, string>> | null;
  readonly rooms: readonly RoomFacts[] | null;
  readonly teachers: readonly TeacherRow[] | null;
  readonly unavailable: readonly { readonly id: string; readonly spans: readonly Span[] }[] | null;
  readonly held: readonly { readonly id: string; readonly meetings: readonly HeldTime[] }[] | null;
  readonly groups: readonly { readonly id: string; readonly groups: readonly Group[] }[] | null;
  readonly links: readonly Link[] | null;
}

/** The meetings of one side of a link `l`, numbered; what a plan replaced has none. */
const sideSql = (side: 'first' | 'second'): string => `(
  select m.id, m.weeks, row_number() over (order by m.sequence) as at, jsonb_build_object('meeting', m.id,
    'name', k.name, 'periods', m.periods, 'place', (
      select jsonb_build_object('day', a.day_of_week, 'period', a.period_start, 'room', a.classroom_id,
        'teacher', a.teacher_id)
      from class_assignment a where a.timetable_id = (select $2::uuid) and a.meeting_id = m.id
        and a.day_of_week is not null)) as held
  from meeting m join teaching_class k on k.id = m.teaching_class_id
  where m.teaching_class_id = l.${side}_id and not m.is_replaced
    and (l.${side}_hours_id is null or m.credit_hour_type_id = l.${side}_hours_id))`;

const pairedKindsSql = pairedKinds.map((kind) => `'${kind}'`).join(', ');

/** The links of the meetings $7 of the teaching classes $6. */
const linksSql = `(
  select json_agg(json_build_object('kind', l.kind, 'isRequired', l.level = 'HARD', 'first', a.held,
    'second', b.held))
  from (select * from teaching_link where first_id = any($6) or second_id = any($6)) l
    cross join lateral ${sideSql('first')} a join lateral ${sideSql('second')} b on a.weeks && b.weeks
      and (l.kind not in (${pairedKindsSql}) or a.at = b.at)
  where l.level <> 'OFF' and (a.id = any($7::uuid[]) or b.id = any($7::uuid[])))`;

/** Whether a room `r` of a building `b` on a campus `c` can be used at all. */
export const usableSql = 'r.is_enabled and b.is_enabled and c.is_enabled';

/** Whether the campus `c` serves the semester `s`; one that belongs to a semester serves no other. */
export const servesSql = `case
  when s.campus_id is null then not exists (select from semester other where other.campus_id = c.id)
  else s.campus_id = c.id end`;

const spanSql = `json_build_object('day', day_of_week, 'first', period, 'last', period)`;

/**
 * The facts of the rooms $3, teachers $4, courses $5 and teaching classes $6 in the timetable $2 of the
 * semester $1, without what the meetings $7 hold. What others hold is read if $8, of those alone who have a
 * limit, or on the days $9 where there is another campus to go to. Planning it takes longer than carrying it
 * out.
 */
export const factsOf = preparedStatement<
  FactsRow,
  [
    semester: string,
    timetable: string | null,
    rooms: readonly string[],
    teachers: readonly string[],
    courses: readonly string[],
    teachingClasses: readonly string[],
    withoutMeetings: readonly string[],
    asksHeld: boolean,
    days: readonly number[],
  ]
>(`
  with travel as materialized (
    select $8::boolean and count(*) > 1 and max(travel_periods) > 0 as "isFar" from campus),
  groups as materialized (
    select g.teaching_class_id as class, a.id, lane, ${attendeeName} as name,
      ${laneKey} as key
    from ${attendees} cross join ${lanes}
    where g.teaching_class_id = any($6) and (select "isFar" from travel))
  select
    (select json_object_agg(id, name) from classroom_type) as types,
    (select json_agg(json_build_object('id', r.id, 'name', r.name, 'capacity', r.capacity, 'type', r.type_id,
        'isUsable', ${usableSql}, 'isOffered', ${servesSql}, 'campus', c.id,
        'building', concat(c.name, ' ', b.name), 'travelPeriods', c.travel_periods))
      from classroom r join building b on b.id = r.building_id join campus c on c.id = b.campus_id
        cross join (select campus_id from semester where id = $1) s
      where r.id = any($3)) as rooms,
    (select json_agg(json_build_object('id', t.id, 'name', t.name, 'department', t.department_id,
      'forbiddenTimes', t.forbidden_times,
      'dailyMax', t.daily_periods_max, 'weeklyMax', t.weekly_periods_max,
      'courses', array(select q.course_id from teacher_qualification q
        where q.teacher_id = t.id and q.status = 'APPROVED'),
      'unwanted', coalesce((select json_agg(${spanSql}) from teacher_preference p
        where p.teacher_id = t.id and p.semester_id = $1 and p.level < 3), '[]')))
      from teacher t where t.id = any($4)) as teachers,
    (select json_agg(u) from (
      select coalesce(course_id, teacher_id, classroom_id) as id, json_agg(${spanSql}) as spans
      from unavailability where semester_id = $1
        and coalesce(course_id, teacher_id, classroom_id) = any($3::uuid[] || $4::uuid[] || $5::uuid[])
      group by 1) u) as unavailable,
    (select json_agg(held) from (
      select coalesce(l.key, y.resource::text) as id, json_agg(json_build_object('meeting', a.meeting_id,
        'day', a.day_of_week, 'first', a.period_start, 'last', a.period_end, 'weeks', a.weeks, 'name', k.name,
        'room', json_build_object('name', r.name, 'building', concat(c.name, ' ', b.name), 'campus', c.id,
          'travelPeriods', c.travel_periods))) as meetings
      from occupancy y
        left join (select distinct id, lane, key from groups) l on l.id = y.resource
          and y.occurrences && int4range(l.lane * 8192, (l.lane + 1) * 8192)
        join class_assignment a on a.timetable_id = y.timetable_id and a.meeting_id = y.meeting_id
        join teaching_class k on k.id = a.teaching_class_id join classroom r on r.id = a.classroom_id
        join building b on b.id = r.building_id join campus c on c.id = b.campus_id
      where $8 and y.timetable_id = (select $2::uuid) and y.meeting_id <> all($7)
        and y.resource = any(array(
          select t.id from teacher t where t.id = any($4) and (t.daily_periods_max is not null
            or t.weekly_periods_max is not null or (select "isFar" from travel))
          union all select id from groups))
        and (a.day_of_week = any($9::int[]) or y.resource = any(array(
          select t.id from teacher t where t.id = any($4) and t.weekly_periods_max is not null)))
      group by 1) held) as held,
    (select json_agg(g) from (select class as id, json_agg(json_build_object('id', key, 'name', name)
      order by name) as groups from groups group by class) g) as groups,
    ${linksSql} as links`);
