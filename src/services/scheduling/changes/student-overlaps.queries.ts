import { inGroup } from '../attendance/attendees.queries.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Json, json, preparedStatement, statement } from '../../../data/statements.js';
import type { Overlap } from './occupancy.js';
import { standsOf, type Stand, type StateChange } from './states.js';

/**
 * Whether somebody chose something of the semester of the timetable $1: only then has somebody two things at
 * once that a whole class has not.
 */
export const chosen = `exists (
  select from teaching_class k where k.semester_id = (select semester_id from timetable where id = $1)
    and exists (select from enrolment e where e.teaching_class_id = k.id))`;

const held = (row: string): string =>
  `occurrences(${row}.weeks, ${row}.day_of_week, ${row}.period_start, ${row}.period_end)`;

type Moved = [timetable: string, meetings: readonly string[]];

const sharesTime = `y.day_of_week = x.day_of_week and y.period_start <= x.period_end
        and y.period_end >= x.period_start and y.weeks && x.weeks`;

/** `(select $1)` keeps the planner from believing a timetable empty that is younger than its statistics. */
const ofTimetable = 'a.timetable_id = (select $1::uuid)';

/**
 * Where the placed meetings of the timetable $1 are, as rows of `place`, with the `slots` that they take:
 * worked out once for each time, because few times are of many meetings.
 * @param which condition on the meetings `a`
 * @param places a timetable without single dates, of which the planner knows more, is `class_assignment`
 */
export const placed = (which: string, places: 'stand' | 'class_assignment' = 'class_assignment'): string => `
  standing as materialized (
    select a.meeting_id, a.teaching_class_id, a.series_id, a.classroom_id, a.teacher_id, a.day_of_week,
      a.period_start, a.period_end, a.weeks
    from ${places} a where ${ofTimetable} and a.day_of_week is not null and ${which}),
  place as materialized (
    select s.*, t.slots from standing s left join (
      select *, ${held('t')} as slots
      from (select distinct weeks, day_of_week, period_start, period_end from standing) t offset 0) t
    using (weeks, day_of_week, period_start, period_end))`;

/**
 * What single students have twice in a whole timetable, as rows of `overlap_of_student`. Compared is each
 * pair of rows of `place` that somebody has, once: students are many, and choose the same.
 * @param whose condition on the students `s` who count
 */
const studentOverlaps = (whose: string): string => `
  choice as materialized (
    select s.id as student_id, s.administrative_class_id, e.teaching_class_id
    from enrolment e join student s on s.id = e.student_id
    where e.teaching_class_id in (select teaching_class_id from place) and ${whose}),
  beside as materialized (
    select c.administrative_class_id, c.teaching_class_id, g.class_group_id, x.meeting_id as a,
      y.meeting_id as b
    from (select distinct administrative_class_id, teaching_class_id from choice) c
      join teaching_class_group g on g.administrative_class_id = c.administrative_class_id
        and g.teaching_class_id <> c.teaching_class_id
      join place x on x.teaching_class_id = c.teaching_class_id
      join place y on y.teaching_class_id = g.teaching_class_id and ${sharesTime}),
  both_chosen as materialized (
    select x.student_id, x.teaching_class_id as first_class, y.teaching_class_id as second_class
    from choice x join choice y on y.student_id = x.student_id
      and y.teaching_class_id > x.teaching_class_id),
  chosen as materialized (
    select c.first_class, c.second_class, x.meeting_id as a, y.meeting_id as b
    from (select distinct first_class, second_class from both_chosen) c
      join place x on x.teaching_class_id = c.first_class
      join place y on y.teaching_class_id = c.second_class and ${sharesTime}),
  pair as materialized (
    select c.student_id, least(p.a, p.b) as first, greatest(p.a, p.b) as second
    from beside p join choice c using (administrative_class_id, teaching_class_id)
    where ${inGroup('p', 'c.student_id')}
    union
    select c.student_id, least(p.a, p.b), greatest(p.a, p.b)
    from chosen p join both_chosen c using (first_class, second_class)),
  shared as materialized (
    select p.first, p.second, range_agg(x.slots * y.slots) as slots
    from (select distinct first, second from pair) p join place x on x.meeting_id = p.first
      join place y on y.meeting_id = p.second and y.weeks && x.weeks group by 1, 2),
  overlap_of_student as (
    select p.student_id, p.first, p.second, s.slots from pair p join shared s using (first, second))`;

/** The classes of the meetings, as rows of `moved`, and whether a student `s` attends one of them. */
const movedClasses = (meetings: string): string => `
  moved as materialized (
    select distinct a.teaching_class_id from class_assignment a
    where ${ofTimetable} and a.meeting_id = any(${meetings}))`;
const attendsMoved = `(s.id in (
      select student_id from enrolment where teaching_class_id in (select teaching_class_id from moved))
      or s.administrative_class_id in (select administrative_class_id from teaching_class_group
        where teaching_class_id in (select teaching_class_id from moved)))`;

/** The same of those who attend one of the meetings; of everybody where they are null. */
export const overlapsOfStudentsOf = (meetings: string): string => `
  ${movedClasses(meetings)}, ${studentOverlaps(`(${meetings}::uuid[] is null or ${attendsMoved})`)}`;

/**
 * Of few meetings, or before they are stored, the same, on their days, with the places $3 in place of what
 * the timetable says of them. Each step is by an index (`offset 0`): the planner does not know how few they
 * are, and would read whole tables while others wait. Of ids it expects ten, of JSON a hundred.
 */
const electiveOfFew = `
  with moved as materialized (
    select m.id as meeting_id, m.teaching_class_id, w.day as day_of_week, w.period as period_start,
      w.period + m.periods - 1 as period_end, case when w.week is not null then array[w.week]
        when w.without is null then m.weeks
        else array(select each from unnest(m.weeks) as each where each <> all(w.without)) end as weeks
    from unnest($2::uuid[]) as each (id) cross join lateral (
      select * from jsonb_to_recordset($3) as w (meeting uuid, day int, period int, week int, without int[])
      where w.meeting = each.id offset 0) w cross join lateral (
      select * from meeting where id = w.meeting offset 0) m),
  concerned as (
    select s.id, s.administrative_class_id from (
      select e.student_id from (select distinct teaching_class_id from moved) m cross join lateral (
        select student_id from enrolment where teaching_class_id = m.teaching_class_id offset 0) e
      union
      select s.id from (
        select distinct g.administrative_class_id from moved m cross join lateral (
          select administrative_class_id from teaching_class_group
          where teaching_class_id = m.teaching_class_id offset 0) g) c cross join lateral (
        select id from student where administrative_class_id = c.administrative_class_id offset 0) s) k
      cross join lateral (
        select id, administrative_class_id from student where id = k.student_id offset 0) s),
  choice as materialized (
    select c.id as student_id, c.administrative_class_id, e.teaching_class_id
    from concerned c cross join lateral (
      select teaching_class_id from enrolment where student_id = c.id offset 0) e),
  attended as materialized (
    select distinct teaching_class_id, null::uuid as administrative_class_id, null::uuid as class_group_id
    from choice
    union all
    select g.teaching_class_id, c.administrative_class_id, g.class_group_id
    from (select distinct administrative_class_id from choice) c cross join lateral (
      select teaching_class_id, class_group_id from teaching_class_group
      where administrative_class_id = c.administrative_class_id offset 0) g),
  place as materialized (
    select a.* from (select distinct teaching_class_id from attended) c cross join lateral (
      select a.meeting_id, a.teaching_class_id, a.day_of_week, a.period_start, a.period_end, a.weeks
      from stand a
      where ${ofTimetable} and a.teaching_class_id = c.teaching_class_id and a.meeting_id <> all($2)
        and a.day_of_week = any(array(select distinct day_of_week from moved)) offset 0) a
    union all
    select * from moved),
  elective as materialized (
    select c.student_id, c.administrative_class_id, p.*
    from choice c join place p on p.teaching_class_id = c.teaching_class_id),
  compulsory as (
    select c.administrative_class_id, c.class_group_id, p.*
    from attended c join place p on p.teaching_class_id = c.teaching_class_id
    where c.administrative_class_id is not null)`;

/** Up to so many meetings are few. */
const fewMeetings = 20;

/** The overlaps `o` of single students, with what a conflict of them allows. */
const known = (overlaps: string): string => `
  select 'OTHER' as kind, o.student_id as resource, o.first, o.second, o.slots::text as slots,
    coalesce(o.slots <@ p.slots, false) as "isKnown"
  from ${overlaps} o left join conflict_pair p on p.timetable_id = $1 and p.resource = o.student_id
    and p.first_meeting_id = o.first and p.second_meeting_id = o.second
  where o.first = any($2) or o.second = any($2)
  order by 3, 4, 2`;

/** Of many meetings: those of whoever attends them. */
const ofMany = (places: 'stand' | 'class_assignment') =>
  statement<Overlap, Moved>(`
  with ${placed('true', places)}, ${movedClasses('$2')}, ${studentOverlaps(attendsMoved)}
  ${known('overlap_of_student')}`);

const ofUndatedMany = ofMany('class_assignment');
const ofDatedMany = ofMany('stand');

/** Whether single dates of a timetable were changed. */
const hasDates = statement<{ isDated: boolean }, [timetable: string]>(
  'select exists (select from date_change where timetable_id = $1) as "isDated"',
);

/** From what students chose, and what their classes have, to what overlaps. */
const overlapsOfFew = `${electiveOfFew},
  pair as (
    select x.student_id, x.meeting_id as first, y.meeting_id as second
    from elective x join elective y on y.student_id = x.student_id and y.day_of_week = x.day_of_week
      and y.period_start <= x.period_end and y.period_end >= x.period_start
    where x.teaching_class_id <> y.teaching_class_id and x.meeting_id < y.meeting_id
    union
    select x.student_id, least(x.meeting_id, y.meeting_id), greatest(x.meeting_id, y.meeting_id)
    from elective x join compulsory y on y.administrative_class_id = x.administrative_class_id
      and y.day_of_week = x.day_of_week and y.period_start <= x.period_end
      and y.period_end >= x.period_start and ${inGroup('y', 'x.student_id')}
    where x.teaching_class_id <> y.teaching_class_id),
  overlap as (
    select p.student_id, p.first, p.second, range_agg(${held('a')} * ${held('b')}) as slots
    from pair p join place a on a.meeting_id = p.first join place b on b.meeting_id = p.second
    where (p.first = any($2) or p.second = any($2)) and a.weeks && b.weeks group by 1, 2, 3
    having not isempty(range_agg(${held('a')} * ${held('b')})))
  ${known('overlap')}`;

interface MovedTo extends Stand {
  readonly meeting: string;
}

/** Planning it takes longer than carrying it out. */
const ofFew = preparedStatement<Overlap, [...moved: Moved, places: Json<readonly MovedTo[]>]>(overlapsOfFew);

/**
 * Every overlap of changed meetings in which single students take part: one who chose an elective has
 * something else then. What a whole administrative class has twice is not among them.
 * @param isStored whether the timetable holds what the changes lead to
 */
export async function overlapsOfStudents(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  { isStored }: { readonly isStored: boolean },
): Promise<Overlap[]> {
  const meetings = changes.map(({ meeting }) => meeting);
  if (isStored && meetings.length > fewMeetings) {
    const [{ isDated }] = await hasDates(em, timetable);
    return (isDated ? ofDatedMany : ofUndatedMany)(em, timetable, meetings);
  }
  const places = changes.flatMap(({ meeting, after }) =>
    (after ? standsOf(after) : []).map((stand) => ({ meeting, ...stand })),
  );
  if (places.length === 0) return [];
  return ofFew(em, timetable, meetings, json(places));
}
