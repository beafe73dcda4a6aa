import type {
  Limit,
  Placement,
  Problem,
  SectionedClass,
  SectionedCourse,
  Solution,
  SolveOptions,
  Student,
} from './model.js';
import { verify } from './verify.js';

const COMBINATIONS_MAX = 2000;
const PASSES_MAX = 20;

/** A student's classes of one course: of one configuration, one of every subpart. */
type Combination = readonly SectionedClass[];

/**
 * Assigns students to classes: every course they asked for, within limits, every class with its parent, and as few
 * conflicts as a hill climb over single students and exchanges of two finds. Without placements it only balances.
 */
export function assignStudents(
  problem: Problem,
  placements: readonly Placement[] = [],
  seed: readonly Student[] = [],
): Student[] {
  const { sectioning } = problem;
  if (!sectioning) return [...(problem.students ?? [])];
  const assignment = new Assignment(sectioning.courses, conflictsOf(problem, placements));
  const before = new Map(seed.map(({ id, meetings }) => [id, new Set(meetings)]));
  for (const { student, courses } of sectioning.requests) {
    for (const course of courses) assignment.enrol(student, course, before.get(student));
  }
  for (let pass = 0; pass < PASSES_MAX && placements.length > 0; pass++) if (!assignment.improve()) break;
  return sectioning.requests.map(({ student }) => ({
    id: student,
    meetings: assignment.meetingsOf(student),
  }));
}

class Assignment {
  readonly #combinations: ReadonlyMap<string, readonly Combination[]>;
  readonly #count = new Map<string, number>();
  /** Student -> course -> classes. */
  readonly #chosen = new Map<string, Map<string, Combination>>();
  readonly #attending = new Map<string, Set<string>>();

  constructor(
    courses: readonly SectionedCourse[],
    private readonly conflict: (a: string, b: string) => boolean,
  ) {
    this.#combinations = new Map(courses.map((course) => [course.id, combinationsOf(course)]));
  }

  meetingsOf(student: string): string[] {
    return [...(this.#chosen.get(student)?.values() ?? [])].flatMap((classes) =>
      classes.map(({ meeting }) => meeting),
    );
  }

  enrol(student: string, course: string, before: ReadonlySet<string> | undefined): void {
    const combinations = this.#combinations.get(course) ?? [];
    const kept = before && combinations.find((one) => one.every(({ meeting }) => before.has(meeting)));
    const best =
      (kept && this.#fits(kept) ? kept : null) ??
      this.#best(student, course) ??
      this.#makeRoom(student, course);
    if (!best) throw new Error(`Student ${student} finds no place in course ${course}.`);
    this.#choose(student, course, best);
  }

  /** One pass over all students; true when some conflict went away. */
  improve(): boolean {
    let isBetter = false;
    for (const [student, courses] of this.#chosen) {
      for (const [course, present] of [...courses]) {
        const cost = this.#cost(student, course, present);
        if (cost === 0) continue;
        this.#leave(student, course);
        const other = this.#best(student, course);
        const isWorth = other !== null && this.#cost(student, course, other) < cost;
        this.#choose(student, course, isWorth ? other : present);
        isBetter = isWorth || this.#exchange(student, course) || isBetter;
      }
    }
    return isBetter;
  }

  /** Changes places with another student of the course when both together gain. */
  #exchange(student: string, course: string): boolean {
    const mine = this.#chosen.get(student)?.get(course) as Combination;
    for (const other of this.#attending.get(course) ?? []) {
      const theirs = this.#chosen.get(other)?.get(course) as Combination;
      if (other === student || theirs === mine) continue;
      const now = this.#cost(student, course, mine) + this.#cost(other, course, theirs);
      const then = this.#cost(student, course, theirs) + this.#cost(other, course, mine);
      if (then >= now) continue;
      this.#leave(student, course);
      this.#leave(other, course);
      this.#choose(student, course, theirs);
      this.#choose(other, course, mine);
      return true;
    }
    return false;
  }

  /** The combination with the fewest conflicts, then the most room. */
  #best(student: string, course: string): Combination | null {
    let best: Combination | null = null;
    let bestCost = Infinity;
    for (const combination of this.#combinations.get(course) ?? []) {
      if (!this.#fits(combination)) continue;
      const fill = Math.max(...combination.map((one) => this.#fill(one)));
      const cost = this.#cost(student, course, combination) + fill / 2;
      if (cost >= bestCost) continue;
      bestCost = cost;
      best = combination;
    }
    return best;
  }

  /** Moves one other student of the course so that this one fits; null when that is not enough. */
  #makeRoom(student: string, course: string): Combination | null {
    for (const other of [...(this.#attending.get(course) ?? [])]) {
      const theirs = this.#chosen.get(other)?.get(course) as Combination;
      this.#leave(other, course);
      const freed = this.#best(student, course);
      if (freed) {
        this.#choose(student, course, freed);
        const elsewhere = this.#best(other, course);
        this.#leave(student, course);
        if (elsewhere) {
          this.#choose(other, course, elsewhere);
          return freed;
        }
      }
      this.#choose(other, course, theirs);
    }
    return null;
  }

  #choose(student: string, course: string, combination: Combination): void {
    const courses = this.#chosen.get(student) ?? new Map<string, Combination>();
    this.#chosen.set(student, courses.set(course, combination));
    const attending = this.#attending.get(course) ?? new Set<string>();
    this.#attending.set(course, attending.add(student));
    for (const { meeting } of combination) this.#count.set(meeting, (this.#count.get(meeting) ?? 0) + 1);
  }

  #leave(student: string, course: string): void {
    const combination = this.#chosen.get(student)?.get(course) ?? [];
    this.#chosen.get(student)?.delete(course);
    this.#attending.get(course)?.delete(student);
    for (const { meeting } of combination) this.#count.set(meeting, (this.#count.get(meeting) ?? 0) - 1);
  }

  #fits(combination: Combination): boolean {
    return combination.every((one) => this.#fill(one) < 1);
  }

  #fill({ meeting, limit = Infinity }: SectionedClass): number {
    return limit === 0 ? 1 : (this.#count.get(meeting) ?? 0) / limit;
  }

  /** Conflicts of these classes with each other and with the student's other courses. */
  #cost(student: string, course: string, combination: Combination): number {
    let conflicts = 0;
    for (const [i, { meeting }] of combination.entries()) {
      for (const later of combination.slice(i + 1)) if (this.conflict(meeting, later.meeting)) conflicts++;
      for (const [other, classes] of this.#chosen.get(student) ?? []) {
        if (other === course) continue;
        for (const one of classes) if (this.conflict(meeting, one.meeting)) conflicts++;
      }
    }
    return conflicts;
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

/** Whether nobody can attend both meetings where they stand; unplaced ones never conflict. */
function conflictsOf(problem: Problem, placements: readonly Placement[]): (a: string, b: string) => boolean {
  const places = new Map(placements.map((placement) => [placement.meeting, placement]));
  const travel = new Map<string, number>();
  for (const { from, to, periods } of problem.travel ?? []) {
    travel.set(`${from}>${to}`, periods);
    travel.set(`${to}>${from}`, periods);
  }
  const known = new Map<string, boolean>();
  const judge = (a: string, b: string): boolean => {
    const [x, y] = [places.get(a), places.get(b)];
    if (!x || !y) return false;
    const [s, t] = [problem.times[x.time], problem.times[y.time]];
    if ((s.days & t.days) === 0 || ![...s.weeks].some((bit, week) => bit === '1' && t.weeks[week] === '1'))
      return false;
    const way = x.room === y.room ? 0 : (travel.get(`${x.room}>${y.room}`) ?? 0);
    return s.start + s.length + way > t.start && t.start + t.length + way > s.start;
  };
  return (a, b) => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    let answer = known.get(key);
    if (answer === undefined) known.set(key, (answer = judge(a, b)));
    return answer;
  };
}

/**
 * Solves a problem with sectioning: students are assigned, the timetable is worked out around them, they are
 * assigned anew, the timetable is improved around that, and they are assigned once more. `solveOnce` may run
 * anywhere. Returns the problem with its students beside the solution; other problems are solved as they are.
 */
export async function solveWithStudents<Options extends SolveOptions>(
  problem: Problem,
  options: Options,
  solveOnce: (problem: Problem, options: Options) => Promise<Solution>,
): Promise<{ problem: Problem; solution: Solution }> {
  if (!problem.sectioning) return { problem, solution: await solveOnce(problem, options) };
  let students = assignStudents(problem);
  let start = options.start;
  let moves = 0;
  let seconds = 0;
  for (const share of SHARES) {
    const solution = await solveOnce(
      { ...problem, students },
      { ...options, start, limit: partOf(options.limit, share) },
    );
    start = solution.placements;
    moves += solution.moves;
    seconds += solution.seconds;
    students = assignStudents(problem, start, students);
    const isLast = share === SHARES[SHARES.length - 1] || solution.isCancelled;
    if (!isLast) continue;
    const complete: Problem = { ...problem, students };
    const { isFeasible, score } = verify(complete, start);
    return { problem: complete, solution: { ...solution, isFeasible, score, moves, seconds } };
  }
  throw new Error('A run has at least one part.');
}

/** Of the limit: first the timetable, then its improvement around better assigned students. */
const SHARES = [0.6, 0.4];

function partOf(limit: Limit, share: number): Limit {
  return 'seconds' in limit ? { seconds: limit.seconds * share } : { moves: Math.floor(limit.moves * share) };
}
