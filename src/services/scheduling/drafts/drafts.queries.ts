import type { ConflictKind, TimetableStatus } from '../../../schema/timetables.js';
import type { MeetingState, StateChange } from '../changes/states.js';
import { attends } from '../attendance/attendees.queries.js';
import { holdPublished } from '../semester/semester.queries.js';
import { type Json, command, preparedStatement, statement } from '../../../data/statements.js';

export const affectedByMeetings = preparedStatement<
  { classes: string[]; students: number; furtherTeachers: string[] },
  [alternatives: Json<readonly { at: number; meetings: string[] }[]>]
>(`
  select array(select distinct g.administrative_class_id from teaching_class_group g
      where g.teaching_class_id = any(t.ids) order by 1) as classes,
    (select count(*)::int from (
       select s.id from teaching_class_group g join student s on ${attends('g', 's')}
       where g.teaching_class_id = any(t.ids)
       union select student_id from enrolment where teaching_class_id = any(t.ids)) x) as students,
    array(select distinct f.teacher_id::text from further_teacher f
      where f.meeting_id = any(a.meetings)) as "furtherTeachers"
  from jsonb_to_recordset($1) as a (at int, meetings uuid[]) cross join lateral (
    select array(select distinct m.teaching_class_id from meeting m
      where m.id = any(a.meetings)) as ids offset 0) t
  order by a.at`);

/** A draft as its bound sees it, or a place that a run was promised. */
export interface Held {
  /** The person to whose share it counts; null where no person made it or asked for it. */
  readonly person: string | null;
  /** Null of a run, which has no draft yet. */
  readonly revision: number | null;
  /** Whether it may be archived, because nobody has changed it for long. */
  readonly isUntouched: boolean;
}

/** Whether nobody has changed the timetable `t` for $2 days. */
const isUntouched = `greatest(t.updated_at, (select max(c.created_at) from change c
  where c.timetable_id = t.id)) < clock_timestamp() - make_interval(days => $2)`;

export const heldDrafts = statement<Held, [semester: string, untouchedDays: number]>(`
  select t.made_by_id as person, t.revision, ${isUntouched} as "isUntouched"
  from timetable t where t.semester_id = $1 and t.status = 'DRAFT'
  union all
  select requested_by_id, null, false from scheduling_task
  where semester_id = $1 and department_id is null and status in ('QUEUED', 'RUNNING')
  order by revision`);

export const insertDraft = command<
  [id: string, semester: string, softCost: number, madeBy: string | null, base: string | null]
>(`
  insert into timetable (id, semester_id, revision, status, soft_cost, made_by_id, base_id, began_at)
  select $1, $2, coalesce(max(revision), 0) + 1, 'DRAFT', $3, $4, $5,
    coalesce((select number from change_counter where semester_id = $2), 0)
  from timetable where semester_id = $2`);

/** Lines up everybody who adds, publishes or archives timetables of the semester. */
export const lockSemester = command<[semester: string]>(
  'select from semester where id = $1 for no key update',
);

export const timetablesInState = statement<{ id: string }, [semester: string, status: TimetableStatus]>(
  'select id from timetable where semester_id = $1 and status = $2',
);

export const holdsMeetings = statement<{ holds: boolean }, [timetable: string]>(
  'select exists (select from class_assignment where timetable_id = $1) as holds',
);

export const discardedDraft = statement<
  { isDraft: boolean; revision: number; madeBy: string | null },
  [id: string]
>(`
  select status <> 'PUBLISHED' and published_at is null as "isDraft", revision, made_by_id as "madeBy"
  from timetable where id = $1`);

export const deleteTimetable = command<[id: string]>('delete from timetable where id = $1');

export const lockedSemester = statement<{ name: string; isEnabled: boolean }, [id: string]>(
  'select name, is_enabled as "isEnabled" from semester where id = $1 for no key update',
);

export const insertPublished = command<
  [id: string, semester: string, madeBy: string | null, beganAt: number]
>(`
  insert into timetable (id, semester_id, revision, status, published_at, made_by_id, began_at)
  select $1, $2, coalesce(max(revision), 0) + 1, 'PUBLISHED', clock_timestamp(), $3, $4
  from timetable where semester_id = $2`);

/** Who teaches its meetings beside their first teachers is kept as it is now. */
export const archiveTimetable = command<[id: string, archivedBy: string | null]>(`
  with archived as (
    update timetable set status = 'ARCHIVED', archived_at = clock_timestamp(), archived_by_id = $2,
      version = version + 1 where id = $1)
  insert into archived_teacher (id, assignment_id, teacher_id, role)
  select gen_random_uuid(), a.id, f.teacher_id, f.role
  from class_assignment a join further_teacher f on f.meeting_id = a.meeting_id where a.timetable_id = $1`);

export const restoreTimetable = command<[id: string]>(`
  with kept as (
    delete from archived_teacher t using class_assignment a
    where a.id = t.assignment_id and a.timetable_id = $1)
  update timetable set status = 'DRAFT', archived_at = null, archived_by_id = null,
  version = version + 1 where id = $1`);

export const placedMeetingsOf = statement<{ meeting: string }, [timetable: string]>(`
  select meeting_id as meeting from class_assignment
  where timetable_id = $1 and day_of_week is not null`);

/** A revision of which somebody archives or restores a draft. */
export interface Draft {
  readonly revision: number;
  readonly status: TimetableStatus;
  readonly wasPublished: boolean;
  readonly isUntouched: boolean;
  readonly semester: string;
  readonly author: string | null;
  readonly authorName: string;
  readonly authorMail: string;
  readonly archivedBy: string | null;
}

export const archivedDraft = statement<Draft, [id: string, untouchedDays: number]>(`
  select t.revision, t.status, t.published_at is not null as "wasPublished", ${isUntouched} as "isUntouched",
    s.name as semester, t.made_by_id as author, u.name as "authorName", u.email as "authorMail",
    t.archived_by_id as "archivedBy"
  from timetable t join semester s on s.id = t.semester_id left join "user" u on u.id = t.made_by_id
  where t.id = $1`);

export const accountName = statement<{ name: string }, [id: string | null]>(
  'select name from "user" where id = $1',
);

export const newestChange = statement<{ newest: number }, [semester: string]>(
  'select coalesce(max(number), 0)::int as newest from change_counter where semester_id = $1',
);

/** Lets those teach the meetings of an archived timetable beside their first teachers who did then. */
export const restoreTeachers = statement<{ teachingClass: string }, [id: string]>(`
  with held as (
    select id, meeting_id, teaching_class_id as class from class_assignment where timetable_id = $1),
  gone as (
    delete from further_teacher f using held h where h.meeting_id = f.meeting_id and not exists (
      select from archived_teacher t where t.assignment_id = h.id and t.teacher_id = f.teacher_id)
    returning h.class),
  back as (
    insert into further_teacher (id, meeting_id, teacher_id, role)
    select gen_random_uuid(), h.meeting_id, t.teacher_id, t.role
    from held h join archived_teacher t on t.assignment_id = h.id
    on conflict (meeting_id, teacher_id) do update set role = excluded.role,
      version = further_teacher.version + 1 where further_teacher.role <> excluded.role
    returning meeting_id)
  select class as "teachingClass" from gone
  union select h.class from back join held h on h.meeting_id = back.meeting_id`);

const taughtIn = (timetable: string): string => `(
  select meeting_id as meeting, jsonb_agg(jsonb_build_object('teacher', teacher_id, 'role', role)
    order by teacher_id) as teachers
  from taught_beside where timetable_id = ${timetable} group by meeting_id)`;

/** The meetings that others teach beside the first teachers in one timetable than in the other. */
export const taughtOtherwise = statement<
  { meeting: string } & NonNullable<StateChange['further']>,
  [from: string | null, to: string]
>(`
  select meeting, coalesce(x.teachers, '[]') as before, coalesce(y.teachers, '[]') as after
  from ${taughtIn('$1')} x full join ${taughtIn('$2')} y using (meeting)
  where x.teachers is distinct from y.teachers`);

/** The states that `resolveDraft` decided to keep, by meeting: what the published timetable said then. */
export type Kept = Readonly<Record<string, MeetingState | null>>;

export interface MergedDraft {
  readonly id: string;
  readonly base: string | null;
  readonly beganAt: number;
  readonly kept: Kept | null;
}

export const draftRow = statement<
  MergedDraft & { semester: string; status: string; revision: number; version: number },
  [id: string]
>(`
  select id, semester_id as semester, status, revision, version, base_id as base, began_at as "beganAt",
  kept from timetable where id = $1`);

export const keepStates = command<[id: string, kept: Json<Kept>]>(
  'update timetable set kept = $2, version = version + 1 where id = $1',
);

export const lockTimetablesInOrder = command<[ids: readonly string[]]>(
  `select ${holdPublished('semester_id')} from timetable where id = any($1) order by id for update`,
);

export const publishTimetable = command<[id: string, reason: string | null]>(`
  update timetable set status = 'PUBLISHED', published_at = clock_timestamp(), publish_reason = $2,
  kept = null, version = version + 1 where id = $1`);

/** The meetings of a timetable of which single dates were changed. */
export const datedMeetingsOf = statement<{ meeting: string }, [timetable: string]>(
  'select distinct meeting_id as meeting from date_change where timetable_id = $1 order by 1',
);

/** The conflicts of these kinds that nobody accepted. */
export const openConflicts = statement<
  { id: string; name: string },
  [timetable: string, kinds: readonly ConflictKind[]]
>(`
  select c.id, a.name || ' / ' || b.name as name from conflict c
    join series x on x.id = c.first_series_id join teaching_class a on a.id = x.teaching_class_id
    join series y on y.id = c.second_series_id join teaching_class b on b.id = y.teaching_class_id
  where c.timetable_id = $1 and c.status = 'OPEN' and c.accepted_at is null and c.kind = any($2)
  order by name, c.id`);

export const unplacedMeetings = statement<{ meeting: string; name: string }, [timetable: string]>(`
  select a.meeting_id as meeting, t.name from class_assignment a join teaching_class t
    on t.id = a.teaching_class_id
  where a.timetable_id = $1 and a.day_of_week is null order by t.name, a.meeting_id`);

/** Meetings in weeks, on days or in periods that a semester does not have which was shortened since. */
export const meetingsOutside = statement<{ name: string }, [timetable: string]>(`
  select t.name from class_assignment a join timetable p on p.id = a.timetable_id
    join semester s on s.id = p.semester_id
    join teaching_class t on t.id = a.teaching_class_id and t.is_enabled
  where a.timetable_id = $1 and a.day_of_week is not null and (a.day_of_week > s.days_per_week
    or a.period_end > s.periods_per_day
    or (select max(w) from unnest(a.weeks) w) > (s.end_date - date_trunc('week', s.start_date)::date) / 7 + 1)
  order by t.name, a.meeting_id`);

const toldOfWeeks = (row: string): string =>
  [
    'day_of_week',
    'period_start',
    'classroom_id',
    'teacher_id',
    'is_locked',
    'series_id',
    'reason_zh',
    'reason_en',
  ]
    .map((column) => `${row}.${column}`)
    .join();

/** The meetings of which two timetables say something else, single dates aside. */
export const standOtherwise = statement<{ meeting: string }, [from: string, to: string]>(`
  select meeting_id as meeting from (select * from class_assignment where timetable_id = $1) a
    full join (select * from class_assignment where timetable_id = $2) b using (meeting_id)
  where (a.id is null, ${toldOfWeeks('a')}) is distinct from (b.id is null, ${toldOfWeeks('b')})`);
