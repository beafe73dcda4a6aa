import type { ClashFacts } from './facts.queries.js';
import type { MeetingTime } from '../../../entities/scheduling/assignments.js';
import { type Json, preparedStatement } from '../../../data/statements.js';
import { attendedBy, attendedClassesOf, overlaps } from '../timetable/attended.queries.js';
import { offers, participates, takenIn } from './rounds.queries.js';

/** Teaching classes that one round offers a student at most. */
const offersMax = 5_000;

/** What a round offers a student, and what of it the student has. */
export interface OfferFacts {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly course: string;
  readonly courseName: string;
  readonly department: string;
  readonly credits: number;
  readonly seats: number | null;
  readonly enrolled: number;
  readonly waiting: number;
  readonly isEnrolled: boolean;
  readonly isOwnChoice: boolean;
  /** Whether the student attends another teaching class of the course. */
  readonly hasCourse: boolean;
  readonly waitingPosition: number | null;
  readonly wishRank: number | null;
  readonly clashes: readonly ClashFacts[];
}

export const offersOfRound = preparedStatement<OfferFacts, [student: string, round: string]>(`
  with offer as materialized (
    select t.*, r.id as round_id, c.name as course_name, c.credits::float8 as credits
    from enrolment_round r join teaching_class t on t.semester_id = r.semester_id
      join course c on c.id = t.course_id
    where r.id = $2 and ${offers('t')} order by t.code, t.id limit ${offersMax}),
  attended as materialized (select teaching_class_id as id from (${attendedClassesOf('$1')}) x),
  own as materialized (
    select o.* from enrolment_round r join timetable p on p.semester_id = r.semester_id
      and p.status = 'PUBLISHED' cross join lateral ${attendedBy('$1', 'p.id')} o
    where r.id = $2),
  clash as materialized (
    select f.id, jsonb_agg(distinct jsonb_build_object('name', n.name, 'day', o.day_of_week,
      'first', o.period_start, 'last', o.period_end,
      'weeks', array(select unnest(a.weeks) intersect select unnest(o.weeks) order by 1))) as clashes
    from offer f join timetable p on p.semester_id = f.semester_id and p.status = 'PUBLISHED'
      join class_assignment a on a.teaching_class_id = f.id and a.timetable_id = p.id
        and a.day_of_week is not null
      join own o on o.teaching_class_id <> f.id and ${overlaps('a', 'o')}
      join teaching_class n on n.id = o.teaching_class_id
    group by f.id)
  select f.id, f.code, f.name, f.course_id as course, f.course_name as "courseName",
    f.department_id as department, f.credits, f.seats,
    (select count(*)::int from enrolment e where e.teaching_class_id = f.id) as enrolled,
    (select count(*)::int from waiting_place w where w.teaching_class_id = f.id and w.state = 'WAITING')
      as waiting,
    f.id in (select id from attended) as "isEnrolled",
    exists (select from enrolment e where e.teaching_class_id = f.id and e.student_id = $1
      and e.round_id is not null) as "isOwnChoice",
    exists (select from attended h join teaching_class t on t.id = h.id
      where t.course_id = f.course_id and t.semester_id = f.semester_id and t.id <> f.id) as "hasCourse",
    (select (select count(*)::int from waiting_place o where o.teaching_class_id = f.id
        and o.state = 'WAITING' and o.sequence <= w.sequence)
     from waiting_place w where w.teaching_class_id = f.id and w.student_id = $1 and w.state = 'WAITING')
      as "waitingPosition",
    (select w.rank from enrolment_wish w where w.round_id = f.round_id and w.student_id = $1
      and w.teaching_class_id = f.id) as "wishRank",
    coalesce(k.clashes, '[]') as clashes
  from offer f left join clash k on k.id = f.id
  order by f.code, f.id`);

/** What a student has of a round, with its bounds; none where the student takes no part. */
export interface RoundOfStudent {
  readonly id: string;
  readonly creditsMax: number | null;
  readonly countMax: number | null;
  readonly credits: number;
  readonly count: number;
}

export const roundOfStudent = preparedStatement<RoundOfStudent, [student: string, round: string]>(`
  select r.id, r.credits_max::float8 as "creditsMax", r.count_max as "countMax", k.credits, k.count
  from enrolment_round r join student s on s.id = $1 cross join lateral ${takenIn('$1')} k
  where r.id = $2 and not s.is_graduated and ${participates('s')}`);

/** When and by whom teaching classes are held, by the published timetable. */
export interface OfferTimes {
  readonly id: string;
  readonly times: readonly MeetingTime[];
  readonly teachers: readonly string[];
}

export const offerTimes = preparedStatement<OfferTimes, [ids: Json<readonly string[]>]>(`
  select t.id,
    coalesce(jsonb_agg(jsonb_build_object('dayOfWeek', a.day_of_week, 'periodStart', a.period_start,
      'periodEnd', a.period_end, 'weeks', a.weeks) order by a.day_of_week, a.period_start)
      filter (where a.day_of_week is not null), '[]') as times,
    array(select distinct h.name from class_assignment b cross join lateral (
        select b.teacher_id as id union
        select f.teacher_id from further_teacher f where f.meeting_id = b.meeting_id) k
      join teacher h on h.id = k.id
      where b.timetable_id = p.id and b.teaching_class_id = t.id order by 1) as teachers
  from teaching_class t join timetable p on p.semester_id = t.semester_id and p.status = 'PUBLISHED'
    join class_assignment a on a.timetable_id = p.id and a.teaching_class_id = t.id
  where t.id in (select jsonb_array_elements_text($1)::uuid)
  group by t.id, p.id`);
