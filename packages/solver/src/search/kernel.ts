/** The temperature and the price of clashes at one moment. */
export interface Heat {
  readonly temperature: number;
  /** Cost of one unit of `hard` in units of `soft`. */
  readonly hardWeight: number;
}

/** Suitable values for a problem: first and last temperature, and the initial price of a clash. */
export interface HeatRange {
  readonly first: number;
  readonly last: number;
  readonly hardWeight: number;
  /** What one violation counts in `hard`; 0 when this kernel needs no repair before annealing. */
  readonly violation: number;
  /** Initial share of time allowed among clashes, and the fraction of the run at which it reaches 0. */
  readonly clashing: { readonly share: number; readonly until: number };
  /** Fractions of the annealing at which a cooling begins, if the kernel overrides the defaults. */
  readonly cycles?: readonly number[];
}

/**
 * An annealing walk over complete timetables: the general one, or one that is registered for problems of one
 * shape.
 */
export interface Kernel {
  readonly hard: number;
  readonly soft: number;
  /** The best timetable so far: fewest hard violations, then least soft cost. */
  readonly bestHard: number;
  readonly bestSoft: number;
  /** Runs a number of trials; stops early when nothing is left to improve. */
  run(trials: number, heat: Heat): void;
  /** While something hard is broken, takes steps of a local search with constraint weighting instead. */
  repairByWeights?(steps: number): void;
  /** Time, room and teacher of every meeting of the best timetable, one array after the other; -1 = none. */
  best(): Int32Array;
  /** The current timetable in the same form. */
  present(): Int32Array;
  /** Continues from another timetable. */
  adopt(timetable: Int32Array): void;
  heatRange(): HeatRange;
}
