import type { Group, Problem } from '../model.js';
import type { Rule } from './rule.js';
import { daysOfTimetable } from './view.js';
import { dayWords } from './words.js';

/** A group's week is even: the penalty is the number of periods above its fair share on a day, per week. */
export const dayBalance: Rule = {
  id: 'day-balance',
  level: 'soft',
  weight: 1,
  meaning: { zh: '班级每天的课时应均衡', en: "A group's days are evenly filled." },
  *judge({ problem, byGroup }) {
    for (const [group, placed] of byGroup) {
      const share = fairShare(problem, group);
      for (const day of daysOfTimetable(placed)) {
        const above = day.periods.length - share;
        if (above <= 0) continue;
        const words = dayWords(day);
        yield {
          penalty: above * day.weeks.length,
          meetings: day.placed.map((p) => p.meeting.id),
          sentence: {
            zh: `“${group.name}”在${words.zh}有${day.periods.length}节课，均衡值为${share}节。`,
            en: `${group.name} has ${day.periods.length} periods on ${words.en}; an even share is ${share}.`,
          },
        };
      }
    }
  },
};

/** Periods of a group in all weeks by the first time option of each meeting, per teaching day, rounded up; at least 2. */
function fairShare({ calendar, meetings, times }: Problem, group: Group): number {
  const days = Math.min(calendar.days, calendar.weekendStart ?? calendar.days);
  let periods = 0;
  for (const meeting of meetings) {
    const time = times[meeting.lock?.time ?? meeting.times[0]?.time];
    if (!time || !meeting.groups.includes(group.id)) continue;
    periods += time.length * [...time.weeks].filter((bit) => bit === '1').length;
  }
  return Math.max(2, Math.ceil(periods / (days * calendar.weeks)));
}
