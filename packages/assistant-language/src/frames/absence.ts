import type { Intent, TimeWish } from '../intents.js';
import { OpenDoubt, type Doubt } from '../slots/doubts.js';
import type { Slots } from '../slots/slots.js';
import { inWeeks } from '../slots/time-wishes.js';
import { dateOf, spanOf } from './away.js';
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
  const span = spanOf(said, slots);
  if (span) return { type: 'absent', of, at: span };
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

const whoIsAbsent = (): Doubt =>
  new OpenDoubt({
    zh: '是谁来不了，或哪间教室不能用？请说出姓名或教室。',
    en: 'Who cannot come, or which room cannot be used? Please name them.',
  });
