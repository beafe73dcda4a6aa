import type { EnrolmentRoundState } from '../../../schema/enrolment.js';
import { type Json, statement } from '../../../data/statements.js';

/** Whether the round `r` names nothing in a table, or something that meets the test, as `l`. */
const unless = (table: string, test: string): string => `(
  not exists (select from ${table} l where l.round_id = r.id)
  or exists (select from ${table} l where l.round_id = r.id and ${test}))`;

const within = (department: string): string => `l.department_id in (select departments_above(${department}))`;

/** Whether the student, by the name of the row, may take part in the round `r`. */
export const participates = (student: string): string =>
  [
    '(select m.is_enabled from semester m where m.id = r.semester_id)',
    unless('round_grade', `l.grade_id = ${student}.grade_id`),
    unless('round_major', `l.major_id = ${student}.major_id`),
    unless('round_student_department', within(`${student}.department_id`)),
    unless('round_administrative_class', `l.administrative_class_id = ${student}.administrative_class_id`),
  ].join(' and ');

/** Whether the round `r` offers the teaching class, by the name of its row. */
export const offers = (teachingClass: string): string =>
  [
    `${teachingClass}.semester_id = r.semester_id and not ${teachingClass}.is_compulsory`,
    `${teachingClass}.is_enabled and not ${teachingClass}.is_withdrawn`,
    unless('round_department', within(`${teachingClass}.department_id`)),
    unless('round_course', `l.course_id = ${teachingClass}.course_id`),
    unless('round_teaching_class', `l.teaching_class_id = ${teachingClass}.id`),
  ].join(' and ');

/** How far the round `r` has come, by the clock of the database. */
export const stateOf = `case when r.drawn_at is not null then 'DRAWN'
  when clock_timestamp() < r.opens_at then 'UPCOMING'
  when clock_timestamp() < r.closes_at then 'OPEN' else 'CLOSED' end`;

/** Until when the round `r` moves its waiting lists up. */
export const endOf = 'greatest(r.closes_at, r.drop_until)';

/** Credits and number of what a student has of the offers of the round `r`. */
export const takenIn = (student: string): string => `(
  select coalesce(sum(c.credits), 0)::float8 as credits, count(*)::int as count
  from enrolment e join teaching_class t on t.id = e.teaching_class_id join course c on c.id = t.course_id
  where e.student_id = ${student} and ${offers('t')})`;

export const roundStates = statement<
  { id: string; state: EnrolmentRoundState },
  [ids: Json<readonly string[]>]
>(`
  select r.id, ${stateOf} as state from enrolment_round r
  where r.id in (select jsonb_array_elements_text($1)::uuid)`);

export interface StoredRound {
  readonly state: EnrolmentRoundState;
  readonly wishes: number;
  readonly departments: readonly string[];
  /** What each list names, by the name of its field. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const listed = (table: string, column: string): string =>
  `array(select l.${column}_id::text from ${table} l where l.round_id = r.id order by 1)`;

export const storedRound = statement<StoredRound, [id: string]>(`
  select ${stateOf} as state, ${listed('round_department', 'department')} as departments,
    (select count(*)::int from enrolment_wish w where w.round_id = r.id) as wishes,
    jsonb_build_object(
      'grades', ${listed('round_grade', 'grade')}, 'majors', ${listed('round_major', 'major')},
      'studentDepartments', ${listed('round_student_department', 'department')},
      'administrativeClasses', ${listed('round_administrative_class', 'administrative_class')},
      'departments', ${listed('round_department', 'department')},
      'courses', ${listed('round_course', 'course')},
      'teachingClasses', ${listed('round_teaching_class', 'teaching_class')}) as lists
  from enrolment_round r where r.id = $1`);

/** Rounds of a semester at most. */
export const roundsMax = 100;

export const roundCount = statement<{ count: number }, [semester: string]>(
  'select count(*)::int as count from enrolment_round where semester_id = $1',
);

/** Closes a round that is open, now. */
export const closeRound = statement<{ id: string }, [id: string]>(`
  update enrolment_round set closes_at = clock_timestamp(), version = version + 1,
    drop_until = greatest(drop_until, clock_timestamp())
  where id = $1 and opens_at <= clock_timestamp() and closes_at > clock_timestamp() returning id`);

/** Opens a round again that has closed and was not drawn. */
export const reopenRound = statement<{ id: string }, [id: string, closesAt: Date]>(`
  update enrolment_round set closes_at = $2, drop_until = greatest(drop_until, $2), version = version + 1
  where id = $1 and closes_at <= clock_timestamp() and drawn_at is null and $2 > clock_timestamp()
  returning id`);

interface OwnRound {
  readonly id: string;
  readonly state: EnrolmentRoundState;
  readonly credits: number;
  readonly count: number;
  readonly wishes: readonly string[];
  readonly mayDrop: boolean;
}

/** The rounds of enabled semesters in which a student takes part, those that end first before others. */
export const roundsOfStudent = statement<OwnRound, [student: string, semester: string | null]>(`
  select r.id, ${stateOf} as state, k.credits, k.count, clock_timestamp() < r.drop_until as "mayDrop",
    array(select w.teaching_class_id::text from enrolment_wish w
      where w.round_id = r.id and w.student_id = s.id order by w.rank) as wishes
  from student s cross join enrolment_round r join semester m on m.id = r.semester_id and m.is_enabled
    cross join lateral ${takenIn('s.id')} k
  where s.id = $1 and not s.is_graduated and ${participates('s')}
    and (r.semester_id = $2 or $2 is null and clock_timestamp() < ${endOf} + interval '30 days')
  order by ${endOf}, r.id limit 100`);
