import type { Teacher } from '../model.js';
import type { Rule } from './rule.js';
import { daysOfTimetable } from './view.js';
import { dayWords } from './words.js';

/** Nobody has more periods on a day than allowed; the penalty is the number of excess periods, per week. */
export const dailyLoad: Rule = {
  id: 'daily-load',
  level: 'hard',
  weight: 5,
  meaning: { zh: '每天的课时不得超过上限', en: 'Nobody has more periods on a day than allowed.' },
  *judge({ byGroup, byTeacher }) {
    for (const [owner, placed] of [...byGroup, ...byTeacher]) {
      if (owner.dailyPeriods === undefined) continue;
      const kind = byTeacher.has(owner as Teacher) ? 'teacher' : 'group';
      for (const day of daysOfTimetable(placed)) {
        const above = day.periods.length - owner.dailyPeriods;
        if (above <= 0) continue;
        const words = dayWords(day);
        yield {
          penalty: above * day.weeks.length,
          meetings: day.placed.map((p) => p.meeting.id),
          owner: { kind, id: owner.id },
          sentence: {
            zh: `“${owner.name}”在${words.zh}有${day.periods.length}节课，上限为${owner.dailyPeriods}节。`,
            en:
              `${owner.name} has ${day.periods.length} periods on ${words.en}; at most ` +
              `${owner.dailyPeriods} are allowed.`,
          },
        };
      }
    }
  },
};
