import type { Calendar, TimeSpan } from '../model.js';
import type { Rule } from './rule.js';
import { nameOf, timeWords } from './words.js';

/** A meeting does not span a long break; the penalty is the number of breaks it crosses. */
export const longBreak: Rule = {
  id: 'long-break',
  level: 'hard',
  weight: 60,
  meaning: { zh: '一次课不得跨越长课间', en: 'A meeting does not span a long break.' },
  *judge({ problem, placed }) {
    for (const p of placed) {
      const penalty = breaksCrossed(problem.calendar, p.time);
      if (penalty === 0) continue;
      const time = timeWords(p.time);
      const sentence = {
        zh: `“${nameOf(p)}”（${time.zh}）跨越长课间。`,
        en: `${nameOf(p)} spans a long break (${time.en}).`,
      };
      yield { penalty, meetings: [p.meeting.id], sentence };
    }
  },
};

/** How many long breaks a time spans. */
export const breaksCrossed = ({ longBreaks = [] }: Calendar, { start, length }: TimeSpan): number =>
  longBreaks.filter((after) => start <= after && after < start + length - 1).length;
