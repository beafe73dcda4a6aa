import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangeState, TimetableStatus } from '../../../schema/timetables.js';
import { type Json, command, json, preparedStatement, statement } from '../../../data/statements.js';
import type { ConflictHistory } from './conflict-records.queries.js';
import type { StateChange } from './states.js';
import { holdPublished } from '../semester/semester.queries.js';
import { stateSql } from './states.queries.js';
import { chosen } from './student-overlaps.queries.js';

/** Nobody enrols by the places of a published timetable while they change. */
const heldIfPublished = `case when t.status = 'PUBLISHED' then ${holdPublished('t.semester_id')}::text end`;

export const lockTimetable = command<[id: string]>(
  `select ${heldIfPublished} from timetable t where t.id = $1 for update`,
);

export interface TimetableAndGrid {
  readonly id: string;
  readonly version: number;
  readonly revision: number;
  readonly status: TimetableStatus;
  readonly semester: string;
  readonly semesterName: string;
  readonly isSemesterEnabled: boolean;
  readonly startDate: string;
  readonly endDate: string;
  readonly days: number;
  /** The days on which runs place meetings. */
  readonly schedulingDays: readonly number[];
  readonly periods: number;
  /** The periods after which a long break follows. */
  readonly longBreaks: readonly number[];
  /** Whether students chose something of the semester. */
  readonly isChosen: boolean;
  /** Number of the newest change of the semester. */
  readonly number: number;
}

export const timetableAndGrid = preparedStatement<TimetableAndGrid, [id: string]>(`
  select t.id, t.version, t.revision, t.status, s.id as semester, s.name as "semesterName",
    s.is_enabled as "isSemesterEnabled", s.days_per_week as days, s.scheduling_days as "schedulingDays",
    s.periods_per_day as periods, (select long_breaks from bell_schedule) as "longBreaks",
    s.start_date::text as "startDate", s.end_date::text as "endDate",
    ${chosen} as "isChosen",
    coalesce((select number from change_counter c where c.semester_id = s.id), 0) as number
  from timetable t join semester s on s.id = t.semester_id where t.id = $1`);

/** A draft or published timetable, locked until the transaction of the caller ends. */
export interface LiveTimetable {
  readonly id: string;
  readonly status: TimetableStatus;
}

type Classes = [teachingClasses: readonly string[]];

export const lockSemestersOf = command<Classes>(`
  select from semester where id in (select semester_id from teaching_class where id = any($1))
  order by id for share`);

export const lockTimetablesOf = statement<LiveTimetable, Classes>(`
  select t.id, t.status, ${heldIfPublished} as held from timetable t
  where t.status in ('DRAFT', 'PUBLISHED') and t.semester_id in (
    select semester_id from teaching_class where id = any($1))
  order by t.id for update`);

export const lockUnfinishedSemesters = statement(
  'select from semester where end_date >= current_date order by id for share',
);

export const lockLiveTimetables = statement<LiveTimetable & { readonly isOver: boolean }>(`
  select t.id, t.status, s.end_date < current_date as "isOver"
  from timetable t join semester s on s.id = t.semester_id
  where t.status in ('DRAFT', 'PUBLISHED') order by t.id for update of t`);

export const placedMeetings = statement<{ meeting: string }, [timetable: string, ...of: Classes]>(`
  select meeting_id as meeting from class_assignment
  where timetable_id = $1 and teaching_class_id = any($2) and day_of_week is not null`);

const lockMadeClasses = command<Classes>(
  'select from teaching_class where id = any($1) and is_made_with_series order by id for update',
);

const settleClasses = command<Classes>(`
  update teaching_class t set is_withdrawn = not u.used, is_enabled = u.used, version = version + 1
  from (select id,
      exists (select from class_assignment a join timetable p on p.id = a.timetable_id
        where a.teaching_class_id = c.id and (p.status <> 'ARCHIVED' or p.published_at is null))
      or exists (select from enrolment e where e.teaching_class_id = c.id)
      or exists (select from meeting m where m.teaching_class_id = c.id
        and not exists (select from change_item i where i.meeting_id = m.id)) as used
    from teaching_class c where c.id = any($1) and c.is_made_with_series) u
  where u.id = t.id and t.is_withdrawn = u.used and (t.is_withdrawn or t.is_enabled)`);

/**
 * Teaching classes that were made with a series live as long as something uses them: what is published, a
 * draft, archived or not, students, or a meeting that people added. After that they are withdrawn, so that
 * nobody sees them but where history refers to them, and come back with what comes back. Of others it changes
 * nothing, nor of those that somebody disabled.
 */
export async function settleMadeClasses(
  em: EntityManager,
  teachingClasses: readonly string[],
): Promise<void> {
  if (teachingClasses.length === 0) return;
  // Another timetable may give up its part of a class meanwhile: whoever comes last finds it unused.
  await lockMadeClasses(em, teachingClasses);
  await settleClasses(em, teachingClasses);
}

const classesMadeIn = statement<{ id: string }, [timetable: string]>(`
  select id from teaching_class where is_made_with_series and id in (
    select teaching_class_id from class_assignment where timetable_id = $1)`);

/** The teaching classes that were made with series and of which a timetable holds meetings. */
export const madeClassesIn = async (em: EntityManager, timetable: string): Promise<string[]> =>
  (await classesMadeIn(em, timetable)).map(({ id }) => id);

/** What a new series is of. */
export interface NewSeries {
  readonly id: string;
  readonly teachingClass: string;
  readonly creditHourType: string | null;
  /** The series that it was part of, whose further fields it takes over. */
  readonly origin: string | null;
  /** How important it is; larger is more important. That of the origin, else 5, where it is left out. */
  readonly priority?: number;
}

const insertSeries = command<[made: Json<readonly NewSeries[]>]>(`
  insert into series (id, teaching_class_id, credit_hour_type_id, teaching_hours, scheduled_hours,
    total_hours, priority, course_ownership, teaching_campus_id, consecutive_periods)
  select n.id, n."teachingClass", coalesce(n."creditHourType", (
      select id from credit_hour_type order by name like '%理论%' desc, created_at, id limit 1)),
    coalesce(o.teaching_hours, 0), o.scheduled_hours, o.total_hours, coalesce(o.priority, n.priority, 5),
    o.course_ownership, o.teaching_campus_id, coalesce(o.consecutive_periods, 2)
  from jsonb_to_recordset($1) as n (id uuid, "teachingClass" uuid, "creditHourType" uuid, origin uuid,
    priority int)
  left join series o on o.id = n.origin`);

/**
 * Stores new series; a part takes over the further fields of the series that it was part of. One whose
 * meetings name no credit-hour type has that of theory, which clients choose first too.
 */
export async function storeSeries(em: EntityManager, made: readonly NewSeries[]): Promise<void> {
  if (made.length) await insertSeries(em, json(made));
}

/** The names of meetings, which are those of their teaching classes, and of what two of them need. */
export const namesOf = statement<
  { id: string; name: string; teachingClass: string | null },
  [meetings: readonly string[], resources: readonly string[]]
>(`
  select m.id, t.name, t.id as "teachingClass" from meeting m
    join teaching_class t on t.id = m.teaching_class_id where m.id = any($1)
  union all select id, name, null from classroom where id = any($2)
  union all select id, name, null from teacher where id = any($2)
  union all select id, name, null from administrative_class where id = any($2)
  union all select id, name, null from teaching_class where id = any($2)`);

type Person = string | null;

export const nextNumber = statement<
  { number: number; hasUndone: boolean },
  [semester: string, timetable: string, person: Person]
>(`
  with counted as (
    insert into change_counter (semester_id, number) values ($1, 1)
    on conflict (semester_id) do update set number = change_counter.number + 1 returning number
  )
  select number, set_config('class_scheduling.change', number::text, true),
    exists (select from change where timetable_id = $2 and state = 'UNDONE'
      and person_id is not distinct from $3::uuid) as "hasUndone"
  from counted`);

/**
 * The values of a change follow the two of the statement behind it, which tells that the change came. Its
 * items are those of $12 or, if that is null, everything that its timetable holds.
 */
export const recordSql = `
  with made as (
    insert into change (id, semester_id, timetable_id, number, kind, person_id, reason, subject_id, conflicts,
      public_note, effects, is_told)
    select $3, $4, $5, $6, $7, $8, $9, $10, $11, $13, $14,
      status <> 'PUBLISHED' from timetable where id = $5),
  items as (
    insert into change_item (id, change_id, meeting_id, before, after)
    select i.id, $3, i.meeting, i.before, i.after
    from jsonb_to_recordset($12) as i (id uuid, meeting uuid, before jsonb, after jsonb)
    union all
    select gen_random_uuid(), $3, a.meeting_id, null, ${stateSql} from class_assignment a
    where $12::jsonb is null and a.timetable_id = $5)`;

/** A new change of a person empties what that person could make again. */
export const dropUndone = command<[timetable: string, person: Person]>(`
  update change set state = 'DROPPED' where timetable_id = $1 and state = 'UNDONE'
    and person_id is not distinct from $2`);

export interface ReversibleChange {
  readonly id: string;
  readonly number: number;
  readonly reason: string | null;
  readonly conflicts: ConflictHistory | null;
}

/** The first change of a person that can be taken back or made again, by its number. */
export const reversibleChange = (order: 'asc' | 'desc') =>
  statement<ReversibleChange, [timetable: string, state: ChangeState, person: Person]>(`
    select id, number, reason, conflicts from change where timetable_id = $1 and state = $2
      and kind in ('EDIT', 'RUN', 'MERGE') and person_id is not distinct from $3
      and (kind <> 'RUN' or exists (
        select from change first where first.timetable_id = $1 and first.number < change.number))
    order by number ${order} limit 1`);

export const setChangeState = command<[id: string, state: ChangeState]>(
  'update change set state = $2 where id = $1',
);

const itemsOf = (before: string, after: string) =>
  statement<StateChange, [change: string]>(`
    select meeting_id as meeting, ${before} as before, ${after} as after from change_item
    where change_id = $1 order by meeting_id`);

export const whatTakesBack = itemsOf('after', 'before');
export const whatMakesAgain = itemsOf('before', 'after');

export const itemsOfChanges = statement<
  StateChange & { readonly change: string },
  [changes: readonly string[], max: number]
>(`
  select change_id as change, meeting_id as meeting, before, after from change_item
  where change_id = any($1) order by meeting_id limit $2`);
