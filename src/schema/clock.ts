/** To make one takes many times as long as to ask it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return clock;
}

/** The present of calendars, which tests hold within a semester; rows have the clock of the database. */
export const present = { now: (): Date => new Date() };

/** What the clock of a time zone shows at an instant, now where none is given: `2026-11-20 19:35:59`. */
export const clockIn = (timeZone: string, instant = present.now()): string =>
  clockOf(timeZone).format(instant).padStart(19, '0');

/** The same to the minute. */
export const momentIn = (timeZone: string, instant: string | Date = present.now()): string =>
  clockIn(timeZone, new Date(instant)).slice(0, 16);

/** Which date it is there. */
export const dateIn = (timeZone: string, instant?: Date): string => clockIn(timeZone, instant).slice(0, 10);
