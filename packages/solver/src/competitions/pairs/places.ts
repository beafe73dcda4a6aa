import type { Random } from '../../search/random.js';
import type { PairShape } from './shape.js';
import type { PairState } from './state.js';

/** Maximum number of times among which the best one is searched. */
const TIMES_SCANNED = 60;

/** Finds the cheapest other place of a meeting, as indexes of its options. */
export class PlaceFinder {
  /** -1 = none. */
  timeAt = -1;
  roomAt = -1;
  cost = Infinity;

  constructor(
    private readonly shape: PairShape,
    private readonly state: PairState,
    private readonly random: Random,
  ) {}

  /** Looks for the cheapest other place of m, among those that keep relation d with `leader` if given. */
  find(m: number, leader = -1, d = -1): void {
    const { image, dependsOnRoom } = this.shape;
    const { timeStart, time } = image;
    const { state } = this;
    const times = timeStart[m + 1] - timeStart[m];
    const offset = this.random.below(times);
    const gainMax = state.sets.gainMax(m);
    this.cost = Infinity;
    this.timeAt = -1;
    this.roomAt = -1;
    for (let k = 0; k < times && k < TIMES_SCANNED; k++) {
      const at = timeStart[m] + ((offset + k) % times);
      if (d >= 0 && !dependsOnRoom[m] && !state.keepsRelation(at, -1, leader, d)) continue;
      const hasRoom = state.roomAt[m] >= 0;
      if (hasRoom && dependsOnRoom[m]) {
        const sets = state.sets.changes(m, time[at], gainMax, this.cost);
        this.#findRoom(m, at, sets, -Infinity, leader, d);
        continue;
      }
      if (!hasRoom && at === state.timeAt[m]) continue;
      if (!state.weigh(m, at, -1, this.cost + gainMax)) continue;
      const sets = state.sets.changes(m, time[at], gainMax, this.cost - state.foundCost);
      const cost = state.foundCost + sets;
      if (!hasRoom) this.#keep(at, -1, cost);
      else if (cost < this.cost) this.#findRoom(m, at, sets, cost, -1, -1);
    }
  }

  /** The same among the rooms of one time; `base` is the cost without a room, as far as known. */
  #findRoom(m: number, at: number, sets: number, base: number, leader: number, d: number): void {
    const { roomStart, roomCost, room, time } = this.shape.image;
    const { state } = this;
    const begin = roomStart[m];
    const rooms = roomStart[m + 1] - begin;
    const offset = this.random.below(rooms);
    const isExact = base === -Infinity || state.isTravelRelevant;
    const isSameTime = at === state.timeAt[m];
    for (let j = 0; j < rooms; j++) {
      const r = begin + ((offset + j) % rooms);
      if (base + roomCost[r] >= this.cost || (isSameTime && r === state.roomAt[m])) continue;
      if (d >= 0 && !state.keepsRelation(at, r, leader, d)) continue;
      if (!isExact) {
        this.#keep(at, r, base + roomCost[r] + state.hardPrice * state.roomClashes(m, room[r], time[at]));
      } else if (state.weigh(m, at, r, this.cost - sets)) this.#keep(at, r, state.foundCost + sets);
    }
  }

  #keep(at: number, roomAt: number, cost: number): void {
    if (cost >= this.cost) return;
    this.cost = cost;
    this.timeAt = at;
    this.roomAt = roomAt;
  }
}
