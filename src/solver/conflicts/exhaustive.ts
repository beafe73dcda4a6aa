import type { Meeting, Placement, Room, TimeSpan } from '../model.js';
import { canServe } from './matching.js';
import type { Active, Board, Hour } from './board.js';
import { keyOf } from './requirements.js';

/** What trying everything came to: a timetable, the proof that there is none, or neither within the budget. */
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

/** More than the number of any cell. */
const CELLS_MAX = 1 << 20;
/** Cells times units beyond which the rooms are not matched one by one. */
const MATCHING_MAX = 400_000;

interface Variable {
  readonly meeting: Meeting;
  readonly hours: readonly Hour[];
  readonly rooms: readonly Room[] | null;
  /** Any room will do, for there are more that suit than meetings: it is chosen, but never the reason to go back. */
  readonly isLoose: boolean;
  /** How many placed meetings bar each hour. */
  readonly barred: Int32Array;
  open: number;
}

/** Tries to place the meetings by themselves, by every possible combination, while only the active requirements hold. */
export function placeAll(
  board: Board,
  meetings: readonly Meeting[],
  active: Active,
  effort: Effort,
): Outcome {
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
  if (variables.some(({ hours, rooms }) => hours.length === 0 || rooms?.length === 0))
    return { kind: 'impossible' };
  if (!peopleSuffice(board, variables, active) || !roomsSuffice(board, variables, active))
    return { kind: 'impossible' };
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
    const isFound = !this.board.breaksSet(this.#placements, meeting.id, this.active) && this.#extend(others);
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

/** Counts the periods of everybody who has several of the meetings. */
function peopleSuffice(board: Board, variables: readonly Variable[], active: Active): boolean {
  const owners = new Map<string, Variable[]>();
  const add = (key: string, variable: Variable) => {
    if (active.has(key)) owners.set(key, [...(owners.get(key) ?? []), variable]);
  };
  for (const variable of variables) {
    const { meeting, hours } = variable;
    for (const id of meeting.groups) add(keyOf('group-conflict', id), variable);
    add(keyOf('teaching-class-conflict', meeting.teachingClass), variable);
    const teachers = new Set(hours.map(({ teacher }) => teacher));
    const [only] = teachers;
    if (teachers.size === 1 && only !== null) add(keyOf('teacher-conflict', only), variable);
  }
  const { times } = board.problem;
  return [...owners.values()]
    .filter((list) => list.length > 1)
    .every((list) => {
      const cells = cellsOf(times, list);
      return canServe(
        list.map(({ hours }) => ({
          units: Math.min(...hours.map(({ time }) => cells(time).length)),
          cells: [...new Set(hours.flatMap(({ time }) => cells(time)))],
        })),
      );
    });
}

/** Counts the periods of all rooms that suit those meetings that are not free to choose. */
function roomsSuffice(board: Board, variables: readonly Variable[], active: Active): boolean {
  const bound = variables.filter(({ isLoose }) => !isLoose);
  const isLimit = (room: Room) => active.has(keyOf('room-conflict', room.id));
  const cells = cellsOf(board.problem.times, bound);
  const alike = new Map<readonly Room[], { rooms: readonly Room[]; units: number; cells: Set<number> }>();
  for (const { hours, rooms } of bound) {
    if (!rooms?.every(isLimit)) continue;
    const entry = alike.get(rooms) ?? { rooms, units: 0, cells: new Set() };
    alike.set(rooms, entry);
    entry.units += Math.min(...hours.map(({ time }) => cells(time).length));
    for (const { time } of hours) for (const cell of cells(time)) entry.cells.add(cell);
  }
  for (const entry of alike.values()) if (entry.units > entry.cells.size * entry.rooms.length) return false;
  const limited = bound.filter(({ rooms }) => rooms?.every(isLimit));
  const work = limited.reduce((sum, { hours, rooms }) => sum + hours.length * (rooms?.length ?? 0), 0);
  return (
    limited.length < 2 || work * limited.length > MATCHING_MAX || roomsMatch(board, limited, cells, active)
  );
}

/** Gives every meeting as many periods of rooms that suit as it needs. */
function roomsMatch(
  board: Board,
  variables: readonly Variable[],
  cells: (time: number) => readonly number[],
  active: Active,
): boolean {
  const numbers = new Map<string, number>();
  const offered = (room: Room, hours: readonly Hour[]): number[] => {
    if (!numbers.has(room.id)) numbers.set(room.id, numbers.size * CELLS_MAX);
    const open = hours.filter(({ time }) => board.isRoomOpen(room, time, active));
    return open.flatMap(({ time }) => cells(time).map((cell) => (numbers.get(room.id) as number) + cell));
  };
  return canServe(
    variables.map(({ hours, rooms }) => ({
      units: Math.min(...hours.map(({ time }) => cells(time).length)),
      cells: [...new Set((rooms ?? []).flatMap((room) => offered(room, hours)))],
    })),
  );
}

/** The cells of a time: its periods on its days, in weeks that some time of these meetings tells apart. */
function cellsOf(
  times: readonly TimeSpan[],
  variables: readonly Variable[],
): (time: number) => readonly number[] {
  const used = [...new Set(variables.flatMap(({ hours }) => hours.map(({ time }) => time)))];
  const patterns = [...new Set(used.map((time) => times[time].weeks))];
  const columns = new Map<string, number>();
  const firstWeeks: number[] = [];
  for (let week = 0; week < (patterns[0]?.length ?? 0); week++) {
    const column = patterns.map((pattern) => pattern[week]).join('');
    if (columns.has(column)) continue;
    columns.set(column, columns.size);
    firstWeeks.push(week);
  }
  const known = new Map<number, readonly number[]>();
  return (time) => {
    const before = known.get(time);
    if (before) return before;
    const { weeks, days, start, length } = times[time];
    const cells: number[] = [];
    for (const [atom, week] of firstWeeks.entries()) {
      if (weeks[week] !== '1') continue;
      for (let day = 0; day < 7; day++) {
        if (!((days >> day) & 1)) continue;
        for (let p = start; p < start + length; p++) cells.push((atom * 7 + day) * 512 + p);
      }
    }
    known.set(time, cells);
    return cells;
  };
}
