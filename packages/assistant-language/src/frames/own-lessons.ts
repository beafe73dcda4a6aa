import type { Intent } from '../intents.js';
import type { Slots } from '../slots/slots.js';
import { isRole } from '../slots/tokens.js';
import { hasAny, ownOf, within } from './whom.js';

/** The lessons of the caller, beside those of others or in rooms that are named. */

const mine = '(?:我们?|咱们?|本班)';
const [held, free] = ['(?:有|上)课', `${mine}[^，,。]{0,6}(?:没有?课|有空|不上课)`];
const [teaches, off] = [
  '\\b(?:teach|has|have)',
  "\\b(?:i|we)(?:'?m| am| are)? (?:free|off|not(?! sure)|do ?n['o]t|have no)",
];
/** 她有课我没课, does it clash with mine: of lessons at the same time as the caller's. */
const atOnce = new RegExp(
  `${held}[^。]*${free}|${free}[^。]*${held}|[跟和与]${mine}[^。]*(?:冲突|撞|重叠)` +
    `|${teaches}\\w*\\b[^.]*${off}|${off}\\b[^.]*${teaches}` +
    '|\\b(?:clash|collide|overlap|conflict|fit|go)\\w*\\b[^.]*\\b(?:with|in|into) (?:mine|ours\\b|' +
    '(?:my|our)(?: own)? (?:\\w*day |free )?' +
    '(?:class|lesson|lecture|teaching|time|schedule|course|own\\b|one\\b))',
  'i',
);

/** Lessons of others beside the caller's, where these are asked for; else null. */
export function besideMine(slots: Slots): Intent | null {
  const against = ownOf(slots.situation);
  if (!hasAny(against) || !atOnce.test(slots.sentence)) return null;
  const of = slots.of(slots.tokens.filter((token) => !isRole(token, 'self', 'ourClass'))).named();
  const when = within(slots);
  return hasAny(of) ? { type: 'showTimetable', of, ...(when && { within: when }), against } : null;
}

/** Do I ever have class in it: of the own lessons in rooms that are named. */
export const haveThere =
  /我[^，,。]{0,6}(?:[有上的]课|去)|\b(?:do|does|did|will) (?:i|we)\b[^.?]*\b(?:class|lesson|lecture)|\bi go\b/i;
