import type { Calendar, Meeting, TimeSpan } from '../model.js';
import { classesOf, weekly } from './people.js';
import type { Rule } from './rule.js';
import { daysOf } from './view.js';
import { nameOf, timeWords } from './words.js';

/** From this period of the evening on it is late. */
const LATE_FROM = 2;

/**
 * No evening periods. The penalty is their number, late ones and those before the weekend counted twice, for
 * every week and every class of 40 students.
 */
export const evening: Rule = {
  id: 'evening',
  level: 'soft',
  weight: 4,
  meaning: { zh: '避免晚间排课', en: 'No teaching in the evening.' },
  *judge({ problem, placed }) {
    for (const p of placed) {
      const penalty = eveningPenalty(problem.calendar, p.meeting, p.time);
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

/** What the evening periods of a meeting count at a time. */
export function eveningPenalty(
  { eveningStart = Infinity, weekendStart }: Calendar,
  meeting: Meeting,
  time: TimeSpan,
): number {
  const end = time.start + time.length;
  let ofDay = 0;
  for (let period = Math.max(eveningStart, time.start); period < end; period++)
    ofDay += period - eveningStart >= LATE_FROM ? 2 : 1;
  if (ofDay === 0) return 0;
  const days = daysOf(time).reduce((sum, day) => sum + (day + 1 === weekendStart ? 2 : 1), 0);
  return weekly(ofDay * days, time, classesOf(meeting));
}
