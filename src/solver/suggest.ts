import type { Placement, Problem, Score, TimeSpan } from './model.js';
import { ChangeVerifier, scoreChange } from './verify-change.js';
import type { Image } from './search/image/image.js';
import type { State } from './search/general/state.js';
import { stateOf } from './search/timetable.js';

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
}

/** Meetings with their new time, room and teacher, as numbers. */
type Chain = readonly (readonly [m: number, t: number, r: number, k: number])[];

interface Candidate {
  readonly chain: Chain;
  readonly hard: number;
  readonly soft: number;
}

const COUNT = 10;
const MOVES = 3;
/** Places tried for chains of one, two and three moves, to bound the response time. */
const PROBES_MAX = [1000, 2000, 2500];

/** Answers what-if questions about one timetable; create it once and reuse it. */
export class Suggester {
  readonly #image: Image;
  readonly #state: State;
  readonly #fixed: Uint8Array;
  readonly #indexes: ReadonlyMap<string, number>;
  #probesLeft = 0;
  readonly #blockers = new Set<number>();
  /** All chains up to this length were visited. */
  #visited = 0;
  #mayMove: (meeting: string) => boolean = () => true;
  #isWanted: (time: TimeSpan) => boolean = () => true;

  constructor(
    private readonly problem: Problem,
    placements: readonly Placement[],
    private readonly verifier = new ChangeVerifier(problem, placements),
  ) {
    this.#state = stateOf(problem, placements);
    this.#image = this.#state.image;
    this.#fixed = Uint8Array.from(problem.meetings, ({ lock }) => Number(lock !== undefined));
    this.#indexes = new Map(problem.meetings.map(({ id }, m) => [id, m]));
  }

  /** Alternative places for a meeting without new hard violations, cheapest first, one per time. */
  suggest(meeting: string, options: SuggestOptions = {}): Suggestion[] {
    const m = this.#indexes.get(meeting);
    if (m === undefined) throw new Error(`There is no meeting ${meeting} in the problem.`);
    const { moves = MOVES, count = COUNT, mayMove = () => true, isWanted = () => true } = options;
    this.#mayMove = mayMove;
    this.#isWanted = isWanted;
    const state = this.#state;
    const before = { hard: state.hard, soft: state.soft };
    const [t, r, k] = [state.time[m], state.room[m], state.teacher[m]];
    if (t >= 0) state.remove(m);
    const byTime = new Map<number, Candidate>();
    const visit = (chain: Chain) => {
      const [, time] = chain[0];
      const isHere = chain.length === 1 && time === t && chain[0][2] === r && chain[0][3] === k;
      const found = { chain, hard: state.hard - before.hard, soft: state.soft - before.soft };
      const cheapest = byTime.get(time);
      if (!isHere && (!cheapest || price(found) < price(cheapest))) byTime.set(time, found);
    };
    this.#visited = 0;
    for (const [others, probesMax] of PROBES_MAX.slice(0, moves).entries()) {
      this.#probesLeft = probesMax;
      this.#explore(m, others, state.hard, [], visit);
      if (this.#probesLeft > 0 && this.#visited === others) this.#visited++;
    }
    if (t >= 0) state.insert(m, t, r, k);
    return [...byTime.values()]
      .sort((a, b) => price(a) - price(b))
      .slice(0, count)
      .map((found) => this.#suggestion(found));
  }

  /**
   * Tries every place of an unplaced meeting, moving at most a number of others, and visits each result;
   * `waiting` others are still to be placed after it.
   */
  #explore(
    m: number,
    othersMax: number,
    hardMax: number,
    chain: Chain,
    visit: (chain: Chain) => void,
    waiting = 0,
  ): void {
    const { timeStart, time } = this.#image;
    for (let i = timeStart[m]; i < timeStart[m + 1] && this.#probesLeft > 0; i++) {
      if (chain.length === 0 && !this.#isWanted(this.problem.times[time[i]])) continue;
      for (const k of this.#teachersOf(m)) {
        for (const r of this.#roomsAt(m, time[i], othersMax > 0)) {
          this.#tryPlace([m, time[i], r, k], othersMax, hardMax, chain, visit, waiting);
        }
      }
    }
  }

  #tryPlace(
    place: Chain[number],
    othersMax: number,
    hardMax: number,
    chain: Chain,
    visit: (chain: Chain) => void,
    waiting: number,
  ): void {
    const state = this.#state;
    const [m, t, r, k] = place;
    this.#probesLeft--;
    const blockers = this.#blockers;
    blockers.clear();
    if (!state.occupants(m, t, r, k, blockers) || blockers.size > othersMax) return;
    if (blockers.size + waiting === 0 && chain.length < this.#visited) return;
    const isStuck = (other: number) =>
      this.#fixed[other] === 1 ||
      chain.some(([moved]) => moved === other) ||
      !this.#mayMove(this.problem.meetings[other].id);
    if ([...blockers].some(isStuck)) return;
    const evicted = [...blockers].map((o) => [o, state.time[o], state.room[o], state.teacher[o]] as const);
    for (const [other] of evicted) state.remove(other);
    state.insert(m, t, r, k);
    const next = [...chain, place];
    if (state.hard <= hardMax)
      this.#settle(
        evicted.map(([other]) => other),
        othersMax,
        hardMax,
        next,
        visit,
      );
    state.remove(m);
    for (const [other, u, s, l] of evicted) state.insert(other, u, s, l);
  }

  /** Finds new places for the evicted meetings, one after the other. */
  #settle(
    evicted: readonly number[],
    othersMax: number,
    hardMax: number,
    chain: Chain,
    visit: (chain: Chain) => void,
  ): void {
    const [first, ...others] = evicted;
    if (first === undefined) {
      visit(chain);
      return;
    }
    const settleOthers = (longer: Chain) => this.#settle(others, othersMax - 1, hardMax, longer, visit);
    this.#explore(first, othersMax - evicted.length, hardMax, chain, settleOthers, others.length);
  }

  #teachersOf(m: number): Int32Array | readonly number[] {
    const { teacherStart, teacher, needsTeacher } = this.#image;
    return needsTeacher[m] ? teacher.subarray(teacherStart[m], teacherStart[m + 1]) : [-1];
  }

  /** The cheapest free room; if there is none, the cheapest one whose user could leave. */
  #roomsAt(m: number, t: number, mayClear: boolean): number[] {
    const { roomStart, room, roomCost, needsRoom } = this.#image;
    if (!needsRoom[m]) return [-1];
    let free = -1;
    let occupied = -1;
    let freeCost = Infinity;
    let occupiedCost = Infinity;
    for (let i = roomStart[m]; i < roomStart[m + 1]; i++) {
      if (roomCost[i] < freeCost && this.#state.isRoomFree(room[i], t)) {
        free = room[i];
        freeCost = roomCost[i];
      } else if (
        mayClear &&
        free < 0 &&
        roomCost[i] < occupiedCost &&
        this.#state.roomOccupant(room[i], t) >= 0
      ) {
        occupied = room[i];
        occupiedCost = roomCost[i];
      }
    }
    if (free >= 0) return [free];
    return occupied >= 0 ? [occupied] : [];
  }

  #suggestion({ chain }: Candidate): Suggestion {
    const { meetings, rooms, teachers } = this.problem;
    const changes = chain.map(([m, t, r, k]): Placement => ({
      meeting: meetings[m].id,
      time: t,
      room: rooms[r]?.id ?? null,
      teacher: teachers[k]?.id ?? null,
    }));
    const { before, after } = this.verifier.compare(changes);
    const moved = chain.map(([m]) => m);
    const then = changes.flatMap(({ teacher }) => teacher ?? []);
    const now = moved.flatMap((m) => teachers[this.#state.teacher[m]]?.id ?? []);
    return {
      changes,
      score: scoreChange(before.score, after.score),
      teachers: [...new Set([...now, ...then])],
      groups: [...new Set(moved.flatMap((m) => meetings[m].groups))],
    };
  }
}

/** Hard first, then soft; of equals the shorter chain. */
function price({ hard, soft, chain }: Candidate): number {
  return hard * 1e9 + soft * 10 + chain.length;
}
