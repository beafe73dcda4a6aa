import type { Calendar, TeachingClass, TimeSpan } from '../model.js';
import type { Rule } from './rule.js';
import { nameOf, timeWords } from './words.js';

const ORDINARY = 5;

/**
 * Important courses get good periods: a meeting that starts in the k-th band of the day (bands end at long
 * breaks) costs k times the priority above the default 5.
 */
export const coursePriority: Rule = {
  id: 'course-priority',
  level: 'soft',
  weight: 6,
  meaning: { zh: '重要课程优先安排在好的时段', en: 'Important courses get good periods.' },
  *judge({ problem, placed }) {
    for (const p of placed) {
      const penalty = priorityPenalty(problem.calendar, p.teachingClass, p.time);
      if (penalty === 0) continue;
      const time = timeWords(p.time);
      yield {
        penalty,
        meetings: [p.meeting.id],
        sentence: {
          zh: `重要课程“${nameOf(p)}”排在较晚的时段（${time.zh}）。`,
          en: `The important ${nameOf(p)} is late in the day (${time.en}).`,
        },
      };
    }
  },
};

/** What it counts that a class is at a time of the day. */
export function priorityPenalty(
  { longBreaks = [] }: Calendar,
  { priority = ORDINARY }: TeachingClass,
  { start }: TimeSpan,
): number {
  return Math.max(0, priority - ORDINARY) * longBreaks.filter((after) => start > after).length;
}
