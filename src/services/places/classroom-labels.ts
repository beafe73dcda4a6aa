import type { Classroom } from '../../entities/places.js';
import type { Text } from '../../schema/texts.js';
import type { Row } from '../../schema/rows.js';
import type { Context } from '../../data/context.js';
import { loaderOf } from '../../data/loaders.js';

/**
 * What tells a room from others in a list: its name, with the building where another building has a room of
 * that name, and with the campus where that building shares its name, too.
 */
export async function labelOfClassroom(
  ctx: Context,
  { id, name }: Pick<Row<Classroom>, 'id' | 'name'>,
): Promise<string> {
  const read = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await ctx.em.execute<{ id: string; place: string }[]>(repeatedSql, [JSON.stringify(ids)]);
    return new Map(rows.map((row) => [row.id, row.place]));
  };
  const place = await loaderOf<string | null>(ctx, 'buildings of repeated rooms', read, null).load(id);
  return place === null ? name : labelled(name, place)[ctx.language];
}

/** Characters that clients of /api/v1 take a name of a list to have at most. */
const labelLength = 32;

function labelled(name: string, place: string): Text {
  const shown = shortened(place, labelLength - name.length - 2);
  return { zh: `${name}（${shown}）`, en: `${name} (${shown})` };
}

/** Without its middle, because names of places differ at their ends. */
function shortened(place: string, length: number): string {
  if (place.length <= length) return place;
  const kept = Math.max(length - 1, 2);
  return `${place.slice(0, Math.ceil(kept / 2))}…${place.slice(-Math.floor(kept / 2))}`;
}

const repeatedSql = `
  with repeated as (
    select lower(btrim(r.name)) as name, count(distinct lower(btrim(b.name))) = 1 as "isOneName"
    from classroom r join building b on b.id = r.building_id
    group by 1 having count(distinct r.building_id) > 1)
  select r.id, case when p."isOneName" then c.name || ' ' || b.name else b.name end as place
  from classroom r join repeated p on p.name = lower(btrim(r.name)) join building b on b.id = r.building_id
    join campus c on c.id = b.campus_id
  where r.id in (select jsonb_array_elements_text($1)::uuid)`;
