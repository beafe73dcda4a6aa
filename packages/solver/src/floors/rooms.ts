import type { Domain } from '../conflicts/domains.js';
import type { Meeting, Room, RuleId } from '../model.js';
import { missingFeatures } from '../rules/room-features.js';
import { misfit } from '../rules/room-fit.js';
import { isOfType } from '../rules/room-type.js';
import type { Ground } from './ground.js';
import { fullestWeek, numberOf } from './times.js';
import { leastCost } from './transport.js';

/** A rule on the room of one meeting. */
interface RoomRule {
  readonly rule: RuleId;
  penalty(meeting: Meeting, room: Room): number;
}

/** The rules on the room of one meeting. */
export const ROOM_RULES: readonly RoomRule[] = [
  { rule: 'room-capacity', penalty: ({ size }, { capacity }) => Math.max(0, size - capacity) },
  { rule: 'room-type', penalty: (meeting, room) => Number(!isOfType(meeting, room)) },
  { rule: 'room-features', penalty: (meeting, room) => missingFeatures(meeting, room).length },
  {
    rule: 'room-preference',
    penalty: ({ rooms }, { id }) => rooms?.find(({ room }) => room === id)?.penalty ?? 0,
  },
  { rule: 'room-fit', penalty: misfit },
];

/** Rules that count together, each with its weight. */
type Weighed = readonly (readonly [rule: RoomRule, weight: number])[];

/** Meetings that cost alike in every room. */
interface Kind {
  readonly least: number;
  /** What each room of the problem costs above the least; Infinity where it cannot be. */
  readonly above: Float64Array;
}

/** More rooms times kinds of meetings make a flow too large. */
const PAIRS_MAX = 4_000_000;

/**
 * The least that the rooms of all meetings cost by some rules: each its cheapest room, and more where these
 * cannot hold so much in a week.
 */
export function leastOfRooms(ground: Ground, rules: Weighed): number {
  const { problem } = ground;
  const needing = ground.all.filter(({ rooms }) => rooms?.length);
  const kinds = new Map<string, Kind>();
  const members = new Map<Kind, Domain[]>();
  const at = new Map(problem.rooms.map((room, index) => [room, index]));
  for (const domain of needing) {
    const key = keyOf(domain);
    const kind = kinds.get(key) ?? kindOf(domain, rules, at);
    kinds.set(key, kind);
    const list = members.get(kind);
    if (list) list.push(domain);
    else members.set(kind, [domain]);
  }
  let least = 0;
  for (const [kind, list] of members) least += kind.least * list.length;
  if (!ground.isHard('room-conflict') || kinds.size * problem.rooms.length > PAIRS_MAX) return least;
  const week = fullestWeek(ground, needing);
  const demands = [...members].map(([{ above }, list]) => ({ above, units: unitsIn(ground, list, week) }));
  const costs = demands.map(({ above, units }) => ({
    units: units.all,
    costs: above.map((a) => a / units.most),
  }));
  if (costs.every((each) => each.costs.every((cost) => cost === 0 || cost === Infinity))) return least;
  const cells = usableCells(ground, needing, week);
  return least + leastCost(costs, new Uint32Array(problem.rooms.length).fill(cells), ground.work);
}

const keyOf = ({ meeting, rooms }: Domain): string =>
  JSON.stringify([
    numberOf(rooms!),
    meeting.size,
    meeting.building,
    meeting.roomTypes,
    meeting.features,
    meeting.rooms && numberOf(meeting.rooms),
  ]);

function kindOf({ meeting, rooms }: Domain, rules: Weighed, at: ReadonlyMap<Room, number>): Kind {
  const costs = rooms!.map((room) =>
    rules.reduce((sum, [{ penalty }, weight]) => sum + weight * penalty(meeting, room), 0),
  );
  const least = costs.reduce((a, b) => Math.min(a, b), Infinity);
  const above = new Float64Array(at.size).fill(Infinity);
  for (const [i, room] of rooms!.entries()) above[at.get(room)!] = costs[i] - least;
  return { least, above };
}

/** Periods of a week that meetings take together, and the longest of them. */
function unitsIn(
  ground: Ground,
  domains: readonly Domain[],
  week: number,
): { readonly all: number; readonly most: number } {
  let all = 0;
  let most = 1;
  for (const domain of domains) {
    const { weeks, units } = ground.shapeOf(domain);
    if (!weeks.includes(week)) continue;
    all += units;
    most = Math.max(most, units);
  }
  return { all, most };
}

/** Periods of a week in which any of the meetings can be. */
function usableCells(ground: Ground, domains: readonly Domain[], week: number): number {
  const { times } = ground.problem;
  const cells = new Set<number>();
  for (const list of new Set(domains.map((domain) => domain.times)))
    for (const { weeks, days, start, length } of list.map((time) => times[time]))
      for (let day = 0; day < 7 && weeks[week] === '1'; day++)
        for (let at = start; (days >> day) & 1 && at < start + length; at++) cells.add(day * PERIODS + at);
  return cells.size;
}

/** More periods than a day can have. */
const PERIODS = 10_000;
