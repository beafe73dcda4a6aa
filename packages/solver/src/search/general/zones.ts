import { isThere, type Image } from '../image/image.js';
import { BITS_MAX } from './occupancy.js';

/** With more of them, looking them up would take longer than looking at the meetings. */
const ZONES_MAX = 8;

/** Where meetings stand and who teaches them. */
interface Stands {
  readonly time: Int32Array;
  readonly room: Int32Array;
  readonly teacher: Int32Array;
}

/**
 * In which zone groups and teachers are: bit sets of slots by person, zone and day. A zone is a set of rooms
 * from which every other room is equally far, such as a campus, so a few bit sets tell whether somebody comes
 * too late.
 */
export class Zones {
  readonly #zoneOf: Int32Array;
  readonly #zones: number;
  /** Free periods needed between zones. */
  readonly #travel: Uint8Array;
  /** By free periods needed, in step with the parts of the times: the slots that are too near. */
  readonly #near: readonly Int32Array[];
  readonly #there: Int32Array;
  readonly #parts: number;

  private constructor(
    private readonly image: Image,
    private readonly stands: Stands,
    zoneOf: Int32Array,
    rooms: readonly number[],
  ) {
    const { firstTeacher, teachers, days, atoms, travel, rooms: all } = image;
    this.#zoneOf = zoneOf;
    this.#zones = rooms.length;
    this.#parts = days * atoms;
    this.#travel = Uint8Array.from(rooms.flatMap((r) => rooms.map((s) => travel[r * all + s])));
    const furthest = this.#travel.reduce((most, periods) => Math.max(most, periods), 0);
    this.#near = Array.from({ length: furthest + 1 }, (_, needed) => nearSlots(image, needed));
    this.#there = new Int32Array((firstTeacher + teachers) * this.#zones * this.#parts);
  }

  /** Null where there are too many zones, or slots are no periods. */
  static of(image: Image, stands: Stands): Zones | null {
    const { slotPeriods, rooms, travel } = image;
    if (slotPeriods.length > BITS_MAX || slotPeriods.some((periods) => periods !== 1)) return null;
    const zones = new Map<string, number>();
    const firsts: number[] = [];
    const zoneOf = new Int32Array(rooms);
    for (let r = 0; r < rooms; r++) {
      const distances = travel.subarray(r * rooms, (r + 1) * rooms).join();
      const zone = zones.get(distances) ?? firsts.push(r) - 1;
      zones.set(distances, zone);
      zoneOf[r] = zone;
      if (firsts.length > ZONES_MAX) return null;
    }
    return new Zones(image, stands, zoneOf, firsts);
  }

  /** Whether two rooms are in one zone. */
  areTogether(r: number, s: number): boolean {
    return r === s || (r >= 0 && s >= 0 && this.#zoneOf[r] === this.#zoneOf[s]);
  }

  /** Lets x be in room r at time t. */
  enter(x: number, t: number, r: number): void {
    const { partStart, partDay, partMask } = this.image;
    const base = (x * this.#zones + this.#zoneOf[r]) * this.#parts;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++)
      this.#there[base + partDay[i]] |= partMask[i];
  }

  /** The reverse for meeting m, which still stands there; others may do so too if crowded. */
  leave(x: number, m: number, t: number, r: number, isCrowded: boolean): void {
    const { partStart, partDay, partMask, memberStart, member } = this.image;
    const base = (x * this.#zones + this.#zoneOf[r]) * this.#parts;
    for (let i = partStart[t], end = partStart[t + 1]; i < end; i++)
      this.#there[base + partDay[i]] &= ~partMask[i];
    if (!isCrowded) return;
    const { time, room, teacher } = this.stands;
    for (let i = memberStart[x], end = memberStart[x + 1]; i < end; i++) {
      const other = member[i];
      if (other === m || time[other] < 0 || !this.areTogether(room[other], r)) continue;
      if (isThere(this.image, teacher, x, other)) this.enter(x, time[other], room[other]);
    }
  }

  /** Whether x is so near to a time anywhere else that room r may be too far. */
  isNear(x: number, t: number, r: number): boolean {
    const { partStart, partDay } = this.image;
    const there = this.#there;
    const zones = this.#zones;
    const row = this.#zoneOf[r] * zones;
    for (let zone = 0; zone < zones; zone++) {
      const needed = this.#travel[row + zone];
      if (needed === 0) continue;
      const near = this.#near[needed];
      const base = (x * zones + zone) * this.#parts;
      for (let i = partStart[t], end = partStart[t + 1]; i < end; i++)
        if ((there[base + partDay[i]] & near[i]) !== 0) return true;
    }
    return false;
  }
}

/** For every part of every time, the slots that leave fewer than the needed free periods before or after. */
function nearSlots(image: Image, needed: number): Int32Array {
  const { times, partStart, partMask, slotPeriods, timeStartPeriod, timeLength, breaksBefore } = image;
  const near = new Int32Array(partMask.length);
  for (let t = 0; t < times; t++) {
    const start = timeStartPeriod[t];
    const end = start + timeLength[t];
    const isTooClose = (from: number, to: number) =>
      to - from + breaksBefore[to] - breaksBefore[from - 1] < needed;
    let bits = 0;
    for (let slot = 0; slot < slotPeriods.length; slot++)
      if (slot < start ? isTooClose(slot + 1, start) : slot >= end && isTooClose(end, slot))
        bits |= 1 << slot;
    near.fill(bits, partStart[t], partStart[t + 1]);
  }
  return near;
}
