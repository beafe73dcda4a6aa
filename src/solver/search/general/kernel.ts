import type { Image } from '../image/image.js';
import type { Heat, HeatRange, Kernel } from '../kernel.js';
import { ACCEPTANCE, ACCEPTANCE_SHIFT } from '../logarithm.js';
import type { Random } from '../random.js';
import { indexIn, State } from './state.js';

const SAMPLES = 2000;
/** Number of places tried for a partner. */
const PARTNER_PROBES = 6;
const MILD = 0.3;
const TYPICAL = 0.5;

/** The general annealing walk, for any problem: moves one meeting or exchanges two. */
export class GeneralKernel implements Kernel {
  bestHard = Infinity;
  bestSoft = Infinity;
  readonly #image: Image;
  readonly #hasLocalCosts: boolean;
  readonly #best: Int32Array;
  /** Meetings whose placement differs from `#best`. */
  readonly #dirty: number[] = [];
  readonly #isDirty: Uint8Array;
  /** Meetings with more than one option. */
  readonly #movable: Int32Array;

  constructor(
    readonly state: State,
    private readonly random: Random,
  ) {
    const image = state.image;
    this.#image = image;
    this.#hasLocalCosts = state.hasLocalCosts;
    this.#best = new Int32Array(3 * image.meetings).fill(-1);
    this.#isDirty = new Uint8Array(image.meetings);
    this.#movable = Int32Array.from(movableMeetings(image));
    this.#placeAll();
    for (let m = 0; m < image.meetings; m++) this.#touch(m);
    this.#keepBest();
  }

  get hard(): number {
    return this.state.hard;
  }

  get soft(): number {
    return this.state.soft;
  }

  run(trials: number, heat: Heat): void {
    const n = this.#movable.length;
    if (n === 0) return;
    const faulty = this.state.hard > 0 ? this.#faulty() : [];
    for (let trial = 0; trial < trials; trial++) {
      if (this.bestHard === 0 && this.bestSoft === 0) return;
      const isAimed = faulty.length > 0 && this.random.below(4) === 0;
      const m = isAimed ? faulty[this.random.below(faulty.length)] : this.#movable[this.random.below(n)];
      if (this.state.time[m] < 0) continue;
      const partner = this.#partner(m);
      if (partner < 0) this.#move(m, heat);
      else this.#moveTogether(m, partner, heat);
    }
  }

  best(): Int32Array {
    return this.#best.slice();
  }

  present(): Int32Array {
    const { meetings } = this.#image;
    const timetable = new Int32Array(3 * meetings);
    timetable.set(this.state.time);
    timetable.set(this.state.room, meetings);
    timetable.set(this.state.teacher, 2 * meetings);
    return timetable;
  }

  adopt(timetable: Int32Array): void {
    const { meetings } = this.#image;
    for (let m = 0; m < meetings; m++) {
      const t = timetable[m];
      const r = timetable[meetings + m];
      const k = timetable[2 * meetings + m];
      if (this.state.time[m] === t && this.state.room[m] === r && this.state.teacher[m] === k) continue;
      if (this.state.isPlaced(m)) this.state.remove(m);
      if (t >= 0) this.state.insert(m, t, r, k);
      this.#touch(m);
    }
    this.#placeAll();
    this.#keepBest();
  }

  /**
   * From a temperature that easily accepts mild worsenings to one that hardly accepts the least; a clash
   * costs a typical worsening.
   */
  heatRange(): HeatRange {
    const { soft, hard } = this.state;
    const worsenings: number[] = [];
    for (let i = 0; i < SAMPLES && this.#movable.length > 0; i++) {
      const m = this.#movable[this.random.below(this.#movable.length)];
      const place = this.state.time[m] < 0 ? null : this.#target(m);
      if (!place) continue;
      const [t, r, k] = [this.state.time[m], this.state.room[m], this.state.teacher[m]];
      this.state.remove(m);
      this.state.insert(m, place.t, place.r, place.k);
      const worse = this.state.soft - soft;
      if (worse > 0 && this.state.hard <= hard) worsenings.push(worse);
      this.state.remove(m);
      this.state.insert(m, t, r, k);
    }
    worsenings.sort((a, b) => a - b);
    const at = (share: number) => worsenings[Math.floor(worsenings.length * share)] ?? 1;
    const first = Math.max(at(MILD), 3 * at(0));
    const { cell, times, isWide } = this.#image;
    const cellsPerTime = isWide ? 1 : cell.length / Math.max(1, times);
    const hardWeight = Math.max(at(TYPICAL), 2 * first) / Math.sqrt(cellsPerTime);
    return {
      first,
      last: 0.2 * at(0),
      hardWeight,
      violation: cellsPerTime,
      clashing: { share: 0.5, until: 0.8 },
    };
  }

  readonly #place = { t: 0, r: 0, k: 0 };

  /** A random other place of a placed meeting, or null. */
  #target(m: number): { t: number; r: number; k: number } | null {
    const { random, state } = this;
    const { timeStart, time, roomStart, room, teacherStart, teacher } = this.#image;
    const place = this.#place;
    place.t = state.time[m];
    place.r = state.room[m];
    place.k = state.teacher[m];
    const times = timeStart[m + 1] - timeStart[m];
    const rooms = place.r < 0 ? 0 : roomStart[m + 1] - roomStart[m];
    const teachers = place.k < 0 ? 0 : teacherStart[m + 1] - teacherStart[m];
    const kind = random.below(16);
    if (teachers > 1 && kind >= 14) place.k = teacher[teacherStart[m] + random.below(teachers)];
    else if (rooms > 1 && (kind >= 10 || times < 2)) place.r = room[roomStart[m] + random.below(rooms)];
    else if (times > 1) {
      place.t = time[timeStart[m] + random.below(times)];
      if (rooms > 1 && (kind >= 6 || !state.isRoomFree(place.r, place.t))) {
        place.r = room[roomStart[m] + random.below(rooms)];
      }
    }
    const isSame = place.t === state.time[m] && place.r === state.room[m] && place.k === state.teacher[m];
    return isSame ? null : place;
  }

  #move(m: number, { temperature, hardWeight }: Heat): void {
    const { state, random } = this;
    const place = this.#target(m);
    if (!place) return;
    const { t, r, k } = place;
    const allowed = temperature * ACCEPTANCE[random.bits() >>> ACCEPTANCE_SHIFT];
    const t0 = state.time[m];
    const r0 = state.room[m];
    const k0 = state.teacher[m];
    const { hard, soft } = state;
    const occupant = r >= 0 ? state.roomOccupant(r, t) : -1;
    const other = occupant >= 0 && occupant !== m && this.#canTake(occupant, t0, r0) ? occupant : -1;
    if (this.#hasLocalCosts && hard === 0) {
      // Most trials end here, before any change.
      const cells = state.clashesElsewhere(m, t, r, k, other) * hardWeight;
      if (cells > allowed && cells > allowed + state.gainMax(m) + (other < 0 ? 0 : state.gainMax(other)))
        return;
    }
    state.remove(m);
    const [u0, s0, l0] = other < 0 ? [0, 0, 0] : [state.time[other], state.room[other], state.teacher[other]];
    if (other >= 0) state.remove(other);
    const clashes = state.hard + state.clashes(m, t, r, k) - hard;
    const isHopeless = clashes > 0 && clashes * hardWeight > allowed + (soft - state.soft);
    if (!isHopeless) {
      state.insert(m, t, r, k);
      if (other >= 0) state.insert(other, t0, r0, l0);
      const change = (state.hard - hard) * hardWeight + state.soft - soft;
      if (change <= allowed) {
        this.#touch(m);
        if (other >= 0) this.#touch(other);
        if (state.hard < this.bestHard || (state.hard === this.bestHard && state.soft < this.bestSoft))
          this.#keepBest();
        return;
      }
      state.remove(m);
      if (other >= 0) state.remove(other);
    }
    if (other >= 0) state.insert(other, u0, s0, l0);
    state.insert(m, t0, r0, k0);
  }

  /** Meetings whose removal would reduce the hard violations. */
  #faulty(): number[] {
    const { state } = this;
    const faulty: number[] = [];
    for (const m of this.#movable) {
      const [t, r, k] = [state.time[m], state.room[m], state.teacher[m]];
      if (t < 0) continue;
      const { hard } = state;
      state.remove(m);
      if (state.hard < hard) faulty.push(m);
      state.insert(m, t, r, k);
    }
    return faulty;
  }

  /** In half of the calls, a meeting that a required relation ties to m; otherwise -1. */
  #partner(m: number): number {
    const relations = this.#image.relations;
    if (!relations) return -1;
    const begin = relations.partnerStart[m];
    const n = relations.partnerStart[m + 1] - begin;
    if (n === 0 || this.random.below(2) === 0) return -1;
    const partner = relations.partner[begin + this.random.below(n)];
    return this.state.time[partner] >= 0 ? partner : -1;
  }

  /** Moves m anywhere and its partner to the best of a few places. */
  #moveTogether(m: number, partner: number, { temperature, hardWeight }: Heat): void {
    const { state, random } = this;
    const target = this.#target(m);
    if (!target) return;
    const { t, r, k } = target;
    const allowed = temperature * ACCEPTANCE[random.bits() >>> ACCEPTANCE_SHIFT];
    const [t0, r0, k0] = [state.time[m], state.room[m], state.teacher[m]];
    const [u0, s0, l0] = [state.time[partner], state.room[partner], state.teacher[partner]];
    const { hard, soft } = state;
    state.remove(m);
    state.insert(m, t, r, k);
    let best = { t: u0, r: s0, k: l0 };
    let bestCost = Infinity;
    for (let probe = 0; probe < PARTNER_PROBES; probe++) {
      const place = this.#target(partner);
      if (!place) continue;
      const { t: u, r: s, k: l } = place;
      state.remove(partner);
      state.insert(partner, u, s, l);
      const cost = (state.hard - hard) * hardWeight + state.soft - soft;
      if (cost < bestCost) {
        bestCost = cost;
        best = { t: u, r: s, k: l };
      }
    }
    state.remove(partner);
    if (bestCost <= allowed) {
      state.insert(partner, best.t, best.r, best.k);
      this.#touch(m);
      this.#touch(partner);
      if (state.hard < this.bestHard || (state.hard === this.bestHard && state.soft < this.bestSoft))
        this.#keepBest();
      return;
    }
    state.insert(partner, u0, s0, l0);
    state.remove(m);
    state.insert(m, t0, r0, k0);
  }

  #canTake(m: number, t: number, r: number): boolean {
    const { timeStart, time, roomStart, room } = this.#image;
    if (r < 0 || indexIn(time, timeStart[m], timeStart[m + 1], t) < 0) return false;
    return indexIn(room, roomStart[m], roomStart[m + 1], r) >= 0;
  }

  #touch(m: number): void {
    if (this.#isDirty[m]) return;
    this.#isDirty[m] = 1;
    this.#dirty.push(m);
  }

  #keepBest(): void {
    const { state } = this;
    if (state.hard > this.bestHard || (state.hard === this.bestHard && state.soft >= this.bestSoft)) return;
    const { meetings } = this.#image;
    for (const m of this.#dirty) {
      this.#best[m] = state.time[m];
      this.#best[meetings + m] = state.room[m];
      this.#best[2 * meetings + m] = state.teacher[m];
      this.#isDirty[m] = 0;
    }
    this.#dirty.length = 0;
    this.bestHard = state.hard;
    this.bestSoft = state.soft;
  }

  /** Puts every unplaced meeting where it clashes least. */
  #placeAll(): void {
    const { timeStart, time, roomStart, room, teacherStart, teacher, meetings, needsRoom, needsTeacher } =
      this.#image;
    for (let m = 0; m < meetings; m++) {
      const times = timeStart[m + 1] - timeStart[m];
      const rooms = roomStart[m + 1] - roomStart[m];
      const teachers = teacherStart[m + 1] - teacherStart[m];
      if (this.state.isPlaced(m) || times === 0 || (needsRoom[m] && rooms === 0)) continue;
      if (needsTeacher[m] && teachers === 0) continue;
      let best = { t: 0, r: -1, k: -1 };
      let fewest = Infinity;
      for (let probe = 0; probe < 60 && fewest > 0; probe++) {
        const t = time[timeStart[m] + this.random.below(times)];
        const r = needsRoom[m] ? room[roomStart[m] + this.random.below(rooms)] : -1;
        const k = needsTeacher[m] ? teacher[teacherStart[m] + this.random.below(teachers)] : -1;
        const clashes = this.state.clashes(m, t, r, k);
        if (clashes >= fewest) continue;
        fewest = clashes;
        best = { t, r, k };
      }
      this.state.insert(m, best.t, best.r, best.k);
      this.#touch(m);
    }
  }
}

function movableMeetings(image: Image): number[] {
  const { timeStart, roomStart, teacherStart, needsRoom, needsTeacher } = image;
  return Array.from({ length: image.meetings }, (_, m) => m).filter((m) => {
    const times = timeStart[m + 1] - timeStart[m];
    const rooms = needsRoom[m] ? roomStart[m + 1] - roomStart[m] : 1;
    const teachers = needsTeacher[m] ? teacherStart[m + 1] - teacherStart[m] : 1;
    return times > 0 && rooms > 0 && teachers > 0 && (times > 1 || rooms > 1 || teachers > 1);
  });
}
