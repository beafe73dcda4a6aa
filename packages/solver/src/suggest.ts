import { furtherOf, type Placement, type Problem, type Score, type TimeSpan } from './model.js';
import { ChangeVerifier, scoreChange } from './verify-change.js';
import type { Image } from './search/image/image.js';
import { Entry } from './search/general/entry.js';
import type { State } from './search/general/state.js';
import { insertAll, stateOf, stating, timetableFrom } from './search/timetable.js';
import { finished, type Pieces } from './pieces.js';

/** An alternative place for a meeting, with the moves of other meetings that it requires. */
export interface Suggestion {
  /** New placements, the meeting itself first; at most three. */
  readonly changes: readonly Placement[];
  /** Change of the score: below 0 is better. */
  readonly score: Score;
  /** Whose timetable changes. */
  readonly teachers: readonly string[];
  readonly groups: readonly string[];
}

/** The number of suggestions, and the length of their chains. */
export interface SuggestOptions {
  /** Longest chain of moves, 1..3; default 3. */
  readonly moves?: number;
  /** Maximum number of suggestions; default 10. */
  readonly count?: number;
  /** Whether a chain may move another meeting; all but the locked ones by default. */
  readonly mayMove?: (meeting: string) => boolean;
  /** Whether the meeting itself may be at a time; at all of its times by default. */
  readonly isWanted?: (time: TimeSpan) => boolean;
  /** Whether the meeting itself may be in a room; in all of its rooms by default. */
  readonly mayHave?: (room: string) => boolean;
}

/** Meetings with their new time, room and teacher, as numbers. */
type Chain = readonly (readonly [m: number, t: number, r: number, k: number])[];

/** Where the meeting is that is asked for, and what the timetable costs with it. */
interface Placed {
  readonly t: number;
  readonly r: number;
  readonly k: number;
  readonly hard: number;
  readonly soft: number;
}

interface Candidate {
  readonly chain: Chain;
  readonly price: number;
}

const COUNT = 10;
const MOVES = 3;
/** Places tried for chains of one, two and three moves, to bound the response time. */
const PROBES_MAX = [1000, 2000, 2500];
/** In the price of a chain, a broken hard rule is dearer than any soft cost, and a move cheaper than any. */
const HARD_WEIGHT = 1e8;
const STEP = 10;

/** Answers what-if questions about one timetable; create it once and reuse it. */
export class Suggester {
  readonly #image: Image;
  readonly #state: State;
  readonly #fixed: Uint8Array;
  readonly #indexes: ReadonlyMap<string, number>;
  /** The meetings that should have the room of a meeting, by its number. */
  readonly #sharingRoom = new Map<number, number[]>();
  readonly #entry: Entry;
  #probesLeft = 0;
  readonly #blockers = new Set<number>();
  /** All chains up to this length were visited. */
  #visited = 0;
  /** The cheapest chain for each time of the meeting that is asked for. */
  readonly #byTime = new Map<number, Candidate>();
  #before: Placed = { t: -1, r: -1, k: -1, hard: 0, soft: 0 };
  /** More hard rules than without the meeting must not be broken at any step. */
  #hardMax = 0;
  #mayMove: (meeting: string) => boolean = () => true;
  #isWanted: (time: TimeSpan) => boolean = () => true;
  #mayHave: (room: string) => boolean = () => true;

  constructor(
    readonly problem: Problem,
    placements: readonly Placement[],
    private verifier = new ChangeVerifier(problem, placements),
    state = stateOf(problem, placements),
  ) {
    this.#state = state;
    this.#image = state.image;
    this.#entry = new Entry(state);
    this.#fixed = Uint8Array.from(problem.meetings, ({ lock }) => Number(lock !== undefined));
    this.#indexes = new Map(problem.meetings.map(({ id }, m) => [id, m]));
    for (const { type, meetings } of problem.distributions ?? []) {
      if (type !== 'SameRoom') continue;
      const all = meetings.map((id) => this.#indexes.get(id)!);
      for (const m of all) this.#sharingRoom.set(m, [...(this.#sharingRoom.get(m) ?? []), ...all]);
    }
  }

  /** Makes one in pieces: of a large timetable it takes some hundred milliseconds. */
  static *making(
    problem: Problem,
    placements: readonly Placement[],
    verifier = new ChangeVerifier(problem, placements),
  ): Pieces<Suggester> {
    return new Suggester(problem, placements, verifier, yield* stating(problem, placements));
  }

  /**
   * Goes on with the timetable after changes, which the verifier knows: meetings at other times, in other
   * rooms and with other teachers that they are offered, and such as have no place any more. In one piece.
   */
  *following(
    changes: readonly Placement[],
    removed: readonly string[],
    verifier: ChangeVerifier,
  ): Pieces<this> {
    this.verifier = verifier;
    const state = this.#state;
    for (const meeting of [...removed, ...changes.map((change) => change.meeting)]) {
      const m = this.#indexes.get(meeting)!;
      if (state.isPlaced(m)) state.remove(m);
    }
    insertAll(state, timetableFrom(this.problem, changes));
    yield;
    return this;
  }

  /** Alternative places for a meeting without new hard violations, cheapest first, one per time. */
  suggest(meeting: string, options: SuggestOptions = {}): Suggestion[] {
    return finished(this.suggesting(meeting, options));
  }

  /** The same in pieces, between which nobody else may ask it or let it follow changes. */
  *suggesting(meeting: string, options: SuggestOptions = {}): Pieces<Suggestion[]> {
    const m = this.#indexes.get(meeting);
    if (m === undefined) throw new Error(`There is no meeting ${meeting} in the problem.`);
    const { moves = MOVES, count = COUNT } = options;
    this.#mayMove = options.mayMove ?? (() => true);
    this.#isWanted = options.isWanted ?? (() => true);
    this.#mayHave = options.mayHave ?? (() => true);
    const state = this.#state;
    const [t, r, k] = [state.time[m], state.room[m], state.teacher[m]];
    this.#before = { t, r, k, hard: state.hard, soft: state.soft };
    if (t >= 0) state.remove(m);
    this.#hardMax = state.hard;
    this.#byTime.clear();
    this.#visited = 0;
    for (const [others, probesMax] of PROBES_MAX.slice(0, moves).entries()) {
      this.#probesLeft = probesMax;
      yield* this.#explore(m, others, [], []);
      if (this.#probesLeft > 0 && this.#visited === others) this.#visited++;
    }
    if (t >= 0) state.insert(m, t, r, k);
    const suggestions: Suggestion[] = [];
    for (const found of [...this.#byTime.values()].sort((a, b) => a.price - b.price).slice(0, count))
      suggestions.push(yield* this.#suggestion(found));
    return suggestions;
  }

  /**
   * Tries every place of an unplaced meeting, moving at most so many others; those that already made way are
   * `waiting` for theirs.
   */
  *#explore(m: number, othersMax: number, chain: Chain, waiting: readonly number[]): Pieces<void> {
    const { timeStart, time } = this.#image;
    for (let i = timeStart[m]; i < timeStart[m + 1] && this.#probesLeft > 0; i++) {
      if (chain.length === 0 && !this.#isWanted(this.problem.times[time[i]])) continue;
      for (const k of this.#teachersOf(m)) {
        for (const r of this.#roomsAt(m, time[i], othersMax > 0, chain.length === 0)) {
          yield* this.#tryPlace([m, time[i], r, k], othersMax, chain, waiting);
        }
      }
      yield;
    }
  }

  *#tryPlace(
    place: Chain[number],
    othersMax: number,
    chain: Chain,
    waiting: readonly number[],
  ): Pieces<void> {
    const state = this.#state;
    const [m, t, r, k] = place;
    this.#probesLeft--;
    const blockers = this.#blockers;
    blockers.clear();
    if (!state.occupants(m, t, r, k, blockers) || blockers.size > othersMax) return;
    if (blockers.size + waiting.length === 0) {
      if (chain.length >= this.#visited) this.#offer(place, chain);
      return;
    }
    const isStuck = (other: number) =>
      this.#fixed[other] === 1 ||
      chain.some(([moved]) => moved === other) ||
      !this.#mayMove(this.problem.meetings[other].id);
    if ([...blockers].some(isStuck)) return;
    const evicted = [...blockers].map((o) => [o, state.time[o], state.room[o], state.teacher[o]] as const);
    for (const [other] of evicted) state.remove(other);
    state.insert(m, t, r, k);
    if (state.hard <= this.#hardMax) {
      const [next, ...others] = [...evicted.map(([other]) => other), ...waiting];
      yield* this.#explore(next, othersMax - evicted.length, [...chain, place], others);
    }
    state.remove(m);
    for (const [other, u, s, l] of evicted) state.insert(other, u, s, l);
  }

  /** Keeps a chain that ends with this place, where everybody is free, if it is the cheapest for its time. */
  #offer(place: Chain[number], chain: Chain): void {
    const [m, t, r, k] = place;
    const { hard, soft } = this.#state;
    const now = this.#before;
    if (chain.length === 0 && t === now.t && r === now.r && k === now.k) return;
    const time = chain.length === 0 ? t : chain[0][1];
    const cheapest = this.#byTime.get(time);
    const so = priceOf(hard - now.hard, soft - now.soft, chain.length + 1);
    const limit = cheapest ? (cheapest.price - so) / STEP : Infinity;
    const entry = this.#entry;
    if (!entry.isCheaper(limit, this.#hardMax - hard, HARD_WEIGHT, m, t, r, k)) return;
    this.#byTime.set(time, { chain: [...chain, place], price: so + priceOf(entry.hard, entry.soft, 0) });
  }

  #teachersOf(m: number): Int32Array | readonly number[] {
    const { teacherStart, teacher, needsTeacher } = this.#image;
    return needsTeacher[m] ? teacher.subarray(teacherStart[m], teacherStart[m + 1]) : [-1];
  }

  /**
   * The cheapest free room; if there is none, the cheapest one whose user could leave. Besides, the rooms of
   * meetings that should be in the same one.
   */
  #roomsAt(m: number, t: number, mayClear: boolean, isAskedFor: boolean): number[] {
    const { roomStart, room, roomCost, needsRoom } = this.#image;
    if (!needsRoom[m]) return [-1];
    let free = -1;
    let occupied = -1;
    let freeCost = Infinity;
    let occupiedCost = Infinity;
    const shared = new Set(this.#sharingRoom.get(m)?.map((other) => this.#state.room[other]));
    const rooms = new Set<number>();
    for (let i = roomStart[m]; i < roomStart[m + 1]; i++) {
      if (isAskedFor && !this.#mayHave(this.problem.rooms[room[i]].id)) continue;
      const isFree = this.#state.isRoomFree(room[i], t);
      if (!isFree && !(mayClear && this.#state.roomOccupant(room[i], t) >= 0)) continue;
      if (shared.has(room[i])) rooms.add(room[i]);
      if (isFree && roomCost[i] < freeCost) [free, freeCost] = [room[i], roomCost[i]];
      else if (!isFree && roomCost[i] < occupiedCost) [occupied, occupiedCost] = [room[i], roomCost[i]];
    }
    const cheapest = free >= 0 ? free : occupied;
    return [...(cheapest >= 0 ? rooms.add(cheapest) : rooms)];
  }

  *#suggestion({ chain }: Candidate): Pieces<Suggestion> {
    const { meetings, rooms, teachers } = this.problem;
    const changes = chain.map(([m, t, r, k]): Placement => ({
      meeting: meetings[m].id,
      time: t,
      room: rooms[r]?.id ?? null,
      teacher: teachers[k]?.id ?? null,
    }));
    const { before, after } = yield* this.verifier.comparing(changes);
    const moved = chain.map(([m]) => m);
    const then = changes.flatMap(({ teacher }) => teacher ?? []);
    const now = moved.flatMap((m) => teachers[this.#state.teacher[m]]?.id ?? []);
    return {
      changes,
      score: scoreChange(before.score, after.score),
      teachers: [...new Set([...now, ...then, ...moved.flatMap((m) => furtherOf(meetings[m]))])],
      groups: [...new Set(moved.flatMap((m) => meetings[m].groups))],
    };
  }
}

/** Hard first, then soft; of equals the shorter chain. */
function priceOf(hard: number, soft: number, moves: number): number {
  return (hard * HARD_WEIGHT + soft) * STEP + moves;
}
