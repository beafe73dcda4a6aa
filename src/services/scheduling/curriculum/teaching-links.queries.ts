import type { RuleLevel } from '../../../schema/enums.js';
import type { LinkKind } from '../../../schema/timetables.js';
import { type Json, command, statement } from '../../../data/statements.js';

export interface StoredLink {
  readonly id: string;
  readonly kind: LinkKind;
  readonly level: RuleLevel;
  readonly first: string;
  readonly firstHours: string | null;
  readonly second: string;
  readonly secondHours: string | null;
}

/** One after the other, so that two together make no circle; an arbitrary constant, and the semester. */
export const lockLinks = command<[semester: string]>(`select pg_advisory_xact_lock(7305417, hashtext($1))`);

export const linksOfSemester = statement<StoredLink, [semester: string]>(`
  select l.id, l.kind, l.level, l.first_id as first, l.first_hours_id as "firstHours", l.second_id as second,
    l.second_hours_id as "secondHours"
  from teaching_link l join teaching_class t on t.id = l.first_id where t.semester_id = $1 order by l.id`);

export const insertLinks = command<[links: Json<readonly StoredLink[]>]>(`
  insert into teaching_link (id, kind, level, first_id, first_hours_id, second_id, second_hours_id)
  select x.id, x.kind, x.level, x.first, x."firstHours", x.second, x."secondHours"
  from jsonb_to_recordset($1) as x (id uuid, kind text, level text, first uuid, "firstHours" uuid,
    second uuid, "secondHours" uuid)`);

/** Links teaching classes with whatever others are linked with, but for themselves. */
export const linkAlike = command<[parts: Json<readonly { readonly from: string; readonly to: string }[]>]>(`
  insert into teaching_link (id, kind, first_id, first_hours_id, second_id, second_hours_id, level, weight)
  select gen_random_uuid(), l.kind, s.first, l.first_hours_id, s.second, l.second_hours_id, l.level, l.weight
  from jsonb_to_recordset($1) as x ("from" uuid, "to" uuid)
    join teaching_link l on x."from" in (l.first_id, l.second_id)
    cross join lateral (select case l.first_id when x."from" then x.to else l.first_id end as first,
      case l.second_id when x."from" then x.to else l.second_id end as second) s
  where (s.first <> s.second or l.first_hours_id <> l.second_hours_id)
    and not exists (select from teaching_link k where k.kind = l.kind and k.first_id = s.first
      and k.second_id = s.second and k.first_hours_id is not distinct from l.first_hours_id
      and k.second_hours_id is not distinct from l.second_hours_id)`);

/** Links copies of teaching classes like those that they are copies of, where both have one. */
export const copyLinks = command<[copies: Json<readonly { readonly from: string; readonly to: string }[]>]>(`
  insert into teaching_link (id, kind, first_id, first_hours_id, second_id, second_hours_id, level, weight)
  select gen_random_uuid(), l.kind, a.to, l.first_hours_id, b.to, l.second_hours_id, l.level, l.weight
  from jsonb_to_recordset($1) as a ("from" uuid, "to" uuid) join teaching_link l on l.first_id = a."from"
    join jsonb_to_recordset($1) as b ("from" uuid, "to" uuid) on b."from" = l.second_id
  where not exists (select from teaching_link k where k.kind = l.kind and k.first_id = a.to
    and k.second_id = b.to)`);
