/** What the clock of a time zone shows at an instant, now where none is given: `2026-11-20 19:35:59`. */
export const clockIn = (timeZone: string, instant = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(instant)
    .padStart(19, '0');

/** Which date it is there. */
export const dateIn = (timeZone: string, instant?: Date): string => clockIn(timeZone, instant).slice(0, 10);
