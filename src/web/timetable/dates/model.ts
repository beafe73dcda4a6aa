import type { DateItem } from '../board/changing/operations.js';
import type { Occurrence, Standing } from './operations.js';

/** In which way a date is to change. */
export type Way = 'otherwise' | 'cancel' | 'restore';

/** What somebody wants of a date; an empty text is what the week says. */
export interface Wish {
  readonly way: Way;
  readonly date: string;
  readonly period: number;
  readonly room: string;
  readonly teacher: string;
}

/** What a date may change into: nothing is cancelled that falls out, and requests take nothing back. */
export const waysOf = ({ isFallenOut, change }: Occurrence, isPlanner: boolean): Way[] => [
  'otherwise',
  ...(isFallenOut ? [] : ['cancel' as const]),
  ...(change && isPlanner ? ['restore' as const] : []),
];

/** How the date stands now, to begin with. */
export function wishOf(
  { time, classroom, teacher }: Standing,
  { date, isFallenOut, change }: Occurrence,
): Wish {
  const held = change?.actual;
  const other = (now: { id: string } | null | undefined, planned: { id: string }): string =>
    now && now.id !== planned.id ? now.id : '';
  return {
    way: 'otherwise',
    date: held?.date ?? (isFallenOut ? '' : date),
    period: held?.periodStart ?? time.periodStart,
    room: other(held?.classroom, classroom),
    teacher: other(held?.teacher, teacher),
  };
}

/** Whether a wish is for another time than the week says. */
export const isOtherTime = ({ time }: Standing, { date }: Occurrence, wish: Wish): boolean =>
  wish.date !== date || wish.period !== time.periodStart;

/** A wish as the server takes it; undefined where nothing is wanted. */
export function itemOf(standing: Standing, occurrence: Occurrence, wish: Wish): DateItem | undefined {
  const item = { meeting: standing.meeting.id, date: occurrence.date };
  if (wish.way === 'cancel') return { ...item, isCancelled: true };
  if (wish.way === 'restore') return { ...item, isRestored: true };
  const to = {
    ...(wish.date && (occurrence.isFallenOut || wish.date !== occurrence.date) && { date: wish.date }),
    ...(wish.period !== standing.time.periodStart && { periodStart: wish.period }),
    ...(wish.room && { classroom: wish.room }),
    ...(wish.teacher && { teacher: wish.teacher }),
  };
  const isIncomplete = !wish.date || Object.keys(to).length === 0;
  return isIncomplete || isSame(wish, wishOf(standing, occurrence)) ? undefined : { ...item, to };
}

const isSame = (one: Wish, other: Wish): boolean => JSON.stringify(one) === JSON.stringify(other);
