import { type Json, command, statement } from '../../../data/statements.js';
import { sharePublished } from '../semester/semester.queries.js';
import { attendedClassesOf, overlaps } from '../timetable/attended.queries.js';
import { offers, participates, takenIn } from './rounds.queries.js';

export const dueRounds = statement<{ id: string }>(`
  select id from enrolment_round
  where mode = 'LOTTERY' and drawn_at is null and closes_at <= clock_timestamp()
  order by closes_at limit 100`);

export interface DueRound {
  readonly id: string;
  readonly seed: string;
  readonly creditsMax: number | null;
  readonly countMax: number | null;
}

/** The round, locked; none when it is not to be drawn any more, or somebody draws it. */
export const lockDueRound = statement<DueRound, [id: string]>(`
  select id, seed, credits_max::float8 as "creditsMax", count_max as "countMax" from enrolment_round
  where id = $1 and mode = 'LOTTERY' and drawn_at is null and closes_at <= clock_timestamp()
  for update skip locked`);

const wishing = 'select w.student_id from enrolment_wish w where w.round_id = $1';
const wished = 'select w.teaching_class_id from enrolment_wish w where w.round_id = $1';

/** Whoever wished something, and then what was wished: as everybody locks who writes enrolments. */
export const lockWishing = command<[round: string]>(
  `select from student where id in (${wishing}) order by id for no key update`,
);
export const lockWished = command<[round: string]>(
  `select from teaching_class where id in (${wished}) order by id for no key update`,
);
export const holdTimetable = command<[round: string]>(
  `select ${sharePublished('semester_id')} from enrolment_round where id = $1`,
);

interface WishedClass {
  readonly id: string;
  readonly course: string;
  readonly credits: number;
  readonly seats: number | null;
}

export const wishedClasses = statement<WishedClass, [round: string]>(`
  select t.id, t.course_id as course, c.credits::float8 as credits, greatest(0, t.seats
    - (select count(*) from enrolment e where e.teaching_class_id = t.id)
    - (select count(*) from waiting_place w where w.teaching_class_id = t.id and w.state = 'WAITING'))::int
    as seats
  from enrolment_round r join teaching_class t on t.id in (${wished}) join course c on c.id = t.course_id
  where r.id = $1 and ${offers('t')} order by t.id`);

export const clashesOfWished = statement<{ first: string; second: string }, [round: string]>(`
  select distinct a.teaching_class_id as first, b.teaching_class_id as second
  from enrolment_round r join timetable p on p.semester_id = r.semester_id and p.status = 'PUBLISHED'
    join class_assignment a on a.timetable_id = p.id and a.teaching_class_id in (${wished})
    join class_assignment b on b.timetable_id = p.id and b.teaching_class_id in (${wished})
      and a.teaching_class_id < b.teaching_class_id and ${overlaps('a', 'b')}
  where r.id = $1 order by 1, 2`);

interface WishingStudent {
  readonly id: string;
  readonly credits: number;
  readonly count: number;
  /** Teaching classes, the dearest first, without those that the student cannot have anyway. */
  readonly wishes: readonly string[];
}

/** In sets, because there may be hundreds of thousands of wishes. */
export const wishingStudents = statement<WishingStudent, [round: string]>(`
  with round as materialized (
    select r.*, (select p.id from timetable p
      where p.semester_id = r.semester_id and p.status = 'PUBLISHED') as timetable
    from enrolment_round r where r.id = $1),
  learner as materialized (
    select s.id from round r cross join student s
    where s.id in (${wishing}) and not s.is_graduated and ${participates('s')}),
  attended as materialized (
    select l.id as student_id, t.id, t.course_id
    from round r cross join learner l cross join lateral (${attendedClassesOf('l.id')}) x
      join teaching_class t on t.id = x.teaching_class_id and t.semester_id = r.semester_id),
  busy as materialized (
    select h.student_id, a.day_of_week, a.period_start, a.period_end, a.weeks
    from round r join class_assignment a on a.timetable_id = r.timetable and a.day_of_week is not null
      join attended h on h.id = a.teaching_class_id),
  blocked as materialized (
    select w.id from round r join enrolment_wish w on w.round_id = r.id
      join class_assignment a on a.timetable_id = r.timetable and a.teaching_class_id = w.teaching_class_id
      join busy b on b.student_id = w.student_id and ${overlaps('a', 'b')}
    union
    select w.id from round r join enrolment_wish w on w.round_id = r.id
      join teaching_class t on t.id = w.teaching_class_id
      join attended h on h.student_id = w.student_id and h.course_id = t.course_id),
  wanted as (
    select w.student_id, array_agg(w.teaching_class_id::text order by w.rank) as classes
    from round r join enrolment_wish w on w.round_id = r.id where w.id not in (select id from blocked)
    group by 1)
  select l.id, k.credits, k.count, coalesce(w.classes, '{}') as wishes
  from round r cross join learner l cross join lateral ${takenIn('l.id')} k
    left join wanted w on w.student_id = l.id
  order by l.id`);

interface Pair {
  readonly student: string;
  readonly class: string;
}

export const insertGranted = command<[round: string, granted: Json<readonly Pair[]>]>(`
  insert into enrolment (id, teaching_class_id, student_id, round_id)
  select gen_random_uuid(), g.class, g.student, $1
  from jsonb_to_recordset($2) as g (student uuid, class uuid)`);

/** In the order that is given, behind those who wait already. */
export const insertLosers = command<[round: string, losers: Json<readonly Pair[]>]>(`
  insert into waiting_place (id, round_id, teaching_class_id, student_id, sequence)
  select gen_random_uuid(), $1, g.class, g.student,
    coalesce((select max(w.sequence) from waiting_place w where w.teaching_class_id = g.class), 0)
      + row_number() over (partition by g.class order by g.at)
  from rows from (jsonb_to_recordset($2) as (student uuid, class uuid))
    with ordinality as g (student, class, at)
  on conflict (teaching_class_id, student_id) where state = 'WAITING' do nothing`);

export const expectDrawn = command<[round: string]>(`
  update teaching_class t set student_count = k.count, version = version + 1
  from (select teaching_class_id as id, count(*)::int as count from enrolment
    where teaching_class_id in (${wished}) group by 1) k
  where k.id = t.id and t.student_count < k.count`);

export const noteDrawn = command<[round: string]>(`
  insert into unsettled_attendance (teaching_class_id) select distinct teaching_class_id from enrolment
  where round_id = $1 on conflict do nothing`);

export const endDraw = command<[round: string]>(
  'update enrolment_round set drawn_at = clock_timestamp(), version = version + 1 where id = $1',
);

export const insertDraw = command<[round: string, record: string]>(
  'insert into lottery_draw (round_id, record) values ($1, $2)',
);

export interface DrawOfRound {
  readonly seed: string;
  readonly seedDigest: string;
  readonly record: string;
}

export const drawOfRound = statement<DrawOfRound, [round: string]>(`
  select r.seed, r.seed_digest as "seedDigest", d.record
  from lottery_draw d join enrolment_round r on r.id = d.round_id where d.round_id = $1`);

export const namesOfClasses = statement<{ id: string; name: string }, [ids: Json<readonly string[]>]>(`
  select id, name from teaching_class where id in (select jsonb_array_elements_text($1)::uuid)`);
