import { Pushing, type Stand } from './pushing.js';
import type { Random } from '../random.js';
import type { State } from './state.js';

/** Meetings that may leave for one. */
const PUSHED_MAX = 2;
/** Longest chain of meetings that leave one for the other. */
const DEPTH_MAX = 4;
/** Places that are tried for one meeting, and for all together. */
const PLACES_MAX = 10_000;
const PLACES_IN_ALL = 40_000;

interface Entry {
  readonly m: number;
  readonly pushed: readonly Stand[];
}

/**
 * Places a meeting by trying: at every place in turn, whose users (two at most) are placed elsewhere in the
 * same way, shorter chains first. Ends with all placed, or as it began.
 */
export class Trying {
  readonly #pushing: Pushing;
  #left = 0;
  #leftInAll = PLACES_IN_ALL;
  /** Who was placed in the present chain, in turn; they stay where they are. */
  readonly #entered: Entry[] = [];
  readonly #settled = new Set<number>();

  constructor(
    private readonly state: State,
    random: Random,
    fixed: Uint8Array,
    private readonly isOver: () => boolean = () => false,
  ) {
    this.#pushing = new Pushing(state, random, fixed);
  }

  /** Whether the meeting is placed now, and everybody else still. */
  place(m: number): boolean {
    this.#left = Math.min(PLACES_MAX, this.#leftInAll);
    this.#leftInAll -= this.#left;
    this.#entered.length = 0;
    this.#settled.clear();
    for (let depth = 0; depth <= DEPTH_MAX && this.#left > 0; depth++) {
      if (!this.#place(m, depth)) continue;
      this.#leftInAll += Math.max(0, this.#left);
      return true;
    }
    return false;
  }

  #place(m: number, depth: number): boolean {
    const { timeStart, time, roomStart, room, teacherStart, teacher, needsRoom, needsTeacher } =
      this.state.image;
    for (let i = timeStart[m]; i < timeStart[m + 1]; i++) {
      if (!this.#isOpen(m, time[i], -1, -1, depth)) continue;
      for (let j = teacherStart[m]; j < (needsTeacher[m] ? teacherStart[m + 1] : teacherStart[m] + 1); j++) {
        const k = needsTeacher[m] ? teacher[j] : -1;
        if (k >= 0 && !this.#isOpen(m, time[i], -1, k, depth)) continue;
        for (let h = roomStart[m]; h < (needsRoom[m] ? roomStart[m + 1] : roomStart[m] + 1); h++) {
          const r = needsRoom[m] ? room[h] : -1;
          if (this.#left-- <= 0 || this.isOver()) return false;
          if (this.#isOpen(m, time[i], r, k, depth) && this.#enter(m, time[i], r, k, depth)) return true;
        }
      }
    }
    return false;
  }

  /** Whether few enough meetings would have to leave, and none of them is part of the chain. */
  #isOpen(m: number, t: number, r: number, k: number, depth: number): boolean {
    const occupants = this.#pushing.occupants(m, t, r, k);
    if (!occupants || occupants.size > (depth === 0 ? 0 : PUSHED_MAX)) return false;
    for (const o of occupants) if (this.#settled.has(o)) return false;
    return true;
  }

  /** Places m there and everybody who leaves elsewhere, or nobody. */
  #enter(m: number, t: number, r: number, k: number, depth: number): boolean {
    const pushed = this.#pushing.enter(m, t, r, k);
    if (!pushed) return false;
    const mark = this.#entered.length;
    this.#entered.push({ m, pushed });
    this.#settled.add(m);
    const isFew = pushed.length <= (depth === 0 ? 0 : PUSHED_MAX);
    if (isFew && pushed.every(([o]) => !this.#settled.has(o) && this.#place(o, depth - 1))) return true;
    while (this.#entered.length > mark) {
      const last = this.#entered.pop() as Entry;
      this.#settled.delete(last.m);
      this.#pushing.leave(last.m, last.pushed);
    }
    return false;
  }
}
