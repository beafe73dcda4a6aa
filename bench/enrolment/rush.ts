import { randomBytes } from 'node:crypto';
import { Tokens } from '../../src/services/accounts/tokens.js';
import type { Query } from '../support/planned-semester.js';
import { parentOf } from '../support/processor.js';
import { makeSemester } from '../support/planned-semester.js';

/** A student with a session. */
export interface Learner {
  readonly id: string;
  readonly token: string;
}

/** An open round, and everybody who is about to enrol. */
export interface Rush {
  readonly env: Record<string, string>;
  readonly query: Query;
  readonly students: readonly Learner[];
  /** Teaching classes, the most wanted first. */
  readonly classes: readonly string[];
  readonly courses: number;
  readonly seats: number;
  readonly round: string;
  /** The process of the database that started all others of it; null where it is not told. */
  readonly database: number | null;
}

/** Seats for four of five wishes of two, so that the most wanted classes are full soon. */
const seatsPerStudent = 1.6;

/** Meetings of the semester per student, in which compulsory classes and other electives go on. */
const thousandStudents = 2_000;

/**
 * A semester with so many students and their timetables, and an open round with electives on evenings.
 * Passwords would take hours: sessions are stored, and tokens signed as the server does.
 */
export async function makeRush(
  undo: AsyncDisposableStack,
  { students: count, courses }: { students: number; courses: number },
): Promise<Rush> {
  const { env, query } = await makeSemester(
    undo,
    Math.max(1_000, Math.ceil(count / thousandStudents) * 1_000),
  );
  const JWT_SECRET = randomBytes(48).toString('base64url');
  const tokens = new Tokens(JWT_SECRET);
  const seats = Math.ceil((count * seatsPerStudent) / courses);
  await query(rushSql({ count, courses, seats }));
  // What the database has to tidy up after so many rows is no part of what is measured.
  await query('vacuum analyze');
  await query('checkpoint');
  const sessions = await query(`
    select s.id, s.user_id as user, n.id as session from student s join session n on n.user_id = s.user_id
    order by s.code`);
  const classes = await query(`select id from teaching_class where code like 'RUSH%' order by code`);
  const [{ id: round }] = await query(`select id from enrolment_round`);
  const [{ pid }] = await query('select pg_backend_pid() as pid');
  return {
    database: parentOf(pid),
    ...{ env: { ...env, JWT_SECRET }, query, round, courses, seats: seats * courses },
    students: sessions.map(({ id, user, session }) => ({ id, token: tokens.sign(user, session).token })),
    classes: classes.map(({ id }) => id),
  };
}

const rushSql = ({ count, courses, seats }: { count: number; courses: number; seats: number }): string => `
  create temporary table rusher as
    select id, gen_random_uuid() as user_id, row_number() over (order by code) as n from student
    where administrative_class_id is not null order by code limit ${count};
  insert into "user" (id, name, email, phone, password_hash, role_id)
    select user_id, 'rush' || n, 'rush' || n || '@example.com', '137' || lpad(n::text, 8, '0'),
      'nobody signs in with it', (select id from role where key = 'STUDENT') from rusher;
  update student s set user_id = r.user_id from rusher r where r.id = s.id;
  insert into session (id, user_id, refresh_hash, expires_at)
    select gen_random_uuid(), user_id, 'rush' || n, now() + interval '1 day' from rusher;
  create temporary table rush_class as
    select i, gen_random_uuid() as id, gen_random_uuid() as course_id, gen_random_uuid() as meeting_id,
      gen_random_uuid() as series_id
    from generate_series(0, ${courses - 1}) i;
  insert into course (id, code, name, department_id, type_id, credits, total_hours)
    select course_id, 'RUSH' || lpad(i::text, 4, '0'), '通识课' || i, (select id from department limit 1),
      (select id from course_type limit 1), 2, 32 from rush_class;
  insert into teaching_class (id, code, name, course_id, department_id, semester_id, student_count,
      is_compulsory, seats)
    select id, 'RUSH' || lpad(i::text, 4, '0'), '通识课' || i, course_id, (select id from department limit 1),
      (select id from semester where is_current), ${seats}, false, ${seats} from rush_class;
  insert into meeting (id, teaching_class_id, sequence, periods, weeks)
    select meeting_id, id, 1, 2, array(select generate_series(1, 16)) from rush_class;
  insert into series (id, teaching_class_id) select series_id, id from rush_class;
  insert into class_assignment (id, timetable_id, meeting_id, teaching_class_id, teacher_id, classroom_id,
      day_of_week, period_start, period_end, weeks, series_id)
    select gen_random_uuid(), t.id, c.meeting_id, c.id, (select id from teacher limit 1),
      (select id from classroom limit 1), 1 + i % 7, 11, 12, array(select generate_series(1, 16)), c.series_id
    from rush_class c cross join (select id from timetable where status = 'PUBLISHED') t;
  insert into enrolment_round (id, name, semester_id, mode, opens_at, closes_at, drop_until, credits_max,
      seed, seed_digest)
    select gen_random_uuid(), '通识选修', id, 'FIRST_COME', now(), now() + interval '1 day',
      now() + interval '1 day', 8, 'seed', 'digest' from semester where is_current;
  insert into round_teaching_class (id, round_id, teaching_class_id)
    select gen_random_uuid(), r.id, c.id from enrolment_round r cross join rush_class c;
`;
