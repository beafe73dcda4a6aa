import type { EntityManager } from '@mikro-orm/postgresql';
import type { RoomWish } from '@class-scheduling/assistant-language';
import { roomChoices, teacherChoices, type RoomChoice, type TeacherChoice } from './proposals.queries.js';

/** Teachers and rooms that one proposal looks at. */
const teachersMax = 50;
const roomsMax = 300;

/**
 * Who may teach a course: lead teachers first, then by level and experience, and of equals who teaches least;
 * whoever has no periods left comes last. Of those that are named, who may not is told by the check.
 */
export const teachersFor = (
  em: EntityManager,
  { course, timetable }: { readonly course: string; readonly timetable: string | null },
  wanted: readonly string[],
): Promise<TeacherChoice[]> => teacherChoices(em, course, timetable, wanted, teachersMax);

/** What a room is wanted for. */
export interface RoomNeeds {
  readonly semester: string;
  readonly students: number;
  /** The type that the course asks for. */
  readonly type: string | null;
  /** Where it is taught, if that is known. */
  readonly campus: string | null;
  readonly wish: RoomWish;
}

/** The rooms that serve, those first that fit best: of the campus, of the type, not larger than needed. */
export const roomsFor = (
  em: EntityManager,
  { semester, students, type, campus, wish }: RoomNeeds,
): Promise<RoomChoice[]> => {
  const has = (feature: NonNullable<RoomWish['features']>[number]): boolean =>
    wish.features?.includes(feature) ?? false;
  const seats = Math.max(students, wish.capacityMin ?? 0);
  return roomChoices(
    em,
    ...([semester, wish.room ?? null, wish.building ?? null, seats, campus, type] as const),
    ...([wish.isSameCampus ?? false, has('MULTIMEDIA'), has('AIR_CONDITIONING'), has('COMPUTERS')] as const),
    has('LABORATORY'),
    roomsMax,
  );
};
