import type { Intent, TimeWish } from '../intents.js';
import { dateIn, dayOf, later } from '../slots/calendar.js';
import { OpenDoubt, type Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { inWeeks } from '../slots/time-wishes.js';
import { anyNumeral, numberFrom } from '../spot/numbers.js';
import { hasAny, nowIn, ownOf, withSelf } from './whom.js';

/** Somebody who cannot come, or rooms that cannot be used, and when; who names nobody speaks of himself. */
export function absence(slots: Slots): Intent {
  const { buildings } = slots;
  const named = { ...withSelf(slots), ...(buildings.length > 0 && { buildings }) };
  const of = hasAny(named) ? named : ownOf(slots.situation);
  if (!hasAny(of)) throw whoIsAbsent();
  // Friday off: a time that is not wished is that of which it is said.
  const [off] = slots.notAt() ?? [];
  const latest = slots.latestTime()?.wish;
  const said = off ? { ...off, ...latest } : latest;
  const days = daysIn(slots.sentence);
  const first = said ? dateOf(said, slots) : slots.situation.today;
  if (first && !said?.until && days > 1)
    return { type: 'absent', of, at: { date: first, until: later(first, days - 1) } };
  const at = said ? inWeeks(fromToday(said, slots), slots.situation) : nowIn(slots);
  return { type: 'absent', of, ...(at && { at }) };
}

const untilThen = /\b(?:until|till)\b|(?<![来回去赶])到(?=下|[这本]?(?:周|星期|礼拜)|[明后]天|\d)/i;
/** Until Friday: from today on. */
function fromToday(time: TimeWish, slots: Slots): TimeWish {
  const last = dateOf(time, slots);
  const isUntil = last && !time.until && untilThen.test(slots.sentence);
  return isUntil ? { date: slots.situation.today, until: last } : time;
}

/** The date of a time, or of the coming day of the week that it tells. */
function dateOf(
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

const whoIsAbsent = (): Doubt =>
  new OpenDoubt({
    zh: '是谁来不了，或哪间教室不能用？请说出姓名或教室。',
    en: 'Who cannot come, or which room cannot be used? Please name them.',
  });
