import type { Image } from '../image/image.js';
import { indexIn } from './lookup.js';
import type { Random } from '../random.js';
import type { Tally } from './tally.js';
import { NOT_OFFERED, TimeLists } from './time-lists.js';

/** What the time, the room and the teacher of a meeting cost by themselves. */
export class Options {
  /** What each placed meeting costs now. */
  readonly #soft: Int32Array;
  readonly #hard: Int32Array;
  /** Meetings whose teacher the search chooses; the cost of the other teachers never changes. */
  readonly #choosesTeacher: Uint8Array;
  readonly #hasReference: boolean;
  readonly #times: TimeLists;
  /** The rooms of each kind of meetings, cheapest first, and where they begin. */
  readonly #roomOrder: Int32Array;
  readonly #roomFirst: Int32Array;

  constructor(private readonly image: Image) {
    const { meetings, roomStart, room, roomCost, roomKind, roomTable, rooms } = image;
    this.#soft = new Int32Array(meetings);
    this.#hard = new Int32Array(meetings);
    const { teacherStart, referenceTime } = image;
    this.#choosesTeacher = Uint8Array.from({ length: meetings }, (_, m) =>
      Number(teacherStart[m + 1] - teacherStart[m] > 1),
    );
    this.#hasReference = referenceTime.some((t) => t >= 0);
    this.#times = new TimeLists(image);
    this.#roomFirst = new Int32Array(rooms === 0 ? 0 : roomTable.length / rooms).fill(-1);
    const order: number[] = [];
    for (let m = 0; m < meetings; m++) {
      const kind = roomKind[m];
      if (kind >= this.#roomFirst.length || this.#roomFirst[kind] >= 0) continue;
      this.#roomFirst[kind] = order.length;
      for (const i of numbers(roomStart[m], roomStart[m + 1]).sort(
        (a, b) => roomCost[a] - roomCost[b] || a - b,
      ))
        order.push(room[i]);
    }
    this.#roomOrder = Int32Array.from(order);
  }

  /** Any time of a meeting that has some, cheap ones more often. */
  drawTime(m: number, random: Random): number {
    return this.#times.draw(m, random);
  }

  /** Any room of a meeting that has some, cheap ones more often. */
  drawRoom(m: number, random: Random): number {
    const { roomStart, roomKind } = this.image;
    return this.#roomOrder[this.#roomFirst[roomKind[m]] + random.early(roomStart[m + 1] - roomStart[m])];
  }

  /** Counts meeting m at a place. */
  enter(m: number, t: number, r: number, k: number, tally: Tally): void {
    tally.soft += this.#soft[m] = this.#softAt(m, t, r, k);
    tally.hard += this.#hard[m] = this.#hardAt(m, t, r, k);
  }

  /** Counts a placed meeting no longer. */
  leave(m: number, tally: Tally): void {
    tally.soft -= this.#soft[m];
    tally.hard -= this.#hard[m];
    this.#soft[m] = 0;
    this.#hard[m] = 0;
  }

  /** Adds what it would change if meeting m moved to a place. */
  price(m: number, t: number, r: number, k: number, tally: Tally): void {
    tally.soft += this.#softAt(m, t, r, k) - this.#soft[m];
    tally.hard += this.#hardAt(m, t, r, k) - this.#hard[m];
  }

  /** What hard rules count of a placed meeting. */
  hardOf(m: number): number {
    return this.#hard[m];
  }

  /** Whether a meeting may take place at a time. */
  isTimeOffered(m: number, t: number): boolean {
    return this.#times.costOf(m, t) !== NOT_OFFERED;
  }

  #softAt(m: number, t: number, r: number, k: number): number {
    const { roomTable, roomKind, rooms } = this.image;
    const ofTime = this.#times.costOf(m, t);
    let cost = ofTime === NOT_OFFERED ? 0 : ofTime;
    if (k >= 0) cost += this.#teacherSoftAt(m, t, k);
    if (r >= 0) cost += roomTable[roomKind[m] * rooms + r];
    return this.#isChanged(m, t, r, k) ? cost + this.image.changeSoft : cost;
  }

  #teacherSoftAt(m: number, t: number, k: number): number {
    const { teacher, teacherCost, teacherStart, dislikeSoft } = this.image;
    const start = teacherStart[m];
    if (this.#choosesTeacher[m] === 0) return teacher[start] === k ? teacherCost[start] : 0;
    const which = indexIn(teacher, start, teacherStart[m + 1], k);
    return (which < 0 ? 0 : teacherCost[which]) + this.#dislike(m, t, k) * dislikeSoft;
  }

  #hardAt(m: number, t: number, r: number, k: number): number {
    const { dislikeHard, changeHard } = this.image;
    if (dislikeHard + changeHard === 0) return 0;
    return this.#dislike(m, t, k) * dislikeHard + (this.#isChanged(m, t, r, k) ? changeHard : 0);
  }

  /** How much the teacher of m dislikes the time, if the search may choose another teacher. */
  #dislike(m: number, t: number, k: number): number {
    const { dislike, dislikeRow, times } = this.image;
    if (k < 0 || this.#choosesTeacher[m] === 0 || dislikeRow[k] < 0) return 0;
    return dislike[dislikeRow[k] * times + t];
  }

  /** Whether a meeting of the timetable before stood elsewhere. */
  #isChanged(m: number, t: number, r: number, k: number): boolean {
    const { referenceTime, referenceRoom, referenceTeacher } = this.image;
    if (!this.#hasReference || referenceTime[m] < 0) return false;
    return t !== referenceTime[m] || r !== referenceRoom[m] || k !== referenceTeacher[m];
  }
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
