import type { Meeting, Placement, Room, Teacher } from '../model.js';
import type { Active, Board, Hour } from './constraint-checker.js';
import { narrowed } from './arc-consistency.js';
import { keyOf } from './requirements.js';
import { shortages, type Choice } from './shortages.js';
import { thinClasses } from './working-days.js';

/**
 * What trying everything came to: a timetable, the proof that there is none, or neither within the budget.
 */
export type Outcome =
  | { readonly kind: 'possible'; readonly placements: readonly Placement[] }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'unknown' };

/** How long to try, and what to try first. */
export interface Effort {
  /** Places tried at most. */
  readonly steps: number;
  isOver(): boolean;
  /** How many meetings outside a place would disturb: the least disturbing is tried first. */
  disturbance?(meeting: Meeting, hour: Hour, room: Room | null): number;
}

interface Variable {
  readonly meeting: Meeting;
  readonly hours: readonly Hour[];
  readonly rooms: readonly Room[] | null;
  /**
   * Any room will do, for there are more that suit than meetings: it is chosen, but never the reason to go
   * back.
   */
  readonly isLoose: boolean;
  /** How many placed meetings bar each hour. */
  readonly barred: Int32Array;
  open: number;
}

/**
 * Tries to place the meetings by themselves, by every possible combination, while only the active
 * requirements hold.
 */
export function placeAll(
  board: Board,
  meetings: readonly Meeting[],
  active: Active,
  effort: Effort,
): Outcome {
  if (isCountedOut(board, meetings, active)) return { kind: 'impossible' };
  const variables = meetings.map((meeting): Variable => {
    const found = board.hours(meeting, active);
    const rank = new Map(found.map((hour) => [hour, effort.disturbance?.(meeting, hour, null) ?? 0]));
    const hours = [...found].sort((a, b) => (rank.get(a) as number) - (rank.get(b) as number));
    const rooms = board.rooms(meeting, active);
    const isLoose =
      rooms === null ||
      (rooms.length > 0 &&
        !board.caresForRoom(meeting) &&
        hours.every(
          ({ time }) =>
            rooms.filter((room) => board.isRoomOpen(room, time, active)).length >= meetings.length,
        ));
    return { meeting, hours, rooms, isLoose, barred: new Int32Array(hours.length), open: hours.length };
  });
  return new Exhaustive(board, variables, active, effort).run();
}

class Exhaustive {
  readonly #tied: readonly (readonly boolean[])[];
  /** Who may lose hours when one is placed. */
  readonly #neighbours: readonly (readonly number[])[];
  readonly #placements = new Map<string, Placement>();
  readonly #kinds = new Map<Room, string>();
  #stepsLeft: number;

  constructor(
    private readonly board: Board,
    private readonly variables: readonly Variable[],
    private readonly active: Active,
    private readonly effort: Effort,
  ) {
    this.#stepsLeft = effort.steps;
    this.#tied = variables.map(({ meeting: a }) =>
      variables.map(({ meeting: b }) => a !== b && board.isTied(a, b, active)),
    );
    const teachers = variables.map(({ hours }) => new Set(hours.flatMap(({ teacher }) => teacher ?? [])));
    this.#neighbours = variables.map((_, v) =>
      [...variables.keys()].filter(
        (o) => o !== v && (this.#tied[v][o] || [...teachers[v]].some((teacher) => teachers[o].has(teacher))),
      ),
    );
  }

  run(): Outcome {
    const isFound = this.#extend(new Set(this.variables.keys()));
    if (isFound) return { kind: 'possible', placements: [...this.#placements.values()] };
    return { kind: this.#stepsLeft >= 0 && !this.effort.isOver() ? 'impossible' : 'unknown' };
  }

  /** Places the meeting with the fewest hours left, everywhere it can stand, and the others after it. */
  #extend(left: ReadonlySet<number>): boolean {
    if (left.size === 0) return true;
    let next = -1;
    for (const v of left) if (next < 0 || this.variables[v].open < this.variables[next].open) next = v;
    const variable = this.variables[next];
    if (variable.open === 0) return false;
    const others = new Set(left);
    others.delete(next);
    for (let h = 0; h < variable.hours.length; h++) {
      if (variable.barred[h] > 0) continue;
      if (this.#isSpent()) return false;
      for (const room of this.#roomsFor(variable, variable.hours[h])) {
        if (this.#isSpent()) return false;
        if (this.#tryPlace(next, variable.hours[h], room, others)) return true;
      }
    }
    return false;
  }

  #isSpent(): boolean {
    this.#stepsLeft--;
    return this.#stepsLeft < 0 || this.effort.isOver();
  }

  #tryPlace(v: number, hour: Hour, room: Room | null, others: ReadonlySet<number>): boolean {
    const { meeting } = this.variables[v];
    const placement = { meeting: meeting.id, ...hour, room: room?.id ?? null };
    this.#placements.set(meeting.id, placement);
    this.#bar(v, hour, others, 1);
    const { board, active } = this;
    const isBroken =
      board.breaksSet(this.#placements, meeting.id, active) ||
      board.mustNotMove(placement, active) ||
      board.brokenAgenda(this.#placements, placement, active) !== null;
    const isFound = !isBroken && this.#extend(others);
    if (isFound) return true;
    this.#bar(v, hour, others, -1);
    this.#placements.delete(meeting.id);
    return false;
  }

  #bar(v: number, hour: Hour, others: ReadonlySet<number>, change: 1 | -1): void {
    for (const o of this.#neighbours[v]) {
      if (!others.has(o)) continue;
      const other = this.variables[o];
      for (let h = 0; h < other.hours.length; h++) {
        if (!this.board.barsHour(hour, other.hours[h], this.#tied[v][o], this.active)) continue;
        const before = other.barred[h];
        other.barred[h] += change;
        if (before === 0) other.open--;
        else if (other.barred[h] === 0) other.open++;
      }
    }
  }

  /** Rooms that are free for it, the least disturbing first; of a loose meeting only the first. */
  #roomsFor({ meeting, rooms, isLoose }: Variable, hour: Hour): readonly (Room | null)[] {
    const isFree = (room: Room | null): boolean => {
      const placement = { meeting: meeting.id, ...hour, room: room?.id ?? null };
      if (room && !this.board.isRoomOpen(room, hour.time, this.active)) return false;
      for (const other of this.#placements.values())
        if (this.board.bars(other, placement, this.active)) return false;
      return true;
    };
    if (rooms === null) return isFree(null) ? [null] : [];
    const free = this.#unlike(rooms.filter(isFree));
    const { disturbance } = this.effort;
    if (disturbance) {
      const rank = new Map(free.map((room) => [room, disturbance(meeting, hour, room)]));
      free.sort((a, b) => (rank.get(a) as number) - (rank.get(b) as number));
    }
    return isLoose ? free.slice(0, 1) : free;
  }

  /** Of empty rooms that suit the same meetings at the same hours, one stands for all. */
  #unlike(rooms: readonly Room[]): Room[] {
    const used = new Set([...this.#placements.values()].map(({ room }) => room));
    const seen = new Set<string>();
    return rooms.filter((room) => {
      if (used.has(room.id) || this.effort.disturbance) return true;
      const kind = this.#kindOf(room);
      if (seen.has(kind)) return false;
      seen.add(kind);
      return true;
    });
  }

  #kindOf(room: Room): string {
    const known = this.#kinds.get(room);
    if (known !== undefined) return known;
    const cares = this.variables.some(({ meeting }) => this.board.caresForRoom(meeting));
    const suits = this.variables.map(({ rooms }) => Number(rooms?.includes(room) ?? false)).join('');
    const kind = cares ? room.id : JSON.stringify([suits, room.unavailable]);
    this.#kinds.set(room, kind);
    return kind;
  }
}

/** What counting and the chains of relations alone can tell, without trying anything. */
export function isCountedOut(board: Board, meetings: readonly Meeting[], active: Active): boolean {
  const counts = new Counts(board, active);
  const choices = meetings.map((meeting) => counts.choice(meeting));
  if (choices.some(({ times, rooms }) => times.length === 0 || rooms?.length === 0)) return true;
  const setting = { problem: board.problem, cells: board.cells, active, open: counts.open };
  if (!shortages(setting, choices).next().done) return true;
  for (const { teachingClass, own } of thinClasses(board.problem, choices)) {
    const isAsked =
      board.isHard('minimum-working-days') && active.has(keyOf('minimum-working-days', teachingClass.id));
    if (isAsked && own.length === board.meetingsOf(teachingClass.id)) return true;
  }
  const left = new Map(choices.map(({ meeting, times }) => [meeting.id, times]));
  const isActive = (relation: number) => active.has(keyOf('distribution', relation));
  return narrowed(board.problem, left, isActive).length > 0;
}

/** What is left to meetings by themselves, the same list for the same times. */
class Counts {
  readonly #lists = new Map<string, readonly number[]>();
  readonly #ofHours = new Map<readonly Hour[], readonly number[]>();
  readonly #open = new Map<string, Map<readonly number[], readonly number[]>>();
  readonly #teachers: ReadonlyMap<string, Teacher>;

  constructor(
    private readonly board: Board,
    private readonly active: Active,
  ) {
    this.#teachers = new Map(board.problem.teachers.map((teacher) => [teacher.id, teacher]));
  }

  choice(meeting: Meeting): Choice {
    const hours = this.board.hours(meeting, this.active);
    const ids = new Set(hours.flatMap(({ teacher }) => teacher ?? []));
    return {
      meeting,
      times: this.#timesOf(hours),
      teachers: [...ids].flatMap((id) => this.#teachers.get(id) ?? []),
      rooms: this.board.rooms(meeting, this.active),
    };
  }

  readonly open = (kind: 'room' | 'teacher', id: string, times: readonly number[]): readonly number[] => {
    const owner = `${kind} ${id}`;
    const known = this.#open.get(owner) ?? new Map<readonly number[], readonly number[]>();
    this.#open.set(owner, known);
    let left = known.get(times);
    if (!left) {
      const there = times.filter((time) => !this.board.isAway(kind, id, time, this.active));
      left = there.length === times.length ? times : there;
      known.set(times, left);
    }
    return left;
  };

  #timesOf(hours: readonly Hour[]): readonly number[] {
    let times = this.#ofHours.get(hours);
    if (!times) {
      const found = [...new Set(hours.map(({ time }) => time))];
      const key = found.join();
      times = this.#lists.get(key) ?? found;
      this.#lists.set(key, times);
      this.#ofHours.set(hours, times);
    }
    return times;
  }
}
