import type { ConflictKind } from '../../../schema/timetables.js';
import { groupBy } from '../../../data/loaders.js';

/** Two meetings that would occupy one thing at the same time; twice the same one where its room is closed. */
export interface Overlap {
  readonly kind: ConflictKind;
  /** The room, teacher, administrative class, elective teaching class or single student. */
  readonly resource: string;
  /** The meeting with the smaller id. */
  readonly first: string;
  readonly second: string;
  /** Ranges of slots, as `int4multirange` writes them. */
  readonly slots: string;
  /** Whether a conflict, open or accepted, already allows all of it. */
  readonly isKnown: boolean;
  /** For how many single students it stands, where it is about them. */
  readonly studentCount?: number;
}

/** Whether no conflict allows it yet. */
export const isNew = ({ isKnown }: Overlap): boolean => !isKnown;

/** One overlap for each two meetings, with the number of its students: nobody is named. */
export const byMeetings = (overlaps: readonly Overlap[]): Overlap[] =>
  [...groupBy(overlaps, ({ first, second }) => `${first} ${second}`).values()].map((each) => ({
    ...each[0],
    studentCount: each.length,
  }));

/** The slots of a multirange, as week, day and period from 1, in order. */
export function timesOf(slots: string): { week: number; day: number; period: number }[] {
  const ranges = [...slots.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)]);
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, at) => {
      const [date, period] = [Math.floor((from + at) / 32), (from + at) % 32];
      return { week: Math.floor(date / 7) + 1, day: (date % 7) + 1, period: period + 1 };
    }),
  );
}
