import { isThere, type Image } from '../image/image.js';
import type { Occupancy } from './occupancy.js';
import { Zones } from './zones.js';

/** The placements that travel depends on. */
interface Placements {
  readonly time: Int32Array;
  readonly room: Int32Array;
  readonly teacher: Int32Array;
}

/** Pairs of meetings of one group or teacher that leave too little time to travel between their rooms. */
export class Travel {
  /** Whether the rule is on. */
  readonly isOn: boolean;
  readonly #zones: Zones | null;

  constructor(
    private readonly image: Image,
    private readonly placements: Placements,
    private readonly occupancy: Occupancy,
  ) {
    this.isOn = image.travelSoft + image.travelHard > 0;
    this.#zones = this.isOn ? Zones.of(image, placements) : null;
  }

  /** Counts where the people of a meeting are. */
  enter(m: number, t: number, r: number, k: number): void {
    const zones = this.#zones;
    if (zones === null || r < 0) return;
    const { resourceStart, resource, firstTeacher, firstClass } = this.image;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      if (resource[i] < firstClass) zones.enter(resource[i], t, r);
    if (k >= 0) zones.enter(firstTeacher + k, t, r);
  }

  /** Counts them no longer, before the meeting leaves everything else. */
  leave(m: number, t: number, r: number, k: number): void {
    const zones = this.#zones;
    if (zones === null || r < 0) return;
    const { resourceStart, resource, firstTeacher, firstClass } = this.image;
    const { occupancy } = this;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      if (resource[i] < firstClass) zones.leave(resource[i], m, t, r, occupancy.isCrowded(resource[i]));
    if (k >= 0) zones.leave(firstTeacher + k, m, t, r, occupancy.isCrowded(firstTeacher + k));
  }

  /** Whether it makes no difference to travel which of the two rooms it is. */
  areTogether(r: number, s: number): boolean {
    return r === s || this.#zones?.areTogether(r, s) === true;
  }

  /** Pairs of meeting m, were it at (t, r, k), with the other meetings of its people but one. */
  pairs(m: number, t: number, r: number, k: number, except = -1): number {
    if (!this.isOn || r < 0) return 0;
    const { resourceStart, resource, firstTeacher, firstClass } = this.image;
    let pairs = 0;
    for (let i = resourceStart[m], end = resourceStart[m + 1]; i < end; i++)
      if (resource[i] < firstClass) pairs += this.#pairsOf(resource[i], m, t, r, except);
    return k < 0 ? pairs : pairs + this.#pairsOf(firstTeacher + k, m, t, r, except);
  }

  #pairsOf(x: number, m: number, t: number, r: number, except: number): number {
    if (this.#zones !== null && !this.#zones.isNear(x, t, r)) return 0;
    const { memberStart, member } = this.image;
    const { time, room, teacher } = this.placements;
    let pairs = 0;
    for (let i = memberStart[x], last = memberStart[x + 1]; i < last; i++) {
      const other = member[i];
      if (other === m || other === except || time[other] < 0 || !isThere(this.image, teacher, x, other))
        continue;
      if (this.isTooFar(t, r, time[other], room[other])) pairs++;
    }
    return pairs;
  }

  /** Whether there is too little time between two meetings, which do not overlap, for the travel. */
  isTooFar(t: number, r: number, u: number, s: number): boolean {
    const { travel, rooms, timeDays, timeAtoms, timeStartPeriod, timeLength, breaksBefore } = this.image;
    if (!this.isOn || r < 0 || s < 0) return false;
    if ((timeDays[t] & timeDays[u]) === 0 || (timeAtoms[t] & timeAtoms[u]) === 0) return false;
    const needed = travel[r * rooms + s];
    if (needed === 0) return false;
    const start = timeStartPeriod[t];
    const startOther = timeStartPeriod[u];
    const isAfter = startOther >= start + timeLength[t];
    const from = isAfter ? start + timeLength[t] : startOther + timeLength[u];
    const to = isAfter ? startOther : start;
    return to >= from && to - from + breaksBefore[to] - breaksBefore[from - 1] < needed;
  }
}
