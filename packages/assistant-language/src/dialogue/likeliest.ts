import { isDeepStrictEqual } from 'node:util';
import { isChange, isGoalless } from '../frames/acts.js';
import { isPlain } from '../frames/sureness.js';
import type { Reading, Situation } from '../interpreter.js';
import { readBack } from './read-back.js';

/**
 * How likely a reading is at least that is not asked about, and where others are hardly less so: of the
 * follow-ups of strangers below, two of three were misread.
 */
const unlikely = -3;
const leastSure = -2.1;
const rivalling = 1.5;
/** Readings that are offered. */
const optionsMax = 2;

/** A reading with how likely it is, as a logarithm. */
export interface Scored {
  readonly reading: Reading;
  readonly score: number;
}

/** The first reading as a follow-up, or which is meant where that is unlikely and others hardly less so. */
export function likeliest(text: string, [best, ...others]: readonly Scored[], situation: Situation): Reading {
  const { reading, score } = best;
  if (reading.kind !== 'intents') return reading;
  const [first] = reading.intents;
  // Who may only look is refused a change, whichever it is; and where it goes is asked of what has no goal.
  const isRefused = isChange(first.type) && situation.self.student !== null;
  const isPlainly = isPlain.test(first.type) || isRefused || isGoalless(first);
  const isOther = (one: Scored): boolean =>
    one.score > score - rivalling && !isDeepStrictEqual(one.reading, reading);
  const isUnsure = !isPlainly && (score < unlikely || (score < leastSure && others.some(isOther)));
  const readings = [best, ...others].map((one) => one.reading);
  const question = isUnsure ? whichIsMeant(text, readings, situation) : null;
  return question ?? { ...reading, isFollowUp: true };
}

/** Asks which of the two likeliest readings is meant, where none is likely; null where these tell nothing. */
function whichIsMeant(text: string, readings: readonly Reading[], situation: Situation): Reading | null {
  const options = readings.flatMap((one) =>
    one.kind === 'intents' ? (readBack(one.intents, text, situation) ?? []) : [],
  );
  if (options.length === 0) return null;
  const distinct = new Map(options.toReversed().map((one) => [one.label.zh, one]));
  return {
    kind: 'question',
    question: {
      zh: '这句我没有把握。您是指下面的哪一个？都不是的话，请换个说法，说出课程、教师或班级和时间。',
      en:
        'I am not sure about that. Is it one of these? If not, please say it in other words, with the ' +
        'course, teacher or class and the time.',
    },
    options: [...distinct.values()].toReversed().slice(0, optionsMax),
    isUnsure: true,
  };
}
