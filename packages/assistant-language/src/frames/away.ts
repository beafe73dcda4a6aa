import type { TimeWish } from '../intents.js';
import { dateIn, dayOf, later } from '../slots/calendar.js';
import type { Slots } from '../slots/slots.js';
import { anyNumeral, numberFrom } from '../spot/numbers.js';

/** Out from Monday for two weeks: from when to when; null where no days or weeks are counted. */
export function spanOf(said: TimeWish | null | undefined, slots: Slots): TimeWish | null {
  const days = daysIn(slots.sentence);
  const first = said ? dateOf(said, slots) : slots.situation.today;
  return first && !said?.until && days > 1 ? { date: first, until: later(first, days - 1) } : null;
}

/** Whether it is told that somebody is away. */
export const isAway =
  /请[^，,。]{0,4}假|出差|住院|休[病产]?假|\b(?:away|out|off|on leave|off sick|in hospital)\b/i;

/** The date of a time, or of the coming day of the week that it tells. */
export function dateOf(
  { date, weeks, days: [day, ...others] = [] }: TimeWish,
  { situation }: Slots,
): string | undefined {
  if (date ?? (weeks || !day || others.length > 0)) return date;
  return dateIn(day < dayOf(situation.today) ? 1 : 0, day, situation);
}

const duration = new RegExp(
  `${anyNumeral}(?: (day|week)s?\\b|个?(天|周|星期|礼拜)(?![一二三四五六日天]))`,
  'i',
);

/** 请假三天: how many days somebody is away; 0 where that is not said. */
function daysIn(sentence: string): number {
  const [, count, en, zh] = duration.exec(sentence) ?? [];
  return numberFrom(count ?? '0') * (/^(?:day|天)$/i.test(en ?? zh ?? '') ? 1 : 7);
}
