import type { Random } from '../random.js';
import { PlaceFinder, type Tabu } from './places.js';
import type { PairShape } from './shape.js';
import type { PairState } from './state.js';

/** Steps, and a draw of as many more, for which a meeting does not return to where it left. */
const TABU_STEPS = 10;
/** Draws of a faulty meeting that may move. */
const DRAWS = 8;

/**
 * Repairs a timetable of pairs by ejection: a meeting of a broken pair or set goes to the place that breaks
 * least, whoever is in its way there moves on later. What stays broken where nothing better is found weighs
 * more from then on (conflict statistics), and nobody returns to where it left for some steps.
 */
export class PairEjection {
  readonly #places: PlaceFinder;
  readonly #tabu: Tabu;

  constructor(
    private readonly shape: PairShape,
    private readonly state: PairState,
    private readonly random: Random,
  ) {
    const { time, room } = shape.image;
    this.#tabu = { timeUntil: new Int32Array(time.length), roomUntil: new Int32Array(room.length), step: 0 };
    this.#places = new PlaceFinder(shape, state, random, this.#tabu);
  }

  /** Moves one meeting; returns it, or -1 where none can move. */
  step(): number {
    const { state, random } = this;
    const tabu = this.#tabu;
    const places = this.#places;
    tabu.step++;
    const m = this.#faulty();
    if (m < 0) return -1;
    places.find(m);
    if (places.timeAt < 0) return -1;
    if (places.cost >= state.ownSoft[m] + state.hardPrice * state.ownWeightedHard[m]) state.raiseWeightsOf(m);
    const until = tabu.step + TABU_STEPS + random.below(TABU_STEPS);
    if (places.timeAt !== state.timeAt[m]) tabu.timeUntil[state.timeAt[m]] = until;
    else tabu.roomUntil[state.roomAt[m]] = until;
    state.apply(m, places.timeAt, places.roomAt);
    return m;
  }

  /** A meeting with a violation that has another place. */
  #faulty(): number {
    const { timeStart, roomStart } = this.shape.image;
    const { faulty } = this.state;
    if (faulty.length === 0) return -1;
    for (let draw = 0; draw < DRAWS; draw++) {
      const m = faulty[this.random.below(faulty.length)];
      const rooms = this.state.roomAt[m] < 0 ? 1 : roomStart[m + 1] - roomStart[m];
      if (timeStart[m + 1] - timeStart[m] > 1 || rooms > 1) return m;
    }
    return -1;
  }
}
