/** How warm the search is at one moment. */
export interface Heat {
  readonly temperature: number;
  /** Cost of one unit of `hard` in units of `soft`. */
  readonly hardWeight: number;
}

/**
 * What suits a problem: the temperatures to begin and to end with, and the price of a clash to begin with.
 */
export interface HeatRange {
  readonly first: number;
  readonly last: number;
  readonly hardWeight: number;
  /** What one violation counts in `hard`; 0 when this kernel needs no repair before it anneals. */
  readonly violation: number;
  /** Share of time allowed among clashes at first, and the fraction of the run at which it reaches 0. */
  readonly clashing: { readonly share: number; readonly until: number };
  /** Fractions of the annealing at which a cooling begins, where others than the usual suit the kernel. */
  readonly cycles?: readonly number[];
}

/**
 * An annealing walk over complete timetables. Three exist: one for every problem, and fast ones for
 * the shapes of ITC-2007 and ITC-2019. All are driven in the same way.
 */
export interface Kernel {
  readonly hard: number;
  readonly soft: number;
  /** The best timetable seen: fewest hard violations, then least soft cost. */
  readonly bestHard: number;
  readonly bestSoft: number;
  /** Makes so many trials; stops early when nothing is left to improve. */
  run(trials: number, heat: Heat): void;
  /** Time, room and teacher of every meeting of the best timetable, one array after the other; -1 = none. */
  best(): Int32Array;
  /** The same of the present timetable. */
  present(): Int32Array;
  /** Goes on from another timetable. */
  adopt(timetable: Int32Array): void;
  heatRange(): HeatRange;
}
