import { PENALTY_MAX } from '../model.js';

/**
 * The ranges of single numbers in a file. Sums and products of them, such as all options together, are
 * bounded in `solver/sizes.ts`.
 */

/** Days of a week: the rules know seven. */
export const DAYS_MAX = 7;
/** Weeks of a calendar: more than a year has. */
export const WEEKS_MAX = 60;
/** Periods of a day: one a minute. */
export const PERIODS_MAX = 1440;
/** Students, seats and penalties, so that no cost of an option exceeds 32 bits. */
export const NUMBER_MAX = PENALTY_MAX;
/** Weight of a rule. */
export const WEIGHT_MAX = 1000;
/** Lectures of one course. */
export const LECTURES_MAX = 1000;
/** Meetings, times and rooms of a problem. */
export const MEETINGS_MAX = 40_000;
export const TIMES_MAX = 50_000;
export const ROOMS_MAX = 10_000;
/** Characters of a line of a `.ctt`; real ones have less than a hundred. */
export const LINE_MAX = 1000;
/** Characters of a file. */
export const CHARACTERS_MAX = 128_000_000;
