import type { TimeSpan } from '../model.js';
import { daysOf } from '../rules/view.js';

/** A unit of counting: a time uses cells, of which each owner has a capacity. */
interface MeasureDefinition {
  readonly unit: 'periods' | 'places' | 'days' | 'weeks';
  /** What one meeting needs at this time. */
  sizeOf(time: number): number;
  cellsOf(time: number): readonly number[];
  /** The capacity of one owner in a cell. */
  capacityOf(cell: number): number;
}

/** A measure of lists of times, with cached results. */
export class Measure {
  readonly unit: MeasureDefinition['unit'];
  readonly #units = new Map<readonly number[], number>();
  readonly #cells = new Map<readonly number[], readonly number[]>();
  readonly #offers = new Map<readonly number[], number>();

  constructor(private readonly definition: MeasureDefinition) {
    this.unit = definition.unit;
  }

  /** The least that a meeting needs at one of these times. */
  units(times: readonly number[]): number {
    return memoised(this.#units, times, () =>
      times.reduce((least, time) => Math.min(least, this.definition.sizeOf(time)), Infinity),
    );
  }

  /** All cells that these times use. */
  cells(times: readonly number[]): readonly number[] {
    return memoised(this.#cells, times, () => [
      ...new Set(times.flatMap((time) => this.definition.cellsOf(time))),
    ]);
  }

  /** The capacity of one owner over all these times. */
  offer(times: readonly number[]): number {
    return memoised(this.#offers, times, () => this.capacity(this.cells(times)));
  }

  capacityOf(cell: number): number {
    return this.definition.capacityOf(cell);
  }

  capacity(cells: Iterable<number>): number {
    let capacity = 0;
    for (const cell of cells) capacity += this.definition.capacityOf(cell);
    return capacity;
  }
}

function memoised<Key, Value>(cache: Map<Key, Value>, key: Key, work: () => Value): Value {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = work();
  cache.set(key, value);
  return value;
}

/** Maximum number of days in a week. */
const DAYS = 7;

/** The times of a problem, divided into cells; weeks, or periods, that no time distinguishes are merged. */
export class Cells {
  /** Periods over all weeks, for owners who can be in only one place. */
  readonly periods: Measure;
  /** Days of the week. */
  readonly days: Measure;
  readonly weeks: Measure;
  /** Periods of a day, whichever day it is. */
  readonly dayPeriods: Measure;
  /** The first week of each kind of weeks, and their number. */
  readonly #atoms: readonly { readonly week: number; weeks: number }[];
  /** First periods of the slots of a day, and the end. */
  readonly #bounds: readonly number[];
  readonly #daysOfTimes = new Map<number, readonly number[]>();
  /** Times of equal length start in step, so counting places would add nothing to counting periods. */
  readonly #areInStep: boolean;
  readonly #places = new Map<string, Measure>();
  readonly #numbers = new Map<readonly number[], number>();

  constructor(private readonly times: readonly TimeSpan[]) {
    this.#atoms = atomsOf(times);
    this.#bounds = [...new Set(times.flatMap(({ start, length }) => [start, start + length]))].sort(
      (a, b) => a - b,
    );
    const [first] = times;
    this.#areInStep = times.every(
      ({ start, length }) => length === first.length && (start - first.start) % length === 0,
    );
    const slots = this.#bounds.length;
    const width = (slot: number) => this.#bounds[slot + 1] - this.#bounds[slot];
    this.periods = new Measure({
      unit: 'periods',
      sizeOf: (time) => this.#periodsOf(time),
      cellsOf: (time) => this.#cellsOf(time),
      capacityOf: (cell) => this.#weeks(Math.floor(cell / slots)) * width(cell % slots),
    });
    const weekdaysOf = (time: number) => daysOf(this.times[time]);
    this.days = new Measure({
      unit: 'days',
      sizeOf: (time) => weekdaysOf(time).length,
      cellsOf: weekdaysOf,
      capacityOf: () => 1,
    });
    const weeksOf = (time: number) => [...new Set(this.#daysOf(time).map((day) => Math.floor(day / DAYS)))];
    this.weeks = new Measure({
      unit: 'weeks',
      sizeOf: (time) => weeksOf(time).reduce((sum, atom) => sum + this.#atoms[atom].weeks, 0),
      cellsOf: weeksOf,
      capacityOf: (atom) => this.#atoms[atom].weeks,
    });
    this.dayPeriods = new Measure({
      unit: 'periods',
      sizeOf: (time) => this.times[time].length,
      cellsOf: (time) => this.#slotsOf(this.times[time]),
      capacityOf: width,
    });
  }

  /** The measures for an owner who can be in only one place. */
  *exclusive(lists: Iterable<readonly number[]>): Generator<Measure> {
    yield this.periods;
    if (!this.#areInStep) yield this.#placesOf(lists);
  }

  /** Places over all weeks: how many of the given times of a day do not overlap. */
  #placesOf(lists: Iterable<readonly number[]>): Measure {
    const different = [...new Set(lists)];
    const numbers = different.map((list) => memoised(this.#numbers, list, () => this.#numbers.size));
    return memoised(this.#places, numbers.sort((a, b) => a - b).join(), () => {
      const byDay = new Map<number, Set<number>>();
      for (const time of new Set(different.flat()))
        for (const day of this.#daysOf(time)) memoised(byDay, day, () => new Set()).add(time);
      const capacity = new Map<number, number>();
      for (const [day, times] of byDay) capacity.set(day, this.#weeks(day) * this.#mostDisjoint(times));
      return new Measure({
        unit: 'places',
        sizeOf: (time) => this.#weeksOf(this.#daysOf(time)),
        cellsOf: (time) => this.#daysOf(time),
        capacityOf: (day) => capacity.get(day) ?? 0,
      });
    });
  }

  /** Periods over all weeks, with a limit per day. */
  daily(periodsMax: number): Measure {
    return new Measure({
      unit: 'periods',
      sizeOf: (time) => this.#periodsOf(time),
      cellsOf: (time) => this.#daysOf(time),
      capacityOf: (day) => this.#weeks(day) * periodsMax,
    });
  }

  /** Periods over all weeks, with a limit per week. */
  weekly(periodsMax: number): Measure {
    return new Measure({
      unit: 'periods',
      sizeOf: (time) => this.#periodsOf(time),
      cellsOf: (time) => [...new Set(this.#daysOf(time).map((day) => Math.floor(day / DAYS)))],
      capacityOf: (atom) => this.#atoms[atom].weeks * periodsMax,
    });
  }

  #periodsOf(time: number): number {
    return this.#weeksOf(this.#daysOf(time)) * this.times[time].length;
  }

  #cellsOf(time: number): readonly number[] {
    const slots = this.#slotsOf(this.times[time]);
    return this.#daysOf(time).flatMap((day) => slots.map((slot) => day * this.#bounds.length + slot));
  }

  /** Days of kinds of weeks. */
  #daysOf(time: number): readonly number[] {
    return memoised(this.#daysOfTimes, time, () => {
      const { weeks } = this.times[time];
      return this.#atoms.flatMap(({ week }, atom) =>
        weeks[week] === '1' ? daysOf(this.times[time]).map((day) => atom * DAYS + day) : [],
      );
    });
  }

  #slotsOf({ start, length }: TimeSpan): number[] {
    const first = this.#bounds.indexOf(start);
    return Array.from({ length: this.#bounds.indexOf(start + length) - first }, (_, i) => first + i);
  }

  #weeks(day: number): number {
    return this.#atoms[Math.floor(day / DAYS)].weeks;
  }

  #weeksOf(days: readonly number[]): number {
    let weeks = 0;
    for (const day of days) weeks += this.#weeks(day);
    return weeks;
  }

  /** The maximum number of disjoint times of a day, by always choosing the one that ends first. */
  #mostDisjoint(times: ReadonlySet<number>): number {
    const spans = [...times].map((time) => this.times[time]);
    let end = 0;
    let count = 0;
    for (const span of spans.sort((a, b) => a.start + a.length - b.start - b.length)) {
      if (span.start < end) continue;
      end = span.start + span.length;
      count++;
    }
    return count;
  }
}

function atomsOf(times: readonly TimeSpan[]): { week: number; weeks: number }[] {
  const patterns = [...new Set(times.map(({ weeks }) => weeks))];
  const atoms = new Map<string, { week: number; weeks: number }>();
  for (let week = 0; week < (patterns[0]?.length ?? 0); week++) {
    const key = patterns.map((pattern) => pattern[week]).join('');
    const atom = atoms.get(key);
    if (atom) atom.weeks++;
    else atoms.set(key, { week, weeks: 1 });
  }
  return [...atoms.values()];
}
