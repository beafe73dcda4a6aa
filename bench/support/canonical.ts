import { sharedSlots } from '../../src/services/scheduling/changes/occupancy.queries.js';

/** Sends a statement with its values. */
export type Query = (sql: string, values?: unknown[]) => Promise<any[]>;

/** Everything that changes of a timetable change, as text: places, locks, acceptances and occupancy. */
export async function canonicalExport(query: Query, timetable: string): Promise<string> {
  const read = (sql: string): Promise<object[]> => query(sql, [timetable]);
  return JSON.stringify({
    rows: await read(
      `select id, meeting_id, series_id, teacher_id, classroom_id, day_of_week, period_start, period_end,
        weeks,
         is_locked, reason_zh, reason_en from class_assignment where timetable_id = $1 order by meeting_id`,
    ),
    dates: await read(
      `select id, meeting_id, week, day_of_week, kind, to_week, to_day, to_period, classroom_id, teacher_id,
         public_note from date_change where timetable_id = $1 order by meeting_id, week`,
    ),
    conflicts: await read(
      `select id, first_series_id, second_series_id, kind, status, method, note, resolved_by_id, resolved_at
       from conflict where timetable_id = $1 order by id`,
    ),
    pairs: await read(
      `select conflict_id, resource, first_meeting_id, second_meeting_id, slots::text as slots
       from conflict_pair where timetable_id = $1 order by 2, 3, 4`,
    ),
    occupancy: await read(
      `select resource, meeting_id, kind, occurrences::text as occurrences, guarded::text as guarded
       from occupancy where timetable_id = $1 order by 1, 2`,
    ),
  });
}

/** The rows of which two such texts say something else. */
export function differencesOf(left: string, expected: string): string[] {
  const linesOf = (text: string): string[] =>
    Object.entries<object[]>(JSON.parse(text)).flatMap(([table, rows]) =>
      rows.map((row) => `${table} ${JSON.stringify(row)}`),
    );
  const [now, before] = [linesOf(left), linesOf(expected)];
  return [
    ...now.filter((line) => !before.includes(line)).map((line) => `Left: ${line}`),
    ...before.filter((line) => !now.includes(line)).map((line) => `Before: ${line}`),
  ];
}

/**
 * What of the occupancy contradicts places and conflicts: guarded is not what it must be, or an overlap has
 * no conflict. Nothing in a sound timetable.
 */
export const faultsOf = (query: Query, timetable: string): Promise<object[]> =>
  query(
    `with expected as (
       select u.resource, u.meeting_id,
         u.occurrences - coalesce((select range_agg(${sharedSlots}) from conflict_pair p
           left join occupancy f on f.timetable_id = $1 and f.resource = u.resource
             and f.meeting_id = p.first_meeting_id
         where p.timetable_id = $1 and p.resource = u.resource and p.second_meeting_id = u.meeting_id
           and p.first_meeting_id <> u.meeting_id),
         '{}') as guarded, u.occurrences
       from occupied_in_lanes u where u.timetable_id = $1)
     select 'guarded' as fault, e.resource, e.meeting_id from expected e
       left join occupancy o on o.timetable_id = $1 and o.resource = e.resource
         and o.meeting_id = e.meeting_id
       where o.guarded is distinct from e.guarded or o.occurrences is distinct from e.occurrences
     union all
     select 'left over', o.resource, o.meeting_id from occupancy o where o.timetable_id = $1
       and not exists (select from expected e where e.resource = o.resource and e.meeting_id = o.meeting_id)
     union all
     select 'overlap', a.resource, a.meeting_id from occupancy a join occupancy b on b.timetable_id = $1
       and b.resource = a.resource and b.meeting_id > a.meeting_id and b.occurrences && a.occurrences
       left join conflict_pair p on p.timetable_id = $1 and p.resource = a.resource
         and p.first_meeting_id = a.meeting_id and p.second_meeting_id = b.meeting_id
       where a.timetable_id = $1 and p.slots is distinct from without_lanes(a.occurrences * b.occurrences)`,
    [timetable],
  );
