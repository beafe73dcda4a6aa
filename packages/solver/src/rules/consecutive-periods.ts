import type { Rule } from './rule.js';
import { daysOfTimetable } from './view.js';
import { dayWords } from './words.js';

/** A group's meetings of a day are contiguous; the penalty is the number of additional blocks, per week. */
export const consecutivePeriods: Rule = {
  id: 'consecutive-periods',
  level: 'off',
  weight: 2,
  meaning: { zh: '班级同一天的课尽量连排', en: "A group's meetings of one day follow each other." },
  *judge({ byGroup }) {
    for (const [group, placed] of byGroup) {
      for (const day of daysOfTimetable(placed)) {
        const blocks = day.periods.filter((period) => !day.periods.includes(period - 1)).length;
        if (blocks < 2) continue;
        const words = dayWords(day);
        yield {
          penalty: (blocks - 1) * day.weeks.length,
          meetings: day.placed.map((p) => p.meeting.id),
          sentence: {
            zh: `“${group.name}”在${words.zh}的课分成${blocks}段。`,
            en: `${group.name} has ${blocks} separate blocks on ${words.en}.`,
          },
        };
      }
    }
  },
};
