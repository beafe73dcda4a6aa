import { PENALTY_MAX, type Meeting, type TimeSpan } from '../model.js';

/** Students of a class as the weights were judged (docs/decisions/0023-weights.md). */
const CLASS_SIZE = 40;
const CLASSES_MAX = 6;

/** How many classes of 40 students a meeting concerns, rounded: 1 to 6, so that large lectures count more. */
export const classesOf = ({ size }: Meeting): number =>
  Math.min(CLASSES_MAX, Math.max(1, Math.round(size / CLASS_SIZE)));

/** Weeks in which a time takes place. */
export const weeksOf = ({ weeks }: TimeSpan): number => weeks.replaceAll('0', '').length;

/** The penalty of one meeting: what it costs each week each person who takes part. */
export const weekly = (amount: number, time: TimeSpan, concerned = 1): number =>
  amount === 0 ? 0 : Math.min(PENALTY_MAX, amount * weeksOf(time) * concerned);
