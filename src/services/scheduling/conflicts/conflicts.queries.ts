import type { ConflictMethod, ConflictStatus } from '../../../schema/timetables.js';
import { type Json, command, statement } from '../../../data/statements.js';
import type { Overlap } from '../changes/occupancy.js';

/** Greatest number of conflicts that a filter by what meetings need finds. */
const foundMax = 10_000;

/** The newest conflicts of which a meeting of one side needs $1 in the timetable of the conflict. */
const conflictsOf = (condition: string) =>
  statement<{ id: string }, [id: string]>(`
    select c.id from conflict c where exists (
      select from class_assignment a where a.timetable_id = c.timetable_id
        and a.series_id in (c.first_series_id, c.second_series_id) and ${condition})
    order by c.created_at desc, c.id limit ${foundMax}`);

export const conflictsOfTeacher = conflictsOf(`(a.teacher_id = $1 or exists (
  select from taught_beside f where f.timetable_id = a.timetable_id and f.meeting_id = a.meeting_id
    and f.teacher_id = $1))`);
export const conflictsOfClassroom = conflictsOf('a.classroom_id = $1');
export const conflictsOfClass = conflictsOf(`exists (select from teaching_class_group g
  where g.teaching_class_id = a.teaching_class_id and g.administrative_class_id = $1)`);

/** What overlaps in conflicts, or overlapped last where they are resolved. */
export const overlapsOf = statement<Overlap & { readonly conflict: string }, [conflicts: readonly string[]]>(`
  select c.id as conflict, c.kind, min(p.resource::text) as resource, p.first, p.second,
    p.slots::text as slots, true as "isKnown", count(*)::int as "studentCount"
  from conflict c cross join lateral (
    select resource, first_meeting_id as first, second_meeting_id as second, slots
    from conflict_pair where conflict_id = c.id
    union all
    select resource, first, second, slots
    from jsonb_to_recordset(c.ended_pairs) as e (resource uuid, first uuid, second uuid, slots int4multirange)
    where c.status = 'RESOLVED') p
  where c.id = any($1)
  group by c.id, p.first, p.second, p.slots, case when c.kind <> 'OTHER' then p.resource end
  order by lower(p.slots), 3, p.first, p.second`);

export const accountNames = statement<{ id: string; name: string }, [ids: Json<readonly string[]>]>(
  'select id, name from "user" where id in (select jsonb_array_elements_text($1)::uuid)',
);

/** Takes the resolved conflicts of a series in the published timetable off the lists. */
export const dismissResolved = statement<{ id: string }, [series: string]>(`
  update conflict c set dismissed_at = clock_timestamp(), version = c.version + 1 from timetable t
  where t.id = c.timetable_id and t.status = 'PUBLISHED' and c.status = 'RESOLVED' and c.dismissed_at is null
    and $1 in (c.first_series_id, c.second_series_id)
  returning c.id`);

export const departmentsOfSides = statement<{ department: string }, [conflict: string]>(`
  select t.department_id as department from conflict c
    join series s on s.id in (c.first_series_id, c.second_series_id)
    join teaching_class t on t.id = s.teaching_class_id
  where c.id = $1 order by s.id = c.first_series_id desc`);

export const statusOf = statement<{ status: ConflictStatus; isAccepted: boolean }, [conflict: string]>(
  'select status, accepted_at is not null as "isAccepted" from conflict where id = $1',
);

export const storeDecision = command<
  [
    conflict: string,
    status: ConflictStatus,
    method: ConflictMethod | null,
    note: string | null,
    person: string | null,
    isIgnored: boolean,
  ]
>(`
  update conflict set status = $2, method = $3, note = $4, resolved_by_id = $5,
    resolved_at = case when $6 then clock_timestamp() end, accepted_by_id = null, accepted_at = null,
    version = version + 1 where id = $1`);
