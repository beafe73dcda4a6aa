import type {
  Limit,
  Placement,
  Problem,
  SectionedClass,
  SectionedCourse,
  Sectioning,
  Solution,
  SolveOptions,
  Student,
} from './model.js';
import { PATIENCE, PATIENCE_SHIFT } from './search/logarithm.js';
import { Random } from './search/random.js';
import { CONFLICT, pricesOf, type Prices } from './section-prices.js';
import { verify } from './verify.js';

const COMBINATIONS_MAX = 2000;
/** First temperature, and trials for each student and course with a choice, before and after there is a timetable. */
const FIRST = { temperature: 0.3 * CONFLICT, trials: 200 };
const AGAIN = { temperature: 0.1 * CONFLICT, trials: 60 };
const TRIALS_MAX = 1_000_000;

/** A student's classes of one course: of one configuration, one of every subpart. */
type Combination = readonly SectionedClass[];

/**
 * Assigns students to classes: every course they asked for, within limits, every class with its parent, and as few
 * conflicts as annealing over single students and exchanges of two finds. Without placements it keeps students
 * of like wishes together, so that few pairs of classes share students and the timetable stays free.
 */
export function assignStudents(
  problem: Problem,
  placements: readonly Placement[] = [],
  seed: readonly Student[] = [],
): Student[] {
  const { sectioning } = problem;
  if (!sectioning) return [...(problem.students ?? [])];
  const assignment = new Assignment(problem, sectioning, pricesOf(problem, placements));
  const before = new Map(seed.map(({ id, meetings }) => [id, new Set(meetings)]));
  for (const [student, { student: id }] of sectioning.requests.entries()) {
    const full = assignment.enrol(student, before.get(id));
    if (full !== null) throw new Error(`Student ${id} finds no place in course ${full}.`);
  }
  assignment.anneal(new Random(1), placements.length > 0 ? AGAIN : FIRST);
  return sectioning.requests.map(({ student: id }, student) => ({
    id,
    meetings: assignment.meetingsOf(student),
  }));
}

/** A course with its combinations as indexes of meetings. */
interface Course {
  readonly id: string;
  readonly combinations: readonly Int32Array[];
  /** Students of the course, as seats: `student * slots + slot`. */
  readonly attending: Set<number>;
}

class Assignment {
  readonly #meetings: readonly string[];
  readonly #limit: Float64Array;
  readonly #count: Int32Array;
  /** Students of two meetings, at a * meetings + b. */
  readonly #shared: Uint16Array;
  /** Courses of a student, and the chosen combination of each, or -1. */
  readonly #courses: readonly (readonly Course[])[];
  readonly #chosen: readonly Int32Array[];
  /** Courses of one student at most. */
  readonly #slots: number;

  constructor(
    problem: Problem,
    { courses, requests }: Sectioning,
    private readonly prices: Prices,
  ) {
    const n = problem.meetings.length;
    this.#meetings = problem.meetings.map(({ id }) => id);
    const index = new Map(this.#meetings.map((id, m) => [id, m]));
    this.#limit = new Float64Array(n).fill(Infinity);
    this.#count = new Int32Array(n);
    this.#shared = new Uint16Array(n * n);
    const byId = new Map<string, Course>();
    for (const course of courses) {
      const number = ({ meeting, limit = Infinity }: SectionedClass): number => {
        const m = index.get(meeting);
        if (m === undefined) throw new Error(`There is no meeting ${meeting} in the problem.`);
        this.#limit[m] = limit;
        return m;
      };
      const combinations = combinationsOf(course).map((classes) => Int32Array.from(classes, number));
      byId.set(course.id, {
        id: course.id,
        combinations,
        attending: new Set(),
      });
    }
    this.#courses = requests.map(({ student, courses: wanted }) =>
      wanted.map((id) => {
        const course = byId.get(id);
        if (!course) throw new Error(`Student ${student} asks for the unknown course ${id}.`);
        return course;
      }),
    );
    this.#chosen = this.#courses.map((list) => new Int32Array(list.length).fill(-1));
    this.#slots = this.#courses.reduce((most, list) => Math.max(most, list.length), 0);
  }

  meetingsOf(student: number): string[] {
    return [...this.#chosen[student]].flatMap((choice, slot) =>
      [...this.#courses[student][slot].combinations[choice]].map((m) => this.#meetings[m]),
    );
  }

  /** Puts a student into all courses, as before where that is possible; tells the first course without a place. */
  enrol(student: number, before: ReadonlySet<string> | undefined): string | null {
    for (const [slot, { id, combinations }] of this.#courses[student].entries()) {
      const kept = before
        ? combinations.findIndex((one) => one.every((m) => before.has(this.#meetings[m])))
        : -1;
      let choice = kept >= 0 && this.#fits(combinations[kept]) ? kept : this.#emptiest(student, slot);
      if (choice < 0) choice = this.#makeRoom(student, slot);
      if (choice < 0) return id;
      this.#choose(student, slot, choice);
    }
    return null;
  }

  /** Anneals: students change to another combination, or exchange theirs with one another. */
  anneal(random: Random, { temperature, trials: each }: typeof FIRST): void {
    const seats = this.#courses.flatMap((list, student) =>
      list.flatMap((course, slot) => (course.combinations.length > 1 ? [student * this.#slots + slot] : [])),
    );
    if (seats.length === 0) return;
    const attending = new Map<Course, number[]>();
    for (const seat of seats) {
      const course = this.#courses[Math.floor(seat / this.#slots)][seat % this.#slots];
      const list = attending.get(course);
      if (list) list.push(seat);
      else attending.set(course, [seat]);
    }
    const trials = Math.min(TRIALS_MAX, each * seats.length);
    for (let trial = 0; trial < trials; trial++) {
      const seat = seats[random.below(seats.length)];
      const [student, slot] = [Math.floor(seat / this.#slots), seat % this.#slots];
      const course = this.#courses[student][slot];
      const rest = 1 - trial / trials;
      const allowed = temperature * rest * rest * PATIENCE[random.bits() >>> PATIENCE_SHIFT];
      const others = attending.get(course) as number[];
      if (random.below(2) === 0)
        this.#change(student, slot, random.below(course.combinations.length), allowed);
      else this.#exchange(student, slot, others[random.below(others.length)], allowed);
    }
  }

  /** Goes to another combination unless that is dearer than allowed. */
  #change(student: number, slot: number, choice: number, allowed: number): void {
    const present = this.#chosen[student][slot];
    if (choice === present) return;
    const { combinations } = this.#courses[student][slot];
    this.#leave(student, slot);
    const isWorth =
      this.#fits(combinations[choice]) &&
      this.#cost(student, slot, combinations[choice]) - this.#cost(student, slot, combinations[present]) <=
        allowed;
    this.#choose(student, slot, isWorth ? choice : present);
  }

  /** Changes places with another student of the course unless that is dearer than allowed. */
  #exchange(student: number, slot: number, seat: number, allowed: number): void {
    const [other, otherSlot] = [Math.floor(seat / this.#slots), seat % this.#slots];
    const mine = this.#chosen[student][slot];
    const theirs = this.#chosen[other][otherSlot];
    if (other === student || theirs === mine) return;
    const { combinations } = this.#courses[student][slot];
    this.#leave(student, slot);
    const now = this.#cost(student, slot, combinations[mine]);
    const then = this.#cost(student, slot, combinations[theirs]);
    this.#leave(other, otherSlot);
    const nowTheirs = this.#cost(other, otherSlot, combinations[theirs]);
    const thenTheirs = this.#cost(other, otherSlot, combinations[mine]);
    const isWorth = then + thenTheirs - now - nowTheirs <= allowed;
    this.#choose(student, slot, isWorth ? theirs : mine);
    this.#choose(other, otherSlot, isWorth ? mine : theirs);
  }

  /** The emptiest combination with room; -1 when all are full. */
  #emptiest(student: number, slot: number): number {
    let best = -1;
    let least = Infinity;
    for (const [i, combination] of this.#courses[student][slot].combinations.entries()) {
      const fill = this.#fill(combination);
      if (!this.#fits(combination) || fill >= least) continue;
      least = fill;
      best = i;
    }
    return best;
  }

  /** Moves one other student of the course so that this one fits; -1 when that is not enough. */
  #makeRoom(student: number, slot: number): number {
    for (const seat of [...this.#courses[student][slot].attending]) {
      const [other, otherSlot] = [Math.floor(seat / this.#slots), seat % this.#slots];
      const theirs = this.#chosen[other][otherSlot];
      this.#leave(other, otherSlot);
      const freed = this.#emptiest(student, slot);
      if (freed >= 0) {
        this.#choose(student, slot, freed);
        const elsewhere = this.#emptiest(other, otherSlot);
        this.#leave(student, slot);
        if (elsewhere >= 0) {
          this.#choose(other, otherSlot, elsewhere);
          return freed;
        }
      }
      this.#choose(other, otherSlot, theirs);
    }
    return -1;
  }

  #choose(student: number, slot: number, choice: number): void {
    this.#courses[student][slot].attending.add(student * this.#slots + slot);
    this.#chosen[student][slot] = choice;
    this.#tally(student, slot, 1);
  }

  #leave(student: number, slot: number): void {
    this.#courses[student][slot].attending.delete(student * this.#slots + slot);
    this.#tally(student, slot, -1);
    this.#chosen[student][slot] = -1;
  }

  #tally(student: number, slot: number, sign: 1 | -1): void {
    const n = this.#meetings.length;
    const mine = this.#courses[student][slot].combinations[this.#chosen[student][slot]];
    for (let i = 0; i < mine.length; i++) {
      this.#count[mine[i]] += sign;
      for (let j = 0; j < mine.length; j++) if (i !== j) this.#shared[mine[i] * n + mine[j]] += sign;
    }
    for (let k = 0; k < this.#chosen[student].length; k++) {
      if (k === slot || this.#chosen[student][k] < 0) continue;
      for (const b of this.#courses[student][k].combinations[this.#chosen[student][k]]) {
        for (const a of mine) {
          this.#shared[a * n + b] += sign;
          this.#shared[b * n + a] += sign;
        }
      }
    }
  }

  #fits(combination: Int32Array): boolean {
    return combination.every((m) => this.#count[m] < this.#limit[m]);
  }

  #fill(combination: Int32Array): number {
    return combination.reduce((most, m) => Math.max(most, this.#count[m] / this.#limit[m]), 0);
  }

  /** Cost of these classes with each other and with the student's other courses. */
  #cost(student: number, slot: number, combination: Int32Array): number {
    let cost = 0;
    for (let i = 0; i < combination.length; i++) {
      for (let j = i + 1; j < combination.length; j++) cost += this.#pair(combination[i], combination[j]);
    }
    const chosen = this.#chosen[student];
    for (let k = 0; k < chosen.length; k++) {
      if (k === slot || chosen[k] < 0) continue;
      const others = this.#courses[student][k].combinations[chosen[k]];
      for (let i = 0; i < combination.length; i++) {
        for (let j = 0; j < others.length; j++) cost += this.#pair(combination[i], others[j]);
      }
    }
    return cost;
  }

  #pair(a: number, b: number): number {
    const isFresh = this.#shared[a * this.#meetings.length + b] === 0;
    return this.prices.known(a, b) + (isFresh ? this.prices.fresh(a, b) : 0);
  }
}

/** Every way through the subparts of every configuration in which each class comes with its parent. */
function combinationsOf(course: SectionedCourse): Combination[] {
  const found: Combination[] = [];
  const extend = (subparts: readonly (readonly SectionedClass[])[], chosen: Combination) => {
    if (found.length >= COMBINATIONS_MAX) return;
    const [subpart, ...rest] = subparts;
    if (subpart) for (const one of subpart) extend(rest, [...chosen, one]);
    else if (
      chosen.every(({ parent }) => parent === undefined || chosen.some(({ meeting }) => meeting === parent))
    ) {
      found.push(chosen);
    }
  };
  for (const configuration of course.configurations) extend(configuration, []);
  return found;
}

/**
 * Solves a problem with sectioning: students are assigned, the timetable is worked out around them, they are
 * assigned anew, the timetable is improved around that, and so on. `solveOnce` may run anywhere; `clock` tells
 * seconds, so that a limit in seconds holds for all together. Returns the problem with its students beside the
 * solution; other problems are solved as they are.
 */
export async function solveWithStudents<Options extends SolveOptions>(
  problem: Problem,
  options: Options,
  solveOnce: (problem: Problem, options: Options) => Promise<Solution>,
  clock: () => number = () => 0,
): Promise<{ problem: Problem; solution: Solution }> {
  if (!problem.sectioning) return { problem, solution: await solveOnce(problem, options) };
  const begin = clock();
  let students = assignStudents(problem);
  const assigning = clock() - begin;
  let start = options.start;
  let moves = 0;
  let seconds = 0;
  for (const [part, share] of SHARES.entries()) {
    const limit = partOf(options.limit, share, SHARES.length * assigning);
    const solution = await solveOnce({ ...problem, students }, { ...options, start, limit });
    start = solution.placements;
    moves += solution.moves;
    seconds += solution.seconds;
    students = assignStudents(problem, start, students);
    const isLast = part === SHARES.length - 1 || solution.isCancelled;
    if (!isLast) continue;
    const complete: Problem = { ...problem, students };
    const { isFeasible, score } = verify(complete, start);
    return { problem: complete, solution: { ...solution, isFeasible, score, moves, seconds } };
  }
  throw new Error('A run has at least one part.');
}

/** Of the limit: first the timetable, then its improvement around better assigned students. */
const SHARES = [0.6, 0.4];

/** A share of the limit, without the seconds that assigning students takes. */
function partOf(limit: Limit, share: number, assigning: number): Limit {
  if ('moves' in limit) return { moves: Math.floor(limit.moves * share) };
  return { seconds: Math.max(0, limit.seconds - assigning) * share };
}
