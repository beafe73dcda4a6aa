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
  const read = async (ids: readonly string[]): Promise<ReadonlyMap<string, Place>> => {
    const rows = await ctx.em.execute<(Place & { id: string })[]>(repeatedSql, [JSON.stringify(ids)]);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const place = await loaderOf<Place | null>(ctx, 'buildings of repeated rooms', read, null).load(id);
  return place === null ? name : labelled(name, place)[ctx.language];
}

/** Where a room is whose name another building has, too. */
interface Place {
  /** Null where the building tells it apart. */
  readonly campus: string | null;
  readonly building: string;
}

/** Characters that clients of /api/v1 take a name of a list to have at most. */
const labelLength = 32;

function labelled(name: string, place: Place): Text {
  const within = (brackets: number): string => shortened(place, labelLength - name.length - brackets);
  return { zh: `${name}（${within(2)}）`, en: `${name} (${within(3)})` };
}

/** Without what the places have in common as a rule: the end of a campus, the beginning of a building. */
function shortened({ campus, building }: Place, length: number): string {
  const whole = campus === null ? building : `${campus} ${building}`;
  if (whole.length <= length) return whole;
  const kept = [...whole].slice(...(campus === null ? [1 - length] : [0, length - 1]));
  return campus === null ? `…${kept.join('')}` : `${kept.join('')}…`;
}

const repeatedSql = `
  with repeated as (
    select lower(btrim(r.name)) as name, count(distinct lower(btrim(b.name))) = 1 as "isOneName"
    from classroom r join building b on b.id = r.building_id
    group by 1 having count(distinct r.building_id) > 1)
  select r.id, case when p."isOneName" then c.name end as campus, b.name as building
  from classroom r join repeated p on p.name = lower(btrim(r.name)) join building b on b.id = r.building_id
    join campus c on c.id = b.campus_id
  where r.id in (select jsonb_array_elements_text($1)::uuid)`;
