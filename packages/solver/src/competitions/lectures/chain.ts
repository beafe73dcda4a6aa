import type { LectureShape } from './shape.js';

/** The interface of a chain to the walk it belongs to. */
interface ChainHost {
  readonly courseOf: Uint16Array;
  readonly owner: Uint16Array;
  readonly isOpen: Uint8Array;
  readonly dayOf: Uint16Array;
  readonly bitOf: Int32Array;
  readonly period: Uint16Array;
  readonly room: Uint16Array;
  readonly grid: Int16Array;
  readonly crowd: Uint16Array;
  readonly ownerDay: Int32Array;
  put(lecture: number, period: number, room: number): void;
  take(lecture: number): void;
  /** Change of a course's cost when one of its lectures moves from one day, or room, to another. */
  daysChange(course: number, from: number, to: number): number;
  stabilityChange(course: number, from: number, to: number): number;
}

/** Maximum number of lectures in a chain. */
export const CHAIN_MAX = 6;

/**
 * Kempe chains: a lecture moves to another period, what clashes with it there moves back, what clashes with
 * that moves over as well, and so on. Only for a timetable without clashes, which stays so. A lecture keeps
 * its room if that is free, and otherwise takes the cheapest free one. Long, because its parts share the
 * local arrays of one closure, as the kernel does.
 * @returns a trial: the change of cost if it was at most `allowed` and the chain was executed, otherwise
 *   null
 */
export function makeChain(shape: LectureShape, host: ChainHost) {
  const { lectures, courses, rooms, days, roomCost, ownerStart, tableOf, table } = shape;
  const {
    courseOf,
    owner,
    isOpen,
    dayOf,
    bitOf,
    period,
    room,
    grid,
    crowd,
    ownerDay,
    daysChange,
    stabilityChange,
  } = host;
  const periods = days * shape.periodsPerDay;
  const chain = new Int32Array(CHAIN_MAX);
  const periodThen = new Int32Array(CHAIN_MAX);
  const roomThen = new Int32Array(CHAIN_MAX);
  let length = 0;
  const isInChain = new Uint8Array(lectures);
  /** Rooms of the first period, then those of the second. */
  const isTaken = new Uint8Array(2 * rooms);
  /** Whether an owner's lecture leaves the first period (1), enters it (2), or both. */
  const ways = new Uint8Array(tableOf.length);

  /** Collects the chain of a lecture that moves from p to another period; false if it cannot be executed. */
  function collect(lecture: number, p: number, to: number): boolean {
    chain[0] = lecture;
    length = 1;
    isInChain[lecture] = 1;
    for (let i = 0; i < length; i++) {
      const c = courseOf[chain[i]];
      const target = period[chain[i]] === p ? to : p;
      if (isOpen[c * periods + target] === 0) return false;
      periodThen[i] = target;
      let rivals = crowd[c * periods + target];
      for (let place = target * rooms; rivals > 0; place++) {
        const m = grid[place];
        if (m < 0 || shape.conflict[c * courses + courseOf[m]] === 0) continue;
        rivals--;
        if (isInChain[m] === 1) continue;
        if (length === CHAIN_MAX || courseOf[m] === c) return false;
        isInChain[m] = 1;
        chain[length++] = m;
      }
    }
    return true;
  }

  /**
   * Assigns a room to every lecture of the chain; returns the change of cost, or null if there are too few.
   */
  function assignRooms(p: number, to: number): number | null {
    for (let r = 0; r < rooms; r++) {
      isTaken[r] = Number(grid[p * rooms + r] >= 0);
      isTaken[rooms + r] = Number(grid[to * rooms + r] >= 0);
    }
    for (let i = 0; i < length; i++) isTaken[(period[chain[i]] === p ? 0 : rooms) + room[chain[i]]] = 0;
    let change = 0;
    for (let i = 0; i < length; i++) {
      const c = courseOf[chain[i]];
      const r = room[chain[i]];
      const first = periodThen[i] === p ? 0 : rooms;
      let newRoom = r;
      if (isTaken[first + r] === 1) {
        let least = Infinity;
        for (let s = 0; s < rooms; s++) {
          const price = roomCost[c * rooms + s] + stabilityChange(c, r, s);
          if (isTaken[first + s] === 1 || price >= least) continue;
          least = price;
          newRoom = s;
        }
        if (least === Infinity) return null;
        change += least - roomCost[c * rooms + r];
      }
      isTaken[first + newRoom] = 1;
      roomThen[i] = newRoom;
    }
    return change;
  }

  /**
   * Change of the owners' day costs: none for an owner with one lecture leaving the period and one entering.
   */
  function ownersChange(p: number, to: number): number {
    for (let i = 0; i < length; i++) {
      const c = courseOf[chain[i]];
      const way = periodThen[i] === p ? 2 : 1;
      for (let j = ownerStart[c]; j < ownerStart[c + 1]; j++) ways[owner[j]] |= way;
    }
    const d = dayOf[p];
    const e = dayOf[to];
    let change = 0;
    for (let i = 0; i < length; i++) {
      const c = courseOf[chain[i]];
      for (let j = ownerStart[c]; j < ownerStart[c + 1]; j++) {
        const q = owner[j];
        const isOneWay = ways[q] === 1 || ways[q] === 2;
        ways[q] = 0;
        if (!isOneWay) continue;
        const base = tableOf[q];
        const day = ownerDay[q * days + d];
        const dayTo = ownerDay[q * days + e];
        change -= table[base + day];
        if (d === e) change += table[base + (day ^ bitOf[p] ^ bitOf[to])];
        else
          change += table[base + (day ^ bitOf[p])] + table[base + (dayTo ^ bitOf[to])] - table[base + dayTo];
      }
    }
    return change;
  }

  return (lecture: number, to: number, allowed: number): number | null => {
    const p = period[lecture];
    const isPossible = collect(lecture, p, to);
    for (let i = 0; i < length; i++) isInChain[chain[i]] = 0;
    const roomChange = isPossible ? assignRooms(p, to) : null;
    if (roomChange === null) return null;
    let change = roomChange + ownersChange(p, to);
    if (dayOf[p] !== dayOf[to]) {
      for (let i = 0; i < length; i++)
        change += daysChange(courseOf[chain[i]], dayOf[period[chain[i]]], dayOf[periodThen[i]]);
    }
    if (change > allowed) return null;
    for (let i = 0; i < length; i++) host.take(chain[i]);
    for (let i = 0; i < length; i++) host.put(chain[i], periodThen[i], roomThen[i]);
    return change;
  };
}
