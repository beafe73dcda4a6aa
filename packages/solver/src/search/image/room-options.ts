import type { Meeting, Problem, Room } from '../../model.js';
import { find, PIECE, type Indexes } from './indexes.js';
import { FORBIDDEN, priceOf, type Cost } from './prices.js';

/** Options that satisfy the hard rules on rooms, with the cost of the soft ones. In pieces. */
export function* roomOptions(problem: Problem, index: Indexes) {
  const costOf = roomEvaluator(problem);
  const cache = new Map<string, RoomList>();
  const everyRoom: Meeting['rooms'] = problem.rooms.map(({ id }) => ({ room: id }));
  const numberOf = numbering();
  const lists = problem.meetings.map((meeting): RoomList => {
    const locked = meeting.lock?.room;
    if (locked !== undefined) return lockedRoom(problem, meeting, find(index.room, locked, 'room'), costOf);
    const offered = meeting.rooms ?? everyRoom;
    const { size, roomTypes, features, building } = meeting;
    const key = JSON.stringify([numberOf(offered), size, roomTypes, features, building]);
    let list = cache.get(key);
    if (!list) {
      const penalties = offered.map(
        ({ room, penalty = 0 }) => [find(index.room, room, 'room'), penalty] as const,
      );
      list = roomList(problem, meeting, penalties, costOf);
      cache.set(key, list);
    }
    return list;
  });
  yield;
  const kinds = new Map([...new Set(lists)].map((list, kind) => [list, kind]));
  const roomKind = Int32Array.from(lists, (list) => kinds.get(list) as number);
  const roomTable = new Int32Array(kinds.size * problem.rooms.length);
  for (const [{ rooms, costs }, kind] of kinds)
    for (const [i, r] of rooms.entries()) roomTable[kind * problem.rooms.length + r] = costs[i];
  const roomStart = new Int32Array(lists.length + 1);
  for (const [m, { rooms }] of lists.entries()) roomStart[m + 1] = roomStart[m] + rooms.length;
  const room = new Int32Array(roomStart[lists.length]);
  const roomCost = new Int32Array(room.length);
  for (const [m, { rooms, costs }] of lists.entries()) {
    if (m % PIECE === PIECE - 1) yield;
    room.set(rooms, roomStart[m]);
    roomCost.set(costs, roomStart[m]);
  }
  const needsRoom = Uint8Array.from(problem.meetings, (meeting) =>
    Number(meeting.lock?.room !== undefined || (meeting.rooms ?? problem.rooms).length > 0),
  );
  return { roomStart, room, roomCost, roomKind, roomTable, needsRoom };
}

/** Gives equal lists one number, also those of a file, where each meeting has a list of its own. */
function numbering(): (list: Meeting['rooms']) => number {
  const known = new Map<Meeting['rooms'], number>();
  const byContent = new Map<string, number>();
  return (list) => {
    let number = known.get(list);
    if (number !== undefined) return number;
    const content = JSON.stringify(list);
    number = byContent.get(content) ?? byContent.size;
    byContent.set(content, number);
    known.set(list, number);
    return number;
  };
}

/** Rooms in ascending order, with what each costs. */
interface RoomList {
  readonly rooms: readonly number[];
  readonly costs: readonly number[];
}

type RoomEvaluator = (meeting: Meeting, room: Room, penalty: number) => Cost;

function roomList(
  problem: Problem,
  meeting: Meeting,
  penalties: readonly (readonly [room: number, penalty: number])[],
  costOf: RoomEvaluator,
): RoomList {
  const options = penalties
    .map(([r, penalty]) => [r, costOf(meeting, problem.rooms[r], penalty)] as const)
    .filter(([, cost]) => cost !== FORBIDDEN)
    .sort((a, b) => a[0] - b[0]);
  return { rooms: options.map(([r]) => r), costs: options.map(([, cost]) => cost) };
}

/** A locked room is used whatever the rules say. */
function lockedRoom(problem: Problem, meeting: Meeting, r: number, costOf: RoomEvaluator): RoomList {
  const penalty = meeting.rooms?.find(({ room }) => room === meeting.lock?.room)?.penalty ?? 0;
  return { rooms: [r], costs: [Math.max(0, costOf(meeting, problem.rooms[r], penalty))] };
}

/** Evaluates the rules on one meeting in one room. */
function roomEvaluator(problem: Problem): RoomEvaluator {
  const capacity = priceOf(problem, 'room-capacity');
  const type = priceOf(problem, 'room-type');
  const features = priceOf(problem, 'room-features');
  const preference = priceOf(problem, 'room-preference');
  const fit = priceOf(problem, 'room-fit');
  const featureSets = new Map(problem.rooms.map((room) => [room, new Set(room.features)]));
  return (meeting, room, penalty) => {
    const types = meeting.roomTypes ?? [];
    const has = featureSets.get(room);
    let lacking = 0;
    for (const feature of meeting.features ?? []) if (!has?.has(feature)) lacking++;
    let cost = 0;
    for (const [price, amount] of [
      [capacity, Math.max(0, meeting.size - room.capacity)],
      [type, types.length > 0 && !types.includes(room.type ?? '') ? 1 : 0],
      [features, lacking],
      [preference, penalty],
      [fit, fit.soft + fit.hard > 0 ? roomMisfit(meeting, room) : 0],
    ] as const) {
      if (price.hard * amount > 0) return FORBIDDEN;
      cost += price.soft * amount;
    }
    return cost;
  };
}

/** In tenths, to avoid rounding. */
function roomMisfit(meeting: Meeting, room: Room): number {
  const foreign = meeting.building !== undefined && meeting.building !== room.building ? 1 : 0;
  if (room.capacity === 0) return foreign;
  const filled = meeting.size / room.capacity;
  if (filled >= 0.7) return foreign;
  if (filled >= 0.5) return foreign + 1;
  return foreign + (filled >= 0.3 ? 2 : 3);
}
