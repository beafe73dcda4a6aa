import { CALENDAR, KINDS_OF_WEEK, type Place } from './grid.js';

const DAYS = CALENDAR.days;
const BUSY = 1 << CALENDAR.periods;
const COUNT = Uint8Array.from({ length: BUSY }, (_, bits) => bits.toString(2).replaceAll('0', '').length);
/** Free periods between the first and the last busy one, by the bit set of the busy ones. */
const IDLE = Uint8Array.from({ length: BUSY }, (_, bits) =>
  bits === 0 ? 0 : bits.toString(2).replace(/0+$/, '').replaceAll('1', '').length,
);

/** What somebody or some room does in each kind of week; only for planting, so rougher than the rules. */
export class Agenda {
  readonly #days = new Uint16Array(KINDS_OF_WEEK.length * DAYS);

  /** Whether nothing is there in the periods, by default those of the place. */
  isFree({ kinds, day, periods }: Place, within = periods): boolean {
    for (const kind of kinds) if (this.#days[kind * DAYS + day] & within) return false;
    return true;
  }

  add({ kinds, day, periods }: Place): void {
    for (const kind of kinds) this.#days[kind * DAYS + day] |= periods;
  }

  remove({ kinds, day, periods }: Place): void {
    for (const kind of kinds) this.#days[kind * DAYS + day] &= ~periods;
  }

  /** What somebody gains at a place over all weeks: free periods, and those above an even share of a day. */
  nuisance(
    { kinds, day, periods }: Place,
    share = Infinity,
  ): { readonly idle: number; readonly above: number } {
    let idle = 0;
    let above = 0;
    for (const kind of kinds) {
      const before = this.#days[kind * DAYS + day];
      const after = before | periods;
      const { count } = KINDS_OF_WEEK[kind];
      idle += count * (IDLE[after] - IDLE[before]);
      above += count * (Math.max(0, COUNT[after] - share) - Math.max(0, COUNT[before] - share));
    }
    return { idle, above };
  }

  /** Periods of the fullest day. */
  fullestDay(): number {
    return Math.max(...Array.from(this.#days, (bits) => COUNT[bits]));
  }

  /** Periods of the fullest week. */
  fullestWeek(): number {
    const weeks = KINDS_OF_WEEK.map((_, kind) =>
      this.#days.subarray(kind * DAYS, (kind + 1) * DAYS).reduce((sum, bits) => sum + COUNT[bits], 0),
    );
    return Math.max(...weeks);
  }
}

/** Somebody who cannot be in two places, and needs a free period or a long break between two campuses. */
export class Person {
  readonly agenda = new Agenda();
  readonly #onCampus = [new Agenda(), new Agenda()];

  isFree(place: Place, campus: number): boolean {
    return this.agenda.isFree(place) && this.#onCampus[1 - campus].isFree(place, place.reach);
  }

  add(place: Place, campus: number): void {
    this.agenda.add(place);
    this.#onCampus[campus].add(place);
  }

  remove(place: Place, campus: number): void {
    this.agenda.remove(place);
    this.#onCampus[campus].remove(place);
  }
}
