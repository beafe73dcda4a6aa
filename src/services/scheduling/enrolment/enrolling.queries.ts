import type { Text } from '../../../schema/texts.js';
import type { WaitingState } from '../../../schema/enrolment.js';
import { command, type Json, preparedStatement, statement } from '../../../data/statements.js';
import type { Place } from './facts.queries.js';
import { endOf } from './rounds.queries.js';

interface Inserted {
  readonly createdAt: Date;
}

/** Stores enrolments, and names for the log who made each record. */
export const insertEnrolments = preparedStatement<
  Inserted & { readonly id: string },
  [places: Json<readonly Place[]>, people: Json<Readonly<Record<string, string>>>]
>(`
  with named as (select set_config('class_scheduling.people', $2, true))
  insert into enrolment (id, teaching_class_id, student_id, round_id)
  select g.id, g."teachingClass", g.student, g.round from named cross join jsonb_to_recordset($1)
    as g (id uuid, "teachingClass" uuid, student uuid, round uuid)
  returning id, created_at as "createdAt"`);

interface Expected {
  readonly teachingClass: string;
  readonly count: number;
}

/** Whoever is enrolled needs a seat, also beyond those who were expected. */
export const expectStudents = command<[counts: Json<readonly Expected[]>]>(`
  update teaching_class t set student_count = g.count, version = version + 1
  from (select "teachingClass" as id, max(count) as count
    from jsonb_to_recordset($1) as x ("teachingClass" uuid, count int) group by 1) g
  where t.id = g.id and t.student_count < g.count`);

/** What single students have twice in the drafts of a class is worked out later. */
export const noteUnsettled = command<[teachingClass: string]>(
  'insert into unsettled_attendance (teaching_class_id) values ($1) on conflict do nothing',
);

export const noteWithdrawal = command<[round: string, student: string]>(`
  insert into enrolment_withdrawal as d (round_id, student_id) values ($1, $2)
  on conflict (round_id, student_id) do update set count = d.count + 1`);

interface Dropped {
  readonly id: string;
  readonly round: string | null;
  readonly roundName: string | null;
  readonly dropUntil: Date | null;
  readonly mayDrop: boolean | null;
  readonly name: string;
  readonly department: string;
  readonly isMadeWithSeries: boolean;
  /** Whether a conflict of a live timetable is about what the student has twice with it. */
  readonly isInConflict: boolean;
}

export const droppedEnrolment = preparedStatement<Dropped, [student: string, teachingClass: string]>(`
  select e.id, r.id as round, r.name as "roundName", r.drop_until as "dropUntil",
    clock_timestamp() < r.drop_until as "mayDrop", t.name, t.department_id as department,
    t.is_made_with_series as "isMadeWithSeries",
    exists (select from timetable p join conflict_pair c on c.timetable_id = p.id and c.resource = $1
      join meeting m on m.id in (c.first_meeting_id, c.second_meeting_id)
      where p.semester_id = t.semester_id and p.status in ('DRAFT', 'PUBLISHED')
        and m.teaching_class_id = t.id) as "isInConflict"
  from enrolment e join teaching_class t on t.id = e.teaching_class_id
    left join enrolment_round r on r.id = e.round_id
  where e.student_id = $1 and e.teaching_class_id = $2`);

export const deleteEnrolment = preparedStatement<object, [id: string]>('delete from enrolment where id = $1');

/** At the end of the list of the class, which is locked. */
export const insertWaiting = statement<
  Inserted & { sequence: number },
  [id: string, round: string, teachingClass: string, student: string]
>(`
  insert into waiting_place (id, round_id, teaching_class_id, student_id, sequence)
  select $1, $2, $3::uuid, $4, coalesce(max(sequence), 0) + 1 from waiting_place
  where teaching_class_id = $3
  returning created_at as "createdAt", sequence`);

const settled = `update waiting_place set state = $2, reason_zh = $3, reason_en = $4, version = version + 1,
  settled_at = clock_timestamp() where state = 'WAITING'`;

/** Ends the waiting of one place that still waits; answers it. */
const endPlace = statement<
  { id: string },
  [id: string, state: WaitingState, zh: string | null, en: string | null]
>(`${settled} and id = $1 returning id`);

export const endWaiting = (
  em: Parameters<typeof endPlace>[0],
  id: string,
  state: WaitingState,
  { zh, en }: Partial<Text> = {},
): Promise<{ id: string }[]> => endPlace(em, id, state, zh ?? null, en ?? null);

/** The first of each list of a class that has a free seat. */
export const nextWaiting = statement<{ id: string; teachingClass: string; student: string; round: string }>(`
  select distinct on (w.teaching_class_id) w.id, w.teaching_class_id as "teachingClass",
    w.student_id as student, w.round_id as round
  from waiting_place w join enrolment_round r on r.id = w.round_id
    join teaching_class t on t.id = w.teaching_class_id and t.is_enabled
  where w.state = 'WAITING' and clock_timestamp() < ${endOf} and (t.seats is null or t.seats > (
    select count(*) from enrolment e where e.teaching_class_id = t.id))
  order by w.teaching_class_id, w.sequence limit 500`);

/** Places of rounds that have ended, and of students who were enrolled otherwise. */
export const endedWaiting = statement<{ id: string; student: string; isEnrolled: boolean }>(`
  select p.id, p.student, p."isEnrolled" from (
    select w.id, w.student_id as student, clock_timestamp() >= ${endOf} as "hasEnded", exists (
      select from enrolment e
      where e.teaching_class_id = w.teaching_class_id and e.student_id = w.student_id) as "isEnrolled"
    from waiting_place w join enrolment_round r on r.id = w.round_id where w.state = 'WAITING') p
  where p."hasEnded" or p."isEnrolled" limit 500`);

export const takeUnsettled = statement<{ id: string }>(`
  delete from unsettled_attendance where teaching_class_id in (
    select teaching_class_id from unsettled_attendance order by teaching_class_id limit 100
    for update skip locked)
  returning teaching_class_id as id`);
