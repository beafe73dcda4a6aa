import { type Json, command, statement } from '../../../data/statements.js';
import { usableSql } from '../placement/placement.queries.js';
import { placed } from './student-overlaps.queries.js';
import type { Overlap } from './occupancy.js';
import type { DateState, MeetingState, Stand } from './states.js';

/** A meeting as a change leaves it, or one of its single dates; without a day it has no place. */
export interface Moved extends Partial<Stand> {
  /** The alternative that it belongs to: alternatives know nothing of each other. */
  readonly at: number;
  readonly meeting: string;
}

/** The things that a meeting needs, of which expressions tell, and of classes the lanes that attend. */
const needed = (of: { room: string; teacher: string; meeting: string; class: string }): string => `
      select ${of.room} as resource, 'ROOM' as kind, '{0}'::int[] as lanes
      union all select ${of.teacher}, 'TEACHER', '{0}'
      union all select f.teacher_id, 'TEACHER', '{0}' from further_teacher f
        where f.meeting_id = ${of.meeting} and f.teacher_id <> ${of.teacher}
      union all select l.resource, 'CLASS', l.lanes from attended_lanes(${of.class}) l`;

/**
 * What the meetings $2 would occupy after the changes, as rows of `wanted`; `moved` is where all meetings
 * stand that they are about. `offset 0` keeps the planner, which cannot know how few are moved, from reading
 * whole tables for them; and below, `(select $1)` from believing that a timetable is empty that is younger
 * than its statistics.
 */
const wantedSql = `
  moved as materialized (
    select * from jsonb_to_recordset($2) as w (at int, meeting uuid, day int, period int, room uuid,
      teacher uuid, week int, without int[])),
  wanted as (
    select w.at, m.id as meeting_id, r.kind, r.resource,
      range_agg(case when r.lanes = '{0}' then m.occurrences else in_lanes(m.occurrences, r.lanes) end)
        as occurrences
    from moved w cross join lateral (
      select *, occurrences(case when w.week is not null then array[w.week]
          when w.without is null then weeks
          else array(select each from unnest(weeks) as each where each <> all(w.without)) end,
        w.day, w.period, w.period + periods - 1) as occurrences
      from meeting where id = w.meeting offset 0) m
      cross join lateral (
      ${needed({ room: 'w.room', teacher: 'w.teacher', meeting: 'm.id', class: 'm.teaching_class_id' })}) r
    where w.day is not null and m.occurrences is not null group by 1, 2, 3, 4)`;

export const overlapsWith = statement<
  Overlap & { readonly at: number },
  [timetable: string, moved: Json<readonly Moved[]>, max: number | null]
>(`
  with ${wantedSql},
  overlap as (
    select w.at, w.kind, w.resource, w.meeting_id as a, o.meeting_id as b,
      w.occurrences * o.occurrences as slots
    from wanted w cross join lateral (
      select * from occupancy where timetable_id = (select $1::uuid) and resource = w.resource
        and occurrences && w.occurrences offset 0) o
    where not exists (select from moved v where v.at = w.at and v.meeting = o.meeting_id)
    union all
    select w.at, w.kind, w.resource, w.meeting_id, v.meeting_id, w.occurrences * v.occurrences
    from wanted w join wanted v on v.at = w.at and v.resource = w.resource
      and v.meeting_id > w.meeting_id and v.occurrences && w.occurrences)
  select o.at, o.kind, o.resource, least(a, b) as first, greatest(a, b) as second,
    s.slots::text as slots, coalesce(s.slots <@ p.slots, false) as "isKnown"
  from overlap o cross join lateral (select without_lanes(o.slots) as slots offset 0) s
    left join conflict_pair p on p.timetable_id = $1 and p.resource = o.resource
    and p.first_meeting_id = least(a, b) and p.second_meeting_id = greatest(a, b)
  order by o.at, first, second, o.kind, o.resource limit $3`);

type OfMeetings = [timetable: string, meetings: readonly string[]];

/** Takes meetings out of a timetable, and what they occupied. */
export const retire = command<OfMeetings>(`
  with retired as (
    delete from class_assignment where timetable_id = $1 and meeting_id = any($2))
  delete from occupancy where timetable_id = $1 and meeting_id = any($2)`);

/** A row of class_assignment after a change, or where its meeting stands on a single date. */
export type WrittenState = Moved & Partial<Omit<MeetingState, 'place' | 'dates'>>;

const statesWritten = `
  insert into class_assignment (id, timetable_id, meeting_id, teaching_class_id, series_id, teacher_id,
    classroom_id, day_of_week, period_start, period_end, weeks, is_locked, reason_zh, reason_en)
  select s.id, $1::uuid, m.id, m.teaching_class_id, s.series, s.teacher, s.room, s.day, s.period,
    s.period + m.periods - 1, m.weeks, s."isLocked", s."reasonZh", s."reasonEn"
  from jsonb_to_recordset($2) as s (id uuid, meeting uuid, series uuid, day int, period int, room uuid,
    teacher uuid, "isLocked" boolean, "reasonZh" text, "reasonEn" text, week int)
    cross join lateral (select * from meeting where id = s.meeting offset 0) m
  where s.week is null order by m.id
  on conflict (timetable_id, meeting_id) do update set series_id = excluded.series_id,
    teacher_id = excluded.teacher_id, classroom_id = excluded.classroom_id,
    day_of_week = excluded.day_of_week, period_start = excluded.period_start,
    period_end = excluded.period_end, is_locked = excluded.is_locked, reason_zh = excluded.reason_zh,
    reason_en = excluded.reason_en, version = class_assignment.version + 1`;

/** Writes the states of meetings of a timetable that occupies nothing yet. */
export const writeStatesAlone =
  command<[timetable: string, states: Json<readonly WrittenState[]>]>(statesWritten);

/** What a timetable begins with is told by its first change: the log has no lines of it. */
export const beginsTimetable = statement("set local class_scheduling.begins = 'true'");
export const hasBegun = statement("set local class_scheduling.begins = ''");

/**
 * Takes over the places of another timetable, with the weeks and periods that its meetings have today;
 * answers how many.
 */
export const copyPlaces = statement<{ count: number }, [timetable: string, source: string]>(`
  with copied as (
  insert into class_assignment (id, timetable_id, meeting_id, teaching_class_id, series_id, teacher_id,
    classroom_id, day_of_week, period_start, period_end, weeks, is_locked, reason_zh, reason_en)
  select gen_random_uuid(), $1::uuid, m.id, m.teaching_class_id, a.series_id, a.teacher_id, a.classroom_id,
    a.day_of_week, a.period_start, a.period_start + m.periods - 1, m.weeks, a.is_locked, a.reason_zh,
    a.reason_en
  from class_assignment a join meeting m on m.id = a.meeting_id where a.timetable_id = $2 order by m.id
  returning 1) select count(*)::int as count from copied`);

/** Lets nobody change a timetable while it is read in several statements. */
export const holdTimetable = command<[id: string]>('select from timetable where id = $1 for share');

/**
 * The placed meetings of a new timetable that do not stand as they do in another one, of which it is known
 * what they occupy; and those of the classes.
 */
export const placedOtherwise = statement<
  { meeting: string },
  [timetable: string, base: string, teachingClasses: readonly string[]]
>(`
  select a.meeting_id as meeting from class_assignment a
  where a.timetable_id = $1 and a.day_of_week is not null and (a.teaching_class_id = any($3) or not exists (
    select from class_assignment b join occupancy o on o.timetable_id = $2 and o.meeting_id = b.meeting_id
      and o.resource = b.classroom_id
    where b.timetable_id = $2 and b.meeting_id = a.meeting_id and b.day_of_week = a.day_of_week
      and b.period_start = a.period_start and b.period_end = a.period_end and b.weeks = a.weeks
      and b.classroom_id = a.classroom_id and b.teacher_id = a.teacher_id)
    or exists (select from date_change d where d.timetable_id = $2 and d.meeting_id = a.meeting_id))`);

/** A new timetable, another one, and the meetings that stand otherwise there; null for all. */
type Beside = [timetable: string, base: string | null, otherwise: readonly string[] | null];

/**
 * Stores what the meetings of a new timetable occupy, which has no single dates: as in another one, but for
 * some. In the order of the index of the constraint, which takes two thirds of the time for it then.
 */
export const occupyAll = command<Beside>(`
  with ${placed('($3::uuid[] is null or a.meeting_id = any($3))')}
  insert into occupancy (timetable_id, resource, meeting_id, kind, occurrences, guarded)
  select $1, resource, meeting_id, kind, occurrences, occurrences from (
    select resource, meeting_id, kind, occurrences from occupancy
    where timetable_id = $2 and meeting_id <> all($3) and meeting_id in (
      select meeting_id from class_assignment where timetable_id = $1 and day_of_week is not null)
    union all
    select r.resource, p.meeting_id, r.kind,
      case when r.lanes = '{0}' then p.slots else in_lanes(p.slots, r.lanes) end as occurrences
    from place p cross join lateral (${needed({
      room: 'p.classroom_id',
      teacher: 'p.teacher_id',
      meeting: 'p.meeting_id',
      class: 'p.teaching_class_id',
    })}) r where p.slots is not null) o
  order by uuid_hash_extended(resource, uuid_hash_extended($1, 0))`);

/** Writes the states of meetings and what they occupy, in one statement. */
const write = (touched: string) =>
  command<[timetable: string, states: Json<readonly WrittenState[]>]>(`
  with ${wantedSql},
  written as (${statesWritten}),
  freed as (
    delete from occupancy o using moved v
    where o.timetable_id = $1 and o.meeting_id = v.meeting and not exists (
      select from wanted w where w.resource = o.resource and w.meeting_id = o.meeting_id))${touched}
  insert into occupancy (timetable_id, resource, meeting_id, kind, occurrences, guarded)
  select $1::uuid, resource, meeting_id, kind, occurrences, occurrences from wanted
  on conflict (timetable_id, resource, meeting_id) do update set kind = excluded.kind,
    occurrences = excluded.occurrences, guarded = excluded.guarded`);

export const writeStatesOnly = write('');
/** The same, and the timetable has another version; the number of its unplaced meetings stays. */
export const writeStatesAndTouch = write(`,
  touched as (update timetable set version = version + 1 where id = $1)`);

/** The timetable has another version, and its unplaced meetings are counted. */
export const countUnplaced = command<[timetable: string]>(`
  update timetable t set version = version + 1, unplaced_count =
    (select count(*) from class_assignment a where a.timetable_id = t.id and a.day_of_week is null)
  where id = $1`);

/** Makes the single dates of the meetings $2 those that are given, and no others. */
export const writeDates = command<
  [...of: OfMeetings, dates: Json<readonly (DateState & { readonly meeting: string })[]>]
>(`
  with wanted as materialized (
    select * from jsonb_to_recordset($3) as d (id uuid, meeting uuid, week int, day int, kind text,
      "toWeek" int, "toDay" int, "toPeriod" int, room uuid, teacher uuid, note text)),
  ended as (
    delete from date_change d where timetable_id = $1 and meeting_id = any($2) and not exists (
      select from wanted w where w.meeting = d.meeting_id and w.week = d.week))
  insert into date_change (id, timetable_id, meeting_id, week, day_of_week, kind, to_week, to_day, to_period,
    classroom_id, teacher_id, public_note)
  select id, $1, meeting, week, day, kind, "toWeek", "toDay", "toPeriod", room, teacher, note from wanted
  on conflict (timetable_id, meeting_id, week) do update set id = excluded.id,
    day_of_week = excluded.day_of_week, kind = excluded.kind, to_week = excluded.to_week,
    to_day = excluded.to_day, to_period = excluded.to_period, classroom_id = excluded.classroom_id,
    teacher_id = excluded.teacher_id, public_note = excluded.public_note, version = date_change.version + 1`);

/** Stores what meetings of a timetable occupy by now, although none was moved. */
export const occupy = command<OfMeetings>(`
  with wanted as materialized (
    select * from occupied_in_lanes where timetable_id = $1 and meeting_id = any($2)),
  freed as (
    delete from occupancy o where timetable_id = $1 and meeting_id = any($2) and not exists (
      select from wanted w where w.resource = o.resource and w.meeting_id = o.meeting_id))
  insert into occupancy (timetable_id, resource, meeting_id, kind, occurrences, guarded)
  select timetable_id, resource, meeting_id, kind, occurrences, occurrences from wanted
  on conflict (timetable_id, resource, meeting_id) do update set kind = excluded.kind,
    occurrences = excluded.occurrences, guarded = excluded.guarded`);

/**
 * What the row `u` of occupancy shares with the row `f` of a meeting of smaller id, as the conflict `p` lets
 * it: conflicts tell slots, whatever the lanes.
 */
export const sharedSlots = `case when upper(u.occurrences) <= 8192 then p.slots
  else f.occurrences * in_lanes(p.slots, array(select generate_series(0, upper(u.occurrences) / 8192))) end`;

/**
 * Makes `guarded` of each row of the resources what it must be: its occurrences, less the slots
 * that a conflict lets it share with a meeting of smaller id. So of several in one slot exactly one holds it.
 */
export const guard = command<[timetable: string, resources: readonly string[]]>(`
  update occupancy o set guarded = w.guarded from (
    select u.resource, u.meeting_id, u.occurrences - coalesce(range_agg(${sharedSlots}), '{}') as guarded
    from occupancy u left join conflict_pair p on p.timetable_id = u.timetable_id
      and p.resource = u.resource and p.second_meeting_id = u.meeting_id
      and p.first_meeting_id <> u.meeting_id
      left join occupancy f on f.timetable_id = u.timetable_id and f.resource = u.resource
        and f.meeting_id = p.first_meeting_id
    where u.timetable_id = (select $1::uuid) and u.resource = any($2)
    group by u.resource, u.meeting_id, u.occurrences) w
  where o.timetable_id = (select $1::uuid) and o.resource = w.resource and o.meeting_id = w.meeting_id
    and o.guarded <> w.guarded`);

/** Frees everything that a timetable occupies, because it never changes again. */
export const free = command<[timetable: string]>('delete from occupancy where timetable_id = $1');

/**
 * Asks whether anything is occupied twice. Sent as one, because it is asked while others wait for the
 * timetable. It is deferred again afterwards, because later steps may clash until the last of them is done.
 */
export const judgeOccupancy = statement(`
  savepoint judged;
  set constraints occupancy_apart immediate;
  set constraints occupancy_apart deferred;
  release savepoint judged`);

/** Lets the transaction go on after the constraint was violated. */
export const forgetJudging = statement('rollback to savepoint judged');

/** What two meetings of a timetable both hold, and the constraint refuses. */
export const doubleGuarded = statement<Overlap, [timetable: string]>(`
  select a.kind, a.resource, a.meeting_id as first, b.meeting_id as second,
    without_lanes(a.guarded * b.guarded)::text as slots, false as "isKnown"
  from occupancy a join occupancy b on b.timetable_id = a.timetable_id and b.resource = a.resource
    and b.meeting_id > a.meeting_id and b.guarded && a.guarded
  where a.timetable_id = $1 order by 3, 4, 1, 2 limit 100`);

const isClosed = `not (${usableSql})`;
/** The rows `a` of placed meetings, with the classroom `r`, its building `b` and campus `c`. */
const roomsTaken = `class_assignment a join classroom r on r.id = a.classroom_id
  join building b on b.id = r.building_id join campus c on c.id = b.campus_id`;
const inClosedRoom = `a.timetable_id = $1 and a.series_id is not null and ${isClosed}`;
const thoseInClosedRooms = `${inClosedRoom} and a.meeting_id = any($2)`;

/** Whether one of the meetings $2 has a closed room in the timetable $1. */
export const hasClosedRoom = `exists (select from ${roomsTaken} where ${thoseInClosedRooms})`;

const closedRoomsSql = (where: string): string => `
  select 'ROOM' as kind, a.classroom_id as resource, a.meeting_id as first, a.meeting_id as second,
    occurrences(a.weeks, a.day_of_week, a.period_start, a.period_end) as slots
  from ${roomsTaken} where ${where}`;

/**
 * The meetings, as the timetable holds them now, whose room is closed, or its building or campus: each
 * overlaps with itself, so that a meeting that nobody else is in the way of has a conflict, too.
 */
export const closedRooms = statement<Overlap, OfMeetings>(`
  select o.kind, o.resource, o.first, o.second, o.slots::text as slots,
    coalesce(o.slots <@ p.slots, false) as "isKnown"
  from (${closedRoomsSql(thoseInClosedRooms)}) o
    left join conflict_pair p on p.timetable_id = $1 and p.resource = o.resource
      and p.first_meeting_id = o.first and p.second_meeting_id = o.second
  order by o.first`);

/**
 * What overlaps with the meetings, or with any where they are null, in what the timetable $1 occupies, whose
 * meetings are rows of `place`, one each; and all closed rooms; but nothing of students.
 */
export const overlapsOf = (meetings: string): string => `
  held as materialized (
    select o.*, p.day_of_week, p.period_start, p.period_end
    from occupancy o join place p on p.meeting_id = o.meeting_id
    where o.timetable_id = (select $1::uuid) and (${meetings}::uuid[] is null or o.resource in (
      select resource from occupancy where timetable_id = $1 and meeting_id = any(${meetings})))),
  overlap_of_held as (
    select x.kind, x.resource, x.meeting_id as first, y.meeting_id as second,
      without_lanes(x.occurrences * y.occurrences) as slots
    from held x join held y on y.resource = x.resource and y.day_of_week = x.day_of_week
      and y.meeting_id > x.meeting_id and y.period_start <= x.period_end and y.period_end >= x.period_start
      and y.occurrences && x.occurrences
    union all ${closedRoomsSql(inClosedRoom)})`;

/** The condition for the classrooms `r` of what is closed or opened. */
const roomsOf = {
  classroom: 'r.id = $1',
  building: 'r.building_id = $1',
  campus: 'b.campus_id = $1',
};

/** What meetings need: a classroom, or the building or campus in which it is. */
export type Closable = keyof typeof roomsOf;

/** The rooms that are closed now, or were when a conflict was stored. */
export const closableRooms = (kind: Closable) =>
  statement<{ id: string }, [id: string]>(`
    select r.id from classroom r join building b on b.id = r.building_id join campus c on c.id = b.campus_id
    where ${roomsOf[kind]} and (${isClosed} or exists (
      select from conflict_pair p where p.resource = r.id and p.first_meeting_id = p.second_meeting_id))`);

/** The meetings in closed rooms without a conflict, and those in open rooms that still have one. */
export const meetingsToSettle = statement<
  { timetable: string; meetings: string[] },
  [rooms: readonly string[], timetables: readonly string[]]
>(`
  select a.timetable_id as timetable, array_agg(a.meeting_id) as meetings
  from ${roomsTaken}
  where a.classroom_id = any($1) and a.timetable_id = any($2) and a.series_id is not null
    and ${isClosed} <> exists (
      select from conflict_pair p where p.timetable_id = a.timetable_id and p.resource = a.classroom_id
        and p.first_meeting_id = a.meeting_id and p.second_meeting_id = a.meeting_id)
  group by a.timetable_id`);
