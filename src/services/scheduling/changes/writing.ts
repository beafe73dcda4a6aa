import type { EntityManager } from '@mikro-orm/postgresql';
import { noticeRows } from '../../../data/data.queries.js';
import { wantedSql } from './occupancy.js';
import type { MeetingState, StateChange } from './states.js';

/**
 * Writes the states after a change and what its meetings occupy then: rows are added, changed or taken away.
 * The timetable has another version, and its unplaced meetings stay counted.
 */
export async function writeStates(
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
): Promise<void> {
  const retired = changes.filter(({ after }) => !after).map(({ meeting }) => meeting);
  if (retired.length) await em.execute(retireSql, [timetable, retired]);
  const kept = changes.flatMap(({ meeting, after }) => (after ? [flat(meeting, after)] : []));
  const isCounted = kept.length > 0 && changes.every(hasSamePart);
  const sql = isCounted ? `${writeSql}, ${touchSql} ${occupySql}` : `${writeSql} ${occupySql}`;
  if (kept.length) await em.execute(sql, [timetable, JSON.stringify(kept)]);
  if (!isCounted) await em.execute(countSql, [timetable]);
  const added = changes.filter(({ before, after }) => !before && after).length;
  await noticeRows(em, added, 'class_assignment (timetable_id, meeting_id, teaching_class_id, day_of_week)');
}

const isUnplaced = (state: MeetingState | null): boolean => state !== null && state.place === null;

/** Whether the change leaves a meeting among the unplaced ones, or among the others. */
const hasSamePart = ({ before, after }: StateChange): boolean => isUnplaced(before) === isUnplaced(after);

const flat = (meeting: string, { place, ...state }: MeetingState): object => ({
  at: 0,
  meeting,
  ...place,
  ...state,
});

const retireSql = `
  with retired as (
    delete from class_assignment where timetable_id = $1 and meeting_id = any($2))
  delete from occupancy where timetable_id = $1 and meeting_id = any($2)`;

const writeSql = `
  with ${wantedSql},
  written as (
    insert into class_assignment (id, timetable_id, meeting_id, teaching_class_id, series_id, teacher_id,
      classroom_id, day_of_week, period_start, period_end, weeks, is_locked, reason_zh, reason_en)
    select s.id, $1::uuid, m.id, m.teaching_class_id, s.series, s.teacher, s.room, s.day, s.period,
      s.period + m.periods - 1, m.weeks, s."isLocked", s."reasonZh", s."reasonEn"
    from jsonb_to_recordset($2) as s (id uuid, meeting uuid, series uuid, day int, period int, room uuid,
      teacher uuid, "isLocked" boolean, "reasonZh" text, "reasonEn" text)
      cross join lateral (select * from meeting where id = s.meeting offset 0) m order by m.id
    on conflict (timetable_id, meeting_id) do update set series_id = excluded.series_id,
      teacher_id = excluded.teacher_id, classroom_id = excluded.classroom_id,
      day_of_week = excluded.day_of_week, period_start = excluded.period_start,
      period_end = excluded.period_end, is_locked = excluded.is_locked, reason_zh = excluded.reason_zh,
      reason_en = excluded.reason_en, version = class_assignment.version + 1),
  freed as (
    delete from occupancy o using moved v
    where o.timetable_id = $1 and o.meeting_id = v.meeting and not exists (
      select from wanted w where w.resource = o.resource and w.meeting_id = o.meeting_id))`;

const touchSql = 'touched as (update timetable set version = version + 1 where id = $1)';

const occupySql = `
  insert into occupancy (timetable_id, resource, meeting_id, kind, occurrences, guarded)
  select $1::uuid, resource, meeting_id, kind, occurrences, occurrences from wanted
  on conflict (timetable_id, resource, meeting_id) do update set kind = excluded.kind,
    occurrences = excluded.occurrences, guarded = excluded.guarded`;

const countSql = `
  update timetable t set version = version + 1, unplaced_count =
    (select count(*) from class_assignment a where a.timetable_id = t.id and a.day_of_week is null)
  where id = $1`;
