import type { EntityManager } from '@mikro-orm/postgresql';
import { Teacher } from '../../../entities/people.js';
import { mayKnowPersonal } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import {
  factsOf,
  type Group,
  type HeldTime,
  type Link,
  type MeetingPlace,
  type RoomFacts,
  type TeacherRow,
} from './placement.queries.js';
import { readForbiddenTimes } from '../semester/forbidden-times.js';
import type { Span } from '../semester/periods.js';

export type { MeetingPlace };

/** What a meeting needs, wherever it stands. */
export interface MeetingNeeds {
  readonly meeting: string;
  readonly teachingClass: string;
  readonly teachingClassName: string;
  readonly course: string;
  readonly courseName: string;
  readonly studentCount: number;
  readonly periods: number;
  readonly weeks: readonly number[];
  readonly classroomType: string | null;
  /** The teacher who is named for it. */
  readonly teacher: string | null;
  /** Who teaches it beside its first teacher, wherever it stands. */
  readonly furtherTeachers: readonly string[];
}

/** A place without what nobody said of it. */
export interface Place {
  readonly day: number;
  readonly period: number;
  readonly room: string | null;
  readonly teacher: string | null;
}

/** A place that somebody wants for a meeting; `from` is where it stands, null where it has none. */
export interface WantedPlace {
  readonly needs: MeetingNeeds;
  readonly from: MeetingPlace | null;
  readonly to: Place;
}

/** A meeting that gives up its place for none. */
export interface LeftPlace {
  readonly needs: MeetingNeeds;
  readonly from: MeetingPlace;
  readonly to: null;
}

/** The grid of a semester. */
export interface Grid {
  readonly semester: string;
  /** The timetable in which the place is; null where none is there yet. */
  readonly timetable: string | null;
  readonly days: number;
  /** The days on which runs place meetings. */
  readonly schedulingDays: readonly number[];
  readonly periods: number;
  /** The periods after which a long break follows. */
  readonly longBreaks: readonly number[];
}

/** The grid, and everything that places refer to, by id. */
export interface Surroundings extends Grid {
  readonly rooms: ReadonlyMap<string, RoomFacts>;
  readonly teachers: ReadonlyMap<string, TeacherFacts>;
  /** Names of the types of rooms. */
  readonly typeNames: ReadonlyMap<string, string>;
  /** When rooms, teachers and courses are not available in this semester. */
  readonly unavailable: ReadonlyMap<string, readonly Span[]>;
  /** The meetings that give up their places for none meanwhile. */
  readonly left: readonly LeftPlace[];
  /** What teachers, and administrative classes that may have to travel, hold beside all of these. */
  readonly held: ReadonlyMap<string, readonly HeldTime[]>;
  /** Administrative classes of teaching classes, where they may have to travel. */
  readonly groups: ReadonlyMap<string, readonly Group[]>;
  /** Pairs of meetings of which a link asks something. */
  readonly links: readonly Link[];
}

export interface TeacherFacts extends Omit<TeacherRow, 'department'> {
  /** Whether the caller may know times, limits and wishes of this teacher. */
  readonly isKnown: boolean;
}

/** All who teach a meeting at a place, the first teacher first; nobody twice. */
export const teachersAt = (
  { furtherTeachers }: Pick<MeetingNeeds, 'furtherTeachers'>,
  { teacher }: Pick<Place, 'teacher'>,
): readonly string[] =>
  teacher === null ? furtherTeachers : [teacher, ...furtherTeachers.filter((id) => id !== teacher)];

/** The periods that a meeting takes at a place. */
export const spanOf = (
  { periods }: Pick<MeetingNeeds, 'periods'>,
  { day, period }: Pick<Place, 'day' | 'period'>,
): Span => ({
  day,
  first: period,
  last: period + periods - 1,
});

/** The times at which a teacher teaches in no semester. */
export function forbiddenSpans({ forbiddenTimes }: Pick<TeacherFacts, 'forbiddenTimes'>): Span[] {
  const read = readForbiddenTimes(forbiddenTimes ?? '');
  return ('times' in read ? read.times : []).map(({ day, periodStart: first, periodEnd: last }) => ({
    day,
    first,
    last,
  }));
}

/**
 * Reads everything that the wanted places refer to, in one statement.
 * @param left the meetings that give up their places for none meanwhile
 * @param asksHeld whether it matters what teachers and administrative classes hold beside them
 */
export async function readSurroundings(
  ctx: Context,
  em: EntityManager,
  grid: Grid,
  wanted: readonly WantedPlace[],
  { left = [], asksHeld }: { readonly left?: readonly LeftPlace[]; readonly asksHeld: boolean },
): Promise<Surroundings> {
  const { semester, timetable } = grid;
  if (wanted.length === 0) return { ...grid, left, ...nothingKnown };
  const leaving = [...wanted, ...left];
  // What is unknown of a place or a meeting refers to nothing.
  const ids = (idOf: (each: WantedPlace) => string | null): string[] => [
    ...new Set(wanted.flatMap((each) => idOf(each) || [])),
  ];
  const places = leaving.flatMap(({ from, to }) => [from, to].filter((place) => place !== null));
  const [row] = await factsOf(
    em,
    semester,
    timetable,
    [...new Set(places.flatMap(({ room }) => room ?? []))],
    [...new Set(wanted.flatMap(({ needs, to }) => teachersAt(needs, to)))],
    ids(({ needs }) => needs.course),
    ids(({ needs }) => needs.teachingClass),
    leaving.flatMap(({ needs }) => needs.meeting || []),
    asksHeld,
    [...new Set(places.map(({ day }) => day))],
  );
  const byId = <T extends { readonly id: string }>(list: readonly T[] | null): Map<string, T> =>
    new Map((list ?? []).map((each) => [each.id, each]));
  return {
    ...grid,
    left,
    rooms: byId(row.rooms),
    teachers: byId(
      row.teachers?.map(({ department, ...each }) => ({
        ...each,
        isKnown: mayKnowPersonal(ctx, Teacher, { id: each.id, department }),
      })) ?? null,
    ),
    typeNames: new Map(Object.entries(row.types ?? {})),
    unavailable: new Map((row.unavailable ?? []).map(({ id, spans }) => [id, spans])),
    held: new Map((row.held ?? []).map(({ id, meetings }) => [id, meetings])),
    groups: new Map((row.groups ?? []).map(({ id, groups }) => [id, groups])),
    links: row.links ?? [],
  };
}

const nothingKnown: Omit<Surroundings, keyof Grid | 'left'> = {
  rooms: new Map(),
  teachers: new Map(),
  typeNames: new Map(),
  unavailable: new Map(),
  held: new Map(),
  groups: new Map(),
  links: [],
};
