import type { MeetingRef, TimeWish } from '../intents.js';
import type { Slots } from '../slots/slots.js';
import { inWeeks } from '../slots/time-wishes.js';

/** Of whom and of when a question is. */

/** What is asked for: times in weeks and days; undefined where none was told. */
export function within(slots: Slots): TimeWish | undefined {
  const time = slots.latestTime();
  return time && hasAny(time.wish) ? inWeeks(time.wish, slots.situation) : undefined;
}

export const hasAny = (ref: object): boolean => Object.keys(ref).length > 0;

/** The caller, where he speaks of himself and names nobody else. */
export function ofSelf(slots: Slots): MeetingRef {
  const named = slots.named();
  const { teacher } = slots.situation.self;
  const isOwn = !hasAny(named) && teacher !== null && /我(?!们)|\b(?:i|my)\b/i.test(slots.sentence);
  return isOwn ? { teachers: [teacher] } : named;
}
