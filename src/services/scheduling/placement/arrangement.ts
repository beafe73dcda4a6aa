import type { Owner } from '@class-scheduling/solver';
import type { Text } from '../../../schema/texts.js';
import { groupBy } from '../../../data/loaders.js';
import { spansOverlap, type Span } from '../semester/periods.js';
import {
  spanOf,
  teachersAt,
  type LeftPlace,
  type Place,
  type Surroundings,
  type WantedPlace,
} from './facts.js';
import type { HeldTime, Link, LinkedMeeting } from './placement.queries.js';

type Leaving = WantedPlace | LeftPlace;

/** Weeks as bits: a semester has at most 32. */
const bitsOf = (weeks: readonly number[]): number => weeks.reduce((bits, week) => bits | (1 << week), 0);

/** What one teacher or class holds, by day and week; thousands of places are judged by it. */
export class Holding {
  readonly #byDay: ReadonlyMap<string, readonly { readonly held: HeldTime; readonly weeks: number }[]>;
  #periods: ReadonlyMap<string, number> | null = null;

  constructor(private readonly all: readonly HeldTime[]) {
    const timed = all.map((held) => ({ held, weeks: bitsOf(held.weeks) }));
    this.#byDay = groupBy(timed, ({ held }) => `${held.day}`);
  }

  /** The most periods of one of the weeks, on the day if one is given. */
  mostPeriods(weeks: readonly number[], day?: number): number {
    const periods = (this.#periods ??= this.#periodsByWeek());
    const suffix = day === undefined ? '' : ` ${day}`;
    return Math.max(0, ...weeks.map((week) => periods.get(`${week}${suffix}`) ?? 0));
  }

  #periodsByWeek(): Map<string, number> {
    const periods = new Map<string, number>();
    for (const { day, first, last, weeks } of this.all)
      for (const week of weeks)
        for (const key of [`${week}`, `${week} ${day}`])
          periods.set(key, (periods.get(key) ?? 0) + last - first + 1);
    return periods;
  }

  /** The sum of what somebody lacks before or after a meeting, and where most of it is. */
  shortage(
    one: HeldTime,
    lacking: (other: HeldTime) => number,
  ): { readonly sum: number; readonly worst: HeldTime | null } {
    const bits = bitsOf(one.weeks);
    let [sum, most] = [0, 0];
    let worst: HeldTime | null = null;
    for (const { held, weeks } of this.#byDay.get(`${one.day}`) ?? []) {
      const lack = (weeks & bits) === 0 ? 0 : lacking(held);
      sum += lack;
      if (lack > most) [most, worst] = [lack, held];
    }
    return { sum, worst };
  }
}

/** Several places that are wanted together, with the facts about them. */
export class Arrangement {
  readonly #byTeacher = new Map<string, Leaving[]>();
  readonly #byGroup = new Map<string, Leaving[]>();
  readonly #held = new Map<string, Holding>();
  readonly #byMeeting: ReadonlyMap<string, Leaving>;
  readonly #links = new Map<string, Link[]>();

  constructor(
    readonly around: Surroundings,
    wanted: readonly WantedPlace[],
  ) {
    this.#byMeeting = new Map([...wanted, ...around.left].map((each) => [each.needs.meeting, each]));
    for (const link of around.links)
      for (const { meeting } of [link.first, link.second])
        this.#links.set(meeting, [...(this.#links.get(meeting) ?? []), link]);
    const add = (to: Map<string, Leaving[]>, key: string, each: Leaving): unknown =>
      to.get(key)?.push(each) ?? to.set(key, [each]);
    for (const each of [...wanted, ...around.left]) {
      const places = [each.to, each.from].filter((place) => place !== null);
      for (const teacher of new Set(places.flatMap((place) => teachersAt(each.needs, place))))
        add(this.#byTeacher, teacher, each);
      for (const { id } of around.groups.get(each.needs.teachingClass) ?? []) add(this.#byGroup, id, each);
    }
  }

  /** The links of a meeting. */
  linksOf(meeting: string): readonly Link[] {
    return this.#links.get(meeting) ?? [];
  }

  /** Where a meeting is before or after, whether it is asked about or not. */
  placeOf({ meeting, place }: LinkedMeeting, side: 'from' | 'to'): Place | null {
    const leaving = this.#byMeeting.get(meeting);
    return leaving ? leaving[side] : place;
  }

  /** What a teacher has before or after, the other wanted places included. */
  ofTeacher(id: string, side: 'from' | 'to'): Holding {
    return this.#with(id, side, this.#byTeacher.get(id), ({ needs }, place) =>
      teachersAt(needs, place).includes(id),
    );
  }

  /** The same of an administrative class. */
  ofGroup(id: string, side: 'from' | 'to'): Holding {
    return this.#with(id, side, this.#byGroup.get(id), () => true);
  }

  #with(
    id: string,
    side: 'from' | 'to',
    leaving: readonly Leaving[] = [],
    isOwn: (each: Leaving, place: Place) => boolean,
  ): Holding {
    const known = this.#held.get(`${id} ${side}`);
    if (known) return known;
    const all = [...(this.around.held.get(id) ?? [])];
    for (const each of leaving) {
      const place = each[side];
      if (place && isOwn(each, place)) all.push(heldAt(this.around, each, place));
    }
    const holding = new Holding(all);
    this.#held.set(`${id} ${side}`, holding);
    return holding;
  }
}

/** A meeting as it stands at a place. */
export const heldAt = ({ rooms }: Surroundings, { needs }: Leaving, place: Place): HeldTime => ({
  ...spanOf(needs, place),
  meeting: needs.meeting,
  name: needs.teachingClassName,
  weeks: needs.weeks,
  room: rooms.get(place.room ?? '') ?? null,
});

/** A place of a arrangement that is judged. */
export interface Asked extends WantedPlace {
  readonly arrangement: Arrangement;
  readonly around: Surroundings;
}

/** Whether a place touches one of the spans that the place before, of the same thing, does not. */
export const touchesAnew = (
  spans: readonly Span[] | undefined,
  { needs, from, to }: Asked,
  isSame = true,
): boolean => {
  const before = isSame && from ? spanOf(needs, from) : null;
  const after = spanOf(needs, to);
  return spans?.some((each) => spansOverlap(each, after) && !(before && spansOverlap(each, before))) === true;
};

/** What speaks against a place, in words that name thing, value and remedy. */
export interface Objected extends Text {
  /** Whose timetable it is about, where it is about one, and with which other meeting. */
  readonly owner?: Owner;
  readonly other?: string;
}

/** Tells what speaks against a place. */
export type Judge = (asked: Asked) => readonly Objected[];
