import type { RelationImage } from '../relations/image.js';
import { FIRST_SET_KIND, SAME_ATTENDEES } from '../relations/image.js';
import { holds, isTooClose } from '../relations/kinds.js';
import { WEEK_DAYS, WholeSets } from '../relations/whole-sets.js';

/** The cost of relations, computed per meeting. */
export class Relations {
  /** Results of the last `weigh`. */
  soft = 0;
  hard = 0;

  constructor(
    private readonly image: RelationImage,
    private readonly time: Int32Array,
    private readonly room: Int32Array,
  ) {
    this.#sets = new WholeSets(image, time);
    this.#missedSoft = new Int32Array(time.length);
    this.#missedHard = new Int32Array(time.length);
  }

  readonly #sets: WholeSets;
  /** What the students of each placed meeting miss who attend others at the same time. */
  readonly #missedSoft: Int32Array;
  readonly #missedHard: Int32Array;
  /** The meeting whose students are left out of the count. */
  #except = -1;
  #cachedMeeting = -1;
  readonly #memory = new Int32Array(8);
  #oldest = 0;

  /**
   * The cost that meeting m adds at time t in room r to that of the placed ones. The last two results are
   * cached until another meeting changes, because a rejected trial needs each of them twice.
   */
  weigh(m: number, t: number, r: number): void {
    this.#except = -1;
    const memory = this.#memory;
    if (m === this.#cachedMeeting) {
      for (let i = 0; i < 8; i += 4) {
        if (memory[i] !== t || memory[i + 1] !== r) continue;
        this.soft = memory[i + 2];
        this.hard = memory[i + 3];
        return;
      }
    } else {
      this.#cachedMeeting = m;
      memory[0] = -1;
      memory[4] = -1;
    }
    this.#evaluate(m, t, r);
    const at = this.#oldest;
    memory[at] = t;
    memory[at + 1] = r;
    memory[at + 2] = this.soft;
    memory[at + 3] = this.hard;
    this.#oldest = 4 - at;
  }

  /** Whether anything depends on where a meeting is. */
  concerns(m: number): boolean {
    const { relationStart, sharedStart } = this.image;
    return relationStart[m + 1] > relationStart[m] || sharedStart[m + 1] > sharedStart[m];
  }

  /** The same as `weigh` for a meeting that now comes to a place or leaves it. */
  count(m: number, t: number, r: number, sign: 1 | -1): void {
    const { sharedStart, shared, sharedSoft, sharedHard } = this.image;
    this.#cachedMeeting = -1;
    this.#weighRelations(m, t, r);
    let [soft, hard] = [0, 0];
    for (let i = sharedStart[m], end = sharedStart[m + 1]; i < end; i++) {
      const other = shared[i];
      const u = this.time[other];
      if (u < 0 || !isTooClose(this.image, t, r, u, this.room[other])) continue;
      this.#missedSoft[other] += sign * sharedSoft[i];
      this.#missedHard[other] += sign * sharedHard[i];
      soft += sharedSoft[i];
      hard += sharedHard[i];
    }
    this.#missedSoft[m] = sign > 0 ? soft : 0;
    this.#missedHard[m] = sign > 0 ? hard : 0;
    this.soft += soft;
    this.hard += hard;
  }

  /** Whether two meetings are in one distribution. */
  areRelated(m: number, other: number): boolean {
    const { relationStart, relation } = this.image;
    for (let i = relationStart[m], end = relationStart[m + 1]; i < end; i++)
      for (let j = relationStart[other], last = relationStart[other + 1]; j < last; j++)
        if (relation[i] === relation[j]) return true;
    return false;
  }

  /** The same without the students that m shares with another meeting, and not remembered. */
  weighWithout(m: number, t: number, r: number, other: number): void {
    this.#except = other;
    this.#evaluate(m, t, r);
  }

  /** The cost of the students that two meetings share, at these places. */
  weighShared(m: number, t: number, r: number, other: number, u: number, s: number): void {
    const { sharedStart, shared, sharedSoft, sharedHard } = this.image;
    this.soft = 0;
    this.hard = 0;
    for (let i = sharedStart[m], end = sharedStart[m + 1]; i < end; i++) {
      if (shared[i] !== other || !isTooClose(this.image, t, r, u, s)) continue;
      this.soft += sharedSoft[i];
      this.hard += sharedHard[i];
    }
  }

  #evaluate(m: number, t: number, r: number): void {
    this.#weighRelations(m, t, r);
    if (this.#except < 0 && t === this.time[m] && r === this.room[m]) {
      this.soft += this.#missedSoft[m];
      this.hard += this.#missedHard[m];
    } else this.#weighStudents(m, t, r);
  }

  #weighRelations(m: number, t: number, r: number): void {
    const { relationStart, relation, position, kind, soft, hard } = this.image;
    this.soft = 0;
    this.hard = 0;
    for (let i = relationStart[m], end = relationStart[m + 1]; i < end; i++) {
      const d = relation[i];
      if (kind[d] >= FIRST_SET_KIND) this.#weighSet(d, m, t);
      else {
        const broken =
          kind[d] === SAME_ATTENDEES ? this.#tooClose(d, m, t, r) : this.#brokenPairs(d, position[i], t, r);
        this.soft += broken * soft[d];
        this.hard += broken * hard[d];
      }
    }
  }

  /** The most common type on large sets, without going through `#holds`. */
  #tooClose(d: number, m: number, t: number, r: number): number {
    const { memberStart, member, start, end, days, weeks, travel, rooms } = this.image;
    const { time, room } = this;
    const [from, to, ofDays, ofWeeks] = [start[t], end[t], days[t], weeks[t]];
    const travels = r >= 0 && travel.length > 0;
    let broken = 0;
    for (let i = memberStart[d], last = memberStart[d + 1]; i < last; i++) {
      const other = member[i];
      const u = time[other];
      if (u < 0 || other === m || (ofDays & days[u]) === 0 || (ofWeeks & weeks[u]) === 0) continue;
      const needed = travels && room[other] >= 0 ? travel[r * rooms + room[other]] : 0;
      if (to + needed > start[u] && end[u] + needed > from) broken++;
    }
    return broken;
  }

  #weighStudents(m: number, t: number, r: number): void {
    const { sharedStart, shared, sharedSoft, sharedHard } = this.image;
    for (let i = sharedStart[m], end = sharedStart[m + 1]; i < end; i++) {
      const u = this.time[shared[i]];
      if (u < 0 || shared[i] === this.#except || !isTooClose(this.image, t, r, u, this.room[shared[i]]))
        continue;
      this.soft += sharedSoft[i];
      this.hard += sharedHard[i];
    }
  }

  #brokenPairs(d: number, place: number, t: number, r: number): number {
    const { memberStart, member, kind, parameter } = this.image;
    const begin = memberStart[d];
    let broken = 0;
    for (let i = begin, end = memberStart[d + 1]; i < end; i++) {
      const u = this.time[member[i]];
      if (u < 0 || i - begin === place) continue;
      const s = this.room[member[i]];
      const isKept =
        i - begin > place
          ? holds(this.image, kind[d], t, r, u, s, parameter[d])
          : holds(this.image, kind[d], u, s, t, r, parameter[d]);
      if (!isKept) broken++;
    }
    return broken;
  }

  #weighSet(d: number, m: number, t: number): void {
    const sets = this.#sets;
    const ofDays = this.image.days[t];
    let [before, after] = [0, 0];
    for (let day = 0; day < WEEK_DAYS; day++) {
      const without = sets.onDay(d, day, m);
      before += without;
      after += (ofDays >> day) & 1 ? sets.onDay(d, day, m, t) : without;
    }
    this.hard += this.image.hard[d] * (sets.hard(d, after) - sets.hard(d, before));
    this.soft += sets.soft(d, after) - sets.soft(d, before);
  }
}
