import type { RoomWish } from '@class-scheduling/assistant-language';
import type { RoomFacts, RoomFilter } from '../tools.js';
import type { HeldMeeting } from './held.js';

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
  if (wish.room && wish.room !== room.id) return false;
  if (wish.building && wish.building !== room.building?.id) return false;
  if (wish.capacityMin && wish.capacityMin > room.capacity) return false;
  if (wish.isSameCampus && now?.campus && now.campus !== room.building?.campus?.id) return false;
  if (wish.isSameRoom && now && now.id !== room.id) return false;
  return (wish.features ?? []).every((feature) => features[feature](room));
}
