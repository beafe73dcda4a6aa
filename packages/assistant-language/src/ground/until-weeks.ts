import type { Intent } from '../intents.js';
import type { Slots } from '../slots/slots.js';
import { range } from '../spot/numbers.js';

const until = /[上讲]到|只到|\b(?:until|till|(?:ends?|stops?|finish(?:es)?) (?:after|in|with|at))\b/i;

type Weeks = Pick<Extract<Intent, { type: 'changeWeeks' }>, 'weeks' | 'isWithin'>;

/** In which weeks a lesson shall be held; 上到第14周就不上了: in those of its weeks up to that one. */
export const untilWeeks = (stated: readonly number[], { sentence }: Slots): Weeks =>
  stated.length === 1 && until.test(sentence)
    ? { weeks: range(1, stated[0]), isWithin: true }
    : { weeks: [...stated] };
