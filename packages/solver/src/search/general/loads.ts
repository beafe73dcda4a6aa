import { periodsIn } from '../image/agendas.js';
import type { Image } from '../image/image.js';

/** Dearer than any teacher. */
const NO_ROOM = 2 ** 40;

/**
 * Weekly loads of teachers as they will be once everything is placed. Who is not placed yet counts for the
 * teacher that it is meant for: the only one, or the cheapest who has room for it. So nobody who could leave
 * a meeting to others takes the hours from those who cannot.
 */
export class Loads {
  /** Periods of a teacher in each atom, at teacher * atoms + atom. */
  readonly #load: Int32Array;
  /** At least so many periods a meeting takes in each atom, at meeting * atoms + atom. */
  readonly #needed: Int32Array;
  /** The teacher whose load a meeting adds to; -1 = none. */
  readonly #holder: Int32Array;
  readonly #isOn: boolean;

  /** `placed` tells the teacher of each placed meeting, -1 of the others. */
  constructor(
    private readonly image: Image,
    placed: Int32Array,
  ) {
    const { meetings, teachers, atoms, weekHard } = image;
    this.#isOn = weekHard > 0;
    this.#load = new Int32Array(this.#isOn ? teachers * atoms : 0);
    this.#needed = this.#isOn ? neededOf(image) : new Int32Array(0);
    this.#holder = new Int32Array(meetings).fill(-1);
    this.#countFurther();
    for (const [m, k] of placed.entries()) if (k >= 0) this.place(m, k);
    for (const m of this.#byChoices()) if (placed[m] < 0) this.takeOut(m);
  }

  /** Who teaches a meeting beside the one who is chosen has no choice. */
  #countFurther(): void {
    const { meetings, resourceStart, resource, firstTeacher, firstClass, hasFurtherTeachers } = this.image;
    for (let m = 0; m < (this.#isOn && hasFurtherTeachers ? meetings : 0); m++)
      for (const x of resource.subarray(resourceStart[m], resourceStart[m + 1]))
        if (x >= firstTeacher && x < firstClass) this.#count(m, x - firstTeacher, 1);
  }

  /** All meetings, those without a choice first. */
  #byChoices(): number[] {
    const { meetings, teacherStart } = this.image;
    if (!this.#isOn) return [];
    const choices = (m: number) => teacherStart[m + 1] - teacherStart[m];
    return Array.from({ length: meetings }, (_, m) => m).sort((a, b) => choices(a) - choices(b) || a - b);
  }

  /** The cheapest teacher of a meeting who has room for it, or just the cheapest; -1 where it has none. */
  #cheapest(m: number): number {
    const { teacherStart, teacher, teacherCost } = this.image;
    let best = -1;
    let least = Infinity;
    for (let i = teacherStart[m]; i < teacherStart[m + 1]; i++) {
      const price = teacherCost[i] + (this.fits(m, teacher[i]) ? 0 : NO_ROOM);
      if (price >= least) continue;
      least = price;
      best = teacher[i];
    }
    return best;
  }

  /** Whether teacher k can take meeting m and everything that is meant for k. */
  fits(m: number, k: number): boolean {
    if (!this.#isOn || k < 0) return true;
    const { atoms, weekMax, firstTeacher } = this.image;
    const most = weekMax[firstTeacher + k];
    if (most < 0 || this.#holder[m] === k) return true;
    for (let atom = 0; atom < atoms; atom++) {
      const needed = this.#needed[m * atoms + atom];
      if (needed > 0 && this.#load[k * atoms + atom] + needed > most) return false;
    }
    return true;
  }

  /** Whether somebody who may teach a meeting has no room for it. */
  isChoiceLimited(m: number): boolean {
    const { teacherStart, teacher } = this.image;
    for (let i = teacherStart[m]; i < teacherStart[m + 1]; i++) if (!this.fits(m, teacher[i])) return true;
    return false;
  }

  /** Counts a meeting for the teacher whom it was placed with. */
  place(m: number, k: number): void {
    this.#hold(m, k);
  }

  /** Adds a meeting that has no place to the load of the teacher for whom that costs least. */
  takeOut(m: number): void {
    if (!this.#isOn) return;
    this.#hold(m, -1);
    this.#hold(m, this.#cheapest(m));
  }

  #hold(m: number, k: number): void {
    const before = this.#holder[m];
    if (!this.#isOn || before === k) return;
    if (before >= 0) this.#count(m, before, -1);
    if (k >= 0) this.#count(m, k, 1);
    this.#holder[m] = k;
  }

  #count(m: number, k: number, sign: 1 | -1): void {
    const { atoms } = this.image;
    for (let atom = 0; atom < atoms; atom++)
      this.#load[k * atoms + atom] += sign * this.#needed[m * atoms + atom];
  }
}

/** The fewest periods in each atom that any time of a meeting takes. */
function neededOf(image: Image): Int32Array {
  const { meetings, times, days, atoms, timeStart, time, partStart, partDay, partMask, slotPeriods } = image;
  const ofTime = new Int32Array(times * atoms);
  for (let t = 0; t < times; t++)
    for (let i = partStart[t]; i < partStart[t + 1]; i++)
      ofTime[t * atoms + Math.floor(partDay[i] / days)] += periodsIn(partMask[i], slotPeriods);
  const needed = new Int32Array(meetings * atoms);
  for (let m = 0; m < meetings; m++) {
    for (let atom = 0; atom < atoms; atom++) {
      let least = timeStart[m] === timeStart[m + 1] ? 0 : Infinity;
      for (let i = timeStart[m]; i < timeStart[m + 1]; i++)
        least = Math.min(least, ofTime[time[i] * atoms + atom]);
      needed[m * atoms + atom] = least;
    }
  }
  return needed;
}
