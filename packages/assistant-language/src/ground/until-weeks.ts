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
 * 第15周起不用上了, 单周不上 in all others.
 */
export function untilWeeks(stated: readonly number[], slots: Slots): Weeks {
  const { sentence, situation } = slots;
  if (stated.length === 1 && until.test(sentence)) return { weeks: fromTo(1, stated[0]), isWithin: true };
  const others = fromTo(1, situation.semester.weeks).filter((week) => !stated.includes(week));
  const isOff = noLonger.test(sentence) && !slots.has('moveTo', 'to') && !only.test(sentence);
  return isOff && stated.length > 1 && others.length > 0
    ? { weeks: others, isWithin: true }
    : { weeks: [...stated] };
}

const only = /只|\bonly\b/i;
