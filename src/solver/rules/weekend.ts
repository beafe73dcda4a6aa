import type { Rule } from './rule.js';
import { daysOf } from './view.js';
import { nameOf, timeWords } from './words.js';

/** Nothing at the weekend; the penalty is the number of weekend periods. */
export const weekend: Rule = {
  id: 'weekend',
  level: 'soft',
  weight: 6,
  meaning: { zh: '避免周末排课', en: 'No teaching at the weekend.' },
  *judge({ problem, placed }) {
    const start = problem.calendar.weekendStart;
    if (start === undefined) return;
    for (const p of placed) {
      const penalty = daysOf(p.time).filter((day) => day >= start).length * p.time.length;
      if (penalty === 0) continue;
      const time = timeWords(p.time);
      const sentence = {
        zh: `“${nameOf(p)}”排在周末（${time.zh}）。`,
        en: `${nameOf(p)} is at the weekend (${time.en}).`,
      };
      yield { penalty, meetings: [p.meeting.id], sentence };
    }
  },
};
