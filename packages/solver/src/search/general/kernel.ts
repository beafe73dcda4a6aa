import type { Image } from '../image/image.js';
import type { Heat, HeatRange, Kernel } from '../kernel.js';
import { ACCEPTANCE, ACCEPTANCE_SHIFT } from '../logarithm.js';
import type { Random } from '../random.js';
import type { Place } from './courses.js';
import { Interchange } from './interchange.js';
import { indexIn } from './lookup.js';
import { Price } from './price.js';
import type { State } from './state.js';

const SAMPLES = 2000;
/** Number of places tried for a partner. */
const PARTNER_PROBES = 6;
/** Of 16 trials, those from this one on change the room alone, or the teacher. */
const ROOM_TRIALS = 12;
const TEACHER_TRIALS = 14;
/** Trials from this one on change the room with the time even where the room is free. */
const BOTH_TRIALS = 9;
/** Of moves to another room that cost the same, only those without these random bits are made. */
const IDLE_BITS = 12;
/** The first temperature as a share of a mild worsening. */
const FIRST = 0.3;
/** The price of what must not happen, of which some still leave room for exact sums. */
const NEVER = 1e9;
/** Of a walk that is free of clashes, which gains nothing by warming up again. */
const ONE_COOLING = [0];
const MILD = 0.3;
const TYPICAL = 0.5;

/** What a trial may cost, and whether it is left out where it changes nothing but rooms, at no cost. */
interface Terms {
  readonly allowed: number;
  readonly hardWeight: number;
  readonly isIdle: boolean;
}

/** The general annealing walk, for any problem: moves one meeting or exchanges two. */
export class GeneralKernel implements Kernel {
  bestHard = Infinity;
  bestSoft = Infinity;
  readonly price: Price;
  readonly #interchange: Interchange;
  readonly #image: Image;
  readonly #best: Int32Array;
  /** Meetings whose placement differs from `#best`. */
  readonly #dirty: number[] = [];
  readonly #isDirty: Uint8Array;
  /** Meetings without which fewer hard rules would be broken, as they were when `run` began. */
  readonly #isFaulty: Uint8Array;
  /** Meetings with more than one option. */
  readonly #movable: Int32Array;

  constructor(
    readonly state: State,
    private readonly random: Random,
  ) {
    this.price = new Price(state);
    this.#interchange = new Interchange(state, this.price, random);
    const image = state.image;
    this.#image = image;
    this.#best = new Int32Array(3 * image.meetings).fill(-1);
    this.#isDirty = new Uint8Array(image.meetings);
    this.#isFaulty = new Uint8Array(image.meetings);
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
    const worsenings: number[] = [];
    for (let i = 0; i < SAMPLES && this.#movable.length > 0; i++) {
      const m = this.#movable[this.random.below(this.#movable.length)];
      const place = this.state.time[m] < 0 ? null : this.#target(m);
      if (!place) continue;
      this.price.move(m, place.t, place.r, place.k);
      const { soft, hard } = this.price;
      if (soft > 0 && hard <= 0) worsenings.push(soft);
    }
    worsenings.sort((a, b) => a - b);
    const at = (share: number) => worsenings[Math.floor(worsenings.length * share)] ?? 1;
    const first = Math.max(at(MILD), 3 * at(0));
    const { cell, times, isWide } = this.#image;
    const cellsPerTime = isWide ? 1 : cell.length / Math.max(1, times);
    const hardWeight = Math.max(at(TYPICAL), 2 * first) / Math.sqrt(cellsPerTime);
    return {
      first: Math.max(at(0), FIRST * first),
      last: 0.2 * at(0),
      hardWeight,
      violation: cellsPerTime,
      clashing: { share: 0.5, until: 0.8 },
      cycles: this.state.hard === 0 ? ONE_COOLING : undefined,
    };
  }

  readonly #place: Place = { t: 0, r: 0, k: 0 };

  /** A random other place of a placed meeting, or null. */
  #target(m: number): Place | null {
    const { random, state } = this;
    const { timeStart, roomStart, teacherStart, teacher } = this.#image;
    const place = this.#place;
    place.t = state.time[m];
    place.r = state.room[m];
    place.k = state.teacher[m];
    const times = timeStart[m + 1] - timeStart[m];
    const rooms = place.r < 0 ? 0 : roomStart[m + 1] - roomStart[m];
    const teachers = place.k < 0 ? 0 : teacherStart[m + 1] - teacherStart[m];
    const kind = random.below(16);
    if (teachers > 1 && kind >= TEACHER_TRIALS) place.k = teacher[teacherStart[m] + random.below(teachers)];
    else if (rooms > 1 && (kind >= ROOM_TRIALS || times < 2)) place.r = state.options.drawRoom(m, random);
    else if (times > 1) {
      place.t = state.options.drawTime(m, random);
      if (rooms > 1 && (kind >= BOTH_TRIALS || !state.isRoomFree(place.r, place.t)))
        place.r = state.options.drawRoom(m, random);
    }
    const isSame = place.t === state.time[m] && place.r === state.room[m] && place.k === state.teacher[m];
    return isSame ? null : place;
  }

  #move(m: number, heat: Heat): void {
    const { state, random } = this;
    const place = this.#target(m);
    if (!place) return;
    const bits = random.bits();
    const allowed = heat.temperature * ACCEPTANCE[bits >>> ACCEPTANCE_SHIFT];
    const isIdle = (bits & IDLE_BITS) !== 0;
    const isOwnTeacher = place.k === state.teacher[m] && !this.#image.isWide;
    // Once no hard rule is broken, only moves are tried that break none.
    if (state.hard > 0) this.#moveAmongClashes(m, place, { allowed, hardWeight: heat.hardWeight, isIdle });
    else if (isOwnTeacher) this.#moveFreely(m, place, { allowed, hardWeight: NEVER, isIdle });
    else if (this.price.isMoveWithin(m, place.t, place.r, place.k, allowed, NEVER))
      this.#make(m, place, isIdle);
  }

  #moveFreely(m: number, place: Place, terms: Terms): void {
    const { price } = this;
    const { t, r, k } = place;
    const { allowed, isIdle } = terms;
    const rival = price.rival(m, t, r, k);
    if (rival === -1) {
      if (price.isFreeMoveWithin(m, t, r, k, allowed)) this.#make(m, place, isIdle);
    } else if (rival === -2 || !this.#exchange(m, place, rival, terms)) {
      if (!this.#interchange.run(m, place, allowed)) return;
      for (const o of this.#interchange.moved) this.#touch(o);
      this.#keepBest();
    }
  }

  #moveAmongClashes(m: number, place: Place, terms: Terms): void {
    const { price, state } = this;
    const { t, r, k } = place;
    const { allowed, hardWeight, isIdle } = terms;
    if (this.#isFaulty[m] === 1) {
      price.move(m, t, r, k);
      if (price.cost(hardWeight) <= allowed) this.#make(m, place, false);
      return;
    }
    if (k === state.teacher[m] && !this.#image.isWide) {
      const rival = price.rival(m, t, r, k);
      if (rival >= 0 && this.#exchange(m, place, rival, terms)) return;
    }
    if (price.isMoveWithin(m, t, r, k, allowed, hardWeight)) this.#make(m, place, isIdle);
  }

  /** Makes a move as priced, most of those that change but the room and no cost left out. */
  #make(m: number, { t, r, k }: Place, isIdle: boolean): void {
    const { state } = this;
    if (isIdle && t === state.time[m] && k === state.teacher[m] && this.price.soft === 0) return;
    state.move(m, t, r, k);
    this.#touch(m);
    this.#keepBest();
  }

  /** Exchanges m with the only meeting in its way, if that is accepted; false where it cannot be. */
  #exchange(m: number, { t, r }: Place, rival: number, terms: Terms): boolean {
    const { state, price } = this;
    const { allowed, hardWeight, isIdle } = terms;
    if (state.hard > 0 && this.#isFaulty[rival] === 1) return false;
    const [t0, k] = [state.time[m], state.teacher[m]];
    const l = state.teacher[rival];
    const s = this.#roomFor(rival, t0, m);
    if (s === -2) return false;
    if (!price.isExchangeWithin(m, t, r, rival, s, allowed, hardWeight)) return true;
    if (t === t0) {
      if (isIdle && price.soft === 0) return true;
      state.move(m, t, r, k);
      state.move(rival, t, s, l);
    } else {
      state.remove(m);
      state.remove(rival);
      state.insert(m, t, r, k);
      state.insert(rival, t0, s, l);
    }
    this.#touch(m);
    this.#touch(rival);
    this.#keepBest();
    return true;
  }

  /** The room of a rival at the time that m leaves: its own, or that of m; -2 when it can have neither. */
  #roomFor(rival: number, t: number, m: number): number {
    const { state } = this;
    const { roomStart, room } = this.#image;
    if (!state.options.isTimeOffered(rival, t)) return -2;
    const own = state.room[rival];
    if (own < 0 || state.isRoomFree(own, t)) return own;
    const left = state.room[m];
    return left >= 0 && indexIn(room, roomStart[rival], roomStart[rival + 1], left) >= 0 ? left : -2;
  }

  /** Meetings without which fewer hard rules would be broken. */
  #faulty(): number[] {
    const { state, price } = this;
    const faulty: number[] = [];
    for (const m of this.#movable) {
      this.#isFaulty[m] = state.time[m] >= 0 && price.isFaulty(m) ? 1 : 0;
      if (this.#isFaulty[m] === 1) faulty.push(m);
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
      const isWorse = hard === 0 && state.hard > 0;
      const cost = isWorse ? Infinity : (state.hard - hard) * hardWeight + state.soft - soft;
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
      this.#keepBest();
      return;
    }
    state.insert(partner, u0, s0, l0);
    state.remove(m);
    state.insert(m, t0, r0, k0);
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
