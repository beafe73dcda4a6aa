import { command, statement } from '../../../data/statements.js';
import type { DateRule } from './dates.js';

export const semestersExist = statement<{ exists: boolean }>(
  'select exists (select from semester) as exists',
);

const keyOf = (semester: string): string => `hashtextextended(${semester}::text, 0)`;

/**
 * Part of a statement that waits until nobody changes what is published in a semester, and keeps it so. Row
 * locks would do, but whoever asks for one alone might wait for ever while hundreds of others share it.
 */
export const sharePublished = (semester: string): string =>
  `pg_advisory_xact_lock_shared(${keyOf(semester)})`;

/** Part of a statement that waits until nobody enrols in a semester, and keeps it so. */
export const holdPublished = (semester: string): string => `pg_advisory_xact_lock(${keyOf(semester)})`;

/** The rules of the calendar of a semester. */
export const calendarRules = statement<DateRule, [semester: string]>(
  'select date::text, follows::text from calendar_day where semester_id = $1',
);

/** Lines up everybody who changes the dates of a semester; an arbitrary constant, and the semester. */
export const lockCalendar = command<[semester: string]>(
  `select pg_advisory_xact_lock(7305418, hashtext($1))`,
);
