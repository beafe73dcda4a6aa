import type { Rule } from './rule.js';
import { daysOfTimetable } from './view.js';
import { dayWords } from './words.js';

/**
 * A group's periods are adjacent; the penalty is the number of isolated periods per day and week (curriculum
 * compactness of ITC-2007).
 */
export const isolatedMeetings: Rule = {
  id: 'isolated-meetings',
  level: 'soft',
  weight: 2,
  meaning: { zh: '班级的课应前后相连，避免孤立的单节', en: "A group's periods are adjacent." },
  *judge({ byGroup }) {
    for (const [group, placed] of byGroup) {
      for (const day of daysOfTimetable(placed)) {
        const busy = new Set(day.periods);
        const alone = day.periods.filter((period) => !busy.has(period - 1) && !busy.has(period + 1));
        if (alone.length === 0) continue;
        const words = dayWords(day);
        const list = alone.map((period) => period + 1).join(', ');
        yield {
          penalty: alone.length * day.weeks.length,
          meetings: day.placed.filter((p) => alone.includes(p.time.start)).map((p) => p.meeting.id),
          sentence: {
            zh: `“${group.name}”在${words.zh}第${list}节是孤立的单节。`,
            en: `${group.name} has an isolated period ${list} on ${words.en}.`,
          },
        };
      }
    }
  },
};
