import type { Calendar, Meeting, TimeSpan } from '../model.js';
import { classesOf, weekly } from './people.js';
import type { Rule } from './rule.js';
import { daysOf } from './view.js';
import { nameOf, timeWords } from './words.js';

/**
 * Nothing at the weekend; the penalty is the number of weekend periods, for every week and every class of 40
 * students.
 */
export const weekend: Rule = {
  id: 'weekend',
  level: 'soft',
  weight: 6,
  meaning: { zh: '避免周末排课', en: 'No teaching at the weekend.' },
  *judge({ problem, placed }) {
    for (const p of placed) {
      const penalty = weekendPenalty(problem.calendar, p.meeting, p.time);
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

/** What the weekend periods of a meeting count at a time. */
export function weekendPenalty(
  { weekendStart = Infinity }: Calendar,
  meeting: Meeting,
  time: TimeSpan,
): number {
  const days = daysOf(time).filter((day) => day >= weekendStart).length;
  return weekly(days * time.length, time, classesOf(meeting));
}
