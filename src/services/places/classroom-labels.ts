import type { Classroom } from '../../entities/places.js';
import type { Text } from '../../schema/texts.js';
import type { Row } from '../../schema/rows.js';
import type { Context } from '../../data/context.js';
import { rowById } from '../../data/loaders.js';
import { type Place, roomsWithRepeatedNames } from './places.queries.js';

/**
 * What tells a room from others in a list: its name, with the building where another building has a room of
 * that name, and with the campus where that building shares its name, too.
 */
export async function labelOfClassroom(
  ctx: Context,
  { id, name }: Pick<Row<Classroom>, 'id' | 'name'>,
): Promise<string> {
  const place = await rowById(ctx, 'buildings of repeated rooms', roomsWithRepeatedNames, id);
  return place === null ? name : labelled(name, place)[ctx.language];
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
