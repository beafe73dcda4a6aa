import { furtherOf, type Meeting, type Placement, type Room, type Teacher } from '../model.js';
import type { ConstraintChecker, TaughtTime } from './constraint-checker.js';
import { deadlocksOf } from './arc-consistency.js';
import type { Domain } from './domains.js';
import { keyOf, type Active } from './requirements.js';
import { shortages } from './shortages.js';
import { underspreadClasses } from './working-days.js';

/** The outcome of a search: a timetable, a proof that there is none, or neither within the budget. */
type Outcome =
  | { readonly kind: 'possible'; readonly placements: readonly Placement[] }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'unknown' };

/** How long to search, and what to try first. */
export interface Budget {
  /** Maximum number of places tried. */
  readonly steps: number;
  isOver(): boolean;
  /** How many outside meetings a place would disturb; the least disturbing is tried first. */
  disturbance?(meeting: Meeting, taught: TaughtTime, room: Room | null): number;
}

interface Variable {
  readonly meeting: Meeting;
  readonly taughtTimes: readonly TaughtTime[];
  readonly rooms: readonly Room[] | null;
  /** There are as many suitable rooms as meetings, so choosing a room needs no backtracking. */
  readonly hasSpareRooms: boolean;
  /** How many placed meetings exclude each of `taughtTimes`. */
  readonly barred: Int32Array;
  open: number;
}

/** Tries every combination of places for these meetings alone, under the active requirements only. */
export function placeAll(
  checker: ConstraintChecker,
  meetings: readonly Meeting[],
  active: Active,
  budget: Budget,
): Outcome {
  if (isProvedByCounting(checker, meetings, active)) return { kind: 'impossible' };
  const variables = meetings.map((meeting): Variable => {
    const possible = checker.taughtTimes(meeting, active);
    const disturbance = new Map(
      possible.map((taught) => [taught, budget.disturbance?.(meeting, taught, null) ?? 0]),
    );
    const taughtTimes = [...possible].sort(
      (a, b) => (disturbance.get(a) as number) - (disturbance.get(b) as number),
    );
    const rooms = checker.rooms(meeting, active);
    const hasSpareRooms =
      rooms === null ||
      (rooms.length > 0 &&
        !checker.dependsOnRoom(meeting) &&
        taughtTimes.every(
          ({ time }) =>
            rooms.filter((room) => checker.isRoomOpen(room, time, active)).length >= meetings.length,
        ));
    return {
      meeting,
      taughtTimes,
      rooms,
      hasSpareRooms,
      barred: new Int32Array(taughtTimes.length),
      open: taughtTimes.length,
    };
  });
  return new ExhaustiveSearch(checker, variables, active, budget).run();
}

class ExhaustiveSearch {
  readonly #exclusive: readonly (readonly boolean[])[];
  /** Variables that may lose taught times when another is placed. */
  readonly #neighbours: readonly (readonly number[])[];
  readonly #placements = new Map<string, Placement>();
  readonly #kinds = new Map<Room, string>();
  #stepsLeft: number;

  constructor(
    private readonly checker: ConstraintChecker,
    private readonly variables: readonly Variable[],
    private readonly active: Active,
    private readonly budget: Budget,
  ) {
    this.#stepsLeft = budget.steps;
    this.#exclusive = variables.map(({ meeting: a }) =>
      variables.map(({ meeting: b }) => a !== b && checker.areExclusive(a, b, active)),
    );
    const teachers = variables.map(
      ({ meeting, taughtTimes }) =>
        new Set([...taughtTimes.flatMap(({ teacher }) => teacher ?? []), ...furtherOf(meeting)]),
    );
    this.#neighbours = variables.map((_, v) =>
      [...variables.keys()].filter(
        (o) =>
          o !== v && (this.#exclusive[v][o] || [...teachers[v]].some((teacher) => teachers[o].has(teacher))),
      ),
    );
  }

  run(): Outcome {
    const isFound = this.#extend(new Set(this.variables.keys()));
    if (isFound) return { kind: 'possible', placements: [...this.#placements.values()] };
    return { kind: this.#stepsLeft >= 0 && !this.budget.isOver() ? 'impossible' : 'unknown' };
  }

  /** Backtracking: tries every placement of the meeting with the fewest remaining times, then the others. */
  #extend(left: ReadonlySet<number>): boolean {
    if (left.size === 0) return true;
    let next = -1;
    for (const v of left) if (next < 0 || this.variables[v].open < this.variables[next].open) next = v;
    const variable = this.variables[next];
    if (variable.open === 0) return false;
    const others = new Set(left);
    others.delete(next);
    for (let h = 0; h < variable.taughtTimes.length; h++) {
      if (variable.barred[h] > 0) continue;
      if (this.#isSpent()) return false;
      for (const room of this.#roomsFor(variable, variable.taughtTimes[h])) {
        if (this.#isSpent()) return false;
        if (this.#tryPlace(next, variable.taughtTimes[h], room, others)) return true;
      }
    }
    return false;
  }

  #isSpent(): boolean {
    this.#stepsLeft--;
    return this.#stepsLeft < 0 || this.budget.isOver();
  }

  #tryPlace(v: number, taught: TaughtTime, room: Room | null, others: ReadonlySet<number>): boolean {
    const { meeting } = this.variables[v];
    const placement = { meeting: meeting.id, ...taught, room: room?.id ?? null };
    this.#placements.set(meeting.id, placement);
    this.#bar(v, taught, others, 1);
    const { checker, active } = this;
    const isBroken =
      checker.breaksSet(this.#placements, meeting.id, active) ||
      checker.breaksReference(placement, active) ||
      checker.brokenAgenda(this.#placements, placement, active) !== null;
    const isFound = !isBroken && this.#extend(others);
    if (isFound) return true;
    this.#bar(v, taught, others, -1);
    this.#placements.delete(meeting.id);
    return false;
  }

  #bar(v: number, taught: TaughtTime, others: ReadonlySet<number>, change: 1 | -1): void {
    const { checker, active } = this;
    const { meeting } = this.variables[v];
    for (const o of this.#neighbours[v]) {
      if (!others.has(o)) continue;
      const other = this.variables[o];
      const areExclusive =
        this.#exclusive[v][o] || checker.alsoTeaches(other.meeting, taught.teacher, active);
      for (let h = 0; h < other.taughtTimes.length; h++) {
        const theirs = other.taughtTimes[h];
        const isShared = areExclusive || checker.alsoTeaches(meeting, theirs.teacher, active);
        if (!checker.clashes(taught, theirs, isShared, active)) continue;
        const before = other.barred[h];
        other.barred[h] += change;
        if (before === 0) other.open--;
        else if (other.barred[h] === 0) other.open++;
      }
    }
  }

  /** Its free rooms, the least disturbing first; only the first one when there are rooms to spare. */
  #roomsFor({ meeting, rooms, hasSpareRooms }: Variable, taught: TaughtTime): readonly (Room | null)[] {
    const isFree = (room: Room | null): boolean => {
      const placement = { meeting: meeting.id, ...taught, room: room?.id ?? null };
      if (room && !this.checker.isRoomOpen(room, taught.time, this.active)) return false;
      for (const other of this.#placements.values())
        if (this.checker.areIncompatible(other, placement, this.active)) return false;
      return true;
    };
    if (rooms === null) return isFree(null) ? [null] : [];
    const free = this.#distinct(rooms.filter(isFree));
    const { disturbance } = this.budget;
    if (disturbance) {
      const disturbed = new Map(free.map((room) => [room, disturbance(meeting, taught, room)]));
      free.sort((a, b) => (disturbed.get(a) as number) - (disturbed.get(b) as number));
    }
    return hasSpareRooms ? free.slice(0, 1) : free;
  }

  /** Breaks symmetry: of unused rooms that suit the same meetings at the same times, only one is tried. */
  #distinct(rooms: readonly Room[]): Room[] {
    const used = new Set([...this.#placements.values()].map(({ room }) => room));
    const seen = new Set<string>();
    return rooms.filter((room) => {
      if (used.has(room.id) || this.budget.disturbance) return true;
      const kind = this.#kindOf(room);
      if (seen.has(kind)) return false;
      seen.add(kind);
      return true;
    });
  }

  #kindOf(room: Room): string {
    const cached = this.#kinds.get(room);
    if (cached !== undefined) return cached;
    const dependOnRooms = this.variables.some(({ meeting }) => this.checker.dependsOnRoom(meeting));
    const suits = this.variables.map(({ rooms }) => Number(rooms?.includes(room) ?? false)).join('');
    const kind = dependOnRooms ? room.id : JSON.stringify([suits, room.unavailable]);
    this.#kinds.set(room, kind);
    return kind;
  }
}

/** Whether counting and arc consistency alone prove that the meetings cannot all be placed. */
export function isProvedByCounting(
  checker: ConstraintChecker,
  meetings: readonly Meeting[],
  active: Active,
): boolean {
  const builder = new DomainBuilder(checker, active);
  const domains = meetings.map((meeting) => builder.domain(meeting));
  if (domains.some(({ times, rooms }) => times.length === 0 || rooms?.length === 0)) return true;
  const context = { problem: checker.problem, cells: checker.cells, active, open: builder.open };
  if (!shortages(context, domains).next().done) return true;
  for (const { teachingClass, domains: own } of underspreadClasses(checker.problem, domains)) {
    const isActiveHere =
      checker.isHard('minimum-working-days') && active.has(keyOf('minimum-working-days', teachingClass.id));
    if (isActiveHere && own.length === checker.meetingsOf(teachingClass.id)) return true;
  }
  const times = new Map(domains.map(({ meeting, times: own }) => [meeting.id, own]));
  const isActive = (relation: number) => active.has(keyOf('distribution', relation));
  return deadlocksOf(checker.problem, times, isActive).length > 0;
}

/** The domains of single meetings; equal lists of times are one list, which counting relies on. */
class DomainBuilder {
  readonly #lists = new Map<string, readonly number[]>();
  readonly #ofTaughtTimes = new Map<readonly TaughtTime[], readonly number[]>();
  readonly #open = new Map<string, Map<readonly number[], readonly number[]>>();
  readonly #teachers: ReadonlyMap<string, Teacher>;

  constructor(
    private readonly checker: ConstraintChecker,
    private readonly active: Active,
  ) {
    this.#teachers = new Map(checker.problem.teachers.map((teacher) => [teacher.id, teacher]));
  }

  domain(meeting: Meeting): Domain {
    const taughtTimes = this.checker.taughtTimes(meeting, this.active);
    const ids = new Set(taughtTimes.flatMap(({ teacher }) => teacher ?? []));
    return {
      meeting,
      times: this.#timesOf(taughtTimes),
      teachers: [...ids].flatMap((id) => this.#teachers.get(id) ?? []),
      rooms: this.checker.rooms(meeting, this.active),
    };
  }

  /** The times of a list at which a room or teacher is available. */
  readonly open = (kind: 'room' | 'teacher', id: string, times: readonly number[]): readonly number[] => {
    const owner = `${kind} ${id}`;
    const cached = this.#open.get(owner) ?? new Map<readonly number[], readonly number[]>();
    this.#open.set(owner, cached);
    let left = cached.get(times);
    if (!left) {
      const available = times.filter((time) => !this.checker.isAway(kind, id, time, this.active));
      left = available.length === times.length ? times : available;
      cached.set(times, left);
    }
    return left;
  };

  #timesOf(taughtTimes: readonly TaughtTime[]): readonly number[] {
    let times = this.#ofTaughtTimes.get(taughtTimes);
    if (!times) {
      const found = [...new Set(taughtTimes.map(({ time }) => time))];
      const key = found.join();
      times = this.#lists.get(key) ?? found;
      this.#lists.set(key, times);
      this.#ofTaughtTimes.set(taughtTimes, times);
    }
    return times;
  }
}
