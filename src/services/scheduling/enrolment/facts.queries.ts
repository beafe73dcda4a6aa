import type { EntityManager } from '@mikro-orm/postgresql';
import type { EnrolmentMode, EnrolmentRoundState } from '../../../schema/enrolment.js';
import type { FirstLocks } from '../../../data/data.queries.js';
import { preparedStatement } from '../../../data/statements.js';
import { sharePublished } from '../semester/semester.queries.js';
import { attendedBy, attendedClassesOf, overlaps } from '../timetable/attended.queries.js';
import { endOf, offers, participates, stateOf, takenIn } from './rounds.queries.js';

/** A round as somebody meets it who enrols. */
export interface RoundFacts {
  readonly id: string;
  readonly name: string;
  readonly mode: EnrolmentMode;
  readonly state: EnrolmentRoundState;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly hasEnded: boolean;
  readonly creditsMax: number | null;
  readonly countMax: number | null;
  readonly isOffered: boolean;
  readonly isOpenToStudent: boolean;
  /** What the student has of it. */
  readonly credits: number;
  readonly count: number;
  /** How often the student took back something of it. */
  readonly withdrawals: number;
  /** On how many of its waiting lists the student is. */
  readonly waiting: number;
}

/** A meeting of a teaching class that the student cannot attend beside another one. */
export interface ClashFacts {
  readonly name: string;
  readonly day: number;
  readonly first: number;
  readonly last: number;
  readonly weeks: readonly number[];
}

/** All that counts when a student enrols in a teaching class. */
export interface EnrolmentFacts {
  readonly student: { readonly name: string; readonly isGraduated: boolean } | null;
  readonly class: {
    readonly name: string;
    readonly semester: string;
    readonly department: string;
    readonly course: string;
    readonly courseName: string;
    readonly credits: number;
    readonly isCompulsory: boolean;
    readonly isEnabled: boolean;
    readonly isMadeWithSeries: boolean;
    readonly seats: number | null;
    readonly studentCount: number;
    readonly enrolled: number;
    readonly waiting: number;
  } | null;
  readonly isEnrolled: boolean;
  /** The place on its waiting list, and who is before it, counted with it. */
  readonly waiting: { readonly id: string; readonly position: number } | null;
  /** Another teaching class of the course that the student attends in the semester. */
  readonly sameCourse: string | null;
  readonly rounds: readonly RoundFacts[];
  /** With what it clashes in the published timetable. */
  readonly clashes: readonly ClashFacts[];
  /** Whether it clashes in a draft. */
  readonly clashesInDraft: boolean;
}

const clashing = (status: string): string => `
  from timetable p join class_assignment a on a.timetable_id = p.id
    cross join lateral ${attendedBy('w.student', 'p.id')} o
  where p.semester_id = x.semester_id and p.status = '${status}' and a.teaching_class_id = x.id
    and a.day_of_week is not null and o.teaching_class_id <> x.id and ${overlaps('a', 'o')}`;

/** Whoever wants a place in a teaching class, and in which round if in a certain one. */
export interface Place {
  readonly student: string;
  readonly teachingClass: string;
  readonly round: string | null;
}

/**
 * Waits until students and teaching classes are nobody else's; then the published timetable stays as it is.
 * Whoever writes enrolments locks in this order. The lists are hidden from the planner, so that one plan is
 * kept for all lengths.
 */
export const enrolmentLocks = (places: readonly Omit<Place, 'round'>[]): FirstLocks => ({
  text: `(select count(${sharePublished('c.semester_id')}::text) from (
    select distinct semester_id from (
      select semester_id from teaching_class where id = any ((select $6::uuid[])::uuid[])
        and (select count(*) from (
          select from student where id = any ((select $5::uuid[])::uuid[])
          order by id for no key update) s) >= 0
      order by id for no key update) t) c)`,
  values: [places.map(({ student }) => student), places.map(({ teachingClass }) => teachingClass)],
});

/** What counts for each of the places, in their order. */
export const enrolmentFacts = (em: EntityManager, places: readonly Place[]): Promise<EnrolmentFacts[]> =>
  factsOfPlaces(
    em,
    places.map(({ student }) => student),
    places.map(({ teachingClass }) => teachingClass),
    places.map(({ round }) => round),
  );

const factsOfPlaces = preparedStatement<
  EnrolmentFacts,
  [students: readonly string[], teachingClasses: readonly string[], rounds: readonly (string | null)[]]
>(`
  select
    (select jsonb_build_object('name', s.name, 'isGraduated', s.is_graduated) from student s
     where s.id = w.student) as student,
    case when x.id is not null then jsonb_build_object(
      'name', x.name, 'semester', x.semester_id, 'department', x.department_id, 'course', x.course_id,
      'courseName', x.course_name, 'credits', x.credits, 'isCompulsory', x.is_compulsory,
      'isEnabled', x.is_enabled and not x.is_withdrawn, 'isMadeWithSeries', x.is_made_with_series,
      'seats', x.seats, 'studentCount', x.student_count,
      'enrolled', (select count(*) from enrolment e where e.teaching_class_id = x.id),
      'waiting', (select count(*) from waiting_place q
        where q.teaching_class_id = x.id and q.state = 'WAITING')) end as class,
    exists (select from enrolment e where e.teaching_class_id = x.id and e.student_id = w.student)
      as "isEnrolled",
    (select jsonb_build_object('id', q.id, 'position', (select count(*) from waiting_place o
       where o.teaching_class_id = x.id and o.state = 'WAITING' and o.sequence <= q.sequence))
     from waiting_place q
     where q.teaching_class_id = x.id and q.student_id = w.student and q.state = 'WAITING')
      as waiting,
    (select t.name from (${attendedClassesOf('w.student')}) o
       join teaching_class t on t.id = o.teaching_class_id
     where t.semester_id = x.semester_id and t.course_id = x.course_id and t.id <> x.id limit 1)
      as "sameCourse",
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'name', r.name, 'mode', r.mode, 'state', ${stateOf}, 'opensAt', r.opens_at,
        'closesAt', r.closes_at, 'hasEnded', clock_timestamp() >= ${endOf},
        'creditsMax', r.credits_max, 'countMax', r.count_max, 'isOffered', ${offers('x')},
        'isOpenToStudent', (select ${participates('s')} from student s where s.id = w.student),
        'credits', k.credits, 'count', k.count,
        'withdrawals', coalesce((select d.count from enrolment_withdrawal d
          where d.round_id = r.id and d.student_id = w.student), 0),
        'waiting', (select count(*) from waiting_place q
          where q.round_id = r.id and q.student_id = w.student and q.state = 'WAITING')
      ) order by r.closes_at, r.id), '[]')
     from enrolment_round r cross join lateral ${takenIn('w.student')} k
     where r.semester_id = x.semester_id and (w.round is null or r.id = w.round)) as rounds,
    (select coalesce(jsonb_agg(distinct jsonb_build_object('name', n.name, 'day', o.day_of_week,
        'first', o.period_start, 'last', o.period_end, 'weeks', o.weeks)), '[]')
     from (select o.teaching_class_id, o.day_of_week, o.period_start, o.period_end,
         array(select unnest(a.weeks) intersect select unnest(o.weeks) order by 1) as weeks
       ${clashing('PUBLISHED')}) o join teaching_class n on n.id = o.teaching_class_id) as clashes,
    exists (select ${clashing('DRAFT')}) as "clashesInDraft"
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as w (student, teaching_class, round, at)
    left join lateral (
      select t.*, c.credits, c.name as course_name
      from teaching_class t join course c on c.id = t.course_id
      where t.id = w.teaching_class offset 0) x on true
  order by w.at`);
