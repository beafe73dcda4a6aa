import type { Deadline } from '../deadline.js';
import { Construction } from './general/construct.js';
import { Ejection, unplacedIn } from './general/ejection.js';
import { finish } from './general/finish.js';
import { GeneralKernel } from './general/kernel.js';
import { State } from './general/state.js';
import { HardWeight } from './hard-weight.js';
import type { Image } from './image/image.js';
import type { Heat, HeatRange, Kernel } from './kernel.js';
import { exp, ln } from './logarithm.js';
import { Random } from './random.js';
import { specialKernels } from './special-kernels.js';
import { insertAll, timetableOf } from './timetable.js';

/** A command to a logical walk. */
export type Command =
  | { readonly kind: 'construct'; readonly steps: number }
  /** Continue from this timetable. */
  | { readonly kind: 'adopt'; readonly timetable: Int32Array }
  /** Anneal while the used share of the budget goes from one fraction to another. */
  | { readonly kind: 'run'; readonly trials: number; readonly from: number; readonly to: number }
  /** Remove what clashes in the best timetable and place it again if possible. */
  | { readonly kind: 'finish'; readonly timetable: Int32Array };

/** The answer of a logical walk. */
export interface Report {
  readonly hard: number;
  readonly soft: number;
  readonly placed: number;
  readonly moves: number;
  /** Repeating the same command would change nothing. */
  readonly isDone: boolean;
  /** The best timetable, if it has changed since the last report. */
  readonly best?: Int32Array;
}

/** The setup of a walk. */
interface RunnerSetup {
  readonly seed: number;
  readonly walk: number;
  /** Timetable to start from, as times, rooms and teachers; -1 = not placed. */
  readonly start?: Int32Array;
  /** Whether it goes on gently from there; by default, if most meetings have places. */
  readonly isWarm?: boolean;
  /** Meetings that construction must not evict. */
  readonly fixed: Uint8Array;
  /** Ends long work before its command is carried out; without it, a command ends by itself. */
  readonly deadline?: Deadline;
}

const CHUNK = 4096;
/** Time after the end of the run for placing again what was taken out. */
const FINISH_SECONDS = 0.5;
/** A warm start begins at this share of the first temperature. */
const WARM_START = 0.1;
/** After a repair, annealing avoids clashes, at a multiple of their usual price. */
const TIGHT_PRICE = 4;
const TIGHT = { share: 0.1, until: 0.3 };
/** Fractions of the annealing at which cycles begin; later ones start at this share of the temperature. */
const CYCLES = [0, 0.4, 0.7];
const REHEAT = 0.2;
/** Maximum share of the run for repair; its temperatures are multiples of one violation's price. */
const REPAIR_SHARE = 0.4;
const REPAIR_FIRST = 0.25;
const REPAIR_LAST = 0.05;
/** A violation's price during repair, as a multiple of the usual one. */
const REPAIR_PRICE = 30;
/** Maximum share of the run for repair by local search with constraint weighting (`repairByWeights`). */
const WEIGHTED_REPAIR_SHARE = 0.9;
/** Temperatures of ejection, in meetings left over: of its first part, then of the cooling that follows. */
const EJECTION_HEAT = { until: 0.15, first: 0.15, from: 0.19, to: 0.12 };
/** A step of such a repair looks at all places of some meetings and takes as long as so many trials. */
const TRIALS_PER_STEP = 8;

/** One logical walk: constructs, anneals, reports. Depends only on its setup and the commands. */
export class Runner {
  readonly #random: Random;
  readonly #construction: Construction;
  readonly #state: State;
  #hardWeight = new HardWeight();
  #cycle = 0;
  #kernel: Kernel | null = null;
  /** Places who is left over before the kernel begins. */
  #ejection: Ejection | null = null;
  /** The fullest timetable of ejection where it could not complete one, and how many it places. */
  #fullest: { readonly timetable: Int32Array; readonly placed: number } | null = null;
  #heat: HeatRange = { first: 1, last: 0.1, hardWeight: 1, violation: 0, clashing: { share: 0, until: 1 } };
  #bestSent = { hard: Infinity, soft: Infinity, placed: 0 };
  #isWarm = false;
  #isRepairing = false;
  /** Fraction at which annealing took over from repair. */
  #repaired = 0;
  #moves = 0;

  constructor(
    readonly image: Image,
    readonly setup: RunnerSetup,
  ) {
    this.#random = new Random(setup.seed * 1000003 + setup.walk * 7919 + 1);
    this.#state = new State(image);
    const started = setup.start ? insertFree(this.#state, setup.start) : 0;
    this.#isWarm = setup.isWarm ?? started * 2 > image.meetings;
    this.#construction = new Construction(this.#state, this.#random, setup.fixed);
  }

  execute(command: Command): Report {
    if (command.kind === 'construct') return this.#construct(command.steps);
    if (command.kind === 'adopt') return this.#adopt(command.timetable);
    if (command.kind === 'finish') return this.#finish(command.timetable);
    return this.#run(command);
  }

  #construct(steps: number): Report {
    const isDone = this.#construction.run(steps, [], () => this.#isOver());
    this.#moves += steps;
    const { hard, soft, placed } = this.#state;
    return { hard, soft, placed, moves: this.#moves, isDone, best: timetableOf(this.#state) };
  }

  #adopt(timetable: Int32Array): Report {
    if (this.#kernel) this.#kernel.adopt(timetable);
    else this.#begin(timetable);
    return this.#report(false);
  }

  #run(command: { trials: number; from: number; to: number }): Report {
    const { trials, from, to } = command;
    if (!this.#kernel && !this.#ejection) this.#begin(timetableOf(this.#state));
    this.#moves += trials;
    if (this.#ejection) {
      const heat = ejectionHeat(from / REPAIR_SHARE);
      const isDone = this.#ejection.run(trials, heat, () => this.#isOver());
      if (!isDone && to < REPAIR_SHARE) return this.#report(false);
    }
    const kernel = this.#kernel ?? this.#startFromEjection(this.#ejection!);
    for (let done = 0; done < trials && (done === 0 || !this.#isOver()); done += CHUNK) {
      const fraction = from + ((to - from) * done) / trials;
      this.#advance(kernel, fraction, Math.min(CHUNK, trials - done));
    }
    return this.#report(kernel.bestHard === 0 && kernel.bestSoft === 0);
  }

  /** While something hard is broken, a kernel that has `repairByWeights` repairs it without annealing. */
  #advance(kernel: Kernel, fraction: number, trials: number): void {
    const isBroken = this.#isRepairing && kernel.bestHard > 0;
    if (isBroken && kernel.repairByWeights && fraction < WEIGHTED_REPAIR_SHARE)
      kernel.repairByWeights(Math.ceil(trials / TRIALS_PER_STEP));
    else
      kernel.run(
        trials,
        this.#isRepairing ? this.#repairHeat(kernel, fraction) : this.#annealingHeat(kernel, fraction),
      );
  }

  /**
   * The first cycle cools from the first temperature; later ones continue from the best, from a lower one.
   */
  #annealingHeat(kernel: Kernel, fraction: number): Heat {
    const { first, last, hardWeight: price, clashing, cycles = CYCLES } = this.#heat;
    const part = this.#annealingProgress(fraction);
    const cycle = cycles.findLastIndex((begin) => part >= begin);
    if (cycle > this.#cycle) {
      this.#cycle = cycle;
      this.#hardWeight = new HardWeight();
      kernel.adopt(kernel.best());
    }
    const begin = cycles[Math.max(0, cycle)];
    const within = (part - begin) / ((cycles[cycle + 1] ?? 1) - begin);
    const from = this.#isWarm
      ? Math.max(last, first * WARM_START)
      : cycle > 0
        ? Math.max(last, first * REHEAT)
        : first;
    const isTight = this.#repaired > 0;
    const hardWeight =
      this.#hardWeight.next(within, kernel.hard > 0, isTight ? TIGHT : clashing) *
      price *
      (isTight ? TIGHT_PRICE : 1);
    const temperature = from * exp(ln(last / from) * within) * this.#hardWeight.warmth;
    return { temperature, hardWeight };
  }

  /**
   * The completed share of the annealing. In a run limited in seconds the fraction is an estimate and may
   * decrease, even to before the end of the repair.
   */
  #annealingProgress(fraction: number): number {
    const left = 1 - this.#repaired;
    return left > 0 ? Math.min(1, Math.max(0, (fraction - this.#repaired) / left)) : 1;
  }

  /** While violations are left, anneals on their number for a share of the run; soft costs hardly count. */
  #repairHeat(kernel: Kernel, fraction: number): Heat {
    if (kernel.bestHard === 0 || fraction >= REPAIR_SHARE) {
      kernel.adopt(kernel.best());
      this.#heat = kernel.heatRange();
      this.#isRepairing = false;
      this.#repaired = fraction;
      return this.#annealingHeat(kernel, fraction);
    }
    const hardWeight = this.#heat.hardWeight * REPAIR_PRICE;
    const begin = REPAIR_FIRST * this.#heat.violation * hardWeight;
    const temperature = begin * exp((ln(REPAIR_LAST / REPAIR_FIRST) * fraction) / REPAIR_SHARE);
    return { temperature, hardWeight };
  }

  /** Begins with ejection where somebody is left over, unless the kernel has a way of its own. */
  #begin(timetable: Int32Array): void {
    this.#adoptState(timetable);
    const isLeftOver = this.#state.hard === 0 && unplacedIn(this.#state).length > 0;
    const { image, setup } = this;
    const pause = setup.deadline?.pause;
    if (isLeftOver && !specialKernels.some((each) => each.placesLeftOver(image, pause)))
      this.#ejection = new Ejection(this.#state, this.#random, this.setup.fixed);
    else this.#start(timetable);
  }

  #adoptState(timetable: Int32Array): void {
    for (let m = 0; m < this.image.meetings; m++) if (this.#state.isPlaced(m)) this.#state.remove(m);
    insertAll(this.#state, timetable);
  }

  #startFromEjection(ejection: Ejection): Kernel {
    const timetable = ejection.best();
    if (ejection.fewest > 0) this.#fullest = { timetable, placed: this.image.meetings - ejection.fewest };
    return this.#start(timetable);
  }

  #start(timetable: Int32Array): Kernel {
    this.#adoptState(timetable);
    this.#ejection = null;
    this.#kernel = this.#specialKernel(timetable) ?? new GeneralKernel(this.#state, this.#random);
    this.#heat = this.#kernel.heatRange();
    this.#isRepairing = this.#heat.violation > 0 && this.#kernel.hard > 0;
    return this.#kernel;
  }

  #specialKernel(timetable: Int32Array): Kernel | null {
    const pause = this.setup.deadline?.pause;
    for (const { make } of specialKernels) {
      const kernel = make(this.image, this.#random, timetable, pause);
      if (kernel) return kernel;
    }
    return null;
  }

  #finish(timetable: Int32Array): Report {
    const isOver = () => this.#isOver(FINISH_SECONDS);
    let state = finish(this.image, timetable, this.setup.fixed, isOver);
    if (this.#fullest && state.placed < this.#fullest.placed)
      state = finish(this.image, this.#fullest.timetable, this.setup.fixed, isOver);
    const { hard, soft, placed } = state;
    const best = timetable.slice();
    best.set(timetableOf(state));
    return { hard, soft, placed, moves: this.#moves, isDone: true, best };
  }

  #isOver(grace = 0): boolean {
    return this.setup.deadline?.isOver(grace) ?? false;
  }

  #report(isDone: boolean): Report {
    const { meetings } = this.image;
    const { bestHard: hard, bestSoft: soft } = this.#kernel ?? {
      bestHard: 0,
      bestSoft: this.#ejection!.soft,
    };
    const placed = meetings - (this.#ejection?.fewest ?? 0);
    const isNew =
      hard !== this.#bestSent.hard || soft !== this.#bestSent.soft || placed !== this.#bestSent.placed;
    const best = isNew ? (this.#ejection?.best() ?? this.#kernel!.best()) : undefined;
    this.#bestSent = { hard, soft, placed };
    return { hard, soft, placed, moves: this.#moves, isDone, best };
  }
}

/** The temperature of ejection at a share of its time. */
function ejectionHeat(share: number): number {
  const { until, first, from, to } = EJECTION_HEAT;
  if (share < until) return first;
  return from * exp((ln(to / from) * Math.min(1, share - until)) / (1 - until));
}

/** Inserts what is still offered and fits without clashes; returns how many. */
function insertFree(state: State, timetable: Int32Array): number {
  const { meetings: n } = state.image;
  for (let m = 0; m < n; m++) {
    const [t, r, k] = [timetable[m], timetable[n + m], timetable[2 * n + m]];
    if (t < 0 || !isOffered(state.image, m, t, r, k)) continue;
    const before = state.hard;
    state.insert(m, t, r, k);
    if (state.hard > before) state.remove(m);
  }
  return state.placed;
}

function isOffered(image: Image, m: number, t: number, r: number, k: number): boolean {
  const has = (list: Int32Array, start: Int32Array, value: number) =>
    list.subarray(start[m], start[m + 1]).includes(value);
  if (!has(image.time, image.timeStart, t)) return false;
  if (image.needsRoom[m] ? !has(image.room, image.roomStart, r) : r >= 0) return false;
  return image.needsTeacher[m] ? has(image.teacher, image.teacherStart, k) : k < 0;
}
