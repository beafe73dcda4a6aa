import type { Text } from '../../../schema/texts.js';
import { sharesWeek, spansOverlap, type Span } from '../calendar.js';
import { spanOf, type HeldMeeting, type MeetingPlace, type Surroundings, type Wanted } from './facts.js';

/** Several places that are wanted together, with the facts about them. */
export class Situation {
  readonly #byTeacher = new Map<string, Wanted[]>();
  readonly #byGroup = new Map<string, Wanted[]>();
  readonly #held = new Map<string, readonly HeldMeeting[]>();

  constructor(
    readonly around: Surroundings,
    wanted: readonly Wanted[],
  ) {
    const add = (to: Map<string, Wanted[]>, key: string, each: Wanted): unknown =>
      to.get(key)?.push(each) ?? to.set(key, [each]);
    for (const each of wanted) {
      for (const teacher of new Set([each.to.teacher, each.from?.teacher ?? each.to.teacher]))
        add(this.#byTeacher, teacher, each);
      for (const { id } of around.groups.get(each.needs.teachingClass) ?? []) add(this.#byGroup, id, each);
    }
  }

  /** What a teacher has before or after, the other wanted places included. */
  ofTeacher(id: string, side: 'from' | 'to'): readonly HeldMeeting[] {
    return this.#with(id, side, this.#byTeacher.get(id), (place) => place.teacher === id);
  }

  /** The same of an administrative class. */
  ofGroup(id: string, side: 'from' | 'to'): readonly HeldMeeting[] {
    return this.#with(id, side, this.#byGroup.get(id), () => true);
  }

  #with(
    id: string,
    side: 'from' | 'to',
    wanted: readonly Wanted[] = [],
    isOwn: (place: MeetingPlace) => boolean,
  ): readonly HeldMeeting[] {
    const known = this.#held.get(`${id} ${side}`);
    if (known) return known;
    const all = [...(this.around.held.get(id) ?? [])];
    for (const each of wanted) {
      const place = each[side];
      if (place && isOwn(place)) all.push(heldAt(this.around, each, place));
    }
    this.#held.set(`${id} ${side}`, all);
    return all;
  }
}

/** A meeting as it stands at a place. */
export const heldAt = ({ rooms }: Surroundings, { needs }: Wanted, place: MeetingPlace): HeldMeeting => ({
  ...spanOf(needs, place),
  name: needs.teachingClassName,
  weeks: needs.weeks,
  room: rooms.get(place.room) ?? null,
});

/** A place of a situation that is judged. */
export interface Asked extends Wanted {
  readonly situation: Situation;
  readonly around: Surroundings;
}

/** Whether a place touches one of the spans that the place before, of the same thing, does not. */
export const touchesAnew = (
  spans: readonly Span[] | undefined,
  { needs, from, to }: Asked,
  isSame = true,
): boolean => {
  const touches = (place: MeetingPlace): boolean =>
    spans?.some((span) => spansOverlap(span, spanOf(needs, place))) === true;
  return touches(to) && !(isSame && from && touches(from));
};

/** What speaks against a place, in words that name thing, value and remedy. */
export type Judge = (asked: Asked) => readonly Text[];

/** The most periods of one of the weeks. */
export function mostPeriods(held: readonly HeldMeeting[], weeks: readonly number[]): number {
  const sums = new Map(weeks.map((week) => [week, 0]));
  for (const { first, last, weeks: those } of held)
    for (const week of those) {
      const sum = sums.get(week);
      if (sum !== undefined) sums.set(week, sum + last - first + 1);
    }
  return Math.max(0, ...sums.values());
}

/** Those of the meetings on the same day of a common week. */
export const onSameDay = (held: readonly HeldMeeting[], one: HeldMeeting): HeldMeeting[] =>
  held.filter(({ day, weeks }) => day === one.day && sharesWeek(weeks, one.weeks));
