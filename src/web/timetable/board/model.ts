import { dayName } from '../week/dates.js';
import type { ChangeItem } from './changing/operations.js';
import type {
  Assignment,
  Gravity,
  MeetingFacts,
  Moved,
  Named,
  Objection,
  Place,
  Shading,
} from './operations.js';
import { boardTexts } from './texts.js';

/** A meeting as the board shows it. */
export interface Piece {
  readonly facts: MeetingFacts;
  readonly place: Place | null;
  readonly isLocked: boolean;
}

/** Whether the reader may move it now. */
export const mayMove = ({ facts, isLocked }: Piece): boolean => facts.teachingClass.mayPlan && !isLocked;

/** A line of the board: a room on the day that is shown, or a day of the class that is shown. */
export interface Row {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  readonly day: number;
  /** The room of every place of it; none where each meeting keeps its own. */
  readonly room?: Named;
}

/** A place on the board. */
export interface Target {
  readonly row: Row;
  readonly period: number;
}

/** What a place says. */
export interface Verdict {
  readonly gravest: Gravity | null;
  readonly objections: readonly Objection[];
}

const keyOf = (day: number, period: number, room?: string | null): string => `${day} ${period} ${room ?? ''}`;

/** What the places of a shading say, by `verdictAt`. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** What an answer says of each place, to be looked up. */
export function verdictsOf({ places, objections }: Shading, hasRooms: boolean): Verdicts {
  return new Map(
    places.map(({ dayOfWeek, periodStart, classroom, gravest, objections: at }) => [
      keyOf(dayOfWeek, periodStart, hasRooms ? classroom : null),
      { gravest, objections: at.map((position) => objections[position]) },
    ]),
  );
}

export const verdictAt = (verdicts: Verdicts | undefined, row: Row, period: number): Verdict | undefined =>
  verdicts?.get(keyOf(row.day, period, row.room?.id));

/** How grave it is, as the legend calls it. */
export const shadeOf = (gravest: Gravity | null): 'free' | 'costs' | 'clashes' | 'forbidden' =>
  gravest === null
    ? 'free'
    : ({ PROBLEM: 'forbidden', CLASH: 'clashes', RULE: 'costs', PREFERENCE: 'costs' } as const)[gravest];

export const pieceOf = ({ meeting, isLocked, classroom, teacher, time }: Assignment): Piece => ({
  facts: meeting,
  isLocked,
  place: { ...time, classroom, teacher },
});

/** The pieces after a change. */
export function afterMoves(
  pieces: ReadonlyMap<string, Piece>,
  items: readonly Moved[],
): ReadonlyMap<string, Piece> {
  const next = new Map(pieces);
  for (const { meeting, to, isHeld, isLocked } of items)
    if (isHeld) next.set(meeting.id, { facts: meeting, place: to, isLocked });
    else next.delete(meeting.id);
  return next;
}

/** What `changeTimetable` is sent for what somebody proposes. */
export const itemsOf = (items: readonly Moved[]): ChangeItem[] =>
  items.map(({ meeting, to, wasLocked, isLocked }) => ({
    meeting: meeting.id,
    place: to && {
      dayOfWeek: to.dayOfWeek,
      periodStart: to.periodStart,
      classroom: to.classroom.id,
      teacher: to.teacher.id,
    },
    ...(wasLocked !== isLocked && { isLocked }),
  }));

export const nameOf = ({ teachingClass }: MeetingFacts): string => teachingClass.name;

/** A time as it is read aloud: the day, and the periods. */
export function placeText(place: Pick<Place, 'dayOfWeek' | 'periodStart'> | null, periods = 1): string {
  if (!place) return boardTexts.withoutPlace;
  const { dayOfWeek, periodStart } = place;
  const last = periodStart + periods - 1;
  return `${dayName(dayOfWeek)} ${last > periodStart ? `${periodStart}–${last}` : periodStart}`;
}

/** Where a meeting is, in full. */
export const standText = (place: Place | null, periods: number): string =>
  place
    ? `${placeText(place, periods)} · ${place.classroom.name} · ${place.teacher.name}`
    : boardTexts.withoutPlace;

export const targetText = ({ row, period }: Target, periods: number): string =>
  [placeText({ dayOfWeek: row.day, periodStart: period }, periods), row.room?.name]
    .filter(Boolean)
    .join(' · ');

/** Pieces of a row side by side: of those that overlap each has a line of its own. */
export function inLines(pieces: readonly Piece[]): readonly { piece: Piece; line: number }[] {
  const ends: number[] = [];
  const sorted = [...pieces].sort((a, b) => a.place!.periodStart - b.place!.periodStart);
  return sorted.map((piece) => {
    const { periodStart } = piece.place!;
    const free = ends.findIndex((end) => end < periodStart);
    const line = free < 0 ? ends.length : free;
    ends[line] = periodStart + piece.facts.periods - 1;
    return { piece, line };
  });
}

/** The pieces of each row, by its key; of a class those that it attends. */
export function inRows(
  rows: readonly Row[],
  pieces: ReadonlyMap<string, Piece>,
  own?: ReadonlySet<string>,
): ReadonlyMap<string, readonly Piece[]> {
  const found = new Map<string, Piece[]>(rows.map(({ key }) => [key, []]));
  const isOfRooms = rows[0]?.room !== undefined;
  const day = rows[0]?.day;
  for (const piece of pieces.values()) {
    const { place, facts } = piece;
    if (!place || (own && !own.has(facts.id)) || (isOfRooms && place.dayOfWeek !== day)) continue;
    found.get(isOfRooms ? place.classroom.id : String(place.dayOfWeek))?.push(piece);
  }
  return found;
}
