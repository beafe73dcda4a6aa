import type { Of } from '../intents.js';
import type { Slots } from '../slots/slots.js';
import { fromTo } from '../spot/numbers.js';

const until = /[上讲]到|只到|\b(?:until|till|(?:ends?|stops?|finish(?:es)?) (?:after|in|with|at))\b/i;

type Weeks = Pick<Of<'changeWeeks'>, 'weeks' | 'isWithin'>;

/** From week 15 on it need not be held any more. */
const noLonger =
  /[就都]?不(?:用|再|需要|必)?上了?|停(?:课|掉|上)?|结课|\b(?:no (?:more|longer)|not? .*any ?more|stops?)\b/i;

/**
 * In which weeks a lesson shall be held; 上到第14周就不上了: in those of its weeks up to that one, and
 * 第15周起不用上了 in those before.
 */
export function untilWeeks(stated: readonly number[], { sentence, situation }: Slots): Weeks {
  const [first] = stated;
  if (stated.length === 1 && until.test(sentence)) return { weeks: fromTo(1, first), isWithin: true };
  const isRest = first > 1 && stated.at(-1) === situation.semester.weeks && stated.length > 1;
  return isRest && noLonger.test(sentence)
    ? { weeks: fromTo(1, first - 1), isWithin: true }
    : { weeks: [...stated] };
}
