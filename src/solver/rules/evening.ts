import type { Rule } from './rule.js';
import { nameOf, timeWords } from './words.js';

/** No evening periods; the penalty is their number. */
export const evening: Rule = {
  id: 'evening',
  level: 'soft',
  weight: 4,
  meaning: { zh: '避免晚间排课', en: 'No teaching in the evening.' },
  *judge({ problem, placed }) {
    const start = problem.calendar.eveningStart;
    if (start === undefined) return;
    for (const p of placed) {
      const penalty = Math.max(0, p.time.start + p.time.length - Math.max(start, p.time.start));
      if (penalty === 0) continue;
      const time = timeWords(p.time);
      const sentence = {
        zh: `“${nameOf(p)}”排在晚间（${time.zh}）。`,
        en: `${nameOf(p)} is in the evening (${time.en}).`,
      };
      yield { penalty, meetings: [p.meeting.id], sentence };
    }
  },
};
