import type { Random } from '../random.js';
import type { SectioningImage } from './image.js';

/** Prices and counts the meetings that students share. */
interface PairCosts {
  /** The cost of one student attending both; `own` of those who already do are that student. */
  pairCost(a: number, b: number, own: 0 | 1): number;
  /** Counts one student more (1) or less (-1) who attends both. */
  countShared(a: number, b: number, change: 1 | -1): void;
}

/** Limits for moving a student out of a class: choices tried, and exchange partners tried for each. */
const CHOICES_TRIED = 30;
const SEATS_TRIED = 8;

/** The enrolments: the choice of every seat, and the seats of every meeting. */
export class Enrolment {
  /** Choice of every seat, -1 = none. */
  readonly choice: Int32Array;
  /** Seats that attend a meeting. */
  readonly attending: number[][];
  /** Seats that changed since the last `clearChanged`. */
  readonly changed: number[] = [];
  readonly #isChanged: Uint8Array;
  /** Seats with another choice. */
  readonly movable: Int32Array;

  constructor(
    readonly image: SectioningImage,
    private readonly pairCosts: PairCosts,
  ) {
    const { courseOf, choiceStart } = image;
    this.choice = new Int32Array(courseOf.length).fill(-1);
    this.attending = Array.from({ length: image.meetings }, () => []);
    this.#isChanged = new Uint8Array(courseOf.length);
    this.movable = Int32Array.from(courseOf.keys()).filter(
      (seat) => choiceStart[courseOf[seat] + 1] - choiceStart[courseOf[seat]] > 1,
    );
  }

  /** Whether every meeting of the choice that the seat does not have yet has room for one more. */
  fits(seat: number, choice: number): boolean {
    return this.#firstFull(seat, choice) < 0;
  }

  /** Change of the student's conflicts when the seat takes another choice; both exist. */
  change(seat: number, choice: number): number {
    const present = this.choice[seat];
    return this.#cost(seat, choice, present) - this.#cost(seat, present, choice);
  }

  put(seat: number, choice: number): void {
    const present = this.choice[seat];
    if (this.#isChanged[seat] === 0) {
      this.#isChanged[seat] = 1;
      this.changed.push(seat);
    }
    if (present >= 0) this.#tally(seat, present, choice, -1);
    this.choice[seat] = choice;
    if (choice >= 0) this.#tally(seat, choice, present, 1);
  }

  /** Adopts the choices of all seats. */
  adopt(choices: Int32Array): void {
    for (let seat = 0; seat < choices.length; seat++)
      if (this.choice[seat] !== choices[seat]) this.put(seat, choices[seat]);
  }

  /** Empties the list of changed seats. */
  clearChanged(): void {
    for (const seat of this.changed) this.#isChanged[seat] = 0;
    this.changed.length = 0;
  }

  /** Moves a seat to a random other choice, or exchanges two, if affordable; returns whether it did. */
  tryMove(seat: number, random: Random, allowed: number): boolean {
    const { courseOf, choiceStart, courseSeatStart, courseSeat } = this.image;
    const course = courseOf[seat];
    const present = this.choice[seat];
    const begin = choiceStart[course];
    const n = choiceStart[course + 1] - begin;
    if (random.below(2) === 0) {
      const choice = begin + random.below(n);
      if (choice === present || !this.fits(seat, choice)) return false;
      if (this.change(seat, choice) > allowed) return false;
      this.put(seat, choice);
      return true;
    }
    const first = courseSeatStart[course];
    const other = courseSeat[first + random.below(courseSeatStart[course + 1] - first)];
    const otherChoice = this.choice[other];
    if (otherChoice === present) return false;
    const change = this.change(seat, otherChoice);
    if (change + this.change(other, present) > allowed) return false;
    this.put(seat, otherChoice);
    this.put(other, present);
    return true;
  }

  /** Seats with another choice of students who attend both meetings, in the course of either. */
  collectSeats(a: number, b: number, into: number[]): void {
    const { seatStart, studentOf, courseOf, choiceStart } = this.image;
    const isFree = (seat: number) => choiceStart[courseOf[seat] + 1] - choiceStart[courseOf[seat]] > 1;
    const [few, many] = this.attending[a].length < this.attending[b].length ? [a, b] : [b, a];
    for (const seat of this.attending[few]) {
      const student = studentOf[seat];
      for (let k = seatStart[student]; k < seatStart[student + 1]; k++) {
        if (!this.has(this.choice[k], many)) continue;
        if (isFree(seat)) into.push(seat);
        if (isFree(k)) into.push(k);
      }
    }
  }

  /**
   * Gives students who attend both meetings another choice in the course of either, if cheaper; logs seats
   * and their previous choices.
   */
  separate(a: number, b: number, random: Random, log: number[]): void {
    if (this.attending[b].length < this.attending[a].length) [a, b] = [b, a];
    const list = this.attending[a];
    const { seatStart, studentOf } = this.image;
    for (let i = list.length - 1; i >= 0; i--) {
      const seat = list[i];
      const student = studentOf[seat];
      for (let k = seatStart[student]; k < seatStart[student + 1]; k++) {
        if (!this.has(this.choice[k], b)) continue;
        if (!this.#improve(seat, random, log)) this.#improve(k, random, log);
        break;
      }
    }
  }

  /** Undoes the logged changes. */
  undo(log: readonly number[]): void {
    for (let i = log.length - 2; i >= 0; i -= 2) this.put(log[i], log[i + 1]);
  }

  /** Finds a cheaper choice for a seat, possibly in exchange with another student. */
  #improve(seat: number, random: Random, log: number[]): boolean {
    const { courseOf, choiceStart } = this.image;
    const begin = choiceStart[courseOf[seat]];
    const n = choiceStart[courseOf[seat] + 1] - begin;
    const present = this.choice[seat];
    const offset = random.below(n);
    for (let k = 0; k < n && k < CHOICES_TRIED; k++) {
      const choice = begin + ((offset + k) % n);
      if (choice === present) continue;
      const gain = -this.change(seat, choice);
      if (gain <= 0) continue;
      if (this.fits(seat, choice)) {
        log.push(seat, present);
        this.put(seat, choice);
        return true;
      }
      const list = this.attending[this.#firstFull(seat, choice)];
      const from = random.below(list.length);
      for (let i = 0; i < list.length && i < SEATS_TRIED; i++) {
        const other = list[(from + i) % list.length];
        if (this.choice[other] !== choice || this.change(other, present) >= gain) continue;
        log.push(seat, present, other, choice);
        this.put(seat, choice);
        this.put(other, present);
        return true;
      }
    }
    return false;
  }

  /** A full meeting of the choice, unless the seat is in it; -1 = none. */
  #firstFull(seat: number, choice: number): number {
    const { classStart, class: classes, limit } = this.image;
    const present = this.choice[seat];
    for (let i = classStart[choice]; i < classStart[choice + 1]; i++) {
      const m = classes[i];
      if (this.attending[m].length >= limit[m] && !this.has(present, m)) return m;
    }
    return -1;
  }

  /** Whether a choice, which may be none, contains a meeting. */
  has(choice: number, m: number): boolean {
    if (choice < 0) return false;
    const { classStart, class: classes } = this.image;
    for (let i = classStart[choice], end = classStart[choice + 1]; i < end; i++)
      if (classes[i] === m) return true;
    return false;
  }

  /**
   * Costs of a choice's classes without those of `except`, among themselves and with the student's others.
   */
  #cost(seat: number, choice: number, except: number): number {
    const { classStart, class: classes, seatStart, studentOf } = this.image;
    const { pairCosts } = this;
    const begin = classStart[choice];
    const end = classStart[choice + 1];
    const student = studentOf[seat];
    const own = choice === this.choice[seat] ? 1 : 0;
    let cost = 0;
    for (let i = begin; i < end; i++) {
      const a = classes[i];
      if (this.has(except, a)) continue;
      for (let j = begin; j < end; j++) {
        if (j < i || (j > i && this.has(except, classes[j]))) cost += pairCosts.pairCost(a, classes[j], own);
      }
      for (let k = seatStart[student]; k < seatStart[student + 1]; k++) {
        const other = this.choice[k];
        if (k === seat || other < 0) continue;
        for (let j = classStart[other]; j < classStart[other + 1]; j++) {
          cost += pairCosts.pairCost(a, classes[j], own);
        }
      }
    }
    return cost;
  }

  /** Counts a seat in the classes of a choice without those of `except`. */
  #tally(seat: number, choice: number, except: number, sign: 1 | -1): void {
    const { classStart, class: classes, seatStart, studentOf } = this.image;
    const { pairCosts } = this;
    const begin = classStart[choice];
    const end = classStart[choice + 1];
    const student = studentOf[seat];
    for (let i = begin; i < end; i++) {
      const a = classes[i];
      if (this.has(except, a)) continue;
      if (sign > 0) this.attending[a].push(seat);
      else this.#removeSeat(a, seat);
      for (let j = begin; j < end; j++) {
        if (j < i || (j > i && this.has(except, classes[j]))) pairCosts.countShared(a, classes[j], sign);
      }
      for (let k = seatStart[student]; k < seatStart[student + 1]; k++) {
        const other = this.choice[k];
        if (k === seat || other < 0) continue;
        for (let j = classStart[other]; j < classStart[other + 1]; j++) {
          pairCosts.countShared(a, classes[j], sign);
        }
      }
    }
  }

  #removeSeat(m: number, seat: number): void {
    const list = this.attending[m];
    const last = list.pop() as number;
    if (last !== seat) list[list.indexOf(seat)] = last;
  }
}
