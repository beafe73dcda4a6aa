import type { AskedOfLessons, Intent, MeetingRef, TimeWish } from '../intents.js';
import type { Slots } from '../slots/slots.js';

const picks = {
  FIRST: /第一节|最早|头一节|first (?:class|lesson|lecture|one)/i,
  LAST: /最后[一那]?[节堂次]|last (?:class|lesson|lecture|one)/i,
};

/** Which of the lessons a question tells is meant. */
export function pickOf(
  { sentence, times }: Slots,
  ask?: AskedOfLessons,
): Pick<Extract<Intent, { type: 'showTimetable' }>, 'pick'> {
  if (times.some(({ piece }) => piece.isNow)) return { pick: 'NOW' };
  if (picks.LAST.test(sentence)) return { pick: 'LAST' };
  return ask !== 'COUNT' && picks.FIRST.test(sentence) ? { pick: 'FIRST' } : {};
}

/** Whether the words count periods: of a week and not of a day, it is how much is taught. */
export const counted = /(?:几|多少)个?(?:节|课时|学时|钟头)|how many (?:hours|periods|lessons)/i;

/** Times that are told as unwanted, by words or as they are. */
export const timesOfAvoided: Readonly<Record<string, TimeWish>> = {
  FIRST_PERIOD: { periods: { start: 1 } },
  MORNING: { part: 'MORNING' },
  AFTERNOON: { part: 'AFTERNOON' },
  EVENING: { part: 'EVENING' },
  WEEKEND: { days: [6, 7] },
};

const unwelcome = /[不没别勿]|避开|'t\b|\b(?:not|no|never|free|without|except|rather)\b/i;

/** When somebody would rather not teach, or rather would. */
export function wishedTimes(slots: Slots, of: MeetingRef): Intent {
  const told = slots.time()?.wish;
  const open = [
    ...(slots.avoid() ?? []).map((one) => timesOfAvoided[one]),
    ...(slots.notAt() ?? []),
    ...(told ? [told] : []),
  ];
  const isUnwanted = unwelcome.test(slots.sentence);
  const times = open.length === 0 ? {} : isUnwanted ? { notAt: open } : { at: open };
  return { type: 'wishTimes', of, ...times };
}
