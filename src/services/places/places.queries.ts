import { type Json, statement } from '../../data/statements.js';

/** The place of a room whose name occurs in several buildings. */
export interface Place {
  /** Null where the building tells it apart. */
  readonly campus: string | null;
  readonly building: string;
}

export const roomsWithRepeatedNames = statement<Place & { id: string }, [rooms: Json<readonly string[]>]>(`
  with repeated as (
    select lower(btrim(r.name)) as name, count(distinct lower(btrim(b.name))) = 1 as "isOneName"
    from classroom r join building b on b.id = r.building_id
    group by 1 having count(distinct r.building_id) > 1)
  select r.id, case when p."isOneName" then c.name end as campus, b.name as building
  from classroom r join repeated p on p.name = lower(btrim(r.name)) join building b on b.id = r.building_id
    join campus c on c.id = b.campus_id
  where r.id in (select jsonb_array_elements_text($1)::uuid)`);

export const roomsWithCampuses = statement<{ id: string; campus: string }>(`
  select r.id, c.name as campus from classroom r join building b on b.id = r.building_id
    join campus c on c.id = b.campus_id`);
