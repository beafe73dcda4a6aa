import type { Slots } from '../slots/slots.js';
import { range } from '../spot/numbers.js';

const until = /[上讲]到|只到|\b(?:until|till|(?:ends?|stops?|finish(?:es)?) (?:after|in|with|at))\b/i;

/** 上到第14周就不上了: all weeks up to that one. */
export const untilWeeks = (stated: readonly number[], { sentence }: Slots): number[] =>
  stated.length === 1 && until.test(sentence) ? range(1, stated[0]) : [...stated];
