import type { Intent, RoomWish } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import type { RoomFacts, RoomFilter } from '../tools.js';
import type { HeldMeeting } from './held.js';
import type { Planning } from './planning.js';
import { refuse, type Step } from './step.js';
import { lined, say, shownRoom } from './words.js';

type Feature = NonNullable<RoomWish['features']>[number];

const named = (pattern: RegExp) => (room: RoomFacts) =>
  [room.type, ...room.tags].some((each) => each !== null && pattern.test(each.name));

const computers = named(/机房|计算机|电脑|上机|computer/i);

/** How the features of rooms are known: by columns, by their types, or by the names of types and tags. */
const features: Record<Feature, (room: RoomFacts) => boolean> = {
  MULTIMEDIA: (room) => room.hasMultimedia,
  AIR_CONDITIONING: (room) => room.isAirConditioned,
  COMPUTERS: computers,
  LABORATORY: ({ type }) => type?.isLaboratory === true,
};

/** What the columns of rooms can tell of a wish, so that of many rooms no fitting one is missed. */
export const filterFor = ({ building, capacityMin, features: wished = [] }: RoomWish = {}): RoomFilter => ({
  ...(building && { building: { equals: building } }),
  ...(capacityMin && { capacity: { from: capacityMin } }),
  ...(wished.includes('MULTIMEDIA') && { hasMultimedia: true }),
  ...(wished.includes('AIR_CONDITIONING') && { isAirConditioned: true }),
});

/**
 * Whether a room has what is wished for.
 * @param now the room in which the meeting is taught now
 */
export function hasWished(room: RoomFacts, wish: RoomWish | undefined, now: HeldMeeting['room']): boolean {
  if (!wish) return true;
  if (wish.notIn?.some((id) => id === room.id || id === room.building?.id)) return false;
  if (wish.room && wish.room !== room.id) return false;
  if (wish.anyOf && !wish.anyOf.includes(room.id)) return false;
  if (wish.building && wish.building !== room.building?.id) return false;
  if (wish.capacityMin && wish.capacityMin > room.capacity) return false;
  if (wish.capacityMax && wish.capacityMax < room.capacity) return false;
  if (wish.isSameCampus && now?.campus && now.campus !== room.building?.campus?.id) return false;
  if (wish.isSameRoom && now && now.id !== room.id) return false;
  if (wish.without?.some((feature) => features[feature](room))) return false;
  return (wish.features ?? []).every((feature) => features[feature](room));
}

/** Rooms like the one that is wished for, in the place of it. */
export async function similarTo({ use }: Planning, wish: RoomWish): Promise<RoomWish> {
  const { room, orSimilar: _, ...rest } = wish;
  const { classroom } = await use('classroom', { id: room! });
  const kinds = (['COMPUTERS', 'LABORATORY'] as const).filter(
    (kind) => classroom && features[kind](classroom),
  );
  return { ...rest, notIn: [room!], features: [...new Set([...(rest.features ?? []), ...kinds])] };
}

/** Seats, kind and equipment of a room, and of others that it is compared with: the largest first. */
export async function shownRoomFacts(
  { use, seen }: Planning,
  { room, others = [] }: Extract<Intent, { type: 'showRoom' }>,
): Promise<Step> {
  const read = await Promise.all([room, ...others].map((id) => use('classroom', { id })));
  const rooms = read.flatMap(({ classroom }) => classroom ?? []);
  if (rooms.length === 0)
    throw refuse(say('没有找到这间教室，请检查名称。', 'There is no such room. Maybe check its name.'));
  seen.push(...rooms.map(({ id }) => ({ rooms: [id] })));
  return { kind: 'words', text: lined(rooms.toSorted((a, b) => b.capacity - a.capacity).map(factsOf)) };
}

function factsOf(room: RoomFacts): Text {
  const { type, hasMultimedia, isAirConditioned, building } = room;
  const name = shownRoom(room);
  const has = (is: boolean, zh: string, en: string): Text =>
    is ? say(`有${zh}`, en) : say(`没有${zh}`, `no ${en}`);
  const facts = [
    has(hasMultimedia, '多媒体', 'multimedia'),
    has(isAirConditioned, '空调', 'air conditioning'),
  ];
  const kind = [type?.name, building?.name].filter((each) => each !== undefined);
  return say(
    `${[name.zh, ...kind, ...facts.map(({ zh }) => zh)].join('，')}。`,
    `${[name.en, ...kind, ...facts.map(({ en }) => en)].join(', ')}.`,
  );
}
